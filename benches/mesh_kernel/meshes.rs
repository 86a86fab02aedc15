//! The meshes of the benchmark, generated from seeds.

use std::collections::HashMap;
use std::f64::consts::TAU;
use std::fmt::Write;
use std::sync::Arc;

use collidoscope::geometry::{Mesh, Point, Vector, primitives};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A named pair of meshes.
pub struct Set {
    pub name: &'static str,
    pub meshes: [Arc<Mesh>; 2],
}

/// The sets of the table: 12 to 500,000 triangles per mesh.
pub fn sets() -> Vec<Set> {
    let knot = Arc::new(torus_knot(40_000));
    let twice = |mesh: Mesh| {
        let mesh = Arc::new(mesh);
        [mesh.clone(), mesh]
    };
    vec![
        Set { name: "box-12", meshes: twice(primitives::cuboid(Vector::new(0.5, 0.4, 0.3))) },
        Set { name: "cylinder-64", meshes: twice(cylinder(16)) },
        Set { name: "blob-320", meshes: twice(blob(2, 5)) },
        Set { name: "knot-1k", meshes: twice(torus_knot(1_000)) },
        Set { name: "knot-5k", meshes: twice(torus_knot(5_000)) },
        Set { name: "blob-80k-80k", meshes: [Arc::new(blob(6, 1)), Arc::new(blob(6, 2))] },
        Set { name: "blob-80k-20k", meshes: [Arc::new(blob(6, 3)), Arc::new(blob(5, 4))] },
        Set { name: "knot-40k-40k", meshes: [knot.clone(), knot] },
        Set {
            name: "torus-80k-20k",
            meshes: [Arc::new(wrinkled_torus(80_000)), Arc::new(wrinkled_torus(20_000))],
        },
        Set {
            name: "torus-80k-knot-40k",
            meshes: [Arc::new(wrinkled_torus(80_000)), Arc::new(torus_knot(40_000))],
        },
        Set { name: "knot-500k", meshes: twice(torus_knot(500_000)) },
    ]
}

/// A closed cylinder, 4 triangles for each of its `sides`.
fn cylinder(sides: u32) -> Mesh {
    let ring = |y: f64| {
        (0..sides).map(move |i| {
            let (sin, cos) = (TAU * f64::from(i) / f64::from(sides)).sin_cos();
            Point::new(0.4 * cos, y, 0.4 * sin)
        })
    };
    let ends = [Point::new(0.0, -0.5, 0.0), Point::new(0.0, 0.5, 0.0)];
    let side = |i: u32| {
        let next = (i + 1) % sides;
        let (up, next_up) = (i + sides, next + sides);
        [[i, up, next], [next, up, next_up], [i, next, 2 * sides], [next_up, up, 2 * sides + 1]]
    };
    let vertices = ring(-0.5).chain(ring(0.5)).chain(ends).collect();
    Mesh::new(vertices, (0..sides).flat_map(side).collect()).expect("a mesh")
}

/// A sphere with bumps of many sizes; 20 · 4ˡᵉᵛᵉˡ triangles.
pub fn blob(level: u32, seed: u64) -> Mesh {
    let mut random = Pcg64::seed_from_u64(seed);
    let waves: Vec<(Vector, f64, f64)> = (0..24)
        .map(|i| {
            let direction = Vector::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize();
            let frequency = 2.0 * 1.2_f64.powi(i);
            (direction * frequency, random.random_range(0.0..TAU), 0.12 / frequency)
        })
        .collect();
    let (points, triangles) = icosphere(level);
    let bump = |p: &Vector| {
        1.0 + waves.iter().map(|(k, phase, height)| height * (k.dot(p) + phase).sin()).sum::<f64>()
    };
    let vertices = points.iter().map(|p| Point::from(p * bump(p))).collect();
    Mesh::new(vertices, triangles).expect("a mesh")
}

