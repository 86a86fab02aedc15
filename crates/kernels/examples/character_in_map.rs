//! A character walks through a room with a pillar and slides along what stands in the way.
//!
//!     cargo run --release -p collidoscope-kernels --example character_in_map

use std::error::Error;

use collidoscope_kernels::{Level, Method, Mover, Sweeps};

/// The character stays this far from walls, metres, so that a slide along a wall does not begin in contact.
const SKIN: f64 = 1e-3;
/// Walls that one step can slide along.
const SLIDES: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let level = Level::of_brushes(
        &[
            boxed([-6.0, -1.0, -6.0], [6.0, 0.0, 6.0]), // the floor
            boxed([-6.0, 0.0, -6.0], [6.0, 3.0, -5.0]), // two walls
            boxed([5.0, 0.0, -6.0], [6.0, 3.0, 6.0]),
            boxed([-1.0, 0.0, -1.0], [1.0, 3.0, 1.0]), // the pillar
        ],
        [[-7.0, -2.0, -7.0], [7.0, 4.0, 7.0]],
    )?;
    println!("{} nodes", level.node_count());
    let mut sweeps = level.sweeps(Method::Exact)?;
    // Its reference point is between the feet, a little above the floor.
    let character = Mover::cylinder(0.4, 1.8)?;
    let mut at = [-4.0, 0.01, 0.3];
    for step in 0..60 {
        at = walk(&mut sweeps, &character, at, [0.25, 0.0, -0.1])?;
        if step % 10 == 9 {
            println!("after {:2} steps: x {:6.3} m, z {:6.3} m", step + 1, at[0], at[2]);
        }
    }
    // It slid around the pillar and along the wall behind it, and stands in the corner.
    assert!((at[0] - 4.6).abs() < 0.01 && (at[2] + 4.6).abs() < 0.01, "{at:?}");
    Ok(())
}

/// Moves by `by`, and along each wall that is hit.
fn walk(
    sweeps: &mut Sweeps,
    mover: &Mover,
    from: [f64; 3],
    by: [f64; 3],
) -> Result<[f64; 3], Box<dyn Error>> {
    let (mut at, mut rest) = (from, by);
    for _ in 0..SLIDES {
        let Some(hit) = sweeps.sweep(mover, at, plus(at, rest, 1.0))? else { return Ok(plus(at, rest, 1.0)) };
        at = plus(plus(at, rest, hit.time), hit.normal, SKIN);
        rest = rest.map(|part| part * (1.0 - hit.time));
        let into = dot(rest, hit.normal);
        rest = plus(rest, hit.normal, -into);
    }
    Ok(at)
}

/// The planes of a box.
fn boxed(min: [f64; 3], max: [f64; 3]) -> Vec<[f64; 4]> {
    let sides = |axis: usize| {
        let normal = |sign: f64| [0, 1, 2].map(|i| if i == axis { sign } else { 0.0 });
        let ([a, b, c], [d, e, f]) = (normal(1.0), normal(-1.0));
        [[a, b, c, -max[axis]], [d, e, f, min[axis]]]
    };
    (0..3).flat_map(sides).collect()
}

fn plus(a: [f64; 3], b: [f64; 3], times: f64) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] + times * b[i])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}
