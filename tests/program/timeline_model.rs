//! Compares the timeline of recorded frames with a simple model.

use std::collections::BTreeMap;

use collidoscope::labs::timeline::{Branch, Timeline};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// The model: all recorded frames, and the current one.
#[derive(Clone, Debug, PartialEq)]
struct Model {
    states: BTreeMap<u64, u32>,
    now: u64,
}

impl Model {
    /// The model after a swap with the frames of `other` from this one on.
    fn swapped(&self, from: u64, other: &Self) -> Self {
        let kept = self.states.range(..from);
        let states = kept.chain(other.states.range(from..)).map(|(frame, state)| (*frame, *state));
        Self { states: states.collect(), now: if self.now < from { self.now } else { other.now } }
    }
}

fn model_of(timeline: &Timeline<u32, u64>) -> Model {
    let states = timeline.span().filter_map(|frame| Some((frame, *timeline.at(frame)?))).collect();
    Model { states, now: timeline.frame() }
}

/// A branch, and the model when the branch was left.
type Left = (Branch<u32, u64>, Model);

#[test]
fn a_random_walk_of_all_operations_is_that_of_a_plain_model() {
    const MOST: usize = 8;
    let mut rng = Pcg64::seed_from_u64(5);
    let (mut branches, mut swaps, mut trims) = (0, 0, 0);
    for _ in 0..50 {
        let mut timeline: Timeline<u32, u64> = Timeline::new(0, 0, MOST);
        let mut model = Model { states: [(0, 0)].into(), now: 0 };
        let (mut done, mut undone): (Vec<Left>, Vec<Left>) = Default::default();
        for _ in 0..200 {
            let before = model.clone();
            // A step, a jump, another rule, a restart, undo or redo.
            let branch = match rng.random_range(0..20) {
                0..10 => {
                    let next = rng.random_range(0..3);
                    model.now += 1;
                    if before.states.get(&model.now) != Some(&next) {
                        model.states.split_off(&model.now);
                        model.states.insert(model.now, next);
                    }
                    let branch = timeline.push(next);
                    let parts = before.states.get(&model.now).is_some_and(|recorded| *recorded != next);
                    assert_eq!(branch.is_some(), parts);
                    while model.states.len() > MOST {
                        model.states.pop_first();
                        trims += 1;
                        // Dropped frames cannot be restored.
                        done.clear();
                        undone.clear();
                    }
                    branch
                }
                10..14 => {
                    let frame = rng.random_range(0..20);
                    let near = model.states.keys().rev().min_by_key(|kept| kept.abs_diff(frame)).copied();
                    model.now = near.unwrap();
                    assert_eq!(timeline.seek(frame), model.now != before.now);
                    None
                }
                14 => {
                    let back = model.states.range(..model.now).next_back().map(|(frame, _)| *frame);
                    model.now = back.unwrap_or(model.now);
                    assert_eq!(timeline.step_back(), back.is_some());
                    None
                }
                15 => {
                    let branch = timeline.cut();
                    *timeline.now_mut() += 3;
                    model.states.split_off(&model.now);
                    model.states.insert(model.now, before.states[&model.now] + 3);
                    Some(branch)
                }
                16 => {
                    model = Model { states: [(0, 9)].into(), now: 0 };
                    Some(timeline.restart(9))
                }
                way => {
                    let (from, to) = match way < 19 {
                        true => (&mut done, &mut undone),
                        false => (&mut undone, &mut done),
                    };
                    let Some((mut branch, other)) = from.pop() else { continue };
                    model = before.swapped(branch.from(), &other);
                    timeline.swap(&mut branch);
                    to.push((branch, before));
                    assert_eq!(model_of(&timeline), model);
                    swaps += 1;
                    continue;
                }
            };
            if let Some(branch) = branch {
                assert!(branch.count() > 0 && branch.frame() == before.now);
                done.push((branch, before));
                undone.clear();
                branches += 1;
            }
            assert_eq!(model_of(&timeline), model);
            assert_eq!(timeline.now(), &model.states[&model.now]);
            assert_eq!(timeline.steps_back(), model.states.range(..model.now).count());
            timeline.mark(model.now);
            assert!(
                timeline.marks().iter().all(|(frame, mark)| frame == mark && timeline.at(*frame).is_some())
            );
        }
    }
    assert!(branches > 100 && swaps > 100 && trims > 10, "{branches} {swaps} {trims}");
}
