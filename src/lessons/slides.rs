//! The slides of a lesson: a few short lines at a time, which a lecture shows beside the demonstration.
//!
//! They are in `assets/slides/en/NAME.md`, with a translation in every other language's folder. NAME is the
//! lesson's file name, such as `01-buffers`; the word `slides` after it in the table [`super::FILES`] enables
//! them. A slide begins with a head between two lines `---`, which is the same in every language:
//!
//! ```text
//! ---
//! show: pixel=16,16
//! large: buffers
//! walk: 1-3
//! ---
//! # One line as title
//! - a short line; *emphasis*, **strong** and `code` as in a lesson, no links
//! - up to five of them, choices included
//! - ( ) a choice, for a question that is answered before the scene shows it
//! - (x) the right choice
//! > answer: hidden until the key asks for it; up to three such lines
//!
//! ## Notes
//! Hints for the speaker, and the reason for the answer: Markdown, any length, for the speaker and the handout.
//! ```
//!
//! The lines must be in this order; title and notes are required. In Chinese the heading of the notes is
//! `## 备注`.
//!
//! Lines of the head, all optional:
//! * `show:` parameters that override those of *the lesson's own scene* (not of the slide before) when the slide
//!   opens. `camera=…` sets the viewpoint of the lab's panes, or of the inspector's 3D view; without it the whole
//!   scene is visible.
//! * `large:` the part that is shown large: a view of the story ([`slide_head::VIEWS`]; in two columns with
//!   `compare=`), `scene` (the 3D view, or the lab's panes on the scene page), `figure NAME` (a drawing),
//!   or `page` (the whole page, as outside a lecture), which is the default.
//! * `walk: A-B` the slide opens at step A of the story, and the key advances to step B before it shows the answer;
//!   `last` is the last step. Without it the story stays at the step that `show` sets.
//! * `reveal:` parameters that replace those of `show` once the answer is shown, so that the scene does not reveal the
//!   answer before; `reveal-large:` the large part from then on. Without them, `show` and `large` stay in force.
//!
//! Lines are at most 60 characters long, or 28 in Chinese, where two narrow characters count as one.
//! Consecutive slides with the same `show` share one scene, so that changes made in it stay.

use super::page::Mistake;
use super::slide_head::{self, Head, Large, Line};
use super::text::{self, Block, Run};
use crate::exhibit::SceneLink;
use crate::labs::fields::in_pane;
use crate::language::Language;

/// Parameters of the lesson's scene that no longer apply when a slide selects another world by `preset`.
const OF_A_WORLD: &[&str] = &["seed", "bodies", "density", "level", "size", "mix", "frame", "pair"];
/// Most lines and choices of a slide.
const MOST_LINES: usize = 5;
/// Most lines of an answer.
const MOST_ANSWER_LINES: usize = 3;

/// A slide in one language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slide {
    /// The scene that opens with the slide, and the part shown large.
    pub head: Head,
    /// The heading.
    pub title: Vec<Run>,
    /// The lines below the title.
    pub lines: Vec<Vec<Run>>,
    /// The choices of a multiple-choice question; empty if the slide has none.
    pub choices: Vec<Choice>,
    /// The answer, hidden until it is revealed, a block per line.
    pub answer: Vec<Block>,
    /// The speaker's notes.
    pub notes: Vec<Block>,
}

/// A choice of a multiple-choice question.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The text of the choice.
    pub text: Vec<Run>,
    /// Whether the choice is correct.
    pub right: bool,
}

impl Slide {
    /// Whether the slide has an answer or choices to reveal.
    pub fn asks(&self) -> bool {
        !self.answer.is_empty() || !self.choices.is_empty()
    }

    /// The part of the page that is shown large, before or after the answer is revealed.
    pub fn large(&self, answered: bool) -> &Large {
        let revealed = self.head.reveal.as_ref().filter(|_| answered);
        revealed.map_or(&self.head.large, |(_, large)| large)
    }

    /// The scene when the slide opens, or when its answer is revealed: the lesson's scene with the slide's
    /// parameters.
    pub fn scene(&self, lesson: &SceneLink, answered: bool) -> SceneLink {
        let mut words = lesson.to_words();
        let revealed = self.head.reveal.as_ref().filter(|_| answered);
        let show = revealed.map_or(&self.head.show, |(show, _)| show);
        if show.words.get("preset").is_some() {
            OF_A_WORLD.iter().for_each(|name| drop(words.take(name)));
        }
        if show.words.get("method").is_some() {
            // The lesson's settings of single panes apply to the lesson's panes, not to the slide's, so they are
            // dropped.
            let of_panes =
                words.iter().map(|(name, _)| name.to_owned()).filter(|name| in_pane(name).0.is_some());
            of_panes.collect::<Vec<_>>().iter().for_each(|name| drop(words.take(name)));
        }
        show.to_words().iter().for_each(|(name, value)| words.set(name, value));
        if let Some(walk) = self.head.walk {
            words.set("step", walk.first.to_string());
        }
        // Both exhibits were parsed from parameters, so their combination parses, too.
        SceneLink::of(words).unwrap_or_else(|_| lesson.clone())
    }
}

/// Reads a file of slides. The error names the line.
pub fn read(file: &str, language: Language) -> Result<Vec<Slide>, Mistake> {
    let lines: Vec<(usize, &str)> = (1..).zip(file.lines().map(str::trim_end)).collect();
    let marks: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].1 == "---").collect();
    let heads = marks.chunks_exact(2);
    if marks.is_empty() || lines[..marks[0]].iter().any(|(_, line)| !line.is_empty()) {
        return Err((1, "a slide begins with its head, between two lines `---`".into()));
    }
    if let [open] = heads.remainder() {
        return Err((lines[*open].0, "the head does not end; close it with a line `---`".into()));
    }
    let ends = marks.iter().skip(2).step_by(2).copied().chain([lines.len()]);
    let mut slides = Vec::new();
    for (head, end) in heads.zip(ends) {
        let [open, close] = *head else { continue };
        let head = slide_head::read(&lines[open + 1..close])?;
        slides.push(read_body(head, &lines[close..end], language)?);
    }
    Ok(slides)
}

