//! The input file of `query`: named shapes, and pairs of them in given poses.
//!
//! ```json
//! {"shapes": {"cube": {"box": {"half_extents": [1, 1, 1]}}, "ball": {"sphere": {"radius": 1}},
//!             "c": {"cone": {"radius": 1, "height": 2}}, "y": {"cylinder": {"radius": 1, "height": 2}},
//!             "h": {"hull": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}},
//!             "m": {"mesh": {"path": "m.obj"}}},
//!  "pairs": [{"a": "cube", "a_pose": {"position": [1, 2, 3], "rotation": [0, 0, 0, 1]}, "b": "h"}]}
//! ```
//! Lengths are in metres, quaternions in the order x, y, z, w. The axis of cones and cylinders is y, the origin is at
//! half their height. Paths are relative to the file. A missing position is the origin, a missing rotation the
//! identity. Sizes range from [`SMALLEST`] to [`LARGEST`], coordinates to ±[`FARTHEST`]. Everything else is refused
//! with a one-line error. A concave mesh is decomposed into convex pieces; a note gives their number and their
//! overshoot. A mesh defect that has only one possible repair is repaired, with a note; open or otherwise broken
//! meshes are refused. Shapes that name the same file share one mesh.

pub mod json;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use json::{Json, Problem};
use nalgebra::{Translation3, UnitQuaternion};

use super::shared::rotation;

use crate::{
    files::input::{base_of, name_of, read_input},
    files::text,
    geometry::{
        Mesh, MeshError, Point, Pose, Shape, Solid, Vector,
        budget::{Budget, Spent},
        hull,
        import::{self, Imported},
    },
    labs::arena::model,
    names::{self, one_line},
    solids::decomposition::{self, DecomposeError},
    world::Body,
};

/// Smallest size in metres: radius, height, half extent, or longest side of a hull or mesh.
pub const SMALLEST: f64 = 1e-9;
/// Largest size in metres: radius, height, half extent, or longest side of a hull or mesh.
pub const LARGEST: f64 = 1e9;
/// Largest coordinate in metres of a position, a hull's point or a mesh's vertex.
pub const FARTHEST: f64 = 1e12;

/// Largest file, bytes: with its values, and what is made of them, memory stays below 1 GiB.
const MOST_BYTES: u64 = 128 << 20;
/// Maximum number of JSON values in a file; a value takes about 60 bytes of memory.
const MOST_VALUES: usize = 8_000_000;
/// Maximum total number of triangles of a file's shapes.
const MOST_TRIANGLES: usize = 4_000_000;
/// Maximum number of pairs in a file; a pair takes about 700 bytes with its verdicts.
const MOST_PAIRS: usize = 1_000_000;

/// The validated content of a file.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The bodies a and b of every pair, in the file's order. Shapes are shared.
    pub pairs: Vec<[Body; 2]>,
    /// The names of the shapes of a and b.
    pub names: Vec<[String; 2]>,
    /// The mesh files that the shapes name.
    pub meshes: Vec<PathBuf>,
    /// Notes about repairs of the input, one line each.
    pub notes: Vec<String>,
}

/// The interpretation of a file's meshes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshesAre {
    /// As closed solids; concave ones are decomposed.
    Solids,
    /// As sets of triangles without an inside, which need not be closed.
    Surfaces,
}

/// Reason why a file is refused: one line that names the file, the place in it and the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}{}", one_line(&file.display().to_string()), one_line(problem))]
pub struct InputError {
    file: PathBuf,
    problem: String,
}

/// Reads the file at `path`. Round primitives get meshes of triangle level `level`, 1 or more.
pub fn load(path: &Path, level: u32, meshes: MeshesAre) -> Result<Cases, InputError> {
    let document = document(path)?;
    let folder = base_of(path);

    let mut unnormalised = Vec::new();
    let mut meshes = MeshFiles { folder, are: meshes, built: HashMap::new(), notes: Vec::new() };
    let (pairs, names) =
        read(&document, level, &mut unnormalised, &mut meshes).map_err(|p| InputError::of(path, p))?;
    let file = one_line(&name_of(path).display().to_string());
    let notes = meshes.notes.into_iter().chain(notes(&unnormalised));
    let notes = notes.map(|note| format!("{file}: {note}")).collect();
    let files = meshes.built.into_keys().flat_map(|mesh| import::files_of(&mesh));
    Ok(Cases { pairs, names, meshes: files.collect(), notes })
}

