//! Input of a world: parameters, each declared once as a setting, or bodies placed by hand.

use std::ops::RangeInclusive;

use super::kind::Kind;
use super::{Body, Pair};
use crate::geometry::primitives;
use crate::settings::{Range, Scale, Setting, Settings};

/// Seed of positions, directions and speeds: the same seed and parameters give the same world.
pub const SEED: Setting = Setting {
    id: "seed",
    label: "Seed",
    help: "Random seed: the same seed gives the same world.",
    unit: "",
    range: Range::Whole { min: 0, max: u64::MAX, default: 1 },
};

/// Number of bodies in the window and on the command line; a world accepts 1 to [`MAX_COUNT`].
pub const BODIES: Setting = Setting {
    id: "bodies",
    label: "Bodies",
    help: "Number of bodies in the box.",
    unit: "",
    range: Range::Whole { min: 2, max: 10_000, default: 100 },
};

/// Maximum number of bodies of a world.
pub const MAX_COUNT: usize = 100_000;

/// Share of the box's volume that the bodies fill.
pub const DENSITY: Setting = Setting {
    id: "density",
    label: "Density",
    help: "Volume of all bodies divided by the volume of the box; it determines the size of the box.",
    unit: "",
    range: Range::Real { min: 0.001, max: 0.3, default: 0.05, scale: Scale::Logarithmic },
};

/// Triangle level L of the meshes, see [`primitives`].
pub const LEVEL: Setting = Setting {
    id: "level",
    label: "Triangle level",
    help: "Resolution of round bodies; 4 gives the average of 443 triangles of the published experiment.",
    unit: "",
    range: Range::Whole { min: 1, max: 8, default: primitives::DEFAULT_LEVEL as u64 },
};

/// Longest side of a body's own box, metres.
pub const SIZE: Setting = Setting {
    id: "size",
    label: "Body size",
    help: "Longest side of a body, in metres; everything else scales with it.",
    unit: "m",
    range: Range::Real { min: 1e-6, max: 1e6, default: 1.0, scale: Scale::Logarithmic },
};

/// The shares of the kinds of body in the mix, in the order of [`Kind::ALL`].
pub const SHARE: Setting = Setting {
    id: "share",
    label: "Share",
    help: "Share of this kind of body, relative to the other kinds; 0 for none.",
    unit: "",
    range: Range::Shares { of: &["Cones", "Cylinders", "Cubes", "Spheres"] },
};

/// Share of the bodies that rest.
pub const RESTING: Setting = Setting {
    id: "resting",
    label: "Resting bodies",
    help: "Share of the bodies that never move. Two of them are never a candidate pair, and their boxes lie in a tree that is built once.",
    unit: "",
    range: Range::Real { min: 0.0, max: 1.0, default: 0.0, scale: Scale::Linear },
};

/// All settings of a world, in the order of the panel.
pub const SETTINGS: &[Setting] = &[SEED, BODIES, DENSITY, LEVEL, SIZE, RESTING, SHARE];

/// All parameters that determine a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Seed of all random numbers, in the range of [`SEED`].
    pub seed: u64,
    /// Number of bodies, 1 to [`MAX_COUNT`].
    pub count: usize,
    /// Share of the box's volume that the bodies fill, in the range of [`DENSITY`].
    pub density: f64,
    /// Shares of the four kinds of body.
    pub mix: Mix,
    /// Triangle level of the meshes, in the range of [`LEVEL`].
    pub level: u32,
    /// Longest side of a body's own box in metres, in the range of [`SIZE`].
    pub size: f64,
    /// Share of the bodies that rest, in the range of [`RESTING`].
    pub resting: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self::from(&Settings::defaults(SETTINGS))
    }
}

impl From<&Settings> for Parameters {
    /// Reads the values of [`SETTINGS`]; zero where one is missing.
    fn from(settings: &Settings) -> Self {
        let whole = |setting: Setting| settings.whole(setting.id).unwrap_or_default();
        let real = |setting: Setting| settings.real(setting.id).unwrap_or_default();
        let mut shares = [0.0; 4];
        let set = settings.shares(SHARE.id).unwrap_or_default();
        shares.iter_mut().zip(set).for_each(|(share, set)| *share = *set);
        Self {
            seed: whole(SEED),
            count: whole(BODIES) as usize,
            density: real(DENSITY),
            mix: Mix { shares },
            level: whole(LEVEL) as u32,
            size: real(SIZE),
            resting: real(RESTING),
        }
    }
}

