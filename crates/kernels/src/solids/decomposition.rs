//! Convex decomposition: covers a closed mesh by a few convex pieces.
//!
//! Xu et al. (source 1) decompose concave bodies first. Planes cut the mesh, always in the part whose hull
//! sticks out most, until every hull sticks out of the mesh by at most a tolerance, or the allowed number of
//! pieces is reached. Candidate planes run along concave edges, or across the part's box at a few positions;
//! the best plane leaves the least empty volume in the hulls of the two halves.
//! Differs from V-HACD (Mamou 2016): it cuts the mesh itself, not voxels. So every piece is exactly the hull
//! of the mesh's part in one cell of space, the pieces cover the mesh by construction (to rounding, 1e-9 of
//! its size), and a body with flat sides, like a letter L, is decomposed without any overshoot. It also
//! reports progress and can be stopped.
//! Known failures: a surface that is open, not a manifold, or partly inside out does not enclose a definite
//! volume and is refused. With few pieces a curved body sticks out visibly; the overshoot is measured and
//! reported.
//! Cost: per cut about fifty candidate planes, each linear in the part's triangles, and a search for the
//! point that sticks out farthest.

mod part;
mod plane;
mod planes;
mod solid;

use crate::geometry::{Aabb, Mesh, MeshError, Point, hull};
use part::Part;
use planes::Cut;
use solid::Solid;

/// Limits of the decomposition, which stops at the first that it reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// How far a piece may stick out of the mesh, as a share of the mesh's longest side.
    pub tolerance: f64,
    /// The largest number of pieces, however far they stick out.
    pub most_pieces: usize,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { tolerance: 0.01, most_pieces: 32 }
    }
}

/// Progress of a decomposition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Number of pieces if the decomposition stopped now.
    pub pieces: usize,
    /// The largest overshoot of these pieces, as a share of the mesh's longest side.
    pub overshoot: f64,
}

/// Convex pieces, and how well they fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposition {
    /// The pieces, each convex and closed; together they cover the mesh. Neighbours touch, and may overlap.
    pub pieces: Vec<Mesh>,
    /// The largest distance by which a piece sticks out of the mesh, as a share of the mesh's longest side.
    /// It is measured at grid points on the pieces, at most [`FINE`] from each other, so the true value may
    /// be larger by half that spacing.
    pub overshoot: f64,
}

/// Reasons why a decomposition failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DecomposeError {
    /// The surface is open, not a manifold, partly inside out or flat, so it does not enclose a definite volume.
    #[error("{0}")]
    Broken(MeshError),
    /// The caller's `go_on` returned `false`.
    #[error("the decomposition was stopped")]
    Stopped,
    /// The mesh, or all parts after a cut, has more than this number of polygons.
    #[error("it is concave, and its convex decomposition needs more than {0} polygons; reduce the mesh")]
    TooLarge(usize),
}

/// Spacing of the points at which overshoot is measured for the final answer, as a share of the mesh's longest side.
pub const FINE: f64 = 0.02;
/// Limit on the polygons of all parts together; a cut divides the polygons that it crosses.
const MOST_POLYGONS: usize = 1_000_000;

