//! Colouring of the cloth, switches of the overlays, and the aspects of a step that the inspector can show.

use crate::cloth::depth_maps::MapSettings;

/// Why no cones and no contours can be drawn, in English.
pub const NO_CONES: &str = "No shown method uses normal cones. Show a quad tree on a square cloth.";

/// Colourings of the cloth: `(id, title, explanation)`, in English.
pub const PAINTS: [(&str, &str, &str); 2] = [
    ("fabric", "Fabric", "Checked pattern: warm colours on the front, cool ones on the back."),
    ("stages", "Stages", "Colour of the last stage that any pair with the triangle reached."),
];

/// Colouring of the cloth, and switches of the overlays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The colouring, as an index into [`PAINTS`].
    pub paint: usize,
    /// The level of the tree whose boxes, cones and contours are drawn.
    pub level: usize,
    /// Whether the level's boxes are drawn.
    pub boxes: bool,
    /// Whether the level's cones of normals are drawn.
    pub cones: bool,
    /// Whether the contours that may cross themselves are drawn.
    pub contours: bool,
    /// Whether the funnel chart is drawn below the scene.
    pub funnel: bool,
    /// Whether the decisions of depth maps are shown beside the exact obstacles.
    pub compare_maps: bool,
    /// View and resolution of the depth maps.
    pub maps: MapSettings,
}

impl Default for View {
    fn default() -> Self {
        Self {
            paint: 0,
            level: 3,
            boxes: false,
            cones: false,
            contours: false,
            funnel: true,
            compare_maps: false,
            maps: MapSettings::default(),
        }
    }
}

impl View {
    /// Whether the cloth is coloured by the stage of the method that each triangle reached.
    pub fn paints_stages(&self) -> bool {
        PAINTS[self.paint].0 == "stages"
    }
}

/// All parts, in the order of the menu.
pub const APART: [(&str, &str, &str); 3] = [
    (
        "walk",
        "The traversal",
        "The method's traversal of its tree: patches against themselves and against each other.",
    ),
    ("cones", "Normal cones", "Merging of normal cones, from the leaves of the tree up."),
    (
        "pair",
        "Pair of features",
        "One pair of features during the step: the picked pair, else the first contact, else a nearby pair.",
    ),
];

/// Index into [`APART`] of the cones of normals.
pub const CONES: usize = 1;
/// Index into [`APART`] of one pair of features (a vertex and a triangle, or two edges).
pub const PAIR: usize = 2;
