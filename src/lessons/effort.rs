//! An estimate of the time that a lesson takes, from the length of its English text and its scenes.

use super::link::Target;
use super::page::Page;
use super::text::{self, Block, plain};

/// Words of technical text read per minute, including tables and formulas.
const WORDS: f64 = 130.0;
/// Minutes to look at a scene that a link sets.
const SCENE: f64 = 0.5;
/// Minutes to think about a question or a prediction.
const QUESTION: f64 = 1.0;
/// Estimates are multiples of this many minutes.
const STEP: f64 = 5.0;

/// Minutes to read the page, look at its scenes and answer its questions, rounded up to a multiple
/// of five.
pub fn minutes(page: &Page, predictions: usize) -> u32 {
    let scenes = page.links().iter().filter(|link| matches!(link, Target::Show(_))).count() + 1;
    let asked = page.questions.len() + predictions;
    let sum = words(page) as f64 / WORDS + scenes as f64 * SCENE + asked as f64 * QUESTION;
    ((sum / STEP).ceil() * STEP) as u32
}

/// The number of words in the text, its questions and their answers.
pub fn words(page: &Page) -> usize {
    let mut sum = 0;
    let mut add = |text: &str| sum += text.split_whitespace().count();
    let mut see = |block: &Block| match block {
        Block::Heading(_, runs) | Block::Paragraph(runs) => add(&plain(runs)),
        Block::Table(rows) => rows.iter().flatten().for_each(|cell| add(&plain(cell))),
        Block::Code(code) => add(code),
        _ => {}
    };
    text::visit(&page.text, &mut see);
    for question in &page.questions {
        text::visit(&question.asked, &mut see);
        text::visit(&question.answer, &mut see);
    }
    sum
}
