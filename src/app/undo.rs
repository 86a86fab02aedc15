//! Undoes and redoes changes of the current lab.

use super::edits::{Change, Edits};
use super::shell::Shell;
use super::shown_lab::SceneIdentity;
use crate::labs::lab::Lab;
use crate::language::{t, tr};

/// Undoes the last change and reports it in the notice.
pub fn undo(shell: &mut Shell) {
    let notice = match change(shell, Edits::undo) {
        None => return,
        Some(None) => t!("Nothing to undo").into_owned(),
        Some(Some(UndoNotice { label, restored })) => match (label.is_empty(), restored.is_empty()) {
            (true, true) => t!("Undone").into_owned(),
            (false, true) => t!("Undone: %{what}", what = label).into_owned(),
            (true, false) => t!("Undone. Restored: %{set}", set = restored).into_owned(),
            (false, false) => {
                t!("Undone: %{what}. Restored: %{set}", what = label, set = restored).into_owned()
            }
        },
    };
    shell.notice = Some(notice);
}

/// Redoes the last undone change and reports it in the notice.
pub fn redo(shell: &mut Shell) {
    let notice = match change(shell, Edits::redo) {
        None => return,
        Some(None) => t!("Nothing to redo").into_owned(),
        Some(Some(UndoNotice { label, restored })) => match (label.is_empty(), restored.is_empty()) {
            (true, true) => t!("Redone").into_owned(),
            (false, true) => t!("Redone: %{what}", what = label).into_owned(),
            (true, false) => t!("Redone. Restored: %{set}", set = restored).into_owned(),
            (false, false) => {
                t!("Redone: %{what}. Restored: %{set}", what = label, set = restored).into_owned()
            }
        },
    };
    shell.notice = Some(notice);
}

/// The parts of a notice about a change, in the current language.
struct UndoNotice {
    /// Description of the change; empty if `restored` describes it.
    label: String,
    /// The restored settings; empty if no setting changed.
    restored: String,
}

/// Undoes or redoes a change. During a drag it does nothing and returns `None`. `Some(None)` means that there is no
/// change to undo or redo.
fn change(
    shell: &mut Shell,
    change: impl FnOnce(&mut Edits, &mut dyn Lab) -> Option<Change>,
) -> Option<Option<UndoNotice>> {
    if shell.hold.is_some() {
        return None;
    }
    let before = SceneIdentity::of(&*shell.lab);
    let notice = change(&mut shell.edits, &mut *shell.lab).map(|Change { words, panes, label }| {
        let mut set: Vec<_> = panes.iter().map(|n| t!("number of panes: %{n}", n = n).into_owned()).collect();
        set.extend((shell.lab.row().describe)(&words));
        let label = if label.is_empty() { String::new() } else { tr(&label) };
        UndoNotice { label, restored: set.join(", ") }
    });
    if SceneIdentity::of(&*shell.lab) != before {
        shell.frame_all();
    }
    Some(notice)
}
