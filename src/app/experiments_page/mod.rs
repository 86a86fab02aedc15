//! The experiments page: run an experiment, watch its plot grow, read its table and claims, save it.
//!
//! A run has a thread and an OpenGL context of its own, and one runs at a time. While the page is open, the lab is
//! paused and the page is drawn only twice a second, so that the measurement is not disturbed. A run goes on while other
//! pages are shown; its record then says so.

mod plot;
pub mod results;

use std::time::Duration;

use egui::{
    Button, CentralPanel, DragValue, Frame, Label, Margin, ProgressBar, RichText, ScrollArea, Ui, vec2,
};

use crate::experiments::schedules::SCHEDULES;
use crate::experiments::{ALL, EXPERIMENTS, Experiment, Record, Worker, ink};
use crate::labs::LABS;
use crate::labs::headline;
use crate::labs::lab::LabRow;
use crate::language::{t, tr};
use crate::ui::requests::{FilesRequest, Request, Requests};
use crate::ui::results::details;
use crate::ui::theme;
use crate::ui::widgets::list_button;

/// Time between two redraws during a run.
pub const BETWEEN_PICTURES: Duration = Duration::from_millis(500);

/// Name of the setting that says what else the window showed during a run.
const WATCHED: &str = "watched";

/// Size of the list of experiments, points.
const LIST: egui::Vec2 = vec2(430.0, 540.0);

/// Height of the line with the progress of a run, points; the line is there without a run too, so that nothing moves.
const PROGRESS: f32 = 22.0;

/// Id of the detail with the claims.
const CLAIMS: &str = "claims";
/// Id of the detail with the source and the conditions of the run.
const ABOUT: &str = "about";

/// The state of the page: the chosen experiment, its runs and the worker.
pub struct ExperimentsPage {
    /// The experiment that is shown, an index into [`EXPERIMENTS`].
    chosen: usize,
    /// Whether the experiment was chosen by its id and the page has not been shown since.
    is_chosen_by_id: bool,
    /// The choice of series that a lecture's item names, see [`crate::experiments::PlotKind::shows`].
    series: String,
    /// Whether the plot shows all series; `series` is then ignored.
    shows_all: bool,
    /// Whether a run has ended since the page was shown last.
    has_news: bool,
    /// Id of the lab that the page was last shown for.
    lab: &'static str,
    /// Random seed of the next run.
    seed: u64,
    /// The last run of each experiment.
    records: Vec<Record>,
    /// The result that comes with the program, of the experiment that was shown last without a run.
    shipped: Option<Record>,
    /// The thread of the current run, which fills the last record.
    worker: Option<Worker>,
    /// One-line message, shown until the next one replaces it.
    notice: Option<String>,
    /// The unfolded detail.
    detail: Option<&'static str>,
}

impl Default for ExperimentsPage {
    fn default() -> Self {
        Self {
            chosen: first_of(LABS[0]).unwrap_or_default(),
            is_chosen_by_id: false,
            series: String::new(),
            shows_all: false,
            has_news: false,
            lab: "",
            seed: 1,
            records: Vec::new(),
            shipped: None,
            worker: None,
            notice: None,
            detail: None,
        }
    }
}

impl ExperimentsPage {
    /// Whether an experiment is running.
    pub fn is_running(&self) -> bool {
        self.worker.is_some()
    }

    /// The last run of the chosen experiment, if any.
    pub fn record(&self) -> Option<&Record> {
        self.records.iter().find(|r| r.experiment.id == self.experiment().id)
    }

    /// The last run of the chosen experiment, otherwise the result that comes with the program.
    pub fn shown(&mut self) -> Option<&Record> {
        let [own, shipped] = self.both();
        own.or(shipped)
    }

    /// The last run of the chosen experiment, and the result that comes with the program.
    pub fn both(&mut self) -> [Option<&Record>; 2] {
        let experiment = self.experiment();
        let is_own = |record: &&Record| record.experiment.id == experiment.id;
        if self.shipped.as_ref().filter(is_own).is_none() {
            self.shipped = Record::shipped(experiment);
        }
        [self.record(), self.shipped.as_ref()]
    }

