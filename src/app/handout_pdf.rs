//! The handout as a PDF document: each slide with its picture, its text and the speaker's notes.

use image::RgbaImage;

use crate::files::pdf::{Document, Fonts, TextStyle};
use crate::language::{Language, t};
use crate::lessons::text::{Block, Run};
use crate::ui::style;

/// A4, points.
const SIZE: [f32; 2] = [595.0, 842.0];
const MARGIN: f32 = 42.0;
const ROOM: f32 = SIZE[0] - 2.0 * MARGIN;
/// Height of the line with the title, above the slides, points.
const TOP: f32 = 8.0;
/// Height of a half of a page below it, and the space between both halves, points.
const HALF: f32 = 0.5 * (SIZE[1] - 2.0 * MARGIN - TOP - BETWEEN);
const BETWEEN: f32 = 28.0;
/// Least width of a picture in a half, as a part of the page's.
const LEAST_OF_PICTURE: f32 = 0.7;
/// Width of a picture above a text that fills its page, as a part of the page's.
const SMALLEST_PICTURE: f32 = 0.3;
/// Sizes of the letters, points; the largest at which the slide fits its page is used.
const LETTERS: [f32; 5] = [10.5, 9.5, 8.5, 7.5, 7.0];
/// Height of a line, as a multiple of its letters.
const LINE: f32 = 1.38;
/// Brightness of text, of what is beside it, and of lines.
const INK: f32 = 0.08;
const WEAK: f32 = 0.42;
const RULE: f32 = 0.75;

/// Whether a handout has the speaker's notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Every slide with its notes.
    Added,
    /// The slides alone, for an audience.
    LeftOut,
}

/// A slide with what its page shows.
pub struct Sheet {
    /// Title of the slide.
    pub heading: String,
    /// Picture of the slide without its text; `None` for the sheet of answers.
    pub picture: Option<RgbaImage>,
    /// Text of the slide.
    pub text: Vec<Block>,
    /// The answer to its question; empty if it asks none. The last sheet has the answers of all.
    pub answer: Vec<Block>,
    /// The speaker's notes.
    pub notes: Vec<Block>,
}

/// The bytes of the document. Two slides share a page if both fit a half of it; a text that fills more than a page goes
/// on on further ones.
pub fn document(title: &str, sheets: &[Sheet]) -> anyhow::Result<Vec<u8>> {
    let fonts = Fonts {
        text: vec![epaint_default_fonts::UBUNTU_LIGHT, style::CHINESE],
        code: vec![epaint_default_fonts::HACK_REGULAR],
    };
    let mut document = Document::new(title, Language::current().id(), SIZE, &fonts)?;
    // Whether the lower half of the last page is free.
    let mut is_free = false;
    for (index, sheet) in sheets.iter().enumerate() {
        let heading = TextStyle { is_bold: true, ..letters(16.0, INK) };
        let heading = broken(&document, &[(sheet.heading.clone(), heading)], ROOM - 40.0);
        let lines = LETTERS.map(|size| lines(&document, sheet, size));
        let of_text = height(&heading) + 8.0 + 4.0 + height(&lines[0]);
        let is_half = HALF - of_text >= LEAST_OF_PICTURE * ROOM * aspect(sheet);
        let is_second = is_half && std::mem::take(&mut is_free);
        is_free = is_half && !is_second;
        if !is_second {
            document.begin_page();
            document.write([MARGIN, MARGIN], title, &letters(9.0, WEAK));
        }
        document.bookmark(&sheet.heading);
        let top = MARGIN + TOP + if is_second { HALF + BETWEEN } else { 0.0 };
        let bottom = if is_half { top + HALF } else { SIZE[1] - MARGIN };
        let (label, place) = (letters(9.0, WEAK), format!("{} / {}", index + 1, sheets.len()));
        let width: f32 = place.chars().map(|letter| document.width(letter, &label)).sum();
        document.write([SIZE[0] - MARGIN - width, top + 16.0], &place, &label);
        let y = put(&mut document, &heading, top) + 8.0;
        let least = y + SMALLEST_PICTURE * ROOM * aspect(sheet);
        let fits_page = lines.iter().any(|lines| least + 4.0 + height(lines) <= bottom);
        let room = bottom - y - 4.0 - height(&lines[0]);
        let of_long_text = LEAST_OF_PICTURE * ROOM * aspect(sheet);
        let y = draw(&mut document, sheet, y, if fits_page { room } else { of_long_text })?;
        let fits = lines.iter().position(|lines| height(lines) <= bottom - y).unwrap_or(0);
        put(&mut document, &lines[fits], y);
    }
    document.finish()
}

