//! Predictions: paragraphs that ask the reader to commit to an answer before the text gives it.
//!
//! A paragraph of a page with `**Predict:**`, in Chinese `**预测：**`, is a prediction. The text after it is folded,
//! up to the next prediction or heading.

use std::ops::Range;

use super::text::{Block, plain};
use crate::language::Language;

/// Blocks of a page that are shown or folded together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The part's blocks, as a range of positions in the text.
    pub blocks: Range<usize>,
    /// Number of the prediction whose answer the part gives, counted from 0 on each page; `None` if the part is
    /// always shown.
    pub answers: Option<usize>,
}

/// The word that asks for a prediction.
pub const fn word(language: Language) -> &'static str {
    match language {
        Language::English => "Predict:",
        Language::Chinese => "预测：",
    }
}

/// The parts of a text, from top to bottom: a part ends after each prediction and before each heading.
pub fn parts(text: &[Block], language: Language) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut first, mut answers, mut count) = (0, None, 0);
    for (index, block) in text.iter().enumerate() {
        if matches!(block, Block::Heading(..)) && index > first {
            parts.push(Part { blocks: first..index, answers });
            (first, answers) = (index, None);
        }
        if asks(block, language) {
            parts.push(Part { blocks: first..index + 1, answers });
            (first, answers) = (index + 1, Some(count));
            count += 1;
        }
    }
    parts.push(Part { blocks: first..text.len(), answers });
    parts
}

/// The number of predictions in a text.
pub fn count(text: &[Block], language: Language) -> usize {
    text.iter().filter(|block| asks(block, language)).count()
}

/// The text of the first prediction that has no answer: it is the last block, or a heading follows it. `None` if
/// there is no such prediction.
pub fn without_text(text: &[Block], language: Language) -> Option<String> {
    let follows = |index: usize| text.get(index + 1).is_some_and(|next| !matches!(next, Block::Heading(..)));
    let (_, block) =
        text.iter().enumerate().find(|(index, block)| asks(block, language) && !follows(*index))?;
    match block {
        Block::Paragraph(runs) => Some(plain(runs)),
        _ => None,
    }
}

fn asks(block: &Block, language: Language) -> bool {
    let Block::Paragraph(runs) = block else { return false };
    runs.iter().any(|run| run.style.strong && run.text.trim() == word(language))
}