    /// The row of [`EXPERIMENTS`] that the page shows.
    pub fn experiment(&self) -> &'static Experiment {
        &EXPERIMENTS[self.chosen]
    }

    /// Chooses the experiment with this id, if it exists, and the series of its plot.
    pub fn choose(&mut self, id: &str, series: &str) {
        if let Some(index) = EXPERIMENTS.iter().position(|experiment| experiment.id == id) {
            self.turn(index);
            self.is_chosen_by_id = true;
            self.shows_all = series == ALL;
            self.series = if self.shows_all { String::new() } else { series.to_owned() };
        }
    }

    /// The choice of series that the plot shows; empty for those of the publication's figure.
    pub fn series(&self) -> &str {
        if self.shows_all { ALL } else { &self.series }
    }

    fn turn(&mut self, index: usize) {
        self.chosen = index;
        (self.series, self.shows_all) = Default::default();
        self.notice = None;
    }

    /// Chooses the first experiment of a newly opened lab, unless one was chosen by id or is running.
    fn turn_to(&mut self, lab: &LabRow) {
        let is_new = std::mem::replace(&mut self.lab, lab.id) != lab.id;
        let is_chosen_by_id = std::mem::take(&mut self.is_chosen_by_id);
        let stays = is_chosen_by_id || self.is_running() || self.has_news;
        if stays || !is_new || self.experiment().lab == lab.id {
            return;
        }
        if let Some(first) = first_of(lab) {
            self.turn(first);
        }
    }

    /// Stops the running experiment at its next step.
    pub fn stop(&self) {
        if let Some(worker) = &self.worker {
            worker.stop();
        }
    }

    /// Receives the worker's messages, also while another page is open.
    pub fn listen(&mut self, is_open: bool) {
        let Self { worker: Some(worker), records, .. } = self else { return };
        let Some(record) = records.last_mut() else { return };
        if let Some((_, watched)) = record.settings.iter_mut().find(|(name, _)| !is_open && *name == WATCHED)
        {
            *watched = "in the window, beside other pages".into();
        }
        while let Some(news) = worker.receive() {
            record.receive(news);
        }
        if record.outcome.is_some() {
            self.worker = None;
            self.has_news = !is_open;
        }
    }

    /// One line about the run while other pages are shown: its progress, or its end.
    pub fn news(&self) -> Option<String> {
        let record = self.records.last().filter(|_| self.is_running() || self.has_news)?;
        let experiment = tr(record.experiment.title);
        if self.has_news {
            return Some(t!("%{experiment}: the run has ended", experiment = experiment).into_owned());
        }
        let (share, left) = (record.progress.share(), tr(&record.progress.remaining_text()));
        Some(format!("{experiment}: {:.0} % {left}", 100.0 * share).trim_end().to_owned())
    }

    fn start(&mut self, quick: bool) {
        let (experiment, seed) = (self.experiment(), self.seed);
        match Worker::start(experiment, quick, seed) {
            Ok(worker) => {
                self.notice = None;
                self.records.retain(|r| r.experiment.id != experiment.id);
                let mut record = Record::new(experiment, quick, seed);
                record.settings.push((WATCHED, "in the window".into()));
                self.records.push(record);
                self.worker = Some(worker);
            }
            Err(why) => self.notice = Some(t!("The experiment cannot start: %{why}", why = why).into_owned()),
        }
    }
}

/// Shows the page: the whole width is for the chosen experiment, and a list over it chooses another. `alone`: without
/// the list, as an item of a lecture.
pub fn show(ui: &mut Ui, page: &mut ExperimentsPage, lab: &LabRow, alone: bool, requests: &mut Requests) {
    page.turn_to(lab);
    CentralPanel::default().frame(Frame::new()).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let margin = Margin { left: 12, right: 12, top: 6, bottom: 12 };
            Frame::new().inner_margin(margin).show(ui, |ui| one(ui, page, lab, alone, requests));
        });
    });
}

