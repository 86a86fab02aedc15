//! One pair, one row of the table at a time, with a read-back after each: for the inspector. Never timed.
//!
//! First the rows' surfaces are drawn without any test, to list their fragments (`fragments.rs`). Then each
//! row is drawn as the table says, with whole meshes and every passing sample counted; the buffers after it
//! come from the GPU. The [twin](crate::image_space::pixel_twin) computes the outcome of each fragment, and
//! tests compare its buffers with the GPU's.

mod fragments;
mod recorder;

use super::pair_by_pair::count_not_in_front;
use super::sheet::count_equal;
use super::{Found, Job};
use crate::detector::{DetectError, MOST_ROUNDS, round_counts};
use crate::gpu::Gpu;
use crate::image_space::depth_lists::{self, Lists};
use crate::image_space::framing::{self, Framing};
use crate::image_space::options::Options;
use crate::image_space::pass::{
    DEPTH_1_STENCIL_0, Pass, PassProgram, Read, Repeat, Surface, Who, count_stencil,
};
use crate::image_space::pixel_twin::{Incoming, PixelState, run_row};
use crate::image_space::recording::{FARTHEST, Fragment, PassRecording, Step};
use crate::world::{Body, Pair};
use fragments::{RowFragments, Surfaces};
use recorder::{Recorder, Scene};

/// Largest size of a recording, bytes.
const MOST_BYTES: usize = 64 << 20;

/// Runs `table` on two bodies and records every step. `None` if the boxes of the bodies are separated, because
/// then nothing is drawn. If several view axes are tried, the last one is recorded; the evidence of a verdict comes
/// from that axis, too. If a thin body shrinks to nothing, nothing is drawn, and the recording has no steps. The
/// recording starts with cleared buffers (depth far, stencil 0), but in the method they still contain the previous
/// pair. Fails if the table does not decide such bodies, or if the recording would exceed 64 MiB.
pub fn record(
    gpu: &Gpu,
    table: &PassProgram,
    options: &Options,
    bodies: &[Body; 2],
) -> Result<Option<PassRecording>, DetectError> {
    record_in_roles(gpu, table, options, bodies, None)
}

/// The bodies of a pair at some poses, and a table that assigns them their roles there.
#[derive(Clone, Copy)]
pub struct Assigned<'a> {
    /// The passes; if their verdict does not depend on the roles, the farther body can be A.
    pub table: &'a PassProgram,
    /// The view axis, along which one body is farther, and the schedule, which draws that body first or not.
    pub options: &'a Options,
    /// The first body and the second one, at the poses that count.
    pub bodies: &'a [Body; 2],
}

/// Like [`record`], with given roles where the table's verdict does not depend on the roles: the bodies get the roles
/// (A and B) of `assigned`. If their boxes are separated there, the first body is A.
pub fn record_in_roles(
    gpu: &Gpu,
    table: &PassProgram,
    options: &Options,
    bodies: &[Body; 2],
    assigned: Option<Assigned<'_>>,
) -> Result<Option<PassRecording>, DetectError> {
    let pair = Pair { a: 0, b: 1 };
    framing::require_bodies(table, bodies, &[pair])?;
    let turns = if table.repeat == Repeat::Slices { table.slices(options.slices) as usize } else { 1 };
    // A table whose stencil is counted by a query has one more row.
    let rows = table.rounds.iter().map(|round| round.len()).sum::<usize>();
    require_room(table, options, turns * rows + 1)?;
    let mut recorder = Recorder::new(gpu, table, options)?;
    let mut framing = Framing::new(table, options, &mut recorder.stage.meshes, bodies, &[pair])?;
    if let Some(Assigned { table, options, bodies }) = assigned {
        let other = Framing::new(table, options, &mut recorder.stage.meshes, bodies, &[pair])?;
        framing = framing.in_roles(other.job(0, pair, 0).map_or([0, 1], |job| job.roles));
    }
    let mut kept: Option<PassRecording> = None;
    for attempt in 0..3 {
        let is_decided = kept.as_ref().is_some_and(|kept| !framing::is_undecided(table, &kept.verdict));
        let Some(job) = framing.job(0, pair, attempt).filter(|_| !is_decided) else { break };
        kept = Some(recorder.run(&job, bodies)?);
    }
    Ok(kept)
}

