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
fn words(page: &Page) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::lessons::page;

    fn page_of(text: &str) -> Page {
        let file = format!("---\ntitle: T\n---\n{text}\n\n## Questions\n\n1. Why?\n\n   > So.\n");
        page::read(&file, Language::English).unwrap().1
    }

    #[test]
    fn text_scenes_and_questions_count_and_are_rounded_up() {
        let short = page_of("A word.");
        assert_eq!(words(&short), 4);
        assert_eq!(minutes(&short, 0), 5);
        // 650 words take five minutes, the scene half a minute, the question one minute.
        assert_eq!(minutes(&page_of(&"word ".repeat(650)), 0), 10);
        let links: String = (0..20).map(|step| format!("[s](show:step={step}) and ")).collect();
        assert_eq!(minutes(&page_of(&links), 0), 15);
        assert_eq!(minutes(&short, 5), 10);
    }
}
