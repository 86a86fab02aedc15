//! The section of a program of one's own: its command, the permission to run it, its state, and the pairs without a
//! valid answer.
//!
//! A command runs if the user types it here or presses the button beside the whole command. A command that came with
//! a scene file, a link, a lesson or the last session is not put into the field, so that Enter cannot run it.

use std::time::Duration;

use egui::{
    Button, CollapsingHeader, Frame, Label, Margin, RichText, ScrollArea, TextEdit, TextWrapMode, Ui,
};

use super::pairs::{around, list, waiting};
use crate::comparison::statistics::Certificates;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::own_program::{COMMAND, command_of};
use crate::programs::asker::Status;
use crate::programs::command::is_permitted;
use crate::programs::program::Limits;
use crate::ui::requests::PanelContext;
use crate::ui::theme;
use crate::ui::verdicts::evidence;
use crate::ui::widgets::note;

/// Interval for asking whether the answers have come.
const SOON: Duration = Duration::from_millis(15);

/// State of the section.
#[derive(Default)]
pub struct ProgramPanel {
    /// The text in the field; `None`: the command that runs.
    draft: Option<String>,
    /// Why the typed command was refused, in one line.
    refused: Option<String>,
}

/// Asks the program once the scene pauses, and takes the answers that have come.
pub fn update(ui: &Ui, arena: &mut Arena) {
    if !arena.playback.playing {
        arena.ask_program();
    }
    if arena.collect() {
        ui.ctx().request_repaint();
    }
    if arena.is_waiting() {
        ui.ctx().request_repaint_after(SOON);
    }
}

/// The section, while the active pane shows the program.
pub fn show(ui: &mut Ui, state: &mut ProgramPanel, arena: &mut Arena, panel: &mut PanelContext) {
    let command = command_of(arena.settings()).to_owned();
    let is_running = is_permitted(&command);
    if !command.is_empty() && !is_running {
        permission(ui, arena, state, &command);
    }
    field(ui, state, arena, if is_running { &command } else { "" });
    if let Some(why) = &state.refused {
        amber(ui, &tr(why));
    }
    if !is_running {
        return note(ui, &t!("A program runs with your rights. Run only programs that you trust."));
    }
    let Some(status) = arena.program().status() else { return };
    running(ui, arena, &status);
    invalid_pairs(ui, arena, panel);
    standard_error(ui, &status);
}

/// The whole command, and the button that runs it.
fn permission(ui: &mut Ui, arena: &mut Arena, state: &mut ProgramPanel, command: &str) {
    let frame = Frame::new().fill(theme::sunken()).corner_radius(4.0).inner_margin(Margin::same(8));
    frame.show(ui, |ui| {
        amber(ui, &t!("This command came with a scene, link or session and has not run."));
        ScrollArea::vertical().id_salt("command").max_height(160.0).auto_shrink([false, true]).show(
            ui,
            |ui| {
                ui.add(Label::new(RichText::new(command).monospace().color(theme::strong())).wrap());
            },
        );
        let help = t!("Start the program with exactly this command. It can read and change your files.");
        if ui.add(Button::new(t!("Run this program"))).on_hover_text(help).clicked() {
            run(state, arena, command);
        }
    });
}

/// The field for the command, and the button that runs it.
fn field(ui: &mut Ui, state: &mut ProgramPanel, arena: &mut Arena, running: &str) {
    let name =
        ui.label(RichText::new(tr(COMMAND.label)).color(theme::weak())).on_hover_text(tr(COMMAND.help));
    let mut text = state.draft.clone().unwrap_or_else(|| running.to_owned());
    let edit = TextEdit::singleline(&mut text).hint_text("python3 mine.py").desired_width(f32::INFINITY);
    let field = ui.add(edit.font(egui::TextStyle::Monospace)).labelled_by(name.id);
    let field = field.on_hover_text(tr(COMMAND.help));
    if field.changed() {
        (state.draft, state.refused) = (Some(text.clone()), None);
    }
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let is_same = text.trim() == running;
    let (caption, help) = match is_same && !running.is_empty() {
        true => (t!("Start again"), t!("End the program and start it again, for example after a change.")),
        false => (t!("Run"), t!("Start the program and ask it about every candidate pair. (Enter)")),
    };
    let can_run = !text.trim().is_empty();
    let button = ui.add_enabled(can_run, Button::new(caption));
    let is_clicked = button.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked();
    if is_clicked || is_entered && can_run && !is_same {
        run(state, arena, &text);
    }
}

fn run(state: &mut ProgramPanel, arena: &mut Arena, command: &str) {
    state.refused = arena.run_program(command).err();
    if state.refused.is_none() {
        state.draft = None;
    }
}

/// State of a program that runs, and the numbers of its certificates.
fn running(ui: &mut Ui, arena: &Arena, status: &Status) {
    let Some(answer) = arena.shown() else { return };
    match &answer.trouble {
        Some(_) if answer.is_waiting() => note(ui, &waiting(arena)),
        Some(why) => amber(ui, &tr(why.words())),
        None => {
            let Certificates { proved, bare, flawed, unanswered } = Certificates::of(&answer.verdicts);
            let name = status.name.as_deref().unwrap_or_default();
            let text = t!(
                "%{name}: %{proved} proved, %{bare} without certificate, %{flawed} with a false one, %{unanswered} unanswered.",
                name = name,
                proved = proved,
                bare = bare,
                flawed = flawed,
                unanswered = unanswered
            );
            note(ui, &text);
        }
    }
    if status.restarts > 0 {
        let (n, most) = (status.restarts, Limits::default().restarts);
        amber(ui, &t!("Restarts: %{n} of at most %{most}", n = n, most = most));
    }
}

/// Pairs without an answer or with a false certificate.
fn invalid_pairs(ui: &mut Ui, arena: &mut Arena, panel: &mut PanelContext) {
    let shown = arena.shown().filter(|answer| !answer.remarks.is_empty());
    let Some(answer) = shown else { return };
    let candidates = &arena.found().candidates;
    let pairs: Vec<_> = answer.remarks.iter().map(|(index, _)| (*index, candidates[*index])).collect();
    note(ui, &t!("Pairs without a valid answer:"));
    let help = t!("Click to zoom to this pair. Bodies in front of it become translucent.");
    let clicked = ui.scope(|ui| {
        ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        list(ui, arena, "invalid answers", &help, &pairs, |arena, index, pair| {
            let verdict = arena.shown().and_then(|shown| shown.verdicts.get(index));
            let why = verdict.map(|verdict| evidence(&verdict.evidence)).unwrap_or_default();
            RichText::new(format!("{}–{} · {why}", pair.a, pair.b)).color(theme::amber())
        })
    });
    if let Some(pair) = clicked.inner {
        arena.selected_pair = Some(pair);
        panel.requests.extend(around(arena, pair));
    }
}

/// The end of standard error, folded in.
fn standard_error(ui: &mut Ui, status: &Status) {
    if status.errors.trim().is_empty() {
        return;
    }
    let header = CollapsingHeader::new(RichText::new(t!("Standard error")).small()).id_salt("standard error");
    let shown = header.show(ui, |ui| {
        let area = ScrollArea::both().max_height(160.0).auto_shrink([false, true]).stick_to_bottom(true);
        area.show(ui, |ui| {
            let text = RichText::new(&*status.errors).monospace().small().color(theme::text());
            ui.add(Label::new(text).extend());
        });
    });
    shown.header_response.on_hover_text(t!("What the program printed for itself, up to its latest answers."));
}

fn amber(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).small().color(theme::amber())).wrap());
}
