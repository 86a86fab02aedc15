//! What a world is made from, each value declared once with its range.

use super::kind::Kind;
use crate::geometry::primitives;

/// A parameter with its range: declared once for a slider, the command line and the head of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range<T> {
    /// Used on the command line and in files: does not change.
    pub name: &'static str,
    /// Caption of the control, in English.
    pub label: &'static str,
    /// One sentence, for a hover text and `--help`.
    pub help: &'static str,
    /// The smallest value that is accepted.
    pub min: T,
    /// The largest value that is accepted.
    pub max: T,
    /// The value unless another is given.
    pub default: T,
}

/// Seed of places, directions and speeds: the same seed and parameters give the same world.
pub const SEED_RANGE: Range<u64> = Range {
    name: "seed",
    label: "Seed",
    help: "Start of the random numbers: the same seed gives the same world, frame by frame.",
    min: 0,
    max: u64::MAX,
    default: 1,
};

/// How many bodies, as far as the window offers; a world takes 1 to [`MAX_COUNT`].
pub const COUNT_RANGE: Range<usize> = Range {
    name: "bodies",
    label: "Bodies",
    help: "How many bodies move in the box.",
    min: 2,
    max: 2000,
    default: 100,
};

/// The most bodies that a world takes.
pub const MAX_COUNT: usize = 100_000;

/// Share of the box that the bodies fill, by volume.
pub const DENSITY_RANGE: Range<f64> = Range {
    name: "density",
    label: "Density",
    help: "Volume of all bodies divided by the volume of the box; the box is sized from it.",
    min: 0.001,
    max: 0.3,
    default: 0.05,
};

/// Triangle level L of the meshes, see [`primitives`].
pub const LEVEL_RANGE: Range<u32> = Range {
    name: "level",
    label: "Triangle level",
    help: "How finely round bodies are cut; 4 averages the 443 triangles of the published experiment.",
    min: 1,
    max: 8,
    default: primitives::DEFAULT_LEVEL,
};

/// Longest side of a body's own box, metres.
pub const SIZE_RANGE: Range<f64> = Range {
    name: "size",
    label: "Body size",
    help: "Longest side of a body, in metres; everything else grows with it.",
    min: 1e-6,
    max: 1e6,
    default: 1.0,
};

/// The share of one kind of body in the mix, in proportion to the others.
pub const SHARE_RANGE: Range<f64> = Range {
    name: "share",
    label: "Share",
    help: "Share of this kind among the bodies, in proportion to the other kinds; 0 leaves it out.",
    min: 0.0,
    max: 1.0,
    default: 1.0,
};

/// Everything that, together, determines a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Seed of all that is random, in [`SEED_RANGE`].
    pub seed: u64,
    /// Number of bodies, 1 to [`MAX_COUNT`].
    pub count: usize,
    /// Share of the box that the bodies fill, in [`DENSITY_RANGE`].
    pub density: f64,
    /// Shares of the four kinds of body.
    pub mix: Mix,
    /// Triangle level of the meshes, in [`LEVEL_RANGE`].
    pub level: u32,
    /// Longest side of a body's own box in metres, in [`SIZE_RANGE`].
    pub size: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            seed: SEED_RANGE.default,
            count: COUNT_RANGE.default,
            density: DENSITY_RANGE.default,
            mix: Mix::default(),
            level: LEVEL_RANGE.default,
            size: SIZE_RANGE.default,
        }
    }
}

impl Parameters {
    /// Whether every value lies in its range; the error names the first that does not.
    pub fn validate(&self) -> Result<(), ParameterError> {
        within(COUNT_RANGE.name, self.count, 1, MAX_COUNT)?;
        within(DENSITY_RANGE.name, self.density, DENSITY_RANGE.min, DENSITY_RANGE.max)?;
        within(LEVEL_RANGE.name, self.level, LEVEL_RANGE.min, LEVEL_RANGE.max)?;
        within(SIZE_RANGE.name, self.size, SIZE_RANGE.min, SIZE_RANGE.max)?;
        for share in self.mix.shares {
            within(SHARE_RANGE.name, share, SHARE_RANGE.min, SHARE_RANGE.max)?;
        }
        if self.mix.shares.iter().sum::<f64>() <= 0.0 {
            return Err(ParameterError::EmptyMix);
        }
        Ok(())
    }
}

/// Shares of the four kinds of body, in proportion to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// In the order of [`Kind::ALL`]: cone, cylinder, cube, sphere.
    pub shares: [f64; 4],
}

