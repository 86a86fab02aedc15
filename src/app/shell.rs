//! The shell: the layout of the window, shared by the real window, pictures without a display, and tests. It
//! collects requests, which [`super::apply`] carries out.

use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use egui::{CentralPanel, Panel, Ui, UiBuilder};

use super::cameras::{Cameras, FramedBounds};
use super::edits::Edits;
use super::experiments_page::{self, BETWEEN_PICTURES, ExperimentsPage};
use super::export;
use super::file_work::Files;
use super::first_look::{self, FirstLook};
use super::inspector_page::{self, Around};
use super::lecture::editor::Editor;
use super::lecture::list::{self, Offers};
use super::lecture::set_aside::SetAside;
use super::lessons_panel::state::LessonsPanel;
use super::lessons_panel::{self, lecture, overview, tools};
use super::playback::Rest;
use super::search::index::{self, SearchContext};
use super::search::window::Search;
use super::status::Status;
use super::top_bar::TopBar;
use super::{alone, file_menu, key_sheet, keys, panes, playback, search, settings_panel, status};
use crate::exhibit::Page;
use crate::gpu::Gpu;
use crate::inspector::page::{InspectorPage, keys as inspector_keys};
use crate::inspector::story::Story;
use crate::labs::headline;
use crate::labs::lab::{Lab, Slot};
use crate::language::{Language, tr};
use crate::lessons;
use crate::ui::egui_gaps::{self, above};
use crate::ui::group::{self, Folded, NUMBERS};
use crate::ui::hand::Hold;
use crate::ui::legend::Fit;
use crate::ui::quality::Quality;
use crate::ui::requests::{PanelContext, Requests};
use crate::ui::stage::Stage;
use crate::ui::style;
use crate::ui::widgets::{dock, scrolled};

/// Width of the panel of settings on the left, points.
const SETTINGS: f32 = 256.0;
/// Width of the panel of findings on the right, points.
const FINDINGS: f32 = 236.0;
/// Heights of a pane, in points, in which the legend is above it, not over it.
const LOW_PANE: Range<f32> = 240.0..470.0;
/// Below this height, in points, only the scene has room.
const TOO_LOW: f32 = 330.0;

/// The complete state of the window.
pub struct Shell {
    /// The current page.
    pub page: Page,
    /// The tab of the inspector that was shown last: its steps, or a page of the lab.
    pub tab: Page,
    /// State of the experiments page: chosen experiment, runs, worker.
    pub experiments: ExperimentsPage,
    /// State of the inspector's page: position, compared method, views.
    pub inspector: InspectorPage,
    /// The lecture of one's own that is edited.
    pub editor: Editor,
    /// Whether the slide's scene is new: the next frame shows the slide without it.
    pub loads: bool,
    /// State of the window that the current lecture has set aside.
    pub set_aside: Option<Box<SetAside>>,
    /// State of the lessons: the open lesson, and the scroll position of its text.
    pub lessons: LessonsPanel,
    /// The current lab.
    pub lab: Box<dyn Lab>,
    /// Labs shown earlier, each with its cameras.
    pub(super) others: Vec<(Box<dyn Lab>, Cameras)>,
    /// The renderer of all pictures.
    pub stage: Stage,
    /// The cameras of the panes.
    pub cameras: Cameras,
    /// The current drag of a body, in the scene or in the inspector's 3D view.
    pub hold: Option<Hold>,
    /// How long the playing scene has been at rest.
    rest: Rest,
    /// The undo history.
    pub edits: Edits,
    /// The bounds to which the cameras were last adapted, in world space, metres.
    pub(super) framed: FramedBounds,
    /// Whether the panels around the scene are hidden.
    pub panels_hidden: bool,
    /// Whether the settings are shown where they are folded at first: in a narrow window and beside a lesson.
    pub unfolded: bool,
    /// Whether the window is that narrow.
    is_narrow: bool,
    /// The language of the notice.
    spoken: Language,
    /// Whether the legend is shown in the first pane.
    pub legend: bool,
    /// Whether the legend fitted into the first pane in the last frame.
    pub(super) legend_fits: Fit,
    /// Whether everything around the page is left out, as in pictures.
    pub bare: bool,
    /// Whether the sheet of shortcuts is shown.
    pub sheet_open: bool,
    /// The first look, while it is shown.
    pub first_look: Option<FirstLook>,
    /// The search, while it is open.
    pub search: Option<Search>,
    /// The collapsed groups of the panels.
    pub folded: Folded,
    /// Whether to save the next picture of the window to a file.
    pub picture_wanted: bool,
    /// Whether to draw antialiased edges even during playback, as for pictures.
    pub fine: bool,
    /// One line, shown until the next one replaces it or it expires.
    pub notice: Option<String>,
    /// The last error that a notice has shown: the notice with this text has the colour of errors.
    pub error: Option<String>,
    /// Folder for saved files; if empty, the working directory.
    pub folder: PathBuf,
    /// Files that are being chosen, read, drawn or written.
    pub files: Files,
    /// Requests that are not carried out yet.
    pub requests: Requests,
}

