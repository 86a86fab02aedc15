//! A robot arm of three links turns beside a column: which links touch, and how near they come.
//!
//!     cargo run --release -p collidoscope-kernels --example robot_cell
//!
//! Every mesh gets one tree, which all pairs with this mesh share.

use std::error::Error;
use std::f64::consts::TAU;

use collidoscope_kernels::{Mesh, Pose, Queries, Tolerance};

/// Length of a link, metres.
const LINK: f64 = 0.6;

fn main() -> Result<(), Box<dyn Error>> {
    let link = tube(0.08, LINK, 16)?;
    let column = tube(0.15, 2.0, 32)?;
    let column_at = Pose::translation([1.1, -1.0, 0.0])?;
    let mut queries = Queries::default();
    println!("step, link, clearance/m");
    let (mut contacts, mut least) = (0, f64::INFINITY);
    for step in 0..60 {
        for (index, at) in arm(step)?.iter().enumerate() {
            let column_in_link = Pose::relative(at, &column_at);
            if queries.touch(&link, &column, &column_in_link) {
                contacts += 1;
                let pairs = queries.touching_pairs(&link, &column, &column_in_link)?;
                println!("{step}, {index}, touches with {} pairs of triangles", pairs.len());
            } else if queries.within(&link, &column, &column_in_link, 0.1) {
                // A hundredth is exact enough for a warning.
                let tolerance = Tolerance { relative: 0.01, absolute: 0.0 };
                let closest = queries.closest(&link, &column, &column_in_link, tolerance);
                least = closest.distance.min(least);
                println!("{step}, {index}, {:.4}", closest.distance);
            }
        }
    }
    println!("{contacts} contacts; least clearance otherwise {least:.4} m");
    assert!(contacts > 0 && least > 0.0, "the arm passes the column and hits it");
    Ok(())
}

/// The poses of the three links: the whole arm turns about y, and the joints fold and unfold.
fn arm(step: u32) -> Result<Vec<Pose>, Box<dyn Error>> {
    let turn = TAU * f64::from(step) / 60.0;
    let (mut base, mut angle) = ([0.0; 3], turn);
    let mut links = vec![];
    for bend in [0.0, 0.6, -0.9] {
        angle += bend * (3.0 * turn).sin();
        // Turned by `angle` about y, with the link's axis, its y axis, along x.
        let (sin, cos) = angle.sin_cos();
        let rows = [[0.0, cos, sin, base[0]], [-1.0, 0.0, 0.0, base[1]], [0.0, -sin, cos, base[2]]];
        let link = Pose::from_rows(rows)?;
        base = link.place([0.0, LINK, 0.0]);
        links.push(link);
    }
    Ok(links)
}

/// A closed prism around the y axis, from 0 to `height`.
fn tube(radius: f64, height: f64, sides: u32) -> Result<Mesh, Box<dyn Error>> {
    let ring = |y: f64| {
        (0..sides).map(move |i| {
            let (sin, cos) = (TAU * f64::from(i) / f64::from(sides)).sin_cos();
            [radius * cos, y, radius * sin]
        })
    };
    let vertices: Vec<[f64; 3]> =
        ring(0.0).chain(ring(height)).chain([[0.0; 3], [0.0, height, 0.0]]).collect();
    let (bottom, top) = (2 * sides, 2 * sides + 1);
    let side = |i: u32| {
        let next = (i + 1) % sides;
        let (up, next_up) = (i + sides, next + sides);
        [[i, up, next], [next, up, next_up], [i, next, bottom], [next_up, up, top]]
    };
    Ok(Mesh::new(&vertices, &(0..sides).flat_map(side).collect::<Vec<_>>())?)
}