/// The experiment that the page shows first for a lab. `schedules` is the first of the table because it must run first;
/// its many curves come later here.
fn first_of(lab: &LabRow) -> Option<usize> {
    let of_lab = EXPERIMENTS.iter().enumerate().filter(|(_, experiment)| experiment.lab == lab.id);
    of_lab.min_by_key(|(_, experiment)| experiment.id == SCHEDULES.id).map(|(index, _)| index)
}

/// Shows the list of all experiments by lab, the current lab first; a click chooses one.
fn choose(ui: &mut Ui, page: &mut ExperimentsPage, lab: &LabRow) {
    let mut labs: Vec<&LabRow> = LABS.to_vec();
    labs.sort_by_key(|row| row.id != lab.id);
    ui.set_width(LIST.x.min(ui.ctx().content_rect().width() - 40.0));
    let height = LIST.y.min(ui.ctx().content_rect().height() - 90.0);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for row in labs {
            ui.label(RichText::new(tr(row.title)).color(theme::weak()).strong());
            for (index, experiment) in EXPERIMENTS.iter().enumerate().filter(|(_, of)| of.lab == row.id) {
                entry(ui, page, (index, experiment));
            }
            ui.add_space(6.0);
        }
    });
}

/// Shows one experiment of the list.
fn entry(ui: &mut Ui, page: &mut ExperimentsPage, (index, experiment): (usize, &Experiment)) {
    let running = page.is_running() && page.records.last().is_some_and(|r| r.experiment.id == experiment.id);
    let title = tr(experiment.title);
    let text = if running { t!("%{experiment}  · running", experiment = title).into_owned() } else { title };
    let row = Button::selectable(page.chosen == index, text).min_size(vec2(ui.available_width(), 24.0));
    let help = format!("{}\n{}", tr(experiment.says), tr(experiment.source));
    if ui.add(row).on_hover_text(help).clicked() {
        page.turn(index);
        ui.close();
    }
}

/// Shows the chosen experiment: its result in a sentence, controls, plot, table and details.
fn one(ui: &mut Ui, page: &mut ExperimentsPage, lab: &LabRow, alone: bool, requests: &mut Requests) {
    let experiment = page.experiment();
    page.has_news = false;
    let is_running = page.is_running();
    let [own, shipped] = page.both();
    let says = results::headline(
        experiment,
        own.or(shipped),
        is_running && own.is_some_and(|r| r.outcome.is_none()),
    );
    let (over, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), headline::HEIGHT), egui::Sense::hover());
    headline::show(ui, over.expand2(vec2(12.0, 0.0)), &says);
    response.on_hover_text(says.text);
    controls(ui, page, lab, alone, requests);
    progress(ui, page);
    let (named, mut shows_all, mut detail) = (page.series.clone(), page.shows_all, page.detail);
    let [own, shipped] = page.both();
    let choice = if shows_all { ALL } else { &named };
    plot::show(ui, experiment, [own, shipped], choice);
    let Some(record) = own.filter(|own| !own.figures.is_empty()).or(shipped) else { return };
    let [few, all] = [&*named, ALL].map(|choice| ink::chosen(record, choice).1.len());
    let of_claims = t!("The source's claims beside the results.");
    let about = t!("What is measured, where it was published, and the conditions of the run.");
    let names = [(CLAIMS, t!("Claims"), of_claims), (ABOUT, t!("About this run"), about)];
    let names = if record.claims().is_empty() { &names[1..] } else { &names[..] };
    details(ui, &mut detail, names, |ui| {
        if few < all {
            let help = t!(
                "Otherwise the plot shows the series of the publication's figure, or those that a lecture names."
            );
            ui.checkbox(&mut shows_all, t!("All %{n} series", n = all)).on_hover_text(help);
        }
    });
    match detail {
        Some(CLAIMS) => results::claims(ui, record),
        Some(_) => results::about(ui, record),
        None => {}
    }
    results::table(ui, record, choice);
    (page.shows_all, page.detail) = (shows_all, detail);
}

