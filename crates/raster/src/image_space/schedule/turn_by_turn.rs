//! Tables whose rounds repeat: one pair after the other, turn by turn.
//!
//! Sheets of pairs do not fit these tables: the planes of slices and the number of layers differ from pair to pair.
//! All slices of a few pairs are issued before the first count is awaited. Of layers, whose number is unknown, two are
//! issued, then, where both counted something, two, four, and so on; what is issued after the last layer counts
//! nothing.

use super::sheet::{Prepared, prepare};
use super::{BodyDraw, BodyInWindow, Found, Frame, Job, Stage, gl, role};
use crate::detector::{Cost, DetectError, RoundCounts};
use crate::gpu::Rect;
use crate::image_space::depth_lists::{self, Lists};
use crate::image_space::framing::turns;
use crate::image_space::options::Options;
use crate::image_space::pass::{MOST_LAYERS, Pass, PassProgram, Read, Repeat, Turn};
use crate::world::Body;

/// Number of pairs whose counts are awaited together.
const PAIRS_AT_ONCE: usize = 16;

/// Number of layers that are drawn before the first counts are awaited; twice as many each time after.
const FIRST_LAYERS: usize = 2;

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
) -> Result<Vec<RoundCounts>, DetectError> {
    stage.tiles.bind();
    stage.program.bind();
    let Prepared { in_window, mut counts, alive } = prepare(stage, bodies, jobs, skip_hidden)?;
    let side = options.resolution;
    let frame =
        Frame { tile: Rect::of_size(side, side), scissored: false, skip_hidden_clusters: skip_hidden };
    for members in alive.chunks(PAIRS_AT_ONCE) {
        let rounds = |&job: &usize| (0..table.rounds.len()).map(move |round| (job, round));
        let mut open: Vec<(usize, usize)> = members.iter().flat_map(rounds).collect();
        let (mut from, mut until) =
            (0, if table.repeat == Repeat::Layers { FIRST_LAYERS } else { usize::MAX });
        while !open.is_empty() {
            stage.timer.begin().map_err(gl)?;
            let mut turns_of = Vec::new();
            let mut queries = 0;
            for &(job, round) in &open {
                let pair =
                    Drawn { roles: jobs[job].roles, bodies, in_window: &in_window[job], frame: &frame };
                let turns = turns(table, options, &jobs[job].view);
                let turns = &turns[from.min(turns.len())..until.min(turns.len())];
                for turn in turns {
                    queries += pair.draw(stage, &table.rounds[round], *turn, queries, cost)?;
                }
                turns_of.push(turns.len());
            }
            stage.gpu.flush();
            stage.timer.end();
            cost.bytes_read += 4 * queries as u64;
            let mut counted = (0..queries).map(|query| stage.samples.count(query) as u32);
            let mut is_open = Vec::with_capacity(open.len());
            for (&(job, round), turns) in open.iter().zip(turns_of) {
                let queries = table.rounds[round].iter().filter(|pass| pass.counted).count();
                let found: Vec<u32> = counted.by_ref().take(queries * turns).collect();
                let total = found.chunks(queries).map(|turn| turn[queries - 1]).sum::<u32>();
                counts[job][round] = Some(counts[job][round].unwrap_or(0) + total);
                is_open.push(table.repeat == Repeat::Layers && found.chunks(queries).all(|turn| turn[0] > 0));
            }
            let mut is_open = is_open.into_iter();
            open.retain(|_| is_open.next() == Some(true));
            if !open.is_empty() && until >= table.layers() as usize {
                return Err(too_many_layers(table));
            }
            (from, until) = (until, until.saturating_mul(2));
        }
    }
    Ok(counts)
}

