//! The slides of a lesson as pictures, and a handout with the speaker's notes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::handout_pdf::{self, Sheet};
use super::offscreen::{PictureOptions, render_shell_of};
use super::shell::Shell;
use super::slide_show;
use crate::files;
use crate::gpu::Gpu;
use crate::language::Language;
use crate::lessons::slides::Slide;
use crate::lessons::text::{Block, Run};

/// Draws the first state of every slide as `NAME-01.png` and so on; for a slide with steps or an answer also its
/// last state, as `NAME-01-end.png`. With `notes`, also writes the handout with these pictures and the speaker's notes:
/// as a page for a browser, `NAME.html`, and as a document to print or pass on, `NAME.pdf`. The slides are those of the open lesson or of the lecture of one's own that is given. `drawn`
/// receives the number of finished slides and the total. Returns the paths of all files; no file is written before all
/// pictures are drawn.
pub fn write(
    gpu: &Gpu,
    shell: &mut Shell,
    options: &PictureOptions,
    (name, title): (&str, &str),
    folder: &Path,
    notes: bool,
    drawn: &mut dyn FnMut(usize, usize),
) -> anyhow::Result<Vec<PathBuf>> {
    shell.lessons.lecture = true;
    let (stops, _) = shell.lessons.stops();
    let mut made: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let (mut sections, mut sheets) = (Vec::new(), Vec::new());
    for (index, stop) in stops.iter().enumerate() {
        let mut section = Section { heading: shell.lessons.title_of(*stop), ..Section::default() };
        let mut sheet = Sheet {
            heading: section.heading.clone(),
            pictures: Vec::new(),
            text: Vec::new(),
            notes: Vec::new(),
        };
        let mut has_end = false;
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
            section.notes = shell.lessons.notes();
            sheet.text = slide.as_deref().map(text_of).unwrap_or_default();
            shell.move_along();
            let end = if at_end { "-end" } else { "" };
            let file = format!("{name}-{:02}{end}.png", index + 1);
            let picture = render_shell_of(gpu, shell, options)?;
            made.push((folder.join(&file), files::png(&picture)?));
            section.pictures.push(file);
            sheet.pictures.extend(notes.then_some(picture));
        }
        sheet.notes.clone_from(&section.notes);
        sections.push(section);
        sheets.push(sheet);
        drawn(index + 1, stops.len());
    }
    if notes {
        made.push((folder.join(format!("{name}.html")), page(title, &sections).into_bytes()));
        made.push((folder.join(format!("{name}.pdf")), handout_pdf::document(title, &sheets)?));
    }
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    files::write_all_whole(&made)?;
    Ok(made.into_iter().map(|(path, _)| path).collect())
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

/// A slide in the handout.
#[derive(Default)]
struct Section {
    heading: String,
    /// Names of the files of its pictures.
    pictures: Vec<String>,
    notes: Vec<Block>,
}

/// A page to view or print in a browser: each slide's pictures, with its notes below them.
fn page(title: &str, sections: &[Section]) -> String {
    let language = Language::current();
    let title = escaped(title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\
         body {{ max-width: 60em; margin: 2em auto; font: 1em/1.5 sans-serif }} \
         section {{ break-inside: avoid; margin-bottom: 2em }} \
         img {{ width: 49%; border: 1px solid #bbb }}</style>\n<h1>{title}</h1>\n",
        language.id()
    );
    for Section { heading, pictures, notes } in sections {
        let heading = escaped(heading);
        let _ = writeln!(html, "<section>\n<h2>{heading}</h2>");
        for name in pictures {
            let _ = writeln!(html, "<img src=\"{}\" alt=\"{heading}\">", escaped(name));
        }
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