/// The JSON of a file, as a tree.
pub(super) fn document(path: &Path) -> Result<Json, InputError> {
    let fail = |problem: String| InputError { file: name_of(path), problem };
    let bytes = read_input(path, MOST_BYTES).map_err(|e| fail(format!(": {e}")))?;
    let text = text::unmarked(&bytes).map_err(|e| fail(format!(": {e}")))?;
    json::parse(text::without_tail(text), MOST_VALUES).map_err(|e| fail(json::syntax(&e)))
}

impl InputError {
    /// A problem in the file at `path`.
    pub(super) fn of(path: &Path, problem: Problem) -> Self {
        Self { file: name_of(path), problem: format!(": {problem}") }
    }
}

/// A quaternion of the file that did not have length 1: its place in the file, and its length.
type Unnormalised = (String, f64);

fn notes(unnormalised: &[Unnormalised]) -> Vec<String> {
    let line = |(place, length): &Unnormalised| format!("{place}: of length {length:?}, normalised to 1");
    match unnormalised {
        [first, _, ..] if unnormalised.len() > 10 => {
            vec![format!(
                "{} rotations normalised to length 1; the first is {}",
                unnormalised.len(),
                line(first)
            )]
        }
        _ => unnormalised.iter().map(line).collect(),
    }
}

type Pairs = (Vec<[Body; 2]>, Vec<[String; 2]>);

fn read(
    document: &Json,
    level: u32,
    unnormalised: &mut Vec<Unnormalised>,
    meshes: &mut MeshFiles,
) -> Result<Pairs, Problem> {
    let [shapes, pairs] = document.fields(["shapes", "pairs"])?;
    let (mut built, mut budget) = (HashMap::new(), Budget::new(MOST_TRIANGLES));
    for (name, shape) in json::required(shapes, "shapes")?.object().map_err(|p| p.within("shapes"))? {
        let shape = build(shape, level, meshes)
            .and_then(|shape| counted(shape, &mut budget))
            .map_err(|p| p.within(name).within("shapes"))?;
        built.insert(name.as_str(), shape);
    }
    let pairs = json::required(pairs, "pairs")?.list().map_err(|p| p.within("pairs"))?;
    if pairs.is_empty() || pairs.len() > MOST_PAIRS {
        let why = match pairs.len() {
            0 => "there are no pairs; add one with a and b".to_owned(),
            all => format!("there are {all}, but at most {MOST_PAIRS} are allowed; split the file"),
        };
        return Err(Problem::new(why).within("pairs"));
    }
    let (mut bodies, mut names) = (Vec::with_capacity(pairs.len()), Vec::with_capacity(pairs.len()));
    for (i, item) in pairs.iter().enumerate() {
        let (two, named) =
            pair(item, i, &built, unnormalised).map_err(|p| p.within_index(i).within("pairs"))?;
        bodies.push(two);
        names.push(named);
    }
    Ok((bodies, names))
}

/// Returns the shape if the triangles of all shapes so far stay within the budget. A mesh that several shapes name is
/// counted for each of them.
fn counted(shape: Arc<Shape>, budget: &mut Budget) -> Result<Arc<Shape>, Problem> {
    let of_pieces = shape.pieces().iter().map(|piece| piece.mesh().triangles().len()).sum::<usize>();
    match budget.take(shape.mesh().triangles().len() + of_pieces) {
        Ok(()) => Ok(shape),
        Err(Spent { most }) => Err(Problem::new(format!(
            "with this shape the file has more than {most} triangles; split the file, or lower --level"
        ))),
    }
}

/// The kinds of shape.
const KINDS: [&str; 6] = ["box", "sphere", "cone", "cylinder", "hull", "mesh"];

fn build(shape: &Json, level: u32, meshes: &mut MeshFiles) -> Result<Arc<Shape>, Problem> {
    let known = shape.fields(KINDS)?;
    let mut given = KINDS.into_iter().zip(known).filter_map(|(kind, value)| Some((kind, value?)));
    let (Some((kind, value)), None) = (given.next(), given.next()) else {
        return Err(Problem::new(format!("a shape must have exactly one of {}", KINDS.join(", "))));
    };
    let shape = match kind {
        "box" => value.fields(["half_extents"]).and_then(|[half_extents]| {
            let [x, y, z] = field(half_extents, "half_extents", three_sizes)?;
            primitive(Solid::Cuboid { half_extents: Vector::new(x, y, z) }, level)
        }),
        "sphere" => value
            .fields(["radius"])
            .and_then(|[radius]| primitive(Solid::Ball { radius: field(radius, "radius", size)? }, level)),
        "cone" => radius_and_height(value)
            .and_then(|(radius, height)| primitive(Solid::Cone { radius, height }, level)),
        "cylinder" => radius_and_height(value)
            .and_then(|(radius, height)| primitive(Solid::Cylinder { radius, height }, level)),
        "hull" => value.fields(["points"]).and_then(|[points]| field(points, "points", hull_of)),
        _ => {
            let mesh = value.fields(["path"]).and_then(|[path]| field(path, "path", |path| meshes.at(path)));
            return mesh.map_err(|p| p.within(kind));
        }
    };
    shape.map(Arc::new).map_err(|p| p.within(kind))
}

