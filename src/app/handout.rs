//! The slides of a lesson as pictures, and a handout: one HTML file with pictures, text, notes and answers, which any
//! browser prints.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use egui::Theme;
use image::RgbaImage;

use super::export::Notes;
use super::file_work::{Filming, Progress};
use super::lessons_panel::state::{Print, ShownSlide};
use super::offscreen::{PictureOptions, WindowPainter, render_shell_of};
use super::shell::Shell;
use super::slide_show;
use crate::exhibit;
use crate::experiments::{Claim, Experiment, Record, plot};
use crate::figures;
use crate::files;
use crate::gpu::Gpu;
use crate::language::{Language, t, tr};
use crate::lessons::page::{Page, Question};
use crate::lessons::slides::Slide;
use crate::lessons::text::{Block, Run, visit};
use crate::ui::theme;

/// A slide of a handout.
#[derive(Default)]
struct Sheet {
    /// Title of the slide.
    heading: String,
    /// Address of the slide's picture without its text; `None` for the answers and for an experiment.
    picture: Option<String>,
    /// Text of the slide.
    text: Vec<Block>,
    /// The answer to its question; empty if it asks none. The last sheet has the answers of all.
    answer: Vec<Block>,
    /// The speaker's notes.
    notes: Vec<Block>,
}

/// The slides of a handout, and the addresses of the pictures of the figures in their texts, by name.
#[derive(Default)]
struct Sheets(Vec<Sheet>, BTreeMap<&'static str, String>);

/// Draws the window of a shell.
type Paint<'a> = &'a mut dyn FnMut(&mut Shell) -> anyhow::Result<RgbaImage>;

/// Draws the first state of every slide as `NAME-01.png` and so on; for a slide with steps or an answer also its
/// last state, as `NAME-01-end.png`. With `handout`, writes the handout `NAME.html` instead. The slides are those of the
/// open lesson or of the lecture of one's own that is given. `drawn` receives the number of finished slides and the
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
    let mut sheets = Sheets::default();
    for index in 0..count {
        let mut paint = |shell: &mut Shell| render_shell_of(gpu, shell, options);
        let path = |end: &str| folder.join(format!("{name}-{:02}{end}.png", index + 1));
        if let Some(notes) = handout {
            sheets.add(shell, name, index, notes, &mut paint)?;
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
        made.push((folder.join(format!("{name}.html")), sheets.page(title).into_bytes()));
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
    paint: Paint,
) -> anyhow::Result<RgbaImage> {
    turn_to(shell, name, index, at_end)?;
    paint(shell)
}

fn turn_to(shell: &mut Shell, name: &str, index: usize, at_end: bool) -> anyhow::Result<()> {
    slide_show::show_index(shell, index, at_end);
    if let Some(why) = shell.lessons.trouble.take() {
        anyhow::bail!("slide {} of {name}: {why}", index + 1);
    }
    shell.move_along();
    Ok(())
}

impl Sheets {
    /// Adds a slide: the text is not in the picture, because it stands below it. A slide that asks is drawn before its
    /// steps, which may show the answer; other slides after them. An experiment is shown by the plot and the claims of its
    /// result.
    fn add(
        &mut self,
        shell: &mut Shell,
        name: &str,
        index: usize,
        notes: Notes,
        paint: Paint,
    ) -> anyhow::Result<()> {
        let (stops, _) = shell.lessons.stops();
        let heading = shell.lessons.title_of(stops[index]);
        shell.lessons.print = Print::Picture;
        let asks = shell.lessons.slide_of(stops[index]).is_some_and(Slide::asks);
        turn_to(shell, name, index, !asks)?;
        let (mut text, answer) = match (shell.lessons.slide(), shell.lessons.lesson()) {
            (Some(slide), _) => of_slide(&slide),
            (None, Some(lesson)) => of_page(lesson.page(Language::current())),
            (None, None) => Default::default(),
        };
        let mut picture = None;
        if shell.page == exhibit::Page::Experiments {
            let experiment = shell.experiments.experiment();
            let series = shell.experiments.series().to_owned();
            let record = shell.experiments.shown();
            text.extend(of_experiment(experiment, record));
            if let Some(record) = record {
                picture = Some(address(&plot::picture(record, &series)?)?);
            }
        } else {
            picture = Some(address(&paint(shell)?)?);
        }
        let notes = if notes == Notes::Added { shell.lessons.notes() } else { Vec::new() };
        let mut named = Vec::new();
        for blocks in [&text, &answer, &notes] {
            visit(blocks, &mut |block| {
                let Block::Figure(name) = block else { return };
                named.extend(figures::NAMES.iter().find(|known| *known == name));
            });
        }
        for name in named {
            shell.lessons.print = Print::Figure(name);
            self.1.insert(name, address(&trimmed(&paint(shell)?))?);
        }
        self.0.push(Sheet { heading, picture, text, answer, notes });
        Ok(())
    }
}

/// The picture without the empty rows at its bottom.
fn trimmed(picture: &RgbaImage) -> RgbaImage {
    let paper = picture.get_pixel(0, 0);
    let has_ink = |y: &u32| (0..picture.width()).any(|x| picture.get_pixel(x, *y) != paper);
    let last = (0..picture.height()).rfind(has_ink).unwrap_or(0);
    let height = picture.height().min(last + 16);
    image::imageops::crop_imm(picture, 0, 0, picture.width(), height).to_image()
}

/// The address of a picture that is inside the page.
fn address(picture: &RgbaImage) -> anyhow::Result<String> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = "data:image/png;base64,".to_owned();
    for group in files::png(picture)?.chunks(3) {
        let bits = group.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        let digit = |at: usize| char::from(DIGITS[(bits >> (18 - 6 * at)) as usize % 64]);
        text.extend((0..4).map(|at| if at <= group.len() { digit(at) } else { '=' }));
    }
    Ok(text)
}

/// The answers of all slides, by their numbers, as the last sheet; `None` if no slide asks.
fn answers(sheets: &[Sheet]) -> Option<Sheet> {
    let numbered = (1..).zip(sheets).filter(|(_, sheet)| !sheet.answer.is_empty());
    let text: Vec<_> =
        numbered.map(|(number, sheet)| Block::List(Some(number), vec![sheet.answer.clone()])).collect();
    let last = Sheet { heading: t!("Answers").into_owned(), text, ..Sheet::default() };
    (!last.text.is_empty()).then_some(last)
}

/// A handout in the making. It owns the shell that it draws.
pub struct Handout {
    gpu: Gpu,
    shell: Shell,
    painter: WindowPainter,
    title: String,
    notes: Notes,
    path: PathBuf,
    sheets: Sheets,
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
        Ok(Self { gpu: gpu.clone(), shell, painter, title, notes, path, sheets: Sheets::default() })
    }
}

