//! The weights of the hand-made evaluation, in centipawns.

/// Rows of the square table: the home rank, then 1, 2, … steps from the goal; the last row serves all farther ranks.
pub(super) const ROWS: usize = 7;
/// Columns of the square table: files by their distance from the nearer edge; the last serves all inner files.
pub(super) const EDGES: usize = 4;

/// One set of weights.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// A man, wherever it stands.
    pub(super) man: i32,
    /// What a square adds to it.
    pub(super) squares: [[i32; EDGES]; ROWS],
    /// A pair of men side by side.
    pub(super) phalanx: i32,
    /// A man with an own man straight ahead.
    pub(super) column: i32,
    /// A man with an own man diagonally behind it.
    pub(super) protected: i32,
    /// A man that is attacked and not protected.
    pub(super) hanging: i32,
    /// A man that is attacked twice and protected once.
    pub(super) outnumbered: i32,
    /// A square to step to that the enemy does not attack.
    pub(super) safe_step: i32,
    /// An attacked square in the enemy's half.
    pub(super) pressure: i32,
    /// The foremost runner, by its steps to the goal, from 1.
    pub(super) runner: [i32; ROWS],
    /// The right to move.
    pub(super) tempo: i32,
}

/// The weights in use.
pub(super) static TUNED: Weights = Weights {
    man: 100,
    squares: [
        [5, 20, 20, 5],
        [150, 160, 160, 160],
        [80, 95, 100, 100],
        [45, 55, 60, 60],
        [20, 28, 32, 32],
        [8, 12, 15, 15],
        [0, 2, 4, 4],
    ],
    phalanx: 6,
    column: 3,
    protected: 10,
    hanging: -30,
    outnumbered: -15,
    safe_step: 3,
    pressure: 2,
    runner: [800, 500, 300, 150, 80, 40, 20],
    tempo: 15,
};
