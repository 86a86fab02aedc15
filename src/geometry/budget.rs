//! A budget: what a builder may make of what it is given, counted while it grows, so that a refusal comes before memory ends.

/// So many items, less those that were taken.
#[derive(Clone, Debug)]
pub struct Budget {
    most: usize,
    left: usize,
}

/// More is asked for than there is; `most` is the whole budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Items of the whole budget.
    pub most: usize,
}

impl Budget {
    /// Of so many items.
    pub fn new(most: usize) -> Self {
        Self { most, left: most }
    }

    /// Takes so many items; once it is refused nothing is left.
    #[inline]
    pub fn take(&mut self, items: usize) -> Result<(), Spent> {
        let left = self.left.checked_sub(items);
        self.left = left.unwrap_or(0);
        left.map(drop).ok_or(Spent { most: self.most })
    }

    /// Items that can still be taken.
    pub fn left(&self) -> usize {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is() {
        let mut budget = Budget::new(5);
        assert_eq!((budget.take(2), budget.take(3), budget.take(0)), (Ok(()), Ok(()), Ok(())));
        assert_eq!(budget.take(1), Err(Spent { most: 5 }));
        let mut budget = Budget::new(5);
        assert_eq!((budget.take(usize::MAX), budget.left()), (Err(Spent { most: 5 }), 0));
    }
}
