//! Opens scenes; saves scenes, pictures, films and measurements. After an error, another path is asked
//! for, so that nothing is lost.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::Ui;
use image::RgbaImage;

use super::asking::called_off;
use super::asking::places::{Answer, folder_of};
use super::drawing;
use super::export::{Content, Exporting};
use super::file_work::{FilmExport, OpenFile, Progress, Purpose};
use super::lecture;
use super::opening::Given;
use super::present;
use super::scene_file;
use super::scene_file::ENDING;
use super::shell::Shell;
use super::slide_show;
use crate::experiments::results::{self, write_results};
use crate::files::{self, modified};
use crate::labs::reading::take_read;
use crate::labs::word_row::Role;
use crate::language::t;
use crate::ui::requests::{Document, FilesRequest};

/// Time between two polls of a thread.
const LOOK_AGAIN: Duration = Duration::from_millis(60);

/// Continues with the files that were chosen, read or drawn since the last frame.
pub fn update(ui: &mut Ui, shell: &mut Shell) {
    match shell.files.take_answer() {
        Some((purpose, Answer::Path(path))) => go_on(shell, purpose, path),
        // The pictures drawn so far are lost, so a notice reports the cancellation.
        Some((_, Answer::Nothing)) => shell.notice = Some(called_off()),
        None => {}
    }
    take_opened(shell);
    take_lecture(shell);
    if let Some(files) = shell.lab.files() {
        files.take_read();
    }
    let draws = advance_film(shell);
    if draws {
        ui.ctx().request_repaint();
    } else if shell.editor.is_busy()
        || shell.files.is_busy()
        || is_reading(shell)
        || shell.files.asks_outside()
    {
        ui.ctx().request_repaint_after(LOOK_AGAIN);
    }
}

fn is_reading(shell: &mut Shell) -> bool {
    shell.lab.files().is_some_and(|files| files.reading().is_some())
}

/// Carries out a request about files.
pub fn act(shell: &mut Shell, request: FilesRequest) {
    match request {
        FilesRequest::ChooseOpened => {
            ask_to_open(shell, Purpose::Open(shell.lab.row().takes));
        }
        FilesRequest::Open(path) => {
            if let Err(why) = open(shell, path) {
                shell.fail(why);
            }
        }
        FilesRequest::SaveScene => save_scene(shell),
        FilesRequest::SaveSceneAs => ask_for_scene(shell),
        FilesRequest::ChooseDocument(kind) => ask_to_open(shell, Purpose::OpenDocument(kind)),
        FilesRequest::SaveDocument(document) => save_document(shell, *document),
        FilesRequest::SaveMeasurements => save_measurements(shell),
        FilesRequest::SaveExperiment => save_experiment(shell),
        FilesRequest::WindowPicture => shell.picture_wanted = true,
        FilesRequest::ChooseExport => {
            let (span, frame) = (shell.lab.span(), shell.lab.frame());
            shell.files.exporting.get_or_insert_with(|| Exporting::new(*span.start(), frame));
        }
        FilesRequest::Export => {
            let Some(mut exporting) = shell.files.exporting.take() else { return };
            let export = exporting.chosen();
            if let Err(why) = drawing::check(shell, export.content) {
                exporting.trouble = Some(format!("{why:#}"));
                shell.files.exporting = Some(exporting);
                return;
            }
            let purpose = Purpose::Export(export);
            let stem = match export.content {
                Content::Handout(_) => drawing::handout_name(shell),
                _ => stem(shell),
            };
            let path = files::free_name(&shell.folder, &stem, purpose.kind().ending);
            shell.files.ask(purpose, &shell.folder, &name_of(&path));
        }
        FilesRequest::ChooseLecture => ask_to_open(shell, Purpose::OpenLecture),
        FilesRequest::SaveLecture => match shell.editor.path.clone() {
            Some(path) => write_lecture(shell, path),
            None => ask_for_lecture(shell),
        },
        FilesRequest::SaveLectureAs => ask_for_lecture(shell),
    }
}

/// Asks for a file to open, in the folder of the last one.
fn ask_to_open(shell: &mut Shell, purpose: Purpose) {
    let folder = shell.files.folder_to_read(&shell.folder).to_owned();
    shell.files.ask(purpose, &folder, "");
}

