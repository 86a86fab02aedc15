//! Queries of the public data set of Wang and others 2021, "A Large-scale Benchmark and an Inclusion-based Algorithm
//! for Continuous Collision Detection": how many contacts the safe test finds, misses, and reports where there is none.
//!
//!     cargo run --release -p collidoscope-kernels --example ccd_dataset -- edge-edge/data_0_1.csv
//!
//! A query has eight lines: four points at time 0, then at time 1. A line has three coordinates, each as numerator
//! and denominator, and the truth. For a file below a folder `vertex-face`, the first point is the vertex; otherwise
//! the points are two edges. Without a file, two queries of its own are asked.

use std::error::Error;

use collidoscope_kernels::{Features, first_contact};

/// The ends of an edge that crosses another half-way through the step, and of one that passes beside it.
const OWN: &str = "\
0,1,0,1,1,1,1\n1,1,0,1,1,1,1\n1,2,-1,1,0,1,1\n1,2,1,1,0,1,1\n0,1,0,1,-1,1,1\n1,1,0,1,-1,1,1\n1,2,-1,1,0,1,1\n1,2,1,1,0,1,1
0,1,0,1,1,1,0\n1,1,0,1,1,1,0\n3,2,-1,1,0,1,0\n3,2,1,1,0,1,0\n0,1,0,1,-1,1,0\n1,1,0,1,-1,1,0\n3,2,-1,1,0,1,0\n3,2,1,1,0,1,0";

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1);
    let text = path.as_ref().map_or(Ok(OWN.to_owned()), std::fs::read_to_string)?;
    let is_vertex = path.as_ref().is_some_and(|path| path.contains("vertex-face"));
    let features = if is_vertex { Features::VertexFace } else { Features::EdgeEdge };
    let lines: Vec<([f64; 3], bool)> = text.lines().map(point).collect::<Result<_, _>>()?;
    let (mut contacts, mut missed, mut false_hits) = (0, 0, 0);
    for query in lines.chunks_exact(8) {
        let four = |first: usize| [0, 1, 2, 3].map(|i| query[first + i].0);
        let found = first_contact(features, &four(0), &four(4), 0.0)?.is_some();
        let touches = query[0].1;
        contacts += usize::from(touches);
        missed += usize::from(touches && !found);
        false_hits += usize::from(found && !touches);
    }
    println!("{} queries, {contacts} contacts, {missed} missed, {false_hits} false hits", lines.len() / 8);
    assert_eq!(missed, 0, "the test misses nothing");
    Ok(())
}

/// A point, its coordinates rounded to f64, and the truth of its query.
fn point(line: &str) -> Result<([f64; 3], bool), Box<dyn Error>> {
    let numbers: Vec<f64> = line.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>()?;
    match numbers[..] {
        [a, b, c, d, e, f, truth] => Ok(([a / b, c / d, e / f], truth == 1.0)),
        _ => Err(format!("seven numbers expected: {line}").into()),
    }
}
