//! Taking a change of the arena back, and making it again.

use std::mem::swap;

use super::dropped::{ArenaDropped, Past, Places};
use super::{Arena, fresh};
use crate::labs::lab::Dropped;

impl Arena {
    /// What the changes since the last call did away with: the first of them holds it all.
    pub fn take_dropped(&mut self) -> Option<Dropped> {
        Some(self.dropped.take()?.handed_out())
    }

    /// Puts back what a change did away with; returns what stood there.
    pub fn exchange(&mut self, dropped: Dropped) -> Dropped {
        let stood = match dropped.state.downcast::<ArenaDropped>() {
            Err(other) => return Dropped { state: other, ..dropped },
            Ok(dropped) => match *dropped {
                ArenaDropped::Past(past) => ArenaDropped::Past(Box::new(self.exchange_world(*past))),
                ArenaDropped::Places(places) => ArenaDropped::Places(self.exchange_places(places)),
            },
        };
        stood.handed_out()
    }

    /// Where all bodies are now, where what comes later may become another.
    pub(super) fn places(&self) -> Places {
        let motions = self.bodies().iter().map(|body| (body.pose, body.velocity, body.spin)).collect();
        let frame = self.world.frame();
        let (states, marks) = Default::default();
        Places { from: frame, frame, motions, by_hand: self.by_hand, states, marks }
    }

    /// Takes out what is kept from the frame of `places` on: it is no future of the world as it is now.
    pub(super) fn part_with_later(&mut self, places: &mut Places) {
        places.states = self.history.split_off(places.from);
        places.marks = self.marks.split_off(places.from);
    }

    /// Goes to the other of two ways on from a frame; returns the one that was on show.
    fn exchange_places(&mut self, there: Places) -> Places {
        let mut stood = Places { from: there.from, ..self.places() };
        if stood.frame < stood.from {
            // Both ways have it in common.
            self.history.keep(&self.world);
        }
        self.part_with_later(&mut stood);
        self.history.append(there.states);
        self.marks.append(there.marks);
        self.by_hand = there.by_hand;
        self.held = None;
        // They stood there before.
        let _ = self.world.restore(there.frame, &there.motions);
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
