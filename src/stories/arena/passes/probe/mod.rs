//! The view of one pixel: the ray through it, both bodies' depth intervals, their relation, and the history
//! over all passes.

pub mod history;
pub mod ray;

use egui::{RichText, Ui};

use crate::figures::relations;
use crate::image_space::explained::probe::{Moment, Probe};
use crate::image_space::explained::relation::Relation;
use crate::image_space::pass::{Read, Repeat, Surface, Takes};
use crate::image_space::pixel_twin;
use crate::image_space::recording::depth_share;
use crate::image_space::recording::{Outcome, PassRecording, Step};
use crate::language::{joined, t, tr};
use crate::ui::drawing;
use crate::ui::theme;

/// From this width on, in ems, the history is next to the ray.
const WIDE: f32 = 62.0;

/// Shows the pixel after step `index`, or before the first.
pub fn show(ui: &mut Ui, recording: &PassRecording, index: Option<usize>, pixel: [u32; 2]) {
    let probe = Probe::at(recording, pixel);
    let em = drawing::em(ui);
    if ui.available_width() >= WIDE * em {
        ui.columns(2, |columns| {
            drawn(&mut columns[0], recording, &probe, index);
            history::show(&mut columns[1], recording, &probe, index);
        });
    } else {
        drawn(ui, recording, &probe, index);
        ui.add_space(0.4 * em);
        history::show(ui, recording, &probe, index);
    }
}

/// Adds the drawing of the ray through the pixel, with the pixel's depth and stencil value in words.
pub fn drawn(ui: &mut Ui, recording: &PassRecording, probe: &Probe, index: Option<usize>) {
    let [x, y] = probe.pixel;
    let (depth, stencil) = now(probe, index);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(t!("Pixel %{x}, %{y}", x = x, y = y)).strong());
        let text = t!(
            "depth %{depth} (%{metres} m from the near plane), stencil %{stencil}",
            depth = format!("{:.4}", depth_share(depth)),
            metres = format!("{:.3}", probe.metres(depth)),
            stencil = stencil
        );
        ui.label(RichText::new(text).color(theme::text()));
    });
    ray::show(ui, probe, depth);
    if recording.table.takes == Takes::Closed {
        return turns(ui, recording, probe, index);
    }
    if matches!(recording.table.read, Read::Stencil(_)) {
        history::stencil_chain(ui, recording, probe, index);
    }
    relation(ui, recording, probe);
}

/// Adds the number of turns (slices, or entries of a body) so far in which the pixel was counted. A concave body can
/// have several intervals on the ray, so the relations of two intervals do not apply.
fn turns(ui: &mut Ui, recording: &PassRecording, probe: &Probe, index: Option<usize>) {
    let run = index.map_or(0, |index| index + 1);
    let steps = || recording.steps.iter().zip(&probe.history).take(run);
    let passed = |moment: &Moment| moment.fragments.iter().any(|f| f.outcome == Outcome::Passed);
    let is_counting = |step: &Step| step.pass.counted && step.pass.draw == Surface::Tile;
    let is_storing = |step: &Step| step.pass.depth.is_some_and(|depth| depth.write);
    let inside = steps().filter(|(step, moment)| is_counting(step) && passed(moment)).count();
    let text = if recording.table.repeat == Repeat::Slices {
        let slices = steps().filter(|(step, _)| is_counting(step)).count();
        t!("In both bodies in %{n} of %{of} slices so far.", n = inside, of = slices)
    } else {
        let stored = steps().filter(|(step, moment)| is_storing(step) && passed(moment)).count();
        t!(
            "Stored on this pixel so far: %{of} depths of a body, of which %{n} lie in the other body.",
            of = stored,
            n = inside
        )
    };
    ui.label(text);
    for (body, _) in ["A", "B"].into_iter().zip(probe.overlaps_itself).filter(|(_, overlaps)| *overlaps) {
        ui.label(t!(
            "%{body} passes through itself on this ray: it is entered twice before it is left.",
            body = body
        ));
    }
}

