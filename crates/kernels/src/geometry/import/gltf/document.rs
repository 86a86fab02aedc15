//! The parts of a glTF document that describe triangles. Everything else, such as materials and images, is
//! ignored.

use std::collections::BTreeMap;
use std::fmt::Arguments;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;

use crate::geometry::import::soup::MEND;

/// A document in which every index is in range.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    asset: Asset,
    #[serde(default)]
    pub extensions_required: Vec<String>,
    #[serde(default)]
    pub extensions_used: Vec<String>,
    /// Index of the default scene.
    scene: Option<usize>,
    #[serde(default)]
    pub scenes: Vec<Scene>,
    #[serde(default)]
    pub nodes: Vec<Node>,
    #[serde(default)]
    pub meshes: Vec<Mesh>,
    #[serde(default)]
    pub skins: Vec<Skin>,
    #[serde(default)]
    pub animations: Vec<IgnoredAny>,
    #[serde(default)]
    pub accessors: Vec<Accessor>,
    #[serde(default)]
    pub buffer_views: Vec<View>,
    #[serde(default)]
    pub buffers: Vec<Buffer>,
}

#[derive(Deserialize)]
struct Asset {
    version: String,
}

#[derive(Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    nodes: Vec<usize>,
}

/// A node. Its numbers are those of JSON, f64.
#[derive(Deserialize)]
pub(super) struct Node {
    pub mesh: Option<usize>,
    pub skin: Option<usize>,
    /// Weights of the morph targets, in place of the mesh's.
    pub weights: Option<Vec<f64>>,
    #[serde(default)]
    pub children: Vec<usize>,
    /// Matrix from the node's coordinates to its parent's, column by column; used instead of the three fields
    /// below.
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    /// Quaternion: x, y, z, w.
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub primitives: Vec<Primitive>,
    /// Weights of the morph targets at rest.
    #[serde(default)]
    pub weights: Vec<f64>,
}

/// The joints that move a mesh.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    /// Indices of nodes.
    pub joints: Vec<usize>,
    /// Accessor of a matrix per joint; the identity if there is none.
    pub inverse_bind_matrices: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    /// Accessor indices by attribute name.
    attributes: BTreeMap<String, usize>,
    /// Accessor of the corner indices; if there is none, the vertices are used in order.
    pub indices: Option<usize>,
    #[serde(default = "triangles")]
    pub mode: u32,
    /// Morph targets: accessors of displacements by attribute name.
    #[serde(default)]
    pub targets: Vec<BTreeMap<String, usize>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: usize,
    pub component_type: u32,
    pub count: usize,
    #[serde(rename = "type")]
    pub dimensions: String,
    /// Whether whole numbers stand for fractions of their largest value.
    #[serde(default)]
    pub normalized: bool,
    pub sparse: Option<Sparse>,
}

/// Items of an accessor that differ from its buffer view, or from 0 if it has none.
#[derive(Deserialize)]
pub(super) struct Sparse {
    pub count: usize,
    pub indices: SparsePart,
    pub values: SparsePart,
}

/// Numbers of the items that differ, or their values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparsePart {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: usize,
    /// The type of the numbers; values have that of the accessor.
    pub component_type: Option<u32>,
}

/// Part of a buffer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: usize,
    pub byte_length: usize,
    pub byte_stride: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct Buffer {
    /// `None` for the binary part of the container.
    pub uri: Option<String>,
}

/// Values of [`Primitive::mode`] for triangles.
pub(super) const TRIANGLES: u32 = 4;
pub(super) const TRIANGLE_STRIP: u32 = 5;
pub(super) const TRIANGLE_FAN: u32 = 6;

fn triangles() -> u32 {
    TRIANGLES
}

impl Primitive {
    /// Index of the accessor of an attribute.
    pub fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.get(name).copied()
    }

    /// Number of attributes that connect the vertices with joints.
    pub fn skin_attributes(&self) -> usize {
        self.attributes
            .keys()
            .filter(|name| name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_"))
            .count()
    }

    /// Whether the primitive consists of triangles, not of points or lines.
    pub fn is_surface(&self) -> bool {
        self.mode >= TRIANGLES
    }
}

