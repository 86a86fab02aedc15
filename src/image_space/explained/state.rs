//! The OpenGL calls of a row of a table, in OpenGL's spelling, and which of them are new.
//!
//! Every row lists its whole state, as the program sets it: nothing is inherited from the previous row.
//! [`changes`] shows why this matters: the mistake in `stencil-as-published` is a line that does *not* change.

use crate::gpu::{Compare, Cull, StencilOp};
use crate::image_space::options::Options;
use crate::image_space::pass::{Pass, Read, Surface};
use crate::image_space::schedule::culling;

/// One OpenGL call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The group of the call: one of [`GROUPS`], in English.
    pub group: &'static str,
    /// The call as C source.
    pub text: String,
}

/// The groups, in the order of the list.
pub const GROUPS: [&str; 5] = ["Clear", "Stencil test", "Depth test", FACE_CULLING, "Draw and read back"];

/// Group of the calls that select the faces to draw.
pub const FACE_CULLING: &str = "Face culling";

/// The OpenGL calls of one pass (a row of the table), in order. `read` says how the table reads its verdict, and so
/// determines the kind of query. `glColorMask` is omitted, because colours are never written.
pub fn calls(pass: &Pass, read: Read, options: &Options) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut add = |group: usize, text: String| calls.push(Call { group: GROUPS[group], text });

    // 1. Clears.
    let mut bits = Vec::new();
    if let Some(depth) = pass.clear.depth {
        let digits = if depth == depth.round() { 1 } else { 4 };
        add(0, format!("glClearDepth({depth:.digits$})"));
        bits.push("GL_DEPTH_BUFFER_BIT");
    }
    if let Some(stencil) = pass.clear.stencil {
        add(0, format!("glClearStencil({stencil})"));
        bits.push("GL_STENCIL_BUFFER_BIT");
    }
    // A clear writes only the bits of the stencil mask, and the previous row may have left another mask.
    if pass.clear.stencil.is_some() && pass.stencil.is_some_and(|stencil| stencil.write != 0xff) {
        add(0, "glStencilMask(0xFF)".into());
    }
    if !bits.is_empty() {
        add(0, format!("glClear({})", bits.join(" | ")));
    }

    // 2. The tests, in the order in which OpenGL applies them to a fragment.
    match pass.stencil {
        None => add(1, "glDisable(GL_STENCIL_TEST)".into()),
        Some(stencil) => {
            add(1, "glEnable(GL_STENCIL_TEST)".into());
            let (test, reference, mask) = (compare(stencil.test), stencil.reference, stencil.mask);
            add(1, format!("glStencilFunc({test}, {reference}, 0x{mask:02X})"));
            let [fail, depth_fail, pass] = [stencil.fail, stencil.depth_fail, stencil.pass].map(operation);
            match stencil.back_pass.map(operation) {
                None => add(1, format!("glStencilOp({fail}, {depth_fail}, {pass})")),
                Some(back) => {
                    add(1, format!("glStencilOpSeparate(GL_FRONT, {fail}, {depth_fail}, {pass})"));
                    add(1, format!("glStencilOpSeparate(GL_BACK, {fail}, {depth_fail}, {back})"));
                }
            }
            if stencil.write != 0xff {
                add(1, format!("glStencilMask(0x{:02X})", stencil.write));
            }
        }
    }
    match pass.depth {
        None => add(2, "glDisable(GL_DEPTH_TEST)".into()),
        Some(depth) => {
            add(2, "glEnable(GL_DEPTH_TEST)".into());
            add(2, format!("glDepthFunc({})", compare(depth.test)));
            add(2, format!("glDepthMask({})", if depth.write { "GL_TRUE" } else { "GL_FALSE" }));
        }
    }

    // 3. Face culling. Counter-clockwise faces are front faces.
    match culling(pass, options.split_culling) {
        Cull::None => add(3, "glDisable(GL_CULL_FACE)".into()),
        culled => {
            add(3, "glEnable(GL_CULL_FACE)".into());
            add(3, format!("glCullFace({})", if culled == Cull::Clockwise { "GL_BACK" } else { "GL_FRONT" }));
        }
    }

    // 4. The draw, enclosed by its query, and the read-back.
    let target = if read == Read::Booleans { "GL_ANY_SAMPLES_PASSED" } else { "GL_SAMPLES_PASSED" };
    if pass.counted {
        add(4, format!("glBeginQuery({target}, query)"));
    }
    let assembly = if matches!(pass.draw, Surface::Edges(_)) { "GL_LINES" } else { "GL_TRIANGLES" };
    add(4, format!("glDrawElements({assembly}, …)  // {}", drawn(pass.draw)));
    if pass.counted {
        add(4, format!("glEndQuery({target})"));
    }
    if pass.depth_read {
        add(4, "glReadPixels(…, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, …)".into());
    }
    calls
}

