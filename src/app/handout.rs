//! The slides of a lesson as pictures, and a handout with the speaker's notes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use image::RgbaImage;

use super::file_work::{Filming, Progress};
use super::handout_pdf::{self, Notes, Sheet};
use super::offscreen::{PictureOptions, WindowPainter, render_shell_of};
use super::shell::Shell;
use super::slide_show;
use crate::files;
use crate::gpu::Gpu;
use crate::language::Language;
use crate::lessons::slides::Slide;
use crate::lessons::text::{Block, Run};

/// Draws the first state of every slide as `NAME-01.png` and so on; for a slide with steps or an answer also its
/// last state, as `NAME-01-end.png`. With `handout`, also writes these pictures with the slides' text: as a page for a
/// browser, `NAME.html`, and as a document to print or pass on, `NAME.pdf`. The slides are those of the open lesson or
/// of the lecture of one's own that is given. `drawn` receives the number of finished slides and the
/// total. Returns the paths of all files; no file is written before all pictures are drawn.
pub fn write(
    gpu: &Gpu,
    shell: &mut Shell,
    options: &PictureOptions,
    (name, title): (&str, &str),
    folder: &Path,
    handout: Option<Notes>,
    drawn: &mut dyn FnMut(usize, usize),
) -> anyhow::Result<Vec<PathBuf>> {
    shell.lessons.lecture = true;
    let count = shell.lessons.stops().0.len();
    let mut made: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let (mut sheets, mut names) = (Vec::new(), Vec::new());
    for index in 0..count {
        let notes = handout.unwrap_or(Notes::LeftOut);
        let mut sheet = draw(shell, name, index, notes, &mut |shell| render_shell_of(gpu, shell, options))?;
        let files: Vec<String> = ["", "-end"]
            .iter()
            .take(sheet.pictures.len())
            .map(|end| format!("{name}-{:02}{end}.png", index + 1))
            .collect();
        for (picture, file) in sheet.pictures.iter().zip(&files) {
            made.push((folder.join(file), files::png(picture)?));
        }
        if handout.is_none() {
            sheet.pictures.clear();
        }
        sheets.push(sheet);
        names.push(files);
        drawn(index + 1, count);
    }
    if handout.is_some() {
        made.push((folder.join(format!("{name}.html")), page(title, &sheets, &names).into_bytes()));
        made.push((folder.join(format!("{name}.pdf")), handout_pdf::document(title, &sheets)?));
    }
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    files::write_all_whole(&made)?;
    Ok(made.into_iter().map(|(path, _)| path).collect())
}

/// Draws a slide in its first state and, if it has steps or an answer, in its last one.
fn draw(
    shell: &mut Shell,
    name: &str,
    index: usize,
    notes: Notes,
    paint: &mut dyn FnMut(&mut Shell) -> anyhow::Result<RgbaImage>,
) -> anyhow::Result<Sheet> {
    let (stops, _) = shell.lessons.stops();
    let heading = shell.lessons.title_of(stops[index]);
    let mut sheet = Sheet { heading, pictures: Vec::new(), text: Vec::new(), notes: Vec::new() };
    let mut has_end = false;
    shell.lessons.is_printed = true;
    for at_end in [false, true] {
        if at_end && !has_end {
            break;
        }
        slide_show::show_index(shell, index, at_end);
        if let Some(why) = shell.lessons.trouble.take() {
            anyhow::bail!("slide {} of {name}: {why}", index + 1);
        }
        let slide = shell.lessons.slide();
        has_end = slide.as_ref().is_some_and(|slide| slide.asks() || slide.head.walk.is_some());
        if notes == Notes::Added {
            sheet.notes = shell.lessons.notes();
        }
        sheet.text = slide.as_deref().map(text_of).unwrap_or_default();
        shell.move_along();
        sheet.pictures.push(paint(shell)?);
    }
    Ok(sheet)
}

/// A handout in the making, as a PDF document. It owns the shell that it draws.
pub struct Handout {
    gpu: Gpu,
    shell: Shell,
    painter: WindowPainter,
    title: String,
    notes: Notes,
    path: PathBuf,
    sheets: Vec<Sheet>,
}

