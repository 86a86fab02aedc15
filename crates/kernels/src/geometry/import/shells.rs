//! The sides of a closed surface's connected parts, its shells.
//!
//! A shell inside no other bounds a solid, so it faces outwards: that follows from its place. A shell inside another may
//! be the wall of a cavity or a solid of its own. Only its orientation tells, so it is never guessed: where its triangles
//! disagree, or where the shell around it does not tell which way the file's triangles face, the mesh is refused.

use super::soup::MEND;
use crate::geometry::{Aabb, Mesh, Point, Vector, closed};

/// A limit on the work: the number of triangles that may be compared with points of other shells; four pairs of boxes count
/// as one.
const MOST_COMPARED: usize = 100_000_000;
/// Vertices of a shell that are tried, until one is not on another shell's surface.
const TRIED: usize = 8;

/// A connected part.
struct Component {
    triangles: Vec<usize>,
    bounds: Aabb,
    /// Number of triangles that faced inwards in the file.
    inwards: usize,
    /// Whether its triangles, as they agree with each other now, face inwards.
    is_inside_out: bool,
}

impl Component {
    /// Whether the file's triangles agree with each other.
    fn is_uniform(&self) -> bool {
        self.inwards == 0 || self.inwards == self.triangles.len()
    }

    fn center(&self) -> Point {
        self.bounds.center()
    }
}

/// The closed `mesh` with every shell facing as the file means it. Its triangles agree within each shell; `turned` tells
/// which of them were reversed for that.
pub(super) fn oriented(mesh: Mesh, turned: &[bool], notes: &mut Vec<String>) -> Result<Mesh, String> {
    let shells: Vec<Component> = closed::components(mesh.triangles())
        .into_iter()
        .map(|triangles| shell(&mesh, triangles, turned))
        .collect();
    // Nothing is wrong where all triangles face outwards.
    if shells.iter().all(|shell| shell.inwards == 0) {
        return Ok(restored(mesh, &shells, |_| false));
    }
    let mut compared = shells.len().saturating_pow(2) / 4;
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); shells.len()];
    for (inner, outer) in pairs(&shells) {
        if compared > MOST_COMPARED {
            break;
        }
        compared += shells[outer].triangles.len();
        if is_inside(&mesh, &shells[inner], &shells[outer]) {
            around[inner].push(outer);
        }
    }
    if compared > MOST_COMPARED {
        return unchecked(mesh, &shells, notes);
    }

    // 1. The outermost shells.
    let holds_others = |shell: usize| around.iter().any(|outer| outer.contains(&shell));
    let (mut flipped, mut reversed) = (0, vec![false; shells.len()]);
    for (i, shell) in shells.iter().enumerate().filter(|(i, _)| around[*i].is_empty()) {
        if shell.is_uniform() {
            reversed[i] = shell.inwards > 0;
        } else if 2 * shell.inwards >= shell.triangles.len() && holds_others(i) {
            return Err(undecided(shell, "most of the outer shell faces inwards, so that the shells in it"));
        } else {
            flipped += shell.inwards;
        }
    }

    // 2. The shells in them. In a file that is inside out, the walls of its cavities are, too.
    for (i, shell) in shells.iter().enumerate().filter(|(i, _)| !around[*i].is_empty()) {
        if !shell.is_uniform() {
            return Err(undecided(shell, "it lies inside another, so that it"));
        }
        let mut outermost =
            around[i].iter().filter(|outer| around[**outer].is_empty()).map(|outer| reversed[*outer]);
        let is_reversed = outermost.next().unwrap_or_default();
        if outermost.any(|other| other != is_reversed) {
            return Err(undecided(shell, "it lies inside two others that face different sides, so that it"));
        }
        reversed[i] = is_reversed;
    }

    if flipped > 0 {
        notes.push(format!("triangles flipped to match the others: {flipped}"));
    }
    match reversed.iter().filter(|reversed| **reversed).count() {
        0 => {}
        all if all == shells.len() => notes.push("the whole surface was inside out: flipped".to_owned()),
        some => notes.push(format!("inside-out parts flipped: {some}")),
    }
    Ok(restored(mesh, &shells, |i| {
        let faced_inwards = shells[i].is_uniform() && shells[i].inwards > 0;
        faced_inwards != reversed[i]
    }))
}