/// Reads the required field `name`.
pub(super) fn field<T>(
    value: Option<&Json>,
    name: &str,
    read: impl FnOnce(&Json) -> Result<T, Problem>,
) -> Result<T, Problem> {
    read(json::required(value, name)?).map_err(|p| p.within(name))
}

pub(super) fn radius_and_height(value: &Json) -> Result<(f64, f64), Problem> {
    let [radius, height] = value.fields(["radius", "height"])?;
    Ok((field(radius, "radius", size)?, field(height, "height", size)?))
}

fn primitive(solid: Solid, level: u32) -> Result<Shape, Problem> {
    Shape::primitive(solid, level).map_err(|e| Problem::new(e.to_string()))
}

fn three_sizes(value: &Json) -> Result<[f64; 3], Problem> {
    value.array(size)
}

pub(super) fn size(value: &Json) -> Result<f64, Problem> {
    let size = value.number()?;
    if size <= 0.0 {
        return Err(Problem::new(format!("is {size:?}, but a size must be greater than 0")));
    }
    check_size(size)?;
    Ok(size)
}

fn check_size(size: f64) -> Result<(), Problem> {
    if (SMALLEST..=LARGEST).contains(&size) {
        return Ok(());
    }
    let range = format!("sizes go from {SMALLEST:e} to {LARGEST:e} m");
    Err(Problem::new(format!("is {size:e} m, but {range}; scale the whole scene")))
}

pub(super) fn coordinate(value: &Json) -> Result<f64, Problem> {
    value.number().and_then(check_coordinate)
}

/// Returns the coordinate if its size is at most [`FARTHEST`].
pub(super) fn check_coordinate(coordinate: f64) -> Result<f64, Problem> {
    if coordinate.abs() <= FARTHEST {
        return Ok(coordinate);
    }
    let problem =
        format!("is {coordinate:e} m, but coordinates must lie within ±{FARTHEST:e} m; move it closer");
    Err(Problem::new(problem))
}

fn hull_of(points: &Json) -> Result<Shape, Problem> {
    polyhedron(hull_mesh(points)?)
}

/// The convex hull of a list of points.
pub(super) fn hull_mesh(points: &Json) -> Result<Mesh, Problem> {
    let point = |(i, p): (usize, &Json)| p.array(coordinate).map(Point::from).map_err(|p| p.within_index(i));
    let points: Vec<Point> = points.list()?.iter().enumerate().map(point).collect::<Result<_, _>>()?;
    hull::convex_hull(&points).map_err(|e| {
        Problem::new(match e {
            MeshError::Empty => "there are none; a hull needs four points or more".into(),
            MeshError::Flat => {
                let count = points.len();
                format!(
                    "a hull needs four points that are not in one plane, but all {count} points are in one plane (within 1e-9 of their size)"
                )
            }
            other => other.to_string(),
        })
    })
}

/// Cache of the meshes that the shapes name.
struct MeshFiles<'a> {
    /// The folder that relative paths start from.
    folder: &'a Path,
    are: MeshesAre,
    /// Finished shapes by the canonical path of their file.
    built: HashMap<PathBuf, Arc<Shape>>,
    /// Notes about repairs and decompositions.
    notes: Vec<String>,
}

