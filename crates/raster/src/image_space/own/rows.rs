//! Which rows of a table matter: each row is left out in turn, and the answers are compared.

use super::check::Fault;
use super::counterexample::family;
use super::pixel::can_be_judged;
use super::relations::{Allen, relations};
use super::table::OwnTable;
use crate::image_space::explained::relation::Relation;

/// Number of random pixels on which the answers are compared.
pub const PIXELS: usize = 200;

/// Effect of leaving out a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The table cannot run without it.
    Needed(Fault),
    /// Answers change.
    Changes(Changes),
    /// No answer changes, of those that were compared.
    Nothing,
    /// Unknown, because pixels cannot judge the table.
    Unknown,
}

/// The answers that change if a row is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// In these of the eight relations.
    pub relations: Vec<Relation>,
    /// In these of Allen's relations.
    pub allen: Vec<Allen>,
    /// On this number of [`PIXELS`] random pixels.
    pub pixels: usize,
}

/// The effect of leaving out each row, with the row's place, round and index.
pub fn rows_that_matter(table: &OwnTable, seed: u64) -> Vec<([usize; 2], Effect)> {
    rows_that_matter_while(table, seed, &mut || true)
}

/// Like [`rows_that_matter`], only as far as it gets before `go_on` returns `false`.
pub fn rows_that_matter_while(
    table: &OwnTable,
    seed: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<([usize; 2], Effect)> {
    let program = table.lowered();
    let whole = relations(&program).filter(|_| can_be_judged(&program));
    let pixels = family(table.bodies, seed, PIXELS);
    let answers: Vec<bool> = match whole {
        Some(_) => pixels.iter().map(|pixel| pixel.collides(&program)).collect(),
        None => Vec::new(),
    };
    let effect = |place: [usize; 2]| {
        let less = table.without(place);
        let program = match less.program() {
            Ok(program) => program,
            Err(fault) => return Effect::Needed(fault),
        };
        let (Some(whole), Some(less)) = (&whole, relations(&program)) else { return Effect::Unknown };
        let eight = whole.relations.iter().zip(&less.relations).filter(|(before, after)| before != after);
        let allen = whole.allen.iter().zip(&less.allen).filter(|(before, after)| before != after);
        let pixels =
            pixels.iter().zip(&answers).filter(|(pixel, before)| pixel.collides(&program) != **before);
        let changes = Changes {
            relations: eight.map(|(before, _)| before.0).collect(),
            allen: allen.map(|(before, _)| before.0).collect(),
            pixels: pixels.count(),
        };
        if changes == Changes::default() { Effect::Nothing } else { Effect::Changes(changes) }
    };
    table.places().take_while(|_| go_on()).map(|place| (place, effect(place))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::settings::BUILT_IN;
    use crate::image_space::own::table::OwnRow;
    use crate::image_space::own::text::read;
    use crate::image_space::pass::Surface;

    #[test]
    fn every_row_of_a_method_matters_and_a_row_that_does_nothing_does_not() {
        for (id, program) in BUILT_IN {
            let mut table = OwnTable::of_program(id, program);
            let effects = rows_that_matter(&table, 1);
            assert_eq!(effects.len(), table.row_count(), "{id}");
            for (place, effect) in &effects {
                // The printed table has a row that changes nothing on one pixel.
                let may_be_idle = id == "stencil-as-published";
                assert!(*effect != Effect::Nothing || may_be_idle, "{id} {place:?}");
            }
            // A draw without tests, writes and count changes no answer; lists have a fixed form.
            if id == "depth-lists" || id == "edge-winding" {
                continue;
            }
            let last = table.rounds.len() - 1;
            table.rounds[last].rows.insert(0, OwnRow::draw(Surface::Tile));
            let effects = rows_that_matter(&table, 1);
            let idle = effects.iter().find(|(place, _)| *place == [last, 0]).unwrap();
            assert_eq!(idle.1, Effect::Nothing, "{id}");
        }
    }

    #[test]
    fn what_changes_is_what_a_run_of_the_shorter_table_shows() {
        let text = "read counts\nround\n clear depth 1\n draw A near depth lequal write\n draw B far depth gequal count\n\
                    round\n clear depth 1\n draw B near depth lequal write\n draw A far depth gequal count\n";
        let table = read(text).unwrap();
        let effects = rows_that_matter(&table, 4);
        let needed: Vec<_> = effects.iter().map(|(_, effect)| matches!(effect, Effect::Needed(_))).collect();
        assert_eq!(needed, [false, true, false, true], "a round without a count cannot be read");
        let Effect::Changes(changes) = &effects[0].1 else { panic!("{effects:?}") };
        let (whole, less) = (table.lowered(), table.without([0, 0]).lowered());
        let family = family(table.bodies, 4, PIXELS);
        let differing = family.iter().filter(|pixel| pixel.collides(&whole) != pixel.collides(&less));
        assert_eq!(changes.pixels, differing.count());
        // Without A's near side nothing is drawn that hides B, so the query counts nothing.
        assert_eq!(changes.relations.len(), 6, "{:?}", changes.relations);
    }
}
