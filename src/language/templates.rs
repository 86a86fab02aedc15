//! Translates sentences with numbers that other rooms build: a template, a line of `assets/locales/built.zh-CN.yml`,
//! finds the sentence, and its gaps are filled with the original values.

use std::fmt::Display;
use std::sync::LazyLock;

use super::catalogue::filled;
use super::languages::Language;

/// English sentences with gaps written `%{name}`; the first match counts.
static TEMPLATES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let english = |line| serde_json::Deserializer::from_str(line).into_iter::<String>().next()?.ok();
    include_str!("../../assets/locales/built.zh-CN.yml").lines().filter_map(english).collect()
});

/// Translates `text` by the first template that matches and has a translation; `tr` translates the gaps' contents.
pub fn translated(language: Language, text: &str, tr: fn(&str) -> String) -> Option<String> {
    TEMPLATES.iter().find_map(|template| {
        let gaps = gaps(template, text)?;
        let translation = language.translation(template)?;
        // The recursion ends, because a gap is shorter than the whole text.
        let contents: Vec<_> = gaps.into_iter().map(|(name, content)| (name, tr(content))).collect();
        let values: Vec<_> =
            contents.iter().map(|(name, content)| (*name, content as &dyn Display)).collect();
        Some(filled(translation, &values))
    })
}

/// The contents of the gaps, each as short as possible; `None` if the text does not match, or is a single gap.
pub fn gaps<'t>(template: &'t str, text: &'t str) -> Option<Vec<(&'t str, &'t str)>> {
    let mut parts = template.split("%{");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut gaps = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let (name, literal) = part.split_once('}')?;
        let end = if parts.peek().is_none() {
            rest.ends_with(literal).then(|| rest.len() - literal.len())?
        } else {
            rest.find(literal)?
        };
        let content = &rest[..end];
        if content.is_empty() || content.len() == text.len() {
            return None;
        }
        gaps.push((name, content));
        rest = &rest[end + literal.len()..];
    }
    rest.is_empty().then_some(gaps)
}
