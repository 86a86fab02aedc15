//! A run, kept pass by pass, for the page that shows it and for tests.

use super::rules::{Counter, Culling, Direction, Seen, Step};

/// A pass as it was executed.
#[derive(Clone, Debug, PartialEq)]
pub struct Executed {
    /// Number of the view, from 0.
    pub view: usize,
    /// View axis: 0, 1, 2 for x, y, z.
    pub axis: u8,
    /// Order in which the bodies were visited.
    pub direction: Direction,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// One count per counted step.
    pub counts: Vec<u64>,
}

/// Passes everything on to another counter and keeps the passes.
pub struct Watched<C> {
    inner: C,
    /// Number of views so far, and the axis of the current one.
    looks: (usize, u8),
    /// The passes so far.
    pub passes: Vec<Executed>,
}

impl<C> Watched<C> {
    /// Watches `inner`.
    pub fn new(inner: C) -> Self {
        Self { inner, looks: (0, 0), passes: Vec::new() }
    }
}

impl<C: Counter> Counter for Watched<C> {
    type Error = C::Error;

    fn look(&mut self, axis: u8, set: &[usize]) {
        self.looks = (self.looks.0 + 1, axis);
        self.inner.look(axis, set);
    }

    fn pass(&mut self, direction: Direction, steps: &[Step]) -> Result<Vec<u64>, C::Error> {
        let counts = self.inner.pass(direction, steps)?;
        let ((looks, axis), steps, kept) = (self.looks, steps.to_vec(), counts.clone());
        self.passes.push(Executed { view: looks - 1, axis, direction, steps, counts: kept });
        Ok(counts)
    }
}

/// A run with the counts of every body in every view.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The sets and views.
    pub culling: Culling,
    /// All bodies that took part, in the order of the forward pass.
    pub order: Vec<usize>,
    /// For each view, the counts of each body in the forward and in the backward pass, by the body's index. `None` if
    /// the body was not counted: because it had left, its result was known, or nothing was drawn before it.
    cells: Vec<Vec<[Option<u64>; 2]>>,
}

impl Recording {
    /// Sorts the passes by body and view.
    pub fn new(order: Vec<usize>, culling: Culling, passes: &[Executed]) -> Self {
        let bodies = order.iter().map(|body| body + 1).max().unwrap_or(0);
        let mut cells = vec![vec![[None; 2]; bodies]; culling.views.len()];
        for pass in passes {
            let counted = pass.steps.iter().filter(|step| step.counted);
            for (step, count) in counted.zip(&pass.counts) {
                cells[pass.view][step.body][usize::from(pass.direction == Direction::Backward)] =
                    Some(*count);
            }
        }
        Self { culling, order, cells }
    }

    /// The counts of a body in a view, in the forward and the backward pass.
    pub fn counts(&self, view: usize, body: usize) -> [Option<u64>; 2] {
        self.cells[view][body]
    }

    /// The number of the view in which the body left the set, from 0.
    pub fn left_in(&self, body: usize) -> Option<usize> {
        let bits = self.culling.bits(body);
        let number = |seen: Seen| {
            self.culling.views.iter().position(|view| (view.axis, view.round) == (seen.axis, seen.round))
        };
        bits.forward.and_then(number).zip(bits.backward.and_then(number)).map(|(f, b)| f.max(b))
    }
}
