//! Draws a lesson's text: headings, paragraphs, lists, tables, code and figures, with links that can be clicked.
//!
//! A paragraph is laid out as one text, so that lines break where they should, and its links are found on it
//! afterwards.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Color32, CursorIcon, FontId, Frame, Galley, Margin, Pos2, Rect, Role, Sense, Stroke, TextStyle, Ui,
    WidgetInfo, pos2, vec2,
};
use rust_i18n::t;

use super::following;
use crate::figures;
use crate::lessons::link::Target;
use crate::lessons::text::{Block, Run};
use crate::ui::theme;

/// Height of a line, in heights of its letters.
const LINE: f32 = 1.4;
/// Margin around a table's cells, points.
const CELL: egui::Vec2 = vec2(8.0, 4.0);
/// By how much of a letter's height bold letters are drawn a second time, to the right: the font has no bold face.
const BOLD: f32 = 0.045;
/// Room for the tick behind a link that was followed.
const ROOM_FOR_TICK: &str = "\u{a0}\u{a0}\u{a0}\u{a0}";

/// Draws blocks one below the other. `followed` links carry a mark. The link that was clicked.
pub fn show(ui: &mut Ui, blocks: &[Block], followed: &[Target]) -> Option<Target> {
    let mut clicked = None;
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            ui.add_space(3.0);
        }
        clicked = clicked.or(show_block(ui, block, followed));
    }
    clicked
}

fn show_block(ui: &mut Ui, block: &Block, followed: &[Target]) -> Option<Target> {
    let body = TextStyle::Body.resolve(ui.style());
    match block {
        Block::Heading(level, runs) => {
            ui.add_space((0.5 * body.size).round());
            let font = if *level < 3 { TextStyle::Heading.resolve(ui.style()) } else { body };
            line_of(ui, runs, font, theme::strong(), followed)
        }
        Block::Paragraph(runs) => line_of(ui, runs, body, theme::text(), followed),
        Block::List(first, items) => {
            let mut clicked = None;
            for (index, item) in items.iter().enumerate() {
                let mark = first.map_or("•".to_owned(), |first| format!("{}.", first + index as u64));
                clicked = clicked.or(beside(ui, &mark, |ui| show(ui, item, followed)));
            }
            clicked
        }
        Block::Quote(inner) => quote(ui, |ui| show(ui, inner, followed)),
        Block::Code(code) => {
            let frame = Frame::new().fill(theme::sunken()).corner_radius(4.0).inner_margin(Margin::same(8));
            frame.show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.label(egui::RichText::new(code).monospace());
            });
            None
        }
        Block::Table(rows) => table(ui, rows, followed),
        Block::Figure(name) => {
            ui.add_space((0.3 * body.size).round());
            if !figures::show(ui, name) {
                let missing = t!("There is no figure “%{name}”.", name = name);
                ui.label(egui::RichText::new(missing).color(theme::amber()));
            }
            ui.add_space((0.3 * body.size).round());
            None
        }
    }
}

/// Contents to the right of a number or a dot.
pub fn beside<R>(ui: &mut Ui, mark: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let font = TextStyle::Body.resolve(ui.style());
    let indent = (1.7 * font.size).round();
    let (usual, spacing) = (ui.spacing().interact_size.y, ui.spacing().item_spacing.x);
    // A row is otherwise as high as a button at least.
    ui.spacing_mut().interact_size.y = 0.0;
    let shown = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let (rect, _) = ui.allocate_exact_size(vec2(indent, line_height(&font)), Sense::hover());
        let end = pos2(rect.right() - (0.4 * indent).round(), rect.center().y);
        ui.painter().text(end, egui::Align2::RIGHT_CENTER, mark, font, theme::weak());
        ui.vertical(|ui| {
            ui.spacing_mut().interact_size.y = usual;
            ui.spacing_mut().item_spacing.x = spacing;
            contents(ui)
        })
        .inner
    });
    ui.spacing_mut().interact_size.y = usual;
    shown.inner
}

/// Contents to the right of a line.
pub fn quote<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new().inner_margin(Margin { left: 12, right: 0, top: 2, bottom: 2 });
    let shown = frame.show(ui, contents);
    let rect = shown.response.rect;
    let line = [rect.left_top() + vec2(3.0, 2.0), rect.left_bottom() + vec2(3.0, -2.0)];
    ui.painter().line_segment(line, Stroke::new(2.0, theme::teal()));
    shown.inner
}

fn line_height(font: &FontId) -> f32 {
    (LINE * font.size).round()
}

/// Running text in one size, without links.
pub fn line(ui: &mut Ui, runs: &[Run], font: FontId, color: Color32) {
    line_of(ui, runs, font, color, &[]);
}

fn line_of(ui: &mut Ui, runs: &[Run], font: FontId, color: Color32, followed: &[Target]) -> Option<Target> {
    let laid = Laid::out(ui, runs, ui.available_width(), &font, color, followed);
    let (rect, response) = ui.allocate_exact_size(laid.galley.size().ceil(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, laid.galley.text()));
    laid.put(ui, rect.min, response.id)
}

