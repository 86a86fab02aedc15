//! Depth maps of the obstacles beside the exact obstacles: the maps, and the decisions about the current particles.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::cloth::depth_maps::{self, MapSettings};
use crate::cloth::map_errors::{self, Compared};
use crate::cloth::response::Way;
use crate::cloth::simulation::Frame;
use crate::geometry::Mesh;
use crate::geometry::depth_maps::{DepthMaps, twin};
use crate::gpu::Gpu;
use crate::image_space::depth_maps::MapRenderer;
use crate::solids::signed_distance::SignedDistance;

/// Axes of the view: `(id, title, explanation)`, in English.
pub const AXES: [(&str, &str, &str); 3] = [
    ("x", "Along x", "Seen from the side."),
    ("y", "Along y", "Seen from above."),
    ("z", "Along z", "Seen from the front, as in the paper."),
];

/// How obstacles are decided: `(id, title, explanation)`, in English.
pub const TESTS: [(&str, &str, &str); 2] = [
    (
        "exact",
        "Exact",
        "Contacts of all particles, edges and triangles with the obstacles, during the whole step.",
    ),
    (
        "depth-maps",
        "Depth maps",
        "Particles between the front and the back map are pushed out along the stored normal; edges and triangles are ignored.",
    ),
];

/// Why nothing is compared, in English.
pub const NO_OBSTACLES: &str = "This scene has no obstacles to draw maps of.";

/// The maps of the obstacles, and their decisions in one frame.
pub struct Shown {
    /// The maps.
    pub maps: Arc<DepthMaps>,
    /// Whether OpenGL drew the maps; otherwise the CPU twin computed them.
    pub drawn: bool,
    /// The error with which OpenGL refused to draw the maps, if it did.
    pub trouble: Option<String>,
    /// Decisions about the particles of the frame.
    pub compared: Compared,
}

/// The last value, and the input from which it was computed.
type Last<Input, Value> = RefCell<Option<(Input, Rc<Value>)>>;

/// Maps and comparison of the last frame that was shown.
#[derive(Default)]
pub struct MapCache {
    prepared: Last<(Arc<Way>, MapSettings), Prepared>,
    shown: Last<(Arc<Frame>, Rc<Prepared>), Shown>,
}

/// Maps and exact solids, which depend on the obstacles and the settings, but not on the frame.
struct Prepared {
    maps: Arc<DepthMaps>,
    exact: SignedDistance,
    drawn: bool,
    trouble: Option<String>,
}

impl Prepared {
    fn new(gpu: Option<&Gpu>, way: &Way, settings: MapSettings) -> Option<Self> {
        let (solid, exact) = (depth_maps::solid(way)?, map_errors::exact(way)?);
        let window = depth_maps::window(&solid, settings)?;
        let of_twin = |solid: &Mesh| twin::maps(window, solid.vertices(), solid.triangles());
        let (maps, drawn, trouble) = match gpu.map(|gpu| MapRenderer::new(gpu, window, &solid)) {
            Some(Ok(renderer)) => (renderer.maps(), true, None),
            Some(Err(why)) => (of_twin(&solid), false, Some(why.to_string())),
            None => (of_twin(&solid), false, None),
        };
        Some(Self { maps: Arc::new(maps), exact, drawn, trouble })
    }
}

impl MapCache {
    /// The maps of these obstacles and their decisions about the particles of a frame; `None` without obstacles.
    /// OpenGL draws the maps if there is a context.
    pub fn shown(
        &self,
        gpu: Option<&Gpu>,
        way: &Arc<Way>,
        settings: MapSettings,
        frame: &Arc<Frame>,
    ) -> Option<Rc<Shown>> {
        let mut prepared = self.prepared.borrow_mut();
        let is_same = |((of, by), _): &((Arc<Way>, MapSettings), _)| Arc::ptr_eq(of, way) && *by == settings;
        if !prepared.as_ref().is_some_and(is_same) {
            let made = Rc::new(Prepared::new(gpu, way, settings)?);
            *prepared = Some(((Arc::clone(way), settings), made));
        }
        let prepared = &prepared.as_ref()?.1;
        let mut shown = self.shown.borrow_mut();
        let is_same = |((of, by), _): &((Arc<Frame>, Rc<Prepared>), _)| {
            Arc::ptr_eq(of, frame) && Rc::ptr_eq(by, prepared)
        };
        if !shown.as_ref().is_some_and(is_same) {
            let compared = map_errors::compare(&prepared.maps, &prepared.exact, &frame.state.positions);
            let made = Shown {
                maps: Arc::clone(&prepared.maps),
                drawn: prepared.drawn,
                trouble: prepared.trouble.clone(),
                compared,
            };
            *shown = Some(((Arc::clone(frame), Rc::clone(prepared)), Rc::new(made)));
        }
        shown.as_ref().map(|(_, shown)| Rc::clone(shown))
    }
}
