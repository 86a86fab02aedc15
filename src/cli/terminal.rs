//! What goes to the terminal beside help.

use std::io::Write as _;

/// Prints one line on standard error.
pub fn complain(text: &str) {
    let one_line = text.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let _ = writeln!(std::io::stderr(), "collidoscope: {one_line}");
}

/// One line on standard error that is no complaint.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {text}");
}

/// Writes to standard output; a reader that has gone away is no failure.
pub fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()).and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