/// Height of a picture as a part of its width; 0 without a picture.
fn aspect(Sheet { picture, .. }: &Sheet) -> f32 {
    picture.as_ref().map_or(0.0, |picture| picture.height() as f32 / picture.width().max(1) as f32)
}

/// A line of text.
struct Line {
    /// Space above the line and distance from the left margin, points.
    above: f32,
    indent: f32,
    /// Height of the line, points.
    height: f32,
    /// The bullet or number before the text.
    mark: Option<(String, TextStyle)>,
    pieces: Vec<(String, TextStyle)>,
    /// Whether a rule is drawn above the line.
    has_rule: bool,
}

fn letters(size: f32, gray: f32) -> TextStyle {
    TextStyle { size, is_code: false, is_bold: false, gray }
}

fn height(lines: &[Line]) -> f32 {
    lines.iter().map(|line| line.above + line.height).sum()
}

/// Draws the picture from `y` on, as wide as the page and as a room of this height allow. Returns the height below it.
fn draw(document: &mut Document, sheet: &Sheet, y: f32, room: f32) -> anyhow::Result<f32> {
    let Some(picture) = &sheet.picture else { return Ok(y) };
    let width = (room / aspect(sheet)).clamp(SMALLEST_PICTURE * ROOM, ROOM);
    let (left, height) = (0.5 * (SIZE[0] - width), width * aspect(sheet));
    // The frame is half a point wider on each side.
    document.fill([left - 0.5, y - 0.5, width + 1.0, height + 1.0], RULE);
    document.draw(picture, [left, y, width, height])?;
    Ok(y + height + 4.0)
}

/// Writes lines from `y` on; those that do not fit are on further pages. Returns the height below them.
fn put(document: &mut Document, lines: &[Line], mut y: f32) -> f32 {
    for line in lines {
        if y + line.above + line.height > SIZE[1] - MARGIN {
            document.begin_page();
            y = MARGIN;
        }
        y += line.above + line.height;
        if line.has_rule {
            document.fill([MARGIN, y - line.height - 0.5 * line.above, ROOM, 0.5], RULE);
        }
        let baseline = y - 0.28 * line.height;
        let mut x = MARGIN + line.indent;
        if let Some((mark, style)) = &line.mark {
            let width: f32 = mark.chars().map(|letter| document.width(letter, style)).sum();
            document.write([x - width - 0.4 * style.size, baseline], mark, style);
        }
        for (text, style) in &line.pieces {
            x += document.write([x, baseline], text, style);
        }
    }
    y
}

/// The lines below the pictures: the slide's text, then the notes.
fn lines(document: &Document<'static>, sheet: &Sheet, size: f32) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut paragraphs = Paragraphs { document, size, lines: &mut lines };
    paragraphs.add(&sheet.text, 0.0);
    if !sheet.notes.is_empty() {
        let label = (t!("Notes").into_owned(), letters(0.85 * size, WEAK));
        paragraphs.text(&[label], 0.0, 1.1 * size, None);
        if let Some(line) = paragraphs.lines.last_mut() {
            line.has_rule = true;
        }
        paragraphs.add(&sheet.notes, 0.0);
    }
    lines
}

/// Blocks of text that become lines.
struct Paragraphs<'a> {
    document: &'a Document<'static>,
    /// Size of the letters, points.
    size: f32,
    lines: &'a mut Vec<Line>,
}