impl Recorder {
    fn run(&mut self, job: &Job, bodies: &[Body; 2]) -> Result<PassRecording, DetectError> {
        let mut recording = PassRecording {
            table: self.table.clone(),
            options: self.options,
            view: job.view,
            roles: job.roles,
            margins: job.margins,
            intervals: [(); 2].map(|()| vec![None; self.options.resolution.pow(2) as usize]),
            steps: Vec::new(),
            verdict: framing::verdict(&self.table, &self.options, &job.view, round_counts([Some(0)]).into()),
        };
        let Some(scene) = self.scene(job, bodies)? else { return Ok(recording) };
        self.stage.tiles.bind();
        self.stage.program.bind();

        // 1. The fragments on each pixel, listed by draws without the table's tests.
        let rounds: Vec<Vec<Pass>> = (0..self.table.rounds.len()).map(|round| self.rows(round)).collect();
        let mut surfaces = Surfaces::default();
        for (intervals, who) in recording.intervals.iter_mut().zip([Who::First, Who::Second]) {
            *intervals = surfaces.intervals(self, &scene, who)?;
        }
        let mut of_row = |pass: &Pass| surfaces.of_row(self, &scene, pass);
        let drawn: Vec<Vec<_>> = (rounds.iter())
            .map(|rows| rows.iter().map(&mut of_row).collect::<Result<_, _>>())
            .collect::<Result<_, DetectError>>()?;

        // 2. The rows of the table, drawn one after the other as the table says, turn by turn.
        let turns = framing::turns(&self.table, &self.options, &job.view);
        self.stage.clear(&Pass::draw(Surface::Tile).clear(DEPTH_1_STENCIL_0));
        let mut counts = [None; MOST_ROUNDS];
        for (round, rows) in rounds.iter().enumerate() {
            let mut count = 0;
            for turn in &turns {
                let first = recording.steps.len();
                for (row, pass) in rows.iter().enumerate() {
                    let mut step = self.draw_row([round, row], &pass.in_turn(*turn), &scene)?;
                    step.turn = turn.number as usize;
                    resolve(&recording, &mut step, &drawn[round][row]);
                    recording.steps.push(step);
                }
                let steps = &recording.steps[first..];
                count += self.count(round, steps);
                let mut stored = steps.iter().filter(|step| step.pass.depth.is_some_and(|depth| depth.write));
                if self.table.repeat == Repeat::Layers && stored.all(|step| step.samples == 0) {
                    break;
                }
                require_room(&self.table, &self.options, recording.steps.len())?;
            }
            counts[round] = Some(count);
            if count == 0 && self.table.read.ends_at_zero() {
                break;
            }
        }
        let found = match self.table.read {
            Read::Lists => lists(&recording),
            _ => counts.into(),
        };
        recording.verdict = framing::verdict(&self.table, &self.options, &job.view, found);
        Ok(recording)
    }

    /// Rows of a round. The last round of a stencil table that is read by query includes that query.
    fn rows(&self, round: usize) -> Vec<Pass> {
        let mut rows = self.table.rounds[round].to_vec();
        if let (Read::Stencil(value), false) = (self.table.read, self.options.read_pixels)
            && self.is_last(round)
        {
            rows.push(count_stencil(value));
        }
        rows
    }

    fn is_last(&self, round: usize) -> bool {
        round + 1 == self.table.rounds.len()
    }

