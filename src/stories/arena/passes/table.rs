//! The pass tables as in the publication that the method follows, with the current row highlighted and each
//! row's GL state in short.

use std::sync::Arc;

use egui::style::ScrollAnimation;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Color32, FontId, Galley, Rect, Response, RichText, Role, Sense, Shape, Stroke, StrokeKind,
    TextStyle, Ui, WidgetInfo,
};
use egui::{pos2, vec2};

use super::rows;
use super::rows::Row;
use super::tables::Tables;
use crate::detector::{Evidence, Layer};
use crate::image_space::pass::{Read, Repeat};
use crate::inspector::cursor::Cursor;
use crate::language::{t, tr};
use crate::ui::format::grouped;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Width of the column of row numbers, points.
const GUTTER: f32 = 34.0;
/// Width of the column of counts, points.
const COUNT: f32 = 94.0;
/// Below this width, in points, counts are below the purpose of their row.
const NARROW: f32 = 230.0;
/// Size of small text outside lecture mode, points.
const SMALL: f32 = 12.0;

/// Adds the rows of the pass tables; a click on a row jumps to the position after it. In a comparison,
/// `beside` holds the rows of the other story.
pub fn show(ui: &mut Ui, cursor: &mut Cursor, tables: &Tables, beside: Option<&[Row]>) {
    let rows = &tables.rows[..];
    ui.spacing_mut().item_spacing.y = 2.0;
    let here = cursor.position.min(tables.steps_run());
    let mut wanted = None;
    if let Some(first) = tables.recorded.first() {
        let [a, b] = first.roles.map(|role| tables.case.number(role));
        let roles = t!("A is body %{a}, B is body %{b}", a = a, b = b);
        let help = t!(
            "Methods whose answer does not depend on the order of the bodies draw the farther body first."
        );
        ui.label(RichText::new(roles).small().color(theme::weak())).on_hover_text(help);
    }
    if start(ui, here == 0).clicked() {
        wanted = Some(0);
    }
    let beside = beside.filter(|beside| have_one_shape(rows, beside));
    let mut before: Option<&Row> = None;
    for (index, row) in rows.iter().enumerate() {
        if before.is_none_or(|before| before.place() != row.place()) {
            round(ui, tables, row, rows, here);
        }
        let other = beside.map(|beside| &beside[index]);
        let response = line(ui, tables, row, here, other);
        if response.clicked() && row.was_run() {
            wanted = Some(row.number);
        }
        before = Some(row);
    }
    so_far(ui, tables, rows, here);
    if let Some(position) = wanted {
        cursor.jump(position);
    }
}

/// True if two lists of rows have equal numbers of rows in each round, so that rows can be compared one by
/// one.
fn have_one_shape(rows: &[Row], beside: &[Row]) -> bool {
    let same = |(a, b): (&Row, &Row)| a.place() == b.place();
    rows.len() == beside.len() && rows.iter().zip(beside).all(same)
}

/// Adds the line that stands for the position before the first row.
fn start(ui: &mut Ui, is_here: bool) -> Response {
    let text = t!("Before the first row");
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_here, text.as_ref()));
    backdrop(ui, rect, is_here, response.hovered());
    let at = pos2(rect.left() + GUTTER, rect.center().y);
    let font = words(ui, 12.5);
    let color = if is_here { theme::strong() } else { theme::weak() };
    ui.painter().text(at, Align2::LEFT_CENTER, text.as_ref(), font, color);
    if is_here {
        follow(ui, &response, 0);
    }
    response.on_hover_text(t!("Go to the start, before the first row is drawn."))
}

