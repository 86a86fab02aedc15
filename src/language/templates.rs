//! Sentences with numbers in them that rooms below the window form: found again by their templates, and
//! translated with what stood in the gaps.

use super::{Language, tr};

/// English, each gap written `%{name}`. The first that fits is taken, so the longer of two stands first.
pub const TEMPLATES: &[&str] = &[];

/// `text` by the first template that it fits and that is translated; the gaps' contents are translated in turn.
pub fn translated(language: Language, text: &str) -> Option<String> {
    TEMPLATES.iter().find_map(|template| {
        let gaps = gaps(template, text)?;
        let mut translation = language.translation(template)?.into_owned();
        for (name, content) in gaps {
            // Shorter than the whole, so this comes to an end.
            translation = translation.replace(&format!("%{{{name}}}"), &tr(content));
        }
        Some(translation)
    })
}

/// What stands in the gaps, each as short as it can be; `None` if the text is not of this form, or is one gap.
fn gaps<'t>(template: &'t str, text: &'t str) -> Option<Vec<(&'t str, &'t str)>> {
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

#[cfg(test)]
mod tests {
    use super::gaps;

    #[test]
    fn gaps_are_found_and_other_texts_do_not_fit() {
        let template = "%{n} of at most %{most} pieces";
        assert_eq!(gaps(template, "3 of at most 64 pieces"), Some(vec![("n", "3"), ("most", "64")]));
        for other in ["3 of at most 64 parts", " of at most 64 pieces", "3 pieces", "", "of at most"] {
            assert_eq!(gaps(template, other), None, "{other}");
        }
        assert_eq!(gaps("as it is", "as it is"), Some(vec![]));
        assert_eq!(gaps("as it is", "as it is not"), None);
        assert_eq!(gaps("%{all}", "anything"), None);
    }
}
