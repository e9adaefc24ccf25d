//! The weights of the hand-made evaluation, in centipawns. How they were fitted: `docs/strength.md`.

/// Rows of the tables: the home rank, then 1, 2, … steps from the goal; the last row serves all farther ranks.
pub(super) const ROWS: usize = 7;
/// Columns of the square table: files by their distance from the nearer edge; the last serves all inner files.
pub(super) const EDGES: usize = 4;

/// One set of weights.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// A man, by where it stands.
    pub(super) squares: [[i32; EDGES]; ROWS],
    /// A square attacked by at least one man, by its steps from the goal.
    pub(super) attacked: [i32; ROWS],
    /// A square attacked by two men.
    pub(super) attacked_twice: [i32; ROWS],
    /// A square attacked by own men and by no enemy man.
    pub(super) controlled: [i32; ROWS],
    /// A pair of men side by side.
    pub(super) phalanx: i32,
    /// A man that is attacked and not protected.
    pub(super) hanging: i32,
    /// A man that two enemy men attack.
    pub(super) besieged: i32,
    /// A man under attack in the enemy's half.
    pub(super) engaged: i32,
    /// A protected man in the enemy's half that no enemy man attacks.
    pub(super) outpost: i32,
    /// A square of the third rank that no man of the first two ranks attacks.
    pub(super) hole: i32,
    /// The foremost runner, by its steps to the goal, from 1.
    pub(super) runner: [i32; ROWS],
    /// The right to move.
    pub(super) tempo: i32,
}

/// The weights in use.
pub(super) static TUNED: Weights = Weights {
    squares: [
        [-6, 17, 47, -26],
        [300, 300, 300, 300],
        [117, 25, 61, 75],
        [77, -15, 21, 35],
        [66, -10, 13, 24],
        [55, -3, 9, 16],
        [24, -15, 19, 21],
    ],
    attacked: [0, 68, 66, 45, 33, 12, -3],
    attacked_twice: [0, 2, 92, 73, 65, 61, 74],
    controlled: [0, 0, 47, 42, 36, 31, 65],
    phalanx: 4,
    hanging: 9,
    besieged: -11,
    engaged: -40,
    outpost: -16,
    hole: -12,
    runner: [900, 600, 350, 150, 60, 30, 15],
    tempo: 15,
};
