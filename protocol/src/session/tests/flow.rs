//! When what is said: searches, stops, ends.

use super::*;

#[test]
fn a_session_tells_who_it_is_each_time_it_is_asked() {
    let dialogue = Dialogue::new();
    dialogue.send("uci");
    let first = dialogue.until("uciok");
    assert!(first[0].starts_with("id name Breach "), "{}", first[0]);
    assert!(first[1].starts_with("id author "));
    assert_eq!(first.iter().filter(|line| line.starts_with("option name ")).count(), OFFERS.len());
    assert_eq!(first.len(), OFFERS.len() + 3);
    dialogue.send("uci");
    assert_eq!(dialogue.until("uciok"), first);
    assert!(dialogue.end().is_empty());
}

#[test]
fn a_search_goes_on_while_isready_is_answered() {
    let dialogue = Dialogue::on(Behaviour::EndsWhenStopped);
    dialogue.send("go infinite");
    for _ in 0..3 {
        dialogue.send("isready");
        assert_eq!(dialogue.line(), "readyok");
    }
    assert_eq!(dialogue.best("stop"), format!("bestmove {}", fourth_move()));
    assert!(dialogue.end().is_empty());
}

#[test]
fn a_result_waits_for_stop_however_early_it_is_there() {
    for line in ["go infinite", "go ponder movetime 1", "go ponder infinite"] {
        let dialogue = Dialogue::on(Behaviour::EndsAtOnce);
        dialogue.send(line);
        dialogue.until("info depth 1");
        assert_eq!(dialogue.answer(""), [""; 0], "{line}");
        assert_eq!(best_moves(&[dialogue.best("stop")]), 1);
        assert_eq!(dialogue.answer("stop"), [""; 0]);
        assert!(dialogue.end().is_empty());
    }
}

#[test]
fn a_result_waits_for_ponderhit_however_early_it_is_there() {
    let dialogue = Dialogue::on(Behaviour::EndsAtOnce);
    dialogue.send("go ponder wtime 1000 btime 1000");
    dialogue.until("info depth 1");
    assert_eq!(dialogue.answer(""), [""; 0]);
    assert_eq!(dialogue.best("ponderhit"), format!("bestmove {}", fourth_move()));
    // The next one is not held, and a late hit means nothing.
    dialogue.send("go movetime 1");
    assert_eq!(best_moves(&dialogue.until("bestmove")), 1);
    assert_eq!(dialogue.answer("ponderhit"), [""; 0]);
    // Without limits it goes on after the hit.
    dialogue.send("go ponder infinite");
    dialogue.until("info depth 1");
    assert_eq!(dialogue.answer("ponderhit"), [""; 0]);
    assert_eq!(best_moves(&[dialogue.best("stop")]), 1);
    assert!(dialogue.end().is_empty());
}

#[test]
fn a_search_learns_that_pondering_is_over() {
    let dialogue = Dialogue::on(Behaviour::EndsWhenThinking);
    dialogue.send("go ponder wtime 1000 btime 1000");
    assert_eq!(dialogue.answer(""), [""; 0]);
    assert_eq!(best_moves(&[dialogue.best("ponderhit")]), 1);
    assert!(dialogue.end().is_empty());
}

#[test]
fn a_search_that_fails_still_has_a_legal_move() {
    let dialogue = Dialogue::on(Behaviour::Panics);
    dialogue.send("go depth 1");
    let lines = dialogue.until("bestmove");
    assert!(lines[0].starts_with("info string error: "), "{}", lines[0]);
    let mv = lines[1].strip_prefix("bestmove ").unwrap();
    assert!(Variant::default().start().parse_move(mv).is_ok());
    // The session goes on, with its engine.
    dialogue.send("position startpos");
    assert!(dialogue.best("go depth 2").len() > "bestmove ".len());
    assert!(dialogue.end().is_empty());
}

#[test]
fn commands_behind_stop_are_done_in_their_order() {
    let dialogue = Dialogue::new();
    dialogue.send(
        "go infinite\nstop\nposition startpos moves a2a3\ngo depth 1\nposition startpos\ngo depth 1\nisready",
    );
    let mut movers = Vec::new();
    for _ in 0..3 {
        let line = dialogue.until("bestmove").pop().unwrap();
        movers.push(line.strip_prefix("bestmove ").unwrap().chars().nth(1).unwrap());
    }
    // White's men start on ranks 1 and 2, Black's on 7 and 8.
    let is_white: Vec<_> = movers.into_iter().map(|rank| rank < '5').collect();
    assert_eq!(is_white, [true, false, true]);
    assert!(dialogue.end().is_empty());
}

#[test]
fn stop_means_every_search_asked_for_before_it() {
    let dialogue = Dialogue::on(Behaviour::EndsWhenStopped);
    dialogue.send("go infinite\ngo infinite\ngo infinite\nstop\ngo infinite\nisready\nstop");
    for _ in 0..4 {
        dialogue.until("bestmove");
    }
    assert_eq!(best_moves(&dialogue.end()), 0);
}

