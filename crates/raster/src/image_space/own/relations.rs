//! Which relations of two intervals a table decides rightly: the eight of source 4, and the thirteen of Allen 1983.

use super::pixel::{Common, Pixel, Touching, can_be_judged};
use crate::image_space::explained::relation::Relation;
use crate::image_space::pass::{PassProgram, Surface};

/// A table's answers in every relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// The eight relations of source 4, by number.
    pub relations: [(Relation, Cell); 8],
    /// The thirteen relations of Allen.
    pub allen: [(Allen, Cell); 13],
}

/// A table's answers in one relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The part that both intervals cover.
    pub common: Common,
    /// The answers for A and B in their roles, and with roles exchanged.
    pub answers: [Answer; 2],
}

/// An answer of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Colliding.
    Colliding,
    /// Separated.
    Separated,
    /// It depends on the order in which the surfaces of a body are drawn.
    DependsOnOrder,
}

impl Answer {
    /// Whether the answer is right; an answer that depends on the order is not, unless both are.
    pub fn is_right(self, common: Common, touching: Touching) -> bool {
        match common.colliding(touching) {
            None => true,
            Some(right) => self == if right { Self::Colliding } else { Self::Separated },
        }
    }
}

impl Cell {
    /// Whether both answers are right.
    pub fn is_right(&self, touching: Touching) -> bool {
        self.answers.iter().all(|answer| answer.is_right(self.common, touching))
    }
}

impl Strip {
    /// Number of the eight relations in which the answer is wrong: for A and B in their roles, and exchanged.
    pub fn wrong(&self, touching: Touching) -> [usize; 2] {
        [0, 1].map(|order| {
            let is_wrong = |cell: &Cell| !cell.answers[order].is_right(cell.common, touching);
            self.relations.iter().filter(|(_, cell)| is_wrong(cell)).count()
        })
    }
}

/// Allen's relations of an interval B to an interval A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allen {
    /// B ends before A begins.
    Before,
    /// B ends where A begins.
    Meets,
    /// B begins before A and ends inside it.
    Overlaps,
    /// B begins before A and ends with it.
    FinishedBy,
    /// A lies inside B.
    Contains,
    /// B begins with A and ends inside it.
    Starts,
    /// B equals A.
    Equals,
    /// B begins with A and ends after it.
    StartedBy,
    /// B lies inside A.
    During,
    /// B begins inside A and ends with it.
    Finishes,
    /// B begins inside A and ends after it.
    OverlappedBy,
    /// B begins where A ends.
    MetBy,
    /// B begins after A ends.
    After,
}

impl Allen {
    /// All relations, from front to back, each with B's interval for A = [3, 6] of 0 to 9.
    pub const ALL: [(Self, [u32; 2]); 13] = [
        (Self::Before, [1, 2]),
        (Self::Meets, [1, 3]),
        (Self::Overlaps, [1, 5]),
        (Self::FinishedBy, [1, 6]),
        (Self::Contains, [1, 8]),
        (Self::Starts, [3, 5]),
        (Self::Equals, [3, 6]),
        (Self::StartedBy, [3, 8]),
        (Self::During, [4, 5]),
        (Self::Finishes, [4, 6]),
        (Self::OverlappedBy, [4, 8]),
        (Self::MetBy, [6, 8]),
        (Self::After, [7, 8]),
    ];

    /// The relation's usual English name, of B to A.
    pub fn says(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Meets => "meets",
            Self::Overlaps => "overlaps",
            Self::FinishedBy => "finished by",
            Self::Contains => "contains",
            Self::Starts => "starts",
            Self::Equals => "equals",
            Self::StartedBy => "started by",
            Self::During => "during",
            Self::Finishes => "finishes",
            Self::OverlappedBy => "overlapped by",
            Self::MetBy => "met by",
            Self::After => "after",
        }
    }
}

/// A's interval in the strip.
pub const A: [u32; 2] = [3, 6];
/// The largest number of the strip's intervals.
pub const MOST: u32 = 9;

/// B's interval in each of the eight relations to [`A`].
const EIGHT: [[u32; 2]; 8] = [[1, 2], [1, 3], [6, 8], [1, 4], [4, 5], [1, 8], [5, 8], [7, 8]];

