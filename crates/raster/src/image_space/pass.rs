//! A method as a table of passes: schedules execute it, the inspector shows it, and "as published" and
//! "corrected" differ in its rows.
//!
//! A program has rounds; a round is a list of passes over one pair. The last counted pass of a round, or its
//! read-back, gives the result: zero proves the pair disjoint, and only the other pairs enter the next round.
//! The rounds of some programs repeat, turn by turn: see [`Repeat`].
//!
//! Built-in tables are constants. Tables that users write ([`super::own`]) have the same type, with rows of their own.

use std::ops::Index;
use std::sync::Arc;

use crate::gpu::{Clear, Compare, DepthState, StencilOp, StencilState};

/// A body of the pair, by its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The body that the papers call A.
    First,
    /// The body that the papers call B.
    Second,
}

/// The part of a body's surface that a pass draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// All triangles, front and back faces.
    Whole(Who),
    /// Triangles that face the eye.
    Near(Who),
    /// Triangles that face away from the eye.
    Far(Who),
    /// Edges of the triangles, as lines.
    Edges(Who),
    /// A quad over the whole tile, at the near plane.
    Tile,
}

/// One row of the table: an optional clear, a draw, an optional count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// The row's effect as one English sentence, the key of its translation.
    pub says: &'static str,
    /// Buffers cleared before the draw.
    pub clear: Clear,
    /// The surface that is drawn.
    pub draw: Surface,
    /// `None`: no depth test, no depth writes.
    pub depth: Option<DepthState>,
    /// `None`: no stencil test, no stencil writes.
    pub stencil: Option<StencilState>,
    /// Whether the samples that pass are counted.
    pub counted: bool,
    /// Whether the tile's depth values are read back after the draw.
    pub depth_read: bool,
    /// The part of the row that changes from turn to turn.
    pub varies: Varies,
}

/// The part of a row that changes when its round repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varies {
    /// Every turn is the same.
    Nothing,
    /// Depth is cleared to the turn's plane.
    ClearedDepth,
    /// The reference of the stencil test is the number of the turn.
    Reference,
}

/// How often the rounds of a program run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Every round once.
    Once,
    /// Every round once per slice: planes across the line of sight, evenly spaced over the depths that both
    /// boxes share. The counts of all slices are added.
    Slices,
    /// Every round once per layer: turn k uses the k-th fragment of a surface on each pixel, in drawing order. A
    /// round ends with the turn in which its first counted row counts nothing, because no pixel has so many
    /// fragments. The counts of its last counted row are added.
    Layers,
}

/// Largest number of layers. The stencil buffer counts fragments up to 255, so it tells 255 of them apart.
pub const MOST_LAYERS: u32 = 255;

/// One repetition of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Number of the turn, from 0.
    pub number: u32,
    /// Depth of the turn's plane: 0 at the near plane, 1 at the far plane.
    pub plane: f32,
}

impl Turn {
    /// The only turn of a round that does not repeat.
    pub const ONLY: Self = Self { number: 0, plane: 1.0 };
}

/// The passes of a program, by round.
#[derive(Clone, Debug)]
pub enum Rounds {
    /// Rows of a table in the program.
    BuiltIn(&'static [&'static [Pass]]),
    /// Rows of a table that a user wrote.
    Own(Arc<[Box<[Pass]>]>),
}

impl Rounds {
    /// Number of rounds.
    pub fn len(&self) -> usize {
        match self {
            Self::BuiltIn(rounds) => rounds.len(),
            Self::Own(rounds) => rounds.len(),
        }
    }

    /// Whether there are no rounds.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The passes of every round.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[Pass]> + ExactSizeIterator + Clone {
        (0..self.len()).map(|round| &self[round])
    }

    /// The passes of the last round.
    pub fn last(&self) -> Option<&[Pass]> {
        self.iter().next_back()
    }
}

impl Index<usize> for Rounds {
    type Output = [Pass];

    fn index(&self, round: usize) -> &[Pass] {
        match self {
            Self::BuiltIn(rounds) => rounds[round],
            Self::Own(rounds) => &rounds[round],
        }
    }
}

