//! Ranks the entries of the search by how well they fit a typed text.

use super::entry::Entry;
use crate::glossary;

/// How a text matches a name, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The text is the whole name.
    Whole,
    /// The name begins with the text, which ends at a word boundary.
    FirstWords,
    /// The name begins with the text.
    Beginning,
    /// Every word of the text begins a word of the name, in any order.
    Words,
    /// The text occurs somewhere in the name.
    Anywhere,
    /// The letters of the text occur in the name in this order, the first at the beginning of a word, the others
    /// close behind.
    Letters,
}

/// The matching entries, best first, at most `most`. Equally good entries keep their order.
pub fn best(entries: &[Entry], text: &str, most: usize) -> Vec<Entry> {
    // 1. Settings with a value after their name.
    let mut found: Vec<Entry> = Vec::new();
    if let Some((name, value)) = with_value(text) {
        let typed = ranked(entries, name).into_iter().filter(|(fit, _)| *fit <= Fit::Words);
        found.extend(typed.filter_map(|(_, entry)| entry.with_value(value)));
    }
    // 2. All entries by name.
    found.extend(ranked(entries, text).into_iter().map(|(_, entry)| entry.clone()));
    // 3. Only the best entry of each group.
    let mut groups: Vec<String> = Vec::new();
    found.retain(|entry| {
        let is_new = entry.group.is_empty() || !groups.contains(&entry.group);
        groups.push(entry.group.clone());
        is_new
    });
    found.truncate(most);
    found
}

/// The matching entries, best first. [`Fit::Letters`] counts only if nothing matches better.
fn ranked<'a>(entries: &'a [Entry], text: &str) -> Vec<(Fit, &'a Entry)> {
    // An abbreviation also finds names with its long form, ranked below names with the abbreviation itself.
    let spelt: Vec<String> = glossary::spelt_out(text).iter().map(|text| plain(text)).collect();
    let text = plain(text);
    let of = |entry: &Entry| {
        let names: Vec<String> = entry.names.iter().map(|name| plain(name)).collect();
        let typed = names.iter().filter_map(|name| fit(&text, name));
        let by_id = entry.ids.iter().filter_map(|id| Some(fit(&text, &plain(id))?.max(Fit::FirstWords)));
        let spelt = spelt.iter().flat_map(|text| names.iter().filter_map(move |name| fit(text, name)));
        let spelt = spelt.filter(|fit| *fit < Fit::Letters).map(|fit| fit.max(Fit::Words));
        let of_kind = without_kind(&text, &plain(&entry.kind));
        let of_kind = of_kind.iter().flat_map(|text| names.iter().filter_map(move |name| fit(text, name)));
        let of_kind = of_kind.filter(|fit| *fit <= Fit::Words).map(|_| Fit::Words);
        typed.chain(by_id).chain(spelt).chain(of_kind).min()
    };
    let mut found: Vec<_> = entries.iter().filter_map(|entry| Some((of(entry)?, entry))).collect();
    found.sort_by_key(|(fit, _)| *fit);
    if found.first().is_some_and(|(fit, _)| *fit < Fit::Letters) {
        found.retain(|(fit, _)| *fit < Fit::Letters);
    }
    found
}

/// The text without the entry's kind, as in `lesson gjk`; `None` if the text does not contain the kind, or
/// contains nothing else. Both arguments are [`plain`].
pub fn without_kind(text: &str, kind: &str) -> Option<String> {
    let of_kind = |typed: &&str| kind.split(' ').any(|word| word == *typed);
    let (of_the_kind, rest): (Vec<&str>, Vec<&str>) = text.split(' ').partition(of_kind);
    (!of_the_kind.is_empty() && !rest.is_empty()).then(|| rest.join(" "))
}

/// The match of a text with a name, if any; both are [`plain`]. An empty text matches the beginning of every
/// name.
pub fn fit(text: &str, name: &str) -> Option<Fit> {
    if text == name {
        return Some(Fit::Whole);
    }
    if let Some(rest) = name.strip_prefix(text) {
        let whole = rest.starts_with(' ') && !text.is_empty();
        return Some(if whole { Fit::FirstWords } else { Fit::Beginning });
    }
    if text.split(' ').all(|typed| name.split(' ').any(|word| word.starts_with(typed))) {
        return Some(Fit::Words);
    }
    if name.contains(text) {
        return Some(Fit::Anywhere);
    }
    let letters: String = text.split(' ').collect();
    let begins = name.split(' ').scan(0, |at, word| {
        let begin = *at;
        *at += word.len() + 1;
        Some(begin)
    });
    let spans = begins.filter_map(|begin| span(&letters, &name[begin..]));
    spans.min().filter(|span| *span <= 3 * letters.chars().count()).map(|_| Fit::Letters)
}

/// Number of characters of `name` up to the last of these letters, if the name contains them in order and begins
/// with the first of them.
fn span(letters: &str, name: &str) -> Option<usize> {
    let mut wanted = letters.chars().peekable();
    for (index, letter) in name.chars().enumerate() {
        if wanted.peek() == Some(&letter) {
            wanted.next();
        } else if index == 0 {
            return None;
        }
        if wanted.peek().is_none() {
            return Some(index + 1);
        }
    }
    None
}

/// Lower case, with one space for each run of characters that are neither letters nor digits.
pub fn plain(text: &str) -> String {
    let letters = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name followed by a value, such as `resolution 64`, `resolution=64` or, in Chinese, without a separator.
pub fn with_value(text: &str) -> Option<(&str, &str)> {
    let is_value = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
    let text = text.trim_end();
    let value =
        text.len() - text.chars().rev().take_while(|c| is_value(*c)).map(char::len_utf8).sum::<usize>();
    let (name, value) = text.split_at(value);
    (!value.is_empty() && name.chars().any(char::is_alphanumeric)).then_some((name, value))
}
