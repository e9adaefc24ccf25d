//! The player over UCI.
//!
//! A thread reads lines and stamps them; this one does everything else. While it searches it looks at the lines every
//! few playouts: `isready` is answered, `stop` and `quit` end the search, and everything else waits for its end.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use breach_engine::{AnyPosition, Bound, Score, with_game};
use breach_protocol::chances::CENTIPAWNS_PER_E;
use breach_protocol::command::{Command, Go};
use breach_protocol::dialect::uci;
use breach_protocol::input::{LONGEST_LINE, Line, read_line};
use breach_protocol::limits::limits;
use breach_protocol::options::{self, MOVE_OVERHEAD, Offer, Setting, Settings, Spin, VARIANT};
use breach_protocol::output::Output;
use breach_protocol::reply::{Info, Reply};
use breach_protocol::{AUTHOR, VERSION, describe, memory, setup};

use super::budget::budget;
use super::{Grow, Parameters, Tree};

/// The player's name.
const NAME: &str = "Breach MCTS";
/// Size of the tree in MiB.
const HASH: Spin = Spin { name: "Hash", default: 64, least: 1, most: 65_536 };
/// There is one thread. Programs that set the same options for every engine may say so.
const THREADS: Spin = Spin { name: "Threads", default: 1, least: 1, most: 1 };
const OFFERS: [Offer; 4] =
    [Offer::Spin(HASH), Offer::Spin(THREADS), Offer::Spin(MOVE_OVERHEAD), Offer::Combo(VARIANT)];

/// Playouts of a search that is told nothing that could end it; a depth says nothing here.
const PLAYOUTS: u64 = 10_000;
/// Time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Plays until it is told to quit, until the input ends, or until nobody reads the output any more.
///
/// # Errors
/// When there is no memory or no thread, or the output cannot be written for another reason than being closed.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    parameters: Parameters,
) -> io::Result<()> {
    let tree = Tree::new(parameters, HASH.default as usize).map_err(io::Error::other)?;
    let (sender, events) = mpsc::channel();
    let reader = move || send_lines(input, &sender);
    thread::Builder::new().name("input".to_owned()).spawn(reader)?;
    let desk = Desk { output: Output::new(output), events, waiting: VecDeque::new() };
    let settings = Settings::default();
    let position = settings.variant.start();
    let mut session = Session { desk, tree, parameters, settings, position };
    match session.attend() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Something that happened outside.
enum Event {
    /// A line was read, at this moment.
    Line(Instant, Line),
    /// There is no more input.
    End,
}

fn send_lines(mut input: impl BufRead, events: &Sender<Event>) {
    while let Ok(Some(line)) = read_line(&mut input) {
        if events.send(Event::Line(Instant::now(), line)).is_err() {
            return;
        }
    }
    // Nobody listens any more if this fails.
    let _ = events.send(Event::End);
}

/// A command with the moment it was read at.
struct Told {
    at: Instant,
    command: Command,
    /// `stop` came after it: a search is to end as soon as it has begun.
    is_stopped: bool,
}

/// Where lines come in and go out.
struct Desk<W> {
    output: Output<W>,
    events: Receiver<Event>,
    /// Commands that came during a search.
    waiting: VecDeque<Told>,
}

impl<W: Write> Desk<W> {
    /// Waits for the next command; at the end of the input that is to quit.
    fn next(&mut self) -> io::Result<Told> {
        loop {
            if let Some(told) = self.waiting.pop_front() {
                return Ok(told);
            }
            let event = self.events.recv().unwrap_or(Event::End);
            if let Some(told) = self.hear(event)? {
                return Ok(told);
            }
        }
    }

    /// What an event tells to do. Lines that are no commands are answered.
    fn hear(&mut self, event: Event) -> io::Result<Option<Told>> {
        let told = |at, command| Some(Told { at, command, is_stopped: false });
        let (at, text) = match event {
            Event::End => return Ok(told(Instant::now(), Command::Quit)),
            Event::Line(_, Line::TooLong) => {
                self.message(format!("a line longer than {LONGEST_LINE} bytes was skipped"))?;
                return Ok(None);
            }
            Event::Line(at, Line::Text(text)) => (at, text),
        };
        match uci::read(&text) {
            Ok(command) => Ok(command.and_then(|command| told(at, command))),
            Err(error) => self.message(error.to_string()).map(|()| None),
        }
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        self.output.say(reply)
    }

    fn message(&mut self, text: String) -> io::Result<()> {
        self.say(&Reply::Message(text))
    }
}

/// A search, as its commander sees it.
struct Running<'a> {
    position: &'a dyn AnyPosition,
    /// When its clock started.
    since: Instant,
    reported: Instant,
    budget: Option<Duration>,
    /// Whether the move may be said only when told to.
    is_held: bool,
    is_stopped: bool,
}

