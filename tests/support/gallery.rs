//! Concave bodies: a torus, links of a chain, a C, a knot, a bowl and an L. Closed meshes about 2 m long.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use collidoscope::geometry::{Mesh, Point, Shape, Vector};

use collidoscope::world::Body;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::gpu::decomposition::{letter_l, torus};
use crate::support::pairs::{SITUATIONS, direction, pairs, pose};

/// The bodies with their names.
pub fn gallery() -> Vec<(&'static str, Arc<Shape>)> {
    let shape = |mesh: Mesh| {
        mesh.check_closed().unwrap();
        assert!(mesh.volume() > 0.0, "faces outwards");
        Arc::new(Shape::polyhedron(mesh))
    };
    vec![
        ("torus", shape(torus(0.8, 0.25, 20, 10))),
        ("link", shape(link())),
        ("C", shape(letter_c(0.8, 0.15))),
        ("knot", shape(knot())),
        ("bowl", shape(bowl())),
        ("L", Arc::new(shape(letter_l()).fitted(2.0).unwrap())),
    ]
}

/// Named families of pairs: convex bodies in every situation, and bodies of the gallery, close and farther apart.
pub fn convex_and_concave() -> Vec<(String, Vec<[Body; 2]>)> {
    let mut families: Vec<(String, Vec<[Body; 2]>)> = (SITUATIONS.into_iter().enumerate())
        .map(|(i, situation)| (format!("{situation:?}"), pairs(situation, 150, 40 + i as u64)))
        .collect();
    families.push(("concave, close".into(), concave_pairs(500, 0.4, 2)));
    families.push(("concave, apart".into(), concave_pairs(500, 0.8, 3)));
    families
}

/// Pairs of bodies of the gallery at random places; in `close` times 2 m.
pub fn concave_pairs(count: usize, close: f64, seed: u64) -> Vec<[Body; 2]> {
    let (gallery, mut random) = (gallery(), Pcg64::seed_from_u64(seed));
    let mut body = |at: Vector| {
        let shape = gallery[random.random_range(0..gallery.len())].1.clone();
        let away = direction(&mut random) * random.random_range(0.0..2.0 * close);
        Body::at_rest(shape, pose(at + away, &mut random))
    };
    (0..count).map(|_| [body(Vector::zeros()), body(Vector::zeros())]).collect()
}

/// A link of a chain: a tube along a stadium.
pub fn link() -> Mesh {
    let at = |t: f64| {
        Vector::new(0.4 * t.cos() + 0.35 * t.cos().signum() * t.cos().abs().sqrt(), 0.5 * t.sin(), 0.0)
    };
    closed_tube(at, 0.14, 24, 8)
}

/// A trefoil knot: its tube passes over itself three times.
pub fn knot() -> Mesh {
    let at = |t: f64| {
        Vector::new(t.sin() + 2.0 * (2.0 * t).sin(), t.cos() - 2.0 * (2.0 * t).cos(), -(3.0 * t).sin()) * 0.33
    };
    closed_tube(at, 0.12, 72, 8)
}

/// A C: three quarters of a ring around the z axis, with two flat ends.
pub fn letter_c(ring: f64, tube: f64) -> Mesh {
    const ALONG: u32 = 18;
    const ACROSS: u32 = 8;
    let at = |t: f64| Vector::new(ring * t.cos(), ring * t.sin(), 0.0);
    let circles: Vec<Vec<Point>> = (0..=ALONG)
        .map(|i| circle(&at, 0.25 * PI + 1.5 * PI * f64::from(i) / f64::from(ALONG), tube, ACROSS))
        .collect();
    let mut vertices: Vec<Point> = circles.concat();
    let n = vertices.len() as u32;
    let middle =
        |circle: &[Point]| Point::from(circle.iter().map(|p| p.coords).sum::<Vector>() / circle.len() as f64);
    vertices.extend([middle(&circles[0]), middle(&circles[ALONG as usize])]);
    let mut triangles: Vec<[u32; 3]> = (0..ALONG).flat_map(|i| band(i, i + 1, ACROSS)).collect();
    for j in 0..ACROSS {
        let next = (j + 1) % ACROSS;
        triangles.push([n, next, j]);
        triangles.push([n + 1, ALONG * ACROSS + j, ALONG * ACROSS + next]);
    }
    outwards(vertices, triangles)
}

/// A bowl with a thick wall, open towards +y.
pub fn bowl() -> Mesh {
    const AROUND: u32 = 20;
    let arc = |radius: f64, from: f64, to: f64| {
        (0..=8).map(move |i| {
            let (s, c) = (from + (to - from) * f64::from(i) / 8.0).sin_cos();
            [radius * c, radius * s]
        })
    };
    // From the pole outside along the wall, over the rim, to the pole inside; the poles are single vertices.
    let profile: Vec<[f64; 2]> =
        arc(1.0, -0.5 * PI, 0.0).skip(1).chain(arc(0.8, 0.0, -0.5 * PI).take(8)).collect();
    let rings = profile.len() as u32;
    let mut vertices: Vec<Point> = Vec::new();
    for [radius, y] in profile {
        vertices.extend((0..AROUND).map(|j| {
            let (s, c) = (TAU * f64::from(j) / f64::from(AROUND)).sin_cos();
            Point::new(radius * c, y, radius * s)
        }));
    }
    let n = vertices.len() as u32;
    vertices.extend([Point::new(0.0, -1.0, 0.0), Point::new(0.0, -0.8, 0.0)]);
    let mut triangles: Vec<[u32; 3]> = (0..rings - 1).flat_map(|i| band(i, i + 1, AROUND)).collect();
    for j in 0..AROUND {
        let next = (j + 1) % AROUND;
        triangles.push([n, next, j]);
        triangles.push([n + 1, (rings - 1) * AROUND + j, (rings - 1) * AROUND + next]);
    }
    outwards(vertices, triangles)
}

/// A tube of this radius along a closed curve, whose parameter runs from 0 to 2π.
fn closed_tube(at: impl Fn(f64) -> Vector, radius: f64, along: u32, across: u32) -> Mesh {
    let circles = (0..along).map(|i| circle(&at, TAU * f64::from(i) / f64::from(along), radius, across));
    let vertices = circles.flatten().collect();
    outwards(vertices, (0..along).flat_map(|i| band(i, (i + 1) % along, across)).collect())
}

/// A circle across a curve at a parameter. Its first point is on the side of +z, so that neighbouring circles
/// fit as long as the curve is never parallel to z.
fn circle(at: &impl Fn(f64) -> Vector, t: f64, radius: f64, across: u32) -> Vec<Point> {
    let along = (at(t + 1e-4) - at(t - 1e-4)).normalize();
    let side = along.cross(&Vector::z()).normalize();
    let up = side.cross(&along);
    let point = |j: u32| {
        let (s, c) = (TAU * f64::from(j) / f64::from(across)).sin_cos();
        Point::from(at(t) + (up * c + side * s) * radius)
    };
    (0..across).map(point).collect()
}

/// The triangles between two rings of `across` vertices each.
fn band(i: u32, next: u32, across: u32) -> impl Iterator<Item = [u32; 3]> {
    (0..across).flat_map(move |j| {
        let k = (j + 1) % across;
        let [a, b, c, d] = [i * across + j, i * across + k, next * across + k, next * across + j];
        [[a, b, c], [a, c, d]]
    })
}

fn outwards(vertices: Vec<Point>, triangles: Vec<[u32; 3]>) -> Mesh {
    let mesh = Mesh::new(vertices, triangles).unwrap();
    if mesh.volume() < 0.0 { mesh.flipped() } else { mesh }
}