impl Document {
    /// Reads a document and checks it.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        let document: Self = serde_json::from_slice(json).map_err(|why| in_plain_words(&why, json))?;
        document.check().map_err(|e| format!("{e}; {MEND}"))?;
        Ok(document)
    }

    fn check(&self) -> Result<(), String> {
        let version = &self.asset.version;
        if !version.starts_with('2') {
            return Err(format!("has version {version}, but only version 2 is supported"));
        }
        for (i, accessor) in self.accessors.iter().enumerate() {
            let parts = accessor.sparse.iter().flat_map(|sparse| [&sparse.indices, &sparse.values]);
            let views = parts.map(|part| part.buffer_view).chain(accessor.buffer_view);
            check(format_args!("accessor {i}"), views, "buffer view", self.buffer_views.len())?;
        }
        for (i, view) in self.buffer_views.iter().enumerate() {
            check(format_args!("buffer view {i}"), [view.buffer], "buffer", self.buffers.len())?;
        }
        for (i, mesh) in self.meshes.iter().enumerate() {
            let accessors = mesh.primitives.iter().flat_map(|p| {
                let targets = p.targets.iter().flat_map(BTreeMap::values);
                p.attributes.values().chain(&p.indices).chain(targets)
            });
            check(format_args!("mesh {i}"), accessors.copied(), "accessor", self.accessors.len())?;
            if let Some(other) = mesh.primitives.iter().find(|p| p.mode > TRIANGLE_FAN) {
                return Err(format!("mesh {i} has a primitive of unknown mode {}", other.mode));
            }
        }
        for (i, node) in self.nodes.iter().enumerate() {
            check(format_args!("node {i}"), node.mesh, "mesh", self.meshes.len())?;
            check(format_args!("node {i}"), node.skin, "skin", self.skins.len())?;
            check(format_args!("node {i}"), node.children.iter().copied(), "node", self.nodes.len())?;
        }
        for (i, skin) in self.skins.iter().enumerate() {
            check(format_args!("skin {i}"), skin.joints.iter().copied(), "node", self.nodes.len())?;
            check(format_args!("skin {i}"), skin.inverse_bind_matrices, "accessor", self.accessors.len())?;
        }
        for (i, scene) in self.scenes.iter().enumerate() {
            check(format_args!("scene {i}"), scene.nodes.iter().copied(), "node", self.nodes.len())?;
        }
        check(format_args!("the document"), self.scene, "scene", self.scenes.len())
    }

    /// The root nodes of the default scene, or else of the first scene; without any scene, all nodes that
    /// have no parent.
    pub fn roots(&self) -> Vec<usize> {
        if let Some(scene) = self.scenes.get(self.scene.unwrap_or(0)) {
            return scene.nodes.clone();
        }
        let mut is_child = vec![false; self.nodes.len()];
        self.nodes.iter().flat_map(|node| &node.children).for_each(|&child| is_child[child] = true);
        (0..self.nodes.len()).filter(|&node| !is_child[node]).collect()
    }
}

/// The error of the parser of JSON in plain words, with the line.
fn in_plain_words(why: &serde_json::Error, json: &[u8]) -> String {
    let (line, column) = (why.line(), why.column());
    let begins = json.trim_ascii_start();
    match why.classify() {
        _ if begins.first() != Some(&b'{') => {
            format!("is no glTF: text begins with {{, and a binary file with the letters glTF; {MEND}")
        }
        Category::Eof => format!("is cut off: its text ends in line {line} within an object; {MEND}"),
        Category::Syntax | Category::Io => {
            format!("line {line}, column {column}: the text is damaged, it is not JSON; {MEND}")
        }
        Category::Data => {
            let why = why.to_string();
            let what = why.rsplit_once(" at line ").map_or(why.as_str(), |(what, _)| what);
            format!("line {line}: not as glTF prescribes: {what}; {MEND}")
        }
    }
}

/// Checks that the indices in `used` are below `count`, the number of objects they refer to.
fn check(
    owner: Arguments,
    used: impl IntoIterator<Item = usize>,
    others: &str,
    count: usize,
) -> Result<(), String> {
    match used.into_iter().find(|&index| index >= count) {
        Some(index) => Err(format!("{owner} uses {others} {index}, but there are only {count}")),
        None => Ok(()),
    }
}
