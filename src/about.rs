//! What is said of a method, whatever question it answers: pairs of bodies, rays, trees or cloth.

use crate::settings::{Setting, Settings};

/// The descriptive half of a method's row: what menus, `--method`, `info`, lessons and CSV headers say of it. The
/// other half, its constructor, differs by question and stands beside it in the table of the method's lab.
#[derive(Debug, PartialEq)]
pub struct About {
    /// The word in `--method ID`; part of the command line's contract.
    pub id: &'static str,
    /// Menu text in English, the key of its translation.
    pub title: &'static str,
    /// Authors and year, and the section.
    pub source: &'static str,
    /// One English sentence: how it decides.
    pub says: &'static str,
    /// How far its verdicts can be trusted.
    pub promise: Promise,
    /// The settings that it takes.
    pub settings: &'static [Setting],
    /// The id of the method that it is best compared with, of the same lab.
    pub compare_with: &'static str,
}

/// How far a method's verdicts can be trusted. Conformance tests hold it to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Always right, but for rounding.
    Exact,
    /// On convex bodies: misses nothing deeper than 1.5 pixels, hits nothing farther apart than a tenth of one.
    WithinAPixel,
    /// On convex bodies: misses nothing at all; false hits end within three pixels of contact, for round bodies
    /// farther by what their mesh lacks.
    NeverMisses,
    /// Tells no contact of a move too late, but many too early.
    NeverLate,
    /// Wrong as it was printed; kept to be seen failing.
    AsPublished,
}

impl Promise {
    /// The promise in a few English words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::WithinAPixel => "within a pixel",
            Self::NeverMisses => "never misses",
            Self::NeverLate => "never too late",
            Self::AsPublished => "as published (wrong)",
        }
    }
}

impl About {
    /// All its settings at their defaults.
    pub fn default_settings(&self) -> Settings {
        Settings::defaults(self.settings)
    }
}
