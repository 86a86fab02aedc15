//! Markdown for the generated parts: lists whose lines are no longer than those of the rest of the page.

/// What a generated part begins with, before its name.
pub const BEGIN: &str = "<!-- generated: ";
/// What a generated part ends with.
pub const END: &str = "<!-- end -->";
/// Columns of a line.
const WIDTH: usize = 116;

/// The words broken into lines, all but the first indented by two columns. Code in backticks is one word.
pub fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in words(text) {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            lines += "\n  ";
            column = 2;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += &word;
        column += width;
    }
    lines + "\n"
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(open) if open.matches('`').count() % 2 == 1 => *open += &format!(" {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// An item of a list.
pub fn item(text: &str) -> String {
    wrapped(&format!("- {text}"))
}

/// A paragraph.
pub fn paragraph(text: &str) -> String {
    wrapped(text).replace("\n  ", "\n")
}

/// Ids in backticks, with commas between them.
pub fn ids<T: AsRef<str>>(ids: &[T]) -> String {
    ids.iter().map(|id| format!("`{}`", id.as_ref())).collect::<Vec<_>>().join(", ")
}

/// A sentence with its full stop.
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    let ended = text.is_empty() || text.ends_with(['.', '?', '!', ':', ';', ',']);
    if ended { text.to_owned() } else { format!("{text}.") }
}

/// A whole number with commas between thousands.
pub fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[test]
fn lines_are_broken_at_words() {
    let text = item(&"word ".repeat(60));
    assert!(text.lines().count() == 3 && text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    assert!(text.lines().skip(1).all(|line| line.starts_with("  word")), "{text}");
    assert_eq!(paragraph("one  two"), "one two\n");
    assert_eq!(words("see `a  --b`, c"), ["see", "`a --b`,", "c"]);
    assert_eq!([12.0, 1234.4, 1e6].map(grouped), ["12", "1,234", "1,000,000"]);
    assert_eq!(["a", "a.", ""].map(sentence), ["a.", "a.", ""]);
}
