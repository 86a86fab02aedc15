//! Every method compared with every other: the number of pairs on which they disagree, in this frame and in all
//! compared frames.
//!
//! All sums belong to the same frames. They begin again when a method is switched on or its settings change.

use super::findings::Findings;
use super::lineup::row_of;
use super::totals::Total;
use crate::detector::Verdict;
use crate::methods::{METHODS, Method};

/// A symmetric table over all methods. The diagonal holds the number of pairs that a method reports as
/// colliding.
pub struct Comparison {
    cells: Vec<Cell>,
    /// Per row of the table of methods: its totals, and the newest frame's contribution to them.
    totals: Vec<(Total, Total)>,
    /// Rows of the methods that were on in the last frame.
    asked: Vec<usize>,
    /// The oldest and the newest frame included in the sums.
    span: Option<[u64; 2]>,
    /// Number of frames included in the sums.
    frames: u64,
}

/// One cell: two methods, or a single method on the diagonal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Number of pairs on which the methods differ in this frame (on the diagonal: colliding pairs); `None` unless
    /// both gave an answer.
    pub now: Option<u64>,
    /// Number of pairs on which the methods differ (on the diagonal: colliding pairs), over all frames in which both
    /// gave an answer.
    pub sum: u64,
    /// Number of frames in which both gave an answer.
    pub frames: u64,
    /// The newest frame's contribution to the sum.
    added: Option<u64>,
}

impl Default for Comparison {
    fn default() -> Self {
        Self {
            cells: vec![Cell::default(); METHODS.len() * METHODS.len()],
            totals: vec![Default::default(); METHODS.len()],
            asked: Vec::new(),
            span: None,
            frames: 0,
        }
    }
}

impl Comparison {
    /// Records a frame. If the newest frame is evaluated again, its new counts replace the old ones. Earlier frames,
    /// reached by stepping back, are not counted twice. With a method that was off in the last frame, all sums begin
    /// again.
    pub fn push(&mut self, frame: u64, found: &Findings) {
        let asked: Vec<_> = found.answers.iter().map(|answer| row_of(answer.method)).collect();
        if asked.iter().any(|row| !self.asked.contains(row)) {
            self.begin_again();
        }
        self.asked = asked;
        let newest = self.span.map(|[_, newest]| newest);
        let anew = newest.is_none_or(|newest| frame > newest);
        let counts = anew || newest == Some(frame);
        if anew {
            self.frames += 1;
            self.span = Some([self.span.map_or(frame, |[oldest, _]| oldest), frame]);
        }
        self.add_up(found, anew, counts);
        for cell in &mut self.cells {
            cell.now = None;
            if anew {
                cell.added = None;
            }
        }
        let sets: Vec<_> = found.answers.iter().map(|answer| HitSet::of(answer.method, found)).collect();
        for (index, first) in sets.iter().enumerate() {
            for second in &sets[index..] {
                let same = first.row == second.row;
                let now = if same { first.count() } else { first.differences(second) };
                if !(first.decided && second.decided) {
                    continue;
                }
                let cell = &mut self.cells[place(first.row, second.row)];
                cell.now = Some(now);
                if counts {
                    cell.take_back();
                    cell.sum += now;
                    cell.frames += 1;
                    cell.added = Some(now);
                }
            }
        }
    }

    /// The cell of two methods, in either order.
    pub fn cell(&self, first: &Method, second: &Method) -> Cell {
        self.cells[place(row_of(first), row_of(second))]
    }

    /// The totals of a method.
    pub fn total(&self, method: &Method) -> Total {
        self.totals[row_of(method)].0
    }

    /// Number of frames included in the sums.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The oldest and the newest frame included in the sums; `None` if there is none.
    pub fn span(&self) -> Option<[u64; 2]> {
        self.span
    }

    /// Begins all sums again, as after a change of a method's settings.
    pub fn begin_again(&mut self) {
        *self = Self { asked: std::mem::take(&mut self.asked), ..Self::default() };
    }

    fn add_up(&mut self, found: &Findings, anew: bool, counts: bool) {
        for (row, (total, added)) in self.totals.iter_mut().enumerate().filter(|_| counts) {
            if !anew {
                *total -= *added;
            }
            *added = found.answer(&METHODS[row]).map(Total::of).unwrap_or_default();
            *total += *added;
        }
    }
}

impl Cell {
    fn take_back(&mut self) {
        if let Some(added) = self.added.take() {
            self.sum -= added;
            self.frames -= 1;
        }
    }
}

/// Index of the cell of two methods, given by their rows in either order. Only the upper triangle of the table is
/// stored.
fn place(first: usize, second: usize) -> usize {
    first.min(second) * METHODS.len() + first.max(second)
}

