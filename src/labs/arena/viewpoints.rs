//! Viewpoints of a pair: close to it, along its view axis, and through the window of the pane's method.

use nalgebra::center;

use super::Arena;
use super::subject::inspected_pair;
use crate::geometry::{Aabb, Vector};
use crate::image_space::options::Options;
use crate::image_space::view::{AxisChoice, View};
use crate::methods::Method;
use crate::render::camera::Lens;
use crate::render::viewpoint::{Seen, Viewpoint};
use crate::world::{Body, Pair};

/// Id of the viewpoint that follows the picked pair, or else the picked body.
pub const PICKED: &str = "picked";
const AXIS: &str = "axis";
/// Id of the viewpoint through the method's window.
pub const EYE: &str = "eye";

/// The arena's viewpoints, in the order of the menu.
pub const VIEWPOINTS: &[Viewpoint] = &[
    Viewpoint {
        id: PICKED,
        title: "Follow the pair",
        says: "Keeps the picked pair or body in view while it moves. The mouse still orbits the view.",
        needs: "No body is picked, and no boxes overlap.",
    },
    Viewpoint {
        id: AXIS,
        title: "Along the pair's view axis",
        says: "Looks at the pair along the method's view axis, and follows the pair.",
        needs: "No pair with overlapping boxes is picked.",
    },
    Viewpoint {
        id: EYE,
        title: "From the method's viewpoint",
        says: "The pair as in the method's tile: parallel projection, the same view window, no other bodies.",
        needs: "The shown method draws no view window for this pair.",
    },
];

impl Arena {
    /// The current view of a viewpoint of [`VIEWPOINTS`], for the method of `pane`.
    pub fn viewpoint(&mut self, id: &str, pane: usize) -> Option<Seen> {
        match (id, self.selected_pair) {
            (PICKED, Some(pair)) => {
                Some(Seen { bounds: self.around(&[pair.a, pair.b])?, back: None, lens: None })
            }
            (PICKED, None) => Some(Seen { bounds: self.around(&[self.selected?])?, back: None, lens: None }),
            (AXIS, Some(pair)) => self.along_axis(pair, pane),
            (EYE, Some(pair)) => self.through_window(pair, pane),
            _ => None,
        }
    }

    /// Picks the most interesting pair if a viewpoint needs one and none is picked.
    pub fn aim(&mut self, id: &str) {
        if id != PICKED || self.selected.is_none() {
            self.selected_pair = inspected_pair(self);
        }
    }

    /// A box around the bounding spheres of bodies, so that its size does not change when they turn.
    fn around(&self, bodies: &[usize]) -> Option<Aabb> {
        let sphere = |body: &Body| {
            let local = body.shape.local_aabb();
            Aabb::cube(body.pose * local.center(), 0.5 * local.extents().norm())
        };
        let boxes = bodies.iter().map(|body| self.bodies().get(*body).map(sphere));
        boxes.collect::<Option<Vec<_>>>()?.into_iter().reduce(|a, b| a.union(&b))
    }

    fn along_axis(&self, pair: Pair, pane: usize) -> Option<Seen> {
        let [a, b] = [self.found.boxes.get(pair.a)?, self.found.boxes.get(pair.b)?];
        let settings = self.lineup.settings_of(self.method_in(pane)?);
        let choice = Options::of(settings).map_or(AxisChoice::SmallestWindow, |options| options.axis);
        let axis = choice.axes(a, b).next().filter(|_| a.overlaps(b))?;
        let back = Some(-Vector::ith(usize::from(axis), 1.0));
        Some(Seen { bounds: self.around(&[pair.a, pair.b])?, back, lens: None })
    }

    /// The view of the box in space that the tile of this pair shows, for the method of the pane. The bounds
    /// are bit-identical to those with which the verdict is computed.
    fn through_window(&mut self, pair: Pair, pane: usize) -> Option<Seen> {
        let (method, edition) = (self.method_in(pane)?, self.tiles.generation());
        let Self { tiles, detectors, lineup, world, found, .. } = self;
        if !found.candidates.contains(&pair) {
            return None;
        }
        let tile = tiles.of(edition, method, pair, || {
            detectors.tile((method, lineup.settings_of(method)), world.bodies(), pair)
        });
        let tile = tile.as_ref().ok()?.as_ref()?;
        let along = usize::from(tile.axis);
        let shared = [tile.volume.min[along], tile.volume.max[along]];
        let view = View { axis: tile.axis, volume: tile.volume, shared };
        // The framed box is flattened to the window's middle plane, so that the view's size depends on the
        // window's width and height only.
        let mut bounds = view.volume;
        let middle = center(&bounds.min, &bounds.max)[along];
        (bounds.min[along], bounds.max[along]) = (middle, middle);
        let [_, _, (axis, sign)] = view.axes();
        Some(Seen { bounds, back: Some(-Vector::ith(axis, sign)), lens: Some(Lens::Window(view.volume)) })
    }

    fn method_in(&self, pane: usize) -> Option<&'static Method> {
        self.lineup.panes().get(pane).copied()
    }
}
