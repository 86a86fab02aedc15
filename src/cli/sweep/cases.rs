//! The input file of `sweep`: a level, and moves through it.
//!
//! ```json
//! {"level": {"brushes": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}, {"planes": [[0, 1, 0, 0]]}]},
//!  "moves": [{"mover": {"sphere": {"radius": 0.5}}, "from": [0, 3, 0], "to": [0, -1, 0]}]}
//! ```
//! A level is one of: a union of brushes; a closed mesh, `{"mesh": {"path": "l.obj"}}`; or the brushes of a
//! `.map` file with its units per metre, `{"map": {"path": "l.map", "units": 32}}`. Paths are relative to the
//! file. A brush is solid where n · x + d ≤ 0 for all its planes `[nx, ny, nz, d]`; normals may have any
//! length but 0. Movers are `{"point": {}}`, `{"sphere": {"radius": r}}`, `{"cylinder": {"radius": r,
//! "height": h}}` (upright, positioned by the centre of its base) and `{"hull": {"points": [...]}}`. Lengths
//! are in metres; y points up.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::super::cases::json::{Json, Problem};
use super::super::cases::{
    InputError, check_coordinate, coordinate, document, field, hull_mesh, radius_and_height, size,
};
use crate::files::input::base_of;
use crate::geometry::{Aabb, Mesh, Point, import};
use crate::level::brush::Brush;
use crate::level::compile::SplitRule;
use crate::level::compiled::{Level, Outlines};
use crate::level::error::LevelError;
use crate::level::map::{self, Map};
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::sweep::Move;

/// The level and the moves of a file, with sizes and coordinates within their limits.
pub struct Cases {
    /// The level.
    pub level: Source,
    /// The moves, in the file's order.
    pub moves: Vec<Move>,
    /// The file of the level's mesh or map, if it has one.
    pub file: Option<PathBuf>,
    /// Notes about repairs of the input, one line each.
    pub notes: Vec<String>,
}

/// The source of a level's geometry.
pub enum Source {
    /// The planes of every brush.
    Brushes(Vec<Vec<Plane>>),
    /// The brushes of a `.map` file, and its name.
    Map(Map, String),
    /// A closed mesh whose faces point outwards, and its name; its inside is solid.
    Mesh(Mesh, String),
}

/// Reads the file at `path`.
pub fn load(path: &Path) -> Result<Cases, InputError> {
    let read = |document: &Json| {
        let [level, moves] = document.fields(["level", "moves"])?;
        let mut notes = Vec::new();
        let folder = base_of(path);
        let level = field(level, "level", |level| source(level, folder, &mut notes))?;
        let moves = field(moves, "moves", |moves| {
            filled(each(moves, a_move)?, "there are no moves; add one with mover, from and to")
        })?;
        let file = match &level {
            Source::Brushes(_) => None,
            Source::Map(_, name) | Source::Mesh(_, name) => Some(folder.join(name)),
        };
        Ok(Cases { level, moves, file, notes })
    };
    read(&document(path)?).map_err(|problem| InputError::of(path, problem))
}

/// The levels for the moves of a file. There is only one unless a brush is unbounded. Unbounded brushes are clipped
/// around each move, and moves with the same clipping share a level, so that no answer depends on other moves.
pub struct Levels<'c> {
    cases: &'c Cases,
    /// The brushes with their extents; `None` if the level is a mesh.
    outlines: Option<Outlines>,
    groups: Vec<(Aabb, Vec<usize>)>,
}

/// Maximum number of brushes in all levels of a file together; a small level takes some microseconds per brush.
const MOST_BRUSHES: usize = 200_000;

