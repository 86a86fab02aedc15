//! Live figures of the active pane's method, and the events of a frame: collisions, and the errors of each method.

use std::borrow::Cow;
use std::time::Duration;

use egui::{Align, Color32, Layout, RichText, Ui, vec2};

use super::pairs::waiting;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::Needs;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::terms::explain;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Figures of the current frame for the active pane's method.
pub fn show(ui: &mut Ui, arena: &Arena) {
    let found = arena.found();
    let shown = arena.shown();
    let record = arena.ledger().of(arena.roles().shown);
    let cost = shown.map(|answer| answer.cost).unwrap_or_default();
    if !group(ui, "figures", &t!("Statistics")) {
        return;
    }
    if arena.lineup().panes().len() > 1 {
        let pane = arena.lineup().choice().focus() + 1;
        note(ui, &t!("Pane %{n}: %{method}", n = pane, method = tr(arena.roles().shown.title)));
    }
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.spacing_mut().interact_size.y = 16.0;
    let cpu = t!(
        "Time from the method's call to its answer for all candidate pairs. Median of the last 30 frames."
    );
    figure(ui, &t!("CPU time, median"), &time(record.median_cpu()), &cpu, theme::accent());
    let gpu = t!(
        "Time between the first and the last GPU command, by the GPU's clock. Median of the last 30 frames."
    );
    let gpu_color = if record.median_gpu().is_some() { theme::teal() } else { theme::weak() };
    figure(ui, &t!("GPU time, median"), &time(record.median_gpu()), &gpu, gpu_color);
    let device = arena
        .gpu()
        .map(|gpu| gpu.capabilities().device())
        .filter(|_| arena.roles().shown.needs != Needs::Nothing);
    match device {
        _ if !arena.roles().shown.is_timed() => note(ui, &t!("in another process")),
        Some(device) => note(ui, &t!("on %{renderer}", renderer = tr(&device))),
        None => note(ui, &t!("on the processor")),
    }
    let broad = t!(
        "Time to find this frame's candidate pairs. Box tests: %{tests}, swaps: %{swaps}, cell entries: %{cells}, node tests: %{nodes}, boxes reinserted: %{moved}.",
        tests = found.broad_cost.box_tests,
        swaps = found.broad_cost.swaps,
        cells = found.broad_cost.cells,
        nodes = found.broad_cost.node_tests,
        moved = found.broad_cost.reinserted
    );
    figure(ui, &t!("Broad phase"), &time(Some(found.broad_time)), &broad, theme::strong());
    ui.add_space(4.0);

    if shown.is_some_and(|answer| answer.is_waiting()) {
        note(ui, &waiting(arena));
    }
    // Some schedules count in the shader and issue no query. Said in the row and not below it: a line that comes and goes
    // would move what is being typed to another field.
    let queries = match arena.roles().shown.needs {
        Needs::Queries if cost.queries == 0 && cost.draws > 0 => t!("by atomics").into_owned(),
        _ => grouped(cost.queries),
    };
    for (name, value, help) in [
        (t!("Candidate pairs"), grouped(found.candidates.len() as u64), t!("Pairs whose boxes overlap.")),
        (t!("Draws"), grouped(cost.draws), t!("Draw calls of this frame's detection.")),
        (t!("Triangles"), grouped(cost.triangles), t!("Triangles in all draw calls.")),
        (
            t!("Queries"),
            queries,
            t!(
                "Occlusion queries of this frame's detection; some schedules count in the shader instead, by atomic counters."
            ),
        ),
        (
            t!("Bytes read back"),
            grouped(cost.bytes_read),
            t!("Data read back from the GPU: 4 bytes per query, plus all pixels read."),
        ),
    ] {
        figure(ui, &name, &value, &help, theme::strong());
    }
    for (stage, count) in cost.rejections.iter() {
        let name = t!("Rejected: %{stage}", stage = tr(stage));
        let help = t!("Pairs that this stage of the method rejected; for trees, pairs of nodes.");
        figure(ui, &name, &grouped(count), &help, theme::strong());
    }
}

fn figure(ui: &mut Ui, name: &str, value: &str, help: &str, color: Color32) {
    ui.allocate_ui_with_layout(
        vec2(ui.available_width(), 16.0),
        Layout::left_to_right(Align::Center),
        |ui| {
            explain(ui.label(RichText::new(name).color(theme::weak())).on_hover_text(help), name);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(value).monospace().color(color)).on_hover_text(help);
            });
        },
    );
}

/// A time in milliseconds, or "not measured" in the current language.
pub fn time(time: Option<Duration>) -> String {
    time.map_or_else(|| t!("not measured").into_owned(), |t| format!("{:.2} ms", 1e3 * t.as_secs_f64()))
}

/// Lines that describe a frame, in the current language.
pub fn happened(arena: &Arena, frame: u64) -> Vec<String> {
    let Some(mark) = arena.marks().at(frame) else { return Vec::new() };
    let mut lines = vec![t!("Colliding pairs: %{n}", n = mark.hits).into_owned()];
    let errors = |missed: u64, false_hits: u64| {
        let missed = (missed > 0).then(|| t!("%{n} missed", n = missed));
        let false_hits = (false_hits > 0).then(|| t!("%{n} false", n = false_hits));
        missed.into_iter().chain(false_hits).map(Cow::into_owned).collect::<Vec<_>>().join(", ")
    };
    for (method, sample) in arena.measured_at(frame) {
        let errors = sample.errors.map(|[missed, false_hits]| errors(missed as u64, false_hits as u64));
        if let Some(errors) = errors.filter(|errors| !errors.is_empty()) {
            lines.push(format!("{}: {errors}", tr(method.title)));
        }
    }
    // Methods whose settings have changed since the frame have no errors of their own in it: only the sum of
    // all methods' errors is known.
    if lines.len() == 1 && mark.missed + mark.false_hits > 0 {
        lines.push(errors(mark.missed.into(), mark.false_hits.into()));
    }
    lines
}
