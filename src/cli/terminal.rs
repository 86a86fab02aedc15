//! Output to the terminal. File names, arguments and file contents all pass through [`visible`], so that they
//! cannot inject control sequences.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

pub use crate::names::visible;
use crate::names::{is_unseen, shortened};

/// Prints an error as one line on standard error.
pub fn complain(text: &str) {
    let one_line = text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let _ = writeln!(std::io::stderr(), "collidoscope: {}", visible(&shortened(&one_line)));
}

/// Prints a note as one line on standard error.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {}", visible(&shortened(text)));
}

/// Prints lines on standard error in addition to standard output. A closed standard error is ignored.
pub fn aside(lines: &str) {
    let _ = std::io::stderr().write_all(visible_lines(lines).as_bytes());
}

/// Writes lines to standard output.
pub fn print(lines: &str) -> anyhow::Result<()> {
    write(&visible_lines(lines))
}

/// Writes JSON to standard output. It stays JSON: invisible characters, which can only be part of its texts, are escaped
/// as in JSON, such as `\u200d`.
pub fn print_json(json: &str) -> anyhow::Result<()> {
    write(&visible_json(json))
}

/// Writes a piece of a long output; `false` if its reader has gone, so that the rest need not be made.
pub fn print_piece(text: &str) -> anyhow::Result<bool> {
    let outcome = put(text);
    let is_read = !outcome.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe);
    printed(outcome).map(|()| is_read)
}

fn write(text: &str) -> anyhow::Result<()> {
    printed(put(text))
}

/// Held while something is written to standard output.
static WRITING: Mutex<()> = Mutex::new(());

fn put(text: &str) -> std::io::Result<()> {
    let _writing = WRITING.lock();
    std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush())
}

/// Waits until the lines that are being written are whole, and prevents further ones while the result is kept. Gives up
/// after a second, because the reader of a pipe may have stopped reading.
pub fn stop_writing() -> Option<MutexGuard<'static, ()>> {
    let tries = (0..100).map(|_| {
        let stopped = WRITING.try_lock().ok();
        if stopped.is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
        stopped
    });
    tries.flatten().next()
}

/// The result of printing; a closed pipe (`collidoscope --help | head -1`) is no failure.
pub fn printed(outcome: std::io::Result<()>) -> anyhow::Result<()> {
    use std::io::ErrorKind as Kind;
    let mend = match &outcome {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == Kind::BrokenPipe => return Ok(()),
        Err(error) if matches!(error.kind(), Kind::StorageFull | Kind::QuotaExceeded) => {
            "there is no space left; make room there".to_owned()
        }
        Err(error) => format!("{error}; send it elsewhere"),
    };
    Err(anyhow::anyhow!("standard output: cannot be written: {mend}"))
}

/// Like [`visible`], but keeps line feeds, which separate our own lines.
pub fn visible_lines(lines: &str) -> Cow<'_, str> {
    match lines.contains(|c| c != '\n' && is_unseen(c)) {
        true => lines.split('\n').map(visible).collect::<Vec<_>>().join("\n").into(),
        false => lines.into(),
    }
}

/// JSON with invisible characters escaped; its line feeds and the rest of its layout stay.
pub fn visible_json(json: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| c != '\n' && is_unseen(c);
    if !json.contains(is_hidden) {
        return json.into();
    }
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if is_hidden(c) {
            c.encode_utf16(&mut [0; 2])
                .iter()
                .for_each(|unit| write!(text, "\\u{unit:04x}").unwrap_or_default());
        } else {
            text.push(c);
        }
    }
    text.into()
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
