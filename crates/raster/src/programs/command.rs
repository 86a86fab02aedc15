//! The command line of a program of one's own, taken apart without a shell.
//!
//! Words are separated by spaces; quotes keep spaces. Nothing is expanded: no variables, no patterns, no pipes. The
//! program runs in an empty folder, so words that name files of the current folder are made absolute.
//!
//! A scene file, a link, a lesson or the last session can name a command, and none of them may run it. [`permit`] is
//! called only where the user gives a command: on the command line, by typing it, or by a button beside the whole
//! command. A permission ends with the process.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::names::is_unseen;

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

impl CommandLine {
    /// Takes a command line apart; relative names of files in `folder` become absolute. The error is one line.
    pub fn of(text: &str, folder: &Path) -> Result<Self, String> {
        let mut words = words(text)?;
        if words.first().is_none_or(String::is_empty) {
            return Err("the command of the program is empty; give for example 'python3 mine.py'".to_owned());
        }
        for (index, word) in words.iter_mut().enumerate() {
            let path = folder.join(&*word);
            // A bare first word is looked up in PATH, as in a shell.
            let is_bare = index == 0 && !word.contains(['/', std::path::MAIN_SEPARATOR]);
            // A missing script becomes absolute, too, so that the interpreter's error names the user's folder.
            let is_script =
                index == 1 && path.extension().is_some_and(|ending| SCRIPTS.iter().any(|of| *of == ending));
            if !is_bare && !word.is_empty() && (is_script || path.exists()) {
                *word = path.to_string_lossy().into_owned();
            }
        }
        Ok(Self { text: text.to_owned(), words })
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The program and its arguments; never empty.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// Extensions of programs that an interpreter runs.
const SCRIPTS: [&str; 7] = ["py", "js", "rb", "pl", "lua", "jl", "sh"];
/// Most characters of a command.
const LONGEST: usize = 4096;

/// Checks a command line that may still be empty. The error is one line.
pub fn check(text: &str) -> Result<(), String> {
    // A command must be what it looks like, because the user permits what is shown.
    if text.chars().any(is_unseen) {
        return Err("a command is one line without control characters and invisible ones".to_owned());
    }
    if text.chars().count() > LONGEST {
        return Err(format!("a command has at most {LONGEST} characters"));
    }
    words(text).map(drop)
}

/// Splits a text at spaces outside quotes.
fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = quote {
        return Err(format!("the command {text:?} has a {quote} without its partner; add it"));
    }
    words.extend(word);
    match words.iter().find(|word| word.contains('\0')) {
        Some(_) => Err("the command has a zero character, which no command can have".to_owned()),
        None => Ok(words),
    }
}

static PERMITTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Permits a command: the user has asked to run exactly this text.
pub fn permit(command: &str) {
    PERMITTED.lock().unwrap_or_else(PoisonError::into_inner).insert(command.to_owned());
}

/// Whether the user has asked to run this command.
pub fn is_permitted(command: &str) -> bool {
    PERMITTED.lock().unwrap_or_else(PoisonError::into_inner).contains(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_and_files_found() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("my detector.py"), "").unwrap();
        let of = |text: &str| CommandLine::of(text, folder.path()).map(|line| line.words);
        assert_eq!(of("a  'b c' \"d\"e '' $f").unwrap(), ["a", "b c", "de", "", "$f"]);
        let file = folder.path().join("my detector.py").to_string_lossy().into_owned();
        assert_eq!(of("python3 'my detector.py' other.py").unwrap(), ["python3", &file, "other.py"]);
        let missing = folder.path().join("none.py").to_string_lossy().into_owned();
        assert_eq!(of("python3 none.py").unwrap()[1], missing);
        assert_eq!(of("python3 -m none.py host.name").unwrap()[1..], ["-m", "none.py", "host.name"]);
        assert_eq!(
            of("'./my detector.py'").unwrap()[0],
            folder.path().join("./my detector.py").to_string_lossy()
        );
        assert!(of("a 'b").unwrap_err().contains("without its partner"));
        assert!(of("  ").unwrap_err().contains("empty"));
        assert!(of("a \0").unwrap_err().contains("zero character"));
        assert_eq!(check("").and(check("a 'b c'")), Ok(()));
        for wrong in
            ["a 'b", "a\nb", "a \u{1b}[2J", &"x".repeat(5000), "a \u{202e}b", "a \u{61c}b", "a \u{e0041}b"]
        {
            assert!(check(wrong).is_err_and(|why| !why.contains(char::is_control)), "{wrong}");
        }
    }
}

#[cfg(test)]
mod permission_tests {
    use super::*;

    #[test]
    fn only_the_same_text_is_permitted() {
        permit("permitted here 'a  b'");
        assert!(is_permitted("permitted here 'a  b'"));
        for other in ["", "permitted here", "permitted here 'a b'", "permitted here 'a  b' c"] {
            assert!(!is_permitted(other), "{other}");
        }
    }
}
