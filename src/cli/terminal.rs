//! Output to the terminal. File names, arguments and file contents all pass through [`visible`], so that they
//! cannot inject control sequences.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::names::is_unseen;

/// Prints an error as one line on standard error.
pub fn complain(text: &str) {
    let one_line = text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let _ = writeln!(std::io::stderr(), "collidoscope: {}", visible(&one_line));
}

/// Prints a note as one line on standard error.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {}", visible(text));
}

/// Prints lines on standard error in addition to standard output. A closed standard error is ignored.
pub fn aside(lines: &str) {
    let _ = std::io::stderr().write_all(visible_lines(lines).as_bytes());
}

/// Writes lines to standard output.
pub fn print(lines: &str) -> anyhow::Result<()> {
    let text = visible_lines(lines);
    printed(std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush()))
}

/// The result of printing; a closed pipe (`collidoscope --help | head -1`) is no failure.
pub fn printed(outcome: std::io::Result<()>) -> anyhow::Result<()> {
    match outcome {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// `text` with invisible characters escaped as in Rust, such as `\u{1b}`, so that a name can neither control
/// the terminal nor look like another name.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match is_unseen(c) {
            true => write!(visible, "{}", c.escape_default()).unwrap_or_default(),
            false => visible.push(c),
        }
    }
    visible
}

/// Like [`visible`], but keeps line feeds, which separate our own lines.
fn visible_lines(lines: &str) -> Cow<'_, str> {
    match lines.contains(|c| c != '\n' && is_unseen(c)) {
        true => lines.split('\n').map(visible).collect::<Vec<_>>().join("\n").into(),
        false => lines.into(),
    }
}

/// Shows a spinner with the elapsed time for a long task, on standard error and only on a terminal. Dropping
/// it removes it.
pub fn waiting(doing: &str) -> ProgressBar {
    shown(ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}", doing)
}

/// A progress bar over `steps` steps, with the time left. Shown and removed like [`waiting`].
pub fn progress(doing: &str, steps: u64) -> ProgressBar {
    shown(ProgressBar::new(steps), "{msg} {bar:24} {human_pos}/{human_len} after {elapsed}{left}", doing)
}

fn shown(bar: ProgressBar, template: &str, doing: &str) -> ProgressBar {
    let bar = bar.with_finish(indicatif::ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("left", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // The time left is unknown before the first step.
            if state.pos() > 0 {
                let _ = write!(text, ", about {:#} left", HumanDuration(state.eta()));
            }
        }));
    }
    bar.set_message(visible(doing));
    bar.enable_steady_tick(TICK);
    bar
}

/// Interval between redraws of a spinner or bar.
const TICK: Duration = Duration::from_millis(200);

#[cfg(test)]
mod tests {
    use super::{visible, visible_lines};

    #[test]
    fn no_name_steers_the_terminal() {
        assert_eq!(visible("a\u{1b}[31mb\r\u{7}\u{9b}é中"), "a\\u{1b}[31mb\\r\\u{7}\\u{9b}é中");
        for c in "\u{ad}\u{61c}\u{200b}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}\u{e0041}".chars() {
            assert_eq!(visible(&format!("a{c}b")), format!("a\\u{{{:x}}}b", c as u32));
        }
        assert_eq!(
            visible("Ärger/naïve e\u{301} مرحبا 👍🏽 №1\u{a0}m"),
            "Ärger/naïve e\u{301} مرحبا 👍🏽 №1\u{a0}m"
        );
        assert_eq!(visible_lines("a\nb\u{202e}\r\nc\n"), "a\nb\\u{202e}\\r\nc\n");
    }
}
