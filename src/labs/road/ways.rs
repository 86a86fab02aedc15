//! Two ways on from a frame of the drive: which of them is kept, and how the other one is brought back.

use super::lane::{Lane, Statistics};
use super::restart::RESTARTED;
use super::wheel::SearchRule;
use super::{Event, Road, State};
use crate::labs::lab::Dropped;
use crate::labs::marks::FrameMarks;
use crate::world::KeptFrames;

/// One of two ways on from a frame.
pub(super) struct Way {
    /// The first frame that is its own.
    from: u64,
    /// What was on show.
    state: State,
    rule: SearchRule,
    /// What is kept from `from` on.
    states: KeptFrames<State>,
    marks: FrameMarks,
    events: Vec<Event>,
    /// What the lanes were counted at, where both ways are counted alone.
    totals: Option<Vec<Statistics>>,
    /// What led the other way, in English.
    says: String,
}

impl Road {
    /// What changes since the last call did away with.
    pub fn take_dropped(&mut self) -> Option<Dropped> {
        self.dropped.take()
    }

    /// To the start, with all counters at zero. Whether there is a drive until now; then [`Road::take_dropped`] has it.
    pub fn begin_again(&mut self) -> bool {
        let totals = self.lanes.iter().map(Lane::total).collect();
        let drive = (*self.span().end() > 0).then(|| self.take_out(0));
        let drive = drive.map(|way| Way { totals: Some(totals), says: RESTARTED.to_owned(), ..way });
        self.reset();
        self.dropped = drive.map(handed_out);
        self.dropped.is_some()
    }

    /// Goes to the other of two ways on from a frame; returns the one that was on show. A frame that both ways have in
    /// common stays on show.
    pub fn exchange(&mut self, dropped: Dropped) -> Dropped {
        let there = match dropped.state.downcast::<Way>() {
            Err(other) => return Dropped { state: other, ..dropped },
            Ok(there) => *there,
        };
        let mut stood = Way { says: there.says.clone(), ..self.take_out(there.from) };
        stood.totals = there.totals.is_some().then(|| self.lanes.iter().map(Lane::total).collect());
        let Way { from, mut states, state, .. } = there;
        if self.state.frame >= from {
            self.state = state;
        } else {
            self.kept.put(self.state.frame, self.state);
            if state.frame >= from {
                states.put(state.frame, state);
            }
        }
        self.kept.append(states);
        self.marks.append(there.marks);
        self.events.extend(there.events);
        self.rule = there.rule;
        self.look_again();
        if let Some(totals) = there.totals {
            self.lanes.iter_mut().zip(totals).for_each(|(lane, total)| lane.set_total(total));
        }
        handed_out(stood)
    }

    /// Before anything leads elsewhere: takes out what is kept after the frame on show, if there is anything.
    pub(super) fn take_later(&mut self) -> Option<Way> {
        let now = self.state.frame;
        (*self.span().end() > now).then(|| self.take_out(now + 1))
    }

    /// After a step: puts it back if the car has come to the first of these states. Otherwise it goes another way.
    pub(super) fn go_on_beside(&mut self, mut later: Way) {
        let now = self.state.frame;
        if later.states.at(now) == Some(&self.state) {
            self.kept.append(later.states);
            self.marks.append(later.marks.split_off(now + 1));
            self.events.extend(later.events.into_iter().filter(|event| event.frame > now));
        } else {
            self.dropped.get_or_insert_with(|| handed_out(later));
        }
    }

    /// Before another rule holds from the frame on show: that frame and what came later came by the rule before.
    pub(super) fn part_with_later(&mut self) {
        if *self.span().end() > self.state.frame {
            let way = self.take_out(self.state.frame);
            self.events.extend(way.events.iter().filter(|event| event.frame == way.from));
            self.dropped.get_or_insert_with(|| handed_out(way));
        }
    }

    fn take_out(&mut self, from: u64) -> Way {
        let (states, marks) = (self.kept.split_off(from), self.marks.split_off(from));
        let events = self.events.iter().filter(|event| event.frame >= from).copied().collect();
        self.events.retain(|event| event.frame < from);
        let says = format!("another way on from frame {}", self.state.frame.min(from));
        Way { from, state: self.state, rule: self.rule, states, marks, events, totals: None, says }
    }

    /// At a state that was there before: what the lanes were counted at until now stays.
    pub(super) fn look_again(&mut self) {
        let totals: Vec<Statistics> = self.lanes.iter().map(Lane::total).collect();
        self.look();
        self.ask(|_| true);
        self.lanes.iter_mut().zip(totals).for_each(|(lane, total)| lane.set_total(total));
    }
}

fn handed_out(way: Way) -> Dropped {
    let bytes = (1 + way.states.len()) * size_of::<State>();
    Dropped { bytes, says: way.says.clone(), state: Box::new(way) }
}