impl Default for Mix {
    /// Equal shares of all four kinds.
    fn default() -> Self {
        Self { shares: [SHARE_RANGE.default; 4] }
    }
}

impl Mix {
    /// A mix of bodies of one kind only.
    pub fn only(kind: Kind) -> Self {
        Self { shares: Kind::ALL.map(|k| if k == kind { 1.0 } else { 0.0 }) }
    }

    /// How many of `count` bodies are of each kind. They add up to `count` and differ from the exact
    /// shares by less than one (largest remainder; ties go to the kind that comes first).
    pub fn deal(&self, count: usize) -> [usize; 4] {
        let total: f64 = self.shares.iter().sum();
        let exact = self.shares.map(|share| share / total * count as f64);
        let mut dealt = exact.map(|share| share.floor() as usize);
        let mut by_remainder = [0, 1, 2, 3];
        by_remainder.sort_by(|&i, &j| exact[j].fract().total_cmp(&exact[i].fract()));
        let left_over = count.saturating_sub(dealt.iter().sum());
        for &kind in by_remainder.iter().filter(|&&kind| exact[kind] > 0.0).cycle().take(left_over) {
            dealt[kind] += 1;
        }
        dealt
    }
}

/// Why there is no such world: one line that says what to change.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// A number is too small, too large or no number.
    #[error("{name} = {value} is out of range: take {min} to {max}")]
    OutOfRange {
        /// Name of the parameter: its [`Range::name`].
        name: &'static str,
        /// The refused value, printed.
        value: String,
        /// The smallest accepted value, printed.
        min: String,
        /// The largest accepted value, printed.
        max: String,
    },
    /// All shares of the mix are zero.
    #[error("the mix is empty: give at least one kind of body a share above 0")]
    EmptyMix,
    /// The box would not leave a body room to turn.
    #[error(
        "{count} bodies at density {density} need a box {side:.3} m wide, too small for a body that is \
         {diameter:.3} m across: take more bodies or a lower density"
    )]
    TooCramped {
        /// Number of bodies that were asked for.
        count: usize,
        /// Share of the box that they were to fill.
        density: f64,
        /// Side of the box that this needs, metres.
        side: f64,
        /// Diameter of the largest body's bounding sphere, metres.
        diameter: f64,
    },
}

fn within<T: PartialOrd + std::fmt::Display>(
    name: &'static str,
    value: T,
    min: T,
    max: T,
) -> Result<(), ParameterError> {
    if min <= value && value <= max {
        return Ok(());
    }
    let [value, min, max] = [value, min, max].map(|x| x.to_string());
    Err(ParameterError::OutOfRange { name, value, min, max })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_is_dealt_exactly_up_to_rounding() {
        assert_eq!(Mix::default().deal(100), [25; 4]);
        assert_eq!(Mix::default().deal(2), [1, 1, 0, 0]);
        assert_eq!(Mix { shares: [0.0, 0.5, 0.0, 0.25] }.deal(10), [0, 7, 0, 3]);
        for count in 1..200 {
            let mix = Mix { shares: [0.1, 0.7, 1.0 / 3.0, 0.0] };
            let (dealt, total) = (mix.deal(count), 0.1 + 0.7 + 1.0 / 3.0);
            assert_eq!(dealt.iter().sum::<usize>(), count);
            for (n, share) in dealt.iter().zip(mix.shares) {
                assert!((*n as f64 - share / total * count as f64).abs() < 1.0);
            }
        }
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        let good = Parameters::default();
        assert_eq!(good.validate(), Ok(()));
        let refused = |p: Parameters| p.validate().unwrap_err().to_string();
        assert_eq!(refused(Parameters { count: 0, ..good }), "bodies = 0 is out of range: take 1 to 100000");
        assert!(refused(Parameters { density: f64::NAN, ..good }).starts_with("density = NaN"));
        assert!(refused(Parameters { density: 0.31, ..good }).contains("0.001 to 0.3"));
        assert!(refused(Parameters { level: 9, ..good }).contains("1 to 8"));
        assert!(refused(Parameters { size: 0.0, ..good }).contains("size = 0"));
        let mix = |shares| Parameters { mix: Mix { shares }, ..good };
        assert!(refused(mix([0.0; 4])).contains("empty"));
        assert!(refused(mix([1.0, f64::INFINITY, 0.0, 0.0])).contains("share = inf"));
    }
}
