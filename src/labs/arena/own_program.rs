//! The program of one's own in a pane. Its answers come later than those of methods in this process; they belong to
//! the frame that was asked about, so playback waits for them.

use std::time::Duration;

use super::Arena;
use crate::comparison::findings::{AnsweredFrame, Findings};
use crate::comparison::own_program::OwnProgram;
use crate::methods::own_program::{COMMAND, ID, command_of};
use crate::methods::{self, Inside, Method};
use crate::programs::command::permit;
use crate::settings::in_one_word;
use crate::world::Body;

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
        self.is_unseen = true;
        true
    }

    /// Whether answers have come and no picture has shown them yet. Playback waits for that picture: a program that
    /// always answers between two pictures would otherwise never be seen.
    pub fn is_unseen(&self) -> bool {
        self.is_unseen
    }

    /// The next picture shows the answers that have come.
    pub fn begin_picture(&mut self) {
        self.is_unseen = false;
    }

    /// Whether the program's answers to this frame are still to come.
    pub fn is_waiting(&self) -> bool {
        self.found.answers.iter().any(|answer| answer.is_waiting)
    }

    /// Whether the panes still show the last answered frame: the scene plays, and the program has been asked a moment
    /// ago. Without that, every frame would be drawn twice, first without the program's answers.
    pub(super) fn is_held(&self) -> bool {
        self.playback.playing
            && self.answered_before.is_some()
            && self.is_waiting()
            && !self.detectors.program().was_asked_before(PATIENCE)
    }

    fn held(&self) -> Option<&AnsweredFrame> {
        self.answered_before.as_ref().filter(|_| self.is_held())
    }

    /// The results on show: those of the last answered frame while the panes still show it, otherwise those of the
    /// current frame.
    pub fn found(&self) -> &Findings {
        self.held().map_or(&self.found, |frame| &frame.found)
    }

    /// The bodies on show, which belong to [`Arena::found`].
    pub fn bodies_on_show(&self) -> &[Body] {
        self.held().map_or(self.world.bodies(), |frame| &frame.bodies)
    }

    /// Version of the results on show and their tiles; changes whenever they do.
    pub fn edition(&self) -> u64 {
        self.held().map_or(self.tiles.generation(), |frame| frame.edition)
    }

    /// Keeps the current frame if the program has answered it. Called before the simulation leaves it.
    pub(super) fn keep_answered(&mut self) {
        let mut answers = self.found.answers.iter();
        let Some(answer) = answers.find(|answer| answer.method.inside == Inside::Program) else {
            return self.answered_before = None;
        };
        if !answer.is_waiting {
            self.answered_before = answer.trouble.is_none().then(|| AnsweredFrame {
                frame: self.world.frame(),
                bodies: self.world.bodies().to_vec(),
                found: std::mem::take(&mut self.found),
                edition: self.tiles.generation(),
            });
        }
    }

    /// While the panes still show the last answered frame, makes it the current one.
    pub(super) fn return_to_answered(&mut self) {
        if self.is_held()
            && let Some(answered) = self.answered_before.take()
            && self.timeline.at(answered.frame).is_some()
        {
            self.timeline.seek(answered.frame);
            self.follow_timeline();
            self.found = answered.found;
            self.tiles.forget();
            self.records_late = false;
        }
    }

    /// Forgets the frame that the program has answered, as in another world.
    pub(super) fn forget_answered(&mut self) {
        self.answered_before = None;
    }

    /// Waits until the program has answered this frame, or turns out not to run.
    pub fn settle(&mut self) {
        while self.is_waiting() && !self.collect() {
            self.detectors.program().wait(Duration::MAX);
        }
        self.is_unseen = false;
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
