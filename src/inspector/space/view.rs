//! A 3D view as plain data: drawn objects, labels, and the first camera. And its camera control by mouse and keys:
//! orbit, pan, zoom, frame all.

use egui::{Response, Ui};

use super::stand::{Moment, Stand};
use crate::geometry::{Aabb, Point, Vector};
use crate::render::camera::Camera;
use crate::render::dissection::Dissection;
use crate::render::palette::Color;
use crate::ui::orbit;
use crate::world::Body;

/// A 3D view of the subject with labels and a caption.
#[derive(Clone, Debug)]
pub struct SpaceView {
    /// Bodies, sheets and lines, in world coordinates.
    pub dissection: Dissection,
    /// Labels in the 3D view.
    pub labels: Vec<Label>,
    /// A caption of one or two sentences, in the user's language.
    pub caption: String,
    /// The box that the camera frames, in world coordinates, metres.
    pub bounds: Aabb,
    /// Direction from the bounds to the first camera, in world coordinates, of any length.
    pub back: Vector,
    /// Position of the method's eye in world coordinates, metres; `None` if it has none.
    pub eye: Option<Point>,
    /// Bodies that can be dragged, each with its number in the lab.
    pub handles: Vec<(usize, Body)>,
    /// A number that identifies the shown objects, wherever they are. If the objects move and this number stays the
    /// same, a camera that the user has turned moves along.
    pub thing: u64,
    /// A number that identifies the shown objects together with their positions. The camera stays unchanged as long as
    /// this number does.
    pub place: u64,
}

impl SpaceView {
    /// A 3D view seen obliquely from the front, without labels or caption. `place` identifies the objects with their
    /// positions, see [`SpaceView::place`].
    pub fn of(dissection: Dissection, bounds: Aabb, place: u64) -> Self {
        Self {
            dissection,
            labels: vec![],
            caption: String::new(),
            bounds,
            back: Vector::new(0.5, 0.45, 1.0),
            eye: None,
            handles: vec![],
            thing: 0,
            place,
        }
    }

    /// Makes the camera frame what is `around` the current part: a cube whose half side is at least this `share` of the
    /// bounds so far.
    pub fn come_closer(&mut self, around: &Aabb, share: f64) {
        let half = (share * self.bounds.extents().max()).max(around.extents().max());
        self.bounds = Aabb::cube(around.center(), half);
    }
}

/// A label in the 3D view.
#[derive(Clone, Debug)]
pub struct Label {
    /// The text, in the user's language.
    pub text: String,
    /// Colour of the text.
    pub color: Color,
    /// Position of the text.
    pub place: Place,
}

/// Position of a label in the 3D view.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// Below all of these points, in world coordinates.
    Under([Point; 4]),
    /// Above all corners of a box in world coordinates.
    Over(Aabb),
    /// To the right of a point in world coordinates.
    Beside(Point),
}

/// The camera of a 3D view of `thing` at `place` (see `Stand::see`), moved by the mouse over `response` and by keys.
pub fn steer(
    ui: &Ui,
    response: &Response,
    stand: &mut Stand,
    [thing, place]: [u64; 2],
    bounds: &Aabb,
    back: &Vector,
) -> Camera {
    stand.see(thing, place, bounds, back);
    let Moment { held, turn, .. } = stand.now;
    if held {
        return stand.camera();
    }
    let mut camera = stand.camera();
    if orbit::steer(ui, response, &mut camera) {
        stand.change(|view| view.camera = camera);
    }
    if response.double_clicked() {
        stand.see_all(bounds, back);
    }
    if let Some(turn) = turn {
        stand.change(|view| turn.apply(&mut view.camera));
    }
    stand.camera()
}
