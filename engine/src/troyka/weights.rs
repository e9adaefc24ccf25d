//! The weights of the hand-made evaluation, in centipawns. How they were fitted: `docs/strength.md`.

/// Rows of the tables: the home rank, then 1, 2, … steps from the goal; the last row serves all farther ranks.
pub(super) const ROWS: usize = 7;
/// Columns of the square table: files by their distance from the nearer edge; the last serves all inner files.
pub(super) const EDGES: usize = 4;

/// Steps to break through, from 0; the last stands for all more.
pub(super) const RACE: usize = 11;

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
    /// The steps to break through that the side to move needs at least, and its opponent: what the race is worth to the
    /// side to move.
    pub(super) race: [[i32; RACE]; RACE],
    /// The foremost runner, by its steps to the goal, from 1.
    pub(super) runner: [i32; ROWS],
    /// The right to move.
    pub(super) tempo: i32,
}

/// The weights in use.
pub(super) static TUNED: Weights = Weights {
    squares: [
        [-30, 33, 70, -45],
        [200, 60, 40, 60],
        [157, 30, 9, 39],
        [116, -1, 19, 26],
        [68, -10, 15, 23],
        [50, 4, 9, 12],
        [24, -14, 17, 19],
    ],
    attacked: [0, 106, 86, 49, 27, 12, 11],
    attacked_twice: [0, 117, 117, 74, 74, 58, 76],
    controlled: [0, 70, 70, 41, 35, 28, 44],
    phalanx: 6,
    hanging: -64,
    besieged: -72,
    engaged: -72,
    outpost: -23,
    hole: -12,
    race: [
        [-8, -8, -8, 176, 140, 290, 226, 81, 34, 10, 13],
        [-8, -8, -8, 176, 140, 290, 226, 81, 34, 10, 13],
        [-8, -8, -8, 176, 140, 290, 226, 81, 34, 10, 13],
        [-8, -8, -8, 176, 140, 290, 226, 81, 34, 10, 13],
        [-38, -38, -38, -75, 86, 60, 104, 58, 7, 5, 3],
        [-64, -64, -64, -66, -12, -17, 17, -17, -11, -10, -7],
        [-43, -43, -43, -72, -27, -34, 0, -19, -2, -3, 5],
        [-3, -3, -3, -28, 0, 0, 31, -5, -28, -3, -35],
        [6, 6, 6, 0, -9, -11, 24, -68, -63, -28, -73],
        [2, 2, 2, -1, -6, -18, -3, -60, -46, -29, -58],
        [2, 2, 2, 3, -4, -8, 48, -63, -73, -14, -68],
    ],
    runner: [300, 120, 60, 20, 0, 0, 0],
    tempo: 105,
};
