//! The words of the lab: what links, lessons, scene files and the command line say of it, read and checked.

use std::collections::BTreeMap;

use super::apart::APART;
use super::budget::{Budget, MOST_MILLISECONDS, MOST_TESTS};
use super::meshes_lab::{MeshesLab, QUERIES};
use super::moved::Moved;
use super::nodes::Node;
use super::scenes::{SCENES, Scene};
use super::source::{FEWEST, MOST, Source};
use super::stride::MOST_STRIDE;
use crate::exhibit::Words;
use crate::hierarchies::methods::{self, METHODS, Method};
use crate::labs::found::{Thing, Things};
use crate::labs::lab::{LabError, WordRow};
use crate::labs::word_values::{
    checked, method_setting, one_of, pane, panes, put_settings, switch, whole, whole_in,
};

/// Metres or radians that B can be off its path.
const FARTHEST: f64 = 1e9;
/// Levels of a tree that can be drawn.
pub const LEVELS: usize = 24;

/// Every word beside the methods' settings.
pub const WORDS: &[WordRow] = &[
    WordRow { id: "scene", says: "the two meshes and the path of B" },
    WordRow { id: "seed", says: "start of the random numbers of the meshes" },
    WordRow { id: "triangles", says: "about how many triangles each mesh has" },
    WordRow { id: "frame", says: "the position of B on its path; a path has 600 frames" },
    WordRow { id: "stride", says: "by how many frames of the path a step goes on: the speed of B" },
    WordRow { id: "moved", says: "how B is off its path: metres x,y,z and a turn x,y,z in radians; or none" },
    WordRow { id: "query", says: "what is asked: detect, determine or distance" },
    WordRow { id: "method", says: "the methods of the panes, separated by commas" },
    WordRow { id: "focus", says: "the pane in focus, from 1" },
    WordRow { id: "level", says: "the level of the trees whose volumes are drawn, or off" },
    WordRow {
        id: "visited",
        says: "on: of the level only the volumes that were tested, by what became of them",
    },
    WordRow { id: "front", says: "on: the surfaces show how deep the walk went" },
    WordRow { id: "trees", says: "off: the two trees are not drawn below the scene" },
    WordRow { id: "node", says: "the picked node, such as a12 of A's tree or b7 of B's; or none" },
    WordRow { id: "budget", says: "what an answer may take: so many tests, a time such as 0.2ms, or off" },
    WordRow { id: "apart", says: "what the inspector takes apart: walk, tree-a, tree-b or update" },
    WordRow { id: "glass", says: "on: one sees through the meshes" },
];

/// What is found in the lab by name.
pub const THINGS: &[Things] = &[Things {
    kind: "Two meshes and a path",
    word: "scene",
    many: false,
    rows: || {
        let thing = |row: &Scene| Thing { value: row.id.to_owned(), title: row.title, says: row.says };
        SCENES.iter().map(thing).collect()
    },
}];

/// Words of the lab, looked up. What is `None` or empty stays as it is.
#[derive(Clone, Default)]
pub struct MeshesWords {
    /// The two meshes and the path.
    pub scene: Option<&'static Scene>,
    /// Start of the random numbers.
    pub seed: Option<u64>,
    /// About how many triangles each mesh has.
    pub triangles: Option<usize>,
    /// The position on the path.
    pub frame: Option<u64>,
    /// Frames of the path from one step to the next.
    pub stride: Option<u64>,
    /// How B is off its path, if it is.
    pub moved: Option<Option<Moved>>,
    /// What is asked, an index into [`QUERIES`].
    pub query: Option<usize>,
    /// The methods of the panes.
    pub methods: Vec<&'static Method>,
    /// The pane in focus, from 0.
    pub focus: Option<usize>,
    /// The level whose volumes are drawn, if any.
    pub level: Option<Option<usize>>,
    /// Whether one sees through the meshes.
    pub glass: Option<bool>,
    /// Whether volumes are coloured by what became of them.
    pub visited: Option<bool>,
    /// Whether the surfaces show how deep the walk went.
    pub front: Option<bool>,
    /// Whether the trees are drawn below the scene.
    pub trees: Option<bool>,
    /// The picked node, if any.
    pub node: Option<Option<Node>>,
    /// What the inspector takes apart, an index into [`APART`].
    pub apart: Option<usize>,
    /// What an answer may take.
    pub budget: Option<Budget>,
    /// Settings of one method: value by `(method, setting)`, written `method.setting`.
    pub settings: BTreeMap<(String, String), String>,
}

