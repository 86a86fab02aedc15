//! The program of one's own that a pane shows: asked on a thread, only with the user's permission.

use std::time::Duration;

use crate::methods::own_program::{command_of, limits_of};
use crate::programs::asker::{Answered, Asker, Status};
use crate::programs::command::{CommandLine, is_permitted};
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// The program, if it is asked now.
#[derive(Default)]
pub struct OwnProgram {
    asker: Option<Asker>,
}

/// Why a method has no verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It failed, in one line.
    Failed(String),
    /// A program of one's own has no command.
    NoCommand,
    /// The user has not asked to run the program's command.
    NotPermitted,
    /// The scene plays, and a program is asked while it is paused.
    Playing,
    /// The program's answers are still to come.
    Waiting,
}

impl Trouble {
    /// The states that are no failures.
    pub const STATES: [Self; 4] = [Self::NoCommand, Self::NotPermitted, Self::Playing, Self::Waiting];

    /// The reason, in one English line.
    pub fn words(&self) -> &str {
        match self {
            Self::Failed(why) => why,
            Self::NoCommand => "no command is given; type it on the left, under Method",
            Self::NotPermitted => {
                "the command comes from a scene file, a link or an earlier session and has not been run; see Method on the left"
            }
            Self::Playing => "it is asked while the scene is paused or stepped",
            Self::Waiting => "waiting for the program",
        }
    }
}

impl OwnProgram {
    /// Asks the program about these pairs, in place of those before.
    pub fn ask(&mut self, settings: &Settings, bodies: &[Body], pairs: &[Pair]) -> Result<(), Trouble> {
        let command = command_of(settings);
        if command.is_empty() {
            return Err(Trouble::NoCommand);
        }
        if !is_permitted(command) {
            return Err(Trouble::NotPermitted);
        }
        let asker = match &mut self.asker {
            Some(asker) => asker,
            none => {
                let unread = |why| Trouble::Failed(format!("the current folder cannot be read: {why}"));
                let folder = std::env::current_dir().map_err(unread)?;
                let line = CommandLine::of(command, &folder).map_err(Trouble::Failed)?;
                none.insert(Asker::new(line, limits_of(settings)))
            }
        };
        if let Some(trouble) = asker.status().trouble {
            return Err(Trouble::Failed(trouble));
        }
        let two = |pair: &Pair| [pair.a, pair.b].map(|body| bodies[body].clone());
        asker.ask(pairs.iter().map(two).collect());
        Ok(())
    }

    /// Waits for the answers, at most for this time.
    pub fn wait(&self, time: Duration) {
        if let Some(asker) = &self.asker {
            asker.wait(time);
        }
    }

    /// The answers, one per pair, once they are all there; the error is one line.
    pub fn take(&mut self) -> Option<Result<Vec<Answered>, String>> {
        let asker = self.asker.as_mut()?;
        asker.take().map(Ok).or_else(|| asker.status().trouble.map(Err))
    }

    /// Number of pairs that are answered.
    pub fn answered(&self) -> usize {
        self.asker.as_ref().map_or(0, Asker::answered)
    }

    /// State of the program; `None` if it is not asked.
    pub fn status(&self) -> Option<Status> {
        self.asker.as_ref().map(Asker::status)
    }

    /// Ends the program. The next question starts it again.
    pub fn end(&mut self) {
        self.asker = None;
    }
}
