//! The lecture of one's own that is edited: its changes, its file, and its check.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::{ItemFile, LectureFile};
use super::loaded::{Lecture, LoadedLecture, MOST_BYTES};
use crate::app::memory::KeptLecture;
use crate::files;
use crate::files::reading::read_text;
use crate::labs::reading::{Reading, take_read};
use crate::language::t;
use crate::names::one_line;

/// Most changes that can be undone.
const MOST_UNDONE: usize = 100;

/// The lecture that is edited, its file, and the state of the list that shows it.
#[derive(Default)]
pub struct Editor {
    /// Whether the list is shown.
    pub is_open: bool,
    /// The lecture as it will be saved.
    pub file: LectureFile,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// Index of the selected item.
    pub selected: usize,
    /// Error of the last check, one line.
    pub trouble: Option<String>,
    /// The checked lecture, as long as nothing has changed since the check.
    ready: Option<Arc<Lecture>>,
    /// The check that runs before the lecture is given.
    checking: Option<Reading<Arc<Lecture>>>,
    /// A file that is being read.
    opening: Option<Reading<LoadedLecture>>,
    /// The state after the last change that can be undone.
    settled: LectureFile,
    /// Earlier states, the latest last.
    undone: Vec<Earlier>,
    /// The content of the file at `path`; empty without a file.
    saved: LectureFile,
}

/// An earlier state of the list.
struct Earlier {
    file: LectureFile,
    /// Path and content of the file of the lecture that another one replaced; `None` after a change of the same lecture.
    replaced: Option<(Option<PathBuf>, LectureFile)>,
}

impl Editor {
    /// Shows a lecture that was read from a file. The one before comes back by undo.
    pub fn take(&mut self, loaded: &LoadedLecture) {
        let path = Some(files::absolute(&loaded.path));
        self.replace(loaded.file.clone(), path, loaded.file.clone());
        (self.ready, self.trouble, self.is_open) = (Some(Arc::clone(&loaded.lecture)), None, true);
    }

    fn replace(&mut self, file: LectureFile, path: Option<PathBuf>, saved: LectureFile) {
        self.watch();
        let mut undone = std::mem::take(&mut self.undone);
        let replaced = Some((self.path.take(), std::mem::take(&mut self.saved)));
        let before = Earlier { file: std::mem::take(&mut self.file), replaced };
        undone.extend(Some(before).filter(|before| before.file != LectureFile::default()));
        let (is_open, trouble, settled) = (self.is_open, self.trouble.take(), file.clone());
        *self = Self { is_open, file, path, trouble, settled, undone, saved, ..Self::default() };
    }

    /// Whether there are changes that no file has.
    pub fn is_changed(&self) -> bool {
        self.file != self.saved
    }

    /// Whether a change, or the opening of another lecture, can be undone.
    pub fn can_undo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The lecture as it is kept for the next start; `None` if there is none.
    pub fn kept(&self) -> Option<KeptLecture> {
        let unsaved = self.is_changed().then(|| self.file.text());
        let is_there = unsaved.is_some() || self.path.is_some();
        let path = self.path.as_ref().map(Into::into);
        is_there.then_some(KeptLecture { is_open: self.is_open, path, unsaved })
    }

    /// Brings back a lecture that was kept. A lecture that is already shown stays, and undo leads to unsaved changes of
    /// the kept one; returns whether it does.
    pub fn recall(&mut self, kept: &KeptLecture, is_open: bool) -> bool {
        let path = kept.path.as_ref().map(|path| path.as_ref().to_owned());
        let parse = |text: String| LectureFile::parse(&text).ok();
        let saved = path.as_ref().and_then(|path| read_text(path, MOST_BYTES).ok()).and_then(parse);
        let Some(file) = kept.unsaved.clone().and_then(parse).or_else(|| saved.clone()) else { return false };
        let saved = saved.unwrap_or_default();
        if self.file == LectureFile::default() {
            self.is_open |= is_open && kept.is_open;
            self.replace(file, path, saved);
            return false;
        }
        let earlier = Earlier { file, replaced: Some((path, saved)) };
        self.undone.extend(kept.unsaved.is_some().then_some(earlier));
        kept.unsaved.is_some()
    }

    /// Whether the list is shown and has items.
    pub fn is_shown(&self) -> bool {
        self.is_open && !self.file.items.is_empty()
    }

    /// Starts reading a lecture file.
    pub fn open(&mut self, path: PathBuf) {
        self.opening =
            Some(Reading::begin(path, |path, _| LoadedLecture::load(path).map_err(|why| format!("{why:#}"))));
    }

    /// The file that was read, or the reason why not, once.
    pub fn take_opened(&mut self) -> Option<Result<LoadedLecture, String>> {
        take_read(&mut self.opening)
    }

    /// Whether a file is read or checked.
    pub fn is_busy(&self) -> bool {
        self.opening.is_some() || self.checking.is_some()
    }

