//! Which method is on show, and its settings, from their declarations.

use egui::Ui;

use super::{choice, heading, note, options_in, slider};
use crate::app::shell::Shell;
use crate::broad_phase::BROAD_PHASES;
use crate::gpu::Gpu;
use crate::methods::{METHODS, Method};
use crate::settings::{Range, Setting, Value};

/// The section.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    heading(ui, "Method");
    let shown = shell.arena.roles().shown;
    let help = "The method whose verdicts colour the bodies, in the pane in focus.";
    if let Some(index) = method_choice(ui, shell, "Shown", help, shown.title) {
        shell.arena.show(&METHODS[index]);
    }
    let shown = shell.arena.roles().shown;
    note(ui, shown.says);
    note(ui, &format!("{} · {}", shown.source, shown.promise.words()));

    let settings: Vec<_> = shell.arena.settings().iter().collect();
    for (setting, value) in settings {
        if let Some(text) = control(ui, setting, value) {
            // Controls offer only what is declared, so a refusal would be a mistake in the program.
            if let Err(why) = shell.arena.set(setting.id, &text) {
                shell.notice = Some(why);
            }
        }
    }
    if let Some(found_out) = shell.arena.shown().and_then(|answer| answer.note.clone()) {
        note(ui, &found_out);
    }
}

/// The section on what happens around the method.
pub fn show_surroundings(ui: &mut Ui, shell: &mut Shell) {
    heading(ui, "Around it");
    let rows = BROAD_PHASES.iter().map(|row| (row.title, row.says, true));
    let help = "How the pairs are found that are worth a closer look.";
    if let Some(index) = choice(ui, "Broad phase", help, shell.arena.broad_phase().title, rows) {
        shell.arena.set_broad_phase(&BROAD_PHASES[index]);
    }
    let help = "The method whose verdicts part the bodies. With the exact one, the scene moves the same \
                whatever method is on show.";
    let driver = shell.arena.roles().driver.title;
    if let Some(index) = method_choice(ui, shell, "Bodies part by", help, driver) {
        shell.arena.let_drive(&METHODS[index]);
    }
}

fn method_choice(ui: &mut Ui, shell: &Shell, name: &str, help: &str, current: &str) -> Option<usize> {
    let missing = missing(shell);
    let options = METHODS.iter().zip(&missing).map(|(method, missing)| {
        (method.title, missing.as_deref().unwrap_or(method.says), missing.is_none())
    });
    choice(ui, name, help, current, options)
}

/// All methods in an open list; the row that was chosen, if any.
pub fn method_options(ui: &mut Ui, shell: &Shell, current: &Method) -> Option<usize> {
    let missing = missing(shell);
    let options = METHODS.iter().zip(&missing).map(|(method, missing)| {
        (method.title, missing.as_deref().unwrap_or(method.says), missing.is_none())
    });
    options_in(ui, current.title, options)
}

/// Per method, what this machine lacks for it: a sentence.
pub fn missing(shell: &Shell) -> Vec<Option<String>> {
    let capabilities = shell.arena.gpu().map(Gpu::capabilities);
    let missing = METHODS.iter().map(|method| method.why_not(capabilities));
    missing.map(|why| why.map(|missing| format!("This machine lacks {missing}."))).collect()
}

/// A control for one setting; the text of its new value, if it got one.
fn control(ui: &mut Ui, setting: &'static Setting, value: Value) -> Option<String> {
    match (&setting.range, value) {
        (Range::Choice { options, .. }, Value::Word(word)) => {
            let titles: Vec<_> = options.iter().map(|(word, _)| title(word)).collect();
            let rows = titles.iter().zip(*options).map(|(title, (_, says))| (title.as_str(), *says, true));
            let chosen = choice(ui, setting.label, setting.help, &title(word), rows)?;
            Some(options[chosen].0.to_owned())
        }
        (&Range::Whole { min, max, .. }, Value::Whole(before)) => {
            let mut number = before;
            let wide = max / min.max(1) >= 16;
            slider(ui, setting.label, setting.help, &mut number, min..=max, |s| s.logarithmic(wide));
            (number != before).then(|| number.to_string())
        }
        _ => None,
    }
}

/// A word of the command line as a person would write it; the name of an axis stays as it is.
fn title(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if word.len() > 1 => {
            first.to_uppercase().chain(letters).collect::<String>().replace('-', " ")
        }
        _ => word.to_owned(),
    }
}
