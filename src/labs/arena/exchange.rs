//! Taking a change of the arena back, and making it again.

use std::mem::swap;

use super::dropped::{ArenaDropped, Cause, Past, Places, handed_out};
use super::{Arena, fresh};
use crate::labs::lab::Dropped;

impl Arena {
    /// What the changes since the last call did away with.
    pub fn take_dropped(&mut self) -> Option<Dropped> {
        let dropped = std::mem::take(&mut self.dropped);
        (!dropped.is_empty()).then(|| handed_out(dropped))
    }

    /// Puts back what changes did away with, the last one first; returns what stood there.
    pub fn exchange(&mut self, dropped: Dropped) -> Dropped {
        let changes = match dropped.state.downcast::<Vec<ArenaDropped>>() {
            Err(other) => return Dropped { state: other, ..dropped },
            Ok(changes) => changes,
        };
        let exchanged = changes.into_iter().rev().map(|change| match change {
            ArenaDropped::Past(past) => ArenaDropped::Past(Box::new(self.exchange_world(*past))),
            ArenaDropped::Places(places) => ArenaDropped::Places(self.exchange_places(places)),
        });
        handed_out(exchanged.collect())
    }

    /// Keeps what a change did away with. A world that stood before holds all that later changes do away with.
    pub(super) fn drop_for_undo(&mut self, change: ArenaDropped) {
        if !matches!(self.dropped.first(), Some(ArenaDropped::Past(_))) {
            self.dropped.push(change);
        }
    }

    /// Before a step: takes out the frames that are kept after the one on show, if there are any.
    pub(super) fn take_later(&mut self) -> Option<Places> {
        let now = self.world.frame();
        if *self.span().end() == now {
            return None;
        }
        let mut later = Places { from: now + 1, cause: Cause::Going, ..self.places() };
        self.part_with_later(&mut later);
        Some(later)
    }

    /// After the step: puts them back if the world has come to the first of them. Otherwise it goes another way from
    /// here, and they can be had back by undo.
    pub(super) fn go_on_beside(&mut self, later: Places) {
        let now = self.places();
        if later.states.at(now.frame) == Some(&now.motions) {
            let Places { states, mut marks, .. } = later;
            self.history.append(states);
            self.marks.append(marks.split_off(now.frame + 1));
            return;
        }
        match &mut self.held {
            // It is the hand that leads elsewhere: what was before it holds both.
            Some(held) if held.before.frame == later.frame => {
                held.before.states = later.states;
                held.before.states.put(later.frame, held.before.motions.clone());
                held.before.marks = later.marks;
            }
            _ => self.drop_for_undo(ArenaDropped::Places(later)),
        }
    }

    /// Where all bodies are now, where what comes later may become another.
    pub(super) fn places(&self) -> Places {
        let motions = self.bodies().iter().map(|body| (body.pose, body.velocity, body.spin)).collect();
        let frame = self.world.frame();
        let (states, marks) = Default::default();
        let (from, by_hand, cause) = (frame, self.by_hand, Cause::Hand);
        Places { cause, from, frame, motions, by_hand, states, marks }
    }

    /// Takes out what is kept from the frame of `places` on: it is no future of the world as it is now.
    pub(super) fn part_with_later(&mut self, places: &mut Places) {
        places.states = self.history.split_off(places.from);
        places.marks = self.marks.split_off(places.from);
    }

    /// Goes to the other of two ways on from a frame; returns the one that was on show. A frame that both ways have in
    /// common stays on show.
    fn exchange_places(&mut self, mut there: Places) -> Places {
        let mut stood = Places { from: there.from, cause: there.cause, ..self.places() };
        let stays = stood.frame < stood.from;
        if stays {
            self.history.keep(&self.world);
            if there.frame >= there.from {
                there.states.put(there.frame, there.motions.clone());
            }
        }
        self.part_with_later(&mut stood);
        self.history.append(there.states);
        self.marks.append(there.marks);
        self.by_hand = there.by_hand;
        self.held = None;
        if !stays {
            // They stood there before.
            let _ = self.world.restore(there.frame, &there.motions);
        }
        self.look();
        stood
    }

    /// Shows another world with its past; returns the one that was there.
    pub(super) fn exchange_world(&mut self, mut past: Past) -> Past {
        if past.world.bodies().len() != self.world.bodies().len() {
            self.selected = None;
        }
        (self.selected_pair, self.held, self.start_trouble) = (None, None, None);
        swap(&mut self.start, &mut past.start);
        swap(&mut self.begun[0], &mut past.begun);
        swap(&mut self.world, &mut past.world);
        swap(&mut self.history, &mut past.history);
        swap(&mut self.marks, &mut past.marks);
        swap(&mut self.ledger, &mut past.ledger);
        swap(&mut self.comparison, &mut past.comparison);
        swap(&mut self.by_hand, &mut past.by_hand);
        self.broad_phase = fresh(self.broad_phase.0);
        self.look();
        past
    }
}
