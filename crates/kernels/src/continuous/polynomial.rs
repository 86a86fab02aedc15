//! Exact arithmetic on polynomials with integer coefficients: their roots in the unit interval, and the signs of other
//! polynomials at these roots.
//!
//! Roots are isolated by Descartes' rule on Bernstein coefficients and bisection (Collins and Akritas 1976;
//! Lane and Riesenfeld 1981). Nothing is rounded.

use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::{BigInt, Sign};

/// Number of halvings after which repeated roots, and roots common to two polynomials, are treated separately.
const SIMPLE_LEVELS: usize = 10;

/// At this level of halving the unit interval, the cells are smaller than any positive `f64`.
const SMALLEST_LEVEL: usize = 1100;

/// Coefficients by power, the constant first; the last one is not 0. Empty for the polynomial 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(Vec<BigInt>);

/// A real root: a dyadic fraction, or the single root in a dyadic interval.
#[derive(Clone, Debug)]
pub enum Root {
    /// Exactly this number.
    At(Dyadic),
    /// The single root of a square-free polynomial in this cell, not at its ends.
    Within(Polynomial, Dyadic),
}

/// The dyadic fraction `index / 2^level`; or the interval (*cell*) from it to `(index + 1) / 2^level`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dyadic {
    /// Numerator of the fraction, which is also the number of cells of this level before it.
    pub index: BigInt,
    /// Number of halvings of the unit interval.
    pub level: usize,
}

impl Polynomial {
    /// The linear polynomial that is `from` at 0 and `to` at 1.
    pub fn between(from: &BigInt, to: &BigInt) -> Self {
        Self(vec![from.clone(), to - from]).trimmed()
    }

    /// True for the polynomial 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// All real roots in 0 ..= 1, ascending; the polynomial must not be 0.
    pub fn roots(&self) -> Vec<Root> {
        let unit = Dyadic { index: BigInt::ZERO, level: 0 };
        let mut roots = Vec::new();
        // A cell with a repeated root would be halved forever. Repeated roots are rare, and removing them is
        // expensive, so they are removed only if a few halvings do not isolate the roots.
        if self.isolate(&unit, SIMPLE_LEVELS, &mut roots).is_none() {
            roots.clear();
            let found = self.without_repeated_roots().isolate(&unit, usize::MAX, &mut roots);
            debug_assert!(found.is_some());
        }
        let end = unit.next();
        if self.sign_at(&end) == Sign::NoSign {
            roots.push(Root::At(end));
        }
        roots
    }

    /// The sign at a root of another polynomial.
    pub fn sign_at_root(&self, root: &Root) -> Sign {
        match root {
            _ if self.is_zero() => Sign::NoSign,
            Root::At(time) => self.sign_at(time),
            Root::Within(of, first_cell) => {
                let mut cell = first_cell.clone();
                for halvings in 0.. {
                    // If the root is common to both polynomials, it is a root of their greatest common divisor. The
                    // divisor has no other root in the cell, and this one is simple, so its signs at the cell's ends
                    // differ.
                    if halvings == SIMPLE_LEVELS {
                        let common = of.common_divisor(self);
                        if common.sign_at(first_cell) * common.sign_at(&first_cell.next()) == Sign::Minus {
                            return Sign::NoSign;
                        }
                    }
                    let bernstein = self.bernstein(&cell);
                    let first = bernstein[0].sign();
                    if first != Sign::NoSign && bernstein.iter().all(|b| b.sign() == first) {
                        return first;
                    }
                    cell = of.half_with_root(&cell);
                }
                unreachable!("a sign that is not 0 is found")
            }
        }
    }

    /// The half of a cell that contains the single root in the cell. If the root is in the middle, the first half is
    /// returned, which includes its end.
    fn half_with_root(&self, cell: &Dyadic) -> Dyadic {
        let [before, after] = cell.halves();
        let changes = self.sign_at(&before) * self.sign_at(&after);
        if changes == Sign::Plus { after } else { before }
    }

    /// Adds the roots in a cell, including its start but not its end; `None` if they are not isolated at
    /// level `deepest`.
    fn isolate(&self, cell: &Dyadic, deepest: usize, roots: &mut Vec<Root>) -> Option<()> {
        let bernstein = self.bernstein(cell);
        if bernstein[0].sign() == Sign::NoSign {
            roots.push(Root::At(cell.clone()));
        }
        let signs: Vec<Sign> = bernstein.iter().map(BigInt::sign).filter(|s| *s != Sign::NoSign).collect();
        let variations = signs.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let ends =
            bernstein[0].sign() != Sign::NoSign && bernstein[bernstein.len() - 1].sign() != Sign::NoSign;
        match variations {
            0 => Some(()),
            1 if ends => {
                roots.push(Root::Within(self.clone(), cell.clone()));
                Some(())
            }
            _ if cell.level == deepest => None,
            _ => cell.halves().iter().try_for_each(|half| self.isolate(half, deepest, roots)),
        }
    }