impl Handout {
    /// The handout of the lecture that this shell gives, with pictures of `size` pixels.
    pub fn begin(
        gpu: &Gpu,
        shell: Shell,
        title: String,
        notes: Notes,
        size: [u32; 2],
        path: PathBuf,
    ) -> anyhow::Result<Self> {
        let painter = WindowPainter::new(gpu, size, shell.lessons.pixels_per_point(size, 1.0))?;
        Ok(Self { gpu: gpu.clone(), shell, painter, title, notes, path, sheets: Vec::new() })
    }
}

impl Filming for Handout {
    fn advance(&mut self) -> anyhow::Result<Progress> {
        let Self { gpu, shell, painter, title, notes, path, sheets } = self;
        let count = shell.lessons.stops().0.len();
        if sheets.len() < count {
            sheets.push(draw(shell, title, sheets.len(), *notes, &mut |shell| painter.paint(gpu, shell))?);
            return Ok(Progress::Drawn(sheets.len(), count));
        }
        let written = handout_pdf::document(title, sheets)
            .and_then(|document| files::write_whole(path, &document))
            .map(|()| vec![path.clone()]);
        Ok(Progress::Done(written))
    }
}

/// The text of a slide: its lines, its choices, and its answer.
fn text_of(slide: &Slide) -> Vec<Block> {
    let list = |first, lines: Vec<&Vec<Run>>| {
        let items: Vec<_> = lines.iter().map(|runs| vec![Block::Paragraph((*runs).clone())]).collect();
        (!items.is_empty()).then_some(Block::List(first, items))
    };
    let lines = list(None, slide.lines.iter().collect());
    let choices = list(Some(1), slide.choices.iter().map(|choice| &choice.text).collect());
    lines.into_iter().chain(choices).chain(slide.answer.clone()).collect()
}

/// A page to view or print in a browser: each slide's pictures, which are files with these names, with its text and
/// notes below them.
fn page(title: &str, sheets: &[Sheet], names: &[Vec<String>]) -> String {
    let language = Language::current();
    let title = escaped(title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\
         body {{ max-width: 60em; margin: 2em auto; font: 1em/1.5 sans-serif }} \
         section {{ break-inside: avoid; margin-bottom: 2em }} \
         img {{ width: 49%; border: 1px solid #bbb }}</style>\n<h1>{title}</h1>\n",
        language.id()
    );
    for (Sheet { heading, text, notes, .. }, names) in sheets.iter().zip(names) {
        let heading = escaped(heading);
        let _ = writeln!(html, "<section>\n<h2>{heading}</h2>");
        for name in names {
            let _ = writeln!(html, "<img src=\"{}\" alt=\"{heading}\">", escaped(name));
        }
        put(&mut html, text);
        put(&mut html, notes);
        html.push_str("</section>\n");
    }
    html.push_str("</html>\n");
    html
}

fn put(html: &mut String, blocks: &[Block]) {
    for block in blocks {
        let _ = match block {
            Block::Heading(_, runs) => writeln!(html, "<h3>{}</h3>", inline(runs)),
            Block::Paragraph(runs) => writeln!(html, "<p>{}</p>", inline(runs)),
            Block::Code(code) => writeln!(html, "<pre>{}</pre>", escaped(code)),
            Block::Figure(_) => Ok(()),
            Block::Quote(inner) => {
                html.push_str("<blockquote>\n");
                put(html, inner);
                writeln!(html, "</blockquote>")
            }
            Block::List(first, items) => {
                let tag = if first.is_some() { "ol" } else { "ul" };
                let _ = writeln!(html, "<{tag}>");
                for item in items {
                    html.push_str("<li>\n");
                    put(html, item);
                    html.push_str("</li>\n");
                }
                writeln!(html, "</{tag}>")
            }
            Block::Table(rows) => {
                html.push_str("<table>\n");
                for row in rows {
                    let cells: String = row.iter().map(|cell| format!("<td>{}</td>", inline(cell))).collect();
                    let _ = writeln!(html, "<tr>{cells}</tr>");
                }
                writeln!(html, "</table>")
            }
        };
    }
}

fn inline(runs: &[Run]) -> String {
    let run = |run: &Run| {
        let text = escaped(&run.text);
        match run.style {
            style if style.code => format!("<code>{text}</code>"),
            style if style.strong => format!("<strong>{text}</strong>"),
            style if style.emphasis => format!("<em>{text}</em>"),
            _ => text,
        }
    };
    runs.iter().map(run).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
