//! A paragraph laid out as one text, so that lines break correctly; the positions of links, code and terms are
//! computed from the layout.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Color32, CursorIcon, FontId, Galley, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use super::explained::{Explained, mark};
use super::following;
use crate::language::t;
use crate::lessons::link::Target;
use crate::lessons::text::Run;
use crate::ui::format::with_units_kept;
use crate::ui::theme;

/// Height of a line, as a multiple of the letters' height.
const LINE: f32 = 1.4;
/// Bold letters are drawn twice, because the font has no bold face. This is the offset of the second copy, as a
/// share of the letters' height.
const BOLD: f32 = 0.045;
/// Space for the tick after a followed link.
const ROOM_FOR_TICK: &str = "\u{a0}\u{a0}\u{a0}\u{a0}";

/// A laid-out text with its links, ready to be drawn.
pub struct Laid {
    pub galley: Arc<Galley>,
    /// A copy of the text with only the bold words visible, and its offset to the right, points.
    bold: Option<(Arc<Galley>, f32)>,
    /// Character ranges of code.
    code: Vec<Range<usize>>,
    /// Character ranges of the spaces left for ticks.
    ticks: Vec<Range<usize>>,
    /// Character ranges of links, with their targets.
    links: Vec<(Range<usize>, Target)>,
}

impl Laid {
    /// Lays out runs of text over `width` points; the style of a run makes it bold, code or a link.
    pub fn out(
        ui: &Ui,
        runs: &[Run],
        width: f32,
        font: &FontId,
        color: Color32,
        followed: &[Target],
    ) -> Self {
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
                format.font_id = code_font(ui, &run.text, width, font.size);
                code.push(at..end);
            }
            if run.link.is_some() {
                format.color = theme::accent();
            }
            if is_bold(run) {
                bold.push(job.sections.len());
                format.color = if run.link.is_some() { theme::accent() } else { theme::strong() };
            }
            // Code breaks at its spaces: kept together, it would break inside a name.
            let text = if run.style.code { run.text.clone() } else { with_units_kept(&run.text) };
            job.append(&text, 0.0, format.clone());
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

    /// Draws the text and handles its links and terms. Returns the link that was clicked.
    pub fn put(
        self,
        ui: &Ui,
        corner: Pos2,
        id: egui::Id,
        explained: Option<&mut Explained>,
    ) -> Option<Target> {
        let Self { galley, bold, code, ticks, links } = self;
        for rect in code.iter().flat_map(|range| rects(&galley, corner, range)) {
            ui.painter().rect_filled(rect.expand2(vec2(2.0, 0.0)), 3.0, theme::sunken());
        }
        let taken = |range: &Range<usize>| {
            let mut others = code.iter().chain(links.iter().map(|(range, _)| range));
            others.any(|other| range.start < other.end && other.start < range.end)
        };
        let terms = explained.map_or_else(Vec::new, |explained| explained.first_in(ui, galley.text(), taken));
        for (index, (range, term)) in terms.into_iter().enumerate() {
            mark(ui, &rects(&galley, corner, &range), id.with(("term", index)), term);
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
                // Only the first part of a wrapped link takes the focus, so that the keyboard and screen readers
                // find one link.
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

/// The font of code in a text with letters of this size. If a word of the code does not fit into a row, its letters are
/// smaller, so that no name is broken.
fn code_font(ui: &Ui, code: &str, width: f32, size: f32) -> FontId {
    /// Smallest letters, as a share of the others.
    const LEAST: f32 = 0.6;
    let font = FontId::monospace((0.93 * size).round());
    let width_of =
        |word: &str| ui.painter().layout_no_wrap(word.to_owned(), font.clone(), theme::text()).size().x;
    let longest = code.split_whitespace().map(width_of).fold(0.0, f32::max);
    let share = if longest > width { (width / longest).max(LEAST) } else { 1.0 };
    FontId::monospace((share * font.size).floor())
}

/// Height of a line of text, points.
pub fn line_height(font: &FontId) -> f32 {
    (LINE * font.size).round()
}

/// Whether the emphasis of a run is drawn bold: Chinese has no italics, and slanted characters overlap.
fn is_bold(run: &Run) -> bool {
    run.style.emphasis && run.text.chars().any(|c| c >= '\u{2e80}')
}

/// Draws a tick at the right of a rectangle. It is drawn with lines, because the fonts lack the character.
pub fn tick(ui: &Ui, rect: Rect) {
    let size = 0.5 * rect.height();
    let foot = rect.right_center() + vec2(-0.62 * size, 0.35 * size);
    let ends = [foot + vec2(-0.4 * size, -0.4 * size), foot, foot + vec2(0.6 * size, -0.85 * size)];
    let stroke = Stroke::new(0.16 * size + 0.5, theme::teal());
    ui.painter().line(ends.to_vec(), stroke);
}

/// Rectangles of some characters of a text, one per line.
fn rects(galley: &Galley, corner: Pos2, range: &Range<usize>) -> Vec<Rect> {
    let mut rects = Vec::new();
    let mut at = 0;
    for row in &galley.rows {
        let glyphs = row.row.glyphs.iter().enumerate().filter(|(index, _)| range.contains(&(at + index)));
        // The rectangles are as high as the letters, not as high as the line. A space gets no width, so that no
        // space is marked at the end of a line.
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
