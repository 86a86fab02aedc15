//! Faults of a table that can be written but not run, because its parts contradict each other.

use std::fmt;

use super::table::{
    ClearedDepth, MOST_NAME, MOST_ROUNDS, MOST_ROWS, MOST_TURNS, OwnRow, OwnTable, Reference, Repetition,
    StencilCell, Unsaid,
};
use crate::image_space::pass::{Outline, PassProgram, Read, Repeat, Surface, Takes, Varies, Who};

/// A reason why a table cannot run, in one English line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub place: Place,
    /// The fault, and what would be right.
    pub says: String,
}

/// A part of a table. Rounds and rows are indices from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The lines above the first round.
    Head,
    /// A round.
    Round(usize),
    /// A row, by its round and its index in it.
    Row([usize; 2]),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head => f.write_str("the table"),
            Self::Round(round) => write!(f, "round {}", round + 1),
            Self::Row([round, row]) => write!(f, "round {}, row {}", round + 1, row + 1),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.says)
    }
}

impl OwnTable {
    /// All faults of the table, the first one first. A table without faults runs.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Faults(Vec::new());
        self.check_size(&mut faults);
        for place in self.places() {
            if let Some(row) = self.row(place) {
                self.check_row(row, place, &mut faults);
            }
        }
        // The rest looks at the state of rows, which exists only within the limits.
        if faults.0.is_empty() {
            let program = self.lowered();
            check_turns(&program, &mut faults);
            check_reading(&program, &mut faults);
        }
        faults.0
    }

    /// The program that the cells mean; the first fault if there is one.
    pub fn program(&self) -> Result<PassProgram, Fault> {
        match self.faults().into_iter().next() {
            None => Ok(self.lowered()),
            Some(fault) => Err(fault),
        }
    }

    fn check_size(&self, faults: &mut Faults) {
        let name = self.name.chars();
        if name.clone().count() > MOST_NAME || name.clone().any(|c| c.is_control() || c == '#') {
            faults.add(
                Place::Head,
                format!("a name has at most {MOST_NAME} characters, and no # or control character"),
            );
        }
        if self.rounds.is_empty() {
            faults.add(Place::Head, "there is no round; begin one with the line \"round\"");
        }
        if self.rounds.len() > MOST_ROUNDS {
            faults.add(
                Place::Round(MOST_ROUNDS),
                format!("there are more than {MOST_ROUNDS} rounds; remove some"),
            );
        }
        if let Some(place) = self.places().nth(MOST_ROWS) {
            faults.add(Place::Row(place), format!("there are more than {MOST_ROWS} rows; remove some"));
        }
        for (index, round) in self.rounds.iter().enumerate() {
            if round.rows.is_empty() {
                faults.add(Place::Round(index), "has no row; add one such as \"draw A near\", or remove it");
            }
        }
        if let Repetition::Slices(turns) | Repetition::Layers(turns) = self.repeat
            && !(1..=MOST_TURNS).contains(&turns)
        {
            faults.add(Place::Head, format!("rounds repeat 1 to {MOST_TURNS} times, not {turns}"));
        }
        let draws_edges = |row: &OwnRow| matches!(row.draw, Surface::Edges(_));
        if self.outline != Outline::True {
            if self.bodies != Takes::Convex {
                faults.add(Place::Head, "only convex bodies can be drawn fat or thin; say \"bodies convex\"");
            }
            let edges = self.places().find(|place| self.row(*place).is_some_and(draws_edges));
            if let Some(place) = edges {
                faults.add(Place::Row(place), "edges cannot be drawn fat or thin; say \"outline true\"");
            }
        }
    }

    fn check_row(&self, row: &OwnRow, place: [usize; 2], faults: &mut Faults) {
        let place = Place::Row(place);
        if let Some(ClearedDepth::To(depth)) = row.clear_depth
            && !(0.0..=1.0).contains(&depth)
        {
            faults.add(place, "depth is cleared to a number from 0 to 1, or to slice");
        }
        if row.clear_depth == Some(ClearedDepth::Slice)
            && matches!(row.stencil, Some(StencilCell::Test(_, Reference::Turn, _)))
        {
            faults.add(place, "a row cannot both clear to the slice and compare with the turn; use two rows");
        }
        if self.unsaid == Unsaid::Inherited {
            return;
        }
        // A test that is said to be off may keep its operations, as in OpenGL: switching it off is no fault.
        let operations = [row.fail, row.depth_fail, row.pass, row.back_pass];
        if row.stencil.is_none() && (operations.iter().any(Option::is_some) || row.bits.is_some()) {
            let says = "fail, zfail, pass, back and bits need a stencil test in the same row, such as \"stencil always 1\", unless the state is inherited";
            faults.add(place, says);
        }
        if row.depth.is_none() && row.depth_writes.is_some() {
            let says = "write and read-only need a depth test in the same row, such as \"depth always write\", unless the state is inherited";
            faults.add(place, says);
        }
    }
}

struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, place: Place, says: impl Into<String>) {
        self.0.push(Fault { place, says: says.into() });
    }
}

/// Rows that change from turn to turn.
fn check_turns(program: &PassProgram, faults: &mut Faults) {
    for (round, rows) in program.rounds.iter().enumerate() {
        for (row, pass) in rows.iter().enumerate() {
            let place = Place::Row([round, row]);
            match (pass.varies, program.repeat) {
                (Varies::ClearedDepth, Repeat::Once | Repeat::Layers) => {
                    faults.add(place, "only a table with \"repeat slices\" has the plane of a slice");
                }
                (Varies::Reference, Repeat::Once) => {
                    faults.add(place, "only a table with \"repeat slices\" or \"repeat layers\" has turns");
                }
                _ => {}
            }
        }
    }
}

/// The rows that give the verdict.
fn check_reading(program: &PassProgram, faults: &mut Faults) {
    if program.read == Read::Lists {
        return check_lists(program, faults);
    }
    if program.repeat != Repeat::Once && !matches!(program.read, Read::Counts | Read::AnyCount) {
        let says = "a table that repeats is read by counts; say \"read counts\" or \"read any count\"";
        return faults.add(Place::Head, says);
    }
    for (round, rows) in program.rounds.iter().enumerate() {
        let is_last = round + 1 == program.rounds.len();
        let place = Place::Round(round);
        let read: Vec<_> = (0..rows.len()).filter(|row| rows[*row].depth_read).collect();
        let counted: Vec<_> = (0..rows.len()).filter(|row| rows[*row].counted).collect();
        match (program.read, read.len()) {
            (Read::Depths, 2) => {}
            (Read::Depths, found) => {
                let says = format!(
                    "\"read depths\" compares two depth images of each round, so two rows need read-depth, not {found}"
                );
                faults.add(place, says);
            }
            (_, 0) => {}
            _ => {
                let says = "nothing reads this depth image; remove read-depth, or say \"read depths\"";
                faults.add(Place::Row([round, read[0]]), says);
            }
        }
        // A round of a table that reads the stencil or two depth images has another result than a count.
        let by_count = match program.read {
            Read::Depths => false,
            Read::Stencil(_) => !is_last,
            _ => true,
        };
        // The first count of a layer says whether there are more, the last one is the result.
        let most = if program.repeat == Repeat::Layers { 2 } else { 1 };
        match counted.len() {
            0 if by_count => faults.add(place, "counts nothing; one of its rows needs count"),
            1.. if !by_count => {
                let says = "nothing reads this count; remove it";
                faults.add(Place::Row([round, counted[0]]), says);
            }
            found if found > most => {
                let says = format!(
                    "at most {most} of a round's rows may count; begin another round for a further count"
                );
                faults.add(Place::Row([round, counted[most]]), says);
            }
            _ => {}
        }
    }
}

/// Depth lists have one form: see [`crate::image_space::depth_lists`].
fn check_lists(program: &PassProgram, faults: &mut Faults) {
    let surfaces =
        [Who::First, Who::Second].map(|who| vec![(Surface::Near(who), true), (Surface::Far(who), true)]);
    let found = program
        .rounds
        .iter()
        .map(|rows| rows.iter().map(|row| (row.draw, row.depth_read)).collect::<Vec<_>>());
    if program.repeat != Repeat::Layers || !found.eq(surfaces) {
        let says = "\"read lists\" needs \"repeat layers\" and two rounds, which draw A near and A far, B near and B far, each with read-depth";
        faults.add(Place::Head, says);
    }
}
