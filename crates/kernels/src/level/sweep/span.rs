//! The part of a path on which a mover overlaps a cell: a 24-byte version of [`super::interval`].

use crate::geometry::Vector;

/// A part of the path, and the plane at which it starts.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// First time.
    pub from: f64,
    /// Last time.
    pub to: f64,
    /// Packed [`Code`] of the plane that is reached at the first time.
    entered: u32,
    /// Upper bound of 1/|rate| over all planes so far that the mover might not certainly overlap during the whole part.
    slowest: f32,
}

/// The code of a plane that the mover has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The plane of a node, seen from behind (0) or from in front (1).
    Node(usize, usize),
    /// A bevel.
    Bevel(usize),
}

const NONE: u32 = u32::MAX;
const BEVEL: u32 = 1 << 31;

impl Code {
    /// Packs the code into 32 bits.
    pub fn packed(self) -> u32 {
        match self {
            Self::Node(node, side) => (node << 1 | side) as u32,
            Self::Bevel(bevel) => BEVEL | bevel as u32,
        }
    }

    fn of(packed: u32) -> Self {
        if packed & BEVEL != 0 {
            Self::Bevel((packed & !BEVEL) as usize)
        } else {
            Self::Node(packed as usize >> 1, packed as usize & 1)
        }
    }
}

/// Thresholds for clipping a path by a plane and its skin.
#[derive(Clone, Copy, Debug)]
pub struct Skin {
    /// Twice the tolerance, metres.
    pub thickness: f64,
    /// A mover in the skin slides if its `rate` is at least this, metres per unit of time. The value is negative: a
    /// slight approach still counts as sliding.
    pub parallel: f64,
}

impl Span {
    /// The whole path.
    pub fn whole() -> Self {
        Self { from: 0.0, to: 1.0, entered: NONE, slowest: 0.0 }
    }

    /// First and last time.
    pub fn times(&self) -> [f64; 2] {
        [self.from, self.to]
    }

    /// True if the mover certainly overlaps all half-spaces by more than the skin at some time of the part: it has
    /// passed every skin, `thickness` metres thick, before it comes to the first skin on the way out.
    #[inline]
    pub fn is_long(&self, thickness: f64) -> bool {
        // Below the normal numbers of f32, rounding may have made the bound too small, or 0.
        let slowest = self.slowest.max(f32::MIN_POSITIVE);
        self.to - self.from >= 2.0 * thickness * f64::from(slowest)
    }

    /// Cuts off the times at which the mover is entirely in front of a plane; returns false if no time is
    /// left. The mover starts `past` metres past the shifted plane and moves away by `rate` metres per unit
    /// of time; `inverse` is 1/`rate`. Equals `Interval::clip` up to rounding.
    #[inline]
    pub fn clip(&mut self, past: f64, rate: f64, inverse: f64, skin: Skin, packed: u32) -> bool {
        self.slowest = slower(self.slowest, inverse);
        if past <= 0.0 {
            // The mover starts in front.
            if rate >= 0.0 || past < rate * self.to {
                return false;
            }
            if past < rate * self.from || self.entered == NONE {
                let time = past * inverse;
                self.from = if time > self.from { time } else { self.from };
                self.entered = packed;
            }
        } else if past <= skin.thickness {
            if rate >= skin.parallel {
                return false;
            }
            if self.entered == NONE {
                self.entered = packed;
            }
        } else {
            if past < rate * self.to {
                self.to = past * inverse;
            }
        }
        self.from <= self.to
    }

    /// The parts of the path behind and in front of a node's plane. The mover starts `past` metres past the plane
    /// that is shifted for the back side and past the plane that is shifted for the front side. `None` in the rare
    /// case that a part is empty or the mover starts in a skin; the caller then uses [`Self::clip`]. Branch-free,
    /// because the side that a path takes is unpredictable.
    #[inline]
    pub fn parted(
        &self,
        past: [f64; 2],
        rate: f64,
        inverse: f64,
        skin: Skin,
        node: u32,
    ) -> Option<[Self; 2]> {
        let comes = |past: f64, rate: f64| (past > skin.thickness) | ((past <= 0.0) & (rate < 0.0));
        let is_first = self.entered == NONE;
        let slowest = slower(self.slowest, inverse);
        let towards = ((rate.to_bits() as i64) >> 63) as u64;
        let part = |side: usize, rate: f64, inverse: f64, towards: u64| {
            let (past, crossing) = (past[side], (past[side] * inverse).to_bits());
            let (enters, leaves) = (crossing & towards, crossing & !towards | 1.0_f64.to_bits() & towards);
            let (enters, leaves) = (f64::from_bits(enters), f64::from_bits(leaves));
            let is_met = (past <= 0.0) & ((past < rate * self.from) | is_first);
            let code = Code::Node(node as usize, side).packed();
            Self {
                from: if enters > self.from { enters } else { self.from },
                to: if leaves < self.to { leaves } else { self.to },
                entered: if is_met { code } else { self.entered },
                slowest,
            }
        };
        let parts = [part(0, rate, inverse, towards), part(1, -rate, -inverse, !towards)];
        let are_both = (parts[0].from <= parts[0].to) & (parts[1].from <= parts[1].to);
        (comes(past[0], rate) & comes(past[1], -rate) & are_both).then_some(parts)
    }

