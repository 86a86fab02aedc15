//! `cloth-fast`: levels of moving boxes in Morton order, and certificates that exclude self-collision of a patch.
//!
//! 1. Refit: every node is the union of its four children (`refit.rs`).
//! 2. Traversal: a patch is free of contacts with itself and its neighbours if it has a certificate
//!    (`certificate.rs`); patches that are not adjacent are free if one axis separates them at both ends of
//!    the step (`walk.rs`; 16 pairs of children at once, `boxes.rs`).
//! 3. Cells: pairs whose corners a direction separates are culled (`apart.rs`). Each cell owns a particle,
//!    three edges and two triangles; 13 pairs of features per pair of cells, each pair once (`leaves.rs`,
//!    `inner.rs`, `cells.rs`).
//! 4. Features: the signs of the coplanarity cubic (`coplanar.rs`), then the exact test (`exact.rs`).
//!
//! Hot loops are `Task`s (`simd/lanes.rs`), compiled for every instruction set; the processor's best set runs. Only the
//! exact test has enough parallel work for AVX-512, with which the others are 7 to 10 % slower than with AVX2 for 17 × 17
//! to 65 × 65 particles (measured). There is no fused arithmetic and all sets compute the same sums, so answers and
//! counts do not depend on the processor.
//!
//! Cost: a few nanoseconds per node and pair of nodes; linear in the number of particles where the cloth is smooth.

mod apart;
mod boxes;
mod cells;
mod certificate;
mod coplanar;
mod detect;
mod exact;
mod inner;
mod leaves;
mod levels;
mod moving;
#[cfg(feature = "methods")]
mod near;
mod refit;
mod threads;
#[cfg(feature = "methods")]
mod triangles;
mod walk;

pub use detect::{Fast, Stages};
#[cfg(feature = "methods")]
pub use near::Near;
pub use threads::in_order;