/// Decomposes `mesh` into convex pieces. `go_on` receives the progress, several times a second for meshes up
/// to about 100,000 triangles, and returns whether to continue. A convex mesh gives one piece, itself.
pub fn decompose(
    mesh: &Mesh,
    parameters: &Parameters,
    go_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Decomposition, DecomposeError> {
    decompose_within(mesh, parameters, go_on, MOST_POLYGONS)
}

fn decompose_within(
    mesh: &Mesh,
    parameters: &Parameters,
    go_on: &mut dyn FnMut(Progress) -> bool,
    most_polygons: usize,
) -> Result<Decomposition, DecomposeError> {
    match mesh.check_convex() {
        Ok(()) => return Ok(Decomposition { pieces: vec![mesh.clone()], overshoot: 0.0 }),
        Err(MeshError::NotConvex { .. } | MeshError::Layers(_)) => {}
        Err(broken) => return Err(DecomposeError::Broken(broken)),
    }
    let fits = |polygons: usize| match polygons <= most_polygons {
        true => Ok(()),
        false => Err(DecomposeError::TooLarge(most_polygons)),
    };
    fits(mesh.triangles().len())?;
    // 1. Rescale: the mesh's longest side becomes 1, its middle the origin.
    let frame = Frame::of(mesh);
    let unit =
        Mesh::new(mesh.vertices().iter().map(|p| frame.to_unit(p)).collect(), mesh.triangles().to_vec());
    let solid = Solid::new(unit.map_err(DecomposeError::Broken)?).map_err(DecomposeError::Broken)?;

    // 2. Start with the whole; repeatedly cut the part that sticks out most.
    let whole = Part::whole(&solid).map_err(DecomposeError::Broken)?;
    let mut open = vec![whole];
    let mut done: Vec<Part> = Vec::new();
    // A cut with one empty half does not increase the number of pieces, so the limit on pieces alone would
    // not bound the work.
    let mut cuts_left = 4 * parameters.most_pieces;
    while let Some(part) = take_worst(&mut open) {
        let progress = Progress { pieces: open.len() + done.len() + 1, overshoot: worst(&part, &done) };
        if part.overshoot <= parameters.tolerance
            || progress.pieces >= parameters.most_pieces
            || cuts_left == 0
        {
            done.push(part);
            done.append(&mut open);
            break;
        }
        cuts_left -= 1;
        match planes::cut(&part, &solid, &mut || go_on(progress)) {
            Cut::Halves(halves) => {
                open.extend(halves);
                fits(open.iter().chain(&done).map(|part| part.polygons.len()).sum())?;
            }
            Cut::Impossible => done.push(part),
            Cut::Stopped => return Err(DecomposeError::Stopped),
        }
    }

    // 3. Measure the final overshoot of the pieces, with the finer grid.
    let mut overshoot: f64 = 0.0;
    for part in &done {
        if !go_on(Progress { pieces: done.len(), overshoot }) {
            return Err(DecomposeError::Stopped);
        }
        overshoot = overshoot.max(solid.overshoot(&part.hull, FINE));
    }
    let pieces = done.iter().filter_map(|part| frame.to_world(&part.hull)).collect();
    Ok(Decomposition { pieces, overshoot })
}

/// Removes and returns the part that sticks out most; of several such parts, the first.
fn take_worst(parts: &mut Vec<Part>) -> Option<Part> {
    let worst =
        (0..parts.len()).reduce(|i, j| if parts[j].overshoot > parts[i].overshoot { j } else { i })?;
    Some(parts.remove(worst))
}

fn worst(part: &Part, done: &[Part]) -> f64 {
    done.iter().map(|p| p.overshoot).fold(part.overshoot, f64::max)
}

/// Centre (metres) and longest side (metres) of the mesh. Cuts are made in a frame where the centre is the
/// origin and the longest side 1.
struct Frame {
    center: Point,
    size: f64,
}

impl Frame {
    fn of(mesh: &Mesh) -> Self {
        let aabb: Aabb = mesh.aabb();
        Self { center: aabb.center(), size: aabb.extents().max() }
    }

    fn to_unit(&self, p: &Point) -> Point {
        Point::from((p - self.center) / self.size)
    }

    /// The hull in the mesh's own coordinates, computed again from the transformed points, because rounding
    /// may have made the transformed faces concave.
    fn to_world(&self, hull: &Mesh) -> Option<Mesh> {
        let points: Vec<Point> = hull.vertices().iter().map(|p| self.center + p.coords * self.size).collect();
        hull::convex_hull(&points).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vector;
    use crate::geometry::primitives::cuboid;

    #[test]
    fn a_mesh_of_too_many_polygons_is_refused_before_and_while_it_is_cut() {
        let mut two = [cuboid(Vector::repeat(1.0)), cuboid(Vector::repeat(1.0))];
        let (beside, first) = (Vector::new(3.0, 0.3, 0.2), two[0].vertices().len() as u32);
        let moved: Vec<Point> = two[1].vertices().iter().map(|p| p + beside).collect();
        let triangles = two[1].triangles().iter().map(|t| t.map(|v| v + first));
        let all = two[0].triangles().iter().copied().chain(triangles).collect();
        two[0] = Mesh::new([two[0].vertices(), &moved].concat(), all).unwrap();
        let within = |most| decompose_within(&two[0], &Parameters::default(), &mut |_| true, most);
        let made = within(MOST_POLYGONS).unwrap();
        assert!(made.pieces.len() >= 2);
        assert_eq!(within(23), Err(DecomposeError::TooLarge(23)));
    }
}