    /// `first` if `is_first`, else `second`: the two parts of [`Self::parted`].
    #[inline]
    pub fn either(is_first: bool, first: &Self, second: &Self) -> Self {
        Self {
            from: either(is_first, first.from, second.from),
            to: either(is_first, first.to, second.to),
            entered: if is_first { first.entered } else { second.entered },
            slowest: first.slowest,
        }
    }

    /// The plane hit at the first time; `None` if the mover starts inside.
    pub fn met(&self) -> Option<Code> {
        (self.entered != NONE).then(|| Code::of(self.entered))
    }
}

/// The larger of the first number and the absolute value of the second, rounded up.
#[inline]
fn slower(slowest: f32, inverse: f64) -> f32 {
    let inverse = (inverse.abs() * (1.0 + 1e-6)) as f32;
    if inverse > slowest { inverse } else { slowest }
}

/// `first` if `is_first`, else `second`; a bit mask instead of a branch.
#[inline]
fn either(is_first: bool, first: f64, second: f64) -> f64 {
    let mask = u64::from(is_first).wrapping_neg();
    f64::from_bits(first.to_bits() & mask | second.to_bits() & !mask)
}

/// Start and displacement of a move: one pair of coordinates for each axis.
pub struct Line([[f64; 2]; 3]);

impl Line {
    /// The line of a move that starts at `from` with the displacement `path`.
    pub fn of(from: &Vector, path: &Vector) -> Self {
        Self([0, 1, 2].map(|i| [from[i], path[i]]))
    }

    /// The start's distance in front of a plane, and the change of that distance along the move.
    #[inline]
    pub fn over(&self, normal: &Vector, offset: f64) -> [f64; 2] {
        let [x, y, z] = &self.0;
        let over = |i: usize| normal.x * x[i] + normal.y * y[i] + normal.z * z[i];
        [over(0) - offset, over(1)]
    }
}

/// Upper bound of the relative error of rounding to single precision. A normal's coordinates are at most 1.
const HALF_DIGITS: f64 = 1e-7;

/// Both ends of a part of the path: one pair of coordinates for each axis.
pub struct Ends([[f64; 2]; 3]);

impl Ends {
    /// The ends of the part `span` of a path that starts at `from` with the displacement `path`.
    pub fn of(from: &Vector, path: &Vector, span: &Span) -> Self {
        Self([0, 1, 2].map(|i| [from[i] + path[i] * span.from, from[i] + path[i] * span.to]))
    }

    /// Distances of the ends in front of a plane, the smaller one first.
    #[inline]
    pub fn over(&self, normal: &Vector, offset: f64) -> [f64; 2] {
        let [x, y, z] = &self.0;
        let over = |i: usize| normal.x * x[i] + normal.y * y[i] + normal.z * z[i] - offset;
        let [a, b] = [over(0), over(1)];
        if a < b { [a, b] } else { [b, a] }
    }

    /// An upper bound of the distance of either end in front of a plane that is given in single precision.
    #[inline]
    pub fn highest_over(&self, [nx, ny, nz, offset]: &[f32; 4]) -> f64 {
        let ([x, y, z], offset) = (&self.0, f64::from(*offset));
        let n = [nx, ny, nz].map(|c| f64::from(*c));
        let over = |i: usize| n[0] * x[i] + n[1] * y[i] + n[2] * z[i] - offset;
        let size = |i: usize| x[i].abs() + y[i].abs() + z[i].abs();
        over(0).max(over(1)) + HALF_DIGITS * (size(0) + size(1) + offset.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SKIN: Skin = Skin { thickness: 1e-9, parallel: -1e-12 };

    #[test]
    fn codes_come_back() {
        for code in [Code::Node(0, 0), Code::Node(7, 1), Code::Bevel(0), Code::Bevel(123)] {
            assert_eq!(Code::of(code.packed()), code);
        }
    }

    #[test]
    fn a_path_of_1e49_m_that_ends_in_a_skin_is_not_long() {
        let skin = Skin { thickness: 1e37, parallel: -1e37 };
        let mut span = Span::whole();
        let (past, rate) = (-1e49 * (1.0 - 1e-13), -1e49);
        assert!(span.clip(past, rate, 1.0 / rate, skin, 0) && !span.is_long(skin.thickness));
    }

    #[test]
    fn a_path_is_cut_where_it_comes_in_and_where_it_leaves() {
        let mut span = Span::whole();
        // The mover first starts 2 m in front and approaches by 8 m; then it starts 3 m past the plane and
        // moves away by 4 m.
        assert!(span.clip(-2.0, -8.0, -0.125, SKIN, 4) && span.clip(3.0, 4.0, 0.25, SKIN, 6));
        assert_eq!((span.times(), span.met()), ([0.25, 0.75], Some(Code::Node(2, 0))));
        assert!(!span.clip(-7.0, -8.0, -0.125, SKIN, 8), "comes in after it has left");
        assert!(!Span::whole().clip(5e-10, 0.0, f64::INFINITY, SKIN, 0), "slides in the skin");
        assert!(Span::whole().clip(5e-10, -1.0, -1.0, SKIN, 0), "goes in from the skin");
    }
}
