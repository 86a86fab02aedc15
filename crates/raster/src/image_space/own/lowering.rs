//! From cells to the program that runs: every row gets its whole state.

use super::table::{ClearedDepth, DepthCell, OwnRow, OwnTable, Reference, Repetition, StencilCell, Unsaid};
use crate::gpu::{Clear, Compare, DepthState, StencilOp, StencilState};
use crate::image_space::pass::{Depth, Pass, PassProgram, Repeat, Rounds, Surface, Varies, Who};

/// The state of OpenGL's depth and stencil test, whether they are on or off.
#[derive(Clone, Copy)]
struct State {
    depth_on: bool,
    depth: DepthState,
    stencil_on: bool,
    stencil: StencilState,
    compares_turn: bool,
}

impl State {
    /// The state in which an OpenGL context begins.
    const INITIAL: Self = Self {
        depth_on: false,
        depth: DepthState { test: Compare::Less, write: true },
        stencil_on: false,
        stencil: StencilState {
            test: Compare::Always,
            reference: 0,
            mask: 0xff,
            fail: StencilOp::Keep,
            depth_fail: StencilOp::Keep,
            pass: StencilOp::Keep,
            write: 0xff,
            back_pass: None,
        },
        compares_turn: false,
    };
    /// The state of a row that says nothing, in a table whose unsaid state is off.
    const OFF: Self = Self { depth: DepthState { test: Compare::Less, write: false }, ..Self::INITIAL };

    /// The state after what a row says.
    fn after(mut self, row: &OwnRow) -> Self {
        match row.depth {
            None => {}
            Some(DepthCell::Off) => self.depth_on = false,
            Some(DepthCell::Test(test)) => {
                self.depth_on = true;
                self.depth.test = test;
            }
        }
        if let Some(writes) = row.depth_writes {
            self.depth.write = writes == Depth::Write;
        }
        match row.stencil {
            None => {}
            Some(StencilCell::Off) => self.stencil_on = false,
            Some(StencilCell::Test(test, reference, mask)) => {
                self.stencil_on = true;
                self.compares_turn = reference == Reference::Turn;
                let reference = if let Reference::Value(value) = reference { value } else { 0 };
                self.stencil = StencilState { test, reference, mask, ..self.stencil };
            }
        }
        let stencil = &mut self.stencil;
        stencil.fail = row.fail.unwrap_or(stencil.fail);
        stencil.depth_fail = row.depth_fail.unwrap_or(stencil.depth_fail);
        if let Some(pass) = row.pass {
            // `glStencilOp` sets the operation of both kinds of faces.
            (stencil.pass, stencil.back_pass) = (pass, None);
        }
        stencil.back_pass = row.back_pass.or(stencil.back_pass);
        stencil.write = row.bits.unwrap_or(stencil.write);
        self
    }
}

impl OwnTable {
    /// The program that the cells mean. It may be one that [`OwnTable::faults`] refuses; schedules run only programs
    /// without faults.
    pub fn lowered(&self) -> PassProgram {
        let mut state = State::INITIAL;
        let mut pass = |row: &OwnRow| {
            let before = if self.unsaid == Unsaid::Inherited { state } else { State::OFF };
            state = before.after(row);
            lowered(row, &state)
        };
        let rounds = self.rounds.iter().map(|round| round.rows.iter().map(&mut pass).collect()).collect();
        let (repeat, turns) = match self.repeat {
            Repetition::Once => (Repeat::Once, None),
            Repetition::Slices(count) => (Repeat::Slices, Some(count)),
            Repetition::Layers(most) => (Repeat::Layers, Some(most)),
        };
        PassProgram {
            rounds: Rounds::Own(rounds),
            read: self.read,
            symmetric: self.symmetric,
            outline: self.outline,
            repeat,
            takes: self.bodies,
            turns,
        }
    }
}

/// The rows of a table with the whole state that they mean, in the words of a table whose unsaid state is off.
pub fn meant(table: &OwnTable) -> Vec<OwnRow> {
    table.lowered().rows().map(|pass| OwnRow::of_pass(&pass.says(""))).collect()
}

