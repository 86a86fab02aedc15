//! The pixels of a recording, counted: on how many the bodies meet, and how many of them the table counts.

use super::probe::sides;
use crate::image_space::depth_lists::{Event, shared_on_ray};
use crate::image_space::own::pixel::Common;
use crate::image_space::pass::{Read, Takes, Who};
use crate::image_space::recording::{Outcome, PassRecording, Step};

/// Numbers of pixels of a recording with a property.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Both bodies cover the pixel.
    pub both: usize,
    /// The bodies share a length of its ray.
    pub overlap: usize,
    /// The bodies share a point of its ray, but no length.
    pub touch: usize,
    /// The pixel alone makes the table say "colliding".
    pub counted: usize,
    /// Indices of the pixels that the table counts, although the bodies share nothing of their rays.
    pub wrong: Vec<usize>,
    /// Indices of the pixels on whose rays the bodies share a length that the table does not count.
    pub ignored: Vec<usize>,
}

impl Tally {
    /// Counts the pixels of a recording.
    pub fn of(recording: &PassRecording) -> Self {
        let mut tally = Self::default();
        let counts = counting(recording);
        for pixel in 0..recording.side().pow(2) {
            let common = common(recording, pixel);
            let is_counted = match recording.table.read {
                Read::Lists => matches!(common, Some(Common::Touch | Common::Overlap)),
                _ => counts(pixel),
            };
            let is = |what| usize::from(common == Some(what));
            tally.both += usize::from(common.is_some());
            tally.overlap += is(Common::Overlap);
            tally.touch += is(Common::Touch);
            tally.counted += usize::from(is_counted);
            match (is_counted, common) {
                (true, None | Some(Common::Nothing)) => tally.wrong.push(pixel),
                (false, Some(Common::Overlap)) => tally.ignored.push(pixel),
                _ => {}
            }
        }
        tally
    }
}

/// The part that the bodies share of a pixel's ray, to the last bit of the depth buffer; `None` unless both cover the
/// pixel.
pub fn common(recording: &PassRecording, pixel: usize) -> Option<Common> {
    let length = match recording.table.takes {
        Takes::Convex => {
            // At a silhouette, rounding may exchange the ends of an interval.
            let sorted = |[one, other]: [u32; 2]| [one.min(other), one.max(other)];
            let [a, b] = [sorted(recording.intervals[0][pixel]?), sorted(recording.intervals[1][pixel]?)];
            b[1].min(a[1]).checked_sub(b[0].max(a[0])).map(u64::from)
        }
        Takes::Closed => {
            let of_body = |(body, who)| {
                let event =
                    move |(depth, is_entry)| Event { depth, turn: if is_entry { 1 } else { -1 }, body };
                sides(recording, pixel, who).map(event).collect::<Vec<_>>()
            };
            let [mut events, of_second] = [(0, Who::First), (1, Who::Second)].map(of_body);
            if events.is_empty() || of_second.is_empty() {
                return None;
            }
            events.extend(of_second);
            shared_on_ray(&mut events)
        }
    };
    Some(match length {
        None => Common::Nothing,
        Some(0) => Common::Touch,
        Some(_) => Common::Overlap,
    })
}

/// A function that says whether a pixel alone makes the table say "colliding", by the recorded fragments and buffers.
fn counting(recording: &PassRecording) -> impl Fn(usize) -> bool {
    let rounds = recording.table.rounds.len();
    let of_round = |round: usize| recording.steps.iter().filter(move |step| step.round == round);
    let deciding = (0..rounds).map(|round| match recording.table.read {
        Read::Depths => of_round(round).filter(|step| step.pass.depth_read).collect::<Vec<_>>(),
        // Only the last count of a round decides; an earlier one says whether there are more layers.
        _ => {
            let row = of_round(round).filter(|step| step.pass.counted).map(|step| step.row).max();
            of_round(round).filter(|step| Some(step.row) == row).collect()
        }
    });
    let deciding: Vec<Vec<&Step>> = deciding.collect();
    let last = recording.steps.last().filter(|last| last.round + 1 == rounds);
    move |pixel| {
        let passed = |step: &&Step| step.fragments_at(pixel).any(|f| f.outcome == Outcome::Passed);
        let counts = |steps: &Vec<&Step>| steps.iter().any(passed);
        match recording.table.read {
            Read::Stencil(value) => last.is_some_and(|last| last.stencil[pixel] == value),
            Read::Depths => deciding.iter().all(|steps| match steps[..] {
                [first, second] => second.depth[pixel] > 0 && second.depth[pixel] >= first.depth[pixel],
                _ => false,
            }),
            Read::Counts | Read::Booleans => deciding.iter().all(counts),
            Read::AnyCount => deciding.iter().any(counts),
            Read::Lists => false,
        }
    }
}
