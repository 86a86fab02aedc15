//! Takes changes of the lab on show back, and makes them again.

use rust_i18n::t;

use super::edits::{Change, Edits};
use super::shell::Shell;
use crate::labs::lab::Lab;
use crate::language::tr;

/// Takes the last change back, and tells what it was.
pub fn undo(shell: &mut Shell) {
    change(shell, Edits::undo, |what| match what {
        None => t!("There is nothing to undo").into_owned(),
        Some("") => t!("Undone").into_owned(),
        Some(what) => t!("Undone: %{what}", what = what).into_owned(),
    });
}

/// Makes the change again that was taken back last, and tells what it is.
pub fn redo(shell: &mut Shell) {
    change(shell, Edits::redo, |what| match what {
        None => t!("There is nothing to redo").into_owned(),
        Some("") => t!("Redone").into_owned(),
        Some(what) => t!("Redone: %{what}", what = what).into_owned(),
    });
}

fn change(
    shell: &mut Shell,
    change: impl FnOnce(&mut Edits, &mut dyn Lab) -> Option<Change>,
    says: impl FnOnce(Option<&str>) -> String,
) {
    if shell.hold.is_some() {
        return;
    }
    let before = shell.lab.bounds();
    let put = change(&mut shell.edits, &mut *shell.lab);
    let what = put.map(|Change { words, says }| {
        let mut parts = (shell.lab.row().describe)(&words);
        parts.extend((!says.is_empty()).then(|| tr(&says)));
        parts.join(", ")
    });
    if shell.lab.bounds() != before {
        shell.frame_all();
    }
    shell.notice = Some(says(what.as_deref()));
}