/// A table whose columns are as wide as their texts, or share the width where there is not enough.
fn table(ui: &mut Ui, rows: &[Vec<Vec<Run>>], followed: &[Target]) -> Option<Target> {
    let font = TextStyle::Body.resolve(ui.style());
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let color = |row: usize| if row == 0 { theme::strong() } else { theme::text() };
    let natural = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let width = |cell: &Vec<Run>| {
            let laid = Laid::out(ui, cell, f32::INFINITY, &font, theme::text(), followed);
            laid.galley.size().x
        };
        cells.map(width).fold(0.0, f32::max).ceil() + 1.0
    };
    let natural: Vec<f32> = (0..columns).map(natural).collect();
    let room = ui.available_width() - 2.0 * CELL.x * columns as f32;
    let widths = fit(&natural, room);

    let mut clicked = None;
    let total: f32 = widths.iter().map(|width| width + 2.0 * CELL.x).sum();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, row) in rows.iter().enumerate() {
            let cells: Vec<Laid> = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| Laid::out(ui, cell, *width, &font, color(index), followed))
                .collect();
            let height = cells.iter().map(|cell| cell.galley.size().y).fold(0.0, f32::max) + 2.0 * CELL.y;
            let height = height.ceil();
            let (rect, response) = ui.allocate_exact_size(vec2(total, height), Sense::hover());
            let words: Vec<&str> = cells.iter().map(|cell| cell.galley.text()).collect();
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.join(" | ")));
            if index == 0 {
                ui.painter().rect_filled(rect, 2.0, theme::sunken());
            }
            ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, theme::line()));
            let mut corner = rect.min + CELL;
            for (column, (cell, width)) in cells.into_iter().zip(&widths).enumerate() {
                clicked = clicked.take().or(cell.put(ui, corner, response.id.with(column)));
                corner.x += width + 2.0 * CELL.x;
            }
        }
    });
    ui.add_space((0.5 * font.size).round());
    clicked
}

/// Widths that add up to `room` at most: what asks for less than its share gets it, the others share the rest.
fn fit(natural: &[f32], room: f32) -> Vec<f32> {
    let mut widths: Vec<Option<f32>> = vec![None; natural.len()];
    loop {
        let taken: f32 = widths.iter().flatten().sum();
        let open = widths.iter().filter(|width| width.is_none()).count();
        let share = ((room - taken) / open.max(1) as f32).max(20.0);
        let modest = (0..natural.len()).filter(|&i| widths[i].is_none() && natural[i] <= share);
        let modest: Vec<usize> = modest.collect();
        if modest.is_empty() {
            return widths.into_iter().map(|width| width.unwrap_or(share)).collect();
        }
        modest.into_iter().for_each(|i| widths[i] = Some(natural[i]));
    }
}

/// A text with its links, ready to be put somewhere.
struct Laid {
    galley: Arc<Galley>,
    /// The bold words alone, and by how many points to the right they are drawn a second time.
    bold: Option<(Arc<Galley>, f32)>,
    /// What is set as code, in characters of the text.
    code: Vec<Range<usize>>,
    /// The same of what is left free behind links that were followed.
    ticks: Vec<Range<usize>>,
    /// The same of links.
    links: Vec<(Range<usize>, Target)>,
}

impl Laid {
    fn out(ui: &Ui, runs: &[Run], width: f32, font: &FontId, color: Color32, followed: &[Target]) -> Self {
        let mut job = LayoutJob::default();
        job.wrap.max_width = width;
        let mut bold = Vec::new();
        let (mut code, mut ticks, mut links) = (Vec::new(), Vec::new(), Vec::<(Range<usize>, Target)>::new());
        let mut at = 0;
        for (index, run) in runs.iter().enumerate() {
            let mut format = TextFormat {
                font_id: font.clone(),
                color: if run.style.strong { theme::strong() } else { color },
                italics: run.style.emphasis && !is_bold(run),
                line_height: Some(line_height(font)),
                ..TextFormat::default()
            };
            let end = at + run.text.chars().count();
            if run.style.code {
                format.font_id = FontId::monospace((0.93 * font.size).round());
                code.push(at..end);
            }
            if run.link.is_some() {
                format.color = theme::accent();
            }
            if is_bold(run) {
                bold.push(job.sections.len());
                format.color = if run.link.is_some() { theme::accent() } else { theme::strong() };
            }
            job.append(&run.text, 0.0, format.clone());
            if let Some(target) = &run.link {
                match links.last_mut().filter(|(range, last)| range.end == at && last == target) {
                    Some((range, _)) => range.end = end,
                    None => links.push((at..end, target.clone())),
                }
                let goes_on = runs.get(index + 1).is_some_and(|next| next.link.as_ref() == Some(target));
                if followed.contains(target) && !goes_on {
                    job.append(ROOM_FOR_TICK, 0.0, format);
                    at = end + ROOM_FOR_TICK.chars().count();
                    ticks.push(end..at);
                    continue;
                }
            }
            at = end;
        }
        let bold = (!bold.is_empty()).then(|| {
            let mut job = job.clone();
            for (index, section) in job.sections.iter_mut().enumerate() {
                if !bold.contains(&index) {
                    section.format.color = Color32::TRANSPARENT;
                }
            }
            (ui.painter().layout_job(job), BOLD * font.size)
        });
        Self { galley: ui.painter().layout_job(job), bold, code, ticks, links }
    }

