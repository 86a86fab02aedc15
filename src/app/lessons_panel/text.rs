//! Draws a lesson's text: headings, paragraphs, lists, tables, code and figures, with clickable links.
//!
//! A paragraph is laid out as one text, so that lines break correctly; the positions of its links are computed
//! afterwards.

use egui::{Color32, FontId, Frame, Margin, Role, Sense, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};

use super::explained::Explained;
use super::laid::{Laid, line_height};
use crate::figures;
use crate::language::t;
use crate::lessons::link::Target;
use crate::lessons::text::{Block, Run, plain};
use crate::ui::theme;

/// Margin around a table's cells, points.
const CELL: egui::Vec2 = vec2(8.0, 4.0);

/// Draws blocks one below the other. Links in `followed` are ticked. Returns the link that was clicked.
pub fn show(ui: &mut Ui, blocks: &[Block], followed: &[Target]) -> Option<Target> {
    show_after(ui, blocks, followed, &mut Explained::default())
}

/// Draws blocks below another text, whose terms are in `explained`. Returns the link that was clicked.
pub fn show_after(
    ui: &mut Ui,
    blocks: &[Block],
    followed: &[Target],
    explained: &mut Explained,
) -> Option<Target> {
    let mut clicked = None;
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            ui.add_space(3.0);
        }
        clicked = clicked.or(show_block(ui, block, followed, explained));
    }
    clicked
}

fn show_block(ui: &mut Ui, block: &Block, followed: &[Target], explained: &mut Explained) -> Option<Target> {
    let body = TextStyle::Body.resolve(ui.style());
    match block {
        Block::Heading(level, runs) => {
            ui.add_space((0.5 * body.size).round());
            let font = if *level < 3 { TextStyle::Heading.resolve(ui.style()) } else { body };
            explained.begin_section();
            line_of(ui, runs, font, theme::strong(), followed, None)
        }
        Block::Paragraph(runs) => line_of(ui, runs, body, theme::text(), followed, Some(explained)),
        Block::List(first, items) => {
            let mut clicked = None;
            for (index, item) in items.iter().enumerate() {
                let mark = first.map_or("•".to_owned(), |first| format!("{}.", first + index as u64));
                clicked = clicked.or(beside(ui, &mark, |ui| show_after(ui, item, followed, explained)));
            }
            clicked
        }
        Block::Quote(inner) => quote(ui, |ui| show_after(ui, inner, followed, explained)),
        Block::Code(code) => {
            let frame = Frame::new().fill(theme::sunken()).corner_radius(4.0).inner_margin(Margin::same(8));
            frame.show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.label(egui::RichText::new(code).monospace());
            });
            None
        }
        Block::Table(rows) => table(ui, rows, followed, explained),
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

/// Shows `contents` to the right of `mark`, a number or a bullet.
pub fn beside<R>(ui: &mut Ui, mark: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let font = TextStyle::Body.resolve(ui.style());
    let indent = (1.7 * font.size).round();
    let (usual, spacing) = (ui.spacing().interact_size.y, ui.spacing().item_spacing.x);
    // By default a row is at least as high as a button.
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

/// Shows `contents` to the right of a vertical line.
pub fn quote<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new().inner_margin(Margin { left: 12, right: 0, top: 2, bottom: 2 });
    let shown = frame.show(ui, contents);
    let rect = shown.response.rect;
    let line = [rect.left_top() + vec2(3.0, 2.0), rect.left_bottom() + vec2(3.0, -2.0)];
    ui.painter().line_segment(line, Stroke::new(2.0, theme::teal()));
    shown.inner
}

/// Shows running text in one size, without links, so that no single letter is left alone in the last row.
/// `explained` marks terms.
pub fn line(ui: &mut Ui, runs: &[Run], font: FontId, color: Color32, explained: Option<&mut Explained>) {
    let width = width_without_orphan(ui, runs, &font, color);
    let laid = Laid::out(ui, runs, width, &font, color, &[]);
    put(ui, laid, explained);
}

/// The available width, or slightly less if the last row would hold a single letter: Chinese breaks anywhere, and
/// most of its words have two characters.
fn width_without_orphan(ui: &Ui, runs: &[Run], font: &FontId, color: Color32) -> f32 {
    /// Maximum reduction of the width, in units of half a letter.
    const MOST: u8 = 6;
    let all = ui.available_width();
    let rows_and_letters = |width: f32| {
        let galley = Laid::out(ui, runs, width, font, color, &[]).galley;
        let letters = galley
            .rows
            .last()
            .map_or(0, |row| row.row.glyphs.iter().filter(|glyph| glyph.chr.is_alphanumeric()).count());
        (galley.rows.len(), letters)
    };
    let (rows, letters) = rows_and_letters(all);
    if rows < 2 || letters > 1 {
        return all;
    }
    let mut less = (1..=MOST).map(|halves| all - 0.5 * f32::from(halves) * font.size);
    less.find(|width| matches!(rows_and_letters(*width), (there, letters) if there == rows && letters > 1))
        .unwrap_or(all)
}

fn line_of(
    ui: &mut Ui,
    runs: &[Run],
    font: FontId,
    color: Color32,
    followed: &[Target],
    explained: Option<&mut Explained>,
) -> Option<Target> {
    let laid = Laid::out(ui, runs, ui.available_width(), &font, color, followed);
    put(ui, laid, explained)
}

