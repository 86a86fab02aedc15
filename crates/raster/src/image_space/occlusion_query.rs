//! `occlusion-query`: Xu et al., collision detection of convex bodies by visibility queries, §3.
//!
//! B is fully visible with respect to A if, with A drawn first, A hides nothing of B. Two convex bodies
//! intersect exactly when neither is fully visible with respect to the other. Each round draws A, then counts
//! the samples of B behind it. Zero means disjoint; one number per pair is read back.
//! Fails where: two bodies overlap by less than a pixel of the pair's window, so that no sample
//! falls on the common part.
//! Cost: linear in the triangles; two draws per round, one query read per round.
//!
//! `occlusion-boolean` ([`BOOLEAN`]): the same passes with the query of `GL_HP_occlusion_test`, as Xu et al. describe
//! it. The query returns whether any sample passed, not how many, and each result is awaited before the next query is
//! issued, so the GPU idles between two pairs. The modern query is `GL_ANY_SAMPLES_PASSED`.
//! Fails where: as above. Cost: that of `occlusion-query`, plus a round trip to the GPU per query.

use super::pass::{
    DEPTH_1, Depth::*, Outline, Pass, PassProgram, Read, Repeat, Rounds, Surface::*, Takes, Who::*,
};
use crate::gpu::Compare::*;

/// The paper's steps 2 to 13. With `culling=none`, near and far faces both stand for the whole body, as drawn in the
/// paper.
// Differs from the paper: only the faces that can change the verdict are drawn; verdicts are identical. A's near side
// hides B; B's far side is the part that may lie behind A.
#[rustfmt::skip]
pub const PROGRAM: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[
        // Round 1, steps 3 to 6.
        &[
            Pass::draw(Near(First)).says("Draw A's near side into an empty depth buffer")
                .clear(DEPTH_1).depth(LessEqual, Write),
            Pass::draw(Far(Second)).says("Count the samples of B behind A's near side")
                .depth(GreaterEqual, ReadOnly).counted(),
        ],
        // Round 2, steps 10 to 13: roles exchanged.
        &[
            Pass::draw(Near(Second)).says("Draw B's near side into an empty depth buffer")
                .clear(DEPTH_1).depth(LessEqual, Write),
            Pass::draw(Far(First)).says("Count the samples of A behind B's near side")
                .depth(GreaterEqual, ReadOnly).counted(),
        ],
    ]),
    read: Read::Counts,
    symmetric: true,
    outline: Outline::True,
    repeat: Repeat::Once,
    takes: Takes::Convex,
    turns: None,
};

/// The passes with one boolean query at a time.
pub const BOOLEAN: PassProgram = PassProgram { read: Read::Booleans, ..PROGRAM };
