//! The drawing of the level: its parts in their colours, the mover, the swept volume, the method's stop and the true
//! stop. And the overlays of a pane's sweep, and the car with its rays.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::level_lab::LevelLab;
use crate::figures::car_shapes::{self, CarShapes, PICKED_TYRE};
use crate::figures::sweep::{self, LEAF, add_cell, add_look, add_plane, cuts};
use crate::geometry::hull::convex_hull;
use crate::geometry::{Aabb, Point, Pose, Shape, Vector};
use crate::level::brush::Brush;
use crate::level::drawing::{Drawing, Drawn};
use crate::level::made::Part as Made;
use crate::level::methods::{BRUSH_PLANES, BSP_OFFSET, REFERENCE};
use crate::level::mover::Mover;
use crate::level::sweep::Hit;
use crate::level::walking::Walked;
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Surface};
use crate::render::palette::{self, Color};
use crate::ui::legend::{LegendRow, Mark};

const FLOOR: Color = palette::hex(0x78_8390);
const WALL: Color = palette::hex(0x8f_98a3);
const ARCH: Color = palette::hex(0xa3_9588);
const PILLAR: Color = palette::hex(0xb3_a992);
const STAIR: Color = palette::hex(0x74_9a86);
const RAMP: Color = palette::hex(0x7c_97b8);
const GALLERY: Color = palette::hex(0x9d_8566);
const OBJECT: Color = palette::hex(0x93_7c6e);
/// Colour of the mover.
const MOVER: Color = palette::B;
/// Colour of the swept volume and of a correct stop.
const SWEPT: Color = palette::A;
/// Colour of an early stop.
pub const EARLY: Color = palette::FALSE_HIT;
/// Colour of the true stop, drawn if the method's stop is wrong.
const TRUE: Color = palette::THOUGHT;
/// Colour of the normal at a hit.
const NORMAL: Color = palette::PICKED;
const EDGES: Color = palette::hex(0x0c_1016).faded(0.4);
const PATH: Color = palette::hex(0xe6_edf5).faded(0.4);
/// Colour of the trail.
const TRAIL: Color = palette::B.faded(0.7);

/// Legend of the marks.
pub const LEGEND: &[LegendRow] = &[
    row(Mark::Body(MOVER, palette::QUIET_OUTLINE, 1.0), "Mover and its past path", Some(WALKER)),
    row(Mark::Body(SWEPT, palette::RIM, 1.0), "Move ahead, up to the stop by the method", Some(VOLUME)),
    row(Mark::Ray(RAY), "Ray of a wheel and its hit on the level", Some(CAR)),
    row(Mark::Line(TRAIL), "Past path of the car", Some(CAR)),
    row(Mark::Bar(palette::PICKED), "Contact point of the wheel when the spring is at rest", Some(CAR)),
    row(Mark::Body(PICKED_TYRE, PICKED_TYRE, 0.0), "Picked wheel", Some(CAR)),
    row(Mark::Outline(EARLY), "Early stop by the method", None),
    row(Mark::Body(TRUE, palette::RIM, 1.0), "True stop", Some(WALKER)),
    row(Mark::Ray(palette::COLLIDING), "First hit and its normal", None),
    row(Mark::Arrow(TRUE), "Direction of sliding", None),
    row(Mark::Box(sweep::SHIFTED), "Shifted plane that cuts the path; dashed: original plane", Some(PLANES)),
    row(Mark::DashedBox(sweep::LEAF), "Solid leaf hit by the path", Some(PLANES)),
];
/// Legend switch of the swept volume.
const VOLUME: &str = "volume";
/// Legend switch of the planes.
const PLANES: &str = "planes";
/// Legend switch of the rows that are shown only for a car.
const CAR: &str = "car";
/// Legend switch of the rows that are shown only for other movers.
const WALKER: &str = "walker";

const fn row(mark: Mark, says: &'static str, with: Option<&'static str>) -> LegendRow {
    LegendRow { mark, says, with }
}