fn put(ui: &mut Ui, laid: Laid, explained: Option<&mut Explained>) -> Option<Target> {
    let (rect, response) = ui.allocate_exact_size(laid.galley.size().ceil(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, laid.galley.text()));
    laid.put(ui, rect.min, response.id, explained)
}

/// Shows a table. Each column is as wide as its text if there is enough room; otherwise the columns share the
/// available width.
fn table(
    ui: &mut Ui,
    rows: &[Vec<Vec<Run>>],
    followed: &[Target],
    explained: &mut Explained,
) -> Option<Target> {
    let mut font = TextStyle::Body.resolve(ui.style());
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut cell_margin = CELL;
    // If the longest words of all columns do not fit side by side, letters and margins are made smaller.
    for share in [1.0, 0.92, 0.84, 0.76] {
        font.size = (share * TextStyle::Body.resolve(ui.style()).size).round();
        cell_margin = vec2((share * CELL.x).floor() - if share < 1.0 { 3.0 } else { 0.0 }, CELL.y);
        let words: f32 = (0..columns).map(|column| longest_word(ui, rows, column, &font)).sum();
        if words + 2.0 * cell_margin.x * columns as f32 <= ui.available_width() {
            break;
        }
    }
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
    let least: Vec<f32> = (0..columns).map(|column| longest_word(ui, rows, column, &font)).collect();
    let room = ui.available_width() - 2.0 * cell_margin.x * columns as f32;
    let widths = fit(&natural, &least, room);

    let mut clicked = None;
    let total: f32 = widths.iter().map(|width| width + 2.0 * cell_margin.x).sum();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, row) in rows.iter().enumerate() {
            let cells: Vec<Laid> = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| Laid::out(ui, cell, *width, &font, color(index), followed))
                .collect();
            let height =
                cells.iter().map(|cell| cell.galley.size().y).fold(0.0, f32::max) + 2.0 * cell_margin.y;
            let height = height.ceil();
            let (rect, response) = ui.allocate_exact_size(vec2(total, height), Sense::hover());
            let words: Vec<&str> = cells.iter().map(|cell| cell.galley.text()).collect();
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.join(" | ")));
            if index == 0 {
                ui.painter().rect_filled(rect, 2.0, theme::sunken());
            }
            ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, theme::line()));
            let mut corner = rect.min + cell_margin;
            for (column, (cell, width)) in cells.into_iter().zip(&widths).enumerate() {
                let id = response.id.with(column);
                clicked = clicked.take().or(cell.put(ui, corner, id, Some(explained)));
                corner.x += width + 2.0 * cell_margin.x;
            }
        }
    });
    ui.add_space((0.5 * font.size).round());
    clicked
}

/// Width of a column's longest word, points: lines break at spaces and next to non-ASCII letters.
fn longest_word(ui: &Ui, rows: &[Vec<Vec<Run>>], column: usize, font: &FontId) -> f32 {
    let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| plain(cell));
    let width = |word: &str| {
        ui.painter().layout_no_wrap(word.to_owned(), font.clone(), theme::text()).size().x.ceil() + 1.0
    };
    let longest = |cell: String| {
        let words = cell.split(|letter: char| letter == ' ' || !letter.is_ascii());
        words.map(width).fold(0.0, f32::max)
    };
    cells.map(longest).fold(0.0, f32::max)
}

/// Column widths that add up to at most `room`. Columns that need less than an equal share get what they need, and
/// the other columns share the rest. No column is narrower than `least`, its longest word, unless the longest
/// words of all columns do not fit together.
pub fn fit(natural: &[f32], least: &[f32], room: f32) -> Vec<f32> {
    let mut widths: Vec<Option<f32>> = vec![None; natural.len()];
    let all_least: f32 = least.iter().sum();
    loop {
        let taken: f32 = widths.iter().flatten().sum();
        let open = widths.iter().filter(|width| width.is_none()).count();
        let share = ((room - taken) / open.max(1) as f32).max(20.0);
        let is_open = |i: &usize| widths[*i].is_none();
        // Columns whose longest word is wider than an equal share of the room get their width first; less is then
        // left for the other columns.
        let wide = |i: &usize| least[*i] > share && all_least <= room;
        let wide: Vec<usize> = (0..natural.len()).filter(is_open).filter(wide).collect();
        let modest: Vec<usize> =
            (0..natural.len()).filter(is_open).filter(|&i| natural[i] <= share).collect();
        if !wide.is_empty() {
            wide.into_iter().for_each(|i| widths[i] = Some(least[i]));
        } else if !modest.is_empty() {
            modest.into_iter().for_each(|i| widths[i] = Some(natural[i]));
        } else {
            let widths: Vec<f32> = widths.into_iter().map(|width| width.unwrap_or(share)).collect();
            return with_the_rest(widths, natural, room);
        }
    }
}

/// Distributes the unused part of `room` over the columns that need more width, in proportion to their need.
fn with_the_rest(mut widths: Vec<f32>, natural: &[f32], room: f32) -> Vec<f32> {
    let left = (room - widths.iter().sum::<f32>()).max(0.0);
    let lacking: f32 = natural.iter().zip(&widths).map(|(natural, width)| (natural - width).max(0.0)).sum();
    if lacking > 0.0 {
        let share = (left / lacking).min(1.0);
        widths
            .iter_mut()
            .zip(natural)
            .for_each(|(width, natural)| *width += share * (natural - *width).max(0.0));
    }
    widths
}
