//! The last two stages: the signs of the coplanarity cubic, and the exact test of the remaining pairs.
//!
//! Both process pairs of one kind side by side. The exact test settles most pairs in batches
//! (`continuous/many.rs`) and the undecided pairs one by one; the answers equal those of
//! `cloth/detect/exact.rs`.

use super::coplanar::{Crossing, Ends};
use crate::cloth::detect::exact::{SameSide, decide, kind, settle};
use crate::cloth::detect::{Counts, Event, Verdict};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Contact, Features, Step};
use crate::continuous::many::{Decided, MANY, Many};
use crate::simd::lanes::{Lanes, Task};
use crate::simd::level::Level;

/// The last two stages, prepared for a step.
pub struct Exact<'a> {
    /// The cloth, for the particles of triangles and edges.
    pub mesh: &'a ClothMesh,
    /// Positions of the particles at both ends of the step.
    pub step: &'a Step,
    /// The positions packed for the signs of the cubic.
    pub ends: Ends<'a>,
    /// The rule for pairs that are dropped before the exact test.
    pub same_side: SameSide,
    /// Instruction set for the computation of the cubics' signs.
    pub cubic_level: Level,
    /// Instruction set for batches of exact tests.
    pub batch_level: Level,
}

impl Exact<'_> {
    /// The contacts among the given pairs of features.
    pub fn contacts(
        &self,
        pairs: &[Features],
        counts: &mut Counts,
        observer: &mut impl FnMut(Event),
    ) -> Vec<Contact> {
        let Self { mesh, step, ends, same_side, cubic_level, batch_level } = *self;
        // `kept`: places of the pairs that the rule for one side does not drop.
        let (faces, edges): (Vec<Features>, Vec<Features>) =
            pairs.iter().partition(|features| matches!(features, Features::VertexFace(..)));
        let (mut contacts, mut kept, mut many) = (Vec::new(), Vec::new(), Many::default());
        for pairs in [faces, edges] {
            kept.clear();
            match same_side {
                SameSide::Off => kept.extend(0..pairs.len() as u32),
                SameSide::OnePlane => {
                    for features in pairs {
                        let time = decide(mesh, step, features, same_side, counts, observer);
                        contacts.extend(time.map(|time| Contact { features, time }));
                    }
                    continue;
                }
                SameSide::Cubic => cubic_level.run(Crossing { ends, mesh, pairs: &pairs, places: &mut kept }),
            }
            let dropped = (pairs.len() - kept.len()) as u64;
            counts.feature_pairs += dropped;
            counts.same_side_drops += dropped;
            let mut next = 0;
            for places in kept.chunks(MANY) {
                batch_level.run(Batch { exact: self, pairs: &pairs, places, many: &mut many });
                for (index, &place) in places.iter().enumerate() {
                    let (place, features) = (place as usize, pairs[place as usize]);
                    report_same_side(&pairs[next..place], observer);
                    next = place + 1;
                    let verdict = match many.decided(index) {
                        Decided::Open => None,
                        Decided::OneSide if same_side == SameSide::Cubic => Some(Verdict::SameSide),
                        Decided::OneSide | Decided::Apart => Some(Verdict::Exact(None)),
                        Decided::At(time) => Some(Verdict::Exact(Some(time))),
                    };
                    let time = match verdict {
                        Some(verdict) => settle(features, verdict, counts, observer),
                        None => decide(mesh, step, features, same_side, counts, observer),
                    };
                    contacts.extend(time.map(|time| Contact { features, time }));
                }
            }
            report_same_side(&pairs[next..], observer);
        }
        contacts
    }
}

/// Reports that these pairs stay on one side of each other.
fn report_same_side(pairs: &[Features], observer: &mut impl FnMut(Event)) {
    pairs.iter().for_each(|features| observer(Event::Features(*features, Verdict::SameSide)));
}

/// A batch of pairs of one kind, which `Many` tests side by side.
struct Batch<'a> {
    exact: &'a Exact<'a>,
    pairs: &'a [Features],
    places: &'a [u32],
    many: &'a mut Many,
}

impl Task for Batch<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { exact: Exact { mesh, step, .. }, pairs, places, many } = self;
        for (index, place) in places.iter().enumerate() {
            many.set(index, &step.ends(pairs[*place as usize].particles(mesh)));
        }
        if let Some(&first) = places.first() {
            many.decide(kind(pairs[first as usize]), places.len());
        }
    }
}