impl MeshFiles<'_> {
    /// The shape of the mesh at `path`; read and decomposed on first use.
    fn at(&mut self, path: &Json) -> Result<Arc<Shape>, Problem> {
        let name = path.text()?;
        let path = self.folder.join(name);
        // The path is made canonical, so that different spellings of a path share a mesh. A missing file is reported
        // later, by the import.
        let file = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if let Some(known) = self.built.get(&file) {
            return Ok(known.clone());
        }
        let imported = import::read(&path).map_err(|e| Problem::new(e.to_string()))?;
        self.notes.extend(imported.notes.iter().map(|what| format!("{name}: {what}")));
        let shape = Arc::new(self.take_apart(imported, name)?);
        self.built.insert(file, shape.clone());
        Ok(shape)
    }

    fn take_apart(&mut self, imported: Imported, name: &str) -> Result<Shape, Problem> {
        let Imported { mesh, numbers, .. } = imported;
        let far = |p: &Point| p.iter().try_for_each(|&c| check_coordinate(c).map(drop));
        for (i, vertex) in mesh.vertices().iter().enumerate() {
            let named = numbers.as_ref().map_or_else(|| "a vertex".into(), |of| format!("vertex {}", of[i]));
            far(vertex).map_err(|p| Problem::new(format!("{name}: a coordinate of {named} {}", p.text)))?;
        }
        let shape = polyhedron(mesh)?;
        if self.are == MeshesAre::Surfaces || shape.convexity().is_ok() {
            return Ok(shape);
        }
        let (mesh, parameters) = (shape.mesh(), decomposition::Parameters::default());
        let found = decomposition::decompose(mesh, &parameters, &mut |_| true).map_err(|e| {
            let why = match e {
                DecomposeError::Broken(why) => {
                    let why = mesh.explain(&why, numbers.as_deref());
                    format!("{why}; repair the mesh and export it again")
                }
                DecomposeError::Stopped | DecomposeError::TooLarge(_) => e.to_string(),
            };
            Problem::new(format!("{name}: {why}, or use --as-surface to test surfaces"))
        })?;
        let overshoot = model::sticking_out(found.overshoot);
        let count = found.pieces.len();
        self.notes.push(format!(
            "{name} is concave: methods for convex bodies split it into {count} convex pieces, which {overshoot}"
        ));
        Shape::concave(mesh.clone(), found.pieces)
            .map_err(|e| Problem::new(format!("{name}: a convex piece: {e}")))
    }
}

fn polyhedron(mesh: Mesh) -> Result<Shape, Problem> {
    check_size(mesh.aabb().extents().max())
        .map_err(|p| Problem::new(format!("its longest side {}", p.text)))?;
    Ok(Shape::polyhedron(mesh))
}

fn pair(
    item: &Json,
    index: usize,
    shapes: &HashMap<&str, Arc<Shape>>,
    unnormalised: &mut Vec<Unnormalised>,
) -> Result<([Body; 2], [String; 2]), Problem> {
    let [a, a_pose, b, b_pose] = item.fields(["a", "a_pose", "b", "b_pose"])?;
    let mut body = |name, shape, pose_name: &str, pose_value: Option<&Json>| {
        let (shape, shape_name) = field(shape, name, |shape| find(shape, shapes))?;
        let Some(value) = pose_value else { return Ok((Body::at_rest(shape, Pose::identity()), shape_name)) };
        let (pose, length) = pose(value).map_err(|p| p.within(pose_name))?;
        if (length - 1.0).abs() > 1e-6 {
            unnormalised.push((format!("pairs[{index}].{pose_name}.rotation"), length));
        }
        Ok((Body::at_rest(shape, pose), shape_name))
    };
    let ((a, a_name), (b, b_name)) = (body("a", a, "a_pose", a_pose)?, body("b", b, "b_pose", b_pose)?);
    Ok(([a, b], [a_name, b_name]))
}

fn find(name: &Json, shapes: &HashMap<&str, Arc<Shape>>) -> Result<(Arc<Shape>, String), Problem> {
    let name = name.text()?;
    shapes.get(name).map(|shape| (shape.clone(), name.to_owned())).ok_or_else(|| {
        let mut known: Vec<&str> = shapes.keys().copied().collect();
        known.sort_unstable();
        let mend = json::suggestion(name, &known);
        Problem::new(format!("there is no shape {} in \"shapes\"; {mend}", names::quoted(name)))
    })
}

/// Reads a pose; also returns the length of its quaternion.
fn pose(value: &Json) -> Result<(Pose, f64), Problem> {
    let [position, rotation] = value.fields(["position", "rotation"])?;
    let position = match position {
        Some(value) => value.array(coordinate).map_err(|p| p.within("position"))?,
        None => [0.0; 3],
    };
    let (turned, length) = match rotation {
        Some(value) => turn(value).map_err(|p| p.within("rotation"))?,
        None => (UnitQuaternion::identity(), 1.0),
    };
    Ok((Pose::from_parts(Translation3::from(position), turned), length))
}

fn turn(value: &Json) -> Result<(UnitQuaternion<f64>, f64), Problem> {
    let problem = "has length 0, which is not a rotation; write [0, 0, 0, 1] for no rotation";
    rotation(value.array(Json::number)?).ok_or_else(|| Problem::new(problem))
}
