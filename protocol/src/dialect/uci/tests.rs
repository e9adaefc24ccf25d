use proptest::prelude::*;

use super::*;

fn read_some(line: &str) -> Command {
    read(line).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a command")
}

fn read_go(line: &str) -> Go {
    match read_some(line) {
        Command::Go(go) => go,
        other => panic!("{line} is read as {other:?}"),
    }
}

fn option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.into(), value: value.map(Into::into) }
}

#[test]
fn options_may_have_blanks_in_name_and_value_or_no_value() {
    let read = read_some;
    assert_eq!(
        read("setoption name Debug Log File value /a b/c  d.log"),
        option("Debug Log File", Some("/a b/c  d.log"))
    );
    assert_eq!(read("setoption  name\tclear   hash"), option("clear hash", None));
    assert_eq!(read("setoption name clear hash value true"), option("clear hash", Some("true")));
    assert_eq!(read("setoption name Hash value"), option("Hash", Some("")));
    assert_eq!(read("setoption name Hash value   "), option("Hash", Some("")));
    // The second one belongs to the value.
    assert_eq!(read("setoption name A value value 3"), option("A", Some("value 3")));
}

#[test]
fn options_without_a_name_are_refused() {
    for line in ["setoption", "setoption Hash value 3", "setoption name", "setoption name value 3"]
    {
        assert_eq!(super::read(line), Err(CommandError::OptionName), "{line}");
    }
}

#[test]
fn positions_are_read_with_and_without_moves() {
    let setup = |fen: Option<&str>, moves: &[&str]| {
        let moves = moves.iter().map(ToString::to_string).collect();
        Command::Position(Setup { fen: fen.map(Into::into), moves })
    };
    assert_eq!(read_some("position startpos"), setup(None, &[]));
    assert_eq!(read_some("position startpos moves "), setup(None, &[]));
    assert_eq!(read_some("position startpos moves a2a3  h7h6"), setup(None, &["a2a3", "h7h6"]));
    assert_eq!(read_some("position fen 8/8  w"), setup(Some("8/8 w"), &[]));
    assert_eq!(read_some("position fen 8/8 w moves a2a3"), setup(Some("8/8 w"), &["a2a3"]));
    assert_eq!(read_some("position fen"), setup(Some(""), &[]));
    assert_eq!(read("position"), Err(CommandError::PositionKind(String::new())));
    assert_eq!(read("position 8/8 w"), Err(CommandError::PositionKind("8/8".into())));
    assert_eq!(read("position startpos a2a3"), Err(CommandError::PositionMoves("a2a3".into())));
}

#[test]
fn the_words_of_go_stand_in_any_order() {
    let go = Go { time: [Some(-5), Some(0)], depth: Some(3), ponder: true, ..Go::default() };
    assert_eq!(read_go("go ponder wtime -5 btime 0 depth 3"), go);
    assert_eq!(read_go("go depth 3 btime 0 wtime -5 ponder"), go);
}

#[test]
fn words_that_mean_nothing_are_skipped_one_by_one() {
    let go = read_go("go fast depth 3 nodes many movetime");
    assert_eq!(go, Go { depth: Some(3), ignored: Some("fast".into()), ..Go::default() });
    // A keyword without its number does not take the next keyword away.
    let go = read_go("go depth nodes 50");
    assert_eq!((go.depth, go.nodes, go.ignored), (None, Some(50), Some("depth".into())));
    assert_eq!(read_go("go movetime 0").move_time, Some(0));
    assert_eq!(read_go("go depth -1").depth, None);
}

#[test]
fn numbers_without_bounds_are_as_large_as_can_be() {
    let go = read_go("go depth 99999999999 wtime 99999999999999999999 btime -99999999999999999999");
    assert_eq!((go.depth, go.time), (Some(u32::MAX), [Some(i64::MAX), Some(i64::MIN)]));
}

#[test]
fn searchmoves_takes_the_rest_of_the_line() {
    let go = read_go("go depth 2 searchmoves a2a3 b2b3 infinite");
    assert_eq!(go.search_moves, ["a2a3", "b2b3", "infinite"]);
    assert!(!go.infinite);
}

#[test]
fn perft_and_bench_need_a_number() {
    assert_eq!(read_some("go perft 5"), Command::Perft(5));
    assert_eq!(read_some("bench"), Command::Bench(None));
    assert_eq!(read_some("bench 4"), Command::Bench(Some(4)));
    for line in ["go perft", "go perft x", "bench -1"] {
        assert!(matches!(read(line), Err(CommandError::Depth { .. })), "{line}");
    }
}

