//! The row of a program of one's own: its settings and limits. Panes ask the program on a thread
//! (`comparison::program`), so its detector only says where it answers.

use std::time::Duration;

use super::method::{Bodies, Inside, Method, Needs, Round};
use crate::about::{MethodInfo, Promise};
use crate::detector::{DetectError, Detection, Detector};
use crate::programs::command;
use crate::programs::program::Limits;
use crate::settings::{Range, Setting, Settings, TextKind};
use crate::world::{Body, Pair};

/// Id of the row.
pub const ID: &str = "program";

/// Row of the table of methods.
pub(super) const ROW: Method = Method {
    about: MethodInfo {
        id: ID,
        title: "Own program",
        source: "Written by you",
        says: "Asks a program of your own, pair by pair; its certificates are checked exactly. It is not timed.",
        promise: Promise::Unknown,
        settings: &[COMMAND, ANSWER_TIME, MEMORY],
        compare_with: "gjk",
    },
    needs: Needs::Nothing,
    bodies: Bodies::Any,
    round: Round::Meshes,
    inside: Inside::Program,
    make: |_, _| Ok(Box::new(NotHere)),
};

/// The command line of the program.
pub const COMMAND: Setting = Setting {
    id: "command",
    label: "Command",
    help: "Command line of a program of your own, such as python3 mine.py. It runs with your rights.",
    unit: "",
    range: Range::Text {
        default: "",
        kind: TextKind { what: "a command line", check: command::check, brief },
    },
};

/// Time to answer a pair.
const ANSWER_TIME: Setting = Setting {
    id: "answer-time",
    label: "Time to answer",
    help: "Time in which the program must answer a pair; then it is ended and started again.",
    unit: "s",
    range: Range::Whole { min: 1, max: 60, default: 2 },
};

/// Memory of the process.
const MEMORY: Setting = Setting {
    id: "memory",
    label: "Memory",
    help: "Address space that the program may use. Linux only.",
    unit: "MiB",
    range: Range::Whole { min: 16, max: 1 << 20, default: 2048 },
};

/// The command of these settings; empty if none was given.
pub fn command_of(settings: &Settings) -> &str {
    settings.text(COMMAND.id).unwrap_or_default().trim()
}

/// The limits of these settings. The time of the whole run is unlimited, because a pane may stay open.
pub fn limits_of(settings: &Settings) -> Limits {
    let usual = Limits::default();
    Limits {
        answer: settings.whole(ANSWER_TIME.id).map_or(usual.answer, Duration::from_secs),
        memory: settings.whole(MEMORY.id).unwrap_or(usual.memory),
        all: Duration::MAX,
        ..usual
    }
}

/// Most characters of a command in a caption.
const BRIEF: usize = 40;

/// A command in one word, for column headings and captions.
fn brief(command: &str) -> String {
    let mut short: String = command.trim().chars().take(BRIEF).collect();
    if command.trim().chars().count() > BRIEF {
        short.push('…');
    }
    short.replace(char::is_whitespace, "_")
}

/// The detector of the row.
struct NotHere;

impl Detector for NotHere {
    fn detect(&mut self, _: &[Body], _: &[Pair]) -> Result<Detection, DetectError> {
        Err(DetectError::NotHere(
            "a program of your own answers in panes; on the command line, name it with --method-program",
        ))
    }
}