/// A pixel on which A covers [`A`] and B this interval, which lies between 0 and [`MOST`].
pub fn pixel(b: [u32; 2]) -> Pixel {
    Pixel { bodies: [vec![A], vec![b]], farthest_first: [false; 2], most: MOST }
}

/// B's interval for [`A`] in one of the eight relations.
pub fn b_of(relation: Relation) -> [u32; 2] {
    EIGHT[usize::from(relation.number()) - 1]
}

/// The table's answers in every relation; `None` if pixels cannot judge the table, because it draws edges.
pub fn relations(table: &PassProgram) -> Option<Strip> {
    if !can_be_judged(table) {
        return None;
    }
    let mut eight = Relation::ALL.into_iter().zip(EIGHT);
    let relations = std::array::from_fn(|_| {
        let (relation, b) = eight.next().unwrap_or((Relation::FartherAndApart, EIGHT[7]));
        (relation, cell(table, b))
    });
    Some(Strip { relations, allen: Allen::ALL.map(|(relation, b)| (relation, cell(table, b))) })
}

/// The table's answers for [`A`] and this interval of B.
fn cell(table: &PassProgram, b: [u32; 2]) -> Cell {
    let pixel = |farthest_first| Pixel { bodies: [vec![A], vec![b]], farthest_first, most: MOST };
    let answers = [false, true].map(|exchanged| {
        let all = orders(table).iter().map(|order| {
            let pixel = pixel(*order);
            if exchanged { pixel.exchanged().collides(table) } else { pixel.collides(table) }
        });
        let all: Vec<bool> = all.collect();
        match (all.contains(&true), all.contains(&false)) {
            (true, true) => Answer::DependsOnOrder,
            (true, false) => Answer::Colliding,
            _ => Answer::Separated,
        }
    });
    Cell { common: pixel([false; 2]).common(), answers }
}

/// The orders in which surfaces can be drawn, as far as they matter for a body of one interval: only a row that draws
/// both of its sides has an order.
pub fn orders(table: &PassProgram) -> &'static [[bool; 2]] {
    let draws_both = table.rows().any(|row| matches!(row.draw, Surface::Whole(_)));
    const ALL: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];
    if draws_both { &ALL } else { &ALL[..1] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::own::table::OwnTable;
    use crate::image_space::{
        depth_readback, edge_winding, occlusion_query, parity_slice, recode, stencil, winding,
    };

    #[test]
    fn the_intervals_of_the_strip_have_the_relations_that_they_stand_for() {
        for (relation, b) in Relation::ALL.into_iter().zip(EIGHT) {
            assert_eq!(Relation::of(A.map(f64::from), b.map(f64::from)), relation);
        }
        // All thirteen differ in how the four ends compare.
        let order = |b: [u32; 2]| [b[0].cmp(&A[0]), b[0].cmp(&A[1]), b[1].cmp(&A[0]), b[1].cmp(&A[1])];
        let orders: std::collections::HashSet<_> = Allen::ALL.iter().map(|(_, b)| order(*b)).collect();
        assert_eq!(orders.len(), 13);
    }

    #[test]
    fn the_strip_says_what_the_papers_tables_do() {
        let strip = |table: &PassProgram| relations(table).unwrap();
        let queries = [&occlusion_query::PROGRAM, &occlusion_query::BOOLEAN, &depth_readback::PROGRAM];
        for table in queries.into_iter().chain([&winding::PROGRAM]) {
            assert_eq!(strip(table).wrong(Touching::Collides), [0, 0], "≥ counts touching");
        }
        for table in [&stencil::CORRECTED, &recode::PROGRAM] {
            assert_eq!(
                strip(table).wrong(Touching::IsSeparated),
                [0, 0],
                "strict tests do not count touching"
            );
            assert_eq!(strip(table).wrong(Touching::Collides), [2, 2]);
            assert_eq!(strip(table).wrong(Touching::IsEither), [0, 0]);
        }
        let published = strip(&stencil::PUBLISHED);
        assert_eq!(published.wrong(Touching::IsEither), [5, 5]);
        let slices = OwnTable::of_program("", &parity_slice::PROGRAM).lowered();
        assert_eq!(strip(&slices).wrong(Touching::IsEither), [0, 0]);
        assert_eq!(relations(&edge_winding::PROGRAM), None);
    }
}