/// Opens a scene, or passes a file of the lab's own kind to the lab. The error lists the files the lab opens.
fn open(shell: &mut Shell, path: PathBuf) -> Result<(), String> {
    match Given::of(&path, shell.lab.row())? {
        Given::Scene => shell.files.open(path),
        Given::Lecture => shell.editor.open(path),
        Given::OfLab | Given::Document => {
            // Cancels reading another scene, which would replace the lab.
            shell.files.opening = None;
            if let Some(files) = shell.lab.files() {
                files.take_file(path);
            }
        }
    }
    Ok(())
}

/// Reads or writes the chosen file, according to the purpose for which it was chosen.
fn go_on(shell: &mut Shell, purpose: Purpose, path: PathBuf) {
    // Opening a model must not change where pictures and scenes are written.
    let folder = folder_of(&path).to_owned();
    match purpose.kind().is_opened() {
        true => shell.files.read_from = Some(folder.clone()),
        false => shell.folder = folder.clone(),
    }
    match purpose {
        Purpose::Open(_) => {
            if let Err(why) = open(shell, path.clone()) {
                let purpose = Purpose::Open(shell.lab.row().takes);
                shell.files.ask_again(purpose, &folder, &path, why);
            }
        }
        Purpose::OpenDocument(_) => {
            if let Some(files) = shell.lab.files() {
                files.take_file(path);
            }
        }
        Purpose::SaveDocument(document) => write_document(shell, document, path),
        Purpose::OpenLecture => shell.editor.open(path),
        Purpose::SaveLecture => write_lecture(shell, path),
        Purpose::SaveScene => write_scene(shell, path),
        Purpose::Export(export) => match export.content {
            content if content.is_film() => match drawing::begin_film(shell, export, &path) {
                Ok(film) => shell.files.film = Some(FilmExport { film: Box::new(film), export, path }),
                Err(why) => shell.files.ask_again(purpose, &shell.folder, &path, format!("{why:#}")),
            },
            Content::Handout(notes) => match drawing::begin_handout(shell, notes, export.size, &path) {
                Ok(film) => shell.files.film = Some(FilmExport { film: Box::new(film), export, path }),
                Err(why) => shell.fail(format!("{why:#}")),
            },
            // A picture of exactly the window's size is read back from the window itself, in its next frame.
            Content::Window if export.as_seen => {
                shell.files.picture_to = Some(path);
                shell.picture_wanted = true;
            }
            _ => {
                let saved =
                    drawing::draw(shell, export).and_then(|picture| files::write_png(&path, &picture));
                tell_or_ask_again(shell, purpose, path, saved);
            }
        },
    }
}

fn tell_or_ask_again(shell: &mut Shell, purpose: Purpose, path: PathBuf, saved: anyhow::Result<()>) {
    match saved {
        Ok(()) => shell.notice = Some(report(path)),
        Err(why) => shell.files.ask_again(purpose, &shell.folder, &path, format!("{why:#}")),
    }
}

fn take_opened(shell: &mut Shell) {
    let Some(path) = shell.files.opening.as_ref().map(|scene| scene.path().to_owned()) else { return };
    let Some(result) = take_read(&mut shell.files.opening) else { return };
    let opened = result.and_then(|scene| present::open_scene(shell, &scene));
    if let Err(why) = opened {
        return shell.fail(why);
    }
    shell.files.used(&path);
    shell.files.scene = Some(OpenFile::now(&path, identity(shell)));
    shell.notice = Some(t!("Opened %{file}", file = path.display()).into_owned());
}

/// Shows a lecture that was read, and gives one that was checked.
fn take_lecture(shell: &mut Shell) {
    match shell.editor.take_opened() {
        Some(Ok(loaded)) => {
            shell.editor.take(&loaded);
            shell.files.used(&loaded.path);
            shell.notice = Some(t!("Opened %{file}", file = loaded.path.display()).into_owned());
        }
        // The list shows the whole error; the status line would cut it.
        Some(Err(why)) => (shell.editor.trouble, shell.editor.is_open) = (Some(why), true),
        None => {}
    }
    if let Some(lecture) = shell.editor.take_checked() {
        let first = shell.editor.selected;
        slide_show::give(shell, lecture, first);
    }
}