impl Paragraphs<'_> {
    /// Adds blocks at a distance from the left margin.
    fn add(&mut self, blocks: &[Block], indent: f32) {
        let (size, above) = (self.size, 0.45 * self.size);
        for block in blocks {
            match block {
                Block::Heading(_, runs) => {
                    let bold =
                        |(text, style): (String, TextStyle)| (text, TextStyle { is_bold: true, ..style });
                    let pieces: Vec<_> = pieces(runs, size).into_iter().map(bold).collect();
                    self.text(&pieces, indent, 2.0 * above, None);
                }
                Block::Paragraph(runs) => self.text(&pieces(runs, size), indent, above, None),
                Block::Quote(inner) => self.add(inner, indent + 1.2 * size),
                Block::Code(code) => {
                    let style = TextStyle { is_code: true, ..letters(0.9 * size, INK) };
                    for line in code.lines() {
                        self.text(&[(line.to_owned(), style)], indent + 1.2 * size, 0.0, None);
                    }
                }
                Block::List(first, items) => {
                    for (index, item) in items.iter().enumerate() {
                        let mark = first
                            .map_or_else(|| "•".to_owned(), |first| format!("{}.", first + index as u64));
                        let mark = Some((mark, letters(size, INK)));
                        let (begin, inside) = match item.split_first() {
                            Some((Block::Paragraph(runs), rest)) => (pieces(runs, size), rest),
                            _ => (Vec::new(), &item[..]),
                        };
                        self.text(&begin, indent + 1.6 * size, 0.5 * above, mark);
                        self.add(inside, indent + 1.6 * size);
                    }
                }
                Block::Table(rows) => {
                    for row in rows {
                        let mut cells = Vec::new();
                        for cell in row {
                            if !cells.is_empty() {
                                cells.push(("   ".to_owned(), letters(size, INK)));
                            }
                            cells.extend(pieces(cell, size));
                        }
                        self.text(&cells, indent + 1.2 * size, 0.3 * above, None);
                    }
                }
                Block::Figure(_) => {}
            }
        }
    }

    /// Adds a paragraph.
    fn text(
        &mut self,
        pieces: &[(String, TextStyle)],
        indent: f32,
        above: f32,
        mark: Option<(String, TextStyle)>,
    ) {
        let first = self.lines.len();
        self.lines.extend(broken(self.document, pieces, ROOM - indent));
        if self.lines.len() == first && mark.is_some() {
            self.lines.push(line(Vec::new(), self.size));
        }
        self.lines[first..].iter_mut().for_each(|line| line.indent = indent);
        if let Some(line) = self.lines.get_mut(first) {
            (line.above, line.mark) = (above, mark);
        }
    }
}

/// Pieces of text with their styles.
fn pieces(runs: &[Run], size: f32) -> Vec<(String, TextStyle)> {
    let piece = |run: &Run| {
        let is_bold = run.style.strong || run.style.emphasis;
        let size = if run.style.code { 0.93 * size } else { size };
        (run.text.clone(), TextStyle { is_code: run.style.code, is_bold, ..letters(size, INK) })
    };
    runs.iter().map(piece).collect()
}

fn line(pieces: Vec<(String, TextStyle)>, size: f32) -> Line {
    Line { above: 0.0, indent: 0.0, height: LINE * size, mark: None, pieces, has_rule: false }
}

/// Breaks text into lines that are at most `width` wide: at spaces, and between Chinese characters.
fn broken(document: &Document, pieces: &[(String, TextStyle)], width: f32) -> Vec<Line> {
    let letters: Vec<_> =
        pieces.iter().flat_map(|(text, style)| text.chars().map(move |letter| (letter, style))).collect();
    let size = pieces.iter().map(|(_, style)| style.size).fold(0.0, f32::max);
    let mut lines = Vec::new();
    let mut start = 0;
    while start < letters.len() {
        let (mut x, mut end, mut last) = (0.0, start, None);
        while let Some((letter, style)) = letters.get(end) {
            x += document.width(*letter, style);
            // A space at the end of a line takes no room.
            if x > width && end > start && *letter != ' ' {
                end = last.unwrap_or(end);
                break;
            }
            end += 1;
            if letters.get(end).is_some_and(|(next, _)| can_break(*letter, *next)) {
                last = Some(end);
            }
        }
        let mut pieces: Vec<(String, TextStyle)> = Vec::new();
        for (letter, style) in &letters[start..end] {
            match pieces.last_mut().filter(|(_, of)| of == *style) {
                Some((text, _)) => text.push(*letter),
                None => pieces.push((letter.to_string(), **style)),
            }
        }
        if let Some((text, _)) = pieces.last_mut() {
            text.truncate(text.trim_end_matches(' ').len());
        }
        lines.push(line(pieces, size));
        start = end;
        while letters.get(start).is_some_and(|(letter, _)| *letter == ' ') {
            start += 1;
        }
    }
    lines
}

/// Whether a line may end between two characters.
fn can_break(letter: char, next: char) -> bool {
    /// Characters that begin no line.
    const CLOSING: &str = "，。、；：？！）》」』”’…·%";
    /// Characters that end no line.
    const OPENING: &str = "（《「『“‘";
    let is_chinese = |letter| matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}');
    let after_space = letter == ' ' && next != ' ';
    let between = (is_chinese(letter) || is_chinese(next)) && next != ' ';
    after_space || (between && !CLOSING.contains(next) && !OPENING.contains(letter))
}