    /// Draws it and looks after its links; the one that was clicked.
    fn put(self, ui: &Ui, corner: Pos2, id: egui::Id) -> Option<Target> {
        let Self { galley, bold, code, ticks, links } = self;
        for rect in code.iter().flat_map(|range| rects(&galley, corner, range)) {
            ui.painter().rect_filled(rect.expand2(vec2(2.0, 0.0)), 3.0, theme::sunken());
        }
        let mut clicked = None;
        for (index, (range, target)) in links.into_iter().enumerate() {
            let words: String = galley.text().chars().skip(range.start).take(range.len()).collect();
            let mut hint = following::hint(&target);
            if ticks.iter().any(|tick| tick.start == range.end) {
                hint = t!("Done. %{hint}", hint = hint).into_owned();
            }
            let parts = rects(&galley, corner, &range);
            let mut looked_at = false;
            let mut was_clicked = false;
            for (part, rect) in parts.iter().enumerate() {
                // A link that goes over two lines is one for the keyboard and for a screen reader.
                let sense = if part == 0 { Sense::click() } else { Sense::CLICK };
                let response = ui.interact(*rect, id.with((index, part)), sense);
                if part == 0 {
                    response.widget_info(|| WidgetInfo::labeled(Role::Link, ui.is_enabled(), &words));
                }
                looked_at |= response.hovered() || response.has_focus();
                was_clicked |= response.clicked();
                if response.gained_focus() {
                    response.scroll_to_me(None);
                }
                response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(hint.as_str());
            }
            for rect in parts {
                if looked_at {
                    ui.painter().rect_filled(rect.expand(1.0), 2.0, theme::accent().gamma_multiply(0.22));
                }
                let line = Stroke::new(1.0, theme::accent().gamma_multiply(0.6));
                ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, line);
            }
            if was_clicked {
                clicked = Some(target);
            }
        }
        for rect in ticks.iter().flat_map(|range| rects(&galley, corner, range)) {
            tick(ui, rect);
        }
        if let Some((bold, step)) = bold {
            ui.painter().galley(corner + vec2(step, 0.0), bold, theme::text());
        }
        ui.painter().galley(corner, galley, theme::text());
        clicked
    }
}

/// Whether the emphasis of a run is drawn bold: Chinese has no slanted letters, and slanted ones collide.
fn is_bold(run: &Run) -> bool {
    run.style.emphasis && run.text.chars().any(|c| c >= '\u{2e80}')
}

/// A tick at the right of a rectangle: drawn, as the fonts have none.
pub fn tick(ui: &Ui, rect: Rect) {
    let size = 0.5 * rect.height();
    let foot = rect.right_center() + vec2(-0.62 * size, 0.35 * size);
    let ends = [foot + vec2(-0.4 * size, -0.4 * size), foot, foot + vec2(0.6 * size, -0.85 * size)];
    let stroke = Stroke::new(0.16 * size + 0.5, theme::teal());
    ui.painter().line(ends.to_vec(), stroke);
}

/// Where some characters of a text stand, a rectangle per line.
fn rects(galley: &Galley, corner: Pos2, range: &Range<usize>) -> Vec<Rect> {
    let mut rects = Vec::new();
    let mut at = 0;
    for row in &galley.rows {
        let glyphs = row.row.glyphs.iter().enumerate().filter(|(index, _)| range.contains(&(at + index)));
        // As high as the letters are, not as the line is; a space at the end of a line stands for nothing.
        let boxes = glyphs.map(|(_, glyph)| {
            let top = glyph.pos.y - glyph.font_ascent;
            let width = if glyph.chr == ' ' { 0.0 } else { glyph.advance_width };
            Rect::from_min_size(pos2(glyph.pos.x, top), vec2(width, glyph.font_height))
        });
        if let Some(all) = boxes.reduce(|a, b| a.union(b)) {
            rects.push(all.translate(corner.to_vec2() + row.pos.to_vec2()));
        }
        at += row.char_count_including_newline().0;
    }
    rects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_what_there_is() {
        assert_eq!(fit(&[10.0, 20.0], 100.0), [10.0, 20.0]);
        assert_eq!(fit(&[30.0, 200.0, 300.0], 230.0), [30.0, 100.0, 100.0]);
        assert_eq!(fit(&[90.0, 90.0, 300.0], 300.0), [90.0, 90.0, 120.0]);
        assert_eq!(fit(&[], 100.0), [0.0; 0]);
    }
}
