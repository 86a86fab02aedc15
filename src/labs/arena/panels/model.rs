//! Bodies from files: chosen in a dialog, typed as a path, or dropped onto the window.
//!
//! Nothing here blocks: a thread reads the file, and the panel polls it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{ProgressBar, RichText, TextEdit, Ui};

use super::world;
use crate::labs::arena::Arena;
use crate::labs::arena::model::{self, Loading};
use crate::labs::arena::words::Start;
use crate::language::{t, tr};
use crate::solids::decomposition;
use crate::ui::group::group;
use crate::ui::requests::{FilesRequest, PanelContext, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::{note, row};
use crate::world::Parameters;

/// Interval for polling the thread.
const LOOK_AGAIN: Duration = Duration::from_millis(60);

/// State of the section: path, and the file being read.
#[derive(Default)]
pub struct ModelPanel {
    /// Text in the path field.
    path: String,
    loading: Option<Loading>,
    /// Why loading failed, in one line, and the id of the run that went on; another run clears it.
    trouble: Option<(String, u64)>,
}

impl ModelPanel {
    /// Starts reading a file; a read in progress is cancelled.
    pub fn open(&mut self, path: PathBuf) {
        self.path = path.display().to_string();
        self.trouble = None;
        self.loading = Some(model::begin(path));
    }

    /// Why loading failed, in one line.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_ref().map(|(why, _)| why.as_str())
    }

    /// Path of the file that is being read or decomposed.
    pub fn reading(&self) -> Option<&Path> {
        self.loading.as_ref().map(Loading::path)
    }

    /// Whether a file is being read or decomposed.
    pub fn is_busy(&self) -> bool {
        self.loading.is_some()
    }
}

/// Starts a world with the model once the thread has loaded it, or keeps the error to show it.
pub fn update(
    ui: &Ui,
    model: &mut ModelPanel,
    draft: Parameters,
    arena: &mut Arena,
    panel: &mut PanelContext,
) {
    match model.loading.as_mut().and_then(Loading::take_result) {
        Some(Ok(loaded)) => {
            model.loading = None;
            world::begin(arena, Start::Models(vec![loaded].into(), draft), panel);
            panel.ask(Request::FrameAll);
        }
        Some(Err(why)) => {
            model.loading = None;
            model.trouble = Some((why, arena.run_id()));
        }
        None => {}
    }
    model.trouble.take_if(|(_, run)| *run != arena.run_id());
    if model.loading.is_some() {
        ui.ctx().request_repaint_after(LOOK_AGAIN);
    }
}

/// A path field, a button for the file dialog, the progress of reading, and the models in the world.
pub fn show(ui: &mut Ui, panel: &mut ModelPanel, arena: &Arena, requests: &mut Requests) {
    if !group(ui, "model", &t!("Model")) {
        return;
    }
    let mut wanted = None;
    let help = t!("Path of a mesh (OBJ, STL, PLY or glTF); press Enter to open it.");
    row(ui, &t!("Path"), &help, |ui| {
        let field = TextEdit::singleline(&mut panel.path).hint_text(t!("drop it"));
        let open_width = 66.0;
        let width = (ui.available_width() - open_width - ui.spacing().item_spacing.x).max(40.0);
        let height = ui.spacing().interact_size.y;
        let field = ui.add_sized([width, height], field);
        if field.lost_focus()
            && ui.input(|input| input.key_pressed(egui::Key::Enter))
            && !panel.path.trim().is_empty()
        {
            wanted = Some(PathBuf::from(panel.path.trim()));
        }
        let open = ui.add_sized([open_width, height], egui::Button::new(t!("Open…")));
        let says = t!("Choose a mesh to use as a body. A concave mesh is split into convex pieces.");
        if open.on_hover_text(says).clicked() {
            requests.ask(Request::Files(FilesRequest::ChooseOpened));
        }
        field
    });
    if let Some(path) = wanted {
        panel.open(path);
    }
    if panel.loading.is_some() {
        show_progress(ui, panel);
    }
    if let Some(trouble) = panel.trouble() {
        ui.add(egui::Label::new(RichText::new(trouble).small().color(theme::amber())).wrap());
    }
    if let Start::Models(models, _) = arena.start() {
        for model in models.iter() {
            note(ui, &t!("%{model}: %{says}.", model = model.name, says = tr(&model.says())));
            for what in &model.notes {
                note(ui, &t!("%{model}: %{says}.", model = model.name, says = tr(what)));
            }
        }
    }
}

fn show_progress(ui: &mut Ui, panel: &mut ModelPanel) {
    let Some(loading) = &panel.loading else { return };
    let most = decomposition::Parameters::default().most_pieces;
    let name = name_of(loading.path());
    let (share, text) = match loading.progress() {
        None => (0.0, t!("Reading %{file}", file = name)),
        Some(now) => (
            now.pieces as f32 / most as f32,
            t!("%{n} of at most %{most} pieces", n = now.pieces, most = most),
        ),
    };
    let cancelled = ui.horizontal(|ui| {
        let cancel =
            ui.button(t!("Cancel")).on_hover_text(t!("Stop reading this file; the scene does not change."));
        let bar = ProgressBar::new(share).text(RichText::new(text).small());
        ui.add(bar.desired_width(ui.available_width()));
        cancel.clicked()
    });
    if cancelled.inner {
        panel.loading = None;
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
