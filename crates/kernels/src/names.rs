//! Help for an unknown name: the name that was probably meant, and all known names. Characters that show nothing.

use std::borrow::Cow;

/// The end of an error message about the unknown name `word`: a suggestion if one is close, and all known names.
pub fn there_are(word: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match (nearest(word, known), known) {
        (_, []) => "there are none here".to_owned(),
        (Some(meant), _) => format!("did you mean \"{meant}\"? There are {all}"),
        (None, _) => format!("there are {all}"),
    }
}

/// The known name with the smallest edit distance to `word`, if that is small; of several, the first.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let (apart, name) = known.iter().map(|name| (distance(word, name), *name)).min_by_key(|(d, _)| *d)?;
    let length = name.chars().count();
    (apart <= 2.max(length / 3) && apart < length).then_some(name)
}

/// Edit distance: the number of letters to insert, remove or replace to turn `a` into `b`. Only the first 64 letters
/// count, because a file may contain a string of any length; names are shorter.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|text| text.chars().take(64).collect::<String>());
    strsim::levenshtein(&a, &b)
}

/// Most characters of a word that a message quotes.
const MOST_QUOTED: usize = 40;

/// A word of a file in quotes for a message of one line: cut if it is long, with invisible characters escaped.
pub fn quoted(word: &str) -> String {
    let (shown, cut) = match word.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => (&word[..end], "…"),
        None => (word, ""),
    };
    format!("\"{}{cut}\"", visible(shown))
}

/// Characters of a message that are shown from its beginning and from its end.
const SHOWN: [usize; 2] = [1500, 500];

/// A message without its middle, if it is long: a file may contain a word of any length, which messages quote. Place and
/// repair are at the ends.
pub fn shortened(message: &str) -> Cow<'_, str> {
    let [begin, end] = SHOWN;
    match (message.char_indices().nth(begin), message.char_indices().rev().nth(end)) {
        (Some((begin, _)), Some((end, _))) if begin < end => {
            format!("{} … {}", &message[..begin], &message[end..]).into()
        }
        _ => message.into(),
    }
}

/// A message [`shortened`], with control characters replaced by U+FFFD.
pub fn one_line(message: &str) -> String {
    shortened(message).replace(char::is_control, "\u{fffd}")
}

/// `text` with invisible characters escaped as in Rust, such as `\u{1b}`, so that a name can neither control
/// the terminal nor look like another name.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match is_unseen(c) {
            true => visible.extend(c.escape_default()),
            false => visible.push(c),
        }
    }
    visible
}

/// Whether a character is invisible: control characters, those format and ignorable characters of Unicode that change
/// the direction of text, end a line or take no space, and blank characters that are no white space, such as the
/// Braille pattern without dots.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffc}' | '\u{1107f}' | '\u{13430}'..='\u{1343f}' | '\u{16fe4}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_characters_are_unseen_and_letters_and_spaces_are_not() {
        for blank in ['\u{2800}', '\u{3164}', '\u{ffa0}', '\u{200b}', '\u{1d159}', '\u{16fe4}', '\u{fffc}'] {
            assert!(is_unseen(blank), "{blank:?}");
        }
        assert!([' ', '\u{3000}', '\u{2801}', 'é', '网', '\u{fffd}'].iter().all(|c| !is_unseen(*c)));
    }

    #[test]
    fn a_quoted_word_is_short_and_visible() {
        assert_eq!(quoted("a\u{1b}b"), "\"a\\u{1b}b\"");
        assert_eq!(quoted(&"é".repeat(40)), format!("\"{}\"", "é".repeat(40)));
        assert_eq!(quoted(&"é".repeat(41)), format!("\"{}…\"", "é".repeat(40)));
        let message = |count: usize| format!("f.json: \"{}\" is unknown; correct it", "é".repeat(count));
        assert_eq!(shortened(&message(1900)), message(1900));
        let long = message(10_000_000);
        let short = shortened(&long);
        assert!(short.starts_with("f.json: \"éé") && short.ends_with("éé\" is unknown; correct it"));
        assert!((2000..2010).contains(&short.chars().count()));
    }

    #[test]
    fn the_nearest_name_is_said_first_and_none_that_shares_nothing() {
        let labs = ["arena", "road", "meshes"];
        assert_eq!(there_are("raod", &labs), "did you mean \"road\"? There are arena, road, meshes");
        assert_eq!(there_are("kitchen", &labs), "there are arena, road, meshes");
        assert_eq!(there_are("road", &[]), "there are none here");
        assert_eq!(nearest("b", &["a"]), None);
        assert_eq!(nearest("figur-3", &["figure-2", "figure-3"]), Some("figure-3"));
    }
}
