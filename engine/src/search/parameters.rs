//! Every number the search was tuned with, in one place. Margins are centipawns; what each step of the search gains is
//! kept with its match in `docs/strength.md`.

/// Half-width of the first aspiration window.
pub(crate) const ASPIRATION: i32 = 25;
/// The first iteration searched with a window.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility: deepest remaining depth, and margin a ply.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 9;
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 130;

/// Razoring: deepest remaining depth, and margin a ply.
pub(crate) const RAZOR_DEPTH: i32 = 3;
pub(crate) const RAZOR_MARGIN: i32 = 400;

/// Futility of quiet moves: deepest remaining depth, fixed margin, and margin a ply.
pub(crate) const FUTILITY_DEPTH: i32 = 6;
pub(crate) const FUTILITY_BASE: i32 = 120;
pub(crate) const FUTILITY_MARGIN: i32 = 100;

/// Quiet moves that lose a man are not tried up to this remaining depth.
pub(crate) const LOSING_STEP_DEPTH: i32 = 4;

/// Late-move pruning: deepest remaining depth, the number of quiet moves tried at depth 0, and hundredths of a move more
/// for the square of the depth.
pub(crate) const LATE_MOVE_DEPTH: i32 = 6;
pub(crate) const LATE_MOVE_BASE: i32 = 3;
pub(crate) const LATE_MOVE_GROWTH: i32 = 60;

/// Depth from which a node without a table move is searched a ply less deep.
pub(crate) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Late-move reductions: the least depth and the number of moves searched in full.
pub(crate) const REDUCTION_DEPTH: i32 = 3;
pub(crate) const REDUCTION_MOVES: usize = 1;
/// Reduction in 256ths of a ply for the product of the binary logarithms of depth and move number.
pub(crate) const REDUCTION_SCALE: i32 = 120;
/// Plies more at nodes expected to fail high, where the first move should have done it.
pub(crate) const REDUCTION_CUT_NODE: i32 = 2;
/// History that changes a reduction by one ply.
pub(crate) const REDUCTION_HISTORY: i32 = 8192;

/// What a capture can add to a quiescence estimate at most.
pub(crate) const DELTA: i32 = 250;

/// The largest absolute value of a history entry.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;

/// Plies of quiescence after which only threats are answered. On wide boards of few ranks nearly every man can take
/// another, and quiescence would not end.
pub(crate) const QUIESCENCE_PLIES: i32 = 6;

/// Plies of quiescence in which urgent quiet moves are tried as well.
pub(crate) const URGENT_PLIES: i32 = 1;
