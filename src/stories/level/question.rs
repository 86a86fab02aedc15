//! A queried move as the inspector's subject: the move, and the view in space that the stories of all methods
//! share.

use crate::geometry::{Aabb, Point, Pose, Vector};
use crate::inspector::outcome::Outcome;
use crate::inspector::space::view::{Label, Place, SpaceView};
use crate::language::{t, tr};
use crate::level::figure::{Figure, KINDS};
use crate::level::sweep::Hit;
use crate::level::sweep::Question;
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Surface};
use crate::render::palette;
use crate::road::car::WHEEL_NAMES;

/// Minimum half size of the box that the camera frames, metres.
const AROUND: f64 = 1.6;
/// Minimum half size, for a car, of the box that the camera frames, metres.
const LEAST_OF_CAR: f64 = 0.5;

/// A queried move in a level.
#[derive(Clone)]
pub struct Scene {
    /// The level as it is drawn.
    pub level: Dissection,
    /// The mover.
    pub figure: Figure,
    /// For a car, the wheel whose ray is cast.
    pub wheel: usize,
    /// The move, and the exact answer.
    pub question: Question,
    /// A number that changes with the move or the level.
    pub edition: u64,
}

impl Scene {
    /// The title of the question, in the user's language.
    pub fn title(&self) -> String {
        if self.figure.is_car() {
            return t!("Ray of the wheel %{wheel}", wheel = tr(WHEEL_NAMES[self.wheel])).into_owned();
        }
        let mover = tr(KINDS[self.figure.kind].title).to_lowercase();
        t!("The move of the %{mover}", mover = mover).into_owned()
    }

    /// An answer in words.
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
                word: t!("no hit").into_owned(),
                evidence: t!("over the whole %{m} m", m = metres).into_owned(),
            },
        }
    }

    /// The position of the mover's reference point at a time from 0 to 1.
    pub fn at(&self, time: f64) -> Point {
        self.question.a_move.from + self.question.a_move.path() * time
    }

    /// The view of level, mover and path, without a method's steps.
    pub fn plain(&self) -> SpaceView {
        let (from, to) = (self.at(0.0), self.at(1.0));
        // Most of a wheel's ray lies under the ground, so the camera frames the car.
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
        let labels = vec![label(t!("path start").into_owned(), from), label(t!("path end").into_owned(), to)];
        // The camera looks from above and from the right of the path.
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

    /// The surface of the mover at a position.
    pub fn body(&self, place: &Point, color: palette::Color, see_through: bool) -> Option<Surface> {
        let (shape, own) = self.figure.shape()?;
        let pose = Pose::from_parts(place.coords.into(), Default::default()) * own;
        let material = Material::Plain;
        Some(Surface { shape, pose, part: Part::Whole, color, see_through, outlined: true, material })
    }
}