/// An icosahedron, subdivided `level` times at the midpoints of its edges and projected to the sphere.
fn icosphere(level: u32) -> (Vec<Vector>, Vec<[u32; 3]>) {
    let golden = 0.5 + 1.25_f64.sqrt();
    let corner = |i: u32| {
        let (long, short) = (if i & 1 == 0 { golden } else { -golden }, if i & 2 == 0 { 1.0 } else { -1.0 });
        let p = [[0.0, short, long], [short, long, 0.0], [long, 0.0, short]][i as usize / 4];
        Vector::from(p).normalize()
    };
    let mut points: Vec<Vector> = (0..12).map(corner).collect();
    // Three mutually neighbouring corners form a face; the sign of the volume orients it outwards.
    let near = |i: u32, j: u32| (corner(i) - corner(j)).norm() < 1.1;
    let mut triangles = vec![];
    for (i, j, k) in (0..12).flat_map(|i| (i + 1..12).flat_map(move |j| (j + 1..12).map(move |k| (i, j, k))))
    {
        if near(i, j) && near(j, k) && near(k, i) {
            let outwards = corner(i).dot(&corner(j).cross(&corner(k))) > 0.0;
            triangles.push(if outwards { [i, j, k] } else { [i, k, j] });
        }
    }
    for _ in 0..level {
        let mut middles = HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                points.push((points[a as usize] + points[b as usize]).normalize());
                points.len() as u32 - 1
            })
        };
        let quartered = triangles.iter().flat_map(|&[a, b, c]| {
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        });
        triangles = quartered.collect();
    }
    (points, triangles)
}

/// A tube along a (2, 3) torus knot.
pub fn torus_knot(triangles: usize) -> Mesh {
    let path = |t: f64| {
        let r = 0.6 + 0.25 * (3.0 * t).cos();
        Vector::new(r * (2.0 * t).cos(), r * (2.0 * t).sin(), 0.25 * (3.0 * t).sin())
    };
    let around = ((triangles / 2) as f64 / 18.0).sqrt().round() as usize;
    grid(triangles / 2 / around, around, |u, v| {
        let (t, v) = (u * TAU, v * TAU);
        let ahead = (path(t + 1e-4) - path(t - 1e-4)).normalize();
        let side = ahead.cross(&Vector::z()).normalize();
        let up = side.cross(&ahead);
        path(t) + (side * v.cos() + up * v.sin()) * 0.09
    })
}

/// A torus with wrinkles along and around it.
pub fn wrinkled_torus(triangles: usize) -> Mesh {
    let around = ((triangles / 2) as f64 / 2.5).sqrt().round() as usize;
    grid(triangles / 2 / around, around, |u, v| {
        let (u, v) = (u * TAU, v * TAU);
        let r = 0.3 + 0.012 * (31.0 * u).sin() + 0.012 * (17.0 * v + 5.0 * u).sin();
        let ring = 0.7 + r * v.cos();
        Vector::new(ring * u.cos(), ring * u.sin(), r * v.sin())
    })
}

/// A closed grid of quadrilaterals, two triangles each.
fn grid(along: usize, around: usize, place: impl Fn(f64, f64) -> Vector) -> Mesh {
    let vertex = |i: usize, j: usize| ((i % along) * around + j % around) as u32;
    let mut triangles = vec![];
    let mut vertices = vec![];
    for i in 0..along {
        for j in 0..around {
            vertices.push(Point::from(place(i as f64 / along as f64, j as f64 / around as f64)));
            let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh::new(vertices, triangles).expect("a mesh")
}

/// The mesh as OBJ text, which every library reads.
pub fn obj(mesh: &Mesh) -> String {
    let mut text = String::new();
    for p in mesh.vertices() {
        writeln!(text, "v {} {} {}", p.x, p.y, p.z).expect("a string");
    }
    for [a, b, c] in mesh.triangles() {
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).expect("a string");
    }
    text
}
