//! Settings of the image-space methods, each declared once.

use super::schedule::word::Schedule;
use super::view::{AxisChoice, ViewVolume};
use crate::settings::{Choice, Meaning, Range, Setting, Settings, words};

/// Settings of `occlusion-query`.
pub const OCCLUSION_QUERY: &[Setting] =
    &[RESOLUTION, AXIS.setting, SCHEDULE.setting, CULLING.setting, VIEW_VOLUME.setting, BOXES.setting];
/// Settings of `stencil`.
pub const STENCIL: &[Setting] = &[
    RESOLUTION,
    AXIS.setting,
    SCHEDULE.setting,
    CULLING.setting,
    VIEW_VOLUME.setting,
    BOXES.setting,
    READBACK.setting,
];
/// Settings of `stencil-as-published`, which always draws whole bodies.
pub const STENCIL_AS_PUBLISHED: &[Setting] =
    &[RESOLUTION, AXIS.setting, SCHEDULE.setting, VIEW_VOLUME.setting, READBACK.setting];

/// Settings of `recode`, which draws whole bodies and reads their pixels.
pub const RECODE: &[Setting] = &[RESOLUTION, AXIS.setting, SCHEDULE_AS_PUBLISHED, VIEW_VOLUME.setting];
/// Settings of `depth-readback` and `occlusion-boolean`, which wait between their draws.
pub const WAITING: &[Setting] =
    &[RESOLUTION, AXIS.setting, SCHEDULE_IN_TURN, CULLING.setting, VIEW_VOLUME.setting];
/// Settings of `occlusion-conservative` and the sandwich, whose bodies must not be clipped by the window.
pub const CERTAIN: &[Setting] = &[RESOLUTION, AXIS.setting, SCHEDULE_IN_TURN, CULLING.setting];

/// Settings of `winding`, `winding-as-published` and `edge-winding`, which run pair by pair.
pub const WINDING: &[Setting] = &[RESOLUTION, AXIS.setting, SCHEDULE_IN_TURN];
/// Settings of `parity-slice`, which draws whole bodies, pair by pair.
pub const PARITY_SLICE: &[Setting] = &[RESOLUTION, SLICES, AXIS.setting, SCHEDULE_IN_TURN];

/// Settings of `cullide`, which draws the whole scene.
pub const CULLIDE: &[Setting] = &[SCENE_RESOLUTION, RELIABLE, QUICK, ORDER.setting, CULLING.setting];

