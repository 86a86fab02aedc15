//! The slides of a lesson as pictures, and a handout with the speaker's notes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use egui::Theme;
use image::RgbaImage;

use super::file_work::{Filming, Progress};
use super::handout_pdf::{self, Notes, Sheet};
use super::lessons_panel::state::{Print, ShownSlide};
use super::offscreen::{PictureOptions, WindowPainter, render_shell_of};
use super::shell::Shell;
use super::slide_show;
use crate::files;
use crate::gpu::Gpu;
use crate::language::{Language, t};
use crate::lessons::page::{Page, Question};
use crate::lessons::slides::Slide;
use crate::lessons::text::{Block, Run};
use crate::ui::theme;

/// Draws the first state of every slide as `NAME-01.png` and so on; for a slide with steps or an answer also its
/// last state, as `NAME-01-end.png`. With `handout`, the pictures are those of a handout, one per slide as `NAME-01.png`,
/// which is written as a page for a browser, `NAME.html`, and as a document to print or pass on, `NAME.pdf`. The slides
/// are those of the open lesson or of the lecture of one's own that is given. `drawn` receives the number of finished
/// slides and the total. Returns the paths of all files; no file is written before all pictures are drawn.
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
    let mut sheets = Vec::new();
    for index in 0..count {
        let mut paint = |shell: &mut Shell| render_shell_of(gpu, shell, options);
        let path = |end: &str| folder.join(format!("{name}-{:02}{end}.png", index + 1));
        if let Some(notes) = handout {
            let sheet = sheet(shell, name, index, notes, &mut paint)?;
            made.extend(sheet.picture.as_ref().map(files::png).transpose()?.map(|png| (path(""), png)));
            sheets.push(sheet);
        } else {
            shell.lessons.print = Print::Slide;
            made.push((path(""), files::png(&draw(shell, name, index, false, &mut paint)?)?));
            let has_end = |slide: ShownSlide| slide.asks() || slide.head.walk.is_some();
            if shell.lessons.slide().is_some_and(has_end) {
                made.push((path("-end"), files::png(&draw(shell, name, index, true, &mut paint)?)?));
            }
        }
        drawn(index + 1, count);
    }
    if handout.is_some() {
        sheets.extend(answers(&sheets));
        made.push((folder.join(format!("{name}.html")), page(title, name, &sheets).into_bytes()));
        made.push((folder.join(format!("{name}.pdf")), handout_pdf::document(title, &sheets)?));
    }
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    files::write_all_whole(&made)?;
    Ok(made.into_iter().map(|(path, _)| path).collect())
}

/// Draws a slide in its first state, or after all of its steps and with its answer.
fn draw(
    shell: &mut Shell,
    name: &str,
    index: usize,
    at_end: bool,
    paint: &mut dyn FnMut(&mut Shell) -> anyhow::Result<RgbaImage>,
) -> anyhow::Result<RgbaImage> {
    slide_show::show_index(shell, index, at_end);
    if let Some(why) = shell.lessons.trouble.take() {
        anyhow::bail!("slide {} of {name}: {why}", index + 1);
    }
    shell.move_along();
    paint(shell)
}

/// A slide for a handout: the text is not in the picture, because it stands below it. A slide that asks is drawn before
/// its steps, which may show the answer; other slides after them.
fn sheet(
    shell: &mut Shell,
    name: &str,
    index: usize,
    notes: Notes,
    paint: &mut dyn FnMut(&mut Shell) -> anyhow::Result<RgbaImage>,
) -> anyhow::Result<Sheet> {
    let (stops, _) = shell.lessons.stops();
    let heading = shell.lessons.title_of(stops[index]);
    shell.lessons.print = Print::Picture;
    let asks = shell.lessons.slide_of(stops[index]).is_some_and(Slide::asks);
    let picture = Some(draw(shell, name, index, !asks, paint)?);
    let (text, answer) = match (shell.lessons.slide(), shell.lessons.lesson()) {
        (Some(slide), _) => of_slide(&slide),
        (None, Some(lesson)) => of_page(lesson.page(Language::current())),
        (None, None) => Default::default(),
    };
    let notes = if notes == Notes::Added { shell.lessons.notes() } else { Vec::new() };
    Ok(Sheet { heading, picture, text, answer, notes })
}