fn ask_for_lecture(shell: &mut Shell) {
    let path = match &shell.editor.path {
        Some(path) => path.clone(),
        None => files::free_name(&shell.folder, "my", lecture::file::ENDING),
    };
    let (folder, name) = (folder_of(&path).to_owned(), name_of(&path));
    shell.files.ask(Purpose::SaveLecture, &folder, &name);
}

fn write_lecture(shell: &mut Shell, path: PathBuf) {
    let saved = shell.editor.save(&path);
    if saved.is_ok() {
        shell.files.used(&path);
    }
    tell_or_ask_again(shell, Purpose::SaveLecture, path, saved);
}

/// Draws the next picture of the film. Returns whether there are more to draw.
fn advance_film(shell: &mut Shell) -> bool {
    let Some(FilmExport { film, export, path }) = &mut shell.files.film else { return false };
    let mut draws = false;
    let notice = match film.advance() {
        Ok(Progress::Drawn(made, of)) => {
            draws = true;
            t!("Image %{made} of %{of} (Esc stops)", made = made, of = of).into_owned()
        }
        Ok(Progress::Encoding) => t!("Writing the video (Esc stops)").into_owned(),
        Ok(Progress::Done(Ok(paths))) => {
            shell.files.film = None;
            report(paths.into_iter().next_back().unwrap_or_default())
        }
        Ok(Progress::Done(Err(why))) => {
            let (purpose, path) = (Purpose::Export(*export), std::mem::take(path));
            shell.files.film = None;
            shell.files.ask_again(purpose, &shell.folder, &path, format!("{why:#}"));
            return false;
        }
        Err(why) => {
            shell.files.film = None;
            shell.fail(format!("{why:#}"));
            return false;
        }
    };
    shell.notice = Some(notice);
    draws
}

/// Id of the lab and name of the current scene, for [`OpenFile::identity`].
fn identity(shell: &Shell) -> (&'static str, Option<String>) {
    let (row, words) = (shell.lab.row(), shell.lab.words(true));
    let scene = row.words.iter().find(|word| word.role == Role::Scene);
    (row.id, scene.and_then(|scene| words.get(scene.id)).map(str::to_owned))
}

/// Saves the scene into its own file; asks for a path if the scene has no file, or if another program has modified
/// the file.
fn save_scene(shell: &mut Shell) {
    match shell.files.scene.clone() {
        Some(file) if file.identity == identity(shell) && file.is_changed() => {
            let why = t!("Another program has changed this file.").into_owned();
            shell.files.ask_again(Purpose::SaveScene, &shell.folder, &file.path, why);
        }
        Some(file) if file.identity == identity(shell) => write_scene(shell, file.path),
        _ => ask_for_scene(shell),
    }
}

fn ask_for_scene(shell: &mut Shell) {
    let file = shell.files.scene.as_ref().filter(|file| file.identity == identity(shell));
    let path = match file {
        Some(file) => file.path.clone(),
        None => files::free_name(&shell.folder, &stem(shell), ENDING),
    };
    let (folder, name) = (folder_of(&path).to_owned(), name_of(&path));
    shell.files.ask(Purpose::SaveScene, &folder, &name);
}

/// Saves the scene under this path, which becomes the scene's file.
fn write_scene(shell: &mut Shell, path: PathBuf) {
    let replaces = path.exists();
    let file = present::scene_file(shell, folder_of(&path));
    match scene_file::write(&path, &file) {
        Ok(()) => {
            shell.files.used(&path);
            shell.files.scene = Some(OpenFile::now(&path, identity(shell)));
            let shown = path.display();
            shell.notice = Some(if replaces {
                t!("Saved %{file} (replaced the previous version)", file = shown).into_owned()
            } else {
                report(path)
            });
        }
        Err(why) => shell.files.ask_again(Purpose::SaveScene, &shell.folder, &path, format!("{why:#}")),
    }
}

