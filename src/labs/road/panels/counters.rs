//! What the methods of the panes took: nodes, triangles, time, and answers that differ from brute force.

use egui::{Grid, Label, RichText, Ui};

use crate::labs::road::road_lab::RoadLab;
use crate::language::{t, tr};
use crate::ui::format::{grouped, time};
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Per pane what its four rays took in this frame and on average, and how many answers differ from brute force.
pub fn show(ui: &mut Ui, lab: &RoadLab) {
    if !group(ui, "figures", &t!("Cost of the four rays")) {
        return;
    }
    for (pane, lane) in lab.road.lanes().iter().enumerate() {
        let (now, all) = (lane.last(), lane.total());
        ui.label(RichText::new(tr(lane.method().title)).color(theme::text()))
            .on_hover_text(tr(lane.method().says));
        let per_frame = |count: u64| count as f64 * 4.0 / all.rays.max(1) as f64;
        let mean_of = |count: u64| match per_frame(count) {
            few if few < 1000.0 => format!("{few:.1}"),
            many => grouped(many.round() as u64),
        };
        let mean_time = all.time.as_secs_f64() / (all.rays.max(4) / 4) as f64;
        Grid::new(("counters", pane)).num_columns(3).spacing([8.0, 1.0]).show(ui, |ui| {
            for (name, now, mean, help) in [
                (
                    t!("Nodes"),
                    grouped(now.nodes),
                    mean_of(all.nodes),
                    t!("Inner nodes opened; each holds two boxes."),
                ),
                (
                    t!("Triangles"),
                    grouped(now.triangles),
                    mean_of(all.triangles),
                    t!("Triangles that the rays were tested against."),
                ),
                (
                    t!("Time"),
                    time(now.time.as_secs_f64()),
                    time(mean_time),
                    t!("Of the casts alone, all four rays."),
                ),
            ] {
                ui.add(Label::new(RichText::new(name).small().color(theme::weak()))).on_hover_text(help);
                ui.label(RichText::new(now).small().monospace().color(theme::strong()))
                    .on_hover_text(t!("In this frame."));
                ui.label(RichText::new(t!("mean %{n}", n = mean)).small().color(theme::weak()))
                    .on_hover_text(t!("Per frame, since the start."));
                ui.end_row();
            }
        });
        let differences = t!(
            "Answers that differ from brute force: %{n} of %{rays}",
            n = all.differences,
            rays = grouped(all.rays)
        );
        match all.differences {
            0 => note(ui, &differences),
            _ => {
                let text = RichText::new(format!("▲ {differences}")).small().color(theme::amber());
                ui.add(Label::new(text).wrap());
            }
        }
        let here = lane.differences().into_iter().flatten().next();
        if let Some(difference) = here {
            note(ui, &t!("In this frame: %{what}", what = tr(difference.words())));
        }
        ui.add_space(4.0);
    }
}