impl PartialEq for Rounds {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// A method as data: rounds of passes, and how their results are read. A clone shares the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct PassProgram {
    /// Passes by round, in order; see the module documentation.
    pub rounds: Rounds,
    /// Source of the verdict after the last round.
    pub read: Read,
    /// Whether exchanging the roles of the bodies leaves the verdict unchanged.
    pub symmetric: bool,
    /// Whether bodies are drawn exactly, enlarged or shrunk.
    pub outline: Outline,
    /// How often the rounds run.
    pub repeat: Repeat,
    /// The bodies that the program decides.
    pub takes: Takes,
    /// Number of slices, or largest number of layers, if the table sets it itself. `None`: the slices of the method's
    /// setting, or [`MOST_LAYERS`].
    pub turns: Option<u32>,
}

/// The bodies that a program decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Convex bodies, which cover one interval of depths on a pixel.
    Convex,
    /// Bodies with a closed surface, convex or not.
    Closed,
}

impl PassProgram {
    /// All rows, round by round.
    pub fn rows(&self) -> impl Iterator<Item = &Pass> + Clone {
        self.rounds.iter().flatten()
    }

    /// Number of slices; `set` is the value of the method's setting.
    pub fn slices(&self, set: u32) -> u32 {
        self.turns.unwrap_or(set)
    }

    /// Largest number of layers.
    pub fn layers(&self) -> u32 {
        self.turns.unwrap_or(MOST_LAYERS).min(MOST_LAYERS)
    }

    /// Whether any row tests or writes the stencil buffer.
    pub fn uses_stencil(&self) -> bool {
        self.rows().any(|pass| pass.stencil.is_some())
    }

    /// Whether the table can run over a sheet of many pairs at once: exact outlines, no read-back or wait
    /// between its passes, surfaces alone, and the same clear for all pairs (the planes of slices differ from pair to
    /// pair).
    pub fn fits_sheets(&self) -> bool {
        self.outline == Outline::True
            && self.repeat == Repeat::Once
            && matches!(self.read, Read::Counts | Read::Stencil(_))
            && !self.rows().any(|pass| matches!(pass.draw, Surface::Edges(_)))
    }

    /// The stencil value that proves a collision on a pixel: the one that is read or counted last.
    pub fn proof(&self) -> Option<u8> {
        match (self.read, self.rounds.last().and_then(|round| round.last())) {
            (Read::Stencil(value), _) => Some(value),
            (_, Some(Pass { draw: Surface::Tile, counted: true, stencil: Some(stencil), .. })) => {
                (stencil.test == Compare::Equal).then_some(stencil.reference)
            }
            _ => None,
        }
    }
}

impl Read {
    /// Whether a round whose count is zero proves the pair disjoint, so that no further round is needed.
    pub fn ends_at_zero(self) -> bool {
        !matches!(self, Self::AnyCount | Self::Lists)
    }
}

/// Size at which the bodies are drawn: see [`super::conservative`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// Exact, up to the rounding of f32.
    True,
    /// Enlarged so that no common point is lost between the samples.
    Fat,
    /// Shrunk by more than all rounding, so that no false hit occurs.
    Thin,
}

/// Source of the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// The rounds' counts: colliding when none of them is zero.
    Counts,
    /// The rounds' counts: colliding when any of them is not zero.
    AnyCount,
    /// The rounds' boolean queries, each awaited before the next begins: colliding when all are true.
    Booleans,
    /// The stencil buffer: colliding when any pixel has this value.
    Stencil(u8),
    /// The two depth images that each round reads back: counts the pixels that the second pass covers and
    /// whose second depth is not in front of the first. Colliding when no round counts zero.
    Depths,
    /// The depth images of all turns: the entries and the exits of A in the first round, those of B in the second.
    /// Colliding when a pixel has a depth in both bodies; see [`super::depth_lists`].
    Lists,
}

/// Clears depth to 0, the near plane.
pub const DEPTH_0: Clear = Clear { color: None, depth: Some(0.0), stencil: None };
/// Clears depth to 1, the far plane.
pub const DEPTH_1: Clear = Clear { color: None, depth: Some(1.0), stencil: None };
/// Clears the stencil buffer to 0.
pub const STENCIL_0: Clear = Clear { color: None, depth: None, stencil: Some(0) };
/// Clears depth (to the near plane) and stencil.
pub const DEPTH_0_STENCIL_0: Clear = Clear { color: None, depth: Some(0.0), stencil: Some(0) };
/// Clears depth (to the far plane) and stencil.
pub const DEPTH_1_STENCIL_0: Clear = Clear { color: None, depth: Some(1.0), stencil: Some(0) };