impl Shell {
    /// Creates the shell for a lab and compiles all shaders.
    pub fn new(gpu: &Gpu, lab: Box<dyn Lab>) -> anyhow::Result<Self> {
        Ok(Self {
            page: Page::Scene,
            tab: Page::Inspector,
            experiments: ExperimentsPage::default(),
            inspector: InspectorPage::default(),
            editor: Editor::default(),
            loads: false,
            set_aside: None,
            lessons: LessonsPanel::default(),
            cameras: Cameras::framing(&lab.bounds()),
            framed: FramedBounds::of(lab.bounds()),
            stage: Stage::new(gpu)?,
            hold: None,
            rest: Rest::default(),
            edits: Edits::default(),
            lab,
            others: Vec::new(),
            panels_hidden: false,
            unfolded: false,
            is_narrow: false,
            spoken: Language::current(),
            legend: true,
            legend_fits: Fit::Shown,
            bare: false,
            sheet_open: false,
            first_look: None,
            search: None,
            folded: Folded::default(),
            picture_wanted: false,
            fine: false,
            notice: None,
            error: None,
            folder: PathBuf::new(),
            files: Files::default(),
            requests: Requests::default(),
        })
    }

    /// Draws all pictures as for files: at rest, and with all effects.
    pub fn draw_for_files(&mut self) {
        self.fine = true;
        self.stage.quality = Quality::Best;
    }

