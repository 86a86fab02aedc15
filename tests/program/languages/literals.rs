//! The texts in Rust code, and which of them are marked for translation.

/// A string literal of the program; those of unit tests are left out.
pub struct Literal {
    pub file: String,
    /// The text without escapes.
    pub text: String,
    /// True if it is the argument of `t!`.
    pub marked: bool,
    /// The code before it, back to the last `;` or brace.
    before: String,
}

/// Calls whose argument is shown to users.
const SHOWS: &[&str] = &[
    "on_hover_text(",
    "on_disabled_hover_text(",
    "RichText::new(",
    "Label::new(",
    "Button::new(",
    ".label(",
    ".button(",
    ".small_button(",
    ".heading(",
    "heading(ui, ",
    "heading(ui, &",
    "note(ui, ",
    "note(ui, &format!(",
    "RichText::new(format!(",
    "on_hover_text(format!(",
    "let help = ",
    "let help = format!(",
    "let says = ",
];

impl Literal {
    /// A complaint if it is shown to users and not marked.
    pub fn unmarked(&self) -> Option<String> {
        let before = self.before.trim_end();
        let shown = SHOWS.iter().any(|call| before.ends_with(call.trim_end()));
        // The text between gaps.
        let outside_gaps: String =
            self.text.split('{').map(|part| part.split_once('}').map_or(part, |p| p.1)).collect();
        // Labels are in sentence case; a single lower-case word is an id.
        let is_language = outside_gaps.trim().contains(' ') || outside_gaps.starts_with(char::is_uppercase);
        let mut words = outside_gaps.split(|c: char| !c.is_ascii_alphabetic());
        let has_words = words.any(|word| word.len() > 1 && word.chars().any(char::is_lowercase));
        let in_window = ["src/app", "src/inspector", "src/stories", "src/labs"]
            .iter()
            .any(|room| self.file.contains(room));
        let complaint = || format!("{}: {:?} is shown; write t!(…)", self.file, self.text);
        // A unit alone is the same in every language.
        let unit = ["ms", "mm"].contains(&outside_gaps.trim());
        (in_window && shown && is_language && has_words && !unit && !self.marked).then(complaint)
    }
}

/// The literals of a file.
pub fn literals(file: &str, code: &str) -> Vec<Literal> {
    let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or(code);
    let bytes = code.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut statement) = (0, 0);
    while at < bytes.len() {
        let rest = &code[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            statement = at;
        } else if let Some(hashes) = raw_start(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let begin = at + hashes + 2;
            at = begin + code[begin..].find(&end).map_or(0, |length| length + end.len());
        } else if bytes[at] == b'\'' {
            at += character_length(rest);
        } else if bytes[at] == b'"' {
            let mut end = at + 1;
            while bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let before = code[statement..at].to_owned();
            let macro_before = before.trim_end().strip_suffix("t!(");
            let marked =
                macro_before.is_some_and(|text| !text.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
            found.push(Literal {
                file: file.to_owned(),
                text: unescaped(&code[at + 1..end]),
                marked,
                before,
            });
            at = end + 1;
        } else {
            if b";{}".contains(&bytes[at]) {
                statement = at + 1;
            }
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// The length of a character literal including its quotes; of a lifetime, that of the quote alone.
fn character_length(rest: &str) -> usize {
    let first = rest.chars().nth(1).unwrap_or(' ');
    if first == '\\' {
        // The escaped character may be a quote itself.
        return rest[3..].find('\'').map_or(1, |length| length + 4);
    }
    let end = 1 + first.len_utf8();
    if rest[end.min(rest.len())..].starts_with('\'') { end + 1 } else { 1 }
}

/// The number of `#` with which a raw literal begins, if there is one here.
fn raw_start(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => plain.push('\n'),
                // A line that continues in the next.
                Some('\n') => while letters.next_if(|c| c.is_whitespace()).is_some() {},
                Some('u') => {
                    let code: String =
                        letters.by_ref().take_while(|c| *c != '}').filter(|c| *c != '{').collect();
                    plain.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                Some(other) => plain.push(other),
                None => {}
            },
            _ => plain.push(letter),
        }
    }
    plain
}

#[test]
fn literals_are_found_as_they_read_and_as_they_are_marked() {
    let code = "fn f<'a>(x: &'a str) { // \"comment\"\n    ui.label(t!(\n        \"One \\\"two\\\" \\\n         three\"\n    ));\n    \
                let c = '\"'; let d = '\\''; g(r#\"raw \"here\"\"#); note(ui, \"Not marked\"); tr(\"table\"); h('{', \"x\") }";
    let found = literals("src/app/x.rs", code);
    let texts: Vec<_> = found.iter().map(|literal| (literal.text.as_str(), literal.marked)).collect();
    assert_eq!(texts, [("One \"two\" three", true), ("Not marked", false), ("table", false), ("x", false)]);
    let complaints: Vec<_> = found.iter().filter_map(Literal::unmarked).collect();
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(literals("src/app/x.rs", "ui.label(format!(\"{a} ms\"));")[0].unmarked().is_none());
    let in_lab = literals("src/labs/road/panels/x.rs", "note(ui, \"Not marked\");");
    assert!(in_lab[0].unmarked().is_some());
    assert!(literals("src/cli/x.rs", "note(ui, \"Not marked\");")[0].unmarked().is_none());
}
