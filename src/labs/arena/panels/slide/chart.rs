//! Strip chart: a row per method over the offset from contact. A full bar is a collision, a thin line none;
//! differences from the reference are underlined and have badges.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use crate::comparison::slide::strip::{Strip, changes, mistakes, runs};
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::ui::verdicts::word;
use crate::ui::{icons, theme};

/// Heights of a method's name and of its bar, points.
const NAME: f32 = 16.0;
const BAR: f32 = 12.0;
/// Height of a row whose name and summary fit in one line, points.
const ROW: f32 = NAME + BAR + 7.0;
/// Gap between the name and the summary of a row, points.
const GAP: f32 = 6.0;
/// Font sizes of the name and of the summary, points.
const TITLE: f32 = 12.5;
const TURNS: f32 = 12.0;
/// Margins on the left and right, points.
const MARGIN: f32 = 6.0;
/// Height of the axis labels below, points.
const FOOT: f32 = 30.0;

/// A row of the chart.
struct Line<'a> {
    title: String,
    verdicts: Result<&'a [bool], &'a str>,
}

/// Adds the chart. `here_px` is the moving body's offset from contact; returns the offset that was clicked or
/// dragged to. Both in pixels.
pub fn show(ui: &mut Ui, arena: &Arena, strip: &Strip, here_px: f64, faint: bool) -> Option<f64> {
    let mut lines = vec![Line { title: tr(arena.roles().reference.title), verdicts: Ok(&strip.truth) }];
    lines.extend(strip.rows.iter().map(|row| Line {
        title: tr(row.method.title),
        verdicts: row.verdicts.as_deref().map_err(String::as_str),
    }));
    ui.add_space(4.0);
    let width = ui.available_width();
    let is_long: Vec<bool> =
        lines.iter().map(|line| is_long(ui, line, strip, width - 2.0 * MARGIN)).collect();
    let height = |is_long: &bool| if *is_long { ROW + NAME } else { ROW };
    let size = vec2(width, is_long.iter().map(height).sum::<f32>() + FOOT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo {
        value: Some(here_px),
        ..WidgetInfo::labeled(Role::Slider, true, summary(&lines, strip))
    });
    let scale =
        Scale { rect: rect.shrink2(vec2(MARGIN, 0.0)), reach: strip.offsets.last().copied().unwrap_or(1.0) };
    let painter = ui.painter().with_clip_rect(rect.expand(1.0).intersect(ui.clip_rect()));
    let opacity = if faint { 0.4 } else { 1.0 };
    let mut top = rect.top();
    for (line, is_long) in lines.iter().zip(&is_long) {
        paint_row(&painter, &scale, (top, *is_long), line, strip, opacity);
        top += height(is_long);
    }
    paint_places(&painter, &scale, here_px);
    let at = response.hover_pos().map(|at| scale.nearest(at, &strip.offsets));
    if let Some(index) = at {
        response.clone().on_hover_ui_at_pointer(|ui| {
            ui.label(offset_text(strip.offsets[index]));
            for line in &lines {
                let says = line.verdicts.map_or_else(|_| t!("cannot decide"), |all| word(all[index]));
                ui.label(format!("{}: {says}", line.title));
            }
            ui.label(t!("Click to move the body here."));
        });
    }
    let pressed = response.clicked() || response.dragged();
    let at = response.interact_pointer_pos().filter(|_| pressed)?;
    let offset = strip.offsets[scale.nearest(at, &strip.offsets)];
    ((offset - here_px).abs() > 1e-9).then_some(offset)
}

/// Mapping from offsets to window coordinates.
struct Scale {
    rect: Rect,
    reach: f64,
}

impl Scale {
    fn x(&self, offset: f64) -> f32 {
        let share = (offset / self.reach).clamp(-1.0, 1.0) as f32;
        self.rect.center().x + 0.5 * share * self.rect.width()
    }

    /// Index of the offset nearest to a window position.
    fn nearest(&self, at: Pos2, offsets: &[f64]) -> usize {
        let share = ((at.x - self.rect.left()) / self.rect.width()).clamp(0.0, 1.0);
        (share * (offsets.len() - 1) as f32).round() as usize
    }
}

/// Whether name and summary do not fit in one line, so that the summary gets its own.
fn is_long(ui: &Ui, line: &Line, strip: &Strip, room: f32) -> bool {
    let width = |text: String, size| {
        ui.painter().layout_no_wrap(text, FontId::proportional(size), theme::text()).size().x
    };
    width(line.title.clone(), TITLE) + GAP + width(turns(line, strip), TURNS) > room
}

