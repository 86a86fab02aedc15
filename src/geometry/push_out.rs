//! How to move the vertices of a convex mesh so that the body becomes fatter or thinner everywhere.
//!
//! Fatter by e: every vertex v goes to v + e·m with n·m ≥ 1 for the normal n of each face around it. Then
//! each face ends up at least e in front of where it was, so the new surface encloses every point within e
//! of the body. The shortest such m moves the vertex no farther than it must; at a corner of a cube its
//! length is √3, at the apex of a cone of half angle α it is 1/sin α: sharp vertices go far.
//! Thinner by e: towards an inner point c, by the factor 1 − e/ρ with ρ the distance from c to the nearest
//! face. Every point within e of what is left lies in the body.
//! Hildreth's dual ascent would find m too, in as many sweeps as 1/α² at a sharp edge. Here constraints join
//! one by one, the most violated first: at most three bind, so every step is a small solve.

use super::{Point, Shape, Solid, Vector, convexity};

/// A convex mesh's faces may be this much of its size out of line (see [`super::Mesh::check_convex`]).
const OUT_OF_LINE: f64 = 1e-6;

/// What fatter and thinner copies of a convex shape are computed from, in the shape's own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct PushOut {
    /// Per vertex of the mesh: its displacement m, in metres per metre by which the body gets fatter.
    pub vectors: Vec<Vector>,
    /// Length of the longest of [`PushOut::vectors`], metres per metre; 1 or more.
    pub longest: f64,
    /// Metres by which the solid reaches beyond the planes of the inscribed mesh that stands for it.
    pub excess: f64,
    /// Centroid of the mesh's volume, metres: a point well inside.
    pub inner: Point,
    /// Metres from [`PushOut::inner`] to the nearest face, less the tolerance of convexity.
    pub inradius: f64,
}

impl PushOut {
    /// Computes it for a convex shape. Time is linear in the triangles but for a sort.
    pub fn of(shape: &Shape) -> Self {
        let mesh = shape.mesh();
        let corner = |t: usize| mesh.corners(t)[0];
        // A sliver's own normal is mostly rounding; that of the face it lies in is not.
        let face_of = convexity::faces(mesh.vertices(), mesh.triangles(), OUT_OF_LINE);
        let normal = |face: usize| mesh.area_normal(face).try_normalize(0.0).unwrap_or_default();
        let inner = centroid(shape);
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); mesh.vertices().len()];
        for (triangle, &face) in mesh.triangles().iter().zip(&face_of) {
            for &v in triangle {
                if !around[v as usize].contains(&face) {
                    around[v as usize].push(face);
                }
            }
        }
        let vectors: Vec<Vector> = (mesh.vertices().iter().zip(&around))
            .map(|(vertex, faces)| {
                let normals: Vec<Vector> = faces.iter().map(|&f| normal(f)).collect();
                shortest_push(&normals, &(vertex - inner))
            })
            .collect();
        let mut faces = face_of;
        faces.sort_unstable();
        faces.dedup();
        let beyond = |f: usize| normal(f).dot(&(shape.support(&normal(f)) - corner(f)));
        let depth = |f: usize| normal(f).dot(&(corner(f) - inner));
        Self {
            longest: vectors.iter().map(Vector::norm).fold(0.0, f64::max),
            excess: match shape.solid() {
                Solid::Polyhedron => 0.0,
                _ => faces.iter().map(|&f| beyond(f)).fold(0.0, f64::max),
            },
            inradius: faces.iter().map(|&f| depth(f)).fold(f64::INFINITY, f64::min)
                - OUT_OF_LINE * shape.size(),
            vectors,
            inner,
        }
    }
}

/// The shortest m with n·m ≥ 1 for every unit normal n of `normals`. `outwards` is any vector with n·v > 0
/// for all of them, should rounding keep the search from its end. Zero for no normals.
pub fn shortest_push(normals: &[Vector], outwards: &Vector) -> Vector {
    let least = |m: &Vector| normals.iter().map(|n| n.dot(m)).fold(f64::INFINITY, f64::min);
    // Made exact at the end: whatever was found is as long as it takes.
    let stretched = |m: Vector| Some(m / least(&m)).filter(|m| m.iter().all(|c| c.is_finite()));
    let usable = |m: &Vector| least(m) > 0.0;
    let found = (!normals.is_empty()).then(|| search(normals)).filter(usable).and_then(stretched);
    let safe = Some(*outwards).filter(|m| !normals.is_empty() && usable(m)).and_then(stretched);
    match (found, safe) {
        (Some(found), Some(safe)) if safe.norm() < found.norm() => safe,
        (found, safe) => found.or(safe).unwrap_or_default(),
    }
}

