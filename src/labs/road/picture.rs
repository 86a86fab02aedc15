//! The drawing of the road: terrain, route, car, and the four rays with their hits.
//!
//! A wheel with a correct answer has a green ray that ends in a dot on the road. The ray of a blind wheel, which misses
//! the road, is amber, and the window marks the wheel.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock};

use super::Road;
use super::lane::Lane;
use crate::figures::car_shapes::ground;
use crate::figures::car_shapes::{self, CarShapes, PICKED_TYRE};
use crate::figures::patch;
use crate::geometry::{Point, Pose, Vector};
use crate::render::dissection::{Dissection, Surface};
use crate::render::palette::{self, Color};
use crate::road::wheel::{WheelAnswer, WheelSight};
use crate::ui::legend::{LegendRow, Mark};

const ROUTE: Color = palette::hex(0xe6_edf5).faded(0.55);
const EDGES: Color = palette::hex(0x0c_1016).faded(0.16);
/// Colour of a wheel with a correct answer.
pub const SEES: Color = palette::THOUGHT;
/// Colour of a blind wheel.
pub const BLIND: Color = palette::MISSED;
/// Legend of the marks.
pub const LEGEND: &[LegendRow] = &[
    row(Mark::Ray(SEES), "Ray of a wheel and its hit on the road"),
    row(Mark::Ray(BLIND), "Blind wheel: its ray gives a wrong distance to the road"),
    row(Mark::Bar(palette::PICKED), "Contact point of the wheel when the spring is at rest"),
    row(Mark::Body(PICKED_TYRE, PICKED_TYRE, 0.0), "Picked wheel"),
    row(Mark::Line(ROUTE), "Route"),
    of_tests(Mark::Body(TESTED, TESTED, 0.0), "Triangle tested with a ray"),
    of_tests(Mark::Box(palette::CANDIDATE), "Box that the ray of the picked wheel enters"),
];

const fn row(mark: Mark, says: &'static str) -> LegendRow {
    LegendRow { mark, says, with: None }
}

const fn of_tests(mark: Mark, says: &'static str) -> LegendRow {
    LegendRow { mark, says, with: Some("tests") }
}

/// Height of the tested triangles above the terrain, metres.
const LIFT: f64 = 0.015;
/// The tested triangles, and the ground of a method that tests them all.
const TESTED: Color = palette::hex(0x7f_d4ff);

/// The marks that the lab's settings select.
#[derive(Clone, Copy, Hash)]
pub struct Shown {
    /// The picked wheel.
    pub wheel: usize,
    /// Whether the tests of the rays are drawn.
    pub tests: bool,
}

/// Triangles' edges are drawn up to this distance from the car, metres.
const NEAR: f64 = 9.0;
/// The route is drawn up to this distance ahead of the car, along the route, metres.
const AHEAD: f64 = 60.0;
/// The route is drawn as straight pieces of this length, metres.
const PIECE: f64 = 1.0;

static CAR: LazyLock<CarShapes> = LazyLock::new(|| CarShapes::new(1.0));

/// Hash that changes whenever the drawing of a pane changes.
pub fn edition(road: &Road, pane: usize, shown: Shown) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The address identifies the terrain, which is not freed while it is shown.
    (road.state_hash(), Arc::as_ptr(&road.terrain().drawn()), road.rule().row().id, shown).hash(&mut hasher);
    road.contest.lanes.get(pane).map(|lane| (lane.method().id, lane.settings())).hash(&mut hasher);
    for answer in answers(road, pane).0.into_iter().flatten() {
        answer.distance.map(f64::to_bits).hash(&mut hasher);
    }
    hasher.finish()
}

/// The answers of the method in a pane, and whether they are the road; without a lane for the pane, those of the
/// driving tree.
pub fn answers(road: &Road, pane: usize) -> (Option<&[WheelAnswer; 4]>, [WheelSight; 4]) {
    match road.contest.lanes.get(pane) {
        Some(lane) if lane.answers().is_some() => (lane.answers(), lane.sights()),
        _ => (road.answers(), road.sights()),
    }
}

/// The drawing of a pane.
pub fn of(road: &Road, pane: usize, shown: Shown) -> Dissection {
    let mut dissection = Dissection { surfaces: vec![ground(road.terrain())], ..Dissection::default() };
    let (answers, sights) = answers(road, pane);
    dissection.surfaces.extend(car(road, shown.wheel));
    add_ground(&mut dissection, road);
    if let Some(lane) = road.contest.lanes.get(pane).filter(|_| shown.tests) {
        add_tests(&mut dissection, road, lane, shown.wheel);
    }
    if let Some(answers) = answers {
        for (wheel, answer) in answers.iter().enumerate() {
            let (width_px, color) = if sights[wheel].is_blind() { (2.5, BLIND) } else { (1.5, SEES) };
            car_shapes::add_ray(&mut dissection, answer, width_px, color);
        }
    }
    dissection
}

/// The surfaces of the car, with the picked wheel in its own colour.
pub fn car(road: &Road, picked: usize) -> Vec<Surface> {
    CAR.surfaces(road.car(), &std::array::from_fn(|wheel| hub(road, wheel)), picked)
}

/// Centre of a drawn wheel, at the height given by the driving tree's answer, whatever the lanes answer.
pub fn hub(road: &Road, wheel: usize) -> Point {
    road.car().hub(wheel, road.answers().and_then(|answers| answers[wheel].distance))
}

/// Adds the triangles around the car, and the route.
fn add_ground(dissection: &mut Dissection, road: &Road) {
    let (terrain, middle) = (road.terrain(), Point::from(road.car().pose.translation.vector));
    let mesh = terrain.mesh();
    let is_near = |p: &Point| (p - middle).amax() < NEAR;
    for triangle in 0..mesh.triangles().len() {
        let corners = mesh.corners(triangle);
        if corners.iter().all(is_near) {
            // The two triangles at an edge list its corners in opposite orders: drawing only one order draws the edge
            // once.
            for (p, q) in [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (corners[i], corners[j])) {
                if (p.x, p.y, p.z) < (q.x, q.y, q.z) {
                    dissection.line([p, q], 1.0, EDGES);
                }
            }
        }
    }
    let route = terrain.route();
    let lifted = |i: i32| route.at(road.along() + PIECE * f64::from(i)) + 0.05 * Vector::y();
    let pieces = (AHEAD.min(0.5 * route.length()) / PIECE) as i32;
    for i in -pieces / 3..pieces {
        dissection.line([lifted(i), lifted(i + 1)], 2.0, ROUTE);
    }
}

/// Marks the triangles that the method tests, and the boxes that the picked wheel's ray enters.
fn add_tests(dissection: &mut Dissection, road: &Road, lane: &Lane, wheel: usize) {
    let Some(looked) = lane.looked_at() else {
        let ground = &mut dissection.surfaces[0];
        ground.color = TESTED.faded(0.25).over(ground.color);
        return;
    };
    let triangles: Vec<_> = looked.iter().flat_map(|one| one.triangles.iter().copied()).collect();
    patch::add(dissection, (road.terrain().mesh(), Pose::identity()), &triangles, LIFT, TESTED);
    for bounds in &looked[wheel].boxes {
        dissection.box_edges(&bounds.corners(), 1.25, palette::CANDIDATE.faded(0.7));
    }
}

/// The wheel that a ray from the camera passes nearest to, if the ray passes near any.
pub fn wheel_at(road: &Road, origin: Point, direction: Vector) -> Option<usize> {
    car_shapes::wheel_at(&std::array::from_fn(|wheel| hub(road, wheel)), 1.0, origin, direction)
}