/// A row that says the whole state that it means in a table whose unsaid state is off. It then means the same in every
/// table.
pub fn spelled_out(row: &OwnRow) -> OwnRow {
    let said = |op: Option<StencilOp>| Some(op.unwrap_or(StencilOp::Keep));
    let mut row = row.clone();
    row.depth = Some(row.depth.unwrap_or(DepthCell::Off));
    row.depth_writes = Some(row.depth_writes.unwrap_or(Depth::ReadOnly));
    row.stencil = Some(row.stencil.unwrap_or(StencilCell::Off));
    if row.stencil != Some(StencilCell::Off) {
        (row.fail, row.depth_fail, row.pass) = (said(row.fail), said(row.depth_fail), said(row.pass));
        row.bits = Some(row.bits.unwrap_or(0xff));
    }
    row
}

/// A sentence about a row that draws this surface, for the inspector.
const fn says(surface: Surface) -> &'static str {
    match surface {
        Surface::Near(Who::First) => "Draw A's near side",
        Surface::Far(Who::First) => "Draw A's far side",
        Surface::Whole(Who::First) => "Draw both sides of A",
        Surface::Edges(Who::First) => "Draw A's edges",
        Surface::Near(Who::Second) => "Draw B's near side",
        Surface::Far(Who::Second) => "Draw B's far side",
        Surface::Whole(Who::Second) => "Draw both sides of B",
        Surface::Edges(Who::Second) => "Draw B's edges",
        Surface::Tile => "Draw a quad over all pixels",
    }
}

/// The sentences of all rows that a user can write.
pub fn sentences() -> impl Iterator<Item = &'static str> {
    let parts = [Surface::Near, Surface::Far, Surface::Whole, Surface::Edges];
    let of_bodies = parts.into_iter().flat_map(|part| [Who::First, Who::Second].map(part));
    of_bodies.chain([Surface::Tile]).map(says)
}

fn lowered(row: &OwnRow, state: &State) -> Pass {
    let stencil = state.stencil_on.then_some(state.stencil);
    let depth = match row.clear_depth {
        Some(ClearedDepth::To(depth)) => Some(depth),
        Some(ClearedDepth::Slice) | None => None,
    };
    Pass {
        says: says(row.draw),
        clear: Clear { color: None, depth, stencil: row.clear_stencil },
        draw: row.draw,
        depth: state.depth_on.then_some(state.depth),
        stencil,
        counted: row.count,
        depth_read: row.read_depth,
        varies: match row.clear_depth {
            Some(ClearedDepth::Slice) => Varies::ClearedDepth,
            _ if stencil.is_some() && state.compares_turn => Varies::Reference,
            _ => Varies::Nothing,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::text::read;

    fn rows(text: &str) -> Vec<Pass> {
        read(&format!("read counts\n{text}")).unwrap().lowered().rows().copied().collect()
    }

    #[test]
    fn unsaid_state_is_off_or_that_of_the_row_before() {
        let rows_of = |rule: &str, third: &str| {
            rows(&format!(
                "state {rule}\nround\n draw A near depth less write stencil equal 2 mask 0f pass incr back decr bits 03\n\
                 draw B far\n draw B far {third} count\nround\n draw A near depth greater count\n"
            ))
        };
        let whole = rows_of("whole", "");
        assert_eq!((whole[1].depth, whole[1].stencil), (None, None));
        assert_eq!(whole[3].depth, Some(DepthState { test: Compare::Greater, write: false }));
        let inherited = rows_of("inherited", "pass zero");
        assert_eq!((inherited[1].depth, inherited[1].stencil), (inherited[0].depth, inherited[0].stencil));
        // `pass` alone sets the operation of both kinds of faces.
        let stencil = inherited[2].stencil.unwrap();
        assert_eq!((stencil.pass, stencil.back_pass, stencil.write), (StencilOp::Zero, None, 3));
        let last = inherited[3];
        assert_eq!(last.depth, Some(DepthState { test: Compare::Greater, write: true }));
        assert_eq!(last.stencil, Some(stencil), "across rounds");
    }
}
