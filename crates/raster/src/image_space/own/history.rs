//! The history of a pixel under a table: its depth and stencil value after every row, turn by turn.

use super::pixel::Pixel;
use crate::image_space::pass::{PassProgram, Turn};
use crate::image_space::pixel_twin::{PixelState, history_of};

/// The buffers of a pixel before the first row.
pub const BEFORE: PixelState = PixelState { depth: 1.0, stencil: 0, passed: 0 };

/// The history of a pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    /// The turns in which every round runs; one if the table does not repeat.
    pub turns: Vec<Turn>,
    /// The states after the rows: by round, then by turn, then by row.
    states: Vec<PixelState>,
    /// Number of rows in each round.
    rows: Vec<usize>,
    /// Whether the table says "colliding" because of this pixel.
    pub colliding: bool,
}

impl History {
    /// Runs all rounds of a table on a pixel. There are no turns if slices find no depth that both bodies reach.
    pub fn of(table: &PassProgram, pixel: &Pixel) -> Self {
        let turns = pixel.turns(table).unwrap_or_default();
        let [first, second] = [0, 1].map(|body| pixel.sides(body));
        let states = history_of(table, &turns, [&first, &second]);
        let rows = table.rounds.iter().map(<[_]>::len).collect();
        Self { turns, states, rows, colliding: pixel.collides(table) }
    }

    /// The states before and after a row in a turn, counted from 0; `None` if there is no such row or turn.
    pub fn around(&self, [round, row]: [usize; 2], turn: usize) -> Option<[PixelState; 2]> {
        if row >= *self.rows.get(round)? || turn >= self.turns.len() {
            return None;
        }
        let earlier: usize = self.rows[..round].iter().sum::<usize>() * self.turns.len();
        let at = earlier + turn * self.rows[round] + row;
        let before = at.checked_sub(1).and_then(|at| self.states.get(at)).copied().unwrap_or(BEFORE);
        Some([before, *self.states.get(at)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::relations::pixel;
    use crate::image_space::own::table::OwnTable;
    use crate::image_space::{parity_slice, stencil};

    #[test]
    fn the_history_is_found_row_by_row_and_turn_by_turn() {
        // B reaches out of A at the back: the stencil value runs from 0 to 3.
        let history = History::of(&stencil::CORRECTED, &pixel([5, 8]));
        let stencils: Vec<_> = (0..2)
            .flat_map(|round| (0..8).map(move |row| [round, row]))
            .filter_map(|place| history.around(place, 0))
            .map(|[_, after]| after.stencil)
            .collect();
        assert_eq!(stencils, [1, 1, 1, 2, 2, 3]);
        assert!(
            history.colliding && history.around([0, 0], 1).is_none() && history.around([2, 0], 0).is_none()
        );
        assert_eq!(history.around([0, 0], 0).unwrap()[0], BEFORE);

        let slices = OwnTable::of_program("", &parity_slice::PROGRAM).lowered();
        let history = History::of(&slices, &pixel([5, 8]));
        assert_eq!(history.turns.len(), 32);
        let rows = slices.rounds[0].len();
        for turn in 1..32 {
            let [before, _] = history.around([0, 0], turn).unwrap();
            assert_eq!(before, history.around([0, rows - 1], turn - 1).unwrap()[1], "turn {turn}");
        }
        assert!(History::of(&slices, &pixel([7, 8])).turns.is_empty(), "no common depth");
    }
}
