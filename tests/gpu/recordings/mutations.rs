//! The comparison with the twin can fail: a twin with a changed table disagrees with the GPU.

use collidoscope::gpu::{Compare, StencilOp, StencilState};
use collidoscope::image_space::pass::{Pass, Turn, Varies};
use collidoscope::image_space::recording::PassRecording;
use collidoscope::methods::Inside;

use super::{compare, drawing_methods, record_preset, tables};
use crate::support::gpu;

/// A named change of a row; `None` if it does not apply to the row.
type Mutation = (&'static str, fn(&Pass) -> Option<Pass>);

const MUTATIONS: [Mutation; 6] = [
    ("the depth test turned round", |pass| {
        let mut depth = pass.depth?;
        depth.test = match depth.test {
            Compare::Less => Compare::GreaterEqual,
            Compare::LessEqual => Compare::Greater,
            Compare::Greater => Compare::LessEqual,
            Compare::GreaterEqual => Compare::Less,
            Compare::Always => Compare::Never,
            other => other,
        };
        Some(Pass { depth: Some(depth), ..*pass })
    }),
    ("depth written or not", |pass| {
        let mut depth = pass.depth?;
        depth.write = !depth.write;
        Some(Pass { depth: Some(depth), ..*pass })
    }),
    ("another stencil reference", |pass| {
        // The reference has no effect if no test compares with it and no operation stores it.
        let stencil = pass.stencil.filter(|s| s.test != Compare::Always || s.pass == StencilOp::Replace)?;
        Some(Pass { stencil: Some(StencilState { reference: stencil.reference ^ 1, ..stencil }), ..*pass })
    }),
    ("another operation where both tests pass", |pass| {
        let stencil = pass.stencil?;
        let other = if stencil.pass == StencilOp::Keep { StencilOp::Invert } else { StencilOp::Keep };
        Some(Pass { stencil: Some(StencilState { pass: other, ..stencil }), ..*pass })
    }),
    ("another clear", |pass| {
        let depth = pass.clear.depth?;
        let mut pass = *pass;
        pass.clear.depth = Some(1.0 - depth);
        Some(pass)
    }),
    ("another mask of writes", |pass| {
        let stencil = pass.stencil.filter(|s| s.write != 0xff)?;
        Some(Pass { stencil: Some(StencilState { write: stencil.write ^ 3, ..stencil }), ..*pass })
    }),
];

#[test]
fn one_changed_word_in_any_row_of_any_table_is_noticed() {
    let gpu = gpu();
    let (mut noticed, mut unnoticed) = (0, Vec::new());
    for method in drawing_methods() {
        let Inside::Passes(programs) = method.inside else { continue };
        let recordings: Vec<_> =
            ["relation-1", "relation-4", "relation-5", "relation-6", "relation-8", "intersecting"]
                .map(|preset| record_preset(&gpu, preset, method.id, &[]))
                .into();
        let recorded: Vec<&PassRecording> = recordings.iter().flat_map(tables).collect();
        for table in recorded.iter() {
            compare(table, |pass| *pass).unwrap();
        }
        for program in programs {
            // A row that repeats is recorded as each turn executes it: the turns differ in what they clear, and in the stencil
            // reference.
            for row in program.rows().map(|row| row.in_turn(Turn::ONLY)) {
                for (what, mutate) in MUTATIONS {
                    if mutate(&row).is_none() {
                        continue;
                    }
                    let is_row = |pass: &Pass| {
                        let is_numbered = row.varies == Varies::Reference;
                        let stencil = if is_numbered { row.stencil } else { pass.stencil };
                        Pass { clear: row.clear, stencil, ..*pass } == row
                    };
                    let of_mutant = |pass: &Pass| mutate(pass).filter(|_| is_row(pass)).unwrap_or(*pass);
                    if recorded.iter().any(|table| compare(table, of_mutant).is_err()) {
                        noticed += 1;
                    } else {
                        unnoticed.push(format!("{}: {}: {what}", method.id, row.says));
                    }
                }
            }
        }
    }
    assert_eq!(unnoticed, [""; 0], "{noticed} were noticed");
    assert!(noticed > 100, "only {noticed}");
}