fn paint_row(
    painter: &Painter,
    scale: &Scale,
    (top, is_long): (f32, bool),
    line: &Line,
    strip: &Strip,
    opacity: f32,
) {
    let (left, right) = (scale.rect.left(), scale.rect.right());
    let title = painter.layout(line.title.clone(), FontId::proportional(TITLE), theme::text(), right - left);
    painter.galley(pos2(left, top), title, theme::text());
    let top = if is_long { top + NAME } else { top };
    let font = FontId::proportional(TURNS);
    painter.text(pos2(right, top), Align2::RIGHT_TOP, turns(line, strip), font, theme::weak());
    let bar = Rect::from_min_max(pos2(left, top + NAME), pos2(right, top + NAME + BAR));
    let verdicts = match line.verdicts {
        Ok(verdicts) => verdicts,
        Err(_) => {
            let ends = [bar.left_center(), bar.right_center()];
            painter.extend(Shape::dashed_line(&ends, Stroke::new(1.0, theme::amber()), 4.0, 4.0));
            return;
        }
    };
    // Each sample covers the range halfway to its neighbours.
    let half = scale.reach / (strip.offsets.len() - 1) as f64;
    let span = |first: usize, last: usize| {
        [scale.x(strip.offsets[first] - half), scale.x(strip.offsets[last] + half)]
    };
    for (colliding, first, last) in runs(verdicts) {
        let [from, to] = span(first, last);
        let (top, color) = if colliding {
            (bar.top(), theme::colliding())
        } else {
            (bar.bottom() - 2.0, theme::weak().gamma_multiply(0.6))
        };
        let filled = Rect::from_min_max(pos2(from, top), pos2(to, bar.bottom()));
        painter.rect_filled(filled, 0.0, color.gamma_multiply(opacity));
    }
    for (mistake, first, last) in runs(&mistakes(verdicts, &strip.truth)) {
        let Some(mistake) = mistake else { continue };
        let [from, to] = span(first, last);
        let under = Rect::from_min_max(pos2(from, bar.bottom() + 1.0), pos2(to, bar.bottom() + 4.0));
        painter.rect_filled(under, 0.0, icons::error_color(mistake).gamma_multiply(opacity));
        icons::badge(painter, pos2(0.5 * (from + to), bar.center().y), mistake);
    }
}

/// Paints the line at contact (offset 0), the line at the moving body's offset, and the axis labels.
fn paint_places(painter: &Painter, scale: &Scale, here_px: f64) {
    let Rect { min, max } = scale.rect;
    let foot = max.y - FOOT + 2.0;
    let zero = [pos2(scale.x(0.0), min.y + NAME), pos2(scale.x(0.0), foot)];
    painter.extend(Shape::dashed_line(&zero, Stroke::new(1.0, theme::text()), 3.0, 3.0));
    let small = |at: Pos2, align: Align2, text: &str, color: Color32| {
        painter.text(at, align, text, FontId::proportional(12.0), color);
    };
    small(pos2(min.x, foot), Align2::LEFT_TOP, &offset_text(-scale.reach), theme::weak());
    small(pos2(scale.x(0.0), foot), Align2::CENTER_TOP, "0", theme::weak());
    small(pos2(max.x, foot), Align2::RIGHT_TOP, &offset_text(scale.reach), theme::weak());
    small(pos2(min.x, foot + 14.0), Align2::LEFT_TOP, &t!("overlap"), theme::weak());
    small(pos2(max.x, foot + 14.0), Align2::RIGHT_TOP, &t!("gap"), theme::weak());
    let (x, color) = (scale.x(here_px), theme::accent());
    if here_px.abs() <= scale.reach {
        painter.line_segment([pos2(x, min.y + NAME), pos2(x, foot)], Stroke::new(2.0, color));
    }
    // If the body's offset lies beyond the chart, an arrow at the chart's edge points outwards.
    let tip = if here_px < -scale.reach {
        vec2(-6.0, 0.0)
    } else if here_px > scale.reach {
        vec2(6.0, 0.0)
    } else {
        vec2(0.0, -6.0)
    };
    let base = pos2(x, foot + 20.0);
    let side = vec2(tip.y, tip.x) * 0.75;
    let arrow = vec![base + tip, base - side, base + side];
    painter.add(Shape::convex_polygon(arrow, color, Stroke::NONE));
}

/// Where the verdicts of a row change, in a few words.
fn turns(line: &Line, strip: &Strip) -> String {
    let Ok(verdicts) = line.verdicts else { return t!("cannot decide").into_owned() };
    match &changes(&strip.offsets, verdicts)[..] {
        [] => word(verdicts.first().copied().unwrap_or(false)).into_owned(),
        [at] => t!("verdict changes at %{offset}", offset = offset_text(*at)).into_owned(),
        several => t!("verdict changes %{n} times", n = several.len()).into_owned(),
    }
}

/// The chart as text, for screen readers.
fn summary(lines: &[Line], strip: &Strip) -> String {
    let rows: Vec<String> =
        lines.iter().map(|line| format!("{}: {}", line.title, turns(line, strip))).collect();
    t!("Verdicts around contact. %{rows}", rows = rows.join("; ")).into_owned()
}

fn offset_text(offset: f64) -> String {
    format!("{}{:.2}\u{a0}px", if offset < 0.0 { "−" } else { "+" }, offset.abs())
}
