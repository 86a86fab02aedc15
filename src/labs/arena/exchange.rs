//! Taking a change of the arena back, and making it again.

use std::mem::swap;

use super::dropped::{ArenaDropped, Past};
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
                ArenaDropped::Places { frame, by_hand, motions } => {
                    let stood = self.places();
                    if self.world.restore(frame, &motions).is_some() {
                        self.by_hand = by_hand;
                        self.look();
                    }
                    stood
                }
            },
        };
        stood.handed_out()
    }

    /// Where all bodies are now.
    pub(super) fn places(&self) -> ArenaDropped {
        let motions = self.bodies().iter().map(|body| (body.pose, body.velocity, body.spin)).collect();
        ArenaDropped::Places { frame: self.world.frame(), by_hand: self.by_hand, motions }
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
        swap(&mut self.ledger, &mut past.ledger);
        swap(&mut self.comparison, &mut past.comparison);
        swap(&mut self.by_hand, &mut past.by_hand);
        self.broad_phase = fresh(self.broad_phase.0);
        self.look();
        past
    }
}