    /// Draws a row as the table says and counts every sample; the step's fragments stay empty.
    fn draw_row(
        &mut self,
        [round, row]: [usize; 2],
        pass: &Pass,
        scene: &Scene,
    ) -> Result<Step, DetectError> {
        self.stage.clear(pass);
        self.draw(&Pass { counted: true, ..*pass }, self.options.split_culling, scene)?;
        let samples = self.stage.samples.count(0) as u32;
        let (depth, stencil) = self.read();
        let (fragments, more) = (Vec::new(), Vec::new());
        Ok(Step { round, turn: 0, row, pass: *pass, fragments, more, depth, stencil, samples })
    }

    /// The method's count of a round, computed from these steps.
    fn count(&self, round: usize, steps: &[Step]) -> u32 {
        match self.table.read {
            Read::Depths => {
                let read = steps.iter().filter(|step| step.pass.depth_read);
                count_not_in_front(&read.map(|step| &step.depth[..]).collect::<Vec<_>>())
            }
            Read::Stencil(value) if self.options.read_pixels && self.is_last(round) => {
                let pixels = steps.last().map_or(&[][..], |step| &step.stencil);
                count_equal(pixels, value)
            }
            read => {
                let counted = steps.iter().rev().find(|step| step.pass.counted);
                let samples = counted.map_or(0, |step| step.samples);
                if read == Read::Booleans { samples.min(1) } else { samples }
            }
        }
    }
}

/// Result of the depth images of the steps: the entries and the exits of A, then those of B.
fn lists(recording: &PassRecording) -> Found {
    let mut lists = [Lists::default(), Lists::default()];
    for step in recording.steps.iter().filter(|step| step.pass.depth_read) {
        let of_body = &mut lists[step.round];
        let pictures = if step.row == 0 { &mut of_body.entries } else { &mut of_body.exits };
        pictures.push(step.depth.clone());
    }
    depth_lists::found(&lists, recording.options.resolution)
}

/// Fills in the fragments of the next step with their outcomes: two per pixel, and the further ones.
fn resolve(recording: &PassRecording, step: &mut Step, row: &RowFragments) {
    let next = recording.steps.len();
    let Step { pass, fragments, more, .. } = step;
    let of_pixel = |pixel: usize| {
        let (depth, stencil) = recording.before(next, pixel);
        let mut state = PixelState { depth: f64::from(depth), stencil, passed: 0 };
        let incoming =
            row.at(pixel).map(|drawn| Incoming { depth: f64::from(drawn.depth), is_near: drawn.is_near });
        let mut outcomes = Vec::with_capacity(2);
        run_row(&mut state, pass, f64::from(FARTHEST), incoming, |outcome| outcomes.push(outcome));
        let mut found = row.at(pixel).zip(outcomes).map(|(drawn, outcome)| Fragment {
            depth: drawn.depth,
            is_near: drawn.is_near,
            outcome,
        });
        let first_two = [found.next(), found.next()];
        more.extend(found.map(|fragment| (pixel as u32, fragment)));
        first_two
    };
    *fragments = (0..recording.side().pow(2)).map(of_pixel).collect();
}

/// Refuses a recording of so many steps if it is too large, and names the setting to change.
fn require_room(table: &PassProgram, options: &Options, steps: usize) -> Result<(), DetectError> {
    let side = options.resolution;
    let rows = steps.max(1);
    let of_a_step = size_of::<[Option<Fragment>; 2]>() + size_of::<u32>() + size_of::<u8>();
    let of_a_pixel = rows * of_a_step + 2 * size_of::<Option<[u32; 2]>>();
    let most_side = (MOST_BYTES / of_a_pixel).isqrt();
    if side as usize <= most_side {
        return Ok(());
    }
    let (of, or) = match table.repeat {
        Repeat::Once => (String::new(), ""),
        Repeat::Slices => (format!(" in {} slices", table.slices(options.slices)), ", or use fewer slices"),
        Repeat::Layers => (format!(" in {steps} steps"), ""),
    };
    Err(DetectError::TooLarge(format!(
        "a recording of {side} × {side} pixels{of} takes more than {} MiB: set resolution to {most_side} or \
         less{or}",
        MOST_BYTES >> 20
    )))
}