/// The answers of all slides, by their numbers, as the last sheet; `None` if no slide asks.
fn answers(sheets: &[Sheet]) -> Option<Sheet> {
    let numbered = (1..).zip(sheets).filter(|(_, sheet)| !sheet.answer.is_empty());
    let text: Vec<_> =
        numbered.map(|(number, sheet)| Block::List(Some(number), vec![sheet.answer.clone()])).collect();
    let heading = t!("Answers").into_owned();
    let last = Sheet { heading, picture: None, text, answer: Vec::new(), notes: Vec::new() };
    (!last.text.is_empty()).then_some(last)
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
            // Paper is white. The window keeps its theme.
            let before = theme::in_force();
            theme::use_theme(Theme::Light);
            let drawn = sheet(shell, title, sheets.len(), *notes, &mut |shell| painter.paint(gpu, shell));
            theme::use_theme(before);
            sheets.push(drawn?);
            if sheets.len() == count {
                sheets.extend(answers(sheets));
            }
            return Ok(Progress::Drawn(sheets.len().min(count), count));
        }
        let written = handout_pdf::document(title, sheets)
            .and_then(|document| files::write_whole(path, &document))
            .map(|()| vec![path.clone()]);
        Ok(Progress::Done(written))
    }
}

/// The text of a slide, its lines and its choices; and its answer, with the right choice.
fn of_slide(slide: &Slide) -> (Vec<Block>, Vec<Block>) {
    let paragraph = |runs: &Vec<Run>| Block::Paragraph(runs.clone());
    let list = |first, lines: Vec<&Vec<Run>>| {
        let items: Vec<_> = lines.iter().map(|runs| vec![paragraph(runs)]).collect();
        (!items.is_empty()).then_some(Block::List(first, items))
    };
    let lines = list(None, slide.lines.iter().collect());
    let choices = list(Some(1), slide.choices.iter().map(|choice| &choice.text).collect());
    let right = slide.choices.iter().filter(|choice| choice.right).map(|choice| paragraph(&choice.text));
    (lines.into_iter().chain(choices).collect(), right.chain(slide.answer.clone()).collect())
}

/// The text of a lesson's page with its questions, and their answers.
fn of_page(page: &Page) -> (Vec<Block>, Vec<Block>) {
    let heading = Run { text: t!("Questions").into_owned(), ..Run::default() };
    let list = |of: fn(&Question) -> &Vec<Block>| {
        Block::List(Some(1), page.questions.iter().map(|question| of(question).clone()).collect())
    };
    let questions = [Block::Heading(2, vec![heading]), list(|question| &question.asked)];
    (page.text.iter().cloned().chain(questions).collect(), vec![list(|question| &question.answer)])
}

/// A page to view or print in a browser: each slide's picture, a file beside the page, with its text and notes below it.
fn page(title: &str, name: &str, sheets: &[Sheet]) -> String {
    let language = Language::current();
    let title = escaped(title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\
         body {{ max-width: 48em; padding: 0 1em; margin: 2em auto; font: 1em/1.5 sans-serif }} \
         section {{ break-inside: avoid; margin-bottom: 2em }} \
         aside {{ border-left: 3px solid #bbb; padding-left: 1em }} \
         img {{ width: 100%; border: 1px solid #bbb }} \
         li p {{ margin: 0.2em 0 }}</style>\n<h1>{title}</h1>\n",
        language.id()
    );
    for (index, Sheet { heading, picture, text, notes, .. }) in sheets.iter().enumerate() {
        let heading = escaped(heading);
        let file = escaped(&format!("{name}-{:02}.png", index + 1));
        let _ = writeln!(html, "<section>\n<h2>{heading}</h2>");
        if picture.is_some() {
            let _ = writeln!(html, "<img src=\"{file}\" alt=\"{heading}\">");
        }
        put(&mut html, text);
        if !notes.is_empty() {
            let _ = writeln!(html, "<aside>\n<p><small>{}</small></p>", escaped(&t!("Notes")));
            put(&mut html, notes);
            html.push_str("</aside>\n");
        }
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
                let start = first.map_or_else(String::new, |first| format!(" start=\"{first}\""));
                let _ = writeln!(html, "<{tag}{start}>");
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
