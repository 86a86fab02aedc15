//! A limit on items, counted during a construction: it refuses too large an input before memory runs out.

/// The number of items that may still be taken.
#[derive(Clone, Debug)]
pub struct Budget {
    most: usize,
    left: usize,
}

/// Error: the budget is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// The limit of the budget, in items.
    pub most: usize,
}

impl Budget {
    /// A budget of `most` items.
    pub fn new(most: usize) -> Self {
        Self { most, left: most }
    }

    /// Takes `items` from the budget. If there are too few, the error is returned and the budget is empty
    /// from then on.
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
