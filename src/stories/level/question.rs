//! A move as the inspector takes it apart: the question, and the picture that all of its stories share.

use crate::geometry::{Aabb, Point, Pose, Vector};
use crate::inspector::outcome::Outcome;
use crate::inspector::space::view::{Label, Place, SpaceView};
use crate::language::{t, tr};
use crate::level::figure::{Figure, KINDS};
use crate::level::sweep::Hit;
use crate::level::sweep::Question;
use crate::render::Part;
use crate::render::dissection::{Dissection, Surface};
use crate::render::palette;
use crate::road::car::WHEEL_NAMES;

/// The least half of the box that the camera frames, metres.
const AROUND: f64 = 1.6;
/// The same of a car, metres.
const LEAST_OF_CAR: f64 = 0.5;

/// A move in a level.
#[derive(Clone)]
pub struct Scene {
    /// The level as it is drawn.
    pub level: Dissection,
    /// What moves.
    pub figure: Figure,
    /// Of a car, the wheel whose ray it is.
    pub wheel: usize,
    /// The move, and where it truly ends.
    pub question: Question,
    /// Changes whenever the move or the level does.
    pub edition: u64,
}

impl Scene {
    /// What is asked about, in the language on show.
    pub fn title(&self) -> String {
        if self.figure.is_car() {
            return t!("Ray of the wheel %{wheel}", wheel = tr(WHEEL_NAMES[self.wheel])).into_owned();
        }
        let mover = tr(KINDS[self.figure.kind].title).to_lowercase();
        t!("The move of the %{mover}", mover = mover).into_owned()
    }

    /// What an answer comes to.
    pub fn outcome(&self, hit: Option<&Hit>) -> Outcome {
        let metres = format!("{:.4}", self.question.reached(hit));
        match hit {
            Some(hit) if hit.inside => Outcome {
                hit: true,
                word: t!("inside").into_owned(),
                evidence: t!("the start lies in the solid").into_owned(),
            },
            Some(_) => Outcome {
                hit: true,
                word: t!("stopped").into_owned(),
                evidence: t!("after %{m} m", m = metres).into_owned(),
            },
            None => Outcome {
                hit: false,
                word: t!("free").into_owned(),
                evidence: t!("for the whole %{m} m", m = metres).into_owned(),
            },
        }
    }

    /// The place of the reference point at a time.
    pub fn at(&self, time: f64) -> Point {
        self.question.a_move.from + self.question.a_move.path() * time
    }

    /// Level, mover and path, without anything that a method did.
    pub fn plain(&self) -> SpaceView {
        let (from, to) = (self.at(0.0), self.at(1.0));
        // Of a wheel's ray most lies under the ground: the car is looked at.
        let is_car = self.figure.is_car();
        let middle = if is_car { from } else { nalgebra::center(&from, &to) };
        let half = match is_car {
            true => LEAST_OF_CAR.max(2.5 * self.figure.radius),
            false => AROUND.max(0.6 * self.question.length()).max(self.figure.tall()),
        };
        let mut dissection = self.level.clone();
        dissection.surfaces.extend(self.body(&from, palette::B, false));
        dissection.line_on_top([from, to], 1.5, palette::A.faded(0.7));
        dissection.dot(from, 7.0, palette::A);
        let label = |text: String, at: Point| Label {
            text,
            color: palette::PICKED,
            place: Place::Over(Aabb { min: at, max: at }),
        };
        let labels = vec![label(t!("begin").into_owned(), from), label(t!("end").into_owned(), to)];
        // From above and from the right of the path.
        let path = self.question.a_move.path();
        let level = if is_car { 0.3 * path.norm() } else { 1e-9 };
        let aside = path.cross(&Vector::y()).try_normalize(level).unwrap_or(Vector::x());
        let back = match is_car {
            true => aside + Vector::y() * 0.5,
            false => aside + Vector::y() * 1.1 - path.try_normalize(1e-9).unwrap_or_default() * 0.4,
        };
        let bounds = Aabb::cube(middle, half);
        let (caption, handles) = Default::default();
        let place = self.edition;
        SpaceView { dissection, labels, caption, bounds, back, eye: None, handles, thing: 0, place }
    }

    /// The mover at a place.
    pub fn body(&self, place: &Point, color: palette::Color, see_through: bool) -> Option<Surface> {
        let (shape, own) = self.figure.shape()?;
        let pose = Pose::from_parts(place.coords.into(), Default::default()) * own;
        Some(Surface { shape, pose, part: Part::Whole, color, see_through, outlined: true })
    }
}
