//! The experiments page: run an experiment, watch its plot grow, read its table and claims, save it.
//!
//! A run has a thread and an OpenGL context of its own, and one runs at a time. While the page is open, the lab is
//! paused and the page is drawn only twice a second, so that the measurement is not disturbed. A run goes on while other
//! pages are shown; its record then says so.

mod plot;
mod results;

use std::time::Duration;

use egui::{
    Button, CentralPanel, DragValue, Frame, Margin, Panel, ProgressBar, RichText, ScrollArea, Ui, vec2,
};

use crate::experiments::{ALL, EXPERIMENTS, Experiment, Record, Worker, ink};
use crate::labs::LABS;
use crate::labs::lab::LabRow;
use crate::language::{t, tr};
use crate::ui::requests::{FilesRequest, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::{heading, note};

/// Time between two redraws during a run.
pub const BETWEEN_PICTURES: Duration = Duration::from_millis(500);

/// Name of the setting that says what else the window showed during a run.
const WATCHED: &str = "watched";

/// Below this width, in points, the list is above the chosen experiment instead of beside it.
const NARROW: f32 = 700.0;

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
    /// The row of the list that was last scrolled into view.
    scrolled_to: usize,
}

impl Default for ExperimentsPage {
    fn default() -> Self {
        Self {
            chosen: 0,
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
            scrolled_to: 0,
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
        let experiment = self.experiment();
        let is_own = |record: &&Record| record.experiment.id == experiment.id;
        if self.record().is_none() && self.shipped.as_ref().filter(is_own).is_none() {
            self.shipped = Record::shipped(experiment);
        }
        self.record().or(self.shipped.as_ref().filter(is_own))
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
        if let Some(first) = EXPERIMENTS.iter().position(|experiment| experiment.lab == lab.id) {
            self.turn(first);
            self.scrolled_to = first;
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

/// Shows the chosen experiment without the list of all, as an item of a lecture.
pub fn show_alone(ui: &mut Ui, page: &mut ExperimentsPage, lab: &LabRow, requests: &mut Requests) {
    page.turn_to(lab);
    CentralPanel::default().frame(Frame::new().fill(theme::panel())).show(ui, |ui| {
        scrolled(ui, Margin::symmetric(20, 12), |ui| one(ui, page, requests));
    });
}

/// Shows the page above the status line.
pub fn show(ui: &mut Ui, page: &mut ExperimentsPage, lab: &LabRow, requests: &mut Requests) {
    let frame = Frame::new().fill(theme::panel());
    let beside = ui.available_width() >= NARROW;
    page.turn_to(lab);
    if beside {
        let list = Panel::left("experiments").resizable(false).exact_size(288.0).frame(frame);
        list.show(ui, |ui| {
            scrolled(ui, Margin { left: 12, right: 12, top: 0, bottom: 12 }, |ui| {
                choose(ui, page, lab, true);
            });
        });
    }
    CentralPanel::default().frame(frame).show(ui, |ui| {
        scrolled(ui, Margin::symmetric(if beside { 20 } else { 12 }, 12), |ui| {
            if !beside {
                choose(ui, page, lab, false);
                ui.add_space(12.0);
            }
            one(ui, page, requests);
        });
    });
}

fn scrolled(ui: &mut Ui, margin: Margin, contents: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        Frame::new().inner_margin(margin).show(ui, contents);
    });
}

/// Shows the list of all experiments by lab, the current lab first; a click chooses one. If the list is `alone` in
/// its panel, it scrolls to an experiment that was chosen elsewhere.
fn choose(ui: &mut Ui, page: &mut ExperimentsPage, lab: &LabRow, alone: bool) {
    heading(ui, &t!("Experiments"));
    let mut labs: Vec<&LabRow> = LABS.to_vec();
    labs.sort_by_key(|row| row.id != lab.id);
    for row in labs {
        ui.label(RichText::new(tr(row.title)).color(theme::weak()).strong());
        ui.add_space(2.0);
        for (index, experiment) in EXPERIMENTS.iter().enumerate().filter(|(_, of)| of.lab == row.id) {
            entry(ui, page, (index, experiment), alone);
        }
        ui.add_space(6.0);
    }
    ui.add_space(8.0);
    note(
        ui,
        &t!(
            "Same as collidoscope bench on the command line. A quick run measures fewer frames, bodies or pairs."
        ),
    );
}

/// Shows one experiment of the list.
fn entry(ui: &mut Ui, page: &mut ExperimentsPage, (index, experiment): (usize, &Experiment), alone: bool) {
    let running = page.is_running() && page.records.last().is_some_and(|r| r.experiment.id == experiment.id);
    let title = tr(experiment.title);
    let text = if running { t!("%{experiment}  · running", experiment = title).into_owned() } else { title };
    let row =
        Button::selectable(page.chosen == index, text).wrap().min_size(vec2(ui.available_width(), 26.0));
    let row = ui.add(row).on_hover_text(tr(experiment.says));
    if row.clicked() {
        page.turn(index);
        page.scrolled_to = index;
    }
    if alone && page.chosen == index && page.scrolled_to != index {
        page.scrolled_to = index;
        row.scroll_to_me(Some(egui::Align::Center));
    }
    // The space between a title and its source is smaller than that between entries.
    ui.add_space(-4.0);
    let indented = Frame::new().inner_margin(Margin { left: 8, ..Margin::ZERO });
    indented.show(ui, |ui| note(ui, &tr(experiment.source)));
    ui.add_space(8.0);
}

/// Shows the chosen experiment: texts, controls, progress and results.
fn one(ui: &mut Ui, page: &mut ExperimentsPage, requests: &mut Requests) {
    let experiment = page.experiment();
    page.has_news = false;
    ui.label(RichText::new(tr(experiment.title)).color(theme::strong()).size(19.0));
    ui.add(egui::Label::new(RichText::new(tr(experiment.says)).color(theme::text())).wrap());
    note(ui, &format!("{} · {}", tr(experiment.source), experiment.id));
    ui.add_space(4.0);
    controls(ui, page, requests);
    progress(ui, page);
    let is_shipped = page.record().is_none();
    let (named, mut shows_all) = (page.series.clone(), page.shows_all);
    let Some(record) = page.shown() else {
        ui.add_space(8.0);
        ui.colored_label(theme::weak(), t!("Not measured yet. Run takes minutes, Run quick a few seconds."));
        return;
    };
    if is_shipped {
        note(ui, &t!("This result comes with the program. Run measures on this machine."));
    }
    ui.add_space(6.0);
    let [few, all] = [&*named, ALL].map(|choice| ink::chosen(record, choice).1.len());
    if few < all {
        let help = t!(
            "Otherwise the plot shows the series of the publication's figure, or those that a lecture names."
        );
        ui.checkbox(&mut shows_all, t!("All %{n} series", n = all)).on_hover_text(help);
    }
    let choice = if shows_all { ALL } else { &named };
    plot::show(ui, record, choice);
    ui.add_space(8.0);
    results::claims(ui, record);
    results::table(ui, record, choice);
    results::notes(ui, record);
    page.shows_all = shows_all;
}

fn controls(ui: &mut Ui, page: &mut ExperimentsPage, requests: &mut Requests) {
    let running = page.is_running();
    ui.horizontal_wrapped(|ui| {
        let mut button = |name: &str, help: &str, enabled: bool| {
            let response = ui.add_enabled(enabled, Button::new(name).min_size(vec2(74.0, 26.0)));
            // The hover text describes the effect of a click, even while the button is disabled.
            response.on_hover_text(help).on_disabled_hover_text(help).clicked()
        };
        let quick =
            button(&t!("Run quick"), &t!("Measure fewer frames, bodies or pairs (some seconds)"), !running);
        let full = button(&t!("Run"), &t!("Measure as published (minutes)"), !running);
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

fn progress(ui: &mut Ui, page: &ExperimentsPage) {
    if let (true, Some(record)) = (page.is_running(), page.records.last()) {
        let progress = &record.progress;
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 8.0).clamp(80.0, 320.0);
            let percent = format!("{:.0} %", 100.0 * progress.share());
            ui.add(ProgressBar::new(progress.share() as f32).desired_width(width).text(percent));
            ui.label(RichText::new(tr(&progress.remaining_text())).color(theme::text()));
        });
        let doing = tr(&progress.doing);
        match record.experiment.id == page.experiment().id {
            true => note(ui, &doing),
            false => note(ui, &format!("{}: {doing}", tr(record.experiment.title))),
        }
        note(
            ui,
            &t!(
                "The lab is paused so that it does not disturb the timings. The run goes on beside other pages, but they may lengthen the times."
            ),
        );
    }
    if let Some(Some(Err(why))) = page.record().map(|r| &r.outcome) {
        let text = if page.record().is_some_and(Record::was_stopped) {
            t!("Stopped. The results below were measured before the stop.")
        } else {
            t!("The experiment ended early: %{why}", why = why)
        };
        ui.add(egui::Label::new(RichText::new(text).color(theme::amber())).wrap());
    }
    if let Some(notice) = &page.notice {
        ui.add(egui::Label::new(RichText::new(notice).color(theme::text())).wrap());
    }
}
