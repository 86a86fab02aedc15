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
