//! Cost of the panes' methods: nodes, triangles, time, and answers that differ from brute force.

use egui::{Label, RichText, Ui};

use crate::labs::contest::Contestant as _;
use crate::labs::measured::figures;
use crate::labs::pane_panels::title;
use crate::labs::road::lane::{Caster, is_reference};
use crate::labs::road::road_lab::RoadLab;
use crate::language::{t, tr};
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Adds, for each pane, the cost of the four rays in this frame and on average, and the number of differing
/// answers.
pub fn show(ui: &mut Ui, lab: &RoadLab) {
    if !group(ui, "figures", &t!("Cost of the four rays")) {
        return;
    }
    for (pane, lane) in lab.road.contest.lanes.iter().enumerate() {
        let (now, all) = (lane.last(), lane.total);
        ui.label(RichText::new(title(lab, pane)).color(theme::text())).on_hover_text(tr(lane.method().says));
        let share = 4.0 / all.rays.max(4) as f64;
        figures(ui, pane, Caster::METRICS, &now, (&all, share, &t!("Mean per frame since the start.")));
        let differences = t!(
            "Answers that differ from brute force: %{n} of %{rays}",
            n = all.differences,
            rays = grouped(all.rays)
        );
        match all.differences {
            _ if is_reference(lane) => {
                note(ui, &t!("The reference: the other answers are compared with these."))
            }
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
