//! The desktop's own dialog for files.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};

use super::places::Kind;

/// Opens the dialog on a thread of its own. The channel delivers the chosen file, or `None` if the dialog was cancelled.
pub fn ask(kind: &Kind, folder: &Path, name: &str) -> Receiver<Option<PathBuf>> {
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
            let endings = [&[ending, "json"], also].concat();
            dialog.add_filter(opens.unwrap_or_default(), &endings).pick_file()
        } else {
            dialog.add_filter(ending, &[ending]).set_file_name(name).save_file()
        };
        // The window may have been closed meanwhile.
        let _ = answer.send(chosen);
    });
    dialog
}