#[test]
fn ponderhit_means_every_search_asked_for_before_it() {
    let dialogue = Dialogue::on(Behaviour::EndsWhenThinking);
    dialogue.send("go ponder\nstop\ngo ponder movetime 1\nponderhit");
    for _ in 0..2 {
        dialogue.until("bestmove");
    }
    assert!(dialogue.end().is_empty());
}

#[test]
fn what_changes_something_waits_for_the_end_of_the_search() {
    let dialogue = Dialogue::on(Behaviour::EndsWhenStopped);
    dialogue
        .send("go infinite\nsetoption name UCI_Variant value breakthrough5\nucinewgame\nisready");
    assert_eq!(dialogue.line(), "readyok");
    // What only tells comes in its turn, too, when something waits.
    dialogue.send("d\nstop");
    let lines = dialogue.until("Key:");
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    assert!(place("bestmove") < place("info string variant breakthrough5x5"));
    assert!(place("info string variant") < place("Fen: ppppp/ppppp/5/PPPPP/PPPPP w"));
    assert!(dialogue.end().is_empty());
}

#[test]
fn isready_behind_stop_is_answered_when_what_came_before_is_done() {
    static MAY_END: AtomicBool = AtomicBool::new(false);
    let dialogue = Dialogue::on(Behaviour::EndsWhenLet(&MAY_END));
    dialogue.send("go infinite\nstop\nisready");
    // Nothing lies between the two: it is answered, though the search has not ended.
    assert_eq!(dialogue.line(), "readyok");
    dialogue.send("setoption name UCI_Variant value breakthrough5\nisready\nnonsense");
    assert!(dialogue.line().starts_with("info string unknown command 'nonsense'"));
    MAY_END.store(true, Ordering::Release);
    let lines = dialogue.until("readyok");
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    assert!(place("bestmove") < place("info string variant breakthrough5x5"));
    assert!(dialogue.end().is_empty());
}

#[test]
fn the_board_is_shown_during_a_search() {
    let dialogue = Dialogue::on(Behaviour::EndsWhenStopped);
    dialogue.send("go infinite\nd\neval\nhelp\ncompiler\nisready");
    let lines = dialogue.until("readyok");
    assert!(lines.iter().any(|line| line.starts_with("Fen: pppppppp/")));
    assert!(lines.iter().any(|line| line.starts_with("total ")));
    assert_eq!(best_moves(&lines), 0);
    assert_eq!(best_moves(&dialogue.end()), 1);
}

#[test]
fn the_clock_of_a_search_that_waited_begins_when_it_could() {
    let begun = |was_stopped| {
        let (sender, events) = mpsc::channel();
        let worker = Worker::start(sender).unwrap();
        let mut session = Session::new(Engine::new(1, 1).unwrap(), worker, io::sink());
        let command = Command::Go(Go { infinite: true, ..Go::default() });
        let read_at = Instant::now();
        session.waiting.push_back(Waiting { read_at, command, is_stopped: false, is_hit: false });
        // A moment that has not come: from there, no time has passed.
        let ended = read_at + Duration::from_hours(1);
        session.carry_out_waiting(ended, was_stopped).unwrap();
        let elapsed = session.running.as_ref().expect("a search").control.elapsed();
        drop((session, events));
        !elapsed.is_zero()
    };
    // A search told to stop was in the way: the other side's clock runs already.
    assert!(begun(true));
    assert!(!begun(false));
}

#[test]
fn quit_and_the_end_of_input_end_a_search_with_its_move() {
    for quit in [true, false] {
        for behaviour in [Behaviour::EndsWhenStopped, Behaviour::EndsAtOnce] {
            let dialogue = Dialogue::on(behaviour);
            dialogue.send("go infinite\nposition startpos\nd\ngo infinite");
            if quit {
                dialogue.send("quit");
            }
            let lines = dialogue.end();
            assert_eq!(best_moves(&lines), 1, "{quit} {behaviour:?}");
            // What waited is not done any more.
            assert!(!lines.iter().any(|line| line.starts_with("Fen: ")));
        }
    }
}

#[test]
fn nothing_is_done_after_quit() {
    let dialogue = Dialogue::new();
    dialogue.send("isready\nquit\nuci\nisready");
    assert_eq!(dialogue.end(), ["readyok"]);
}

/// An output that is closed after some lines.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_session_in_peace() {
    for lines in 0..8 {
        let (input, bytes) = mpsc::channel();
        let source = BufReader::new(Source { bytes, rest: Vec::new() });
        input.send(b"uci\ngo infinite\n".to_vec()).unwrap();
        // The input stays open: only the output tells that nobody is there.
        assert!(run(source, Closing(lines)).is_ok());
    }
}

#[test]
fn an_output_that_fails_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    assert!(matches!(run(io::Cursor::new("isready\n"), Full), Err(SessionError::Io(_))));
}
