//! The format of scene files, version 2.

use serde::{Deserialize, Serialize};

use crate::labs::lab::LabRow;
use crate::render::camera::Lens;

/// The version that this program writes and reads.
pub const VERSION: u32 = 2;
/// File name extension, without the leading dot.
pub const ENDING: &str = "collidoscope.json";

/// The content of a scene file, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// Version of the format.
    pub collidoscope: u32,
    /// Lab, page, world, methods and view, as a link.
    pub show: String,
    /// The lab's state beyond its parameters.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub lab: serde_json::Value,
    /// Whether all panes share one camera.
    #[serde(default = "yes")]
    pub cameras_linked: bool,
    /// The camera of each pane; empty: all panes show the whole scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<CameraFile>,
    /// The camera of the inspector's 3D view; `None`: the story's default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspector_camera: Option<CameraFile>,
}

/// A stored camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraFile {
    /// The point that the camera looks at and orbits, in world space, metres.
    pub target: [f64; 3],
    /// Distance from the camera to the target, metres.
    pub distance: f64,
    /// Angle around the vertical, radians.
    pub yaw: f64,
    /// Angle above the horizon, radians.
    pub pitch: f64,
    /// Whether the projection is parallel.
    #[serde(default, skip_serializing_if = "is_off")]
    pub parallel: bool,
    /// Id of the lab's viewpoint that the camera follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stays_with: Option<String>,
}

/// Largest accepted distance, and largest coordinate of a target, metres.
const FARTHEST: f64 = 1e15;

impl CameraFile {
    /// Refuses values that no camera can have.
    pub fn check(&self) -> Result<(), String> {
        if !(self.distance > 0.0 && self.distance <= FARTHEST) {
            return Err(format!(
                "\"distance\": {:?}; expected more than 0 m and at most {FARTHEST:e} m",
                self.distance
            ));
        }
        match self.target.iter().find(|x| x.abs() > FARTHEST) {
            Some(x) => Err(format!("\"target\": {x:?}; expected at most {FARTHEST:e} m")),
            None => Ok(()),
        }
    }

    /// The camera's projection.
    pub fn lens(&self) -> Lens {
        if self.parallel { Lens::Parallel } else { Lens::Perspective }
    }

    /// Id of the viewpoint that the camera follows, if the lab has it.
    pub fn viewpoint(&self, row: &LabRow) -> Option<&'static str> {
        let id = self.stays_with.as_deref()?;
        row.viewpoints.iter().map(|viewpoint| viewpoint.id).find(|known| *known == id)
    }
}

fn is_off(switch: &bool) -> bool {
    !switch
}

/// Default value of a switch that is on unless the file turns it off.
fn yes() -> bool {
    true
}