    /// Lays out one frame and collects its requests in `requests`.
    pub fn show(&mut self, ui: &mut Ui) {
        style::follow_theme(ui);
        self.is_narrow = ui.available_width() < panes::NARROW;
        // A notice is in the language in which it was made.
        if std::mem::replace(&mut self.spoken, Language::current()) != self.spoken {
            self.notice = None;
        }
        self.experiments.listen(self.page == Page::Experiments);
        if self.experiments.is_running() {
            ui.ctx().request_repaint_after(BETWEEN_PICTURES);
        }
        self.lessons.run = self.experiments.news().filter(|_| self.page != Page::Experiments);
        group::put_folded(ui.ctx(), self.folded.clone());
        self.move_along();
        self.follow_in_space();
        let tables = self.tables();
        let has_search = self.search.is_some();
        egui_gaps::bring_late_keys(ui, has_search);
        let asks_outside = self.files.asks_outside();
        if asks_outside {
            keys::ignore(ui, has_search);
        }
        egui_gaps::hide_hover_texts_at_a_key(ui);
        if has_search || self.files.is_modal() || self.lessons.tools.overview.is_some() {
            keys::listen_through(ui, &mut self.requests);
        } else if !asks_outside {
            egui_gaps::hold_back_late_keys(ui);
            if !self.sheet_open {
                lecture::listen(ui, &self.lessons, &mut self.requests);
            }
            keys::listen(ui, &tables, &mut self.requests);
        }
        file_menu::listen_for_dropped(ui, &mut self.requests);
        self.in_lab(|lab, panel| lab.panel(Slot::Update, ui, panel));
        // A slide uses the whole window.
        if !self.bare && !self.lessons.lecture {
            Panel::top("top bar").frame(dock(8, 3)).show(ui, |ui| self.show_top_bar(ui));
        }
        lessons_panel::show(ui, &mut self.lessons, &mut self.requests);
        self.show_list(ui);
        self.turn_at_first(ui);
        let is_alone = self.show_alone(ui);
        match self.page {
            _ if is_alone => {}
            Page::Scene if self.first_look.is_some() => {
                first_look::strip(ui, &mut self.first_look, &*self.lab, &mut self.requests);
                self.show_panes(ui);
            }
            Page::Scene if self.lab.shows_results() && !self.bare && !self.lessons.lecture => {
                self.show_results(ui)
            }
            Page::Scene => {
                if !self.panels_hidden && self.lessons.leaves_room(ui.available_width()) {
                    self.show_panels(ui);
                } else {
                    let height = self.lessons.room_below(ui.available_height());
                    // Without panels, playback stays; slides and lessons have controls of their own.
                    let has_room = ui.available_height() >= TOO_LOW;
                    let plays = self.panels_hidden && has_room && !self.bare && !self.lessons.lecture;
                    let panes: fn(&mut Self, &mut Ui) =
                        if plays { Self::show_panes_and_playback } else { Self::show_panes };
                    above(ui, "below the panes", self, panes, |shell, ui| {
                        shell.in_lab(|lab, panel| lab.panel(Slot::Below { height }, ui, panel));
                    });
                }
                file_menu::show_drop_target(ui);
            }
            Page::Inspector | Page::Own(_) | Page::Experiments => {
                if !self.bare && !self.lessons.lecture {
                    Panel::bottom("status").frame(dock(10, 3)).show(ui, |ui| self.show_status(ui));
                }
                match self.page {
                    Page::Experiments => {
                        let (row, alone) = (self.lab.row(), self.lessons.is_given());
                        experiments_page::show(ui, &mut self.experiments, row, alone, &mut self.requests);
                    }
                    _ => self.show_inspector(ui),
                }
            }
        }
        if self.sheet_open {
            key_sheet::show(ui, &tables, &tr(self.lab.row().title), &mut self.requests);
        }
        search::window::show(ui, &mut self.search, &*self.lab, self.page, &mut self.requests);
        self.folded = group::folded(ui.ctx());
        let around = export::Around {
            page: self.page,
            sheet: self.lab.row().sheet,
            is_free: self.files.film.is_none(),
            has_slides: self.editor.is_shown() || self.lessons.open.is_some(),
        };
        dialogs(ui, &mut self.files, around, &mut self.requests);
        self.show_over(ui);
        if !self.requests.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    /// Shows the tools of a lecture.
    fn show_over(&mut self, ui: &mut Ui) {
        if self.lessons.is_given() {
            overview::show(ui, &mut self.lessons, &mut self.requests);
            tools::show(ui, &mut self.lessons.tools, &mut self.requests);
        }
    }

    /// Shows the list of one's own lecture, if it is open.
    fn show_list(&mut self, ui: &mut Ui) {
        if !self.editor.is_open || self.bare || self.lessons.lecture {
            return;
        }
        let story = if self.page == Page::Inspector { self.inspected().ok() } else { None };
        let offers = Offers {
            lesson: self.lessons.lesson().or(self.lessons.last.and_then(lessons::find)),
            scene: self.files.scene.as_ref().map(|file| file.path.clone()),
            views: (self.lab.row().id, story.map_or(&[], |story| story.views())),
        };
        list::show(ui, &mut self.editor, &offers, &mut self.requests);
    }

    /// Turns the camera of the first look.
    fn turn_at_first(&mut self, ui: &Ui) {
        let Self { first_look, cameras, lab, .. } = self;
        if let Some(look) = first_look {
            let pane = lab.panes().focus();
            first_look::update(ui, look, |drag_px| cameras.steer(pane, |camera| camera.orbit(drag_px, 0.0)));
        }
    }

    /// Whether the current page is one of the lab's own and has steps.
    fn page_steps(&self) -> bool {
        matches!(self.page, Page::Own(word) if self.lab.pages().is_some_and(|own| own.cursor(word).is_some()))
    }

    /// Whether the controls are folded because the window is narrow, or a lesson is open.
    fn is_folded(&self) -> bool {
        self.folds_controls() && !self.unfolded
    }

    fn folds_controls(&self) -> bool {
        self.is_narrow || self.lessons.open.is_some()
    }

    /// Whether the panel with the numbers is shown, where panels are.
    pub fn shows_numbers(&self) -> bool {
        !self.folded.contains(NUMBERS)
    }

    /// Shows or hides the panels around the scene.
    pub fn toggle_panels(&mut self) {
        if self.folds_controls() {
            self.unfolded = self.panels_hidden || !self.unfolded;
            self.panels_hidden = false;
        } else {
            self.panels_hidden ^= true;
        }
    }

    /// Shows or hides the panel with the numbers; shows the other panels too if they are hidden.
    pub fn toggle_numbers(&mut self) {
        if !(std::mem::take(&mut self.panels_hidden) && self.shows_numbers()) {
            group::toggle(&mut self.folded, NUMBERS);
        }
    }

    fn tables(&self) -> keys::Tables<'static> {
        let own = match self.page {
            Page::Own(word) => self.lab.row().page(word),
            _ => None,
        };
        keys::Tables {
            own: own.map_or(("", &[]), |page| (page.title, page.keys)),
            page: self.page,
            steps: self.page_steps(),
            is_of_frame: self.lab.row().is_of_frame(self.page),
            lab: self.lab.row().keys,
            lab_gestures: self.lab.row().gestures,
            lecture: self.lessons.is_given().then(|| self.lessons.choices()),
            inspector: inspector_keys::KEYS,
            inspector_mouse: inspector_keys::MOUSE,
        }
    }

