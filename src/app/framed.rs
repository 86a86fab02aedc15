//! The box that the cameras stay with, and how far hands have pulled what is in it while the cameras stood.

use crate::geometry::Aabb;

/// The box of a lab as the cameras have it.
pub struct Framed {
    bounds: Aabb,
    /// Whether a hand holds something.
    is_held: bool,
    /// The boxes at which hands took hold and let go, the latest last. The cameras stood meanwhile.
    pulls: Vec<[Aabb; 2]>,
}

impl Framed {
    /// Nothing was pulled out of this box.
    pub fn of(bounds: Aabb) -> Self {
        Self { bounds, is_held: false, pulls: Vec::new() }
    }

    /// The box as it was when it was last looked at.
    pub fn bounds(&self) -> &Aabb {
        &self.bounds
    }

    /// The box while a hand pulls: the cameras stand, so that nothing is carried out of its reach.
    pub fn pull_to(&mut self, now: Aabb) {
        match self.pulls.last_mut().filter(|_| self.is_held) {
            Some([_, to]) => *to = now,
            None => self.pulls.push([self.bounds, now]),
        }
        self.is_held = true;
        self.bounds = now;
    }

    /// The box while no hand pulls. Returns the ways, from a box to another, that the cameras go with it. Where it is as it was
    /// when a hand took hold, the pull has been taken back, and they return to where they stood.
    pub fn go_to(&mut self, now: Aabb) -> Vec<[Aabb; 2]> {
        self.is_held = false;
        let from = std::mem::replace(&mut self.bounds, now);
        if from == now {
            return Vec::new();
        }
        let Some(at) = self.pulls.iter().position(|[from, _]| *from == now) else { return vec![[from, now]] };
        let mut here = from;
        let back = self.pulls.drain(at..).rev();
        back.map(|[from, to]| [std::mem::replace(&mut here, from), to]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    fn at(x: f64) -> Aabb {
        Aabb::cube(Point::new(x, 0.0, 0.0), 1.0)
    }

    #[test]
    fn cameras_go_along_stand_while_a_hand_pulls_and_return_when_that_is_taken_back() {
        let mut framed = Framed::of(at(0.0));
        assert_eq!(framed.go_to(at(1.0)), [[at(0.0), at(1.0)]]);
        // From 1 to 4 by hand, on to 5 by itself, from there to 7 by hand, and on to 8.
        framed.pull_to(at(2.0));
        framed.pull_to(at(4.0));
        assert_eq!(framed.go_to(at(5.0)), [[at(4.0), at(5.0)]]);
        framed.pull_to(at(7.0));
        assert_eq!(framed.go_to(at(8.0)), [[at(7.0), at(8.0)]]);
        // Both pulls taken back at once: what the cameras went by themselves, 8 to 7 and 5 to 4.
        assert_eq!(framed.go_to(at(1.0)), [[at(8.0), at(7.0)], [at(5.0), at(4.0)]]);
        // Once.
        assert_eq!(framed.go_to(at(8.0)), [[at(1.0), at(8.0)]]);
        assert_eq!(framed.go_to(at(1.0)), [[at(8.0), at(1.0)]]);
        assert_eq!(framed.go_to(at(1.0)), [[at(0.0); 2]; 0]);
    }
}
