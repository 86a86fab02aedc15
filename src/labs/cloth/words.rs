//! The lab's settings, declared once: parameters, controls and their help.

use std::sync::Arc;

use super::garment::Garment;
use super::lane::Detection;
use super::maps::{AXES, TESTS};
use super::query::{self, LoneQuery};
use super::view::APART;
use super::view::{PAINTS, View};
use crate::about::MethodInfo;
use crate::cloth::depth_maps::MapSettings;
use crate::cloth::methods::METHODS;
use crate::cloth::motion::scenes::SCENES;
use crate::cloth::pair_word;
use crate::cloth::reference::REFERENCES;
use crate::cloth::simulation::Beginning;
use crate::cloth::step::Features;
use crate::comparison::panes::Panes;
use crate::geometry::depth_maps::SIDES;
use crate::labs::contest::first_panes;
use crate::labs::fields::{self, Configuration, Field, Place, at, rows_of};
use crate::labs::found::SearchItems;
use crate::labs::lab::LabError;
use crate::labs::word_row::{Role, Row, WordRow};
use crate::labs::word_values::checked;
use crate::language::tr;

/// The settings that the lab holds as they are.
#[derive(Clone, Default)]
pub struct ClothSettings {
    /// The reference, as an index into [`REFERENCES`].
    pub reference: usize,
    /// Colouring of the cloth, and switches of the overlays.
    pub view: View,
    /// The picked pair of features.
    pub pair: Option<Features>,
    /// The aspect of a step that the inspector shows, as an index into [`APART`].
    pub apart: usize,
    /// A query that the inspector shows in place of the step.
    pub query: Option<Arc<LoneQuery>>,
}

/// The lab's configuration: the settings, and what motion and contest hold. Drags by hand are no part of it; see
/// [`super::saved`].
#[derive(Clone)]
pub struct Config {
    /// The settings that the lab holds as they are.
    pub settings: ClothSettings,
    /// Start values of the motion.
    pub beginning: Beginning,
    /// The garment; `None` for a square cloth.
    pub garment: Option<Arc<Garment>>,
    /// Steps after the beginning.
    pub frame: u64,
    /// The panes and their methods.
    pub panes: Panes,
}

impl Default for Config {
    fn default() -> Self {
        let (settings, beginning) = Default::default();
        Self { settings, beginning, garment: None, frame: 0, panes: first_panes::<Detection>() }
    }
}

const SCENE_ROWS: &[Row] = rows_of!(SCENES);
/// Side of a square cloth, in particles; setting it removes a garment.
const SIDE: Place<Config, u64> = Place {
    get: |c| c.beginning.side as u64,
    set: |c, side| (c.beginning.side, c.garment) = (side as usize, None),
};
/// The scene, as an index into [`SCENES`].
pub(super) const SCENE: Place<Config, usize> = Place {
    get: |c| SCENES.iter().position(|scene| scene.id == c.beginning.scene.id).unwrap_or(0),
    set: |c, row| c.beginning.scene = &SCENES[row],
};

/// How obstacles are decided, as an index into [`TESTS`].
const TEST: Place<Config, usize> = Place {
    get: |c| usize::from(c.beginning.maps.is_some()),
    set: |c, test| c.beginning.maps = (test == 1).then_some(c.settings.view.maps),
};
const MAP_AXIS: Place<Config, usize> = Place {
    get: |c| c.settings.view.maps.axis,
    set: |c, axis| set_maps(c, MapSettings { axis, ..c.settings.view.maps }),
};
const MAP_SIDE: Place<Config, u64> = Place {
    get: |c| u64::from(c.settings.view.maps.side),
    set: |c, side| set_maps(c, MapSettings { side: side as u32, ..c.settings.view.maps }),
};

/// Sets view and resolution of the maps that are shown, and of those that decide the motion, if any do.
fn set_maps(config: &mut Config, maps: MapSettings) {
    config.settings.view.maps = maps;
    config.beginning.maps = config.beginning.maps.map(|_| maps);
}

