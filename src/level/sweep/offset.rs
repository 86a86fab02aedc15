//! `bsp-offset`: a tree compiled for one size, through which a point moves.
//!
//! The way before plane shifting (Quake, 1996): all planes of the level are moved outwards by the mover's reach and the
//! level is compiled again, so that the path of a point decides. Each size of mover needs a tree of its own.
//! Never too late; too early at convex edges and corners, as with shifted planes without bevels.
//! Cost: about a logarithm of the number of faces, and a compilation for every mover.

use super::contact::{Move, Sweep, Swept};
use super::look::Look;
use super::shift::Shift;
use crate::level::compile::SplitRule;
use crate::level::compiled::Held;
use crate::level::error::LevelError;
use crate::level::mover::Mover;

/// The level, and what was compiled from it for a mover.
pub struct Offset<'a> {
    level: Held<'a>,
    rule: SplitRule,
    /// The last mover, and its walk or why it has none.
    compiled: Option<(Mover, Result<Shift, LevelError>)>,
}

impl<'a> Offset<'a> {
    /// Compiles nothing yet.
    pub fn new(level: impl Into<Held<'a>>, rule: SplitRule) -> Self {
        Self { level: level.into(), rule, compiled: None }
    }

    /// The walk of a point through the level for this mover.
    fn walk_for(&mut self, mover: &Mover) -> Result<&mut Shift, LevelError> {
        let compiled = match self.compiled.take().filter(|(known, _)| known.is_same(mover)) {
            Some(compiled) => compiled,
            None => {
                if let Some(why) = &self.level.treeless {
                    return Err(why.clone());
                }
                let level = self.level.offset(&|normal| mover.reach(normal), self.rule);
                (mover.clone(), level.map(|level| Shift::new(&level, None)))
            }
        };
        self.compiled.insert(compiled).1.as_mut().map_err(|why| why.clone())
    }
}

impl Sweep for Offset<'_> {
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError> {
        self.run::<false>(a_move, &mut |_| ())
    }

    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError> {
        self.run::<true>(a_move, &mut |look| show(look))
    }
}

impl Offset<'_> {
    fn run<const WATCHED: bool>(
        &mut self,
        a_move: &Move,
        show: &mut impl FnMut(&Look),
    ) -> Result<Swept, LevelError> {
        let point = Move { mover: Mover::Point, ..*a_move.seen_from(&self.level.origin) };
        self.walk_for(&a_move.mover)?.run::<WATCHED>(&point, show)
    }
}
