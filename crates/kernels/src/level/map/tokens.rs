//! The words of a `.map` file, with line numbers.
//!
//! Words are separated by white space of any kind, control characters and byte order marks. `//` and `;` begin a comment
//! at the beginning of a word (QuArK writes `;`). Quoted text may contain spaces and line ends, as in id Software's
//! compilers. As in ericw-tools (`parser.cc`), a backslash keeps the quote after it from ending the text, unless the line
//! ends there: some editors write paths such as `"c:\maps\"`. Backslashes stay in the text.

/// The reason why a text is not a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct MapError {
    /// Line number, from 1.
    pub line: usize,
    /// The error and the expected input.
    pub problem: String,
}

/// Splits a text into words.
pub struct Tokens<'t> {
    rest: &'t str,
    /// Line of the next character, from 1.
    pub line: usize,
    /// Limit of the absolute value of a coordinate, in the units of the file.
    largest: f64,
    /// Line on which the last quoted text of several lines begins: its closing quote may be missing.
    long_text: Option<usize>,
}

impl<'t> Tokens<'t> {
    /// The words of `text`; coordinates may be as large as `largest`.
    pub fn of(text: &'t str, largest: f64) -> Self {
        Self { rest: text, line: 1, largest, long_text: None }
    }

    /// The next word. Quotes are part of it, so that a quoted brace is not taken for a brace.
    pub fn next(&mut self) -> Result<Option<&'t str>, MapError> {
        loop {
            let begin = self.rest.trim_start_matches(is_space);
            self.skip(self.rest.len() - begin.len());
            if !self.rest.starts_with("//") && !self.rest.starts_with(';') {
                break;
            }
            self.skip(self.rest.find(['\n', '\r']).unwrap_or(self.rest.len()));
        }
        if self.rest.starts_with('"') {
            let line = self.line;
            let Some(end) = end_of_quoted(self.rest) else {
                let problem = "a quoted text begins here and never ends; add its closing quote".to_owned();
                return Err(MapError { line, problem });
            };
            let text = self.skip(end);
            if self.line > line {
                self.long_text = Some(line);
            }
            return Ok(Some(text));
        }
        let end = self.rest.find(is_space).unwrap_or(self.rest.len());
        Ok((end > 0).then(|| self.skip(end)))
    }

    /// The next word, which must exist; `what` describes it.
    pub fn require(&mut self, what: &str) -> Result<&'t str, MapError> {
        let line = self.line;
        let ended = || MapError { line, problem: format!("expected {what}, but the file ends") };
        self.next()?.ok_or_else(ended)
    }

    /// Skips the next word, which must be this one.
    pub fn expect(&mut self, what: &str) -> Result<(), MapError> {
        let word = self.require(what)?;
        if word == what { Ok(()) } else { Err(self.expected(what, word)) }
    }

    /// The next word as a coordinate.
    pub fn number(&mut self) -> Result<f64, MapError> {
        let word = self.require("a number")?;
        let number = word.parse::<f64>().ok().filter(|n| n.is_finite() && n.abs() <= self.largest);
        number.ok_or_else(|| self.expected(&format!("a number up to ±{:e}", self.largest), word))
    }

    /// The error for a word that should have been something else.
    pub fn expected(&self, what: &str, found: &str) -> MapError {
        let found: String = found.chars().filter(|c| !c.is_control()).take(40).collect();
        let doubt = self.long_text.map_or_else(String::new, |line| {
            format!("; does the quoted text that begins in line {line} lack its closing quote?")
        });
        MapError { line: self.line, problem: format!("expected {what}, found {found:?}{doubt}") }
    }

    /// Skips bytes. A line ends with a line feed, a carriage return, or both.
    fn skip(&mut self, count: usize) -> &'t str {
        let (skipped, rest) = self.rest.split_at(count);
        let next = |at: usize| self.rest.as_bytes().get(at + 1);
        let ends = skipped.bytes().enumerate();
        let ends = ends.filter(|(at, byte)| *byte == b'\n' || *byte == b'\r' && next(*at) != Some(&b'\n'));
        self.line += ends.count();
        self.rest = rest;
        skipped
    }
}

/// Whether the character separates words.
fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// Length of the quoted text at the beginning of `text`, with both quotes.
fn end_of_quoted(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match bytes.get(at + 1)? {
                b'"' if matches!(bytes.get(at + 2), None | Some(b'\n' | b'\r')) => at += 1,
                b'"' | b'\\' => at += 2,
                _ => at += 1,
            },
            _ => at += 1,
        }
    }
}

/// The text between the quotes of a word; the whole word if it has none.
pub fn unquoted(word: &str) -> &str {
    word.strip_prefix('"').and_then(|word| word.strip_suffix('"')).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(usize, String)> {
        let (mut tokens, mut words) = (Tokens::of(text, 1.0), Vec::new());
        while let Some(word) = tokens.next().unwrap() {
            words.push((tokens.line, word.to_owned()));
        }
        words
    }

    #[test]
    fn quoted_text_ends_where_the_compilers_end_it() {
        for (text, first, next) in [
            ("\"a\nb\" x", "\"a\nb\"", "x"),
            (r#""say \"hi\" now" x"#, r#""say \"hi\" now""#, "x"),
            ("\"c:\\maps\\\"\nx", r#""c:\maps\""#, "x"),
            ("\"c:\\maps\\\"\r\nx", r#""c:\maps\""#, "x"),
            (r#""c:\maps\\" x"#, r#""c:\maps\\""#, "x"),
            (r#""gfx\base.wad;c:\new.wad" x"#, r#""gfx\base.wad;c:\new.wad""#, "x"),
            ("\"// { ; }\" x", "\"// { ; }\"", "x"),
            ("\"\" x", "\"\"", "x"),
        ] {
            let words: Vec<_> = words(text).into_iter().map(|(_, word)| word).collect();
            assert_eq!(words, [first, next], "{text}");
        }
        let open = |text: &str| Tokens::of(text, 1.0).next().unwrap_err().to_string();
        assert!(open("\n \"a\nb").starts_with("line 2: a quoted text begins here and never ends"));
        assert!(open("\"").contains("closing quote"));
    }

    #[test]
    fn every_kind_of_white_space_and_line_end_separates_words() {
        let expected = [(1, "a".to_owned()), (2, "b".to_owned()), (3, "c".to_owned())];
        for text in [
            "a\nb\nc",
            "a\rb\rc",
            "a\r\nb\r\nc",
            "\u{feff}a // x\n\tb ; y\n\u{a0}\u{3000}c\0",
            "\0a\r\u{feff}b;\n c \u{1a}",
        ] {
            let words = words(text);
            let words = words.iter().map(|(line, word)| (*line, word.trim_end_matches(';').to_owned()));
            assert_eq!(words.collect::<Vec<_>>(), expected, "{text:?}");
        }
    }
}