impl<'c> Levels<'c> {
    /// Computes the extents of all brushes, and groups the moves that share a level. `go_on` receives the progress and
    /// returns whether to continue.
    pub fn of(cases: &'c Cases, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Self, Problem> {
        let brushes = match &cases.level {
            Source::Mesh(..) => None,
            Source::Brushes(brushes) => Some(brushes),
            Source::Map(map, _) => Some(&map.brushes),
        };
        let outlines = brushes.map(|brushes| Outlines::of(brushes, go_on)).transpose();
        let outlines = outlines.map_err(|error| refusal(cases, &error))?;
        let mut known: HashMap<[u64; 6], usize> = HashMap::new();
        let mut groups: Vec<(Aabb, Vec<usize>)> = Vec::new();
        for (index, Move { mover, from, to }) in cases.moves.iter().enumerate() {
            let swept = mover.swept(from, to);
            let around = outlines.as_ref().map_or(Aabb::cube(Point::origin(), 0.0), |all| all.around(&swept));
            let [a, b] = [around.min, around.max];
            let group =
                *known.entry([a.x, a.y, a.z, b.x, b.y, b.z].map(f64::to_bits)).or_insert(groups.len());
            if group == groups.len() {
                groups.push((around, Vec::new()));
                let count = outlines.as_ref().map_or(1, Outlines::count);
                if groups.len() > 1 && groups.len() * count > MOST_BRUSHES {
                    return Err(Problem::new(
                        "too many unbounded brushes for moves so far apart (brushes are clipped around every move); split the file",
                    )
                    .within_index(index)
                    .within("moves"));
                }
            }
            groups[group].1.push(index);
        }
        Ok(Self { cases, outlines, groups })
    }

    /// The indices of the moves of each level.
    pub fn groups(&self) -> impl Iterator<Item = &[usize]> {
        self.groups.iter().map(|(_, moves)| &moves[..])
    }

