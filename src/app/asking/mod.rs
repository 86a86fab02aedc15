//! File dialogs for saving and opening: the desktop's own dialog or, where there is none, a path field in the
//! window.

pub mod path_box;
pub mod places;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

use path_box::PathBox;
use places::{Answer, Kind};

use crate::language::t;

/// A desktop's dialog that ends without an answer in less than this time was never shown: the desktop has no
/// dialogs.
const NO_DIALOG: Duration = Duration::from_millis(1500);

/// An open file dialog.
pub struct Asking<P> {
    /// The caller's purpose, returned with the answer.
    pub purpose: P,
    kind: Kind,
    folder: PathBuf,
    name: String,
    prompt: Prompt,
}

enum Prompt {
    /// The desktop's dialog on a thread of its own, and the time when it was opened.
    Desktop(Receiver<Option<PathBuf>>, Instant),
    Field(PathBox),
}

impl<P> Asking<P> {
    /// Asks for a file of this kind; the dialog starts with `folder` and `name`.
    pub fn begin(purpose: P, kind: Kind, folder: &Path, name: &str, by_desktop: bool) -> Self {
        if by_desktop {
            return Self::by_dialog(purpose, kind, folder, name, ask_desktop(&kind, folder, name));
        }
        let prompt = Prompt::Field(PathBox::of(folder, name));
        Self { purpose, kind, folder: folder.to_owned(), name: name.to_owned(), prompt }
    }

    /// Waits for a dialog that was opened outside the window; it sends one answer: a file, or `None`.
    pub fn by_dialog(
        purpose: P,
        kind: Kind,
        folder: &Path,
        name: &str,
        dialog: Receiver<Option<PathBuf>>,
    ) -> Self {
        let prompt = Prompt::Desktop(dialog, Instant::now());
        Self { purpose, kind, folder: folder.to_owned(), name: name.to_owned(), prompt }
    }

    /// Asks again in the window, showing the refused path and the reason.
    pub fn again(purpose: P, kind: Kind, folder: &Path, path: &Path, why: String) -> Self {
        let field = PathBox::refused(path, why);
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Self { purpose, kind, folder: folder.to_owned(), name, prompt: Prompt::Field(field) }
    }

    /// The path field, if the dialog is in the window.
    pub fn field(&mut self) -> Option<(&mut PathBox, &Kind, &Path)> {
        let Self { kind, folder, prompt, .. } = self;
        match prompt {
            Prompt::Field(field) => Some((field, kind, folder)),
            Prompt::Desktop(..) => None,
        }
    }

    /// The answer, if the user has given one. Sets `by_desktop` to `false` if the desktop turns out to have no
    /// dialog.
    pub fn listen(&mut self, by_desktop: &mut bool) -> Option<Answer> {
        let (dialog, since) = match &mut self.prompt {
            Prompt::Field(field) => return field.take_answer(),
            Prompt::Desktop(dialog, since) => (dialog, since),
        };
        match dialog.try_recv() {
            Err(TryRecvError::Empty) => None,
            Ok(Some(path)) => {
                if let Some(why) = self.kind.refusal(&path) {
                    self.prompt = Prompt::Field(PathBox::refused(&path, why));
                    return None;
                }
                let whole = self.kind.with_ending(path.clone());
                // The desktop's dialog has asked whether to replace the file that it returned, but not whether to
                // replace the file with the extension added.
                let is_taken = !self.kind.is_opened() && self.kind.taken(&whole).is_some();
                if is_taken && (whole != path || self.kind.is_sequence()) {
                    self.prompt = Prompt::Field(PathBox::at(&whole));
                    return None;
                }
                Some(Answer::Path(whole))
            }
            Ok(None) if since.elapsed() > NO_DIALOG => Some(Answer::Nothing),
            Ok(None) | Err(TryRecvError::Disconnected) => {
                *by_desktop = false;
                self.prompt = Prompt::Field(PathBox::of(&self.folder, &self.name));
                None
            }
        }
    }

    /// Whether the desktop's dialog is open; its answer causes no window event.
    pub fn is_outside(&self) -> bool {
        matches!(self.prompt, Prompt::Desktop(..))
    }
}

/// Notice after a cancelled dialog.
pub fn called_off() -> String {
    t!("No file was chosen.").into_owned()
}

/// Opens the desktop's dialog on a thread of its own. The channel delivers the chosen file, or `None` on
/// cancel.
fn ask_desktop(kind: &Kind, folder: &Path, name: &str) -> Receiver<Option<PathBuf>> {
    let (answer, dialog) = mpsc::channel();
    let (title, ending, is_opened) = (kind.title(), kind.ending, kind.is_opened());
    let (opens, also) = (kind.opens(), kind.takes.map_or(&[][..], |takes| takes.endings));
    let (folder, name) = (std::path::absolute(folder).ok(), name.to_owned());
    std::thread::spawn(move || {
        let mut dialog = rfd::FileDialog::new().set_title(title);
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        let chosen = if is_opened {
            let endings = match opens {
                Some(_) => [&[ending, "json", "toml"], also].concat(),
                None => vec![ending],
            };
            dialog.add_filter(opens.unwrap_or_else(|| format!(".{ending}")), &endings).pick_file()
        } else {
            dialog.add_filter(ending, &[ending]).set_file_name(name).save_file()
        };
        // The window may have been closed in the meantime.
        let _ = answer.send(chosen);
    });
    dialog
}