/// Maximum distance from the mover at which the path is drawn, metres.
const NEAR_PATH: f64 = 16.0;
/// Height of path and trail above the floor, to keep them visible, metres.
const LIFT: f64 = 0.03;
/// Length of the drawn trail, in frames.
const TRAIL_FRAMES: usize = 90;
/// Length of the normal drawn at a hit, and length by which the arrow of a slide along a wall extends beyond
/// the mover's radius, metres.
const ARROW: f64 = 0.6;
/// Maximum distance from the mover at which edges of the level are drawn, metres.
const NEAR_EDGES: f64 = 14.0;
/// If the eye of the camera is nearer to the mover than this, the mover is hidden, metres.
const INSIDE: f64 = 0.25;

/// Whether the legend shows the rows that depend on `switch`.
pub fn draws(lab: &LevelLab, switch: &str) -> bool {
    match switch {
        VOLUME => lab.settings.view.volume && !lab.figure().is_car(),
        CAR => lab.figure().is_car(),
        WALKER => !lab.figure().is_car(),
        PLANES => lab.settings.view.planes,
        _ => false,
    }
}

/// Hash that changes whenever the drawing of a pane changes. `from_inside` is true if the camera's eye is in
/// the mover.
pub fn edition(lab: &LevelLab, pane: usize, from_inside: bool) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The addresses identify level and drawing, which are not freed while they are shown.
    (
        Arc::as_ptr(lab.ground()),
        Arc::as_ptr(lab.drawing()),
        lab.walk().now().state.hash(),
        lab.settings.view,
        from_inside,
    )
        .hash(&mut hasher);
    let figure = lab.figure();
    (figure.kind, figure.radius.to_bits(), figure.height.to_bits(), lab.settings.ahead.to_bits())
        .hash(&mut hasher);
    lab.settings.wheel.hash(&mut hasher);
    if pane == lab.contest.panes.focus() {
        lab.pointed.cell.hash(&mut hasher);
    }
    if let Some(lane) = lab.contest.lanes.get(pane) {
        (lane.method().id, lane.answer().is_some()).hash(&mut hasher);
        lane.settings().hash(&mut hasher);
        for answer in lane.answers() {
            answer.hit.map(|hit| hit.time.to_bits()).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Whether an eye is inside the mover or very near to it.
pub fn is_inside(lab: &LevelLab, eye: &Point) -> bool {
    let (figure, state) = (lab.figure(), &lab.walk().now().state);
    let from = eye - state.foot(&figure);
    let across = figure.radius.max(0.0) + INSIDE;
    let across = if figure.kind == 0 { INSIDE } else { across };
    from.x.hypot(from.z) < across && (-INSIDE..figure.tall() + INSIDE).contains(&from.y)
}

/// The drawing of a pane.
pub fn of(lab: &LevelLab, pane: usize, from_inside: bool) -> Dissection {
    let state = &lab.walk().now().state;
    let drawing = if from_inside { &lab.ground().whole } else { lab.drawing() };
    let mut dissection = level(drawing);
    // Edges of the level are also drawn faintly through walls. An eye inside the mover would see too many of
    // them.
    if !from_inside {
        add_edges(&mut dissection, drawing, &state.walker.place);
    }
    if lab.figure().is_car() {
        if !from_inside {
            add_car(&mut dissection, lab);
            add_way(&mut dissection, lab);
        }
        add_rays(&mut dissection, lab, pane);
        add(&mut dissection, lab, pane);
        return dissection;
    }
    let Some((shape, own)) = lab.figure().shape() else { return dissection };
    let at = |place: &Point| Pose::from_parts(place.coords.into(), Default::default()) * own;
    if !from_inside {
        dissection.surfaces.push(Surface {
            shape: Arc::clone(&shape),
            pose: at(&state.walker.place),
            part: Part::Whole,
            color: MOVER,
            see_through: false,
            outlined: true,
            material: Material::Plain,
        });
        add_way(&mut dissection, lab);
    }
    add_answer(&mut dissection, lab, pane, &shape, &at, from_inside);
    add(&mut dissection, lab, pane);
    dissection
}

/// The level alone, cut or whole.
pub fn level(drawing: &Drawing) -> Dissection {
    let surface = |drawn: &Drawn| Surface {
        shape: Arc::clone(&drawn.shape),
        pose: Pose::identity(),
        part: Part::Whole,
        color: tint(drawn.part),
        see_through: false,
        outlined: false,
        material: Material::Plain,
    };
    Dissection { surfaces: drawing.drawn.iter().map(surface).collect(), ..Dissection::default() }
}

/// Adds the edges of the level around a place.
pub fn add_edges(dissection: &mut Dissection, drawing: &Drawing, middle: &Point) {
    let is_near = |ends: &&[Point; 2]| ends.iter().any(|p| (p - middle).norm() < NEAR_EDGES);
    for ends in drawing.edges.iter().filter(is_near) {
        dissection.line(*ends, 1.0, EDGES);
    }
}

fn tint(part: Option<Made>) -> Color {
    match part {
        Some(Made::Floor) => FLOOR,
        Some(Made::Wall) | None => WALL,
        Some(Made::Arch) => ARCH,
        Some(Made::Pillar) => PILLAR,
        Some(Made::Stair) => STAIR,
        Some(Made::Ramp) => RAMP,
        Some(Made::Gallery) => GALLERY,
        Some(Made::Object) => OBJECT,
    }
}

/// Adds the part of the path that is near the mover, the trail behind the mover, and an arrow for its slide
/// along a wall in the last frame.
fn add_way(dissection: &mut Dissection, lab: &LevelLab) {
    let (walk, figure) = (lab.walk(), lab.figure());
    let Walked { state, done } = walk.now();
    let foot = state.foot(&figure);
    let over = Vector::y() * LIFT;
    if !lab.settings.by_keys {
        let ground = lab.ground();
        let path = if figure.is_car() { &ground.round } else { &ground.path };
        for ends in path.windows(2) {
            let middle = nalgebra::center(&ends[0], &ends[1]);
            if (middle - foot).norm() < NEAR_PATH {
                dissection.line([ends[0] + over, ends[1] + over], 1.5, PATH);
            }
        }
    }
    let mut last = foot;
    for (_, walked) in walk.until_now().rev().skip(1).take(TRAIL_FRAMES) {
        let place = walked.state.foot(&figure);
        // A jump, where the mover was reset, leaves no trail.
        if (place - last).norm() < 1.0 {
            dissection.line([last + over, place + over], 2.5, TRAIL);
        }
        last = place;
    }
    let mover = figure.mover();
    for touch in done.walls() {
        let at = touch.place + lowest(&mover, &touch.hit.normal);
        dissection.dot(at, 9.0, palette::MARK_SHADE);
        dissection.dot(at, 6.0, palette::COLLIDING);
    }
    let velocity = state.walker.velocity;
    if done.walls().next().is_some() && velocity.norm() > 0.05 {
        let from = state.walker.place + Vector::y() * (0.5 * figure.tall() - figure.foot());
        let tip = from + velocity.normalize() * (figure.radius + ARROW);
        dissection.arrow([from, tip], 0.15, 2.5, TRUE);
    }
}

/// Adds the swept volume of the move ahead, the stop of the pane's method, and the true stop.
fn add_answer(
    dissection: &mut Dissection,
    lab: &LevelLab,
    pane: usize,
    shape: &Arc<Shape>,
    at: &dyn Fn(&Point) -> Pose,
    from_inside: bool,
) {
    let (Some(question), Some(answer)) =
        (lab.question(), lab.contest.lanes.get(pane).and_then(|lane| lane.answer()))
    else {
        return;
    };
    let a_move = &question.a_move;
    let place = |hit: Option<&Hit>| a_move.from + a_move.path() * hit.map_or(1.0, |hit| hit.time);
    let (stop, truth) = (place(answer.hit.as_ref()), place(question.truth.as_ref()));
    let is_wrong = answer.is_early() || answer.is_late();
    let ghost = |place: &Point, color: Color| Surface {
        shape: Arc::clone(shape),
        pose: at(place),
        part: Part::Whole,
        color,
        see_through: true,
        outlined: true,
        material: Material::Plain,
    };
    // The line of the move is drawn through the middle of the mover, at this offset from the mover's
    // reference point.
    let middle = Vector::y() * (0.5 * lab.figure().tall() - lab.figure().foot());
    if lab.settings.view.volume && !from_inside {
        if let Some(swept) = swept(shape, &at(&a_move.from), &at(&stop)) {
            dissection.surfaces.push(Surface {
                color: SWEPT,
                shape: swept,
                ..ghost(&Point::origin(), SWEPT)
            });
            let last = dissection.surfaces.len() - 1;
            dissection.surfaces[last].pose = Pose::identity();
            dissection.surfaces[last].outlined = false;
        }
        dissection.line([a_move.from + middle, stop + middle], 1.5, SWEPT);
    }
    dissection.line([stop + middle, a_move.to + middle], 1.0, SWEPT.faded(0.5));
    if is_wrong {
        dissection.surfaces.push(ghost(&truth, TRUE));
    }
    if answer.hit.is_some() || lab.settings.view.volume {
        dissection.surfaces.push(ghost(&stop, if is_wrong { EARLY } else { SWEPT }));
    }
    let hit = if is_wrong { question.truth.as_ref() } else { answer.hit.as_ref() };
    if let Some(hit) = hit.filter(|hit| !hit.inside) {
        let contact = place(Some(hit)) + lowest(&a_move.mover, &hit.normal);
        dissection.dot(contact, 12.0, palette::MARK_SHADE);
        dissection.dot(contact, 9.0, palette::COLLIDING);
        dissection.arrow([contact, contact + hit.normal * ARROW], 0.12, 2.5, NORMAL);
    }
}

/// The convex hull of a shape at both ends of a move.
fn swept(shape: &Shape, from: &Pose, to: &Pose) -> Option<Arc<Shape>> {
    let corners = shape.mesh().vertices();
    let both: Vec<Point> = corners.iter().flat_map(|p| [from * p, to * p]).collect();
    Some(Arc::new(Shape::polyhedron(convex_hull(&both).ok()?)))
}

/// Vector from the reference point to the mover's farthest point in the direction opposite to `normal`.
pub fn lowest(mover: &Mover, normal: &Vector) -> Vector {
    match mover {
        Mover::Point => Vector::zeros(),
        Mover::Sphere { radius } => -normal * *radius,
        Mover::Cylinder { radius, height } => {
            let level = Vector::new(normal.x, 0.0, normal.z);
            let up = match normal.y {
                y if y < -1e-6 => *height,
                y if y > 1e-6 => 0.0,
                _ => 0.5 * height,
            };
            Vector::y() * up - level.try_normalize(1e-9).unwrap_or_default() * *radius
        }
        Mover::Rod { ends: [a, b], .. } => {
            let all = mover.farthest_against(normal, 0.0);
            all.first().zip(all.last()).map_or((a + b) / 2.0, |(first, last)| (first + last) / 2.0)
        }
        Mover::Hull { hull } => {
            let reach = |p: &Point| normal.dot(&p.coords);
            let all = hull.vertices().iter();
            all.min_by(|p, q| reach(p).total_cmp(&reach(q))).map_or_else(Vector::zeros, |p| p.coords)
        }
    }
}

/// The box around the mover that cameras frame, metres.
pub fn surroundings(lab: &LevelLab) -> Aabb {
    // The framed box is smaller for a small car.
    let share = if lab.figure().is_car() { (0.5 + 0.5 * lab.figure().radius).min(1.0) } else { 1.0 };
    let half = share * Vector::new(4.8, 1.8, 4.8);
    let middle = lab.walk().now().state.foot(&lab.figure()) + Vector::y();
    // At the edge of the level the box stays inside, so that no half of the view is empty.
    let Aabb { min, max } = lab.ground().bounds;
    let inside = |i: usize| {
        let (low, high) = (min[i] + half[i], max[i] - half[i]);
        if low < high { middle[i].clamp(low, high) } else { middle[i] }
    };
    let middle = Point::new(inside(0), middle.y, inside(2));
    Aabb { min: middle - half, max: middle + half }
}

/// Maximum number of drawn planes; planes that cut the path nearer to its start are drawn first.
const MOST: usize = 12;
/// Half the side of the square that is drawn for a plane, metres; the mover's radius is added.
const HALF: f64 = 0.6;

/// Adds the overlays of a pane that are switched on.
pub fn add(dissection: &mut Dissection, lab: &LevelLab, pane: usize) {
    let (Some(question), Some(lane)) = (lab.question(), lab.contest.lanes.get(pane)) else { return };
    let half = HALF + lab.figure().radius;
    if let Some(look) = lab.pointed.look(lane).filter(|_| pane == lab.contest.panes.focus()) {
        add_look(dissection, &look, &question.a_move, half);
    }
    if !lab.settings.view.planes {
        return;
    }
    for cut in cuts(lane.looks(), &question.a_move).into_iter().take(MOST) {
        add_plane(dissection, &cut, half);
    }
    if let Some(hit) = lane.answer().and_then(|answer| answer.hit)
        && let Some(cell) = cell(lab, lane.method().id, hit.cell)
    {
        add_cell(dissection, cell, 2.0, LEAF);
    }
}

/// The drawn brush for the index of a solid in a method's answer; `None` if the index refers to the method's
/// own tree.
pub fn cell<'a>(lab: &'a LevelLab, method: &str, cell: Option<u32>) -> Option<&'a Brush> {
    let (level, cell) = (&lab.ground().level, cell? as usize);
    match method {
        // This method's indices refer to the tree that it compiles for the mover.
        BSP_OFFSET => None,
        BRUSH_PLANES | REFERENCE => level.brushes.get(cell),
        _ => level.cells.get(cell)?.as_ref(),
    }
}