/// For each call of the row `now`, whether the call is new, that is, missing in the previous row `before`. Without a
/// previous row all calls are new.
pub fn changes(before: Option<&[Call]>, now: &[Call]) -> Vec<bool> {
    now.iter().map(|call| before.is_none_or(|before| !before.contains(call))).collect()
}

fn drawn(surface: Surface) -> &'static str {
    use crate::image_space::pass::Who::*;
    match surface {
        Surface::Whole(First) | Surface::Near(First) | Surface::Far(First) | Surface::Edges(First) => "A",
        Surface::Whole(Second) | Surface::Near(Second) | Surface::Far(Second) | Surface::Edges(Second) => "B",
        Surface::Tile => "quad",
    }
}

/// OpenGL's name of a comparison.
pub fn compare(test: Compare) -> &'static str {
    match test {
        Compare::Never => "GL_NEVER",
        Compare::Less => "GL_LESS",
        Compare::Equal => "GL_EQUAL",
        Compare::LessEqual => "GL_LEQUAL",
        Compare::Greater => "GL_GREATER",
        Compare::NotEqual => "GL_NOTEQUAL",
        Compare::GreaterEqual => "GL_GEQUAL",
        Compare::Always => "GL_ALWAYS",
    }
}

/// OpenGL's name of a stencil operation.
pub fn operation(op: StencilOp) -> &'static str {
    match op {
        StencilOp::Keep => "GL_KEEP",
        StencilOp::Zero => "GL_ZERO",
        StencilOp::Replace => "GL_REPLACE",
        StencilOp::Increment => "GL_INCR",
        StencilOp::Decrement => "GL_DECR",
        StencilOp::Invert => "GL_INVERT",
        StencilOp::IncrementWrap => "GL_INCR_WRAP",
        StencilOp::DecrementWrap => "GL_DECR_WRAP",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::options::STENCIL;
    use crate::image_space::pass::Turn;
    use crate::image_space::stencil::{CORRECTED, PUBLISHED};
    use crate::image_space::{conservative, depth_readback, occlusion_query, parity_slice, recode};
    use crate::settings::Settings;

    fn options(culling: &str) -> Options {
        let mut settings = Settings::defaults(STENCIL);
        settings.set("culling", culling).unwrap();
        Options::of(&settings).unwrap()
    }

    fn texts(pass: &Pass, culling: &str) -> Vec<String> {
        calls(pass, CORRECTED.read, &options(culling)).into_iter().map(|call| call.text).collect()
    }

    #[test]
    fn a_row_is_spelt_as_the_paper_spells_it() {
        let first = [
            "glClearDepth(0.0)",
            "glClearStencil(0)",
            "glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)",
            "glEnable(GL_STENCIL_TEST)",
            "glStencilFunc(GL_ALWAYS, 1, 0x01)",
            "glStencilOp(GL_REPLACE, GL_REPLACE, GL_REPLACE)",
            "glEnable(GL_DEPTH_TEST)",
            "glDepthFunc(GL_GREATER)",
            "glDepthMask(GL_TRUE)",
            "glEnable(GL_CULL_FACE)",
            "glCullFace(GL_FRONT)",
            "glDrawElements(GL_TRIANGLES, …)  // A",
        ];
        assert_eq!(texts(&CORRECTED.rounds[1][0], "split"), first);
        let whole = texts(&CORRECTED.rounds[1][0], "none");
        assert_eq!(whole[9..], ["glDisable(GL_CULL_FACE)", "glDrawElements(GL_TRIANGLES, …)  // A"]);
        let counted = texts(&CORRECTED.rounds[0][1], "split");
        assert!(counted.contains(&"glDisable(GL_DEPTH_TEST)".into()));
        assert_eq!(counted[counted.len() - 3], "glBeginQuery(GL_SAMPLES_PASSED, query)");
    }

    #[test]
    fn a_slice_clears_to_its_plane_and_each_body_has_its_own_bit() {
        let turn = Turn { number: 0, plane: 0.25 };
        let rows = parity_slice::PROGRAM.rounds[0].iter().map(|row| texts(&row.in_turn(turn), "none"));
        let [first, second, counted] = &rows.collect::<Vec<_>>()[..] else { panic!("three rows") };
        let expected = [
            "glClearDepth(0.2500)",
            "glClearStencil(0)",
            "glStencilMask(0xFF)",
            "glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)",
            "glEnable(GL_STENCIL_TEST)",
            "glStencilFunc(GL_ALWAYS, 0, 0xFF)",
            "glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT)",
            "glStencilMask(0x01)",
            "glEnable(GL_DEPTH_TEST)",
            "glDepthFunc(GL_LESS)",
            "glDepthMask(GL_FALSE)",
            "glDisable(GL_CULL_FACE)",
            "glDrawElements(GL_TRIANGLES, …)  // A",
        ];
        assert_eq!(first[..], expected);
        assert!(second.contains(&"glStencilMask(0x02)".into()), "{second:?}");
        assert!(counted.contains(&"glStencilFunc(GL_EQUAL, 3, 0x03)".into()), "{counted:?}");
    }

    #[test]
    fn two_sides_with_different_operations_are_spelt_as_two_calls() {
        let pass = Pass::draw(Surface::Tile)
            .stencil(Compare::Always, 0, 0xff)
            .then(StencilOp::Keep, StencilOp::Keep, StencilOp::IncrementWrap)
            .then_behind(StencilOp::DecrementWrap);
        let texts = texts(&pass, "none");
        for call in [
            "glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP)",
            "glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_DECR_WRAP)",
        ] {
            assert!(texts.contains(&call.into()), "{texts:?}");
        }
    }

    #[test]
    fn what_is_new_shows_the_line_that_the_printed_sequence_lacks() {
        let new_in_third_row = |table: &crate::image_space::pass::PassProgram| -> Vec<String> {
            let of = |row: usize| calls(&table.rounds[1][row], table.read, &options("none"));
            let (before, now) = (of(1), of(2));
            let marks = changes(Some(&before), &now);
            now.into_iter().zip(marks).filter(|(_, new)| *new).map(|(call, _)| call.text).collect()
        };
        let printed = new_in_third_row(&PUBLISHED);
        let clears = ["glClearDepth(0.0)", "glClear(GL_DEPTH_BUFFER_BIT)"];
        assert_eq!(printed, [clears[0], clears[1], "glDepthFunc(GL_GREATER)"]);
        let right = new_in_third_row(&CORRECTED);
        let lacking: Vec<_> = right.iter().filter(|text| !printed.contains(text)).collect();
        assert_eq!(
            lacking,
            ["glStencilFunc(GL_ALWAYS, 0, 0xFF)", "glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP)"],
            "the correction is these two lines"
        );
    }

    #[test]
    fn without_a_row_before_everything_is_new_and_the_same_row_again_changes_nothing() {
        let tables = [
            &[&CORRECTED, &PUBLISHED][..],
            &[&occlusion_query::PROGRAM, &occlusion_query::BOOLEAN],
            &[&depth_readback::PROGRAM, &recode::PROGRAM],
            &[&conservative::FAT, &conservative::THIN],
            &[&parity_slice::PROGRAM],
        ];
        for tables in tables {
            for table in tables {
                for pass in table.rounds.iter().flat_map(|round| round.iter()) {
                    let row = calls(pass, table.read, &options("split"));
                    assert!(row.iter().all(|call| GROUPS.contains(&call.group)));
                    assert!(changes(None, &row).iter().all(|new| *new));
                    assert!(changes(Some(&row), &row).iter().all(|new| !new));
                }
            }
        }
    }
}
