//! The story of a frame by occlusion queries: the algorithm of source 1, steps 1 to 15, over all candidate pairs. Left
//! are the printed steps, beside them the list `ObjectPair` with the array `PixelCount` and the queries in flight.

pub mod recording;
mod sentences;

use std::borrow::Cow;

use egui::{Color32, Grid, RichText, Ui};

use self::recording::{Recording, Row};
use self::sentences::{printed, sentence};
use super::case::glass;
use crate::about::MethodInfo;
use crate::geometry::Aabb;
use crate::gpu::Gpu;
use crate::image_space::ImageSpace;
use crate::image_space::occlusion_query;
use crate::image_space::options::Options;
use crate::image_space::pass::{PassProgram, Read};
use crate::image_space::view::AxisChoice;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::space::SpaceView;
use crate::inspector::space::view::{Label as SpaceLabel, Place};
use crate::inspector::step_line::{halves, keep_in_sight, step_line, step_list, step_sentence, sums};
use crate::inspector::story::{Showing, Story};
use crate::language::t;
use crate::methods::Method;
use crate::render::dissection::{Dissection, Surface};
use crate::render::palette;
use crate::settings::Settings;
use crate::ui::theme;
use crate::world::{Body, Pair};

/// Number of elements listed before and after the current one.
const AROUND: usize = 150;

/// The story of the queries of a frame.
pub struct Queries {
    method: &'static Method,
    bodies: Vec<Body>,
    /// The steps with the list of pairs.
    pub recording: Recording,
    edition: u64,
}

/// The outcome for a frame, from the numbers of colliding pairs and of all candidates.
pub fn outcome(colliding: usize, candidates: usize) -> Outcome {
    Outcome {
        hit: colliding > 0,
        word: t!("colliding pairs: %{n}", n = colliding).into_owned(),
        evidence: t!("candidate pairs: %{n}", n = candidates).into_owned(),
    }
}

/// Runs a method's queries on the candidate pairs and records the commands. `edition` identifies the bodies and their
/// poses. The error is one line for the user.
pub fn record(
    gpu: Option<&Gpu>,
    method: &'static Method,
    settings: &Settings,
    bodies: &[Body],
    pairs: &[Pair],
    edition: u64,
) -> Result<Queries, String> {
    if let Some(missing) = method.why_not(gpu.map(Gpu::capabilities)) {
        return Err(format!("{}: this machine lacks {missing}", method.title));
    }
    let tables = method.tables(settings);
    let (table, options) = match (&tables[..], Options::of(settings)) {
        ([table], Some(options)) if is_printed(table) => (table, options),
        _ => {
            return Err(
                t!("Only the occlusion queries run the steps of source 1. Choose one of them.").into_owned()
            );
        }
    };
    if options.axis == AxisChoice::All {
        return Err(t!("The printed steps look along one axis. Choose another view axis.").into_owned());
    }
    let gpu = gpu.ok_or("there is no OpenGL context to draw with")?;
    let mut detector = ImageSpace::new(gpu, table, options).map_err(|e| e.to_string())?;
    let commands = detector.commands(bodies, pairs).map_err(|e| e.to_string())?;
    let recording = Recording::of(pairs, &commands, table.read == Read::Booleans);
    Ok(Queries { method, bodies: bodies.to_vec(), recording, edition })
}

/// Whether a table has the draws and the queries of the printed steps.
fn is_printed(table: &PassProgram) -> bool {
    matches!(table.read, Read::Counts | Read::Booleans) && table.rounds == occlusion_query::PROGRAM.rounds
}

impl Queries {
    /// Adds the printed steps, with a frame around the current one. A click goes to the next time that the step is run.
    fn listing(&self, ui: &mut Ui, at: usize, showing: &mut Showing<'_>) {
        let steps = &self.recording.steps;
        let now = self.recording.step(at).map(|step| step.line);
        step_list(ui, "printed steps", at, showing, |ui, showing| {
            for line in 1..=15 {
                let mut later = (at..steps.len()).chain(0..at);
                let is_now = now == Some(line);
                let target = later.find(|&index| steps[index].line == line).map_or(at, |index| index + 1);
                let target = if is_now { at } else { target };
                step_line(ui, is_now, format!("{line}  {}", printed(line)), target, showing);
            }
        });
    }

    /// Adds the list of pairs, limited to those near the current one.
    fn pairs(&self, ui: &mut Ui, at: usize, showing: &Showing<'_>) {
        let now = self.recording.step(at).and_then(|step| step.row);
        let cell = |ui: &mut Ui, text: &str, ink| ui.label(RichText::new(text).small().color(ink));
        Grid::new("pairs").num_columns(5).striped(true).spacing([12.0, 2.0]).show(ui, |ui| {
            for name in ["#".into(), "ObjectPair".into(), t!("query"), "PixelCount".into(), t!("flag")] {
                cell(ui, &name, theme::weak());
            }
            ui.end_row();
            let rows = self.recording.rows.iter().enumerate();
            for (index, row) in rows.skip(now.unwrap_or(0).saturating_sub(AROUND)).take(2 * AROUND) {
                let is_now = now == Some(index);
                let ink = if is_now { theme::strong() } else { theme::text() };
                let count = row.pixel_count(at).map_or_else(|| "–".to_owned(), |count| count.to_string());
                let (state, state_ink) = state(row, at, is_now);
                let (flag, flag_ink) = match row.judged <= at {
                    false => ("–", ink),
                    true if row.collides() => ("TRUE", theme::colliding()),
                    true => ("FALSE", ink),
                };
                let number = cell(ui, &(index + 1).to_string(), if is_now { ink } else { theme::weak() });
                cell(ui, &row.bodies.map(|body| body.to_string()).join("–"), ink);
                cell(ui, &state, state_ink);
                cell(ui, &count, ink);
                cell(ui, flag, flag_ink);
                ui.end_row();
                if is_now {
                    keep_in_sight(ui, &number, at, showing);
                }
            }
        });
    }
}

