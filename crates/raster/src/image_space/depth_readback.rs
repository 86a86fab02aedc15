//! `depth-readback`: the method that preceded visibility queries, as Xu et al. describe it.
//!
//! Answers the question of the occlusion query on the processor: A's near side and B's far side are drawn
//! into an empty depth buffer one after the other, both depth images are read back, and the pixels on which
//! B's far side is not in front of A's near side are counted. A second round exchanges the roles.
//! Fails where: the overlap is thinner than a pixel, as for every image-space method.
//! Cost: two draws and two read-backs per round; a tile of 32² takes 4,096 bytes, a count would take 4. Each
//! read-back waits until the GPU has finished drawing.

use super::pass::{
    DEPTH_0, DEPTH_1, Depth::*, Outline, Pass, PassProgram, Read, Repeat, Rounds, Surface::*, Takes, Who::*,
};
use crate::gpu::Compare::*;

/// Two depth images per round, compared on the processor.
#[rustfmt::skip]
pub const PROGRAM: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[
        &[
            Pass::draw(Near(First)).says("A's near side; read it back")
                .clear(DEPTH_1).depth(LessEqual, Write).depth_read(),
            Pass::draw(Far(Second)).says("B's far side; read it back and compare")
                .clear(DEPTH_0).depth(GreaterEqual, Write).depth_read(),
        ],
        &[
            Pass::draw(Near(Second)).says("B's near side; read it back")
                .clear(DEPTH_1).depth(LessEqual, Write).depth_read(),
            Pass::draw(Far(First)).says("A's far side; read it back and compare")
                .clear(DEPTH_0).depth(GreaterEqual, Write).depth_read(),
        ],
    ]),
    read: Read::Depths,
    symmetric: true,
    outline: Outline::True,
    repeat: Repeat::Once,
    takes: Takes::Convex,
    turns: None,
};
