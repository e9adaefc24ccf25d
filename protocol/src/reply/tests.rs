use proptest::prelude::*;

use super::*;
use breach_engine::Variant;

fn info() -> Info {
    Info {
        depth: 7,
        selective_depth: 12,
        rank: 2,
        score: Score::Centipawns(-31),
        bound: Bound::Exact,
        chances: None,
        nodes: 12_000,
        elapsed: Duration::from_millis(40),
        permille_full: 3,
        line: vec!["a2a3".into(), "h7h6".into()],
    }
}

fn written(info: Info) -> String {
    Reply::Info(info).to_string()
}

#[test]
fn news_are_written_in_the_usual_order() {
    assert_eq!(
        written(info()),
        "info depth 7 seldepth 12 multipv 2 score cp -31 nodes 12000 nps 300000 hashfull 3 time 40 pv a2a3 h7h6"
    );
    let chances = Some(Chances { win: 420, draw: 72 });
    let bound = Info { bound: Bound::Lower, chances, ..info() };
    assert_eq!(
        written(bound),
        "info depth 7 seldepth 12 multipv 2 score cp -31 lowerbound wdl 420 72 508 nodes 12000 nps 300000 hashfull 3 time 40 pv a2a3 h7h6"
    );
    assert!(written(Info { bound: Bound::Upper, ..info() }).contains(" score cp -31 upperbound "));
}

#[test]
fn proven_results_are_told_in_moves() {
    let score = |score| {
        let chances = Some(Chances::of(score, Variant::default()));
        written(Info { score, chances, ..info() })
    };
    assert!(score(Score::Win(1)).contains(" score mate 1 wdl 1000 0 0 "));
    assert!(score(Score::Win(3)).contains(" score mate 2 wdl 1000 0 0 "));
    assert!(score(Score::Loss(2)).contains(" score mate -1 wdl 0 0 1000 "));
    assert!(score(Score::Loss(4)).contains(" score mate -2 wdl 0 0 1000 "));
}

#[test]
fn a_search_that_took_no_time_has_a_speed() {
    assert_eq!(per_second(5, Duration::ZERO), 5_000_000);
    assert_eq!(per_second(0, Duration::ZERO), 0);
    assert_eq!(per_second(u64::MAX, Duration::ZERO), u64::MAX);
    assert_eq!(per_second(1_000, Duration::from_secs(2)), 500);
}

#[test]
fn the_end_of_a_search_is_told_with_and_without_moves() {
    let best = |best: Option<&str>, ponder: Option<&str>| {
        let text = |mv: Option<&str>| mv.map(str::to_owned);
        Reply::BestMove { best: text(best), ponder: text(ponder) }.to_string()
    };
    assert_eq!(best(Some("a2a3"), Some("h7h6")), "bestmove a2a3 ponder h7h6");
    assert_eq!(best(Some("a2a3"), None), "bestmove a2a3");
    assert_eq!(best(None, None), "bestmove (none)");
    assert_eq!(Reply::GameOver.to_string(), "info depth 0 score mate 0");
}

/// The word behind `key`, as a number.
fn number(line: &str, key: &str) -> i128 {
    let mut words = line.split(' ').skip_while(|word| *word != key).skip(1);
    let word = words.next().unwrap_or_else(|| panic!("{key} is missing in {line}"));
    word.parse().unwrap_or_else(|_| panic!("{key} is no whole number in {line}"))
}

fn score_strategy() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-32_000i32..=32_000).prop_map(Score::Centipawns),
        (0u32..1_000).prop_map(Score::Win),
        (0u32..1_000).prop_map(Score::Loss),
    ]
}

prop_compose! {
    fn info_strategy()(
        (depth, selective_depth, rank) in (any::<u32>(), any::<u32>(), 1usize..300),
        score in score_strategy(),
        bound in prop::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper]),
        win in prop::option::of(0u32..=1_000),
        (nodes, micros) in any::<(u64, u64)>(),
        permille_full in 0u32..=1_000,
        line in prop::collection::vec("[a-p][1-9][a-p][1-9]", 1..5),
    ) -> Info {
        Info {
            depth, selective_depth, rank, score, bound, nodes,
            chances: win.map(|win| Chances { win, draw: (1_000 - win) / 2 }),
            elapsed: Duration::from_micros(micros), permille_full, line,
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_of_a_search_can_be_read_back(info in info_strategy()) {
        let line = written(info.clone());
        prop_assert_eq!(number(&line, "depth"), i128::from(info.depth));
        prop_assert_eq!(number(&line, "seldepth"), i128::from(info.selective_depth));
        prop_assert_eq!(number(&line, "multipv"), info.rank as i128);
        prop_assert_eq!(number(&line, "nodes"), i128::from(info.nodes));
        prop_assert_eq!(number(&line, "nps"), i128::from(info.nodes_per_second()));
        prop_assert_eq!(number(&line, "hashfull"), i128::from(info.permille_full));
        prop_assert_eq!(number(&line, "time"), info.elapsed.as_millis() as i128);
        match info.score {
            Score::Centipawns(score) => prop_assert_eq!(number(&line, "cp"), i128::from(score)),
            score => prop_assert_eq!(number(&line, "mate"), i128::from(score.mate_in_moves().unwrap())),
        }
        prop_assert_eq!(line.contains("lowerbound"), info.bound == Bound::Lower);
        prop_assert_eq!(line.contains("upperbound"), info.bound == Bound::Upper);
        prop_assert_eq!(line.contains(" wdl "), info.chances.is_some());
        let moves = line.split_once(" pv ").unwrap().1;
        prop_assert_eq!(moves.split(' ').collect::<Vec<_>>(), info.line);
    }

    #[test]
    fn every_message_is_one_line(text: String) {
        let safe = text.replace(char::is_control, "\u{fffd}");
        for reply in [Reply::Message(text.clone()), Reply::Text(text.clone())] {
            let line = reply.to_string();
            prop_assert!(!line.contains(char::is_control));
            prop_assert!(line.ends_with(&safe));
        }
    }
}