impl Running<'_> {
    /// Looks up from the tree: hears what came, reports once in a while, and says whether to end.
    fn look<W: Write>(&mut self, tree: &Tree, desk: &mut Desk<W>) -> io::Result<bool> {
        while let Ok(event) = desk.events.try_recv() {
            self.hear(event, desk)?;
        }
        if self.reported.elapsed() >= REPORT_INTERVAL {
            self.reported = Instant::now();
            desk.say(&self.report(tree))?;
        }
        let is_late = self.budget.is_some_and(|budget| self.since.elapsed() >= budget);
        Ok(self.is_stopped || (is_late && !self.is_held))
    }

    fn hear<W: Write>(&mut self, event: Event, desk: &mut Desk<W>) -> io::Result<()> {
        let Some(told) = desk.hear(event)? else { return Ok(()) };
        match told.command {
            Command::IsReady => desk.say(&Reply::Ready)?,
            Command::Stop => {
                self.is_stopped = true;
                desk.waiting.iter_mut().for_each(|told| told.is_stopped = true);
            }
            Command::PonderHit => (self.is_held, self.since) = (false, told.at),
            Command::Quit => {
                self.is_stopped = true;
                desk.waiting.clear();
                desk.waiting.push_back(told);
            }
            _ => desk.waiting.push_back(told),
        }
        Ok(())
    }

    /// Waits until the move may be said.
    fn wait<W: Write>(&mut self, desk: &mut Desk<W>) -> io::Result<()> {
        while self.is_held && !self.is_stopped {
            let event = desk.events.recv().unwrap_or(Event::End);
            self.hear(event, desk)?;
        }
        Ok(())
    }

    fn report(&self, tree: &Tree) -> Reply {
        let line = tree.line();
        Reply::Info(Info {
            depth: line.len() as u32,
            selective_depth: tree.deepest() as u32,
            rank: 1,
            score: Score::Centipawns(centipawns(tree.score())),
            bound: Bound::Exact,
            chances: None,
            nodes: tree.playouts(),
            elapsed: self.since.elapsed(),
            permille_full: tree.permille_full(),
            line: line.into_iter().map(|mv| self.position.move_text(mv)).collect(),
        })
    }
}

/// The logistic curve from a score between 0 and 1, exclusively, to centipawns.
fn centipawns(score: f64) -> i32 {
    (CENTIPAWNS_PER_E * (score / (1.0 - score)).ln()).round() as i32
}

struct Session<W> {
    desk: Desk<W>,
    tree: Tree,
    parameters: Parameters,
    settings: Settings,
    position: Box<dyn AnyPosition>,
}

impl<W: Write> Session<W> {
    fn attend(&mut self) -> io::Result<()> {
        loop {
            let Told { at, command, is_stopped } = self.desk.next()?;
            match command {
                Command::Quit => return Ok(()),
                Command::Identify => self.identify()?,
                Command::IsReady => self.desk.say(&Reply::Ready)?,
                Command::NewGame => self.tree.reseed(),
                Command::SetOption { name, value } => {
                    if let Err(problem) = self.set_option(&name, value.as_deref())? {
                        self.desk.message(problem)?;
                    }
                }
                Command::Position(setup) => match setup::position(self.settings.variant, &setup) {
                    Ok(position) => self.position = position,
                    Err(problem) => self.desk.message(format!("position: {problem}"))?,
                },
                Command::Go(go) => self.go(at, &go, is_stopped)?,
                Command::Show => {
                    for line in describe::board(self.position.as_ref()) {
                        self.desk.say(&Reply::Text(line))?;
                    }
                }
                // No search runs that they could mean.
                Command::Stop | Command::PonderHit => {}
                other => self.desk.message(format!("'{}' is not done here", uci::write(&other)))?,
            }
        }
    }

    fn identify(&mut self) -> io::Result<()> {
        self.desk.say(&Reply::Name(format!("{NAME} {VERSION}")))?;
        self.desk.say(&Reply::Author(AUTHOR))?;
        for offer in OFFERS {
            self.desk.say(&Reply::Option(offer))?;
        }
        self.desk.say(&Reply::Identified)
    }

