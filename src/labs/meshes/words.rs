//! The lab's settings, declared once: parameters, controls and their help.

use super::budget::{Budget, MOST_MILLISECONDS, MOST_TESTS};
use super::lane::Trees;
use super::nodes::Node;
use super::view::APART;
use super::view::Moved;
use super::view::View;
use crate::about::MethodInfo;
use crate::comparison::panes::Panes;
use crate::hierarchies::methods::METHODS;
use crate::hierarchies::query::{Query, Tolerance};
use crate::labs::contest::first_panes;
use crate::labs::fields::{self, Configuration, Field, Place, at, rows_of};
use crate::labs::found::SearchItems;
use crate::labs::lab::LabError;
use crate::labs::word_row::{Role, Row, WordRow};
use crate::labs::word_values::checked;
use crate::language::tr;
use crate::meshes::scenes::SCENES;
use crate::meshes::source::{FEWEST, MOST, Source};

/// Maximum absolute value of each coordinate of B's displacement, metres or radians.
const FARTHEST: f64 = 1e9;
/// Number of tree levels that can be drawn.
pub const LEVELS: usize = 24;
/// The largest number of triangles that the slider offers.
const MOST_IN_WINDOW: u64 = 200_000;

/// Largest stride, in frames of the path.
const MOST_STRIDE: u64 = 100;

/// The queries, as in `query=ID`: id, title and explanation in English.
pub const QUERIES: [(&str, &str, &str); 3] = [
    (
        "detect",
        "Detection",
        "Do the meshes touch? The traversal ends at the first pair of touching triangles.",
    ),
    ("determine", "Determination", "Which triangles touch? The traversal finds all pairs."),
    (
        "distance",
        "Distance",
        "How far apart are the meshes, and where are they closest? The most promising nodes come first.",
    ),
];

/// Index into [`QUERIES`] of the default query: all pairs of touching triangles.
const DETERMINE: usize = 1;

/// The query with this index into [`QUERIES`].
pub fn query(index: usize) -> Query {
    match index {
        0 => Query::Detect,
        1 => Query::Determine,
        _ => Query::Distance(Tolerance::default()),
    }
}

/// The settings that the lab holds as they are.
#[derive(Clone, Copy, PartialEq)]
pub struct MeshesSettings {
    /// Number of frames of the path by which one step advances B.
    pub stride: u64,
    /// The query, as an index into [`QUERIES`].
    pub query: usize,
    /// Switches of the overlays.
    pub view: View,
    /// Budget of every answer except the reference's.
    pub budget: Budget,
    /// The part that the inspector shows, as an index into `APART`.
    pub apart: usize,
}

impl Default for MeshesSettings {
    fn default() -> Self {
        Self { stride: 1, query: DETERMINE, view: View::default(), budget: Budget::Off, apart: 0 }
    }
}

/// The lab's configuration: the settings, and what meshes, path, contest and pointer hold.
#[derive(Clone, PartialEq)]
pub struct Config {
    /// The settings that the lab holds as they are.
    pub settings: MeshesSettings,
    /// Where the meshes come from. No parameter holds files; see [`super::saved`].
    pub source: Source,
    /// The position of B on its path.
    pub frame: u64,
    /// Displacement of B from its path, if any.
    pub moved: Option<Moved>,
    /// The panes and their methods.
    pub panes: Panes,
    /// The picked node.
    pub node: Option<Node>,
}

impl Default for Config {
    fn default() -> Self {
        let (settings, source, panes) = (MeshesSettings::default(), Source::first(), first_panes::<Trees>());
        Self { settings, source, frame: 0, moved: None, panes, node: None }
    }
}

/// Value of `moved` if B is on its path, in English.
const ON_PATH: &str = "mesh B on its path";
/// Value of `moved` if B is off its path, in English.
pub const OFF_PATH: &str = "mesh B moved off its path by hand";
const SCENE_ROWS: &[Row] = rows_of!(SCENES);
const SCENE: Place<Config, usize> = Place {
    get: |c| SCENES.iter().position(|scene| scene.id == c.source.parameters().0.id).unwrap_or(0),
    set: |c, row| {
        let (_, seed, triangles) = c.source.parameters();
        c.source = Source::Seeded { scene: &SCENES[row], seed, triangles };
    },
};
const SEED: Place<Config, u64> = Place {
    get: |c| c.source.parameters().1,
    set: |c, seed| {
        let (scene, _, triangles) = c.source.parameters();
        c.source = Source::Seeded { scene, seed, triangles };
    },
};
const TRIANGLES: Place<Config, u64> = Place {
    get: |c| c.source.parameters().2 as u64,
    set: |c, triangles| {
        let (scene, seed, _) = c.source.parameters();
        c.source = Source::Seeded { scene, seed, triangles: triangles as usize };
    },
};