    /// Opens the search with everything that can be found from here, or closes it.
    pub fn toggle_search(&mut self) {
        self.search = match self.search {
            Some(_) => None,
            None => {
                let (lab, words) = (self.lab.row(), self.lab.words(false));
                let commands = self.tables().commands();
                let context = SearchContext { lab, words: &words, page: self.page, commands };
                Some(Search::of(index::entries(&context)))
            }
        };
        self.sheet_open = false;
    }

    /// Shows the enlarged view or drawing of the current slide instead of the page. Returns whether there is one.
    fn show_alone(&mut self, ui: &mut Ui) -> bool {
        let Some(large) = self.lessons.large() else { return false };
        let Parts { lab, inspector, mut panel, .. } = self.parts();
        alone::show(ui, &large, lab, inspector, &mut panel)
    }

    fn show_inspector(&mut self, ui: &mut Ui) {
        let sheet_alone = self.bare && matches!(self.page, Page::Own(_));
        let beside_lesson = self.lessons.is_shown() || self.lessons.lecture;
        let controls = !self.panels_hidden && !self.is_folded();
        let around = Around { controls, beside_lesson };
        let Parts { lab, inspector, hold, mut panel, .. } = self.parts();
        if sheet_alone {
            return inspector_page::show_sheet(ui, lab, &mut panel);
        }
        inspector_page::show(ui, lab, inspector, hold, around, &mut panel);
    }

    /// Calls `show` with the lab and the context of its panels.
    fn in_lab<R>(&mut self, show: impl FnOnce(&mut dyn Lab, &mut PanelContext) -> R) -> R {
        let Parts { lab, mut panel, .. } = self.parts();
        show(lab, &mut panel)
    }

