//! Bodies from files: opened, named by a path, or dropped onto the window.
//!
//! Nothing here waits: the file is read on a thread of its own, and the panel looks by every now and then.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{ProgressBar, RichText, TextEdit, Ui};

use super::world;
use crate::geometry::decomposition;
use crate::labs::arena::Arena;
use crate::labs::arena::model::{self, Loading};
use crate::labs::arena::start::Start;
use crate::language::{t, tr};
use crate::ui::group::group;
use crate::ui::requests::{FilesRequest, PanelContext, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::{note, row};
use crate::world::Parameters;

/// How often a thread is asked whether it is done.
const LOOK_AGAIN: Duration = Duration::from_millis(60);

/// State of the section: path, and the file being read.
#[derive(Default)]
pub struct ModelPanel {
    /// What is typed into the field for a path.
    path: String,
    loading: Option<Loading>,
    /// Why there is no model: one line.
    trouble: Option<String>,
}

impl ModelPanel {
    /// Begins to read a file; one that is being read already is given up.
    pub fn open(&mut self, path: PathBuf) {
        self.path = path.display().to_string();
        self.trouble = None;
        self.loading = Some(model::begin(path));
    }

    /// Why there is no model: one line.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The file that is being read or taken apart.
    pub fn reading(&self) -> Option<&Path> {
        self.loading.as_ref().map(Loading::path)
    }

    /// Whether a file is being read or taken apart.
    pub fn is_busy(&self) -> bool {
        self.loading.is_some()
    }
}

/// Takes what was read since the last time.
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
            model.trouble = Some(why);
        }
        None => {}
    }
    if model.loading.is_some() {
        ui.ctx().request_repaint_after(LOOK_AGAIN);
    }
}

/// A path field, a button that asks for a file, progress while a file is read, and the models in the world.
pub fn show(ui: &mut Ui, panel: &mut ModelPanel, arena: &Arena, requests: &mut Requests) {
    if !group(ui, "model", &t!("Model")) {
        return;
    }
    let mut wanted = None;
    let help = t!("Path of a mesh (OBJ, STL, PLY or glTF); Enter reads it.");
    row(ui, &t!("Path"), &help, |ui| {
        let field = TextEdit::singleline(&mut panel.path).hint_text(t!("drop a file"));
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
        let says = t!("A mesh as body, from a dialog. A concave one is taken apart into convex pieces.");
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
    if let Some(trouble) = &panel.trouble {
        let text = RichText::new(trouble).small().color(theme::amber());
        ui.add(egui::Label::new(text).truncate()).on_hover_text(trouble);
    }
    if let Start::Models(models, _) = arena.start() {
        for model in models.iter() {
            note(ui, &t!("%{model}: %{says}.", model = model.name, says = tr(&model.says())));
            for what in &model.notes {
                note(ui, &t!("%{model}, mended: %{what}.", model = model.name, what = tr(what)));
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
            ui.button(t!("Cancel")).on_hover_text(t!("Gives up this file; the scene stays as it is."));
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
