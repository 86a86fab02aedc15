//! The program of one's own in a pane. Its answers come later than those of methods in this process; they belong to
//! the frame that was asked about, so playback waits for them.

use std::time::Duration;

use super::Arena;
use crate::comparison::findings::Answer;
use crate::comparison::own_program::OwnProgram;
use crate::methods::own_program::{COMMAND, ID, command_of};
use crate::methods::{self, Inside, Method};
use crate::programs::permission::permit;
use crate::settings::in_one_word;

/// Time for which a frame waits for the program before it is drawn without the answers. Shorter than a frame of
/// playback, so that the window stays responsive.
pub(super) const AT_ONCE: Duration = Duration::from_millis(20);

/// Time for which the panes show the frame before while the program answers.
const PATIENCE: Duration = Duration::from_millis(400);

impl Arena {
    /// Takes the program's answers if they have come. Returns whether they have.
    pub fn collect(&mut self) -> bool {
        let Self { found, detectors, world, .. } = self;
        let Some(method) = found.take_late(detectors, world.bodies()) else { return false };
        let frame = world.frame();
        self.tiles.forget();
        self.comparison.push(frame, found);
        if self.records_late {
            self.ledger.push(frame, found, &[method]);
        }
        self.mark();
        true
    }

    /// Whether the program's answers to this frame are still to come.
    pub fn is_waiting(&self) -> bool {
        self.found.answers.iter().any(|answer| answer.is_waiting)
    }

    /// Whether the panes still show the frame before: the scene plays, and the program has been asked a moment ago.
    /// Without that, every frame would be drawn twice, first without the program's answers.
    pub fn is_held(&self) -> bool {
        self.playback.playing
            && self.answer_before.is_some()
            && self.is_waiting()
            && !self.detectors.program().was_asked_before(PATIENCE)
    }

    /// The answer of a method on show: that of the frame before while the panes still show it.
    pub fn answer_on_show(&self, method: &Method) -> Option<&Answer> {
        let before =
            self.answer_before.as_ref().filter(|_| method.inside == Inside::Program && self.is_held());
        before.or_else(|| self.found.answer(method))
    }

    /// Keeps the program's answer to this frame, before the next one is evaluated.
    pub(super) fn keep_answer(&mut self) {
        let answers = &mut self.found.answers;
        match answers.iter().position(|answer| answer.method.inside == Inside::Program) {
            Some(index) if answers[index].is_waiting => {}
            Some(index) => self.answer_before = Some(answers.remove(index)).filter(|a| a.trouble.is_none()),
            None => self.answer_before = None,
        }
        if self.world.frame() == 0 {
            self.answer_before = None;
        }
    }

    /// Waits until the program has answered this frame, or turns out not to run.
    pub fn settle(&mut self) {
        while self.is_waiting() && !self.collect() {
            self.detectors.program().wait(Duration::MAX);
        }
    }

    /// The program that is asked.
    pub fn program(&self) -> &OwnProgram {
        self.detectors.program()
    }

    /// Runs a command that the user has typed or seen whole. The error is one line.
    pub fn run_program(&mut self, command: &str) -> Result<(), String> {
        let Some(method) = methods::find(ID) else { return Ok(()) };
        let command = command.trim();
        (self.settings_of(method).clone()).set(COMMAND.id, &in_one_word(command))?;
        permit(command);
        if command == command_of(self.settings_of(method)) {
            self.restart_program(method);
            return Ok(());
        }
        self.set_of(method, COMMAND.id, &in_one_word(command))
    }

    /// Starts the program again and asks it about this frame.
    fn restart_program(&mut self, method: &'static Method) {
        self.detectors.program_mut().end();
        self.found.forget(method);
        self.complete();
    }
}
