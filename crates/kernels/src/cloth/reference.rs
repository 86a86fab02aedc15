//! The reference that answers are compared with.

use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods::{self, BINARY, FAST, METHODS, Method, REFERENCE};

/// The choices: `(id, title, explanation)`, in English.
pub const REFERENCES: [(&str, &str, &str); 3] = [
    (
        "auto",
        "Chosen by size",
        "Brute force up to 17 particles per side; above that, moving boxes with certificates, because brute force is slow; for a garment, the binary tree.",
    ),
    (REFERENCE, "Brute force", "Tests every pair exactly. Slow above 33 particles per side."),
    (FAST, "Moving boxes", "Moving boxes with certificates: proved and tested to miss nothing."),
];

/// The largest number of particles along a side for which brute force is the default reference.
const AT_ONCE: usize = 17;

/// True if a choice, an index into [`REFERENCES`], does not support garments.
pub fn needs_grid(choice: usize) -> bool {
    REFERENCES[choice].0 == FAST
}

/// The method of a choice, an index into [`REFERENCES`], for a cloth. The automatic choice for a garment is
/// the binary tree, because moving boxes need a grid.
pub fn method(choice: usize, mesh: &ClothMesh) -> &'static Method {
    let brute = match REFERENCES[choice].0 {
        REFERENCE => true,
        FAST => false,
        _ => mesh.rest.len() <= AT_ONCE * AT_ONCE,
    };
    let other = if mesh.side.is_some() { FAST } else { BINARY };
    methods::find(if brute { REFERENCE } else { other }).unwrap_or(&METHODS[0])
}
