//! Text as programs and editors write it: byte order marks, line ends of three systems, blanks of many kinds.
//!
//! Readers of text formats decode their input here, so that an oddity read in one format is read in all.

use std::borrow::Cow;

/// The bytes after a byte order mark of UTF-8. UTF-16 and UTF-32 are refused, with the mark or without.
pub fn unmarked(mut bytes: &[u8]) -> Result<&[u8], String> {
    let is_letter = |byte: u8| (b'\t'..0x7f).contains(&byte);
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Err("is UTF-32; save it as UTF-8".into()),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Err("is UTF-16; save it as UTF-8".into()),
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] if is_letter(*a) && is_letter(*b) => {
            Err("is UTF-16; save it as UTF-8".into())
        }
        _ => {
            // Programs that append to a file may repeat the mark.
            while let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
                bytes = rest;
            }
            Ok(bytes)
        }
    }
}

/// The text without its mark, and without the zeros and the end mark of DOS (0x1a) behind it. Bytes that are not UTF-8
/// are read as Latin-1: names and comments often have another encoding.
pub fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, String> {
    Ok(decode(without_tail(unmarked(bytes)?)))
}

/// The bytes without the zeros and the end mark of DOS behind the text.
pub fn without_tail(bytes: &[u8]) -> &[u8] {
    let is_tail = |byte: &u8| matches!(byte, 0 | 0x1a);
    &bytes[..bytes.iter().rposition(|byte| !is_tail(byte)).map_or(0, |last| last + 1)]
}

fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.into();
    }
    let chunks = bytes.utf8_chunks();
    chunks
        .fold(String::with_capacity(bytes.len()), |mut text, chunk| {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
            text
        })
        .into()
}

/// The lines of a text with their numbers from 1, each decoded as by [`decoded`].
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    raw_lines(bytes).map(|(number, line)| (number, decode(line)))
}

/// The lines of a text with their numbers from 1, as bytes: nothing is copied, so that a line of any length takes no
/// memory. A line ends with a line feed, a carriage return, or both.
pub fn raw_lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut rest = bytes;
    let lines = std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        rest = after.strip_prefix(b"\r\n").or(after.get(1..)).unwrap_or_default();
        Some(line)
    });
    (1..).zip(lines)
}

/// The words of a line, between [blanks](is_blank).
pub fn words(line: &str) -> impl Iterator<Item = &str> + Clone {
    line.split(is_blank).filter(|word| !word.is_empty())
}

/// Whether the character separates words: white space, also without a break; a control character; or a character
/// without width, such as a byte order mark within the text.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways_and_words_at_any_blank() {
        let text = "\u{feff}a\tb\r\nc\u{a0}d\re\u{b}\u{c}f\n\n\0g\u{feff}h\u{2009}i";
        let found: Vec<_> = lines(text.as_bytes())
            .map(|(number, line)| (number, words(&line).map(str::to_owned).collect::<Vec<_>>().join(" ")))
            .collect();
        let expected = [(1, "a b"), (2, "c d"), (3, "e f"), (4, ""), (5, "g h i")];
        assert_eq!(found, expected.map(|(number, words)| (number, words.to_owned())));
        assert_eq!(lines(b"").count() + lines(b"\n").count() + lines(b"a\r").count(), 2);
    }

    #[test]
    fn marks_and_tails_are_dropped_and_other_bytes_are_latin_1() {
        assert_eq!(decoded(b"\xef\xbb\xbf\xef\xbb\xbfa\xa0\xe9 \xc3\xa9\0\x1a\0").unwrap(), "a\u{a0}é é");
        assert_eq!(decoded(b"").unwrap(), "");
        for (bytes, name) in [
            (&b"\xff\xfev\0"[..], "UTF-16"),
            (b"\xfe\xff\0v", "UTF-16"),
            (b"v\0 \x001\0", "UTF-16"),
            (b"\0v\0 ", "UTF-16"),
            (b"\xff\xfe\0\0v\0\0\0", "UTF-32"),
        ] {
            assert_eq!(unmarked(bytes).unwrap_err(), format!("is {name}; save it as UTF-8"));
        }
    }
}
