//! Translates a text that is already shown, after the language was switched.

use std::fmt::Display;

use super::catalogue::{all, filled};
use super::languages::Language;
use super::templates::gaps;

/// A text that was made in the language `from`, in the current language. A text that is in no catalogue is unchanged.
pub fn retold(text: &str, from: Language) -> String {
    between(text, from, Language::current())
}

/// A text of one language in another; a text that is in no catalogue is unchanged.
pub fn between(text: &str, from: Language, to: Language) -> String {
    if from == to {
        return text.to_owned();
    }
    // Several sentences can match; the one with the longest text between its gaps is the right one. Sentences of
    // signs alone would match too much.
    let matching = all().filter(|versions| has_letters(versions[from as usize])).filter_map(|versions| {
        let gaps = gaps(versions[from as usize], text)?;
        let inside: usize = gaps.iter().map(|(_, content)| content.len()).sum();
        Some((text.len() - inside, gaps, versions[to as usize]))
    });
    let Some((_, gaps, sentence)) = matching.max_by_key(|(length, ..)| *length) else {
        return text.to_owned();
    };
    let contents: Vec<_> =
        gaps.into_iter().map(|(name, content)| (name, between(content, from, to))).collect();
    let values: Vec<_> = contents.iter().map(|(name, content)| (*name, content as &dyn Display)).collect();
    filled(sentence, &values)
}

/// Whether a sentence has letters outside its gaps.
fn has_letters(sentence: &str) -> bool {
    let between = sentence.split("%{").enumerate().map(|(index, part)| match part.split_once('}') {
        Some((_, text)) if index > 0 => text,
        _ => part,
    });
    between.flat_map(str::chars).any(char::is_alphabetic)
}
