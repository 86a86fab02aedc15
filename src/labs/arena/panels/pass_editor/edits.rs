//! Changes of a table's rows and rounds. Each returns the row that is selected afterwards.

use crate::image_space::own::table::{OwnRound, OwnRow, OwnTable};
use crate::image_space::pass::{Surface, Who};

/// A row's round and its index in it.
pub type Place = [usize; 2];

/// A row as it is added: it draws the near side of A and says nothing else.
pub fn new_row() -> OwnRow {
    OwnRow::draw(Surface::Near(Who::First))
}

/// Inserts a row below the selected one, or at the end of the table. A table without rounds gets one.
pub fn insert_below(table: &mut OwnTable, selected: Option<Place>, row: OwnRow) -> Place {
    if table.rounds.is_empty() {
        table.rounds.push(OwnRound::default());
    }
    let [round, at] = match selected {
        Some([round, row]) if table.row([round, row]).is_some() => [round, row + 1],
        _ => {
            let last = table.rounds.len() - 1;
            [last, table.rounds[last].rows.len()]
        }
    };
    table.rounds[round].rows.insert(at, row);
    [round, at]
}

/// Inserts a copy of a row below it.
pub fn duplicate(table: &mut OwnTable, place: Place) -> Option<Place> {
    let row = table.row(place)?.clone();
    Some(insert_below(table, Some(place), row))
}

/// Removes a row. The next row is selected, or the last one.
pub fn remove(table: &mut OwnTable, place: Place) -> Option<Place> {
    *table = table.without(place);
    clamped(table, place)
}

/// Moves a row up or down by one. The first row of a round moves to the end of the round above, the last one to the
/// beginning of the round below.
pub fn shift(table: &mut OwnTable, place: Place, down: bool) -> Place {
    let [round, row] = place;
    let Some(rows) = table.rounds.get(round).map(|round| round.rows.len()).filter(|rows| row < *rows) else {
        return place;
    };
    let next = match down {
        true if row + 1 < rows => [round, row + 1],
        true if round + 1 < table.rounds.len() => [round + 1, 0],
        false if row > 0 => [round, row - 1],
        false if round > 0 => [round - 1, table.rounds[round - 1].rows.len()],
        _ => return place,
    };
    let moved = table.rounds[round].rows.remove(row);
    table.rounds[next[0]].rows.insert(next[1], moved);
    next
}

/// Adds a row at the end of a round.
pub fn add_row(table: &mut OwnTable, round: usize) -> Place {
    let rows = &mut table.rounds[round].rows;
    rows.push(new_row());
    [round, rows.len() - 1]
}

/// Adds a round of one row below that of the selected row, or at the end.
pub fn add_round(table: &mut OwnTable, selected: Option<Place>) -> Place {
    let at = selected.map_or(table.rounds.len(), |[round, _]| (round + 1).min(table.rounds.len()));
    table.rounds.insert(at, OwnRound { comments: Vec::new(), rows: vec![new_row()] });
    [at, 0]
}

/// Removes a round with its rows.
pub fn remove_round(table: &mut OwnTable, round: usize) -> Option<Place> {
    if round < table.rounds.len() {
        table.rounds.remove(round);
    }
    clamped(table, [round, 0])
}

/// The place if there is such a row, otherwise the nearest one before it.
pub fn clamped(table: &OwnTable, place: Place) -> Option<Place> {
    table.places().take_while(|other| *other <= place).last().or_else(|| table.places().next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::built_in::copy_of;

    /// The draws of all rounds, as text.
    fn draws(table: &OwnTable) -> Vec<Vec<Surface>> {
        table.rounds.iter().map(|round| round.rows.iter().map(|row| row.draw).collect()).collect()
    }

    #[test]
    fn a_row_moves_through_all_rounds_and_back() {
        let start = copy_of("occlusion-query").unwrap();
        let mut table = start.clone();
        let mut place = [0, 0];
        let mut seen = vec![place];
        for _ in 0..6 {
            let next = shift(&mut table, place, true);
            assert_eq!(table.row(next), start.row([0, 0]), "the row moves, no other");
            if next == place {
                break;
            }
            place = next;
            seen.push(place);
        }
        assert_eq!(seen, [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(draws(&table).iter().map(Vec::len).collect::<Vec<_>>(), [1, 3]);
        while place != [0, 0] {
            place = shift(&mut table, place, false);
        }
        assert_eq!(table, start);
        assert_eq!(shift(&mut table, [0, 0], false), [0, 0]);
        assert_eq!(shift(&mut table, [7, 0], false), [7, 0], "there is no such row");
    }

    #[test]
    fn rows_and_rounds_are_added_and_removed() {
        let start = copy_of("occlusion-query").unwrap();
        let mut table = start.clone();
        assert_eq!(insert_below(&mut table, Some([0, 0]), new_row()), [0, 1]);
        assert_eq!(remove(&mut table, [0, 1]), Some([0, 1]), "the next row is selected");
        assert_eq!(table, start);
        assert_eq!(duplicate(&mut table, [1, 1]), Some([1, 2]));
        assert_eq!(table.row([1, 2]), start.row([1, 1]));
        assert_eq!(remove(&mut table, [1, 2]), Some([1, 1]), "or the last one");
        assert_eq!(add_round(&mut table, Some([0, 1])), [1, 0]);
        assert_eq!(draws(&table).len(), 3);
        assert_eq!(remove_round(&mut table, 1), Some([1, 0]));
        assert_eq!(table, start);
        remove(&mut table, [1, 0]);
        remove(&mut table, [1, 0]);
        assert_eq!(draws(&table).iter().map(Vec::len).collect::<Vec<_>>(), [2, 0], "a round may be empty");
        assert_eq!(add_row(&mut table, 1), [1, 0]);
        assert_eq!(draws(&table).iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
        remove_round(&mut table, 0);
        remove_round(&mut table, 0);
        assert_eq!(remove_round(&mut table, 0), None);
        assert_eq!(insert_below(&mut table, None, new_row()), [0, 0], "a table without rounds gets one");
        assert_eq!(remove(&mut table, [0, 0]), None);
        assert_eq!(duplicate(&mut table, [0, 0]), None);
    }
}