/// Saves a document of the lab into its own file; asks for a path if it has none, or if another program has modified
/// the file.
fn save_document(shell: &mut Shell, document: Document) {
    match document.file.clone() {
        Some((path, written)) if modified(&path).is_some_and(|now| Some(now) != written) => {
            let why = t!("Another program has changed this file.").into_owned();
            shell.files.ask_again(Purpose::SaveDocument(document), &shell.folder, &path, why);
        }
        Some((path, _)) => write_document(shell, document, path),
        None => {
            let stem = Path::new(&document.name)
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let path = files::free_name(&shell.folder, &stem, document.kind.ending);
            shell.files.ask(Purpose::SaveDocument(document), &shell.folder, &name_of(&path));
        }
    }
}

fn write_document(shell: &mut Shell, document: Document, path: PathBuf) {
    let written = files::write_whole(&path, document.text.as_bytes());
    if let (Ok(()), Some(files)) = (&written, shell.lab.files()) {
        files.saved(&path, &document.text);
    }
    let fault = document.fault.clone().filter(|_| written.is_ok());
    tell_or_ask_again(shell, Purpose::SaveDocument(document), path, written);
    if let (Some(why), Some(notice)) = (fault, &mut shell.notice) {
        *notice = t!("%{told}; %{more}", told = notice, more = why).into_owned();
    }
}

/// Saves the window's picture under the chosen path, or a free name, and reports it in the notice.
pub fn save_window_picture(shell: &mut Shell, picture: &RgbaImage) {
    let Some(path) = shell.files.picture_to.take() else {
        return save_unasked(shell, "png", |path| files::write_png(path, picture));
    };
    let saved = files::write_png(&path, picture);
    tell(shell, saved.map(|()| report(path)));
}

/// Saves all measurements so far under a free name, and reports it in the notice.
fn save_measurements(shell: &mut Shell) {
    match shell.lab.measurements() {
        None => shell.fail("nothing has been measured yet".to_owned()),
        Some(Err(why)) => shell.fail(why.to_string()),
        Some(Ok(table)) => save_unasked(shell, "csv", |path| files::write_whole(path, &table)),
    }
}

/// Saves figures and plot of the chosen experiment under a free name, and reports it in the notice.
fn save_experiment(shell: &mut Shell) {
    let Some(record) = shell.experiments.record() else { return };
    let saved = unasked(shell, |folder| {
        let name = results::free_name(folder, record.experiment.id);
        let written = write_results(record, folder, &name, false)?;
        let [csv, png] = [0, 1].map(|file: usize| files::absolute(&written[file]));
        Ok(t!("Saved %{csv} and %{png}", csv = csv.display(), png = png.display()).into_owned())
    });
    tell(shell, saved);
}

/// Writes a file under a free name without asking, and reports it in the notice.
fn save_unasked(shell: &mut Shell, ending: &str, write: impl Fn(&Path) -> anyhow::Result<()>) {
    let saved = unasked(shell, |folder| {
        let path = files::absolute(&files::free_name(folder, &stem(shell), ending));
        write(&path).map(|()| report(path))
    });
    tell(shell, saved);
}

/// Calls `into`, which writes files, with the shell's folder or, if that fails, with
/// [`Files::spare`](super::file_work::Files::spare). Returns the message of `into`, or the reason why nothing was
/// written.
fn unasked(shell: &Shell, into: impl Fn(&Path) -> anyhow::Result<String>) -> anyhow::Result<String> {
    into(&shell.folder).or_else(|why| {
        let instead = shell.files.spare.as_deref().and_then(|spare| into(spare).ok());
        instead.map(|message| format!("{message} ({why:#})")).ok_or(why)
    })
}

/// Shows a message in the status line, or the error.
fn tell(shell: &mut Shell, saved: anyhow::Result<String>) {
    match saved {
        Ok(message) => shell.notice = Some(message),
        Err(why) => shell.fail(format!("{why:#}")),
    }
}

/// The stem of file names that the program chooses: lab, preset if there is one, method of the active pane, frame.
fn stem(shell: &Shell) -> String {
    let (lab, scene) = identity(shell);
    let panes = shell.lab.panes();
    let method = panes.choices()[panes.in_focus().method].id;
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let scene = scene.filter(|scene| is_name(scene)).map_or_else(String::new, |scene| format!("-{scene}"));
    format!("{lab}{scene}-{method}-{:05}", shell.lab.frame())
}

fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The notice about a saved file.
fn report(path: PathBuf) -> String {
    t!("Saved %{file}", file = files::absolute(&path).display()).into_owned()
}