/// Adds the heading of a round with the round's result once its last row has been run, or with the reason why
/// the round was not run.
fn round(ui: &mut Ui, tables: &Tables, first: &Row, rows: &[Row], here: usize) {
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(rows::heading(&tables.programs, first)).color(theme::strong()).size(13.0));
        if !first.was_run() {
            let why = rows::why_not_run(&tables.recorded, first);
            ui.label(RichText::new(why).small().color(theme::weak()).italics());
            return;
        }
        let of_round = rows.iter().filter(|row| row.place() == first.place());
        let last = of_round.map(|row| row.number).max().unwrap_or(first.number);
        if tables.programs[first.table].repeat != Repeat::Once {
            let counted = rows.iter().rfind(|row| row.place() == first.place() && row.pass.counted);
            if let Some(found) = counted.filter(|_| here >= last).and_then(Row::found) {
                ui.label(RichText::new(found).small().color(theme::text()));
            }
            return;
        }
        let Some(count) = count_of(tables, first).filter(|_| here >= last) else { return };
        let is_last = rows.iter().all(|row| !row.was_run() || row.number <= last);
        let undecided = tables.case.verdict.evidence == Evidence::Layer(Layer::Exact);
        let any_decides = !tables.programs[first.table].read.ends_at_zero();
        let counting = rows.iter().rfind(|row| row.place() == first.place() && row.pass.counted);
        // A table without a query that counts reads pixels back.
        let pixels = || t!("%{count} px", count = grouped(count.into())).into_owned();
        let n = counting.map_or_else(pixels, |row| row.counts(count));
        let text = match count {
            1.. if any_decides => t!("%{n}: colliding", n = n),
            0 if any_decides && !is_last => t!("%{n}: not decided yet", n = n),
            // A query for yes or no gives no number of samples, so the text has none.
            0 if first.yes_or_no => t!("no sample: separated"),
            _ if first.yes_or_no && is_last => t!("some samples: colliding"),
            _ if first.yes_or_no => t!("some samples: not decided yet"),
            0 if is_last && undecided => t!("%{n}: not decided yet", n = n),
            0 => t!("%{n}: separated", n = n),
            _ if is_last && tables.case.verdict.colliding => t!("%{n}: colliding", n = n),
            _ => t!("%{n}: not decided yet", n = n),
        };
        let rule = if any_decides {
            t!("Result of this round. A count above zero means that the pair collides.")
        } else {
            t!("Result of this round. A count of zero means that the pair is separated.")
        };
        ui.label(RichText::new(text).small().color(theme::text())).on_hover_text(rule);
    });
}

/// Number of samples that decides the round of `row`; `None` if its table gives no such number.
fn count_of(tables: &Tables, row: &Row) -> Option<u32> {
    match tables.recorded.get(row.table)?.verdict.evidence {
        Evidence::Samples { rounds, .. } => rounds.get(row.round).copied().flatten(),
        _ => None,
    }
}

/// Adds a row: its number, purpose and count; its state only in the current row, and in one that differs from the row
/// beside it.
fn line(ui: &mut Ui, tables: &Tables, row: &Row, here: usize, other: Option<&Row>) -> Response {
    let is_here = row.was_run() && row.number == here;
    let is_done = row.was_run() && row.number <= here;
    let faint = !row.was_run();
    let shade = |color: Color32| if faint { theme::weak() } else { color };
    let width = ui.available_width();
    let color = shade(if is_here { theme::strong() } else { theme::text() });
    let differs = other.is_some_and(|other| !row.decides_as(other));
    let with_state = is_here || differs;
    let texts = |row: &Row, other: Option<&Row>| {
        let texts = Texts::of(ui, row, other, color, shade);
        Texts { state: texts.state.filter(|_| with_state), ..texts }
    };
    let shown = texts(row, other);
    // Both rows of a comparison get the height of the higher one, so that they are aligned.
    let others = other.map_or(0.0, |other| texts(other, Some(row)).height());
    let (rect, response) = ui.allocate_exact_size(vec2(width, shown.height().max(others)), Sense::click());
    let name = t!("Row %{n}: %{says}", n = row.number, says = tr(row.pass.says));
    response.widget_info(|| WidgetInfo::selected(Role::Button, row.was_run(), is_here, name.as_ref()));
    backdrop(ui, rect, is_here, response.hovered() && row.was_run());

    let left = rect.left() + GUTTER;
    number(ui, pos2(rect.left() + 0.55 * GUTTER, rect.top() + 12.0), row.number, is_done, faint);
    let below = rect.top() + 3.0 + shown.says.size().y + 1.0;
    ui.painter().galley(pos2(left, rect.top() + 3.0), shown.says, color);
    if let Some(state) = shown.state {
        ui.painter().galley(pos2(left, below), state, theme::weak());
    }
    // Left of the scroll bar.
    let is_narrow = width < NARROW;
    let [top, bottom] = [rect.right_top() + vec2(-11.0, 5.0), rect.right_bottom() - vec2(11.0, 4.0)];
    let font = words(ui, 12.5);
    if row.has_count() {
        let (text, color) = match row.found() {
            Some(found) if is_done => (found, theme::strong()),
            _ if row.pass.counted => (t!("counts").into_owned(), shade(theme::weak())),
            _ => (t!("reads back").into_owned(), shade(theme::weak())),
        };
        let (at, align) = if is_narrow { (bottom, Align2::RIGHT_BOTTOM) } else { (top, Align2::RIGHT_TOP) };
        ui.painter().text(at, align, text, font.clone(), color);
    }
    if differs {
        let (at, align) = if is_narrow { (top, Align2::RIGHT_TOP) } else { (bottom, Align2::RIGHT_BOTTOM) };
        ui.painter().text(at, align, "≠", font, theme::amber());
    }
    if is_here {
        follow(ui, &response, row.number);
    }
    let mut help = if faint {
        rows::why_not_run(&tables.recorded, row)
    } else {
        t!("Click to go to the step after this row.").into()
    };
    if differs {
        help += "\n";
        help += &t!("≠ Tests or writes of this row differ from those of the row beside it.");
    } else if other.is_some_and(|other| other.calls != row.calls) {
        help += "\n";
        help += &t!("The row beside it draws other faces (face culling).");
    }
    for call in &row.calls {
        help += "\n";
        help += &call.text;
    }
    response.on_hover_text(help)
}

