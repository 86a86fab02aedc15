//! The view of one pixel: the ray through it, both bodies' depth intervals, their relation, and the history
//! over all passes.

mod history;
mod ray;

use egui::{RichText, Ui};

use crate::figures::relations;
use crate::image_space::explained::probe::{Moment, Probe};
use crate::image_space::pass::{Read, Repeat};
use crate::image_space::pixel_twin;
use crate::image_space::recording::depth_share;
use crate::image_space::recording::{Outcome, PassRecording};
use crate::language::t;
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

/// Adds the ray, and its contents in words.
fn drawn(ui: &mut Ui, recording: &PassRecording, probe: &Probe, index: Option<usize>) {
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
    if recording.table.repeat != Repeat::Once {
        return turns(ui, recording, probe, index);
    }
    if matches!(recording.table.read, Read::Stencil(_)) {
        history::stencil_chain(ui, recording, probe, index);
    }
    relation(ui, recording, probe);
}

/// Adds in how many slices so far the pixel was counted. A concave body has several intervals on the ray, so
/// the relation of two intervals does not apply.
fn turns(ui: &mut Ui, recording: &PassRecording, probe: &Probe, index: Option<usize>) {
    let run = index.map_or(0, |index| index + 1);
    let counting = recording.steps.iter().zip(&probe.history).take(run).filter(|(step, _)| step.pass.counted);
    let passed = |moment: &Moment| moment.fragments.iter().any(|f| f.outcome == Outcome::Passed);
    let found: Vec<bool> = counting.map(|(_, moment)| passed(moment)).collect();
    let text = t!(
        "In both bodies in %{n} of %{of} slices so far.",
        n = found.iter().filter(|found| **found).count(),
        of = found.len()
    );
    ui.label(text);
}

/// Adds the relation in words and among all eight, and what the pixel proves.
fn relation(ui: &mut Ui, recording: &PassRecording, probe: &Probe) {
    let Some(relation) = probe.relation else {
        let text = match probe.intervals {
            [None, None] => t!("Neither body covers this pixel: it stays as it was cleared."),
            [Some(_), None] => t!("Only A covers this pixel, so it cannot prove a collision."),
            _ => t!("Only B covers this pixel, so it cannot prove a collision."),
        };
        ui.label(text);
        return;
    };
    ui.label(RichText::new(relations::sentence(relation)).strong());
    // The scroll bar covers the last few points of the width.
    relations::among_all(ui, Some(relation), ui.available_width() - 4.0);
    near_touch(ui, probe);
    let intervals = probe.intervals.map(|i| i.map(|ends| ends.map(depth_share)));
    let proves = pixel_twin::collides(recording.table, intervals[0], intervals[1]);
    let text = match (proves, recording.table.read) {
        (true, _) => t!("For this table, this pixel alone proves the collision."),
        (false, Read::Stencil(value)) => {
            t!("This pixel alone does not prove the collision: it never ends at %{value}.", value = value)
        }
        (false, _) => t!("This pixel alone does not prove the collision: not every counted pass draws here."),
    };
    let color = if proves { theme::colliding() } else { theme::text() };
    ui.label(RichText::new(text).color(color));
    if proves != (relation.overlaps() || relation.touches()) {
        let text = if proves {
            t!("That is wrong: on this ray the bodies are apart.")
        } else if relation.touches() {
            t!("That is wrong: on this ray the bodies touch, and touching counts as colliding.")
        } else {
            t!("That is wrong: on this ray the bodies overlap.")
        };
        let color = if proves { theme::violet() } else { theme::amber() };
        ui.label(RichText::new(text).color(color));
    }
}

/// Adds a note if faces are only a few steps of the depth buffer apart: faces that touch in the world may be
/// rounded that far.
fn near_touch(ui: &mut Ui, probe: &Probe) {
    const FEW: u32 = 8;
    let [Some(a), Some(b)] = probe.intervals else { return };
    let gap = b[0].checked_sub(a[1]).or(a[0].checked_sub(b[1])).unwrap_or(0);
    if (1..=FEW).contains(&gap) {
        let text = t!(
            "The gap is %{steps} of the depth buffer's 16.8 million steps: as good as touching.",
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
