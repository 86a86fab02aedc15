//! `recode`: Baciu, Wong & Sun 1999, "RECODE: an image-based collision detection algorithm", with which Xu et
//! al. compare their method.
//!
//! The pair is viewed orthographically through its minimum overlapping region, the overlap of the two boxes.
//! Depth and stencil passes classify every pixel by the relation of B's depth interval to A's. The CPU reads
//! the region's stencil back and searches it, pair by pair.
//! Public sources on the paper (its abstract, Xu et al., Huang & Tian) give the region, the two buffers and the
//! read-back. Reconstructed here: the stencil value that each pass writes.
//! Four draws of whole bodies give every pixel a stencil value, which sorts the eight relations of two intervals into
//! three classes: 1 if B is in front of A (or absent), 2 if the intervals overlap, 3 if B is behind A. The value 0
//! means that A does not cover the pixel. Touching in front counts as 1, touching behind as 3.
//! Fails where: the overlap is thinner than a pixel, as for every image-space method.
//! Cost: four draws per pair, linear in the triangles, and a read-back that stalls: a byte per pixel.

use super::pass::{
    DEPTH_1, DEPTH_1_STENCIL_0, Depth::*, Outline, Pass, PassProgram, Read, Repeat, Rounds, Surface::*,
    Takes, Who::*,
};
use crate::gpu::{Compare::*, StencilOp::*};

/// The reconstructed sequence of four draws.
#[rustfmt::skip]
pub const PROGRAM: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[&[
        Pass::draw(Whole(First)).says("A's near side, stencil 1")
            .clear(DEPTH_1_STENCIL_0).depth(LessEqual, Write).stencil(Always, 1, 0xff).then(Keep, Keep, Replace),
        Pass::draw(Whole(Second)).says("Add 1 for each side of B behind A's near side: 2 where B crosses it, 3 where B is wholly behind it")
            .depth(Greater, ReadOnly).stencil(NotEqual, 0, 0xff).then(Keep, Keep, Increment),
        Pass::draw(Whole(Second)).says("B's near side where the stencil is 3")
            .clear(DEPTH_1).depth(LessEqual, Write).stencil(Equal, 3, 0xff).then(Keep, Keep, Keep),
        Pass::draw(Whole(First)).says("Stencil back to 2 where A ends behind B's near side")
            .depth(Greater, ReadOnly).stencil(Equal, 3, 0xff).then(Keep, Keep, Decrement),
    ]]),
    read: Read::Stencil(2),
    symmetric: true,
    outline: Outline::True,
    repeat: Repeat::Once,
    takes: Takes::Convex,
    turns: None,
};