fn controls(ui: &mut Ui, page: &mut ExperimentsPage, lab: &LabRow, alone: bool, requests: &mut Requests) {
    let running = page.is_running();
    let title = tr(page.experiment().title);
    ui.horizontal_wrapped(|ui| {
        if alone {
            ui.label(RichText::new(title).color(theme::strong()));
        } else {
            ui.spacing_mut().interact_size.y = 26.0;
            let list = list_button(ui, &title, |ui| choose(ui, page, lab));
            list.on_hover_text(t!(
                "Choose an experiment; the same as collidoscope bench on the command line."
            ));
        }
        let mut button = |name: &str, help: &str, enabled: bool| {
            let response = ui.add_enabled(enabled, Button::new(name).min_size(vec2(74.0, 26.0)));
            // The hover text describes the effect of a click, even while the button is disabled.
            response.on_hover_text(help).on_disabled_hover_text(help).clicked()
        };
        let quick = button(
            &t!("Run quick"),
            &t!("Measure fewer frames, bodies or pairs; too small to judge claims"),
            !running,
        );
        let full = button(&t!("Run"), &t!("Measure as published"), !running);
        let stop = button(&t!("Stop"), &t!("Stop at the next step and keep the results so far"), running);
        let has_figures = page.record().is_some_and(|r| !r.figures.is_empty());
        let help = t!("Save the values and the plot in the last used folder");
        let save = button(&t!("Save CSV and PNG"), &help, has_figures);
        let help = t!("Random seed of the next run; the same seed gives the same scenes.");
        let label = ui.label(RichText::new(t!("Seed")).color(theme::weak())).on_hover_text(help.as_ref());
        ui.add(DragValue::new(&mut page.seed).speed(0.1)).labelled_by(label.id).on_hover_text(help);
        if quick || full {
            page.start(quick);
        }
        if stop {
            page.stop();
        }
        if save {
            requests.ask(Request::Files(FilesRequest::SaveExperiment));
        }
    });
}

/// Shows one line: the progress of a run, its end, or which result is shown in grey.
fn progress(ui: &mut Ui, page: &mut ExperimentsPage) {
    let (line, layout) =
        (vec2(ui.available_width(), PROGRESS), egui::Layout::left_to_right(egui::Align::Center));
    ui.allocate_ui_with_layout(line, layout, |ui| {
        ui.set_min_size(line);
        if let (true, Some(record)) = (page.is_running(), page.records.last()) {
            let share = record.progress.share();
            let bar = ProgressBar::new(share as f32).desired_width(200.0).text(format!("{:.0} %", 100.0 * share));
            ui.add(bar).on_hover_text(t!(
                "The lab is paused so that it does not disturb the timings. The run goes on beside other pages, but they may lengthen the times."
            ));
            let left = tr(&record.progress.remaining_text());
            let text = match record.experiment.id == page.experiment().id {
                true => left,
                false => format!("{}: {left}", tr(record.experiment.title)),
            };
            ui.label(RichText::new(text).color(theme::text()));
            return;
        }
        let outcome = page.record().map(|record| (record.was_stopped(), &record.outcome));
        let (text, color) = match (&page.notice, outcome) {
            (Some(notice), _) => (notice.clone(), theme::text()),
            (_, Some((true, _))) => {
                (t!("Stopped. The results below were measured before the stop.").into_owned(), theme::amber())
            }
            (_, Some((_, Some(Err(why))))) => {
                (t!("The experiment ended early: %{why}", why = why).into_owned(), theme::amber())
            }
            _ => (results::provenance(page.both()), theme::weak()),
        };
        ui.add(Label::new(RichText::new(&text).color(color)).truncate()).on_hover_text(text);
    });
}