impl Configuration for Config {
    const WHOSE: &'static str = "the cloth";
    const FIELDS: &'static [Field<Self>] = &[
        Field::one_of("scene", "Scene", SCENE, SCENE_ROWS)
            .says("Start position of the cloth, its supports and its obstacles.")
            .key("M")
            .role(Role::Scene)
            .group("scene"),
        Field::whole("side", "Particles per side", SIDE, 5, 257)
            .says("Particles along each side of a square cloth. The patent uses 5, 9 and 17; numbers between them work, too.")
            .group("size")
            .written_if(|c| c.garment.is_none()),
        Field::seed(at!(beginning.seed))
            .says("Random seed: tiny differences at the start break the symmetry.")
            .group("seed"),
        Field::real("gravity", "Gravity", at!(beginning.gravity), 0.0, 30.0)
            .unit("m/s²")
            .says("Downwards, m/s².")
            .group("forces"),
        Field::real("wind", "Wind", at!(beginning.wind), 0.0, 20.0)
            .unit("m/s")
            .says("Strength of the wind, m/s.")
            .group("forces"),
        Field::real("wind-to", "Wind direction", at!(beginning.wind_to), 0.0, 360.0)
            .unit("°")
            .says("Angle around the vertical axis, in degrees: 0 blows towards +x, 90 towards +z.")
            .group("forces"),
        Field::real("damping", "Damping", at!(beginning.damping), 0.0, 5.0)
            .says("Rate at which the cloth loses speed, per second.")
            .group("forces"),
        Field::factor("bending", "Bending", at!(beginning.bending), 0.001, 10.0)
            .says("Bending stiffness, relative to the default for this size. Silk is about 0.005.")
            .group("forces"),
        Field::switch("itself", "Self-collision response", at!(beginning.response.itself))
            .says("Keeps the cloth from passing through itself. The methods are tested on the step that the cloth would take without the response.")
            .group("response"),
        Field::switch("obstacles", "Obstacle response", at!(beginning.response.obstacles))
            .says("Keeps the cloth from passing through floor and obstacles.")
            .group("response"),
        Field::one_of("obstacle-test", "Obstacle test", TEST, &TESTS)
            .says("Test that decides where the cloth meets an obstacle. The floor is always exact.")
            .group("maps"),
        Field::one_of("map-axis", "View of the maps", MAP_AXIS, &AXES)
            .says("Direction in which the depth maps are drawn, from both ends.")
            .group("maps"),
        Field::whole("map-side", "Map resolution", MAP_SIDE, SIDES[0] as u64, SIDES[1] as u64)
            .unit("px")
            .says("Pixels along a side of each depth map.")
            .offered(256)
            .group("maps"),
        Field::switch("compare-maps", "Compare maps with exact obstacles", at!(settings.view.compare_maps))
            .says("Marks the particles about which depth maps and exact obstacles disagree. Always on while depth maps decide.")
            .group("maps"),
        Field::frame(at!(frame)).says("Steps since the start, 1/60 s each."),
        Field::method(),
        Field::focus(),
        Field::one_of("reference", "Reference method", at!(settings.reference), &REFERENCES)
            .says("Reference for missed and false contacts.")
            .group("reference"),
        Field::one_of("paint", "Colours", at!(settings.view.paint), &PAINTS)
            .says("Colour of the cloth: its weave, or the stage that each triangle reached in this step.")
            .key("P")
            .group("paint"),
        Field::whole("level", "Level", at!(settings.view.level), 0, 8)
            .says("Level of the method's tree: 0 is the root, the whole cloth.")
            .group("view"),
        Field::switch("boxes", "Boxes of the tree level", at!(settings.view.boxes))
            .says("Boxes around the patches of this level, during the whole step or only at its end, as in the active method; or its cells of space.")
            .key("V")
            .group("view"),
        Field::switch("cones", "Cones of the tree level", at!(settings.view.cones))
            .says("Normal cones of this level, drawn small: green if narrower than a half-space, else grey. Only the quad trees have normal cones.")
            .key("O")
            .group("view"),
        Field::switch("contours", "Contours that may self-cross", at!(settings.view.contours))
            .says("Patches of this level with a narrow cone whose contour, seen along it, may cross itself.")
            .key("N")
            .group("view"),
        Field::switch("funnel", "Funnel below the scene", at!(settings.view.funnel))
            .says("Shows below the scene how many pairs each stage of a method passes on to the next.")
            .key("G")
            .group("view"),
        Field::own("pair", "Picked pair", read_pair, |c| {
            c.settings.pair.map_or_else(|| "none".to_owned(), pair_word::said)
        })
        .says("The picked pair: v12f34 (particle, triangle), e3e9 (edges), or none.")
        .none("none", "no pair picked")
        .role(Role::Selection),
        Field::one_of("apart", "Inspected part", at!(settings.apart), &APART)
            .says("Part of the step that the inspector shows: the traversal, the normal cones, or one pair of features.")
            .role(Role::Selection)
            .group("apart"),
        Field::own("ccd", "Query", read_query, |c| {
            c.settings.query.as_ref().map_or_else(|| "none".to_owned(), |lone| query::said(&lone.query))
        })
        .says("Query of the continuous tests that the inspector shows in place of the step: edge-edge or vertex-face, a colon, and the 24 coordinates of the four points at time 0, then at time 1; or none.")
        .none("none", "no query")
        .told(|_, _| tr("a query of the continuous tests"))
        .without_default()
        .role(Role::Selection),
    ];

    fn abouts() -> impl Iterator<Item = &'static MethodInfo> + Clone {
        METHODS.iter().map(|method| &method.about)
    }

    fn panes(&self) -> &Panes {
        &self.panes
    }

    fn panes_mut(&mut self) -> &mut Panes {
        &mut self.panes
    }
}

fn read_pair(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let pair = if value == "none" { Some(None) } else { pair_word::read(value).map(Some) };
    config.settings.pair = checked(name, value, pair, "expected none or a pair such as v12f34 or e3e9")?;
    Ok(())
}

fn read_query(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let lone = if value == "none" { Some(None) } else { query::read(value).map(Some) };
    let right = "expected none, or edge-edge: or vertex-face: with 24 numbers from -1e9 to 1e9";
    config.settings.query = checked(name, value, lone, right)?;
    Ok(())
}

/// All parameters except the methods' settings.
pub const WORDS: &[WordRow] = &fields::word_rows::<Config, { Config::FIELDS.len() }>(Config::FIELDS);

/// Lists of items of the lab that the search offers.
pub const THINGS: &[SearchItems] = &[SearchItems {
    kind: "Cloth in motion",
    word: "scene",
    many: false,
    rows: || fields::things(SCENE_ROWS),
}];
