//! The queries of a frame as the 15 printed steps of source 1, from the commands of the schedule `pair-by-pair`.

use crate::image_space::schedule::Command;
use crate::world::Pair;

/// Position of an event that never happens.
const NEVER: usize = usize::MAX;

/// A printed step, run for one element of the list or for the whole list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Number of the printed step, from 1 to 15.
    pub line: usize,
    /// Index of the element in [`Recording::rows`]; `None` for the whole list.
    pub row: Option<usize>,
}

/// An element of the list `ObjectPair` with its element of the array `PixelCount`.
#[derive(Clone, Debug)]
pub struct Row {
    /// The first body of the pair, which is drawn first in round 1, and the second.
    pub bodies: [usize; 2],
    /// The results of both rounds; `None` for a query that was not issued.
    pub counts: [Option<u32>; 2],
    /// For both rounds: the position after the query's end, from which on it is in flight.
    pub issued: [usize; 2],
    /// For both rounds: the position after the result was read.
    pub read: [usize; 2],
    /// The position after the flag was set.
    pub judged: usize,
}

impl Row {
    /// The flag: whether the method reports a collision.
    pub fn collides(&self) -> bool {
        self.counts[1].is_some_and(|count| count > 0)
    }

    /// The round (0 or 1) whose query is in flight at a position.
    pub fn in_flight(&self, at: usize) -> Option<usize> {
        (0..2).find(|&round| (self.issued[round]..self.read[round]).contains(&at))
    }

    /// The element of `PixelCount` at a position; `None` before a result was read.
    pub fn pixel_count(&self, at: usize) -> Option<u32> {
        let round = (0..2).rev().find(|&round| self.read[round] <= at)?;
        self.counts[round]
    }
}

/// The list with its results, and the printed steps in the order in which they were run.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The list. Pairs without a window, whose boxes only touch, are left out.
    pub rows: Vec<Row>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Positions after which reading, round 2, the verdicts and restoring begin.
    pub landmarks: Vec<usize>,
    /// Largest number of queries that were in flight together.
    pub most_in_flight: usize,
    tested: usize,
    judged: usize,
}

impl Recording {
    /// Assigns the commands to the printed steps. `waits`: whether every result is read before the next query is issued.
    /// Steps 9 and 14 of a pair whose first count is zero give no command; they are run in the list's order.
    pub fn of(pairs: &[Pair], commands: &[Command], waits: bool) -> Self {
        let mut told = Self::default();
        let (mut row_of, mut in_flight) = (vec![0; pairs.len()], 0);
        told.run(&[1], None);
        for command in commands {
            match *command {
                Command::Draw { pair, round: 0, body, counted: false } => {
                    let Pair { a, b } = pairs[pair];
                    row_of[pair] = told.rows.len();
                    let bodies = if body == a { [a, b] } else { [b, a] };
                    let (counts, never) = ([None; 2], [NEVER; 2]);
                    told.rows.push(Row { bodies, counts, issued: never, read: never, judged: NEVER });
                    told.run(&[2, 3, 4], Some(row_of[pair]));
                }
                Command::Draw { pair, round, counted: true, .. } => {
                    told.run(if round == 0 { &[5, 6] } else { &[12, 13] }, Some(row_of[pair]));
                    told.rows[row_of[pair]].issued[round] = told.steps.len();
                    in_flight += 1;
                    told.most_in_flight = told.most_in_flight.max(in_flight);
                }
                Command::Draw { pair, .. } => {
                    told.test_until(row_of[pair] + 1);
                    told.run(&[10, 11], Some(row_of[pair]));
                }
                Command::Read { pair, round, count } => {
                    let row = row_of[pair];
                    in_flight -= 1;
                    told.rows[row].counts[round] = Some(count);
                    if round == 0 {
                        // Results that are read one after another are one step.
                        if waits || told.steps.last().is_none_or(|step| step.line != 7) {
                            told.run(&[7], waits.then_some(row));
                        }
                    } else {
                        told.test_until(if waits { row + 1 } else { told.rows.len() });
                        told.judge_until(row + 1);
                    }
                    told.rows[row].read[round] = told.steps.len();
                }
            }
        }
        told.test_until(told.rows.len());
        told.judge_until(told.rows.len());
        told.run(&[15], None);
        let begins = if waits { &[8, 15][..] } else { &[7, 8, 14, 15] };
        let first = |line: &usize| told.steps.iter().position(|step| step.line == *line);
        told.landmarks = begins.iter().filter_map(first).collect();
        told
    }

    fn run(&mut self, lines: &[usize], row: Option<usize>) {
        self.steps.extend(lines.iter().map(|&line| Step { line, row }));
    }

    /// Runs step 9 for the elements before `end`.
    fn test_until(&mut self, end: usize) {
        if self.tested == 0 {
            self.run(&[8], None);
        }
        (self.tested..end).for_each(|row| self.run(&[9], Some(row)));
        self.tested = self.tested.max(end);
    }

    /// Runs step 14 for the elements before `end`.
    fn judge_until(&mut self, end: usize) {
        for row in self.judged..end {
            self.run(&[14], Some(row));
            self.rows[row].judged = self.steps.len();
        }
        self.judged = self.judged.max(end);
    }

    /// The step before a position; `None` before the first step.
    pub fn step(&self, at: usize) -> Option<Step> {
        self.steps[..at.min(self.steps.len())].last().copied()
    }

    /// Number of queries in flight at a position.
    pub fn in_flight(&self, at: usize) -> usize {
        self.rows.iter().filter(|row| row.in_flight(at).is_some()).count()
    }

    /// Number of pairs that round 1 proves separated.
    pub fn dropped(&self) -> usize {
        self.rows.iter().filter(|row| row.counts[0] == Some(0)).count()
    }

    /// Number of pairs that are known to collide at a position.
    pub fn colliding(&self, at: usize) -> usize {
        self.rows.iter().filter(|row| row.judged <= at && row.collides()).count()
    }
}