    /// The file that is read or checked.
    pub fn reading(&self) -> Option<&Path> {
        let checking = self.checking.as_ref().map(Reading::path);
        self.opening.as_ref().map(Reading::path).or(checking)
    }

    /// The folder that relative paths of scenes start from; empty without a file.
    pub fn folder(&self) -> PathBuf {
        self.path.as_deref().and_then(Path::parent).map_or_else(PathBuf::new, Path::to_owned)
    }

    /// The lecture if it is checked already; otherwise starts the check, whose end [`Self::take_checked`] tells.
    pub fn lecture(&mut self, first: usize) -> Option<Arc<Lecture>> {
        self.selected = first;
        self.trouble = None;
        if let Some(ready) = &self.ready {
            return Some(Arc::clone(ready));
        }
        let (file, folder) = (self.file.clone(), self.folder());
        let name = self.path.clone().unwrap_or_else(|| PathBuf::from(t!("My lecture").as_ref()));
        self.checking = Some(Reading::begin(name, move |_, _| {
            Lecture::of(&file, &folder).map(Arc::new).map_err(|why| one_line(&format!("{why:#}")))
        }));
        None
    }

    /// The checked lecture; reads its scenes if something has changed since the check.
    pub fn checked(&mut self) -> anyhow::Result<Arc<Lecture>> {
        if let Some(ready) = &self.ready {
            return Ok(Arc::clone(ready));
        }
        let lecture = Arc::new(Lecture::of(&self.file, &self.folder())?);
        self.ready = Some(Arc::clone(&lecture));
        Ok(lecture)
    }

    /// The lecture once its check has ended; an error is shown in the list.
    pub fn take_checked(&mut self) -> Option<Arc<Lecture>> {
        match take_read(&mut self.checking)? {
            Ok(lecture) => {
                self.ready = Some(Arc::clone(&lecture));
                Some(lecture)
            }
            Err(why) => {
                self.trouble = Some(why);
                self.is_open = true;
                None
            }
        }
    }

    /// Writes the lecture; paths of scenes below its folder become relative.
    pub fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let path = files::absolute(path);
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let before = self.folder();
        let mut file = self.file.clone();
        for scene in file.items.iter_mut().filter_map(|item| item.scene.as_mut()) {
            *scene = relative(&before.join(&*scene), &folder);
        }
        files::write_whole(&path, file.text().as_bytes())?;
        (self.file, self.settled, self.saved) = (file.clone(), file.clone(), file);
        self.path = Some(path);
        Ok(())
    }

    /// Adds an item below the selected one and selects it.
    pub fn add(&mut self, item: ItemFile) {
        let at = if self.file.items.is_empty() { 0 } else { self.selected + 1 };
        let at = at.min(self.file.items.len());
        self.file.items.insert(at, item);
        self.selected = at;
        self.forget_check();
    }

    /// Shows another view in the selected item; its text and notes stay.
    pub fn replace_view(&mut self, view: ItemFile) {
        let Some(item) = self.file.items.get_mut(self.selected) else { return };
        let keeps_steps = item.has_steps() && view.has_steps();
        let ItemFile { title, lines, answer, notes, walk, large, .. } = std::mem::take(item);
        let (walk, large) = if keeps_steps { (walk, large) } else { (None, view.large.clone()) };
        *item = ItemFile { title, lines, answer, notes, walk, large, ..view };
        self.forget_check();
    }

    /// The lecture has changed: it must be checked again.
    pub fn forget_check(&mut self) {
        (self.ready, self.trouble) = (None, None);
    }

    /// Moves the selected item; −1 moves it up.
    pub fn shift(&mut self, by: isize) {
        let to = self.selected.checked_add_signed(by).filter(|to| *to < self.file.items.len());
        if let Some(to) = to {
            self.file.items.swap(self.selected, to);
            self.selected = to;
        }
    }

    /// Removes the selected item.
    pub fn remove(&mut self) {
        if self.selected < self.file.items.len() {
            self.file.items.remove(self.selected);
            self.selected = self.selected.min(self.file.items.len().saturating_sub(1));
        }
    }

    /// Undoes the last change, or the opening of another lecture.
    pub fn undo(&mut self) {
        let Some(Earlier { file, replaced }) = self.undone.pop() else { return };
        if let Some((path, saved)) = replaced {
            (self.path, self.saved) = (path, saved);
        }
        self.settled = file.clone();
        self.file = file;
        self.selected = self.selected.min(self.file.items.len().saturating_sub(1));
        self.forget_check();
    }

    /// Records a change since the last call. Not to be called while a text is typed, so that a text is one change.
    pub fn watch(&mut self) {
        if self.file != self.settled {
            let file = std::mem::replace(&mut self.settled, self.file.clone());
            self.undone.push(Earlier { file, replaced: None });
            let surplus = self.undone.len().saturating_sub(MOST_UNDONE);
            self.undone.drain(..surplus);
        }
    }
}

/// The path relative to `folder` if it lies below it, otherwise the whole path.
pub fn relative(path: &Path, folder: &Path) -> String {
    let path = files::absolute(path);
    path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned()
}