/// The candidate pairs that a method reports as colliding, one bit each.
struct HitSet {
    row: usize,
    decided: bool,
    words: Vec<u64>,
    /// Candidates with an answer: those of a program may lack one.
    answered: Vec<u64>,
}

impl HitSet {
    fn of(method: &Method, found: &Findings) -> Self {
        let answer = found.answer(method);
        let verdicts = answer.map_or(&[][..], |answer| &answer.verdicts);
        let bits = |is_set: fn(&Verdict) -> bool| {
            let mut words = vec![0; found.candidates.len().div_ceil(64)];
            for (index, _) in verdicts.iter().enumerate().filter(|(_, verdict)| is_set(verdict)) {
                words[index / 64] |= 1 << (index % 64);
            }
            words
        };
        let decided = answer.is_some_and(|a| a.trouble.is_none());
        let (words, answered) = (bits(|verdict| verdict.colliding), bits(Verdict::is_answer));
        Self { row: row_of(method), decided, words, answered }
    }

    fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn differences(&self, other: &Self) -> u64 {
        let words = self.words.iter().zip(&other.words);
        let answered = self.answered.iter().zip(&other.answered);
        let differing = words.zip(answered).map(|((a, b), (in_a, in_b))| (a ^ b) & in_a & in_b);
        differing.map(|bits| u64::from(bits.count_ones())).sum()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::comparison::findings::Answer;
    use crate::comparison::own_program::Trouble;
    use crate::detector::Evidence;
    use crate::world::Pair;

    /// Findings of methods, by row, with their hits among `pairs` candidates; `None` stands for a method that failed.
    pub fn found(pairs: usize, hits: &[(usize, Option<&[usize]>)]) -> Findings {
        let verdict = |colliding| Verdict { colliding, evidence: Evidence::EmptyWindow };
        let answer = |(row, hits): &(usize, Option<&[usize]>)| Answer {
            method: &METHODS[*row],
            verdicts: hits
                .map_or(Vec::new(), |hits| (0..pairs).map(|pair| verdict(hits.contains(&pair))).collect()),
            cost: Default::default(),
            first: false,
            note: None,
            trouble: hits.is_none().then(|| Trouble::Failed("no".to_owned())),
            remarks: Vec::new(),
            colliding_bodies: Vec::new(),
            errors: None,
        };
        Findings {
            candidates: (0..pairs).map(|pair| Pair::new(pair, pair + 1)).collect(),
            answers: hits.iter().map(answer).collect(),
            ..Findings::default()
        }
    }

    #[test]
    fn cells_count_differences_and_collisions_and_are_symmetric() {
        let many: Vec<usize> = (0..200).step_by(3).collect();
        let found = found(200, &[(0, Some(&many)), (1, Some(&[0, 3, 199])), (2, None)]);
        let mut comparison = Comparison::default();
        comparison.push(0, &found);
        let now = |a: usize, b: usize| comparison.cell(&METHODS[a], &METHODS[b]).now;
        assert_eq!([now(0, 0), now(1, 1)], [Some(many.len() as u64), Some(3)]);
        let brute = found.between(&METHODS[0], &METHODS[1]);
        assert_eq!(brute.len(), many.len() - 2 + 1);
        assert_eq!([now(0, 1), now(1, 0)], [Some(brute.len() as u64); 2]);
        assert_eq!([now(0, 2), now(2, 2), now(1, 3)], [None; 3], "who did not decide is not compared");
        assert!(found.between(&METHODS[0], &METHODS[2]).is_empty());
    }

    #[test]
    fn sums_count_every_frame_once() {
        let sum = |comparison: &Comparison| {
            let cell = comparison.cell(&METHODS[0], &METHODS[1]);
            (cell.now, cell.sum, cell.frames)
        };
        let differing = |n: usize| found(9, &[(0, Some(&[])), (1, Some(&(0..n).collect::<Vec<_>>()))]);
        let mut comparison = Comparison::default();
        comparison.push(0, &differing(2));
        comparison.push(1, &differing(3));
        assert_eq!(sum(&comparison), (Some(3), 5, 2));
        comparison.push(1, &differing(4));
        assert_eq!(sum(&comparison), (Some(4), 6, 2), "the same frame again replaces");
        comparison.push(0, &differing(2));
        assert_eq!(sum(&comparison), (Some(2), 6, 2), "stepping back counts nothing twice");
        comparison.push(1, &differing(4));
        comparison.push(2, &differing(1));
        assert_eq!(sum(&comparison), (Some(1), 7, 3));
        comparison.begin_again();
        assert_eq!(sum(&comparison), (None, 0, 0));
        comparison.push(2, &differing(5));
        assert_eq!(sum(&comparison), (Some(5), 5, 1), "looked at again after a change of settings");
    }
}