/// Colour of a ray with a correct answer.
pub const RAY: Color = palette::THOUGHT;
/// Length of the surface normal drawn at the hit of the picked wheel's ray, in metres of a car of scale 1.
const NORMAL_LENGTH: f64 = 0.6;
/// Half the length of the bar at a wheel's contact point, in metres of a car of scale 1.
const BAR: f64 = 0.18;

/// Adds the car at its current pose; nothing if the mover is not a car.
pub fn add_car(dissection: &mut Dissection, lab: &LevelLab) {
    let (Some(drive), Some(hubs)) = (&lab.walk().now().state.drive, hubs(lab)) else { return };
    let shapes = CarShapes::new(lab.figure().scale());
    dissection.surfaces.extend(shapes.surfaces(&drive.car, &hubs, lab.settings.wheel));
}

/// Hubs of the car's wheels, in metres of a car of scale 1, at the heights given by the reference's distances
/// of the wheels from the ground.
fn hubs(lab: &LevelLab) -> Option<[Point; 4]> {
    let (drive, scale) = (lab.walk().now().state.drive.as_ref()?, lab.figure().scale());
    let hub = |wheel| drive.car.hub(wheel, lab.distance(wheel).map(|distance| distance / scale));
    Some(std::array::from_fn(hub))
}