/// Adds how the depth intervals of the two bodies lie to each other, in words and in a row of all eight
/// possible cases, and whether the pixel proves a collision.
fn relation(ui: &mut Ui, recording: &PassRecording, probe: &Probe) {
    let Some(relation) = probe.relation else {
        let text = match probe.intervals.each_ref().map(|intervals| intervals.is_empty()) {
            [true, true] => t!("Neither body covers this pixel: it keeps the cleared values."),
            [false, true] => t!("Only A covers this pixel, so it cannot prove a collision."),
            _ => t!("Only B covers this pixel, so it cannot prove a collision."),
        };
        ui.label(text);
        return;
    };
    ui.label(RichText::new(sentence(relation)).strong());
    // The scroll bar covers the last few points of the width.
    relations::among_all(ui, Some(relation), ui.available_width() - 4.0);
    near_touch(ui, probe);
    let intervals = probe.intervals.each_ref().map(|i| i.first().map(|ends| ends.map(depth_share)));
    let proves = pixel_twin::collides(&recording.table, intervals[0], intervals[1]);
    let text = match (proves, recording.table.read) {
        (true, _) => t!("With these passes, this pixel alone proves the collision."),
        (false, Read::Stencil(value)) => {
            t!(
                "This pixel alone does not prove the collision: its final value is not %{value}.",
                value = value
            )
        }
        (false, _) => t!(
            "This pixel alone does not prove the collision: not every counted pass has a fragment that passes here."
        ),
    };
    let color = if proves { theme::colliding() } else { theme::text() };
    ui.label(RichText::new(text).color(color));
    if proves != (relation.overlaps() || relation.touches()) {
        let text = if proves {
            t!("The result is wrong: on this ray the bodies are separated.")
        } else if relation.touches() {
            t!("The result is wrong: on this ray the bodies touch, and touching counts as colliding.")
        } else {
            t!("The result is wrong: on this ray the bodies overlap.")
        };
        let color = if proves { theme::violet() } else { theme::amber() };
        ui.label(RichText::new(text).color(color));
    }
}

/// The relation as a sentence about this pixel, which need not be that of the bodies.
fn sentence(relation: Relation) -> String {
    let (number, says) = (relation.number(), tr(relation.says()));
    if relation.overlaps() {
        t!("At this pixel the intervals overlap: relation %{number}, %{says}.", number = number, says = says)
            .into_owned()
    } else if relation.touches() {
        let shared = t!(
            "At this pixel the intervals share one point: relation %{number}, %{says}.",
            number = number,
            says = says
        );
        joined(&[shared, t!("A strict depth test misses this contact.")])
    } else {
        t!(
            "At this pixel the intervals share no point: relation %{number}, %{says}.",
            number = number,
            says = says
        )
        .into_owned()
    }
}

/// Adds a note if the bodies' depth intervals are only a few steps of the depth buffer apart: rounding can
/// separate touching faces by as much.
fn near_touch(ui: &mut Ui, probe: &Probe) {
    const FEW: u32 = 8;
    let [[a], [b]] = probe.intervals.each_ref().map(Vec::as_slice) else { return };
    let gap = b[0].checked_sub(a[1]).or(a[0].checked_sub(b[1])).unwrap_or(0);
    if (1..=FEW).contains(&gap) {
        let text = t!(
            "The gap is only %{steps} of the depth buffer's 16.8 million steps: practically touching.",
            steps = gap
        );
        ui.label(RichText::new(text).small().color(theme::weak()));
    }
}

/// Depth and stencil of the pixel after a step, or before the first.
fn now(probe: &Probe, index: Option<usize>) -> (u32, u8) {
    let moment = index.and_then(|index| probe.history.get(index));
    moment.map_or(probe.before, |moment| (moment.depth, moment.stencil))
}
