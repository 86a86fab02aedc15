//! The quality of pictures in the window: a setting, and the governor that follows the time of a picture.

use std::time::Duration;

use crate::render::lighting::Look;
use crate::settings::{Meaning, Range, Setting, words};

/// The chosen quality.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// All effects on pictures at rest; on moving pictures those for which there is time.
    #[default]
    Automatic,
    /// No shadows and no ambient occlusion.
    Fast,
    /// All effects on all pictures.
    Best,
}

const ROWS: [Meaning<Quality>; 3] = [
    (
        "automatic",
        "Shadows, ambient occlusion and smooth edges while there is time; always on a picture at rest",
        Quality::Automatic,
    ),
    ("fast", "No shadows and no ambient occlusion", Quality::Fast),
    ("best", "Shadows, ambient occlusion and smooth edges on every picture", Quality::Best),
];

/// The setting, for its menu, the search and the stored state.
pub const QUALITY: Setting = Setting {
    id: "quality",
    label: "Quality",
    help: "Light and edges of the pictures in the window. Files always have the best. No answer depends on it.",
    unit: "",
    range: Range::Choice { options: &words(&ROWS), default: "automatic" },
};

impl Quality {
    /// All qualities, with their ids and explanations.
    pub fn all() -> impl Iterator<Item = Meaning<Self>> {
        ROWS.into_iter()
    }

    /// The quality with this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::all().find(|row| row.0 == id).map(|row| row.2)
    }

    /// The id.
    pub fn id(self) -> &'static str {
        ROWS.iter().find(|row| row.2 == self).map_or("", |row| row.0)
    }
}

/// Effects on a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// Shadows of the key light.
    pub shadows: bool,
    /// Ambient occlusion.
    pub occlusion: bool,
    /// Antialiased edges.
    pub smooth: bool,
}

/// Effects of moving pictures, from cheap to dear.
pub const LEVELS: [Effects; 4] = [
    Effects { shadows: false, occlusion: false, smooth: false },
    Effects { shadows: false, occlusion: true, smooth: false },
    Effects { shadows: true, occlusion: true, smooth: false },
    Effects { shadows: true, occlusion: true, smooth: true },
];
/// The lowest level on a graphics card.
const LOWEST_ON_CARD: usize = 2;

/// Pictures above this time, a number of them in a row, lower the level.
pub const SLOW: (Duration, u32) = (Duration::from_millis(12), 6);
/// Pictures below this time, a number of them in a row, raise the level.
pub const QUICK: (Duration, u32) = (Duration::from_millis(3), 90);
/// After a level that turned out too slow, the number of quick pictures grows by this factor.
const PATIENCE: u32 = 4;
/// Largest number of quick pictures before a level is tried again.
const MOST_PATIENCE: u32 = 90 * 256;

/// Largest number of pixels of a picture at rest whose edges a software rasteriser smooths by itself, with four times
/// as many samples, and the largest number that it shades: two panes of larger ones take more than a second.
pub const MOST_IN_SOFTWARE: [u64; 2] = [1 << 19, 1 << 21];

/// Chooses the effects of moving pictures by their time.
#[derive(Clone, Copy, Debug)]
pub struct Governor {
    is_software: bool,
    level: usize,
    lowest: usize,
    slow: u32,
    quick: u32,
    patience: u32,
}

impl Governor {
    /// A software rasteriser starts without effects; on a graphics card, shadows and occlusion are always on.
    pub fn new(is_software: bool) -> Self {
        let (level, lowest) = if is_software { (0, 0) } else { (LEVELS.len() - 1, LOWEST_ON_CARD) };
        Self { is_software, level, lowest, slow: 0, quick: 0, patience: QUICK.1 }
    }

    /// Takes the time of the pictures of a redraw into account.
    pub fn judge(&mut self, time: Duration) {
        self.slow = if time > SLOW.0 { self.slow + 1 } else { 0 };
        self.quick = if time < QUICK.0 { self.quick + 1 } else { 0 };
        if self.slow >= SLOW.1 && self.level > self.lowest {
            self.level -= 1;
            self.patience = (PATIENCE * self.patience).min(MOST_PATIENCE);
        } else if self.quick >= self.patience && self.level + 1 < LEVELS.len() {
            self.level += 1;
        } else {
            return;
        }
        (self.slow, self.quick) = (0, 0);
    }

    /// The effects of a picture of `size` pixels with the chosen quality. `still`: whether the picture is at rest.
    pub fn effects(&self, quality: Quality, still: bool, size: [u32; 2]) -> Effects {
        let pixels: u64 = size.iter().map(|side| u64::from(*side)).product();
        let [smooth, shaded] = MOST_IN_SOFTWARE.map(|most| !self.is_software || pixels <= most);
        match quality {
            Quality::Fast => Effects { smooth: still && smooth, ..LEVELS[0] },
            Quality::Automatic if !still => LEVELS[self.level],
            Quality::Automatic if !shaded => LEVELS[0],
            Quality::Automatic if !smooth => LEVELS[LEVELS.len() - 2],
            Quality::Automatic | Quality::Best => LEVELS[LEVELS.len() - 1],
        }
    }
}

impl Effects {
    /// The look with these effects in the current theme.
    pub fn look(self) -> Look {
        let Self { shadows, occlusion, .. } = self;
        Look { scheme: super::theme::scheme(), shadows, occlusion }
    }
}