impl MeshesWords {
    /// Looks all words up. Nothing is built.
    pub fn of(words: &Words) -> Result<Self, LabError> {
        let mut read = Self::default();
        for (name, value) in words.iter() {
            read.set(name, value)?;
        }
        Ok(read)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), LabError> {
        match name {
            "scene" => self.scene = Some(one_of(name, value, SCENES.iter().map(|row| (row.id, row)))?),
            "seed" => self.seed = Some(whole(name, value)?),
            "triangles" => self.triangles = Some(whole_in(name, value, FEWEST..=MOST)?),
            "frame" => self.frame = Some(whole(name, value)?),
            "stride" => self.stride = Some(whole_in(name, value, 1..=MOST_STRIDE)?),
            "moved" => {
                let right = "it is none or six numbers with commas between them";
                self.moved = Some(checked(name, value, moved(value), right)?);
            }
            "query" => {
                let rows = QUERIES.iter().enumerate().map(|(index, row)| (row.0, index));
                self.query = Some(one_of(name, value, rows)?);
            }
            "method" => {
                let rows = METHODS.iter().map(|row| (row.id, row));
                self.methods = panes(name, value, |id| one_of(name, id, rows.clone()))?;
            }
            "focus" => self.focus = Some(pane(name, value)?),
            "level" => {
                let level = match value {
                    "off" => Some(None),
                    _ => value.parse().ok().filter(|level| *level < LEVELS).map(Some),
                };
                let right = format!("it is off or a whole number below {LEVELS}");
                self.level = Some(checked(name, value, level, &right)?);
            }
            "visited" => self.visited = Some(switch(name, value, "on", "off")?),
            "front" => self.front = Some(switch(name, value, "on", "off")?),
            "trees" => self.trees = Some(switch(name, value, "on", "off")?),
            "node" => {
                let node = if value == "none" { Some(None) } else { Node::of(value).map(Some) };
                self.node = Some(checked(name, value, node, "it is none or a node such as a12 or b7")?);
            }
            "budget" => {
                let right = format!(
                    "it is off, a number of tests up to {MOST_TESTS}, or a time up to {MOST_MILLISECONDS}ms"
                );
                self.budget = Some(checked(name, value, Budget::of(value), &right)?);
            }
            "apart" => {
                let rows = APART.iter().enumerate().map(|(index, row)| (row.0, index));
                self.apart = Some(one_of(name, value, rows)?);
            }
            "glass" => self.glass = Some(switch(name, value, "on", "off")?),
            _ => {
                let setting =
                    method_setting(name, value, "the meshes", |id| methods::find(id).map(|row| &row.about))?;
                self.settings.insert(setting, value.to_owned());
            }
        }
        Ok(())
    }
}

/// A displacement as [`said`] says it; `None` if it is none.
fn moved(text: &str) -> Option<Option<Moved>> {
    if text == "none" {
        return Some(None);
    }
    let numbers = text.split(',').map(|number| number.parse().ok().filter(|n: &f64| n.abs() < FARTHEST));
    let numbers: Vec<f64> = numbers.collect::<Option<_>>()?;
    let [x, y, z, u, v, w] = numbers[..] else { return None };
    Some(Some(Moved { by: [x, y, z], turned: [u, v, w] }))
}

/// A displacement in a word, to the last bit.
fn said(Moved { by, turned }: &Moved) -> String {
    by.iter().chain(turned).map(f64::to_string).collect::<Vec<_>>().join(",")
}

/// What the lab shows, in words, with `all` methods' settings at their defaults as well. Meshes from files are not among
/// them, see [`super::saved`].
pub fn of(lab: &MeshesLab, all: bool) -> Words {
    let mut words = Words::default();
    if let &Source::Seeded { scene, seed, triangles } = lab.meshes().source() {
        words.set("scene", scene.id);
        words.set("seed", seed.to_string());
        words.set("triangles", triangles.to_string());
    }
    words.set("frame", lab.frame().to_string());
    words.set("stride", lab.stride().to_string());
    words.set("moved", lab.moved().map_or_else(|| "none".to_owned(), |moved| said(&moved)));
    words.set("query", QUERIES[lab.query_index()].0);
    words.set("method", lab.methods().map(|method| method.id).collect::<Vec<_>>().join(","));
    if lab.lanes().len() > 1 {
        words.set("focus", (lab.focus() + 1).to_string());
    }
    for (method, settings) in METHODS.iter().zip(lab.settings()) {
        put_settings(&mut words, method, settings, all);
    }
    words.set("level", lab.view.level.map_or_else(|| "off".to_owned(), |level| level.to_string()));
    let switch = |is_on| if is_on { "on" } else { "off" };
    words.set("visited", switch(lab.view.visited));
    words.set("front", switch(lab.view.front));
    words.set("trees", switch(lab.view.trees));
    words.set("node", lab.pointing.picked.map_or_else(|| "none".to_owned(), Node::said));
    words.set("apart", APART[lab.apart].0);
    words.set("budget", lab.budget().said());
    words.set("glass", switch(lab.view.glass));
    words
}
