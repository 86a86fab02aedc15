//! A mistake in a table: a row that writes depth keeps the stencil state of the row before it, as OpenGL does with all
//! state that a row does not set.

use crate::image_space::own::pixel::Touching;
use crate::image_space::own::relations::relations;
use crate::image_space::pass::{PassProgram, Rounds};

/// The row, by its round and its index in it, that makes the table wrong because it keeps the stencil state of the row
/// before it: without that state the table is right in every relation of two intervals. `None` if there is none.
pub fn row(table: &PassProgram) -> Option<[usize; 2]> {
    let is_right =
        |table: &PassProgram| relations(table).is_some_and(|strip| strip.wrong(Touching::IsEither) == [0, 0]);
    if relations(table).is_none() || is_right(table) {
        return None;
    }
    let places = table.rounds.iter().enumerate().flat_map(|(round, rows)| {
        let keeps = move |row: &usize| {
            let [before, now] = [&rows[row - 1], &rows[*row]];
            now.stencil.is_some()
                && now.stencil == before.stencil
                && now.depth.is_some_and(|depth| depth.write)
        };
        (1..rows.len()).filter(keeps).map(move |row| [round, row])
    });
    places.into_iter().find(|place| is_right(&without_stencil(table, *place)))
}

/// The table with a row that neither tests nor writes the stencil.
fn without_stencil(table: &PassProgram, [round, row]: [usize; 2]) -> PassProgram {
    let mut rounds: Vec<Box<[_]>> = table.rounds.iter().map(Box::from).collect();
    rounds[round][row].stencil = None;
    PassProgram { rounds: Rounds::Own(rounds.into()), ..table.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::settings::BUILT_IN;
    use crate::image_space::own::text::read;

    #[test]
    fn only_the_printed_table_has_such_a_row() {
        for (id, table) in BUILT_IN {
            let expected = (id == "stencil-as-published").then_some([1, 2]);
            assert_eq!(row(table), expected, "{id}");
        }
    }

    #[test]
    fn a_table_that_is_wrong_for_another_reason_has_none() {
        let text = "read counts\nround\n clear depth 1\n draw A near depth lequal write\n draw B near depth less write count\n";
        assert_eq!(row(&read(text).unwrap().lowered()), None);
    }
}
