//! A square cloth is folded in half: the contacts of one step with itself.
//!
//!     cargo run --release -p collidoscope-kernels --example cloth_step

use std::error::Error;
use std::f64::consts::PI;
use std::time::Instant;

use collidoscope_kernels::{Cloth, ClothFeatures};

/// Particles along a side.
const SIDE: usize = 65;

fn main() -> Result<(), Box<dyn Error>> {
    let cloth = Cloth::grid(SIDE)?;
    let mut contacts = cloth.contacts(1);
    let [open, nearly, through] = [0.0, 0.99, 1.01].map(folded);
    assert!(contacts.find(&open, &nearly)?.is_empty(), "the halves do not meet before the fold is closed");
    let start = Instant::now();
    let found = contacts.find(&nearly, &through)?;
    let took = start.elapsed();
    let of_vertices = found.iter().filter(|c| matches!(c.features, ClothFeatures::VertexFace(..))).count();
    let first = found.iter().min_by(|a, b| a.time.total_cmp(&b.time)).ok_or("no contact")?;
    println!(
        "{} contacts of {} particles, {of_vertices} of a particle and a triangle, in {took:.1?}",
        found.len(),
        cloth.particle_count(),
    );
    let particles = cloth.particles(first.features).ok_or("no such features")?;
    println!("the first: {:?}, particles {particles:?}, at time {:.6}", first.features, first.time);
    assert!((first.time - 0.5).abs() < 1e-6, "all meet when the fold closes, half-way through the step");
    Ok(())
}

/// The cloth in the plane y = 0, of 1 m a side, with its half x > 0.5 turned about the line x = 0.5: not at all for a
/// `share` of 0, onto the other half for 1.
fn folded(share: f64) -> Vec<[f64; 3]> {
    let step = 1.0 / (SIDE - 1) as f64;
    let (sin, cos) = (PI * share).sin_cos();
    let place = |index: usize| {
        // The turned half is shifted by a fraction of a cell, so that its particles do not fall onto particles.
        let (x, z) = ((index % SIDE) as f64 * step - 0.5, (index / SIDE) as f64 * step);
        if x > 0.0 { [0.5 + x * cos, x * sin, z + 0.3 * x * step] } else { [0.5 + x, 0.0, z] }
    };
    (0..SIDE * SIDE).map(place).collect()
}
