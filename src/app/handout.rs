//! The slides of a lesson as pictures, and a handout with the speaker's notes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::offscreen::{PictureOptions, render_shell_of};
use super::shell::Shell;
use super::slide_show;
use crate::files;
use crate::gpu::Gpu;
use crate::language::Language;
use crate::lessons::Lesson;
use crate::lessons::slides::Slide;
use crate::lessons::text::{self, Block, Run};

/// Draws the first state of every slide as `NAME-01.png` and so on; for a slide with steps or an answer also its
/// last state, as `NAME-01-end.png`. With `notes`, also writes the handout `NAME.html` with these pictures and the
/// speaker's notes. `drawn` receives the number of finished slides and the total. Returns the paths of all files;
/// no file is written before all pictures are drawn.
pub fn write(
    gpu: &Gpu,
    shell: &mut Shell,
    options: &PictureOptions,
    folder: &Path,
    notes: bool,
    drawn: &mut dyn FnMut(usize, usize),
) -> anyhow::Result<Vec<PathBuf>> {
    let lesson = shell.lessons.lesson().context("no lesson is open")?;
    let slides = lesson.slides(Language::current());
    shell.lessons.lecture = true;
    let mut made: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut handout = Vec::new();
    for (index, slide) in slides.iter().enumerate() {
        let mut names = Vec::new();
        let has_end = slide.asks() || slide.head.walk.is_some();
        for at_end in [false, true].into_iter().take(if has_end { 2 } else { 1 }) {
            slide_show::show_slide(shell, index, at_end);
            if let Some(why) = shell.lessons.trouble.take() {
                anyhow::bail!("slide {} of {}: {why}", index + 1, lesson.id);
            }
            shell.move_along();
            let end = if at_end { "-end" } else { "" };
            let name = format!("{}-{:02}{end}.png", lesson.id, index + 1);
            made.push((folder.join(&name), files::png(&render_shell_of(gpu, shell, options)?)?));
            names.push(name);
        }
        handout.push((slide, names));
        drawn(index + 1, slides.len());
    }
    if notes {
        made.push((folder.join(format!("{}.html", lesson.id)), page(lesson, &handout).into_bytes()));
    }
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    files::write_all_whole(&made)?;
    Ok(made.into_iter().map(|(path, _)| path).collect())
}

/// A page to view or print in a browser: each slide's pictures, with its notes below them.
fn page(lesson: &Lesson, slides: &[(&Slide, Vec<String>)]) -> String {
    let language = Language::current();
    let title = escaped(&lesson.page(language).title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\
         body {{ max-width: 60em; margin: 2em auto; font: 1em/1.5 sans-serif }} \
         section {{ break-inside: avoid; margin-bottom: 2em }} \
         img {{ width: 49%; border: 1px solid #bbb }}</style>\n<h1>{title}</h1>\n",
        language.id()
    );
    for (slide, pictures) in slides {
        let heading = escaped(&text::plain(&slide.title));
        let _ = writeln!(html, "<section>\n<h2>{heading}</h2>");
        for name in pictures {
            let _ = writeln!(html, "<img src=\"{}\" alt=\"{heading}\">", escaped(name));
        }
        put(&mut html, &slide.notes);
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