/// The texts of a row, wrapped.
struct Texts {
    /// The purpose of the row.
    says: Arc<Galley>,
    /// Its GL state in short.
    state: Option<Arc<Galley>>,
    /// Height of the count below them, points.
    foot: f32,
}

impl Texts {
    /// The texts of a row in the width of `ui`. `other` is the corresponding row in a comparison.
    fn of(
        ui: &Ui,
        row: &Row,
        other: Option<&Row>,
        color: Color32,
        shade: impl Fn(Color32) -> Color32,
    ) -> Self {
        let room = ui.available_width() - GUTTER;
        let is_narrow = ui.available_width() < NARROW;
        let wrap = match (row.has_count(), is_narrow) {
            (true, false) => room - COUNT,
            (_, true) => room - 16.0,
            _ => room - 6.0,
        };
        let of_state = (room - if other.is_some() { 18.0 } else { 6.0 }).max(60.0);
        let says = ui.painter().layout(tr(row.pass.says), words(ui, 13.0), color, wrap.max(60.0));
        let state = ui.painter().layout_job(brief_of(ui, row, other, of_state, shade));
        let foot = if is_narrow && row.has_count() { 15.0 } else { 0.0 };
        Self { says, state: Some(state), foot }
    }

    fn height(&self) -> f32 {
        self.foot + self.says.size().y + self.state.as_ref().map_or(6.0, |state| state.size().y + 8.0)
    }
}

/// The GL state of a row in short. In a comparison, parts that the corresponding row `other` does not have
/// are underlined, and also highlighted unless they concern face culling.
fn brief_of(
    ui: &Ui,
    row: &Row,
    other: Option<&Row>,
    wrap: f32,
    shade: impl Fn(Color32) -> Color32,
) -> LayoutJob {
    let others = other.map(Row::brief);
    let mut job = LayoutJob::default();
    job.wrap.max_width = wrap;
    for (index, part) in row.brief().iter().enumerate() {
        let is_own = others.as_ref().is_some_and(|others| !others.contains(part));
        let (color, underline) = match is_own {
            true if part.starts_with(rows::CULL) => (theme::weak(), Stroke::new(1.0, theme::weak())),
            true => (theme::strong(), Stroke::new(1.0, theme::amber())),
            false => (theme::weak(), Stroke::NONE),
        };
        let color = shade(color);
        let font_id = super::state::small_code(ui);
        let plain =
            TextFormat { font_id: font_id.clone(), color: shade(theme::weak()), ..TextFormat::default() };
        if index > 0 {
            job.append(" · ", 0.0, plain);
        }
        job.append(part, 0.0, TextFormat { font_id, color, underline, ..TextFormat::default() });
    }
    job
}