impl Parameters {
    /// Checks that every value is in its range; the error names the first that is not.
    pub fn validate(&self) -> Result<(), ParameterError> {
        within(&BODIES, self.count, 1..=MAX_COUNT)?;
        within(&DENSITY, self.density, DENSITY.reals())?;
        within(&LEVEL, u64::from(self.level), LEVEL.wholes())?;
        within(&SIZE, self.size, SIZE.reals())?;
        within(&RESTING, self.resting, RESTING.reals())?;
        for share in self.mix.shares {
            within(&SHARE, share, SHARE.reals())?;
        }
        if self.mix.shares.iter().sum::<f64>() <= 0.0 {
            return Err(ParameterError::EmptyMix);
        }
        Ok(())
    }
}

/// Shares of the four kinds of body, relative to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// Shares in the order of [`Kind::ALL`]: cone, cylinder, cube, sphere.
    pub shares: [f64; 4],
}

impl Default for Mix {
    /// Equal shares of all four kinds.
    fn default() -> Self {
        Self { shares: [1.0; 4] }
    }
}

impl Mix {
    /// A mix of bodies of one kind only.
    pub fn only(kind: Kind) -> Self {
        Self { shares: Kind::ALL.map(|k| if k == kind { 1.0 } else { 0.0 }) }
    }

    /// Numbers of bodies of each kind. They sum to `count` and differ from the exact shares by less than one
    /// (largest remainder; ties go to the kind that comes first).
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

/// Error in the parameters of a world: one line that says what to change.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// A number is too small, too large or NaN.
    #[error("{name} = {value} is out of range: use {min} to {max}")]
    OutOfRange {
        /// Id of the parameter: its [`Setting::id`].
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
    /// The box is too small for a body to rotate.
    #[error(
        "{count} bodies at density {density} need a box {side:.3} m wide, too small for a body with a \
         diameter of {diameter:.3} m: use more bodies or a lower density"
    )]
    TooCramped {
        /// Requested number of bodies.
        count: usize,
        /// Requested density.
        density: f64,
        /// Side of the resulting box, metres.
        side: f64,
        /// Diameter of the largest body's bounding sphere, metres.
        diameter: f64,
    },
}

fn within<T: PartialOrd + std::fmt::Display>(
    setting: &Setting,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), ParameterError> {
    if range.contains(&value) {
        return Ok(());
    }
    let [value, min, max] = [&value, range.start(), range.end()].map(T::to_string);
    Err(ParameterError::OutOfRange { name: setting.id, value, min, max })
}

/// A row of the table of presets.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Id on the command line and in files; it must not change.
    pub id: &'static str,
    /// Menu text in English, the key of its translation.
    pub title: &'static str,
    /// Summary, one English sentence.
    pub says: &'static str,
    /// Makes the bodies, A first.
    pub build: fn() -> Vec<Body>,
    /// The exact colliding pairs at the start. Touching bodies collide.
    pub colliding: &'static [Pair],
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
    fn parameters_are_read_from_their_settings() {
        let mut settings = Settings::defaults(SETTINGS);
        assert_eq!(Parameters::from(&settings), Parameters::default());
        assert_eq!(Parameters::default().mix, Mix::default());
        for (id, text) in [("seed", "7"), ("bodies", "20"), ("density", "0.1"), ("share", "1,0,0.5,0")] {
            settings.set(id, text).unwrap();
        }
        let mix = Mix { shares: [1.0, 0.0, 0.5, 0.0] };
        let expected = Parameters { seed: 7, count: 20, density: 0.1, mix, ..Parameters::default() };
        assert_eq!(Parameters::from(&settings), expected);
        let Range::Shares { of } = SHARE.range else { panic!("{SHARE:?}") };
        assert_eq!(of.len(), Kind::ALL.len());
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        let good = Parameters::default();
        assert_eq!(good.validate(), Ok(()));
        let refused = |p: Parameters| p.validate().unwrap_err().to_string();
        assert_eq!(refused(Parameters { count: 0, ..good }), "bodies = 0 is out of range: use 1 to 100000");
        assert!(refused(Parameters { density: f64::NAN, ..good }).starts_with("density = NaN"));
        assert!(refused(Parameters { density: 0.31, ..good }).contains("0.001 to 0.3"));
        assert!(refused(Parameters { level: 9, ..good }).contains("1 to 8"));
        assert!(refused(Parameters { size: 0.0, ..good }).contains("size = 0"));
        let mix = |shares| Parameters { mix: Mix { shares }, ..good };
        assert!(refused(mix([0.0; 4])).contains("empty"));
        assert!(refused(mix([1.0, f64::INFINITY, 0.0, 0.0])).contains("share = inf"));
    }
}