/// State of an element's query in words, with its colour.
fn state(row: &Row, at: usize, is_now: bool) -> (Cow<'static, str>, Color32) {
    match row.in_flight(at) {
        Some(0) => (t!("in flight"), theme::teal()),
        Some(_) => (t!("2nd in flight"), theme::teal()),
        None if row.read[1] <= at => (t!("both read"), theme::weak()),
        None if row.read[0] <= at => (t!("read"), theme::weak()),
        None if is_now => (t!("drawing"), theme::strong()),
        None => (t!("not begun"), theme::weak()),
    }
}

impl Story for Queries {
    fn about(&self) -> &'static MethodInfo {
        &self.method.about
    }

    fn steps(&self) -> usize {
        self.recording.steps.len()
    }

    fn landmarks(&self) -> &[usize] {
        &self.recording.landmarks
    }

    fn place(&self, at: usize) -> Option<String> {
        let step = self.recording.step(at)?;
        Some(t!("printed step %{n}", n = step.line).into_owned())
    }

    fn caption(&self, at: usize) -> Option<String> {
        Some(sentence(&self.recording, at).into_owned())
    }

    fn outcome(&self) -> Outcome {
        outcome(self.recording.colliding(self.steps()), self.recording.rows.len())
    }

    fn why(&self, _reference: &Reference) -> Option<String> {
        let Recording { rows, most_in_flight, .. } = &self.recording;
        let issued = rows.iter().flat_map(|row| row.counts).flatten().count();
        Some(
            t!(
                "Queries: %{issued}, at most %{most} in flight. Round 1 drops %{dropped} of %{n} pairs.",
                issued = issued,
                most = most_in_flight,
                dropped = self.recording.dropped(),
                n = rows.len()
            )
            .into_owned(),
        )
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let at = at.min(self.steps());
        let rows = &self.recording.rows;
        let after = |places: fn(&Row) -> [usize; 2]| {
            rows.iter().flat_map(places).filter(|&place| place <= at).count() as u64
        };
        vec![
            ("steps", self.steps() as u64),
            ("pairs", rows.len() as u64),
            ("queries", after(|row| row.issued)),
            ("read", after(|row| row.read)),
            ("in flight", self.recording.in_flight(at) as u64),
            ("colliding pairs", self.recording.colliding(at) as u64),
        ]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let at = at.min(self.steps());
        let rows = &self.recording.rows;
        let now = self.recording.step(at).and_then(|step| step.row).map(|row| rows[row].bodies);
        let is_red =
            |body| rows.iter().any(|row| row.judged <= at && row.collides() && row.bodies.contains(&body));
        let surface = |(number, body): (usize, &Body)| match now {
            Some([a, _]) if a == number => glass(body, palette::A),
            Some([_, b]) if b == number => glass(body, palette::B),
            _ if is_red(number) => Surface { outlined: false, ..glass(body, palette::COLLIDING) },
            _ => Surface { outlined: false, ..glass(body, palette::UNDECIDED.faded(0.5)) },
        };
        let boxes: Vec<Aabb> = self.bodies.iter().map(Body::aabb).collect();
        let mut dissection = Dissection {
            surfaces: self.bodies.iter().enumerate().map(surface).collect(),
            ..Dissection::default()
        };
        for row in rows.iter().filter(|row| row.in_flight(at).is_some()) {
            dissection.line_on_top(row.bodies.map(|body| boxes[body].center()), 2.0, palette::CANDIDATE);
        }
        let bounds = boxes.iter().fold(Aabb::EMPTY, |all, one| all.union(one));
        let mut labels = Vec::new();
        if let Some([a, b]) = now {
            dissection.box_edges(&boxes[a].overlap(&boxes[b]).corners(), 2.0, palette::PICKED);
            let label = |(body, color): (usize, _)| SpaceLabel {
                text: body.to_string(),
                color,
                place: Place::Over(boxes[body]),
            };
            labels = [(a, palette::A), (b, palette::B)].map(label).into();
        }
        let caption = t!("Lines: queries in flight. Box: overlap of the current pair's boxes. Red: bodies whose flag is TRUE.").into_owned();
        let handles = self.bodies.iter().cloned().enumerate().collect();
        SpaceView { labels, caption, handles, ..SpaceView::of(dissection, bounds, self.edition) }
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        self.listing(ui, showing.cursor.position.min(self.steps()), showing);
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        let so_far = |ui: &mut Ui, showing: &mut Showing<'_>, _| {
            step_sentence(ui, &sentence(&self.recording, at), showing);
            let facts = self.facts(at);
            let fact = |name: &str| facts.iter().find(|fact| fact.0 == name).map_or(0, |fact| fact.1);
            let rows = [
                (t!("Queries issued"), "queries"),
                (t!("Queries in flight"), "in flight"),
                (t!("Queries read"), "read"),
                (t!("Colliding pairs"), "colliding pairs"),
            ];
            let most = 2 * self.recording.rows.len() as u64;
            sums(ui, most, rows.map(|(name, of)| (name.into_owned(), fact(of))));
        };
        halves(ui, showing, so_far, |ui, showing, _| self.pairs(ui, at, showing));
    }
}
