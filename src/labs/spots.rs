//! Spots of a pane's picture: wrong answers, and contacts. The window draws a ring around each, says name and reason
//! under the pointer, and leads from it to a closer view and to the inspector.

use crate::detector::Mistake;
use crate::geometry::{Aabb, Point};

/// Most spots of a pane.
pub const MOST: usize = 400;

/// A spot that is marked. Its texts are in the current language.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Middle of the ring, in the world, metres.
    pub at: Point,
    /// Radius of the ring, metres; 0 for a sign alone, where the picture itself has the rings.
    pub radius: f64,
    /// The sign: kind of the wrong answer; `None` for a contact that is right.
    pub mistake: Option<Mistake>,
    /// Name, a few words.
    pub name: String,
    /// Reason of the answer, one line.
    pub why: String,
    /// The box that a closer view shows, in the world, metres.
    pub around: Aabb,
    /// Parameters, written as in a link, that select the spot as the inspector's subject.
    pub subject: String,
}
