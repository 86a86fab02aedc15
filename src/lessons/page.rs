//! A lesson in one language: its head, its text, its questions.

use super::claim::Claim;
use super::link::Target;
use super::prediction;
use super::text::{self, Block};
use crate::exhibit::SceneLink;
use crate::labs::{self, LABS};
use crate::language::Language;

/// The text of a lesson in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The lesson's title, also in the list of contents.
    pub title: String,
    /// The blocks between the title and the questions.
    pub text: Vec<Block>,
    /// The questions at the end, at least one.
    pub questions: Vec<Question>,
}

/// A question about the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The text of the question.
    pub asked: Vec<Block>,
    /// The answer, hidden until it is revealed.
    pub answer: Vec<Block>,
}

/// The lines of the head other than the title.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The scene that the lesson opens with.
    pub show: Option<SceneLink>,
    /// Ids of the lessons that this one builds on.
    pub needs: Vec<String>,
    /// The assertions of the text, for tests.
    pub claims: Vec<Claim>,
}

/// An error: the line number, from 1, and the description of the error.
pub type Mistake = (usize, String);

impl Page {
    /// All links, in order.
    pub fn links(&self) -> Vec<Target> {
        let mut links = Vec::new();
        self.visit(&mut |block| match block {
            Block::Heading(_, runs) | Block::Paragraph(runs) => {
                links.extend(runs.iter().filter_map(|run| run.link.clone()));
            }
            Block::Table(rows) => {
                links.extend(rows.iter().flatten().flatten().filter_map(|run| run.link.clone()));
            }
            _ => {}
        });
        // A link whose text has two styles is two runs.
        links.dedup();
        links
    }

    /// The names of all figures, in order.
    pub fn figures(&self) -> Vec<&str> {
        let mut figures = Vec::new();
        self.visit(&mut |block| {
            if let Block::Figure(name) = block {
                figures.push(name.as_str());
            }
        });
        figures
    }

    fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Block)) {
        text::visit(&self.text, see);
        for question in &self.questions {
            text::visit(&question.asked, see);
            text::visit(&question.answer, see);
        }
    }
}

/// Reads a lesson's file. The error names the line.
pub fn read(file: &str, language: Language) -> Result<(Head, Page), Mistake> {
    let (title, head, body) = read_head(file)?;
    let before = file.len() - body.len();
    let line_at = |at: usize| 1 + file[..at].matches('\n').count();
    let mut text = text::read(body).map_err(|(at, why)| (line_at(before + at), why))?;

    let word = questions_word(language);
    let is_heading = |block: &Block| matches!(block, Block::Heading(2, runs) if text::plain(runs) == word);
    let Some(at) = text.iter().position(is_heading) else {
        return Err((file.lines().count(), format!("a lesson ends with questions, under `## {word}`")));
    };
    let heading = file.lines().position(|line| line.trim() == format!("## {word}"));
    let wrong = |why: String| (heading.map_or(1, |line| line + 1), why);
    let asked = text.split_off(at);
    if let Some(words) = prediction::without_text(&text, language) {
        let line = file.lines().position(|line| line.contains(prediction::word(language)));
        let why = format!("{words:?}: text must follow a prediction; it folds until the reader has answered");
        return Err((line.map_or(1, |line| line + 1), why));
    }
    let [_, Block::List(Some(1), items)] = &asked[..] else {
        return Err(wrong("below it, write one list, numbered from 1, and nothing else".into()));
    };
    let mut questions = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match item.split_last() {
            Some((Block::Quote(answer), asked)) if !asked.is_empty() && !answer.is_empty() => {
                questions.push(Question { asked: asked.to_vec(), answer: answer.clone() });
            }
            _ => {
                let why = "ends with its answer, after an empty line, as `   > …`";
                return Err(wrong(format!("question {} {why}", index + 1)));
            }
        }
    }
    Ok((head, Page { title, text, questions }))
}

/// The text of the heading above the questions.
const fn questions_word(language: Language) -> &'static str {
    match language {
        Language::English => "Questions",
        Language::Chinese => "问题",
    }
}

fn read_head(file: &str) -> Result<(String, Head, &str), Mistake> {
    let mut rest = file;
    let mut number = 0;
    let mut next_line = || {
        let (line, after) = rest.split_once('\n')?;
        rest = after;
        number += 1;
        Some((number, line.trim_end()))
    };
    if next_line().is_none_or(|(_, line)| line != "---") {
        return Err((1, "a lesson begins with its head, between two lines `---`".into()));
    }
    let (mut title, mut head) = (None, Head::default());
    loop {
        let Some((number, line)) = next_line() else {
            return Err((1, "the head does not end; close it with a line `---`".into()));
        };
        if line == "---" {
            let title = title.ok_or((1, "the title is missing; give it as `title: …`".to_owned()))?;
            return Ok((title, head, rest));
        }
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        let wrong = |why: String| (number, format!("{name}: {why}"));
        match name {
            "title" if title.is_none() && !value.is_empty() => title = Some(value.to_owned()),
            "show" if head.show.is_none() => {
                let exhibit: SceneLink = value.parse().map_err(wrong)?;
                labs::check(&exhibit, LABS[0]).map_err(|why| wrong(why.to_string()))?;
                head.show = Some(exhibit);
            }
            "needs" if head.needs.is_empty() && !value.is_empty() => {
                head.needs = value.split(", ").map(str::to_owned).collect();
            }
            "claim" => head.claims.push(value.parse().map_err(wrong)?),
            "title" | "show" | "needs" => return Err((number, format!("one line `{name}: …` is right"))),
            _ => return Err((number, format!("{line:?}: the head has lines title, show, needs and claim"))),
        }
    }
}
