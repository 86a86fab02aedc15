//! `camera=…` in links, lesson scenes and the command line: the view of the active pane or, if the inspector
//! is open, of its 3D view.
//!
//! One or more of these, separated by commas: `whole`; a side such as `above`; two angles in degrees,
//! `30/20`; the id of a viewpoint of the lab; `parallel` or `perspective`. Unnamed parts keep the defaults of
//! a new window.

use super::lab::{LabError, LabRow};
use crate::geometry::Vector;
use crate::render::camera::Lens;
use crate::render::viewpoint::Viewpoint;
use crate::ui::requests::Side;

/// The sides from which the world can be viewed: parameter value, English name, and the axis with its sign.
pub const SIDES: [(&str, &str, Side); 6] = [
    ("right", "From the right (+X)", Side { axis: 0, positive: true }),
    ("left", "From the left (−X)", Side { axis: 0, positive: false }),
    ("above", "From above (+Y)", Side { axis: 1, positive: true }),
    ("below", "From below (−Y)", Side { axis: 1, positive: false }),
    ("front", "From the front (+Z)", Side { axis: 2, positive: true }),
    ("back", "From the back (−Z)", Side { axis: 2, positive: false }),
];

/// A parsed camera parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CameraWord {
    /// Id of the viewpoint to follow; `None` frames the whole scene. If the viewpoint prescribes a direction
    /// or a projection, this replaces `back` or `lens`.
    pub at: Option<&'static str>,
    /// Direction from the target to the eye; `None` keeps the direction that a new window has.
    pub back: Option<Vector>,
    /// Projection: parallel or perspective.
    pub lens: Lens,
}

impl CameraWord {
    /// Parses the value. The error lists the valid values in one line.
    pub fn of(text: &str, row: &LabRow) -> Result<Self, LabError> {
        let mut read = Self::default();
        for part in text.split(',') {
            let side = SIDES.iter().find(|(word, ..)| *word == part).map(|(.., side)| *side);
            let viewpoint = row.viewpoints.iter().find(|viewpoint| viewpoint.id == part);
            match (part, side, viewpoint, angles(part)) {
                ("whole", ..) => read.at = None,
                ("parallel", ..) => read.lens = Lens::Parallel,
                ("perspective", ..) => read.lens = Lens::Perspective,
                (_, Some(Side { axis, positive }), ..) => {
                    read.back = Some(Vector::ith(axis, if positive { 1.0 } else { -1.0 }));
                }
                (_, _, Some(Viewpoint { id, .. }), _) => read.at = Some(id),
                (.., Some(back)) => read.back = Some(back),
                _ => return Err(refusal(text, row)),
            }
        }
        Ok(read)
    }
}

/// Direction from two angles in degrees: yaw around the vertical axis from +Z towards +X, and pitch above the
/// horizon.
fn angles(part: &str) -> Option<Vector> {
    let (yaw, pitch) = part.split_once('/')?;
    let [yaw, pitch] = [yaw, pitch].map(|angle| angle.parse::<f64>().ok());
    let (yaw, pitch) = (yaw.filter(|yaw| yaw.is_finite())?, pitch.filter(|pitch| pitch.abs() <= 90.0)?);
    let ((sin, cos), (up, level)) = (yaw.to_radians().sin_cos(), pitch.to_radians().sin_cos());
    Some(Vector::new(level * sin, up, level * cos))
}

fn refusal(text: &str, row: &LabRow) -> LabError {
    let sides = SIDES.iter().map(|(word, ..)| *word);
    let viewpoints = row.viewpoints.iter().map(|viewpoint| viewpoint.id);
    let all: Vec<_> = ["whole"].into_iter().chain(sides).chain(viewpoints).collect();
    let lenses = "parallel, perspective, or degrees such as 30/20";
    LabError(format!("camera={text}: expected one or more of {}, {lenses}", all.join(", ")))
}
