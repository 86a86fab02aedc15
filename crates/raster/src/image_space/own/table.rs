//! The cells of a table of passes as its author wrote them.
//!
//! A cell that says nothing is `None`. What it means depends on the table's rule for unsaid state: see [`Unsaid`].

use crate::gpu::{Compare, StencilOp};
use crate::image_space::pass::{
    Depth, Outline, Pass, PassProgram, Read, Repeat, Rounds, Surface, Takes, Varies,
};

/// Largest number of rows of a table.
pub const MOST_ROWS: usize = 32;
/// Largest number of rounds of a table.
pub const MOST_ROUNDS: usize = crate::detector::MOST_ROUNDS;
/// Largest number of slices or layers of a table.
pub const MOST_TURNS: u32 = 64;
/// Largest number of characters in a table's name.
pub const MOST_NAME: usize = 60;
/// Number of slices, if a table says only that it repeats once per slice.
pub const SLICES: u32 = 32;

/// A table of passes as written.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnTable {
    /// The author's name for it.
    pub name: String,
    /// Comment lines above the first round, without `#`.
    pub comments: Vec<String>,
    /// The bodies that it decides.
    pub bodies: Takes,
    /// How often its rounds run.
    pub repeat: Repetition,
    /// Source of its verdict.
    pub read: Read,
    /// Whether bodies are drawn exactly, enlarged or shrunk.
    pub outline: Outline,
    /// Whether the roles of the bodies may be exchanged.
    pub symmetric: bool,
    /// The meaning of a cell that says nothing.
    pub unsaid: Unsaid,
    /// Its rounds.
    pub rounds: Vec<OwnRound>,
}

/// How often the rounds of a table run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Once.
    Once,
    /// Once per slice, of so many.
    Slices(u32),
    /// Once per layer, of at most so many.
    Layers(u32),
}

/// The meaning of a cell that says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsaid {
    /// Every row has the whole state: a test that it does not say is off, an operation keeps, depth is not written.
    Off,
    /// As in OpenGL: what a row does not say is as in the row before, across rounds.
    Inherited,
}

/// A round of a table as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnRound {
    /// Comment lines above it, without `#`.
    pub comments: Vec<String>,
    /// Its rows.
    pub rows: Vec<OwnRow>,
}

/// A row of a table as written.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnRow {
    /// Comment lines above it, without `#`.
    pub comments: Vec<String>,
    /// The comment behind it, without `#`; empty if there is none.
    pub comment: String,
    /// Value to which depth is cleared before the draw.
    pub clear_depth: Option<ClearedDepth>,
    /// Value to which the stencil buffer is cleared before the draw.
    pub clear_stencil: Option<u8>,
    /// The surface that is drawn.
    pub draw: Surface,
    /// The depth test.
    pub depth: Option<DepthCell>,
    /// Whether a passing fragment replaces the stored depth.
    pub depth_writes: Option<Depth>,
    /// The stencil test.
    pub stencil: Option<StencilCell>,
    /// Operation where the stencil test fails.
    pub fail: Option<StencilOp>,
    /// Operation where the depth test fails.
    pub depth_fail: Option<StencilOp>,
    /// Operation where both tests pass.
    pub pass: Option<StencilOp>,
    /// Operation where both tests pass on faces that are turned away from the eye. If it says nothing and `pass` says
    /// something, both kinds of faces have that operation.
    pub back_pass: Option<StencilOp>,
    /// The bits of the stencil buffer that the row may change.
    pub bits: Option<u8>,
    /// Whether the samples that pass are counted.
    pub count: bool,
    /// Whether the depth values are read back after the draw.
    pub read_depth: bool,
}

/// Value to which depth is cleared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClearedDepth {
    /// A depth from 0, the near plane, to 1, the far plane.
    To(f32),
    /// The plane of the slice.
    Slice,
}

/// A depth test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthCell {
    /// No test, and no depth is written.
    Off,
    /// Fragments pass whose depth compares so with the stored one.
    Test(Compare),
}

/// A stencil test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StencilCell {
    /// No test, and the stencil buffer stays unchanged.
    Off,
    /// Fragments pass where the reference compares so with the stored value, both under the mask.
    Test(Compare, Reference, u8),
}

/// The value with which the stencil test compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// This value.
    Value(u8),
    /// The number of the turn, from 0.
    Turn,
}

