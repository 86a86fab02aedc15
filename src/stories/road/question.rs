//! A wheel's ray as a subject of the inspector: the question, and the view that all of its stories share.

use egui::{Rect, Ui};

use super::section::Section;
use crate::figures::car_shapes::{add_ray, ground};
use crate::geometry::{Aabb, Point, Vector};
use crate::inspector::outcome::Outcome;
use crate::inspector::space::view::{Label, Place, SpaceView};
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::{t, tr};
use crate::render::dissection::{Dissection, Surface};
use crate::render::palette;
use crate::road::car::WHEEL_NAMES;
use crate::road::ray::{Cast, Ray};
use crate::road::terrain::Terrain;
use crate::road::wheel::{ON_GROUND, WheelAnswer};
use crate::ui::format::{counted, grouped, length};

/// A wheel's ray on a terrain.
#[derive(Clone)]
pub struct Question {
    /// The wheel, as an index into [`WHEEL_NAMES`].
    pub wheel: usize,
    /// The answer of brute force.
    pub truth: WheelAnswer,
    /// The terrain that the ray is cast on.
    pub terrain: Terrain,
    /// The surfaces of the car.
    pub car: Vec<Surface>,
    /// The box that the camera frames, and the direction to the camera.
    pub view: (Aabb, Vector),
    /// The car's heading, of length 1.
    pub ahead: Vector,
    /// Signed distance from the contact point to the road, metres; `None` without ground.
    pub road: Option<f64>,
    /// A number that changes with the ray or the terrain.
    pub edition: u64,
}

impl Question {
    /// The wheel's ray.
    pub fn ray(&self) -> Ray {
        self.truth.ray
    }

    /// The cut through the ground.
    pub fn section(&self) -> Section {
        Section::of(self.terrain.mesh(), &self.truth, self.ahead, self.road)
    }

    /// The wheel's name in the user's language.
    pub fn name(&self) -> String {
        tr(WHEEL_NAMES[self.wheel])
    }

    /// The answer of a cast in words. The outcome counts as a hit if the wheel stands on the ground or has
    /// sunk into it.
    pub fn outcome(&self, cast: &Cast) -> Outcome {
        let Some(hit) = cast.hit else {
            let evidence = t!("no triangle on the ray").into_owned();
            return Outcome { hit: false, word: t!("no ground found").into_owned(), evidence };
        };
        let distance = hit.t - self.truth.offset;
        let word = match distance {
            d if d.abs() < ON_GROUND => t!("on the ground"),
            d if d > 0.0 => t!("in the air"),
            _ => t!("sunk in"),
        };
        let metres = format!("{distance:+.4}");
        let evidence = t!("%{d} m, triangle %{n}", d = metres, n = hit.triangle).into_owned();
        Outcome { hit: distance < ON_GROUND, word: word.into_owned(), evidence }
    }

    /// Why a cast has its answer, in one sentence: the nearest of `hits` triangles that the ray hits, or the ground behind
    /// the ray.
    pub fn why(&self, cast: &Cast, hits: usize, section: &Section) -> String {
        let tested = grouped(cast.triangles.into());
        if let Some(depth) = section.depth() {
            let m = length(depth);
            return match cast.hit {
                None => t!("The ray begins %{m} below the ground and looks down: the ground is behind it.", m = m),
                Some(hit) => t!(
                    "The ray begins %{m} below the ground and looks down: it hits another surface, %{t} below its origin.",
                    m = m,
                    t = length(hit.t)
                ),
            }
            .into_owned();
        }
        let Some(hit) = cast.hit else {
            return t!("None of the %{n} tested triangles lies on the ray.", n = tested).into_owned();
        };
        let (triangle, t) = (hit.triangle, metres(hit.t));
        let all = grouped(self.terrain.mesh().triangles().len() as u64);
        counted(
            hits,
            t!(
                "Triangle %{triangle} is hit at %{t} m, the only hit; triangles tested: %{n} of %{all}.",
                triangle = triangle,
                t = t,
                n = tested,
                all = all
            ),
            t!(
                "Triangle %{triangle} is hit at %{t} m, the nearest of %{hits} hits; triangles tested: %{n} of %{all}.",
                triangle = triangle,
                t = t,
                hits = hits,
                n = tested,
                all = all
            ),
        )
    }

    /// The point where the wheel should touch the ground.
    pub fn contact(&self) -> Point {
        self.ray().at(self.truth.offset)
    }

    /// Adds the 3D view of a story, and beside it the section.
    pub fn picture<S: Story>(
        &self,
        ui: &mut Ui,
        story: &S,
        section: &Section,
        rect: Rect,
        showing: &mut Showing<'_>,
    ) {
        let (left, right) = rect.split_left_right_at_x(rect.left() + (0.5 * rect.width()).round());
        in_space(ui, story, left.with_max_x(left.right() - 4.0), showing);
        section.show(ui, right.with_min_x(right.left() + 4.0), &self.truth.cast);
    }

    /// The view of terrain, car and ray, without a method's steps. The car is translucent, because it would hide the
    /// ray. A ray that begins below the ground is orange.
    pub fn plain(&self, section: &Section) -> SpaceView {
        let (bounds, back) = self.view;
        let mut dissection = Dissection { surfaces: self.car.clone(), ..Dissection::default() }.as_glass();
        dissection.surfaces.push(ground(&self.terrain));
        let color = if section.depth().is_some() { palette::MISSED } else { palette::THOUGHT };
        add_ray(&mut dissection, &self.truth, 3.5, color);
        let labels = vec![Label {
            text: t!("contact point").into_owned(),
            color: palette::PICKED,
            place: Place::Beside(self.contact()),
        }];
        let thing = self.wheel as u64;
        SpaceView { labels, back, thing, ..SpaceView::of(dissection, bounds, self.edition) }
    }
}

/// Adds a triangle's edges, drawn over everything else, and its hit.
pub fn add_triangle(
    dissection: &mut Dissection,
    corners: &[Point; 3],
    at: Option<Point>,
    color: palette::Color,
    width_px: f32,
) {
    for (i, corner) in corners.iter().enumerate() {
        dissection.line_on_top([*corner, corners[(i + 1) % 3]], width_px, color);
    }
    if let Some(at) = at {
        dissection.dot(at, 11.0, palette::MARK_SHADE);
        dissection.dot(at, 8.0, color);
    }
}

/// A length along the ray in metres: wheels' rays have unit directions.
pub fn metres(t: f64) -> String {
    match t {
        t if t == f64::INFINITY => "∞".to_owned(),
        t if t == f64::NEG_INFINITY => "−∞".to_owned(),
        t => format!("{t:.3}"),
    }
}