pub(super) const RESOLUTION: Setting = Setting {
    id: "resolution",
    label: "Resolution",
    help: "Pixels along each side of a pair's tile. Overlaps thinner than a pixel can be missed.",
    unit: "pixels",
    range: Range::Whole { min: 16, max: 512, default: 32 },
};
const SLICES: Setting = Setting {
    id: "slices",
    label: "Slices",
    help: "Planes across the line of sight, evenly spaced. Overlaps thinner than their distance can be missed.",
    unit: "",
    range: Range::Whole { min: 1, max: 256, default: 32 },
};
const SCENE_RESOLUTION: Setting = Setting {
    id: "scene-resolution",
    label: "Scene resolution",
    help: "Pixels along each side of the picture of the whole scene. Contacts smaller than such a pixel can be missed.",
    unit: "pixels",
    range: Range::Whole { min: 64, max: 2048, default: 512 },
};
const RELIABLE: Setting = Setting {
    id: "reliable",
    label: "Enlarge surfaces",
    help: "Draws all points within half a pixel of each triangle, so that no contact is missed (R-CULLIDE).",
    unit: "",
    range: Range::Switch { default: false },
};
const QUICK: Setting = Setting {
    id: "quick",
    label: "Keep half results",
    help: "Keeps from view to view which bodies collide with no earlier or no later one, and skips their draws and pairs (Quick-CULLIDE).",
    unit: "",
    range: Range::Switch { default: false },
};
const ORDER: Choice<Order> = Choice::new(
    Setting {
        id: "order",
        label: "Order of bodies",
        help: "Order in which the forward pass draws the bodies. It matters only where half results are kept.",
        unit: "",
        range: Range::Choice { options: &words(&ORDERS), default: "given" },
    },
    &ORDERS,
);
const ORDERS: [Meaning<Order>; 2] = [
    ("given", "as the bodies are numbered", Order::Given),
    (
        "far-first",
        "along x, the farthest from the eye first: most bodies are fully visible in front of the earlier ones",
        Order::FarFirst,
    ),
];
pub(super) const AXIS: Choice<AxisChoice> = Choice::new(
    Setting {
        id: "axis",
        label: "View axis",
        help: "Viewing direction of each pair.",
        unit: "",
        range: Range::Choice { options: &words(&AXES), default: "smallest-window" },
    },
    &AXES,
);
const AXES: [Meaning<AxisChoice>; 5] = [
    (
        "smallest-window",
        "along the longest side of the boxes' overlap: the finest pixels",
        AxisChoice::SmallestWindow,
    ),
    ("x", "along x", AxisChoice::One(0)),
    ("y", "along y", AxisChoice::One(1)),
    ("z", "along z", AxisChoice::One(2)),
    ("all", "x, then y, then z, until one axis decides the result", AxisChoice::All),
];
const SCHEDULE: Choice<Schedule> = Choice::new(
    Setting {
        id: "schedule",
        label: "Schedule",
        help: "Order in which the passes of many pairs run. The verdicts are the same.",
        unit: "",
        range: Range::Choice { options: &words(&SCHEDULES), default: Schedule::Auto.word() },
    },
    &SCHEDULES,
);
const SCHEDULES: [Meaning<Schedule>; 5] = [
    by_name(Schedule::Auto, "tries the other schedules, then keeps the fastest on this machine"),
    FAST,
    by_name(Schedule::Atlas, "pass by pass over a sheet of many pairs, with one clear for all of them"),
    by_name(
        Schedule::Instanced,
        "one draw per pass for a whole sheet, counted by atomics, read back all at once",
    ),
    PAIR_BY_PAIR,
];
const FAST: Meaning<Schedule> = by_name(
    Schedule::Fast,
    "up to four pairs at a time, skipping hidden parts of their meshes, the farther body first",
);
const PAIR_BY_PAIR: Meaning<Schedule> = by_name(Schedule::PairByPair, "pair by pair, as published");
/// Schedule setting of methods that the other schedules cannot run.
pub(super) const SCHEDULE_IN_TURN: Setting = Setting {
    range: Range::Choice { options: &words(&[FAST, PAIR_BY_PAIR]), default: Schedule::Fast.word() },
    ..SCHEDULE.setting
};
/// Schedule setting of methods that are compared as published.
const SCHEDULE_AS_PUBLISHED: Setting = Setting {
    range: Range::Choice { options: &words(&[FAST, PAIR_BY_PAIR]), default: Schedule::PairByPair.word() },
    ..SCHEDULE.setting
};
/// Whether one body draws its near faces and the other its far faces.
pub(super) const CULLING: Choice<bool> = Choice::new(
    Setting {
        id: "culling",
        label: "Culling",
        help: "Faces that are drawn.",
        unit: "",
        range: Range::Choice { options: &words(&CULLINGS), default: "split" },
    },
    &CULLINGS,
);
const CULLINGS: [Meaning<bool>; 2] = [
    ("split", "near faces of one body, far faces of the other: half the work, the same verdicts", true),
    ("none", "all faces of both bodies, as published", false),
];
pub(super) const VIEW_VOLUME: Choice<ViewVolume> = Choice::new(
    Setting {
        id: "view-volume",
        label: "Depth range",
        help: "Range of depths in a pair's window.",
        unit: "",
        range: Range::Choice { options: &words(&VIEW_VOLUMES), default: "union" },
    },
    &VIEW_VOLUMES,
);
const VIEW_VOLUMES: [Meaning<ViewVolume>; 2] = [
    ("union", "both boxes, plus 5 %: nothing is clipped", ViewVolume::Union),
    (
        "overlap",
        "only the overlap of the boxes, as in the paper's text: misses contained bodies",
        ViewVolume::Overlap,
    ),
];
/// Whether oriented boxes are tested as well.
const BOXES: Choice<bool> = Choice::new(
    Setting {
        id: "boxes",
        label: "Boxes of a pair",
        help: "Boxes that are tested before a pair is drawn.",
        unit: "",
        range: Range::Choice { options: &words(&BOX_KINDS), default: "aligned" },
    },
    &BOX_KINDS,
);
const BOX_KINDS: [Meaning<bool>; 2] = [
    ("aligned", "axis-aligned boxes, as published", false),
    ("oriented", "oriented boxes as well: pairs that they separate are not drawn and have no counts", true),
];
/// Whether every pixel is read back.
pub(super) const READBACK: Choice<bool> = Choice::new(
    Setting {
        id: "readback",
        label: "Read back",
        help: "How the tile's stencil values are searched.",
        unit: "",
        range: Range::Choice { options: &words(&READBACKS), default: "query" },
    },
    &READBACKS,
);
const READBACKS: [Meaning<bool>; 2] = [
    ("query", "an occlusion query on a quad: 4 bytes per pair, all read back at once", false),
    ("pixels", "every stencil value of the tile, as published", true),
];