/// The wheel of the car that a ray from the camera passes near, if any.
pub fn wheel_at(lab: &LevelLab, origin: Point, direction: Vector) -> Option<usize> {
    let scale = lab.figure().scale();
    car_shapes::wheel_at(&hubs(lab)?.map(|hub| scale * hub), scale, origin, direction)
}

/// Adds the wheels' rays, each down to the hit that the pane's method reports.
pub fn add_rays(dissection: &mut Dissection, lab: &LevelLab, pane: usize) {
    let Some(lane) = lab.contest.lanes.get(pane) else { return };
    let (scale, below) = (lab.figure().scale(), lab.below());
    for (wheel, (question, answer)) in lab.questions().iter().zip(lane.answers()).enumerate() {
        let a_move = &question.a_move;
        let color = if answer.is_early() || answer.is_late() { palette::FALSE_HIT } else { RAY };
        let end = a_move.from + a_move.path() * answer.hit.map_or(1.0, |hit| hit.time);
        let width = if wheel == lab.settings.wheel { 2.5 } else { 1.5 };
        dissection.line_on_top([a_move.from, end], width, color.faded(0.9));
        dissection.dot(a_move.from, 4.0, color);
        if let Some(hit) = answer.hit.filter(|hit| !hit.inside) {
            dissection.dot(end, 10.0, palette::MARK_SHADE);
            dissection.dot(end, 7.0, color);
            if wheel == lab.settings.wheel {
                dissection.arrow(
                    [end, end + hit.normal * (scale * NORMAL_LENGTH)],
                    0.12 * scale,
                    2.5,
                    palette::PICKED,
                );
            }
        }
        // Mark the contact point, where the wheel should touch the ground, by a short bar across the ray.
        let contact = a_move.to - a_move.path().normalize() * below;
        let across =
            a_move.path().cross(&lab.walk().now().state.facing()).try_normalize(1e-9).unwrap_or(Vector::x());
        let bar = BAR * scale * across;
        dissection.line_on_top([contact - bar, contact + bar], 2.0, palette::PICKED);
    }
}
