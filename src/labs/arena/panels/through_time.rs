//! Rows of verdicts on the inspected pair through the recorded frames, one per method, below the timeline and
//! on its scale.

use std::ops::RangeInclusive;
use std::time::Duration;

use egui::{Align2, FontId, Rangef, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::detector::Mistake;
use crate::labs::arena::Arena;
use crate::labs::arena::pair_history::{self, PairFrame, PairHistory, REACH};
use crate::labs::arena::subject::inspected_pair;
use crate::language::{t, tr};
use crate::ui::drawing::sign;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::verdicts::word;
use crate::ui::{icons, theme};

/// Height of a row, points.
const ROW: f32 = 13.0;
/// Time per redraw for evaluating missing frames, short enough to keep the window responsive.
const TIME: Duration = Duration::from_millis(4);

/// The rows: whether they are open, and their verdicts.
#[derive(Default)]
pub struct ThroughTime {
    /// Whether the rows are open.
    pub open: bool,
    history: PairHistory,
}

/// Adds the rows; `frames` span the horizontal range `along` of the window.
pub fn show(
    ui: &mut Ui,
    state: &mut ThroughTime,
    arena: &Arena,
    frames: RangeInclusive<u64>,
    along: Rangef,
    panel: &mut PanelContext,
) {
    let Some(pair) = inspected_pair(arena) else { return };
    if state.history.decide(arena, pair, TIME) {
        ui.ctx().request_repaint();
    }
    let methods = pair_history::methods(arena);
    let size = vec2(ui.available_width(), ROW * methods.len() as f32);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = t!("Bodies %{a} and %{b} over time", a = pair.a, b = pair.b);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &*name));
    let (first, last) = (*frames.start(), *frames.end());
    let x = |frame: u64| {
        let share = frame.saturating_sub(first) as f64 / last.saturating_sub(first).max(1) as f64;
        along.min + along.span() * share as f32
    };
    let painter = ui.painter_at(rect);
    for (row, method) in methods.iter().enumerate() {
        let y = rect.top() + ROW * (row as f32 + 0.5);
        let font = FontId::proportional(11.0);
        let left = Rect::from_x_y_ranges(rect.left()..=along.min - 6.0, y - ROW..=y + ROW);
        let over = painter.with_clip_rect(left.intersect(rect));
        over.text(pos2(rect.left(), y), Align2::LEFT_CENTER, tr(method.title), font, theme::weak());
        painter.hline(along.min..=along.max, y, (1.0, theme::line()));
    }
    painter.vline(x(arena.world().frame()), rect.y_range(), (1.0, theme::strong()));
    let half = (0.5 * along.span() / (last - first).max(1) as f32).clamp(0.5, 4.0);
    let mut signs = vec![f32::NEG_INFINITY; methods.len()];
    for (frame, decided) in state.history.frames().filter(|(frame, _)| frames.contains(frame)) {
        let (x, Some(decided)) = (x(*frame), &decided.verdicts) else { continue };
        for (row, last) in signs.iter_mut().enumerate() {
            let y = rect.top() + ROW * (row as f32 + 0.5);
            let colliding = if row == 0 { decided.truth } else { decided.verdicts[row] };
            let height = if colliding == Some(true) { 3.0 } else { 1.0 };
            let color = if colliding == Some(true) { theme::colliding() } else { theme::weak() };
            let bar = Rect::from_x_y_ranges(x - half..=x + half, y - height..=y + height);
            painter.rect_filled(bar, 0.0, color);
            if let Some(mistake) = decided.mistake(row).filter(|_| row > 0 && x - *last >= 6.0) {
                *last = x;
                let ground = Rect::from_center_size(pos2(x, y), vec2(7.0, ROW - 2.0));
                painter.rect_filled(ground, 1.0, theme::panel());
                sign(&painter, pos2(x, y), icons::error_color(mistake), mistake == Mistake::FalseHit);
            }
        }
    }
    let pointed = response.hover_pos().filter(|at| along.contains(at.x)).map(|at| {
        let share = f64::from((at.x - along.min) / along.span());
        first + (share * (last - first) as f64).round() as u64
    });
    if let Some(frame) = pointed.filter(|_| response.clicked()) {
        panel.ask(Request::GoTo(frame));
    }
    response.on_hover_ui_at_pointer(|ui| {
        if let Some(frame) = pointed {
            ui.label(format!("{} · {name}", t!("Frame %{n}", n = frame)));
            tell(ui, state.history.at(frame), &methods);
        }
        let help = t!(
            "Red: reported as colliding; the first row is the reference. −: missed. +: false hit. Bare line: boxes do not overlap. At most %{n} frames before and after. Click to go to a frame.",
            n = REACH
        );
        ui.label(egui::RichText::new(help).small().color(theme::weak()));
    });
}

fn tell(ui: &mut Ui, frame: Option<&PairFrame>, methods: &[&'static crate::methods::Method]) {
    let Some(frame) = frame else {
        ui.label(t!("Not tested yet."));
        return;
    };
    let Some(decided) = &frame.verdicts else {
        ui.label(t!("The boxes do not overlap in this frame, so the pair is not a candidate."));
        return;
    };
    for (row, method) in methods.iter().enumerate() {
        let verdict = if row == 0 { decided.truth } else { decided.verdicts[row] };
        let verdict = verdict.map_or_else(|| t!("cannot decide"), word);
        let wrong = decided.mistake(row).filter(|_| row > 0).map(|mistake| tr(mistake.words()));
        let wrong = wrong.map(|wrong| format!(" · {wrong}")).unwrap_or_default();
        ui.label(format!("{}: {verdict}{wrong}", tr(method.title)));
    }
}
