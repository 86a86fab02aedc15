//! What can be set on the image-space methods, declared once.

use super::schedule::word::Schedule;
use super::view::{AxisChoice, ViewVolume};
use crate::settings::{Range, Setting, Settings};

/// Of `occlusion-query`.
pub const OCCLUSION_QUERY: &[Setting] = &[RESOLUTION, AXIS, SCHEDULE, CULLING, VIEW_VOLUME];
/// Of `stencil`.
pub const STENCIL: &[Setting] = &[RESOLUTION, AXIS, SCHEDULE, CULLING, VIEW_VOLUME, READBACK];
/// Of `stencil-as-published`, which always draws whole bodies.
pub const STENCIL_AS_PUBLISHED: &[Setting] = &[RESOLUTION, AXIS, SCHEDULE, VIEW_VOLUME, READBACK];

/// Of `recode`, which draws whole bodies and reads their pixels.
pub const RECODE: &[Setting] = &[RESOLUTION, AXIS, SCHEDULE_AS_PUBLISHED, VIEW_VOLUME];
/// Of `depth-readback` and `occlusion-boolean`, which wait between their draws.
pub const WAITING: &[Setting] = &[RESOLUTION, AXIS, SCHEDULE_IN_TURN, CULLING, VIEW_VOLUME];
/// Of `occlusion-conservative` and the sandwich, whose bodies must not be cut off.
pub const CERTAIN: &[Setting] = &[RESOLUTION, AXIS, SCHEDULE_IN_TURN, CULLING];

const RESOLUTION: Setting = Setting {
    id: "resolution",
    label: "Resolution",
    help: "Pixels along each side of a pair's tile. Overlaps thinner than a pixel can be missed.",
    range: Range::Whole { min: 16, max: 512, default: 32 },
};
const AXIS: Setting = Setting {
    id: "axis",
    label: "View axis",
    help: "The direction in which each pair is looked at.",
    range: Range::Choice {
        options: &[
            ("smallest-window", "along the boxes' longest overlap: the finest pixels"),
            ("x", "along x"),
            ("y", "along y"),
            ("z", "along z"),
            ("all", "x, then y, then z, until one of them settles the pair"),
        ],
        default: "smallest-window",
    },
};
const SCHEDULE: Setting = Setting {
    id: "schedule",
    label: "Schedule",
    help: "How the passes run over many pairs. The verdicts are the same.",
    range: Range::Choice {
        options: &[AUTO_WORD, FAST_WORD, ATLAS_WORD, INSTANCED_WORD, PAIR_BY_PAIR_WORD],
        default: "auto",
    },
};
/// For methods that other schedules cannot run.
const SCHEDULE_IN_TURN: Setting = Setting {
    range: Range::Choice { options: &[FAST_WORD, PAIR_BY_PAIR_WORD], default: "fast" },
    ..SCHEDULE
};
/// The same for methods that are here to be compared as they were published.
const SCHEDULE_AS_PUBLISHED: Setting = Setting {
    range: Range::Choice { options: &[FAST_WORD, PAIR_BY_PAIR_WORD], default: "pair-by-pair" },
    ..SCHEDULE
};
const AUTO_WORD: (&str, &str) =
    ("auto", "the others take turns at first, then the one that is fastest here stays");
const FAST_WORD: (&str, &str) =
    ("fast", "four pairs at a time, without the hidden parts of their meshes, the farther body first");
const ATLAS_WORD: (&str, &str) =
    ("atlas", "pass by pass over a sheet of many pairs, with one clear for all of them");
const INSTANCED_WORD: (&str, &str) =
    ("instanced", "one draw per pass for a whole sheet, counted by atomics, read back once at the end");
const PAIR_BY_PAIR_WORD: (&str, &str) = ("pair-by-pair", "pair by pair, as published");
const CULLING: Setting = Setting {
    id: "culling",
    label: "Culling",
    help: "Which faces are drawn.",
    range: Range::Choice {
        options: &[
            ("split", "near faces of the one, far faces of the other: half the work, the same verdicts"),
            ("none", "whole bodies, as published"),
        ],
        default: "split",
    },
};
const VIEW_VOLUME: Setting = Setting {
    id: "view-volume",
    label: "Depth range",
    help: "Which depths a pair's window shows.",
    range: Range::Choice {
        options: &[
            ("union", "both boxes, plus 5 %: nothing is cut off"),
            ("overlap", "the boxes' overlap alone, taken literally: contained bodies are missed"),
        ],
        default: "union",
    },
};
const READBACK: Setting = Setting {
    id: "readback",
    label: "Read back",
    help: "How the tile's stencil values are looked through.",
    range: Range::Choice {
        options: &[
            ("query", "a counted quad: 4 bytes per pair, all read in one go"),
            ("pixels", "every stencil value of the tile, as published"),
        ],
        default: "query",
    },
};

/// The settings as the schedules use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Options {
    pub resolution: u32,
    pub axis: AxisChoice,
    pub view_volume: ViewVolume,
    pub split_culling: bool,
    pub schedule: Schedule,
    pub read_pixels: bool,
}

impl Options {
    /// From one of the lists above.
    pub fn from(settings: &Settings) -> Self {
        let is = |id: &str, word: &str| settings.has(id) && settings.word(id) == word;
        Self {
            resolution: settings.whole("resolution"),
            axis: match settings.word("axis") {
                "x" => AxisChoice::One(0),
                "y" => AxisChoice::One(1),
                "z" => AxisChoice::One(2),
                "all" => AxisChoice::All,
                _ => AxisChoice::SmallestWindow,
            },
            view_volume: if is("view-volume", "overlap") { ViewVolume::Overlap } else { ViewVolume::Union },
            split_culling: is("culling", "split"),
            schedule: Schedule::of(if settings.has("schedule") { settings.word("schedule") } else { "" }),
            // A method without the choice has the published way.
            read_pixels: !settings.has("readback") || is("readback", "pixels"),
        }
    }
}
