//! The program of one's own in a pane. It is asked while the scene is paused or stepped; its answers come later than
//! those of methods in this process.

use std::time::Duration;

use super::Arena;
use crate::comparison::findings::Answer;
use crate::comparison::own_program::{OwnProgram, Trouble};
use crate::methods::own_program::{COMMAND, ID, command_of};
use crate::methods::{self, Method};
use crate::programs::command::permit;
use crate::settings::in_one_word;

/// Time for which a frame waits for the program before it is drawn without the answers, short enough for the window to
/// stay responsive.
pub(super) const AT_ONCE: Duration = Duration::from_millis(20);

impl Arena {
    /// Asks the program about this frame if it has not been asked, because the scene played.
    pub fn ask_program(&mut self) {
        let unasked = |answer: &&Answer| answer.trouble == Some(Trouble::Playing);
        if let Some(method) = self.found.answers.iter().find(unasked).map(|answer| answer.method) {
            self.found.forget(method);
            self.decide(true);
        }
    }

    /// Takes the program's answers if they have come. Returns whether they have.
    pub fn collect(&mut self) -> bool {
        let Self { found, detectors, world, .. } = self;
        let Some(method) = found.take_late(detectors, world.bodies()) else { return false };
        let frame = world.frame();
        self.tiles.forget();
        self.comparison.push(frame, found);
        // Measurements of later frames are kept.
        if frame == *self.timeline.span().end() {
            self.ledger.push(frame, found, &[method]);
        }
        self.mark();
        true
    }

    /// Whether the program's answers to this frame are still to come.
    pub fn is_waiting(&self) -> bool {
        self.lacks_answers() || self.found.answers.iter().any(|answer| answer.is_waiting())
    }

    /// Waits until the program has answered this frame, or turns out not to run.
    pub fn settle(&mut self) {
        self.ask_program();
        if self.lacks_answers() {
            self.complete();
        }
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
