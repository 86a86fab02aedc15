//! What answers are held against.

use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods::{self, BINARY, FAST, METHODS, Method, REFERENCE};

/// The choices: `(word, title, explanation)`, in English.
pub const REFERENCES: [(&str, &str, &str); 3] = [
    (
        "auto",
        "By size",
        "Brute force up to 17 particles along a side; above, where it takes long, moving boxes with certificates; of a garment the binary tree.",
    ),
    (
        REFERENCE,
        "Brute force",
        "Every pair by the exact test. It takes long above 33 particles along a side.",
    ),
    (FAST, "Moving boxes", "Moving boxes with certificates: proved and tested to miss nothing."),
];

/// Particles along a side up to which brute force is the reference by itself.
const AT_ONCE: usize = 17;

/// Whether a choice, an index into [`REFERENCES`], is not for garments.
pub fn needs_grid(choice: usize) -> bool {
    REFERENCES[choice].0 == FAST
}

/// The method of a choice, an index into [`REFERENCES`], for a cloth. By size it is the binary tree for a garment, which
/// moving boxes do not take.
pub fn method(choice: usize, mesh: &ClothMesh) -> &'static Method {
    let brute = match REFERENCES[choice].0 {
        REFERENCE => true,
        FAST => false,
        _ => mesh.rest.len() <= AT_ONCE * AT_ONCE,
    };
    let other = if mesh.side.is_some() { FAST } else { BINARY };
    methods::find(if brute { REFERENCE } else { other }).unwrap_or(&METHODS[0])
}
