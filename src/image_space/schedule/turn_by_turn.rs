//! Tables whose rounds repeat: one pair after the other, turn by turn.
//!
//! Sheets of pairs do not fit these tables: what a turn clears differs from pair to pair. All turns of a few
//! pairs are issued before the first count is awaited.

use super::sheet::{Prepared, prepare};
use super::{BodyDraw, BodyInWindow, Frame, Job, Stage, role};
use crate::detector::{Cost, DetectError};
use crate::gpu::Rect;
use crate::image_space::framing::turns;
use crate::image_space::options::Options;
use crate::image_space::pass::{Pass, PassProgram, Turn};
use crate::world::Body;

/// Number of pairs whose counts are awaited together.
const PAIRS_AT_ONCE: usize = 16;

/// Runs `table` over `jobs`; returns each round's count per job, added over its turns. `skip_hidden` culls
/// the clusters of meshes that the window cannot show, which changes no count.
pub fn run(
    stage: &mut Stage,
    table: &PassProgram,
    options: &Options,
    skip_hidden: bool,
    bodies: &[Body],
    jobs: &[Job],
    cost: &mut Cost,
) -> Result<Vec<[Option<u32>; 2]>, DetectError> {
    stage.tiles.bind();
    stage.program.bind();
    let Prepared { in_window, mut counts, alive } = prepare(stage, bodies, jobs, skip_hidden)?;
    let side = options.resolution;
    let frame =
        Frame { tile: Rect::of_size(side, side), scissored: false, skip_hidden_clusters: skip_hidden };
    for members in alive.chunks(PAIRS_AT_ONCE) {
        stage.begin_timer()?;
        let mut queries = Vec::new();
        for &job in members {
            let pair = Drawn { roles: jobs[job].roles, bodies, in_window: &in_window[job], frame: &frame };
            for round in 0..table.rounds.len() {
                for turn in turns(table, options, &jobs[job].view) {
                    pair.draw(stage, table.rounds[round], turn, queries.len(), cost)?;
                    queries.push((job, round));
                }
            }
        }
        stage.gpu.flush();
        stage.end_timer();
        for (query, (job, round)) in queries.into_iter().enumerate() {
            let count = stage.samples.count(query) as u32;
            cost.bytes_read += 4;
            counts[job][round] = Some(counts[job][round].unwrap_or(0) + count);
        }
    }
    Ok(counts)
}

/// Draws the turn that counts most again, so that the stage's tile shows it: the first of several, or the
/// middle one if none counts anything.
pub fn draw_fullest(
    stage: &mut Stage,
    table: &PassProgram,
    options: &Options,
    bodies: &[Body],
    job: &Job,
) -> Result<(), DetectError> {
    stage.tiles.bind();
    stage.program.bind();
    let Prepared { in_window, .. } = prepare(stage, bodies, std::slice::from_ref(job), false)?;
    let side = options.resolution;
    let frame = Frame { tile: Rect::of_size(side, side), scissored: false, skip_hidden_clusters: false };
    let pair = Drawn { roles: job.roles, bodies, in_window: &in_window[0], frame: &frame };
    let turns = turns(table, options, &job.view);
    let passes = table.rounds[table.rounds.len() - 1];
    let cost = &mut Cost::default();
    let mut fullest = (0, turns.len() / 2);
    for (index, turn) in turns.iter().enumerate() {
        pair.draw(stage, passes, *turn, 0, cost)?;
        let count = stage.samples.count(0);
        if count > fullest.0 {
            fullest = (count, index);
        }
    }
    pair.draw(stage, passes, turns[fullest.1], 0, cost)
}

/// A pair in its window.
struct Drawn<'a> {
    roles: [usize; 2],
    bodies: &'a [Body],
    in_window: &'a [BodyInWindow; 2],
    frame: &'a Frame,
}

impl Drawn<'_> {
    /// Draws a turn of a round; its last counted row uses query number `query`.
    fn draw(
        &self,
        stage: &mut Stage,
        passes: &[Pass],
        turn: Turn,
        query: usize,
        cost: &mut Cost,
    ) -> Result<(), DetectError> {
        for pass in passes {
            let pass = pass.in_turn(turn);
            stage.clear(&pass);
            let drawn = role(pass.draw).map(|role| BodyDraw {
                shape: &self.bodies[self.roles[role]].shape,
                in_window: &self.in_window[role],
            });
            stage.draw(&pass, false, self.frame, drawn, query, cost)?;
        }
        Ok(())
    }
}
