//! `stencil` and `stencil-as-published`: Huang & Tian 2007, image-space detection with OpenGL's
//! stencil and depth buffers, §3.
//!
//! A convex body covers one depth interval on each pixel. Two intervals overlap when B begins before A ends and A
//! begins before B ends. The stencil buffer counts how many of these two conditions hold; one pixel with value 3
//! proves the collision.
//! Fails where: the overlap is thinner than a pixel, as for every image-space method. The printed sequence fails
//! almost everywhere: see [`PUBLISHED`].
//! Cost: linear in the triangles; six draws for a pair that passes round 1, then a search of the pixels.

use super::pass::{
    DEPTH_0, DEPTH_0_STENCIL_0, Depth::*, Outline, Pass, PassProgram, Read, Repeat, Rounds, STENCIL_0,
    Surface, Surface::*, Takes, Who::*,
};
use crate::gpu::{Compare::*, StencilOp::*};

/// "And(A, B)": the pixels that both bodies cover. If there are none, the pair is disjoint without further passes.
#[rustfmt::skip]
const fn common_pixels(first: Surface, second: Surface) -> [Pass; 2] {
    [
        Pass::draw(first).says("Mark the pixels that A covers")
            .clear(STENCIL_0).stencil(Always, 1, 0xff).then(Keep, Keep, Replace),
        Pass::draw(second).says("Count the marked pixels that B also covers")
            .stencil(Equal, 1, 0xff).counted(),
    ]
}

/// The published sequence with an explicit stencil state for its third draw.
#[rustfmt::skip]
pub const CORRECTED: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[
        &common_pixels(Near(First), Near(Second)),
        &[
            Pass::draw(Far(First)).says("A's far side, stencil 1")
                .clear(DEPTH_0_STENCIL_0).depth(Greater, Write).stencil(Always, 1, 0x01).then(Replace, Replace, Replace),
            Pass::draw(Near(Second)).says("Stencil 2 where B begins before A ends")
                .depth(Less, Write).stencil(Equal, 1, 0x01).then(Keep, Keep, Increment),
            // Differs from the paper: the stencil state of this row is explicit; in the printed sequence it is
            // inherited.
            Pass::draw(Far(Second)).says("B's far side, stencil unchanged")
                .clear(DEPTH_0).depth(Greater, Write).stencil(Always, 0, 0xff).then(Keep, Keep, Keep),
            Pass::draw(Near(First)).says("Stencil 3 where A begins before B ends")
                .depth(Less, Write).stencil(Equal, 2, 0x01).then(Keep, Keep, Increment),
        ],
    ]),
    read: Read::Stencil(3),
    symmetric: true,
    outline: Outline::True,
    repeat: Repeat::Once,
    takes: Takes::Convex,
    turns: None,
};

/// The sequence as printed: whole bodies are drawn, and B's second draw inherits the stencil state of the previous
/// pass. Where B is wholly behind A, the pixel becomes 2 in that draw and then 3: a false hit. Where the bodies
/// overlap, the pixel already is 2, so B's depth is not written and 3 is never reached: a miss.
#[rustfmt::skip]
pub const PUBLISHED: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[
        &common_pixels(Whole(First), Whole(Second)),
        &[
            Pass::draw(Whole(First)).says("A's far side, stencil 1")
                .clear(DEPTH_0_STENCIL_0).depth(Greater, Write).stencil(Always, 1, 0x01).then(Replace, Replace, Replace),
            Pass::draw(Whole(Second)).says("Stencil 2 where B begins before A ends")
                .depth(Less, Write).stencil(Equal, 1, 0x01).then(Keep, Keep, Increment),
            Pass::draw(Whole(Second)).says("Intended pass: B's far side")
                .clear(DEPTH_0).depth(Greater, Write).stencil(Equal, 1, 0x01).then(Keep, Keep, Increment),
            Pass::draw(Whole(First)).says("Stencil 3 where A begins before B ends")
                .depth(Less, Write).stencil(Equal, 2, 0x01).then(Keep, Keep, Increment),
        ],
    ]),
    read: Read::Stencil(3),
    symmetric: false,
    outline: Outline::True,
    repeat: Repeat::Once,
    takes: Takes::Convex,
    turns: None,
};