impl Filming for Handout {
    fn advance(&mut self) -> anyhow::Result<Progress> {
        let Self { gpu, shell, painter, title, notes, path, sheets } = self;
        let count = shell.lessons.stops().0.len();
        let index = sheets.0.len();
        if index < count {
            // Paper is white. The window keeps its theme.
            let before = theme::in_force();
            theme::use_theme(Theme::Light);
            let drawn = sheets.add(shell, title, index, *notes, &mut |shell| painter.paint(gpu, shell));
            theme::use_theme(before);
            return drawn.map(|()| Progress::Drawn(index + 1, count));
        }
        let written = files::write_whole(path, sheets.page(title).as_bytes());
        Ok(Progress::Done(written.map(|()| vec![path.clone()])))
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

/// The measurements of an experiment, and the claims, as its result judges them if there is one.
fn of_experiment(experiment: &Experiment, record: Option<&Record>) -> Vec<Block> {
    let runs = |text: String| vec![Run { text, ..Run::default() }];
    let source = format!("{} · {}", tr(experiment.source), experiment.id);
    let mut text = vec![Block::Paragraph(runs(tr(experiment.says))), Block::Paragraph(runs(source))];
    let claims = record.map_or_else(|| (experiment.claims)(&[]), Record::claims);
    if !claims.is_empty() {
        let claim = |one: &Claim| {
            let (claim, here) = (tr(&one.published), tr(&one.here));
            let judged = t!("%{claim}. Here: %{here}.", claim = claim, here = here);
            let text = format!("{judged} {}.", tr(one.judgement.words()));
            vec![Block::Paragraph(runs(text))]
        };
        text.push(Block::Heading(2, runs(t!("Claims").into_owned())));
        text.push(Block::List(None, claims.iter().map(claim).collect()));
    }
    text
}

/// Paper is white, and has room for two short slides on a page.
const STYLE: &str = "@page { size: A4; margin: 15mm } \
    :root { color-scheme: light; color: #111; background: #fff } \
    body { max-width: 48em; padding: 0 1em; margin: 2em auto; font: 1em/1.5 sans-serif } \
    section { break-inside: avoid; margin-bottom: 2em } section > small { float: right; color: #555 } \
    h2, h3 { break-after: avoid } img, pre, table, tr { break-inside: avoid } \
    aside { border-left: 3px solid #bbb; padding-left: 1em } \
    img { width: 100%; border: 1px solid #bbb } pre { white-space: pre-wrap } li p { margin: 0.2em 0 } \
    table { border-collapse: collapse } th, td { border: 1px solid #bbb; padding: 0.2em 0.6em; text-align: left } \
    @media print { body { margin: 0; max-width: none; font-size: 10pt } img { width: 75% } }";

impl Sheets {
    /// The handout: each slide's picture with its text and notes below it, and the answers at the end.
    fn page(&self, title: &str) -> String {
        let Self(sheets, figures) = self;
        let (language, title, count) = (Language::current().id(), escaped(title), sheets.len());
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<h1>{title}</h1>\n"
        );
        for (index, sheet) in sheets.iter().chain(&answers(sheets)).enumerate() {
            let heading = escaped(&sheet.heading);
            html.push_str("<section>\n");
            if index < count {
                let _ = writeln!(html, "<small>{} / {count}</small>", index + 1);
            }
            let _ = writeln!(html, "<h2>{heading}</h2>");
            if let Some(picture) = &sheet.picture {
                let _ = writeln!(html, "<img src=\"{picture}\" alt=\"{heading}\">");
            }
            put(&mut html, &sheet.text, figures);
            if !sheet.notes.is_empty() {
                let _ = writeln!(html, "<aside>\n<p><small>{}</small></p>", escaped(&t!("Notes")));
                put(&mut html, &sheet.notes, figures);
                html.push_str("</aside>\n");
            }
            html.push_str("</section>\n");
        }
        html.push_str("</html>\n");
        html
    }
}

fn put(html: &mut String, blocks: &[Block], figures: &BTreeMap<&str, String>) {
    for block in blocks {
        let _ = match block {
            Block::Heading(_, runs) => writeln!(html, "<h3>{}</h3>", inline(runs)),
            Block::Paragraph(runs) => writeln!(html, "<p>{}</p>", inline(runs)),
            Block::Code(code) => writeln!(html, "<pre>{}</pre>", escaped(code)),
            Block::Figure(name) => {
                let picture = figures.get(name.as_str()).map_or("", String::as_str);
                writeln!(html, "<img src=\"{picture}\" alt=\"{name}\">")
            }
            Block::Quote(inner) => {
                html.push_str("<blockquote>\n");
                put(html, inner, figures);
                writeln!(html, "</blockquote>")
            }
            Block::List(first, items) => {
                let tag = if first.is_some() { "ol" } else { "ul" };
                let start = first.map_or_else(String::new, |first| format!(" start=\"{first}\""));
                let _ = writeln!(html, "<{tag}{start}>");
                for item in items {
                    html.push_str("<li>\n");
                    put(html, item, figures);
                    html.push_str("</li>\n");
                }
                writeln!(html, "</{tag}>")
            }
            Block::Table(rows) => {
                html.push_str("<table>\n");
                for (index, row) in rows.iter().enumerate() {
                    let tag = if index == 0 { "th" } else { "td" };
                    let cell = |cell: &Vec<Run>| format!("<{tag}>{}</{tag}>", inline(cell));
                    let _ = writeln!(html, "<tr>{}</tr>", row.iter().map(cell).collect::<String>());
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