    fn parts(&mut self) -> Parts<'_> {
        Parts {
            lab: &mut *self.lab,
            inspector: &mut self.inspector,
            cameras: &mut self.cameras,
            hold: &mut self.hold,
            panel: PanelContext {
                requests: &mut self.requests,
                stage: &mut self.stage,
                page: self.page,
                lecture: self.lessons.lecture,
                fine: self.fine,
            },
        }
    }

    fn show_top_bar(&mut self, ui: &mut Ui) {
        let (hides_around, is_folded, numbers) =
            (self.first_look.is_some(), self.is_folded(), self.shows_numbers());
        let Self { page, files, lessons, edits, legend, legend_fits, panels_hidden, lab, cameras, .. } = self;
        let (page, legend_fits, quality) = (*page, *legend_fits, self.stage.quality);
        let numbers = numbers && !*panels_hidden && !hides_around;
        let (legend, panels_hidden) = (*legend && !hides_around, *panels_hidden || is_folded || hides_around);
        let (lecture, fine) = (lessons.lecture, self.fine);
        let mut panel =
            PanelContext { requests: &mut self.requests, stage: &mut self.stage, page, lecture, fine };
        TopBar { page, files, lessons, edits, legend, legend_fits, panels_hidden, numbers, quality }
            .show(ui, &mut **lab, cameras, &mut panel);
    }

    fn show_status(&mut self, ui: &mut Ui) {
        status::expire(ui, &mut self.notice);
        let steps = self.page_steps();
        let Self { page, lab, lessons, notice, error, files, stage, .. } = self;
        let (page, gpu, is_error) = (*page, stage.gpu(), notice.is_some() && notice == error);
        let (run, notice) = (lessons.run.as_deref(), notice.as_deref());
        let (trouble, results, row) = (lab.trouble(), lab.shows_results(), lab.row());
        let reading = lab.files().and_then(|files| files.reading()).or(files.reading());
        let line = Status { page, gpu, trouble, reading, run, notice, is_error, lab: row, steps, results };
        status::show(ui, &line);
    }

    /// The story of the active method, or one line with the reason why there is none.
    pub fn inspected(&mut self) -> Result<Rc<dyn Story>, String> {
        let subject = self.lab.subject();
        let subject = subject.ok_or_else(|| tr(self.lab.row().no_subject))?;
        self.inspector.story(&*subject, 0, subject.choices().focus)
    }

    /// The page itself; for the inspector the tab that is shown or was left last.
    pub fn tab_of(&self, page: Page) -> Page {
        match (page, self.page, self.tab) {
            (Page::Inspector, Page::Own(word), _) => Page::Own(word),
            (Page::Inspector, _, Page::Own(word)) if self.lab.row().page(word).is_some() => Page::Own(word),
            _ => page,
        }
    }

    /// Turns to a page.
    pub fn turn_to(&mut self, page: Page) {
        self.end_drag();
        if page == Page::Inspector && self.lab.playback().playing {
            self.notice = self.lab.open_subject().or(self.notice.take());
        }
        self.page = page;
        if matches!(page, Page::Inspector | Page::Own(_)) {
            self.tab = page;
        }
        self.inspector.playing = false;
        // On the inspector's pages playback pauses, because the inspected frame must not change.
        self.lab.playback().playing &= matches!(page, Page::Scene | Page::Experiments);
    }

    /// Shows the scene with its panels. They are added in reading order, which is also the focus order.
    fn show_panels(&mut self, ui: &mut Ui) {
        let size = ui.available_size();
        Panel::bottom("status").frame(dock(10, 3)).show(ui, |ui| self.show_status(ui));
        let numbers = self.shows_numbers();
        if !self.is_folded() {
            let controls = Panel::left("controls").resizable(false).exact_size(SETTINGS).frame(dock(0, 0));
            controls.show(ui, |ui| {
                // Each lab's controls begin at the top.
                ui.push_id(self.lab.row().id, |ui| {
                    settings_panel::show(ui, |ui| {
                        self.in_lab(|lab, panel| lab.panel(Slot::Controls, ui, panel));
                    });
                });
            });
        }
        let room = ui.available_rect_before_wrap();
        let right = if numbers { FINDINGS.min(room.width()) } else { 0.0 };
        let (middle, _) = room.split_left_right_at_x(room.right() - right);
        let mut middle = ui.new_child(UiBuilder::new().id_salt("middle").max_rect(middle));
        above(&mut middle, "below the panes", self, Self::show_panes_and_playback, |shell, ui| {
            shell.in_lab(|lab, panel| lab.panel(Slot::Below { height: size.y }, ui, panel));
        });
        if numbers {
            let findings = Panel::right("findings").resizable(false).exact_size(FINDINGS).frame(dock(0, 0));
            findings.show(ui, |ui| {
                scrolled(ui, |ui| self.in_lab(|lab, panel| lab.panel(Slot::Findings, ui, panel)));
            });
        }
    }

    /// Shows the panes, and below them the playback controls.
    fn show_panes_and_playback(&mut self, ui: &mut Ui) {
        above(ui, "playback", self, Self::show_panes, Self::show_playback);
    }

    fn show_playback(&mut self, ui: &mut Ui) {
        Panel::bottom("playback").frame(dock(8, 5)).show(ui, |ui| {
            playback::show(ui, &mut *self.lab, &mut self.requests);
        });
    }

    /// Shows the lab's page of results, with the playback controls below.
    fn show_results(&mut self, ui: &mut Ui) {
        Panel::bottom("status").frame(dock(10, 3)).show(ui, |ui| self.show_status(ui));
        let page =
            |shell: &mut Self, ui: &mut Ui| shell.in_lab(|lab, panel| lab.panel(Slot::Results, ui, panel));
        above(ui, "playback", self, page, Self::show_playback);
    }

    /// Shows the panes, and the legend over the first pane.
    fn show_panes(&mut self, ui: &mut Ui) {
        let with_legend = self.legend && !self.bare && self.first_look.is_none();
        let is_plain = self.bare || self.lessons.lecture || self.first_look.is_some();
        let has_headline = !is_plain && ui.available_height() >= LOW_PANE.start;
        let over = Panel::top("headline").frame(dock(0, 0)).exact_size(headline::HEIGHT);
        let over = has_headline.then(|| over.show(ui, |ui| ui.max_rect()).inner);
        // Several panes share one legend, in a row above them. Over a low pane it would cover the scene.
        let is_shared = self.lab.panes().count() > 1 || LOW_PANE.contains(&ui.available_height());
        if with_legend && is_shared {
            let row = Panel::top("legend").frame(dock(8, 2));
            row.show(ui, |ui| panes::show_shared_legend(ui, &*self.lab));
        }
        let mut fits = self.legend_fits;
        let Parts { lab, cameras, hold, mut panel, .. } = self.parts();
        CentralPanel::no_frame().show(ui, |ui| {
            let first = panes::show(ui, lab, cameras, hold, over, &mut panel);
            if is_shared {
                fits = Fit::Shown;
            } else if let Some(first) = first.filter(|_| with_legend) {
                fits = panes::show_legend(ui, lab, cameras, first);
            }
        });
        // Requests a redraw, because the legend's switch in the top bar was drawn before the panes.
        if std::mem::replace(&mut self.legend_fits, fits) != fits {
            ui.ctx().request_repaint();
        }
    }
}

