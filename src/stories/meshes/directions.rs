//! The fixed directions of k-DOPs, and their names.

use crate::geometry::Vector;
use crate::geometry::kdop::Kdop;

/// The fixed directions of the volumes of the method `id`, of any length; for other methods, the directions
/// of boxes.
pub fn of(id: &str) -> Vec<Vector> {
    match id {
        "kdop-14" => Kdop::<7>::directions().to_vec(),
        "kdop-18" => Kdop::<9>::directions().to_vec(),
        "kdop-26" => Kdop::<13>::directions().to_vec(),
        _ => Kdop::<3>::directions().to_vec(),
    }
}

/// The name of a direction of any length, such as `x + y − z`.
pub fn name(direction: &Vector) -> String {
    let mut name = String::new();
    for (part, letter) in direction.iter().zip(["x", "y", "z"]) {
        if *part != 0.0 {
            let sign = if *part < 0.0 {
                " − "
            } else if name.is_empty() {
                ""
            } else {
                " + "
            };
            name += &format!("{sign}{letter}");
        }
    }
    name
}