    /// Compiles the level of a group. A level that only some methods can handle gets no tree; [`refusal`]
    /// then says why.
    pub fn compile(
        &self,
        group: usize,
        rule: SplitRule,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Level, Problem> {
        let made = match (&self.outlines, &self.cases.level) {
            (_, Source::Mesh(mesh, _)) => Level::of_mesh(mesh, rule, go_on),
            (Some(outlines), _) => Level::of_outlines(outlines, &self.groups[group].0, rule, go_on),
            (None, _) => Err(LevelError::Empty),
        };
        made.map_err(|error| refusal(self.cases, &error))
    }
}

/// Converts the error of building a level, or of preparing it for a method, into a problem with its place in the file.
pub fn refusal(cases: &Cases, error: &LevelError) -> Problem {
    let brush = match error {
        LevelError::Hollow(brush) | LevelError::ManyPlanes(brush) | LevelError::Thin(brush) => Some(*brush),
        LevelError::Empty | LevelError::Small | LevelError::TooLarge | LevelError::Stopped => None,
    };
    let problem = match &cases.level {
        Source::Mesh(_, name) => Problem::new(format!("{name}: {error}")).within("mesh"),
        Source::Map(map, name) => {
            let line = brush.map_or(String::new(), |brush| format!("line {}: ", map.lines[brush]));
            Problem::new(format!("{name}: {line}{error}")).within("map")
        }
        Source::Brushes(_) => {
            let problem = Problem::new(error.to_string());
            let problem = if let Some(brush) = brush { problem.within_index(brush) } else { problem };
            problem.within("brushes")
        }
    };
    problem.within("level")
}

fn each<T>(list: &Json, read: impl Fn(&Json) -> Result<T, Problem>) -> Result<Vec<T>, Problem> {
    let read = |(i, item): (usize, &Json)| read(item).map_err(|p| p.within_index(i));
    list.list()?.iter().enumerate().map(read).collect()
}

/// Returns the list, or the error `why_not` if the list is empty.
fn filled<T>(list: Vec<T>, why_not: &'static str) -> Result<Vec<T>, Problem> {
    if list.is_empty() { Err(Problem::new(why_not)) } else { Ok(list) }
}

fn source(level: &Json, folder: &Path, notes: &mut Vec<String>) -> Result<Source, Problem> {
    match level.fields(["mesh", "brushes", "map"])? {
        [Some(mesh), None, None] => {
            let path = mesh
                .fields(["path"])
                .and_then(|[path]| field(path, "path", |path| Ok(path.text()?.to_owned())));
            let mesh = path.and_then(|name| {
                let imported = import::read(&folder.join(&name)).map_err(|e| Problem::new(e.to_string()))?;
                notes.extend(imported.notes.iter().map(|what| format!("{name}: {what}")));
                let closed = imported.mesh.check_closed();
                closed.map_err(|e| {
                    let why = imported.mesh.explain(&e, imported.numbers.as_deref());
                    let mend =
                        "a mesh level must be closed: close the surface and export it again, or use brushes";
                    Problem::new(format!("{name}: {why}; {mend}"))
                })?;
                if imported.mesh.volume() <= 0.0 {
                    return Err(Problem::new(format!("{name}: its faces point inwards; flip them")));
                }
                Ok(Source::Mesh(imported.mesh, name))
            });
            mesh.map_err(|p| p.within("mesh"))
        }
        [None, Some(brushes), None] => {
            each(brushes, brush).map(Source::Brushes).map_err(|p| p.within("brushes"))
        }
        [None, None, Some(map)] => self::map(map, folder, notes).map_err(|p| p.within("map")),
        _ => Err(Problem::new("a level must have exactly one of mesh, brushes, map")),
    }
}

fn map(given: &Json, folder: &Path, notes: &mut Vec<String>) -> Result<Source, Problem> {
    let [path, units] = given.fields(["path", "units"])?;
    let name = field(path, "path", |path| Ok(path.text()?.to_owned()))?;
    let units = units.map_or(Ok(map::UNITS), |units| size(units).map_err(|p| p.within("units")))?;
    let refused = |why: String| Problem::new(format!("{name}: {why}"));
    let map = map::load(&folder.join(&name), units).map_err(refused)?;
    notes.extend(map.notes.iter().map(|what| format!("{name}: {what}")));
    Ok(Source::Map(map, name))
}

fn brush(brush: &Json) -> Result<Vec<Plane>, Problem> {
    match brush.fields(["box", "planes"])? {
        [Some(given), None] => {
            let corners = given
                .fields(["min", "max"])
                .and_then(|[min, max]| Ok([field(min, "min", point)?, field(max, "max", point)?]));
            let [min, max] = corners.map_err(|p| p.within("box"))?;
            if (0..3).any(|i| min[i] >= max[i]) {
                return Err(Problem::new("min must be less than max on every axis").within("box"));
            }
            Ok(Brush::planes_of_box(&min, &max).to_vec())
        }
        [None, Some(planes)] => {
            let planes = each(planes, plane)
                .and_then(|all| filled(all, "there are no planes; a brush needs at least one"));
            planes.map_err(|p| p.within("planes"))
        }
        _ => Err(Problem::new("a brush must have exactly one of box, planes")),
    }
}

fn plane(plane: &Json) -> Result<Plane, Problem> {
    let [x, y, z, d] = plane.array(Json::number)?;
    if [x, y, z] == [0.0; 3] {
        return Err(Problem::new("its normal has length 0"));
    }
    let plane = Plane::of([x, y, z], -d);
    let plane = plane.ok_or_else(|| Problem::new("its d is too large for its normal"))?;
    check_coordinate(plane.offset)?;
    Ok(plane)
}

fn a_move(item: &Json) -> Result<Move, Problem> {
    let [mover, from, to] = item.fields(["mover", "from", "to"])?;
    Ok(Move {
        mover: field(mover, "mover", self::mover)?,
        from: field(from, "from", point)?,
        to: field(to, "to", point)?,
    })
}

fn mover(mover: &Json) -> Result<Mover, Problem> {
    match mover.fields(["point", "sphere", "cylinder", "hull"])? {
        [Some(point), None, None, None] => {
            point.fields([]).map_err(|p| p.within("point")).map(|[]| Mover::Point)
        }
        [None, Some(sphere), None, None] => {
            let radius = sphere.fields(["radius"]).and_then(|[radius]| field(radius, "radius", size));
            radius.map(|radius| Mover::Sphere { radius }).map_err(|p| p.within("sphere"))
        }
        [None, None, Some(cylinder), None] => radius_and_height(cylinder)
            .map(|(radius, height)| Mover::Cylinder { radius, height })
            .map_err(|p| p.within("cylinder")),
        [None, None, None, Some(hull)] => {
            let hull = hull.fields(["points"]).and_then(|[points]| field(points, "points", mover_hull));
            hull.map(|hull| Mover::Hull { hull: hull.into() }).map_err(|p| p.within("hull"))
        }
        _ => Err(Problem::new("a mover must have exactly one of point, sphere, cylinder, hull")),
    }
}

/// Maximum number of corners of a mover; every face and edge of a brush is tested against each corner.
const MOST_CORNERS: usize = 2000;

fn mover_hull(points: &Json) -> Result<Mesh, Problem> {
    let hull = hull_mesh(points)?;
    match hull.vertices().len() {
        0..=MOST_CORNERS => Ok(hull),
        count => Err(Problem::new(format!(
            "their hull has {count} corners, but a mover may have at most {MOST_CORNERS}; leave out points that change it little"
        ))),
    }
}

fn point(value: &Json) -> Result<Point, Problem> {
    value.array(coordinate).map(Point::from)
}