    fn sign_at(&self, time: &Dyadic) -> Sign {
        // Horner's scheme, multiplied by the denominator of each power.
        let mut value = BigInt::ZERO;
        for (i, coefficient) in self.0.iter().rev().enumerate() {
            value = value * &time.index + (coefficient << (i * time.level));
        }
        value.sign()
    }

    /// Bernstein coefficients of the polynomial over a cell, all multiplied by the same positive factor.
    fn bernstein(&self, cell: &Dyadic) -> Vec<BigInt> {
        let degree = self.0.len() - 1;
        // Substitutes index + s for the time by repeated synthetic division.
        let mut shifted: Vec<BigInt> =
            self.0.iter().enumerate().map(|(i, c)| c << ((degree - i) * cell.level)).collect();
        for lowest in 0..degree {
            for i in (lowest..degree).rev() {
                let above = &shifted[i + 1] * &cell.index;
                shifted[i] += above;
            }
        }
        // Converts powers to Bernstein form: binomial(j, i) / binomial(degree, i), over the product of all
        // denominators.
        let all: u64 = (0..=degree).map(|i| binomial(degree, i)).product();
        let term = |j: usize, i: usize| &shifted[i] * (binomial(j, i) * (all / binomial(degree, i)));
        (0..=degree).map(|j| (0..=j).map(|i| term(j, i)).sum()).collect()
    }

    fn without_repeated_roots(&self) -> Self {
        let derivative = self.0.iter().enumerate().skip(1).map(|(i, c)| c * i).collect();
        let common = self.common_divisor(&Self(derivative));
        self.divided(&common).0
    }

    /// The greatest common divisor, up to a constant factor.
    fn common_divisor(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let rest = a.divided(&b).1;
            a = std::mem::replace(&mut b, rest);
        }
        a
    }

    /// Quotient and remainder of the division of a multiple of this polynomial by `by`, which must not be 0.
    fn divided(&self, by: &Self) -> (Self, Self) {
        let (mut rest, mut quotient) = (self.0.clone(), vec![]);
        let lead = &by.0[by.0.len() - 1];
        while rest.len() >= by.0.len() {
            let factor = rest.pop().unwrap_or_default();
            let low = rest.len() + 1 - by.0.len();
            rest.iter_mut().for_each(|c| *c *= lead);
            for (c, b) in rest[low..].iter_mut().zip(&by.0) {
                *c -= &factor * b;
            }
            quotient.iter_mut().for_each(|c| *c *= lead);
            quotient.push(factor);
        }
        quotient.reverse();
        (Self(quotient).trimmed(), Self(rest).trimmed())
    }

    fn trimmed(mut self) -> Self {
        while self.0.last().is_some_and(|c| c.sign() == Sign::NoSign) {
            self.0.pop();
        }
        self
    }

    fn with(&self, other: &Self, combine: impl Fn(&BigInt, &BigInt) -> BigInt) -> Self {
        let of = |p: &Self, i: usize| p.0.get(i).cloned().unwrap_or_default();
        let terms = 0..self.0.len().max(other.0.len());
        Self(terms.map(|i| combine(&of(self, i), &of(other, i))).collect()).trimmed()
    }
}

impl Root {
    /// A lower bound of the root with the same leading `bits` bits; 0 if the root is below any positive `f64`.
    pub fn floor(&self, bits: u64) -> Dyadic {
        match self {
            Self::At(time) => time.clone(),
            Self::Within(of, cell) => {
                let mut cell = cell.clone();
                while cell.index.bits() < bits && cell.level < SMALLEST_LEVEL {
                    cell = of.half_with_root(&cell);
                }
                // If the root is a boundary of cells, the halving has chosen the cell below it, so the root is the end
                // of `cell`.
                if of.sign_at(&cell.next()) == Sign::NoSign { cell.next() } else { cell }
            }
        }
    }
}

impl Dyadic {
    /// Index of the cell on this level that contains the number.
    pub fn on_level(&self, level: usize) -> BigInt {
        if level < self.level {
            &self.index >> (self.level - level)
        } else {
            &self.index << (level - self.level)
        }
    }

    fn next(&self) -> Self {
        Self { index: &self.index + 1, level: self.level }
    }

    fn halves(&self) -> [Self; 2] {
        let before = Self { index: &self.index << 1, level: self.level + 1 };
        let after = before.next();
        [before, after]
    }
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: Self) -> Polynomial {
        self.with(other, |a, b| a + b)
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: Self) -> Polynomial {
        self.with(other, |a, b| a - b)
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial(self.0.iter().map(|c| -c).collect())
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: Self) -> Polynomial {
        let mut product = vec![BigInt::ZERO; (self.0.len() + other.0.len()).saturating_sub(1)];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial(product).trimmed()
    }
}

fn binomial(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |value, i| value * (n as u64 - i) / (i + 1))
}
