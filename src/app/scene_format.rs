//! How a scene file is laid out: version 2.

use serde::{Deserialize, Serialize};

/// The version that this program writes, and the highest that it reads.
pub const VERSION: u32 = 2;
/// What such a file's name ends with.
pub const ENDING: &str = "collidoscope.json";

/// A whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// Its version.
    pub collidoscope: u32,
    /// Lab, page, world, methods and what is looked at, as a link of a lesson says them.
    pub show: String,
    /// What the lab keeps beside its words.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub lab: serde_json::Value,
    /// Whether the panes' cameras are one.
    #[serde(default = "yes")]
    pub cameras_linked: bool,
    /// Of each pane; empty: all look at the whole scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<CameraFile>,
}

/// Where a pane is seen from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraFile {
    /// What it looks at, metres.
    pub target: [f64; 3],
    /// From there, metres.
    pub distance: f64,
    /// Around the upright, radians.
    pub yaw: f64,
    /// Above the horizon, radians.
    pub pitch: f64,
}

/// The default of a switch that is on unless a file says otherwise.
pub fn yes() -> bool {
    true
}
