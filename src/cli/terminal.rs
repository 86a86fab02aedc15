//! What goes to the terminal beside help.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// Prints one line on standard error.
pub fn complain(text: &str) {
    let one_line = text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let _ = writeln!(std::io::stderr(), "collidoscope: {}", visible(&one_line));
}

/// One line on standard error that is no complaint.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {}", visible(text));
}

/// Writes to standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    printed(std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush()))
}

/// What became of it: a closed pipe (`collidoscope --help | head -1`) is no failure.
pub fn printed(outcome: std::io::Result<()>) -> anyhow::Result<()> {
    match outcome {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// `text` with control characters as Rust writes them, such as `\u{1b}`: a name from a file or an argument does not
/// steer the terminal.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_control() {
            true => write!(visible, "{}", c.escape_default()).unwrap_or_default(),
            false => visible.push(c),
        }
    }
    visible
}

/// What takes long, with the time that it has taken: on standard error, and only if that is a terminal. It goes
/// when it is dropped.
pub fn waiting(doing: &str) -> ProgressBar {
    shown(ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}", doing)
}

/// The same for `steps` of something, with the time that is left.
pub fn progress(doing: &str, steps: u64) -> ProgressBar {
    shown(ProgressBar::new(steps), "{msg} {bar:24} {human_pos}/{human_len} after {elapsed}{left}", doing)
}

fn shown(bar: ProgressBar, template: &str, doing: &str) -> ProgressBar {
    let bar = bar.with_finish(indicatif::ProgressFinish::AndClear);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("left", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // Nothing is known before the first step is done.
            if state.pos() > 0 {
                let _ = write!(text, ", about {:#} left", HumanDuration(state.eta()));
            }
        }));
    }
    bar.set_message(visible(doing));
    bar.enable_steady_tick(TICK);
    bar
}

/// Between two pictures of what takes long.
const TICK: Duration = Duration::from_millis(200);

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn no_name_steers_the_terminal() {
        assert_eq!(visible("a\u{1b}[31mb\r\u{7}\u{9b}é中"), "a\\u{1b}[31mb\\r\\u{7}\\u{9b}é中");
    }
}
