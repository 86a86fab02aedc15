//! The difference between two tables, row by row and cell by cell, by what the rows mean.

use super::lowering::meant;
use super::table::{ClearedDepth, OwnRow, OwnTable, Repetition};
use super::text::cells;
use super::words::{self, OUTLINES, TAKES, word};

/// A cell with another value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The word that begins the cell, such as `depth`, in the words of the text.
    pub cell: &'static str,
    /// Its text in the first table; empty if it says nothing.
    pub before: String,
    /// Its text in the second table; empty if it says nothing.
    pub after: String,
}

/// A row of either table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its place in the first table; `None` if it was added.
    pub before: Option<[usize; 2]>,
    /// Its place in the second table; `None` if it was removed.
    pub after: Option<[usize; 2]>,
    /// The cells that differ, if it is in both.
    pub changes: Vec<Change>,
}

/// The difference between two tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Changes of the lines above the first round.
    pub head: Vec<Change>,
    /// All rows, in order.
    pub lines: Vec<Line>,
}

impl Difference {
    /// Whether both tables mean the same.
    pub fn is_empty(&self) -> bool {
        self.head.is_empty() && self.lines.iter().all(Line::is_same)
    }
}

impl Line {
    /// Whether the row is the same in both tables.
    pub fn is_same(&self) -> bool {
        self.before.is_some() && self.after.is_some() && self.changes.is_empty()
    }
}

/// The difference from `before` to `after`. Rows are compared by their whole state, so a row that inherits what another
/// one says is the same; names and comments do not count.
pub fn difference(before: &OwnTable, after: &OwnTable) -> Difference {
    let rows = [before, after].map(|table| {
        let rows = meant(table);
        table.places().zip(rows).collect::<Vec<_>>()
    });
    let [before_rows, after_rows] = &rows;
    Difference { head: changes(&head(before), &head(after)), lines: aligned(before_rows, after_rows) }
}

type Placed = ([usize; 2], OwnRow);

/// Weights of the alignment: a changed row is nearer than one removed and one added, unless another surface is drawn in
/// another round.
const ALONE: u32 = 3;

fn weight((before_place, before): &Placed, (after_place, after): &Placed) -> u32 {
    let cells = changes(&named(before), &named(after)).len() as u32;
    let other_surface = u32::from(before.draw != after.draw);
    let other_round = u32::from(before_place[0] != after_place[0]);
    (cells + 2 * other_surface + other_round).min(2 * ALONE + 1)
}

