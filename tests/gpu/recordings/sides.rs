//! Operations that differ by side, operations that wrap, and masks: the GPU's buffers against the twin's, for a table
//! that no method has.

use collidoscope::geometry::Pose;
use collidoscope::gpu::{Compare::*, StencilOp::*, StencilState};
use collidoscope::image_space::options::Options;
use collidoscope::image_space::pass::{
    Depth::*, Outline, Pass, PassProgram, Read, Repeat, Rounds, STENCIL_0, Surface::*, Takes, Who::*,
};
use collidoscope::image_space::schedule::step_by_step;
use collidoscope::methods;
use collidoscope::world::Body;

use super::{compare, with};
use crate::support::gallery::gallery;
use crate::support::{assert_no_complaints, gpu};

/// Counts A's entries up and its exits down in front of each slice, then B's the other way round in the upper bits.
#[rustfmt::skip]
const WINDING: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[&[
        Pass::draw(Whole(First)).says("A").clear_to_slice(STENCIL_0)
            .depth(Less, ReadOnly).stencil(Always, 0, 0xff).then(Keep, Keep, IncrementWrap).then_behind(DecrementWrap),
        Pass::draw(Whole(Second)).says("B")
            .depth(Less, ReadOnly).stencil(Always, 0, 0xff).then(Keep, Keep, DecrementWrap).then_behind(IncrementWrap)
            .writing(0xf0),
        Pass::draw(Tile).says("count").stencil(NotEqual, 0, 0xff).counted(),
    ]]),
    read: Read::Counts,
    symmetric: false,
    outline: Outline::True,
    repeat: Repeat::Slices,
    takes: Takes::Closed,
    turns: None,
};

/// A change of a stencil state.
type Change = fn(StencilState) -> StencilState;

/// Changes of a row that the twin must notice.
const CHANGES: [(&str, Change); 4] = [
    ("one operation for both sides", |s| StencilState { back_pass: None, ..s }),
    ("the sides exchanged", |s| StencilState {
        pass: s.back_pass.unwrap_or(s.pass),
        back_pass: Some(s.pass),
        ..s
    }),
    ("no wrapping", |s| {
        let stops = |op| match op {
            IncrementWrap => Increment,
            DecrementWrap => Decrement,
            other => other,
        };
        StencilState { pass: stops(s.pass), back_pass: s.back_pass.map(stops), ..s }
    }),
    ("another mask", |s| StencilState { write: !s.write, ..s }),
];

#[test]
fn entries_up_and_exits_down_wrap_and_leave_the_winding_number() {
    let gpu = gpu();
    let method = methods::find("parity-slice").unwrap();
    let settings = with(&with(&method.default_settings(), "resolution", "24"), "slices", "5");
    let options = Options::of(&settings).unwrap();
    let mut noticed = [false; CHANGES.len()];
    let (mut inside, mut compared) = (0, 0);
    for (_, shape) in gallery() {
        let pair = [0.0, 0.4].map(|x| Body::at_rest(shape.clone(), Pose::translation(x, 0.1, 0.2 * x)));
        let recording = step_by_step::record(&gpu, &WINDING, &options, &pair).unwrap().unwrap();
        compared += compare(&recording, |pass| *pass).unwrap();
        for step in recording.steps.iter().filter(|step| step.row == 0) {
            assert!(step.stencil.iter().all(|winding| *winding < 2));
            inside += step.stencil.iter().filter(|winding| **winding == 1).count();
        }
        for ((_, change), noticed) in CHANGES.iter().zip(&mut noticed) {
            let changed = |pass: &Pass| match pass.stencil {
                Some(stencil) if stencil.back_pass.is_some() => {
                    Pass { stencil: Some(change(stencil)), ..*pass }
                }
                _ => *pass,
            };
            *noticed |= compare(&recording, changed).is_err();
        }
    }
    let unnoticed = CHANGES.iter().zip(noticed).filter(|(_, noticed)| !noticed).map(|((what, _), _)| *what);
    assert_eq!(unnoticed.collect::<Vec<_>>(), [""; 0]);
    assert!(inside > 1_000 && compared > 50_000, "{inside} inside, {compared} compared");
    assert_no_complaints(&gpu);
}