/// Whether a passing fragment replaces the stored depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The fragment's depth replaces the stored depth.
    Write,
    /// The stored depth stays.
    ReadOnly,
}

impl Pass {
    /// A pass that only draws a surface: it clears, tests, writes and counts nothing.
    pub const fn draw(surface: Surface) -> Self {
        let clear = Clear { color: None, depth: None, stencil: None };
        Self {
            says: "",
            clear,
            draw: surface,
            depth: None,
            stencil: None,
            counted: false,
            depth_read: false,
            varies: Varies::Nothing,
        }
    }

    /// Sets the sentence [`Pass::says`].
    pub const fn says(self, says: &'static str) -> Self {
        Self { says, ..self }
    }

    /// Clears these buffers before the draw.
    pub const fn clear(self, clear: Clear) -> Self {
        Self { clear, ..self }
    }

    /// Sets the depth test: `glDepthFunc` and `glDepthMask`.
    pub const fn depth(self, test: Compare, write: Depth) -> Self {
        Self { depth: Some(DepthState { test, write: matches!(write, Depth::Write) }), ..self }
    }

    /// Sets the stencil test: `glStencilFunc`, with `glStencilOp(Keep, Keep, Keep)` until [`Pass::then`]
    /// changes it.
    pub const fn stencil(self, test: Compare, reference: u8, mask: u8) -> Self {
        let keep = StencilOp::Keep;
        let stencil = StencilState {
            test,
            reference,
            mask,
            fail: keep,
            depth_fail: keep,
            pass: keep,
            write: 0xff,
            back_pass: None,
        };
        Self { stencil: Some(stencil), ..self }
    }

    /// Sets the stencil operations (`glStencilOp`): `fail` if the stencil test fails, `depth_fail` if the depth test
    /// fails, `pass` if both pass.
    pub const fn then(self, fail: StencilOp, depth_fail: StencilOp, pass: StencilOp) -> Self {
        match self.stencil {
            Some(s) => Self { stencil: Some(StencilState { fail, depth_fail, pass, ..s }), ..self },
            None => panic!("then() follows stencil()"),
        }
    }

    /// The operation where both tests pass on faces that are turned away from the eye: `glStencilOpSeparate`.
    pub const fn then_behind(self, pass: StencilOp) -> Self {
        match self.stencil {
            Some(s) => Self { stencil: Some(StencilState { back_pass: Some(pass), ..s }), ..self },
            None => panic!("then_behind() follows stencil()"),
        }
    }

    /// `glStencilMask`: the bits of the stencil buffer that the row may change.
    pub const fn writing(self, bits: u8) -> Self {
        match self.stencil {
            Some(s) => Self { stencil: Some(StencilState { write: bits, ..s }), ..self },
            None => panic!("writing() follows stencil()"),
        }
    }

    /// Compares the stencil with the number of the turn, from 0: `glStencilFunc`.
    pub const fn stencil_of_turn(self, test: Compare, mask: u8) -> Self {
        Self { varies: Varies::Reference, ..self.stencil(test, 0, mask) }
    }

    /// Clears depth to the turn's plane, and the buffers of `clear`, before the draw.
    pub const fn clear_to_slice(self, clear: Clear) -> Self {
        Self { clear, varies: Varies::ClearedDepth, ..self }
    }

    /// The row as a turn executes it.
    pub fn in_turn(self, turn: Turn) -> Self {
        match self.varies {
            Varies::Nothing => self,
            Varies::ClearedDepth => Self { clear: Clear { depth: Some(turn.plane), ..self.clear }, ..self },
            Varies::Reference => {
                let reference = turn.number as u8;
                Self { stencil: self.stencil.map(|s| StencilState { reference, ..s }), ..self }
            }
        }
    }

    /// Counts the samples that pass.
    pub const fn counted(self) -> Self {
        Self { counted: true, ..self }
    }

    /// Reads the tile's depth values back after the draw.
    pub const fn depth_read(self) -> Self {
        Self { depth_read: true, ..self }
    }
}

/// A pass that counts the pixels with this stencil value: a quad over the tile. It ends a table whose verdict is read
/// by a query.
pub fn count_stencil(value: u8) -> Pass {
    Pass::draw(Surface::Tile)
        .says("Count pixels with this stencil value")
        .stencil(Compare::Equal, value, 0xff)
        .counted()
}