/// The first difference between slides and their translation in heads, answers or choices.
pub fn differs(one: &[Slide], other: &[Slide]) -> Option<String> {
    if one.len() != other.len() {
        return Some(format!("{} slides instead of {}", other.len(), one.len()));
    }
    for (n, (ours, theirs)) in (1..).zip(one.iter().zip(other)) {
        if ours.head != theirs.head {
            return Some(format!("the head of slide {n}"));
        }
        if ours.answer.is_empty() != theirs.answer.is_empty() {
            return Some(format!("the answer of slide {n}"));
        }
        let right = |slide: &Slide| slide.choices.iter().map(|choice| choice.right).collect::<Vec<_>>();
        if right(ours) != right(theirs) {
            return Some(format!("the choices of slide {n}"));
        }
    }
    None
}

/// Parses the body of a slide. The first of `lines` is the line that ends the head.
fn read_body(head: Head, lines: &[Line], language: Language) -> Result<Slide, Mistake> {
    let place = lines[0].0;
    let word = notes_word(language);
    let notes_at = lines.iter().position(|(_, line)| line.strip_prefix("## ") == Some(word));
    let Some(notes_at) = notes_at else {
        return Err((place, format!("a slide ends with notes, under `## {word}`")));
    };
    let notes: Vec<&str> = lines[notes_at + 1..].iter().map(|(_, line)| *line).collect();
    let notes = notes.join("\n");
    let after = lines[notes_at].0 + 1;
    let line_of = |at: usize| after + notes[..at].matches('\n').count();
    let blocks = text::read(&notes).map_err(|(at, why)| (line_of(at), why))?;
    if blocks.is_empty() {
        return Err((after - 1, "the notes are missing: what to point at".into()));
    }
    let mut slide = Slide { head, notes: blocks, ..Slide::default() };
    let mut reached = 0;
    for &(number, line) in lines[1..notes_at].iter().filter(|(_, line)| !line.is_empty()) {
        let (rank, text) = kind(line).ok_or((number, KINDS.to_owned()))?;
        if rank < reached || (rank == 0 && !slide.title.is_empty()) {
            return Err((number, "one title, lines, choices, answers: in this order".into()));
        }
        reached = rank;
        let runs = read_line(text, language).map_err(|why| (number, why))?;
        match rank {
            0 => slide.title = runs,
            1 => slide.lines.push(runs),
            2 => slide.choices.push(Choice { text: runs, right: line.starts_with("- (x) ") }),
            _ => slide.answer.push(Block::Paragraph(runs)),
        }
    }
    let wrong = if slide.title.is_empty() {
        Some("the title is missing; give it as `# …`".to_owned())
    } else if slide.head.reveal.is_some() && !slide.asks() {
        Some("`reveal` needs an answer or choices".to_owned())
    } else if slide.lines.len() + slide.choices.len() > MOST_LINES {
        Some(format!("more than {MOST_LINES} lines; the rest belongs on another slide or in the notes"))
    } else if slide.answer.len() > MOST_ANSWER_LINES {
        Some(format!("an answer of more than {MOST_ANSWER_LINES} lines; the reasons belong in the notes"))
    } else if !slide.choices.is_empty() && slide.choices.iter().filter(|choice| choice.right).count() != 1 {
        Some("exactly one choice must be right: `- (x) …`".to_owned())
    } else {
        None
    };
    wrong.map_or(Ok(slide), |why| Err((place, why)))
}

const KINDS: &str =
    "a slide has lines `# title`, `- text`, `- ( ) choice`, `- (x) right choice`, `> answer: text`";

/// The rank of a line by its kind, in the order in which the kinds must follow on a slide: title, line, choice,
/// answer. And the line's text without its mark.
fn kind(line: &str) -> Option<(usize, &str)> {
    let choice = || line.strip_prefix("- ( ) ").or_else(|| line.strip_prefix("- (x) "));
    None.or_else(|| line.strip_prefix("# ").map(|text| (0, text)))
        .or_else(|| choice().map(|text| (2, text)))
        .or_else(|| line.strip_prefix("- ").map(|text| (1, text)))
        .or_else(|| line.strip_prefix("> answer: ").map(|text| (3, text)))
}

fn read_line(line: &str, language: Language) -> Result<Vec<Run>, String> {
    let blocks = text::read(line).map_err(|(_, why)| why)?;
    let [Block::Paragraph(runs)] = &blocks[..] else {
        return Err("a line of a slide is plain text with *, ** and `".into());
    };
    if runs.iter().any(|run| run.link.is_some()) {
        return Err("a slide has no links; its head says what is on show".into());
    }
    let columns: usize = text::plain(runs).chars().map(columns).sum();
    let most = match language {
        Language::English => 60,
        Language::Chinese => 2 * 28,
    };
    if columns > most {
        let (long, most) = match language {
            Language::English => (columns, most),
            Language::Chinese => (columns.div_ceil(2), most / 2),
        };
        return Err(format!("{long} characters; a slide's line has at most {most}"));
    }
    Ok(runs.clone())
}

/// The width of a character, as a multiple of a narrow character's width.
const fn columns(character: char) -> usize {
    if character >= '\u{2e80}' { 2 } else { 1 }
}

/// The text of the heading above the notes.
const fn notes_word(language: Language) -> &'static str {
    match language {
        Language::English => "Notes",
        Language::Chinese => "备注",
    }
}