impl OwnRow {
    /// A row that draws a surface and says nothing else.
    pub fn draw(surface: Surface) -> Self {
        Self {
            comments: Vec::new(),
            comment: String::new(),
            clear_depth: None,
            clear_stencil: None,
            draw: surface,
            depth: None,
            depth_writes: None,
            stencil: None,
            fail: None,
            depth_fail: None,
            pass: None,
            back_pass: None,
            bits: None,
            count: false,
            read_depth: false,
        }
    }

    /// The cells of a pass that has its whole state. Only what differs from [`Unsaid::Off`] is said; the pass's
    /// sentence becomes the comment.
    pub fn of_pass(pass: &Pass) -> Self {
        let said = |op: StencilOp| (op != StencilOp::Keep).then_some(op);
        let stencil = pass.stencil;
        let reference = |value| match pass.varies {
            Varies::Reference => Reference::Turn,
            Varies::Nothing | Varies::ClearedDepth => Reference::Value(value),
        };
        Self {
            comment: pass.says.to_owned(),
            clear_depth: match pass.varies {
                Varies::ClearedDepth => Some(ClearedDepth::Slice),
                _ => pass.clear.depth.map(ClearedDepth::To),
            },
            clear_stencil: pass.clear.stencil,
            depth: pass.depth.map(|depth| DepthCell::Test(depth.test)),
            depth_writes: pass.depth.filter(|depth| depth.write).map(|_| Depth::Write),
            stencil: stencil.map(|s| StencilCell::Test(s.test, reference(s.reference), s.mask)),
            fail: stencil.and_then(|s| said(s.fail)),
            depth_fail: stencil.and_then(|s| said(s.depth_fail)),
            pass: stencil.and_then(|s| said(s.pass)),
            back_pass: stencil.and_then(|s| s.back_pass),
            bits: stencil.map(|s| s.write).filter(|bits| *bits != 0xff),
            count: pass.counted,
            read_depth: pass.depth_read,
            ..Self::draw(pass.draw)
        }
    }
}

/// A table without rows, with the meaning of a text that says nothing.
impl Default for OwnTable {
    fn default() -> Self {
        Self {
            name: String::new(),
            comments: Vec::new(),
            bodies: Takes::Convex,
            repeat: Repetition::Once,
            read: Read::Counts,
            outline: Outline::True,
            symmetric: false,
            unsaid: Unsaid::Off,
            rounds: Vec::new(),
        }
    }
}

impl OwnTable {
    /// The table of a program, with the whole state of every row; a copy of a built-in table to begin with.
    pub fn of_program(name: &str, program: &PassProgram) -> Self {
        let round = |rows: &[Pass]| OwnRound {
            comments: Vec::new(),
            rows: rows.iter().map(OwnRow::of_pass).collect(),
        };
        Self {
            name: name.to_owned(),
            comments: Vec::new(),
            bodies: program.takes,
            repeat: match program.repeat {
                Repeat::Once => Repetition::Once,
                Repeat::Slices => Repetition::Slices(program.turns.unwrap_or(SLICES).min(MOST_TURNS)),
                Repeat::Layers => Repetition::Layers(program.turns.unwrap_or(MOST_TURNS).min(MOST_TURNS)),
            },
            read: program.read,
            outline: program.outline,
            symmetric: program.symmetric,
            unsaid: Unsaid::Off,
            rounds: program.rounds.iter().map(round).collect(),
        }
    }

    /// Number of rows, in all rounds.
    pub fn row_count(&self) -> usize {
        self.rounds.iter().map(|round| round.rows.len()).sum()
    }

    /// Every row's place, round and row, in order.
    pub fn places(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let rows = |(round, rows): (usize, &OwnRound)| (0..rows.rows.len()).map(move |row| [round, row]);
        self.rounds.iter().enumerate().flat_map(rows)
    }

    /// The row at a place.
    pub fn row(&self, [round, row]: [usize; 2]) -> Option<&OwnRow> {
        self.rounds.get(round)?.rows.get(row)
    }

    /// The table without the row at a place.
    pub fn without(&self, [round, row]: [usize; 2]) -> Self {
        let mut table = self.clone();
        if let Some(round) = table.rounds.get_mut(round).filter(|round| row < round.rows.len()) {
            round.rows.remove(row);
        }
        table
    }
}

/// The program without what does not decide: the sentences, and the number of turns where a setting gives it. Two
/// tables with the same core give the same verdicts, up to the number of their turns.
pub fn core(program: &PassProgram) -> PassProgram {
    let rows = |round: &[Pass]| round.iter().map(|pass| pass.says("")).collect();
    PassProgram {
        rounds: Rounds::Own(program.rounds.iter().map(rows).collect()),
        turns: None,
        ..program.clone()
    }
}