#[test]
fn blanks_ends_and_marks_around_a_command_do_not_matter() {
    for line in ["isready", "  isready", "\tisready\r", "isready \r\n", "\u{feff}isready"] {
        assert_eq!(read_some(line), Command::IsReady, "{line:?}");
    }
    for line in ["", " \t\r\n", "debug on", "register later"] {
        assert_eq!(read(line), Ok(None), "{line:?}");
    }
    for line in ["xyzzy", "\0isready", "isready\0", "\u{fffd}", "UCI"] {
        assert!(matches!(read(line), Err(CommandError::Unknown(_))), "{line:?}");
    }
}

#[test]
fn errors_are_one_short_line_whatever_was_read() {
    let junk = "\u{1}".repeat(5_000);
    for line in [junk.clone(), format!("position {junk}"), format!("bench {junk}")] {
        let text = read(&line).unwrap_err().to_string();
        assert!(text.chars().count() < 120 && !text.contains(char::is_control), "{text:?}");
    }
}

/// Words of all kinds, but none of those given.
fn word(but: &'static [&'static str]) -> impl Strategy<Value = String> {
    "[^ \\t\\n\\x0c\\r]{1,12}|[a-z]{1,9}|[a-h][1-8][a-h][1-8]"
        .prop_filter("keywords", move |word| !but.contains(&word.as_str()))
}

fn words(but: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(word(but), 0..5)
}

fn go_strategy() -> impl Strategy<Value = Go> {
    let times = any::<([Option<i64>; 2], [Option<i64>; 2], Option<i64>)>();
    let counts = any::<(Option<u32>, Option<u32>, Option<u64>, Option<u32>)>();
    let ignored = prop::option::of("[a-z]{10,12}");
    (times, counts, any::<(bool, bool)>(), words(&[]), ignored).prop_map(
        |(
            (time, increment, move_time),
            (moves_to_go, depth, nodes, mate),
            flags,
            moves,
            ignored,
        )| {
            Go {
                time,
                increment,
                moves_to_go,
                depth,
                nodes,
                mate,
                move_time,
                infinite: flags.0,
                ponder: flags.1,
                search_moves: moves,
                ignored: ignored.filter(|word| word != "searchmoves"),
            }
        },
    )
}

fn command_strategy() -> impl Strategy<Value = Command> {
    let name = prop::collection::vec(word(&["value"]), 1..4).prop_map(|words| words.join(" "));
    let value = prop::option::of(".*".prop_map(|text| text.trim_ascii().to_owned()));
    let fen = prop::option::of(words(&["moves"]).prop_map(|fields| fields.join(" ")));
    prop_oneof![
        Just(Command::Identify),
        Just(Command::NewGame),
        Just(Command::IsReady),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        Just(Command::Show),
        Just(Command::Evaluate),
        Just(Command::Compiler),
        Just(Command::Help),
        any::<u32>().prop_map(Command::Perft),
        any::<Option<u32>>().prop_map(Command::Bench),
        (name, value).prop_map(|(name, value)| Command::SetOption { name, value }),
        (fen, words(&[])).prop_map(|(fen, moves)| Command::Position(Setup { fen, moves })),
        go_strategy().prop_map(Command::Go),
    ]
}

/// Lines that are nearly commands.
fn line_strategy() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "uci",
        "go",
        "position",
        "setoption",
        "name",
        "value",
        "startpos",
        "fen",
        "moves",
        "wtime",
        "movetime",
        "depth",
        "searchmoves",
        "perft",
        "infinite",
        "ponder",
        "bench",
        "-1",
        "0",
        "18446744073709551616",
        "",
    ]);
    let piece = prop_oneof![4 => known.prop_map(str::to_owned), 1 => ".{0,6}"];
    let blank = prop::sample::select(vec![" ", "  ", "\t", "\r", "\0"]);
    prop::collection::vec((piece, blank), 0..9)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, blank)| piece + blank).collect())
}

proptest! {
    #[test]
    fn reading_a_written_command_is_an_identity(command in command_strategy()) {
        let line = write(&command);
        prop_assert_eq!(read(&line), Ok(Some(command)), "{}", line);
    }

    #[test]
    fn whatever_is_read_can_be_written_and_read_again(line in line_strategy()) {
        if let Ok(Some(command)) = read(&line) {
            prop_assert_eq!(read(&write(&command)), Ok(Some(command)));
        }
    }

    #[test]
    fn no_text_panics(line: String) {
        let _ = read(&line);
    }
}
