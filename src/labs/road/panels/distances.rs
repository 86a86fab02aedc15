//! For every wheel, its signed distance from the ground as a bar, and how long the wheel has been blind, that is, its
//! ray has missed the road. And the cost of the panes' methods.

use egui::{Align2, FontId, Label, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::labs::contest::Contestant as _;
use crate::labs::measured::figures;
use crate::labs::pane_panels::title;
use crate::labs::road::lane::{Caster, is_reference};
use crate::labs::road::picture::{BLIND, SEES};
use crate::labs::road::road_lab::RoadLab;
use crate::language::{t, tr};
use crate::render::palette::Color;
use crate::road::car::{FRAME, WHEEL_NAMES};
use crate::road::wheel::{ON_GROUND, WheelSight};
use crate::ui::format::{grouped, with_minus};
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Signed distance that a bar shows at its right end, metres; its left end stands for the negative of this.
const REACH: f64 = 0.5;
/// Height of a bar, points.
const HEIGHT: f32 = 14.0;

/// Adds, for each wheel, its signed distance, a bar, and the time that it has been blind. A click on a name
/// picks the wheel.
pub fn show(ui: &mut Ui, lab: &mut RoadLab) {
    if !group(ui, "distances", &t!("Signed distance")) {
        return;
    }
    for wheel in 0..4 {
        let name = RichText::new(tr(WHEEL_NAMES[wheel])).small();
        let help = t!("Click to pick this wheel for the inspector.");
        ui.horizontal(|ui| {
            if ui.selectable_label(lab.settings.wheel == wheel, name).on_hover_text(help).clicked() {
                lab.settings.wheel = wheel;
            }
            let distance = lab.road.answers().and_then(|answers| answers[wheel].distance);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(RichText::new(words(distance)).small().color(theme::strong()));
            });
        });
        bar(ui, lab, wheel);
        blindness(ui, lab, wheel);
    }
    note(ui, &t!("Metres along the suspension. Left of the line: sunk in; right: in the air."));
}

/// A number with its sign and two decimals.
pub fn signed(number: f64) -> String {
    with_minus(format!("{number:+.2}"))
}

/// A signed distance in the current language, such as "+0.12 m, in the air".
pub fn words(distance: Option<f64>) -> String {
    match distance {
        None => t!("no ground found").into_owned(),
        Some(d) => {
            // A third decimal, because with two decimals the distance would be shown as zero.
            let metres = if d.abs() < 0.005 { with_minus(format!("{d:+.3}")) } else { signed(d) };
            match d {
                _ if d.abs() < ON_GROUND => t!("%{d} m, on the ground", d = "0.00"),
                _ if d > 0.0 => t!("%{d} m, in the air", d = metres),
                _ => t!("%{d} m, sunk in", d = metres),
            }
            .into_owned()
        }
    }
}

/// Adds the bar of a wheel's signed distance, which starts in the middle. For a blind wheel, a mark shows
/// where the road truly is.
fn bar(ui: &mut Ui, lab: &RoadLab, wheel: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let sight = lab.road.sights()[wheel];
    let distance = lab.road.answers().and_then(|answers| answers[wheel].distance);
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, theme::sunken());
    let at = |d: f64| rect.center().x + (d.clamp(-REACH, REACH) / REACH) as f32 * (0.5 * rect.width() - 3.0);
    let color = color32(if sight.is_blind() { BLIND } else { SEES });
    if let Some(d) = distance {
        let inside = rect.shrink2(vec2(0.0, 3.0));
        let filled = Rect::from_x_y_ranges(at(d.min(0.0))..=at(d.max(0.0)), inside.y_range());
        painter.rect_filled(filled.expand2(vec2(1.0, 0.0)), 1.0, color);
        if d.abs() > REACH {
            // Arrows show that the distance exceeds the bar.
            let (end, way) = (at(d), if d > 0.0 { 1.0 } else { -1.0 });
            for back in [0.0, 5.0] {
                let tip = pos2(end - way * back, rect.center().y);
                let stroke = Stroke::new(1.5, theme::strong());
                painter.line_segment([tip, tip - vec2(way * 4.0, 4.0)], stroke);
                painter.line_segment([tip, tip - vec2(way * 4.0, -4.0)], stroke);
            }
        }
    } else {
        let font = FontId::proportional(11.0);
        painter.text(rect.center() + vec2(6.0, 0.0), Align2::LEFT_CENTER, "?", font, color);
    }
    painter.vline(rect.center().x, rect.y_range(), Stroke::new(1.0, theme::weak()));
    if let WheelSight::FindsNothing { road } | WheelSight::WrongSurface { road } = sight {
        // The outlined rectangle marks the road's true position.
        let middle = pos2(at(road), rect.center().y);
        painter.rect_stroke(
            Rect::from_center_size(middle, vec2(5.0, HEIGHT - 2.0)),
            1.0,
            Stroke::new(1.5, theme::strong()),
            egui::StrokeKind::Inside,
        );
    }
    response.on_hover_text(t!(
        "Range: −0.5 m to +0.5 m. For a blind wheel, the hollow mark shows the true distance of the road."
    ));
}

/// Adds the reason why a wheel is blind, and the time for which it has been blind; nothing if the wheel is
/// not blind.
fn blindness(ui: &mut Ui, lab: &RoadLab, wheel: usize) {
    let Some(since) = lab.road.state().blind_since[wheel] else { return };
    let seconds = format!("{:.1}", lab.road.frame().saturating_sub(since) as f64 * FRAME);
    let text = match lab.road.sights()[wheel] {
        WheelSight::WrongSurface { road } => {
            let road = signed(road);
            t!(
                "▲ blind for %{s} s: the ray hits the wrong surface; true distance %{road} m",
                s = seconds,
                road = road
            )
        }
        WheelSight::FindsNothing { road } => {
            let road = signed(road);
            t!("▲ blind for %{s} s: the ray hits nothing; true distance %{road} m", s = seconds, road = road)
        }
        _ => return,
    };
    ui.add(egui::Label::new(RichText::new(text).small().color(theme::amber())).wrap());
}

/// Converts a colour for egui.
fn color32(color: Color) -> egui::Color32 {
    let [r, g, b] = color.line_in(theme::scheme()).rgb.map(|channel| (255.0 * channel).round() as u8);
    egui::Color32::from_rgb(r, g, b)
}

/// Adds, for each pane, the cost of the four rays in this frame and on average, and the number of differing
/// answers.
pub fn counters(ui: &mut Ui, lab: &RoadLab) {
    if !group(ui, "figures", &t!("Cost of the four rays")) {
        return;
    }
    for (pane, lane) in lab.road.contest.lanes.iter().enumerate() {
        let (now, all) = (lane.last(), lane.total);
        ui.label(RichText::new(title(lab, pane)).color(theme::text())).on_hover_text(tr(lane.method().says));
        let share = 4.0 / all.rays.max(4) as f64;
        figures(ui, pane, Caster::METRICS, &now, (&all, share, &t!("Mean per frame since the start.")));
        let differences = t!(
            "Answers that differ from brute force on the same rays: %{n} of %{rays}",
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
        ui.add_space(4.0);
    }
}