const fn by_name(schedule: Schedule, says: &'static str) -> Meaning<Schedule> {
    (schedule.word(), says, schedule)
}

/// The settings in the form that the schedules use. `resolution` is the number of pixels along a side of a tile,
/// `slices` the number of planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Options {
    pub resolution: u32,
    pub axis: AxisChoice,
    pub view_volume: ViewVolume,
    pub split_culling: bool,
    pub schedule: Schedule,
    pub oriented_boxes: bool,
    pub read_pixels: bool,
    pub slices: u32,
}

impl Options {
    /// Reads the options from the settings of any of the lists above; `None` for other settings, because their method
    /// runs no table of passes.
    pub fn of(settings: &Settings) -> Option<Self> {
        Some(Self {
            resolution: settings.whole(RESOLUTION.id)? as u32,
            axis: AXIS.if_declared(settings)?,
            schedule: SCHEDULE.if_declared(settings)?,
            // Defaults of methods that lack a setting: all depths, the faces that the table names, boxes and read-back as
            // published.
            view_volume: VIEW_VOLUME.if_declared(settings).unwrap_or(ViewVolume::Union),
            split_culling: CULLING.if_declared(settings).unwrap_or(true),
            oriented_boxes: BOXES.if_declared(settings).unwrap_or(false),
            read_pixels: READBACK.if_declared(settings).unwrap_or(true),
            slices: settings.whole(SLICES.id).unwrap_or(1) as u32,
        })
    }
}

/// The settings of `cullide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CullideOptions {
    /// Pixels along a side of the picture of the whole scene.
    pub resolution: u32,
    /// Whether surfaces are enlarged, so that nothing is missed.
    pub reliable: bool,
    /// Whether half results are kept from view to view.
    pub quick: bool,
    /// Order of the bodies in the forward pass.
    pub order: Order,
    /// Whether only the far faces of closed bodies are counted and only their near faces drawn.
    pub split_culling: bool,
}

/// Order of the bodies in the forward pass of `cullide`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By their indices.
    Given,
    /// Along x, the farthest from the eye first.
    FarFirst,
}

impl CullideOptions {
    /// Reads the options from settings of the list [`CULLIDE`]; `None` for settings of other methods.
    pub fn of(settings: &Settings) -> Option<Self> {
        Some(Self {
            resolution: settings.whole(SCENE_RESOLUTION.id)? as u32,
            reliable: settings.switch(RELIABLE.id)?,
            quick: settings.switch(QUICK.id)?,
            order: ORDER.if_declared(settings)?,
            split_culling: CULLING.if_declared(settings)?,
        })
    }
}
