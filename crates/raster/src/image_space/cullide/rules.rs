//! The order of the passes and the rules by which bodies leave the set. They work on counts alone, so the GPU and the
//! CPU twin run the same code.
//!
//! A body is *fully visible* in a pass if none of its samples lies at or behind a surface drawn before it. In the
//! forward pass those are the surfaces of earlier bodies, in the backward pass those of later bodies. A body that is
//! fully visible in a forward pass collides with no earlier body, and one that is fully visible in a backward pass
//! collides with no later body (`docs/proofs/cullide.md`, sections 1 and 2).
//! Fails where: contacts that no sample meets are lost, unless the drawn surfaces are enlarged. Cost: a view takes at
//! most two draws and one query per body and pass.

/// The order in which a pass visits the bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the first body to the last.
    Forward,
    /// From the last body to the first.
    Backward,
}

/// One body's part in a pass: it is counted against the surfaces drawn so far, then drawn itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index of the body.
    pub body: usize,
    /// Whether the body's samples at or behind the stored depth are counted.
    pub counted: bool,
    /// Whether the body's nearest depths are written.
    pub drawn: bool,
}

/// Executes passes: on the GPU, or on the processor for tests.
pub trait Counter {
    /// Reason why a pass failed.
    type Error;

    /// Fits the view along this axis (0, 1, 2 for x, y, z) to the bodies of the set.
    fn look(&mut self, axis: u8, set: &[usize]);

    /// Clears depth to the far plane and executes the steps in order. Returns one count per counted step: the number
    /// of samples of the body that are at or behind the stored depth.
    fn pass(&mut self, direction: Direction, steps: &[Step]) -> Result<Vec<u64>, Self::Error>;
}

/// The view in which a body was found to be fully visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// View axis: 0, 1, 2 for x, y, z.
    pub axis: u8,
    /// Number of the round, from 1.
    pub round: u8,
}

/// The knowledge about a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    /// Set if the body collides with no earlier body.
    pub forward: Option<Seen>,
    /// Set if the body collides with no later body.
    pub backward: Option<Seen>,
}

impl Bits {
    /// Whether the body collides with no other one, and so has left the set.
    pub fn is_free(&self) -> bool {
        self.forward.is_some() && self.backward.is_some()
    }
}

/// Sizes and costs of one view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewCost {
    /// Number of the round, from 1.
    pub round: u8,
    /// View axis: 0, 1, 2 for x, y, z.
    pub axis: u8,
    /// Number of bodies in the set before the view.
    pub before: usize,
    /// Number of bodies in the set after the view.
    pub after: usize,
    /// Number of steps that counted.
    pub counted: usize,
    /// Number of steps that drew.
    pub drawn: usize,
}

/// Most rounds of a run: a guard for scenes in which each round frees a single body. Stopping early is safe, because
/// the remaining bodies are tested exactly.
const MOST_ROUNDS: u8 = 200;

/// The potentially colliding set, and what is known about the bodies outside it.
#[derive(Clone, Debug, Default)]
pub struct Culling {
    /// Bodies that may collide, in the order of the forward pass.
    pub set: Vec<usize>,
    /// The views, in order.
    pub views: Vec<ViewCost>,
    /// Place of each body in the order of the forward pass, by its index; `None` for bodies that took no part.
    places: Vec<Option<u32>>,
    bits: Vec<Bits>,
}

impl Culling {
    /// The bits of a body that took part.
    pub fn bits(&self, body: usize) -> Bits {
        self.bits[body]
    }

    /// The view that shows that two bodies, which both took part, do not collide. `None` if they must be tested.
    pub fn excludes(&self, a: usize, b: usize) -> Option<Seen> {
        let is_earlier = self.places[a] < self.places[b];
        let (earlier, later) = if is_earlier { (a, b) } else { (b, a) };
        self.bits[earlier].backward.or(self.bits[later].forward)
    }
}