fn shell(mesh: &Mesh, triangles: Vec<usize>, turned: &[bool]) -> Component {
    let corners = || triangles.iter().flat_map(|&t| mesh.corners(t));
    let bounds = Aabb::around(corners());
    let origin = bounds.center();
    let six_volumes: f64 = triangles
        .iter()
        .map(|&t| {
            let [p, q, r] = mesh.corners(t).map(|p| p - origin);
            p.dot(&q.cross(&r))
        })
        .sum();
    let is_inside_out = six_volumes < 0.0;
    let inwards = triangles.iter().filter(|&&t| turned[t] != is_inside_out).count();
    Component { triangles, bounds, inwards, is_inside_out }
}

/// Pairs of shells of which the first may lie inside the second, by their boxes.
fn pairs(shells: &[Component]) -> impl Iterator<Item = (usize, usize)> {
    let may_lie_in = |inner: &Aabb, outer: &Aabb| {
        (0..3).all(|axis| outer.min[axis] <= inner.min[axis] && inner.max[axis] <= outer.max[axis])
    };
    let indices = move |inner: usize| (0..shells.len()).map(move |outer| (inner, outer));
    (0..shells.len()).flat_map(indices).filter(move |&(inner, outer)| {
        inner != outer && may_lie_in(&shells[inner].bounds, &shells[outer].bounds)
    })
}

/// Whether `inner` lies inside `outer`, by the solid angle that `outer` has from a vertex of `inner`: a multiple of 4π,
/// unless the vertex is on its surface.
fn is_inside(mesh: &Mesh, inner: &Component, outer: &Component) -> bool {
    let turns = |p: &Point| -> f64 {
        let from = |&t: &usize| closed::solid_angle(mesh.corners(t).map(|q| -> Vector { q - p }));
        outer.triangles.iter().map(from).sum::<f64>() / (4.0 * std::f64::consts::PI)
    };
    let vertices = inner.triangles.iter().map(|&t| mesh.corners(t)[0]).take(TRIED);
    let mut turns = vertices.map(|p| turns(&p));
    turns.find(|turns| (turns - turns.round()).abs() < 0.1).is_some_and(|turns| turns.abs() > 0.5)
}

/// The mesh of more shells than can be compared: as it is, if no shell has to be decided.
fn unchecked(mesh: Mesh, shells: &[Component], notes: &mut Vec<String>) -> Result<Mesh, String> {
    if let Some(shell) = shells.iter().find(|shell| !shell.is_uniform()) {
        return Err(undecided(shell, "there are too many shells to tell inner from outer ones, so that it"));
    }
    let count = shells.iter().filter(|shell| shell.inwards > 0).count();
    notes.push(format!(
        "parts that face inwards, too many to tell cavities from parts that are inside out: {count}"
    ));
    Ok(restored(mesh, shells, |i| shells[i].inwards > 0))
}

fn undecided(shell: &Component, why: &str) -> String {
    let (count, center) = (shell.triangles.len(), shell.center());
    format!(
        "two repairs are possible: of the {count} triangles of the shell around ({}, {}, {}), {} face inwards; {why} \
         may be a cavity or solid. Make its triangles face one side and {MEND}",
        center.x, center.y, center.z, shell.inwards
    )
}

/// The mesh in which a shell faces inwards where `faces_inwards` holds for its index.
fn restored(mesh: Mesh, shells: &[Component], faces_inwards: impl Fn(usize) -> bool) -> Mesh {
    let mut triangles = mesh.triangles().to_vec();
    for (i, shell) in shells.iter().enumerate() {
        if shell.is_inside_out != faces_inwards(i) {
            shell.triangles.iter().for_each(|&t| triangles[t].swap(1, 2));
        }
    }
    if triangles == mesh.triangles() {
        return mesh;
    }
    Mesh::new(mesh.vertices().to_vec(), triangles).unwrap_or(mesh)
}