/// Adds the most violated constraint to those that bind, until none is violated. The length grows with
/// every step, so no set of binding ones comes twice.
fn search(normals: &[Vector]) -> Vector {
    let mut binding: Vec<Vector> = vec![normals[0]];
    let mut m = normals[0];
    for _ in 0..4 * normals.len() + 16 {
        let worst = normals.iter().min_by(|a, b| a.dot(&m).total_cmp(&b.dot(&m)));
        let Some(worst) = worst.filter(|n| n.dot(&m) < 1.0 - 1e-12) else { break };
        binding.push(*worst);
        let Some((next, kept)) = shortest_of_few(&binding) else { break };
        if next.norm_squared() <= m.norm_squared() {
            break;
        }
        (m, binding) = (next, kept);
    }
    m
}

/// The same for at most four normals, by trying every set of up to three; returns m and the set that binds.
fn shortest_of_few(normals: &[Vector]) -> Option<(Vector, Vec<Vector>)> {
    let sets = (1_usize..1 << normals.len()).filter(|set| set.count_ones() <= 3);
    sets.filter_map(|set| {
        let chosen: Vec<Vector> =
            (0..normals.len()).filter(|i| set >> i & 1 == 1).map(|i| normals[i]).collect();
        let m = equal_push(&chosen)?;
        let holds = normals.iter().all(|n| n.dot(&m) >= 1.0 - 1e-9);
        holds.then_some((m, chosen))
    })
    .min_by(|a, b| a.0.norm_squared().total_cmp(&b.0.norm_squared()))
}

/// The shortest m with n·m = 1 for up to three normals; `None` when they depend on each other.
fn equal_push(normals: &[Vector]) -> Option<Vector> {
    let m = match normals {
        [n] => *n,
        // In the plane of both, and by symmetry along their sum.
        [n, p] => (n + p) * (2.0 / (n + p).norm_squared()),
        [n, p, q] => (n.cross(p) + p.cross(q) + q.cross(n)) / n.dot(&p.cross(q)),
        _ => return None,
    };
    m.iter().all(|c| c.is_finite()).then_some(m)
}

/// Centre of the mesh's volume: at least a quarter of the body's width from every face.
fn centroid(shape: &Shape) -> Point {
    let mesh = shape.mesh();
    let origin = shape.local_aabb().center();
    let (mut moment, mut six_volumes) = (Vector::zeros(), 0.0);
    for t in 0..mesh.triangles().len() {
        let [p, q, r] = mesh.corners(t).map(|c| (c - origin) / shape.size());
        let volume = p.dot(&q.cross(&r));
        moment += (p + q + r) * (0.25 * volume);
        six_volumes += volume;
    }
    origin + moment / six_volumes * shape.size()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::primitives;

    #[test]
    fn a_cube_and_a_wedge_have_their_closed_forms() {
        let cube = PushOut::of(&Shape::polyhedron(primitives::cuboid(Vector::new(1.0, 2.0, 3.0))));
        for m in &cube.vectors {
            assert!((m.abs() - Vector::repeat(1.0)).norm() < 1e-12, "{m}");
        }
        assert!((cube.longest - 3_f64.sqrt()).abs() < 1e-12);
        assert!(cube.excess == 0.0 && cube.inner.coords.norm() < 1e-12);
        assert!((cube.inradius - 1.0).abs() < 1e-5, "{}", cube.inradius);
        for half_angle in [1.0, 0.1, 1e-3, 1e-6_f64] {
            let (sin, cos) = half_angle.sin_cos();
            let wedge = [Vector::new(sin, cos, 0.0), Vector::new(sin, -cos, 0.0)];
            let m = shortest_push(&wedge, &Vector::x());
            let off = (m * sin - Vector::x()).norm();
            assert!(off < 1e-6, "half angle {half_angle}: {m}");
        }
    }

    #[test]
    fn an_inscribed_mesh_knows_how_far_its_ball_reaches() {
        let ball = Shape::primitive(Solid::Ball { radius: 2.0 }, 1).unwrap();
        let push = PushOut::of(&ball);
        // Brute force: the face farthest inside the ball.
        let mesh = ball.mesh();
        let lowest = (0..mesh.triangles().len())
            .map(|t| mesh.area_normal(t).normalize().dot(&mesh.corners(t)[0].coords))
            .fold(f64::INFINITY, f64::min);
        assert!((push.excess - (2.0 - lowest)).abs() < 1e-9 && push.excess > 0.05, "{}", push.excess);
    }

    #[test]
    fn nothing_to_go_by_is_no_push() {
        assert_eq!(shortest_push(&[], &Vector::x()), Vector::zeros());
        // Opposite normals bound no body.
        assert_eq!(shortest_push(&[Vector::x(), -Vector::x()], &Vector::x()), Vector::zeros());
    }
}
