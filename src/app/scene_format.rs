//! The layout of scene files, version 2.

use serde::{Deserialize, Serialize};

use crate::labs::lab::LabRow;
use crate::render::camera::Lens;

/// The version that this program writes, and the highest that it reads.
pub const VERSION: u32 = 2;
/// Ending of such a file's name, without the leading dot.
pub const ENDING: &str = "collidoscope.json";

/// The content of a scene file, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// Version of the layout.
    pub collidoscope: u32,
    /// Lab, page, world, methods and what is looked at, as a link of a lesson says them.
    pub show: String,
    /// What the lab keeps beside its words.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub lab: serde_json::Value,
    /// Whether all panes share one camera.
    #[serde(default = "yes")]
    pub cameras_linked: bool,
    /// The camera of each pane; empty: all look at the whole scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<CameraFile>,
    /// The camera of the inspector's picture in space; `None`: it is where the story says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspector_camera: Option<CameraFile>,
}

/// Where a pane is seen from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraFile {
    /// The point that it looks at and turns around, in the world, metres.
    pub target: [f64; 3],
    /// Distance of the eye from the target, metres.
    pub distance: f64,
    /// Angle around the vertical, radians.
    pub yaw: f64,
    /// Angle above the horizon, radians.
    pub pitch: f64,
    /// Whether all rays are parallel.
    #[serde(default, skip_serializing_if = "is_off")]
    pub parallel: bool,
    /// The viewpoint of the lab that the camera follows, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stays_with: Option<String>,
}

/// Greatest distance, and greatest coordinate of a target, that a file may say, metres.
const FARTHEST: f64 = 1e15;

impl CameraFile {
    /// Refuses what no camera can have.
    pub fn check(&self) -> Result<(), String> {
        if !(self.distance > 0.0 && self.distance <= FARTHEST) {
            return Err(format!(
                "\"distance\": {:?}; it is more than 0 m and up to {FARTHEST:e} m",
                self.distance
            ));
        }
        match self.target.iter().find(|x| x.abs() > FARTHEST) {
            Some(x) => Err(format!("\"target\": {x:?}; no target is beyond {FARTHEST:e} m")),
            None => Ok(()),
        }
    }

    /// How it draws things together.
    pub fn lens(&self) -> Lens {
        if self.parallel { Lens::Parallel } else { Lens::Perspective }
    }

    /// The id of the viewpoint that it follows, if the lab has it.
    pub fn viewpoint(&self, row: &LabRow) -> Option<&'static str> {
        let id = self.stays_with.as_deref()?;
        row.viewpoints.iter().map(|viewpoint| viewpoint.id).find(|known| *known == id)
    }
}

fn is_off(switch: &bool) -> bool {
    !switch
}

/// The default of a switch that is on unless a file says otherwise.
pub fn yes() -> bool {
    true
}
