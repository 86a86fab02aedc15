//! `occlusion-query`: Xu et al., collision detection of convex bodies by visibility queries, §3.
//!
//! B is fully visible with respect to A when, A drawn first, nothing of B is hidden by A. Two convex
//! bodies intersect exactly when neither is fully visible with respect to the other. Draw A, then
//! count the samples of B that lie behind it: none means disjoint, and one word per pair comes back.
//! Fails where: two bodies overlap by less than a pixel of the pair's window, so that no sample
//! falls on the common part.
//! Cost: linear in the triangles; two draws per round, one query read per round.
//!
//! `occlusion-boolean` ([`BOOLEAN`]): the same passes as `GL_HP_occlusion_test` offered the query, as Xu et al. describe it.
//! The answer is whether any sample passed, not how many, and each answer is waited for before the next
//! question is put: the GPU runs dry between two pairs. Today's name of such a query is `GL_ANY_SAMPLES_PASSED`.
//! Fails where: as above. Cost: that of `occlusion-query`, and the way to the GPU and back once per query.

use super::pass::{DEPTH_1, Depth::*, Outline, Pass, PassProgram, Read, Surface::*, Who::*};
use crate::gpu::Compare::*;

/// The paper's steps 2 to 13. Where `culling=none`, near and far faces both mean the whole body, as
/// the paper draws it.
// Differs from the paper: only the faces that can decide are drawn, with identical decisions. What
// of A hides B is its near side; what of B lies behind that is its far side.
#[rustfmt::skip]
pub const PROGRAM: PassProgram = PassProgram {
    rounds: &[
        // Round 1, steps 3 to 6.
        &[
            Pass::draw(Near(First)).says("A's near side into an empty depth buffer")
                .clear(DEPTH_1).depth(LessEqual, Write),
            Pass::draw(Far(Second)).says("Count what of B lies behind it")
                .depth(GreaterEqual, ReadOnly).counted(),
        ],
        // Round 2, steps 10 to 13: the same with the roles exchanged.
        &[
            Pass::draw(Near(Second)).says("B's near side into an empty depth buffer")
                .clear(DEPTH_1).depth(LessEqual, Write),
            Pass::draw(Far(First)).says("Count what of A lies behind it")
                .depth(GreaterEqual, ReadOnly).counted(),
        ],
    ],
    read: Read::Counts,
    symmetric: true,
    outline: Outline::True,
};

/// The passes, one question at a time.
pub const BOOLEAN: PassProgram = PassProgram { read: Read::Booleans, ..PROGRAM };