    /// Sets an option; the inner result says why it could not be.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<Result<(), String>> {
        match options::read(name, value) {
            Ok(Setting::Hash(megabytes)) => return Ok(self.set_megabytes(megabytes)),
            Ok(Setting::Threads(1)) => {}
            Ok(Setting::Threads(_)) => return Ok(Err("Threads: there is only one".to_owned())),
            Ok(Setting::MoveOverhead(overhead)) => self.settings.overhead = overhead,
            Ok(Setting::Variant(variant)) => {
                self.settings.variant = variant;
                self.position = variant.start();
                self.desk.message(describe::variant(self.position.as_ref()))?;
            }
            Ok(_) => return Ok(Err(format!("no option is called '{name}' here"))),
            Err(error) => return Ok(Err(error.to_string())),
        }
        Ok(Ok(()))
    }

    fn set_megabytes(&mut self, megabytes: usize) -> Result<(), String> {
        if megabytes > HASH.most as usize {
            return Err(format!("{}: at most {} MB", HASH.name, HASH.most));
        }
        memory::check(megabytes)?;
        let refused = |error| format!("{}: {error}", HASH.name);
        self.tree = Tree::new(self.parameters, megabytes).map_err(refused)?;
        Ok(())
    }

    fn go(&mut self, at: Instant, go: &Go, is_stopped: bool) -> io::Result<()> {
        if let Some(word) = &go.ignored {
            self.desk.message(format!("go: '{word}' is skipped"))?;
        }
        let (limits, problem) = limits(go, self.position.as_ref(), &self.settings);
        if let Some(problem) = problem {
            self.desk.message(format!("go searchmoves: {problem}"))?;
        }
        let budget = budget(&limits);
        let endless = go.infinite || budget.is_some();
        let playouts = limits.nodes.unwrap_or(if endless { u64::MAX } else { PLAYOUTS });
        let running = Running {
            position: self.position.as_ref(),
            since: at,
            reported: at,
            budget,
            is_held: go.infinite || go.ponder,
            is_stopped,
        };
        search(running, &mut self.tree, &mut self.desk, &limits.search_moves, playouts)
    }
}

/// Searches, waits until the move may be said, and says it.
fn search<W: Write>(
    mut running: Running<'_>,
    tree: &mut Tree,
    desk: &mut Desk<W>,
    only: &[breach_engine::Move],
    playouts: u64,
) -> io::Result<()> {
    let position = running.position;
    let mut written = Ok(());
    let look = &mut |tree: &Tree| match running.look(tree, desk) {
        Ok(false) => ControlFlow::Continue(()),
        Ok(true) => ControlFlow::Break(()),
        Err(error) => {
            written = Err(error);
            ControlFlow::Break(())
        }
    };
    let grown = with_game(position, Grow { tree: &mut *tree, only, playouts, look });
    written?;
    running.wait(desk)?;
    // A game of which nothing is known here is played all the same.
    let best = match grown {
        Some(()) => tree.best(),
        None => position.legal_moves().into_iter().next(),
    };
    let news = match best {
        Some(_) if grown.is_some() => running.report(tree),
        Some(_) => Reply::Message("this game cannot be searched here".to_owned()),
        None => Reply::GameOver,
    };
    desk.say(&news)?;
    let best = best.map(|mv| position.move_text(mv));
    desk.say(&Reply::BestMove { best, ponder: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &str) -> Vec<String> {
        let mut output = Vec::new();
        let input = io::Cursor::new(lines.to_owned());
        run(input, &mut output, Parameters::default()).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_score_is_told_on_a_logistic_scale() {
        assert_eq!(centipawns(0.5), 0);
        assert_eq!(centipawns(10.0 / 11.0), 400);
        assert_eq!(centipawns(1.0 / 11.0), -400);
    }

    #[test]
    fn it_says_who_it_is() {
        let lines = said("uci\nisready\n");
        assert!(lines[0].starts_with("id name Breach MCTS "));
        assert!(lines.iter().any(|line| line.starts_with("option name UCI_Variant type combo")));
        assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
    }

    #[test]
    fn options_are_set_or_refused_in_a_line() {
        let lines = said(
            "setoption name Hash value 2\nsetoption name Threads value 1\n\
             setoption name UCI_Variant value breakthrough6x6\n",
        );
        assert_eq!(lines.len(), 1);
        assert!(lines[0].starts_with("info string variant breakthrough6x6 files 6 ranks 6 "));
        for line in ["Hash value 0", "Hash value 99999999", "Threads value 2", "MultiPV value 2"] {
            let lines = said(&format!("setoption name {line}\n"));
            assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{lines:?}");
        }
    }

    #[test]
    fn the_end_of_the_input_ends_a_search_with_its_move() {
        let lines = said("position startpos moves a2a3\ngo infinite\nd\n");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    }

    #[test]
    fn what_waits_is_done_after_the_search() {
        // Both searches were asked for before the stop.
        let lines = said("go infinite\ngo infinite\nd\nstop\nisready\n");
        let moves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert!((1..=2).contains(&moves), "{lines:?}");
    }

    #[test]
    fn depth_alone_ends_after_some_playouts() {
        let lines = said("setoption name UCI_Variant value breakthrough5\ngo depth 3\nd\n");
        assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
    }

    #[test]
    fn only_the_moves_to_look_at_are_played() {
        let lines = said("go nodes 50 searchmoves a2a3\n");
        assert_eq!(lines.last().unwrap(), "bestmove a2a3");
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let lines = said("position fen P7/7p/8/8/8/8/8/8 b\ngo nodes 10\n");
        assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    }
}