/// The rows of both tables side by side, with the smallest sum of weights.
fn aligned(before: &[Placed], after: &[Placed]) -> Vec<Line> {
    let mut least = vec![vec![0; after.len() + 1]; before.len() + 1];
    for i in (0..=before.len()).rev() {
        for j in (0..=after.len()).rev() {
            let removed = (i < before.len()).then(|| least[i + 1][j] + ALONE);
            let added = (j < after.len()).then(|| least[i][j + 1] + ALONE);
            let both = (i < before.len() && j < after.len())
                .then(|| least[i + 1][j + 1] + weight(&before[i], &after[j]));
            least[i][j] = [both, removed, added].into_iter().flatten().min().unwrap_or(0);
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < before.len() || j < after.len() {
        let here = least[i][j];
        let is_both = i < before.len()
            && j < after.len()
            && here == least[i + 1][j + 1] + weight(&before[i], &after[j]);
        if is_both {
            let changes = changes(&named(&before[i].1), &named(&after[j].1));
            lines.push(Line { before: Some(before[i].0), after: Some(after[j].0), changes });
            (i, j) = (i + 1, j + 1);
        } else if i < before.len() && here == least[i + 1][j] + ALONE {
            lines.push(Line { before: Some(before[i].0), after: None, changes: Vec::new() });
            i += 1;
        } else {
            lines.push(Line { before: None, after: Some(after[j].0), changes: Vec::new() });
            j += 1;
        }
    }
    lines
}

type Named = Vec<(&'static str, String)>;

/// The names of the cells of a row, in order.
const CELLS: [&str; 9] = ["depth", "stencil", "fail", "zfail", "pass", "back", "bits", "count", "read-depth"];

/// The cells of a row with its whole state, by the words that begin them. A test that it does not say is off.
fn named(row: &OwnRow) -> Named {
    let mut named = Vec::new();
    named.extend(row.clear_depth.map(|depth| match depth {
        ClearedDepth::To(depth) => ("clear depth", format!("clear depth {depth}")),
        ClearedDepth::Slice => ("clear depth", "clear depth slice".to_owned()),
    }));
    named.extend(row.clear_stencil.map(|value| ("clear stencil", format!("clear stencil {value}"))));
    named.push(("draw", format!("draw {}", words::surface(row.draw))));
    for (test, is_off) in [("depth", row.depth.is_none()), ("stencil", row.stencil.is_none())] {
        named.extend(is_off.then(|| (test, format!("{test} off"))));
    }
    for cell in cells(row) {
        let first = cell.split(' ').next().unwrap_or_default();
        named.extend(CELLS.into_iter().find(|known| *known == first).map(|known| (known, cell.clone())));
    }
    named
}

fn head(table: &OwnTable) -> Named {
    vec![
        ("bodies", format!("bodies {}", word(&TAKES, &table.bodies))),
        (
            "repeat",
            match table.repeat {
                Repetition::Once => "repeat once".to_owned(),
                Repetition::Slices(count) => format!("repeat slices {count}"),
                Repetition::Layers(most) => format!("repeat layers {most}"),
            },
        ),
        ("read", format!("read {}", words::read(table.read))),
        ("outline", format!("outline {}", word(&OUTLINES, &table.outline))),
        ("symmetric", format!("symmetric {}", if table.symmetric { "yes" } else { "no" })),
    ]
}

fn changes(before: &Named, after: &Named) -> Vec<Change> {
    let text = |named: &Named, cell: &str| {
        named.iter().find(|(known, _)| *known == cell).map_or_else(String::new, |(_, text)| text.clone())
    };
    let mut cells: Vec<&'static str> = before.iter().map(|(cell, _)| *cell).collect();
    cells.extend(after.iter().map(|(cell, _)| *cell).filter(|cell| text(before, cell).is_empty()));
    let change = |cell| Change { cell, before: text(before, cell), after: text(after, cell) };
    cells.into_iter().map(change).filter(|change| change.before != change.after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::settings::{BUILT_IN, copy_of};
    use crate::image_space::own::table::Unsaid;
    use crate::image_space::pass::Surface;

    #[test]
    fn the_correction_of_the_printed_table_is_the_state_of_one_row_and_the_sides_that_are_drawn() {
        let (printed, right) = (copy_of("stencil-as-published").unwrap(), copy_of("stencil").unwrap());
        let found = difference(&printed, &right);
        assert_eq!(found.head.iter().map(|change| change.cell).collect::<Vec<_>>(), ["symmetric"]);
        assert_eq!(found.lines.len(), 6);
        for (index, line) in found.lines.iter().enumerate() {
            let cells: Vec<_> = line.changes.iter().map(|change| change.cell).collect();
            let expected: &[&str] = if index == 4 { &["draw", "stencil", "pass"] } else { &["draw"] };
            assert_eq!(cells, expected, "row {index}");
        }
    }

    #[test]
    fn a_row_added_removed_or_changed_is_one_line_of_the_difference() {
        for (id, program) in BUILT_IN {
            let table = OwnTable::of_program(id, program);
            assert!(difference(&table, &table).is_empty(), "{id}");
            for place in table.places().collect::<Vec<_>>() {
                let less = table.without(place);
                let found = difference(&table, &less);
                let removed: Vec<_> = found.lines.iter().filter(|line| !line.is_same()).collect();
                assert_eq!(removed.len(), 1, "{id} {place:?}: {removed:?}");
                assert_eq!(removed[0].after, None, "{id}");
                // Two equal rows cannot be told apart, so either may be the one that is missing.
                assert_eq!(table.row(removed[0].before.unwrap()), table.row(place), "{id}");
                let added = difference(&less, &table);
                assert_eq!(added.lines.iter().filter(|line| line.before.is_none()).count(), 1, "{id}");

                let mut other = table.clone();
                let row = &mut other.rounds[place[0]].rows[place[1]];
                row.count = !row.count;
                let found = difference(&table, &other);
                let changed: Vec<_> = found.lines.iter().filter(|line| !line.is_same()).collect();
                assert_eq!(changed.len(), 1, "{id} {place:?}");
                let after = (changed[0].before, changed[0].after);
                assert_eq!(after, (Some(place), Some(place)), "{id}");
                assert_eq!(changed[0].changes.iter().map(|c| c.cell).collect::<Vec<_>>(), ["count"]);
            }
        }
    }

    #[test]
    fn what_a_row_inherits_is_no_difference() {
        let whole = copy_of("stencil").unwrap();
        let mut inherited = OwnTable { unsaid: Unsaid::Inherited, ..whole.clone() };
        assert!(!difference(&whole, &inherited).is_empty(), "unsaid operations are no longer keep");
        inherited.rounds = whole.rounds.clone();
        for round in &mut inherited.rounds {
            for row in &mut round.rows {
                *row = super::super::lowering::spelled_out(row);
            }
        }
        assert!(difference(&whole, &inherited).is_empty());
        inherited.rounds[0].rows[0].draw = Surface::Tile;
        assert!(!difference(&whole, &inherited).is_empty());
    }
}