/// Parts of the shell that pages show and change, borrowed separately.
struct Parts<'a> {
    lab: &'a mut dyn Lab,
    inspector: &'a mut InspectorPage,
    cameras: &'a mut Cameras,
    hold: &'a mut Option<Hold>,
    panel: PanelContext<'a>,
}

/// Shows a dialog that is open in the window: the path field or the export dialog.
fn dialogs(ui: &mut Ui, files: &mut Files, around: export::Around, requests: &mut Requests) {
    if let Some((field, kind, folder)) = files.asking.as_mut().and_then(|asking| asking.field()) {
        field.show(ui, kind, folder);
        return;
    }
    export::show(ui, &mut files.exporting, around, requests);
}

impl Shell {
    /// Shows an error, one line, in the status line.
    pub fn fail(&mut self, why: String) {
        self.notice = Some(why.clone());
        self.error = Some(why);
    }

    /// Simulates the frames that are due, as many as there is time for. Playback waits for answers that are still to
    /// come, and pauses while a page other than the scene is shown or a dialog asks where to save the scene, and after a frame that takes seconds.
    pub fn update(&mut self, elapsed: Duration) {
        if self.lab_plays() && !self.lab.is_waiting() {
            self.notice = playback::advance(&mut *self.lab, elapsed).or(self.notice.take());
        }
        let is_read = self.lessons.is_shown() || self.lessons.lecture;
        if self.lab_plays()
            && let Some(says) = self.rest.update(&mut *self.lab, elapsed, is_read)
        {
            self.notice = Some(says);
        }
    }

    /// Time until playback needs the next frame; `None` also while it waits for answers.
    pub fn next_due(&mut self) -> Option<Duration> {
        let plays = self.lab_plays() && !self.lab.is_waiting();
        self.lab.playback().next_due().filter(|_| plays)
    }

    fn lab_plays(&self) -> bool {
        self.page == Page::Scene && !self.files.holds_scene()
    }
}
