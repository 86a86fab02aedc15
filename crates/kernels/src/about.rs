//! The description of a method, for any kind of query: pairs of bodies, rays, trees or cloth.

use crate::settings::{Setting, Settings};

/// The descriptive half of a method's row, for menus, `--method`, `info`, lessons and CSV headers. The other half, the
/// constructor, is in the table of the method's lab, because it differs by kind of query.
#[derive(Debug, PartialEq)]
pub struct MethodInfo {
    /// The value of `--method ID`; part of the command line's contract.
    pub id: &'static str,
    /// Menu text in English, the key of its translation.
    pub title: &'static str,
    /// Authors and year, and the section.
    pub source: &'static str,
    /// One English sentence: how the method works.
    pub says: &'static str,
    /// How far the method's verdicts can be trusted.
    pub promise: Promise,
    /// The settings that the method takes.
    pub settings: &'static [Setting],
    /// Id of the method of the same lab that makes the most instructive comparison.
    pub compare_with: &'static str,
}

/// How far a method's verdicts can be trusted; conformance tests check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Always right, up to rounding.
    Exact,
    /// On convex bodies: every collision deeper than 1.5 pixels is found, and a false hit has a gap of at most a
    /// tenth of a pixel.
    WithinAPixel,
    /// On convex bodies: no misses. A false hit has a gap of at most three pixels, plus, for round bodies, the
    /// deviation of their mesh from the solid.
    NeverMisses,
    /// Every hit is right, up to the rounding of depths; overlaps that no sample meets are missed.
    CertainHits,
    /// Most answers are right, but errors of both kinds occur, and no bound holds.
    Approximate,
    /// Reports no contact of a moving body late, but many early.
    NeverLate,
    /// Wrong, as printed in the source; kept to show the failure.
    AsPublished,
    /// Nothing is promised, because a user wrote the method.
    Unknown,
}

impl Promise {
    /// The promise in a few English words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::WithinAPixel => "accurate to a pixel",
            Self::NeverMisses => "never misses",
            Self::CertainHits => "hits are certain",
            Self::Approximate => "approximate, without a bound",
            Self::NeverLate => "never reports a hit too late",
            Self::AsPublished => "as published (wrong)",
            Self::Unknown => "no promise: your own method",
        }
    }
}

impl MethodInfo {
    /// All settings of the method at their defaults.
    pub fn default_settings(&self) -> Settings {
        Settings::defaults(self.settings)
    }
}
