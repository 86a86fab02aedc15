//! Takes changes of the lab on show back, and makes them again.

use super::edits::{Change, Edits};
use super::shell::Shell;
use super::shown_lab::Scene;
use crate::labs::lab::Lab;
use crate::language::{t, tr};

/// Takes the last change back, and tells what it was.
pub fn undo(shell: &mut Shell) {
    let notice = match change(shell, Edits::undo) {
        None => return,
        Some(None) => t!("There is nothing to undo").into_owned(),
        Some(Some(Told { what, set })) => match (what.is_empty(), set.is_empty()) {
            (true, true) => t!("Undone").into_owned(),
            (false, true) => t!("Undone: %{what}", what = what).into_owned(),
            (true, false) => t!("Undone. Now again: %{set}", set = set).into_owned(),
            (false, false) => t!("Undone: %{what}. Now again: %{set}", what = what, set = set).into_owned(),
        },
    };
    shell.notice = Some(notice);
}

/// Makes the change again that was taken back last, and tells what it is.
pub fn redo(shell: &mut Shell) {
    let notice = match change(shell, Edits::redo) {
        None => return,
        Some(None) => t!("There is nothing to redo").into_owned(),
        Some(Some(Told { what, set })) => match (what.is_empty(), set.is_empty()) {
            (true, true) => t!("Redone").into_owned(),
            (false, true) => t!("Redone: %{what}", what = what).into_owned(),
            (true, false) => t!("Redone. Now again: %{set}", set = set).into_owned(),
            (false, false) => t!("Redone: %{what}. Now again: %{set}", what = what, set = set).into_owned(),
        },
    };
    shell.notice = Some(notice);
}

/// What is told of a change, in the language that is spoken.
struct Told {
    /// What it was; empty where `set` tells it.
    what: String,
    /// What is set now; empty where nothing that is said in words changed.
    set: String,
}

/// Makes a change of the lab. `None`, and nothing is done, while something is held; `Some(None)` if there is no change.
fn change(
    shell: &mut Shell,
    change: impl FnOnce(&mut Edits, &mut dyn Lab) -> Option<Change>,
) -> Option<Option<Told>> {
    if shell.hold.is_some() {
        return None;
    }
    let before = Scene::of(&*shell.lab);
    let told = change(&mut shell.edits, &mut *shell.lab).map(|Change { words, panes, label }| {
        let mut set: Vec<_> = panes.iter().map(|n| t!("number of panes: %{n}", n = n).into_owned()).collect();
        set.extend((shell.lab.row().describe)(&words));
        let what = if label.is_empty() { String::new() } else { tr(&label) };
        Told { what, set: set.join(", ") }
    });
    if Scene::of(&*shell.lab) != before {
        shell.frame_all();
    }
    Some(told)
}
