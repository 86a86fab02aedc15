//! The lessons beside the scene: the page, its links and questions; lecture mode.

use egui::Ui;

use super::shell::Shell;

/// Which lesson is open and how it is read.
#[derive(Default)]
pub struct LessonsPanel {
    /// By its id; `None`: closed.
    pub open: Option<&'static str>,
    /// Large type, panels out of the way.
    pub lecture: bool,
}

/// The panel's contents.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    let _ = (ui, shell);
}