/// Paints a row's number, filled once the row has been run.
fn number(ui: &Ui, center: egui::Pos2, number: usize, is_done: bool, faint: bool) {
    let box_ = Rect::from_center_size(center, vec2(19.0, 17.0));
    let (fill, line, text) = match (is_done, faint) {
        (true, _) => (theme::line(), theme::weak(), theme::strong()),
        (_, false) => (Color32::TRANSPARENT, theme::line(), theme::weak()),
        (_, true) => (Color32::TRANSPARENT, Color32::TRANSPARENT, theme::weak()),
    };
    ui.painter().rect(box_, 4.0, fill, Stroke::new(1.0, line), StrokeKind::Inside);
    let font = FontId::proportional(12.0);
    ui.painter().text(center, Align2::CENTER_CENTER, number.to_string(), font, text);
}

/// The proportional font with a given size in points; like all text, it is larger in lecture mode.
fn words(ui: &Ui, points: f32) -> FontId {
    FontId::proportional(points * TextStyle::Small.resolve(ui.style()).size / SMALL)
}

/// Paints the background of a row; the current row has a bar and an arrow head on its left.
fn backdrop(ui: &Ui, rect: Rect, is_here: bool, hovered: bool) {
    if is_here {
        ui.painter().rect_filled(rect, 4.0, theme::current());
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(bar, 1.0, theme::accent());
        let tip = pos2(rect.left() + 8.5, rect.top() + 12.0);
        let head = vec![tip, tip + vec2(-5.0, -4.0), tip + vec2(-5.0, 4.0)];
        ui.painter().add(Shape::convex_polygon(head, theme::accent(), Stroke::NONE));
    } else if hovered {
        ui.painter().rect_filled(rect, 4.0, theme::stripe());
    }
}

/// Scrolls the current row into view when the row or the height of the list changes; otherwise the user may
/// scroll freely. The last state is kept in egui's memory, next to the offset of the scroll area.
fn follow(ui: &Ui, response: &Response, position: usize) {
    let id = ui.scope_id().with("followed");
    let now = (position, ui.clip_rect().height().round() as i32);
    let pass = ui.ctx().cumulative_pass_nr();
    let last: Option<((usize, i32), u64)> = ui.data(|data| data.get_temp(id));
    if last.is_none_or(|(followed, _)| followed != now) {
        // The list moves one pass after the request. A request in that pass would be added to the first one.
        if last.is_some_and(|(_, requested)| requested + 1 >= pass) {
            return ui.ctx().request_repaint();
        }
        ui.data_mut(|data| data.insert_temp(id, (now, pass)));
        // With the rows next to it in sight.
        let around = response.rect.expand2(vec2(0.0, 52.0));
        ui.scroll_to_rect_animation(around, None, ScrollAnimation::none());
    }
}

/// Adds the numbers of queries and of bytes read back from the GPU so far.
fn so_far(ui: &mut Ui, tables: &Tables, rows: &[Row], here: usize) {
    let recorded = &tables.recorded;
    let done = || rows.iter().filter(|row| row.was_run() && row.number <= here);
    ui.add_space(6.0);
    let queries = done().filter(|row| row.pass.counted).count();
    note(
        ui,
        &t!(
            "Queries so far: %{n}, bytes read back: %{bytes}",
            n = queries,
            bytes = {
                let pixels = recorded.first().map_or(0, |recorded| recorded.side().pow(2));
                let pictures = done().filter(|row| row.pass.depth_read).count();
                let stencil = recorded
                    .iter()
                    .any(|r| matches!(r.table.read, Read::Stencil(_)) && r.options.read_pixels);
                let is_last = here == tables.steps_run();
                4 * queries + 4 * pictures * pixels + if stencil && is_last { pixels } else { 0 }
            }
        ),
    );
    let is_end = here == tables.steps_run();
    if is_end && tables.case.verdict.evidence == Evidence::Layer(Layer::Exact) {
        note(ui, &t!("Neither fat nor thin bodies decide the result: the exact test does."));
    }
}