/// Runs a table that reads lists over `jobs`: reads back every layer of both bodies, then computes what they share.
pub fn lists(
    stage: &mut Stage,
    table: &PassProgram,
    options: &Options,
    bodies: &[Body],
    jobs: &[Job],
    cost: &mut Cost,
) -> Result<Vec<Found>, DetectError> {
    stage.tiles.bind();
    stage.program.bind();
    let Prepared { in_window, .. } = prepare(stage, bodies, jobs, false)?;
    let side = options.resolution;
    let tile = Rect::of_size(side, side);
    let frame = Frame { tile, scissored: false, skip_hidden_clusters: false };
    let mut all = Vec::with_capacity(jobs.len());
    for (job, in_window) in jobs.iter().zip(&in_window) {
        let pair = Drawn { roles: job.roles, bodies, in_window, frame: &frame };
        let mut lists = [Lists::default(), Lists::default()];
        for (lists, passes) in lists.iter_mut().zip(table.rounds.iter()) {
            for turn in turns(table, options, &job.view) {
                // A row per side of the body, each read back after its draw.
                for (pictures, pass) in [&mut lists.entries, &mut lists.exits].into_iter().zip(passes) {
                    pair.draw(stage, std::slice::from_ref(pass), turn, 0, cost)?;
                    pictures.push(stage.tiles.read_depth(tile).into_iter().map(|depth| depth >> 8).collect());
                    cost.bytes_read += 4 * u64::from(side).pow(2);
                }
                let is_last =
                    |pictures: &Vec<Vec<u32>>| pictures.iter().rev().take(1).flatten().all(|d| *d == 0);
                if is_last(&lists.entries) && is_last(&lists.exits) {
                    break;
                }
                if turn.number + 1 == table.layers() {
                    return Err(too_many_layers(table));
                }
            }
        }
        all.push(depth_lists::found(&lists, side));
    }
    Ok(all)
}

/// The refusal of a pair with more layers than the stencil buffer can count.
pub(super) fn too_many_layers(table: &PassProgram) -> DetectError {
    DetectError::TooLarge(match table.turns {
        None => format!(
            "a body has more than {MOST_LAYERS} surfaces or edges on a pixel, which is more than the stencil buffer can \
             count: set a finer resolution, or use a coarser mesh"
        ),
        Some(most) => format!(
            "the first count of a round is not zero after {most} layers, the most that this table repeats: let its \
             first counted row count only the fragments of the turn"
        ),
    })
}

/// Draws the turn that counts most again, so that the stage's tile shows it: the first of several, or the
/// middle one if none counts anything. Of a table that reads lists, which counts nothing, it draws the first turn.
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
    let cost = &mut Cost::default();
    if table.read == Read::Lists {
        return pair.draw(stage, &table.rounds[0], turns[0], 0, cost).map(|_| ());
    }
    let nothing = if table.repeat == Repeat::Layers { 0 } else { turns.len() / 2 };
    let mut fullest = (0, table.rounds.len() - 1, nothing);
    for (round, passes) in table.rounds.iter().enumerate() {
        for (index, turn) in turns.iter().enumerate() {
            let queries = pair.draw(stage, passes, *turn, 0, cost)?;
            let count = stage.samples.count(queries - 1);
            if count > fullest.0 {
                fullest = (count, round, index);
            }
            if table.repeat == Repeat::Layers && stage.samples.count(0) == 0 {
                break;
            }
        }
    }
    pair.draw(stage, &table.rounds[fullest.1], turns[fullest.2], 0, cost)?;
    Ok(())
}

/// A pair in its window.
struct Drawn<'a> {
    roles: [usize; 2],
    bodies: &'a [Body],
    in_window: &'a [BodyInWindow; 2],
    frame: &'a Frame,
}

impl Drawn<'_> {
    /// Draws a turn of a round. Its counted rows use the queries from number `first` on; returns their number.
    fn draw(
        &self,
        stage: &mut Stage,
        passes: &[Pass],
        turn: Turn,
        first: usize,
        cost: &mut Cost,
    ) -> Result<usize, DetectError> {
        let mut queries = 0;
        for pass in passes {
            let pass = pass.in_turn(turn);
            stage.clear(&pass);
            let drawn = role(pass.draw).map(|role| BodyDraw {
                shape: &self.bodies[self.roles[role]].shape,
                in_window: &self.in_window[role],
            });
            stage.draw(&pass, true, self.frame, drawn, first + queries, cost)?;
            queries += usize::from(pass.counted);
        }
        Ok(queries)
    }
}