/// Culls the bodies of `order`, given in the order of the forward pass: round after round of views along x, y and z,
/// until a round learns nothing. With `quick` the bits are kept from view to view, and draws that can no longer free a
/// body are left out; without it, a body has to be fully visible in both passes of one view.
pub fn cull<C: Counter>(order: Vec<usize>, quick: bool, counter: &mut C) -> Result<Culling, C::Error> {
    let bodies = order.iter().map(|body| body + 1).max().unwrap_or(0);
    let mut places = vec![None; bodies];
    for (place, &body) in order.iter().enumerate() {
        places[body] = Some(place as u32);
    }
    let mut state = Culling { set: order, views: Vec::new(), places, bits: vec![Bits::default(); bodies] };
    for round in 1..=MOST_ROUNDS {
        let mut learned = false;
        for axis in 0..3 {
            if state.set.is_empty() {
                return Ok(state);
            }
            learned |= look(&mut state, Seen { axis, round }, quick, counter)?;
        }
        if !learned {
            break;
        }
    }
    if !quick {
        state.set.iter().for_each(|&body| state.bits[body] = Bits::default());
    }
    Ok(state)
}

/// One view: both passes. Returns whether a body left the set or, with `quick`, whether a bit was set.
fn look<C: Counter>(state: &mut Culling, seen: Seen, quick: bool, counter: &mut C) -> Result<bool, C::Error> {
    let before = state.set.len();
    let mut cost = ViewCost { round: seen.round, axis: seen.axis, before, ..ViewCost::default() };
    if !quick {
        state.set.iter().for_each(|&body| state.bits[body] = Bits::default());
    }
    counter.look(seen.axis, &state.set);
    let mut newly_set = 0;
    for direction in [Direction::Forward, Direction::Backward] {
        let (alone, steps) = plan(state, direction, quick);
        cost.counted += steps.iter().filter(|step| step.counted).count();
        cost.drawn += steps.iter().filter(|step| step.drawn).count();
        let counts = if steps.is_empty() { Vec::new() } else { counter.pass(direction, &steps)? };
        let counted = steps.iter().filter(|step| step.counted).map(|step| step.body);
        let visible = counted.zip(counts).filter(|(_, count)| *count == 0).map(|(body, _)| body);
        for body in alone.into_iter().chain(visible) {
            match direction {
                Direction::Forward => state.bits[body].forward = Some(seen),
                Direction::Backward => state.bits[body].backward = Some(seen),
            }
            newly_set += 1;
        }
    }
    let Culling { set, bits, .. } = state;
    set.retain(|&body| !bits[body].is_free());
    cost.after = set.len();
    state.views.push(cost);
    Ok(if quick { newly_set > 0 } else { cost.after < before })
}

/// The steps of a pass, and the bodies that are fully visible because nothing is drawn before them. Steps that can
/// change no count are left out: with `quick`, a body that collides with no later body is not drawn for them, and the
/// other way round; at the end of the pass, a body that nothing is counted against is not drawn.
fn plan(state: &Culling, direction: Direction, quick: bool) -> (Vec<usize>, Vec<Step>) {
    let step = |&body: &usize| {
        let Bits { forward, backward } = state.bits[body];
        let (known, useless) = match direction {
            Direction::Forward => (forward.is_some(), backward.is_some()),
            Direction::Backward => (backward.is_some(), forward.is_some()),
        };
        Step { body, counted: !known, drawn: !(quick && useless) }
    };
    let mut steps: Vec<Step> = match direction {
        Direction::Forward => state.set.iter().map(step).collect(),
        Direction::Backward => state.set.iter().rev().map(step).collect(),
    };
    let mut alone = Vec::new();
    for step in &mut steps {
        if step.counted {
            alone.push(step.body);
            step.counted = false;
        }
        if step.drawn {
            break;
        }
    }
    let last = steps.iter().rposition(|step| step.counted).map_or(0, |index| index + 1);
    steps.truncate(last);
    if let Some(step) = steps.last_mut() {
        step.drawn = false;
    }
    steps.retain(|step| step.counted || step.drawn);
    (alone, steps)
}
