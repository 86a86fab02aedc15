//! `bsp-offset`: a tree compiled for one size of mover, in which a point moves.
//!
//! The predecessor of plane shifting (Quake, 1996): all planes of the level are moved outwards by the
//! mover's reach and the level is compiled again, so that the first contact of a moving point gives the
//! answer. Each size of mover needs its own tree.
//! Never late; early at convex edges and corners, like shifted planes without bevels.
//! Cost: about logarithmic in the number of faces, and a compilation for every mover.

use super::contact::{Move, Sweep, Swept};
use super::look::Look;
use super::shift::Shift;
use crate::geometry::held::Held;
use crate::level::compile::SplitRule;
use crate::level::compiled::Level;
use crate::level::error::LevelError;
use crate::level::mover::Mover;
use crate::level::tree::Size;

/// A level, and the tree compiled for the last mover.
pub struct Offset<'a> {
    level: Held<'a, Level>,
    rule: SplitRule,
    /// The last mover with its traversal, or the reason why there is no traversal.
    compiled: Option<(Mover, Result<Shift, LevelError>)>,
}

impl<'a> Offset<'a> {
    /// Creates the method without compiling.
    pub fn new(level: impl Into<Held<'a, Level>>, rule: SplitRule) -> Self {
        Self { level: level.into(), rule, compiled: None }
    }

    /// Returns the traversal for a point, in the level whose planes are moved outwards by this mover's reach.
    /// Compiles that level if necessary.
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

    fn tree(&self) -> Option<Size> {
        self.compiled.as_ref()?.1.as_ref().ok()?.tree()
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
