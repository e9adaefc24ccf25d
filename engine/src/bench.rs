//! A fixed amount of work: its node count signs a version, its speed measures a machine.

use crate::level::Choice;
use crate::position::AnyPosition;
use crate::search::{Control, Engine, EngineError, Limits, SystemClock};
use crate::variant::Variant;

/// The depth the signature is taken at.
pub const DEPTH: u32 = 9;
/// The table's size in MiB; part of the signature.
const MEGABYTES: usize = 16;

/// Positions, each with its variant: openings, middle games and races of both games, on boards
/// of all widths.
const POSITIONS: [(&str, &str); 28] = [
    ("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"),
    ("breakthrough", "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w - - 1 26"),
    ("breakthrough", "pppppppp/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/PPPPPPPP w - - 2 2"),
    ("breakthrough", "p1pp1ppp/1pp2pp1/p2p3p/4p3/2P1P3/1P3P1P/P1PP2P1/PPP2PPP b - - 3 12"),
    ("breakthrough", "1pp2pp1/p2p2p1/1p1p3p/4p3/1P2P3/P4P1P/2PP2P1/1PP2PP1 w - - 0 18"),
    ("breakthrough", "2p2pp1/1p4p1/3p4/1P2p2p/4P1P1/2P5/1P1P3P/1P3PP1 b - - 0 24"),
    ("breakthrough", "1p3pp1/8/2p3p1/5p2/P2P4/1P6/6P1/1PP3P1 w - - 4 30"),
    ("breakthrough", "1pp5/5p2/8/1P3p2/4P3/8/2P5/5PP1 b - - 0 35"),
    ("breakthrough5x5", "ppppp/ppppp/5/PPPPP/PPPPP w - - 0 1"),
    ("breakthrough6x6", "pppppp/pppppp/6/6/PPPPPP/PPPPPP w - - 0 1"),
    ("breakthrough6x6", "1pp1p1/p2p2/2p1P1/1P3p/P1PP2/2P1PP b - - 1 9"),
    ("breakthrough7x7", "ppppppp/pp1pppp/2p4/7/3P3/PPP1PPP/PPPPPPP w - - 2 2"),
    ("breakthrough6x8", "pppppp/pppppp/6/6/6/6/PPPPPP/PPPPPP w - - 0 1"),
    ("breakthrough9x9", "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP w - - 0 1"),
    (
        "breakthrough10x10",
        "pppppppppp/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/PPPPPPPPPP w - - 0 1",
    ),
    (
        "breakthrough16x8",
        "pppppppppppppppp/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/PPPPPPPPPPPPPPPP b - - 0 1",
    ),
    ("freeling", "sssss/sssss/5/5/5/5/5/SSSSS/SSSSS w 0 1"),
    ("freeling", "sss1s/1sds1/5/2d2/5/2D2/1D3/1S1D1/S2SS w 10 6"),
    ("freeling", "ss1ss/ss3/3s1/2dSs/S4/2S2/S4/2S1S/SS1SS w 0 6"),
    ("freeling", "ss2s/2d2/Ss3/SSd2/s4/1SD2/5/1S3/S2S1 b 0 9"),
    ("freeling", "s2ss/5/S4/S2d1/s1d2/1D1Ss/3S1/5/3SS w 5 13"),
    ("freeling", "1s2s/5/SS3/Ss1d1/s1s1s/4s/2D2/5/4S w 0 20"),
    ("freeling-towers", "sssss/sssss/5/5/5/5/5/SSSSS/SSSSS w 0 1"),
    ("freeling-towers", "2d1s/1d3/5/2d2/Sss2/s1DD1/3D1/5/SS2S b 1 9"),
    ("freeling-towers", "1s1s1/s3s/1dd2/2d2/5/2D1S/5/1D1D1/S2S1 b 5 9"),
    ("freeling-towers", "s1s2/5/1ss1s/s2s1/2s1S/2D2/1D3/5/3S1 w 0 13"),
    ("freeling-towers", "4s/5/4S/1sss1/sSd2/S4/4S/1D3/S4 w 0 20"),
    ("freeling-towers", "5/3s1/5/S1sd1/S1d2/1S1S1/5/2S2/S4 b 3 23"),
];

/// The positions of the bench.
///
/// # Panics
/// Never: every position is read by a test.
pub fn positions() -> Vec<Box<dyn AnyPosition>> {
    POSITIONS
        .iter()
        .map(|(variant, fen)| {
            let variant: Variant = variant.parse().expect("bench variants exist");
            variant.position(fen).expect("bench positions are valid")
        })
        .collect()
}

/// Searches every position to `depth` with one thread and a fresh engine, calling `each` with the nodes of each; the sum
/// is the signature.
///
/// # Errors
/// When the memory for the table cannot be had.
pub fn run(
    depth: u32,
    choice: Choice,
    mut each: impl FnMut(&dyn AnyPosition, u64),
) -> Result<u64, EngineError> {
    let mut engine = Engine::new(1, MEGABYTES)?;
    engine.set_level(choice);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut total = 0;
    for position in positions() {
        engine.new_game();
        let control = Control::new(SystemClock::start(), false);
        let nodes = position.search(&mut engine, &limits, &control, &mut |_| ()).nodes;
        each(position.as_ref(), nodes);
        total += nodes;
    }
    Ok(total)
}