impl Configuration for Config {
    const WHOSE: &'static str = "the meshes";
    const FIELDS: &'static [Field<Self>] = &[
        Field::one_of("scene", "Scene", SCENE, SCENE_ROWS)
            .says("The two meshes, and the path that B takes along A.")
            .role(Role::Scene)
            .written_if(is_seeded),
        Field::seed(SEED)
            .says("Random seed: another seed gives other meshes of the same kind.")
            .group("seed")
            .written_if(is_seeded),
        Field::whole("triangles", "Triangles", TRIANGLES, FEWEST as u64, MOST as u64)
            .says("Approximate number of triangles of each mesh.")
            .group("size")
            .offered(MOST_IN_WINDOW)
            .written_if(is_seeded),
        Field::frame(at!(frame)).says("Position of B on its path; a path has 600 frames."),
        Field::whole("stride", "Frames per step", at!(settings.stride), 1, MOST_STRIDE)
            .says("Frames of the path per step: how far B moves from one answer to the next.")
            .group("stride"),
        Field::own("moved", "Offset of B", read_moved, |c| or(c.moved.as_ref().map(offset_text), "none"))
            .says("Offset of B from its path: x,y,z in metres and a rotation x,y,z in radians, or none.")
            .none("none", ON_PATH)
            .told(|_, value| tr(if value == "none" { ON_PATH } else { OFF_PATH })),
        Field::one_of("query", "Query", at!(settings.query), &QUERIES)
            .says("Query on the two meshes.")
            .group("query"),
        Field::method(),
        Field::focus(),
        Field::own("level", "Volumes of a tree level", read_level, |c| {
            or(c.settings.view.level.map(|level| level.to_string()), "off")
        })
        .says("Draws the volumes at one level of both trees, and the leaves above that level.")
        .key("V")
        .none("off", "no volumes drawn")
        .numbers(0, LEVELS as u64 - 1),
        Field::switch("visited", "Only tested volumes", at!(settings.view.visited))
            .says("Draws only tested volumes: those descended into in the colour of their mesh, pruned ones dashed.")
            .group("visited"),
        Field::switch("front", "Traversal front on the surfaces", at!(settings.view.front))
            .says("Colours the surfaces by the depth of the traversal: lighter means deeper. Parts that it never reached keep their colour.")
            .group("front"),
        Field::switch("trees", "Trees below the scene", at!(settings.view.trees))
            .says("Draws the trees of the active pane below the scene. Point at a node to see its volume; click to select the node. Point at a triangle in the scene to see its path from the root.")
            .group("trees"),
        Field::own("node", "Picked node", read_node, |c| or(c.node.map(Node::to_text), "none"))
            .says("Picked node, such as a12 (tree of A) or b7 (tree of B), or none.")
            .role(Role::Selection)
            .none("none", "no node picked"),
        Field::own("budget", "Budget", read_budget, |c| c.settings.budget.to_text())
            .says("Limit for every answer: a number of tests, a time such as 0.2ms, or off. When it is used up, the answer marks the undecided parts. The reference has no budget.")
            .numbers(1, MOST_TESTS)
            .none("off", "no budget"),
        Field::one_of("apart", "Inspected process", at!(settings.apart), &APART)
            .says("Process that the inspector shows step by step.")
            .role(Role::Selection)
            .group("apart"),
        Field::switch("glass", "Transparent meshes", at!(settings.view.glass))
            .says("Makes the meshes transparent, so that the inside is visible.")
            .key("G")
            .group("glass"),
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

fn is_seeded(config: &Config) -> bool {
    matches!(config.source, Source::Seeded { .. })
}

fn or(text: Option<String>, none: &str) -> String {
    text.unwrap_or_else(|| none.to_owned())
}

fn read_moved(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    config.moved = checked(name, value, moved(value), "expected none or six numbers separated by commas")?;
    Ok(())
}

fn read_level(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let level = match value {
        "off" => Some(None),
        _ => value.parse().ok().filter(|level| *level < LEVELS).map(Some),
    };
    let right = format!("expected off or a whole number below {LEVELS}");
    config.settings.view.level = checked(name, value, level, &right)?;
    Ok(())
}

fn read_node(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let node = if value == "none" { Some(None) } else { Node::of(value).map(Some) };
    config.node = checked(name, value, node, "expected none or a node such as a12 or b7")?;
    Ok(())
}

fn read_budget(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let right =
        format!("expected off, a number of tests up to {MOST_TESTS}, or a time up to {MOST_MILLISECONDS}ms");
    config.settings.budget = checked(name, value, Budget::of(value), &right)?;
    Ok(())
}

/// Parses a displacement written by [`offset_text`], or `none`; the outer `Option` is `None` if the text is invalid.
fn moved(text: &str) -> Option<Option<Moved>> {
    if text == "none" {
        return Some(None);
    }
    let numbers = text.split(',').map(|number| number.parse().ok().filter(|n: &f64| n.abs() < FARTHEST));
    let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
    let [x, y, z, u, v, w] = numbers[..] else { return None };
    Some(Some(Moved { by: [x, y, z], turned: [u, v, w] }))
}

/// A displacement as text, to the last bit.
fn offset_text(Moved { by, turned }: &Moved) -> String {
    by.iter().chain(turned).map(f64::to_string).collect::<Vec<_>>().join(",")
}

/// All parameters except the methods' settings.
pub const WORDS: &[WordRow] = &fields::word_rows::<Config, { Config::FIELDS.len() }>(Config::FIELDS);

/// Lists of items of the lab that the search offers.
pub const THINGS: &[SearchItems] = &[SearchItems {
    kind: "Two meshes and a path",
    word: "scene",
    many: false,
    rows: || fields::things(SCENE_ROWS),
}];
