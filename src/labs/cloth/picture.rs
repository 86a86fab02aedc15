//! The drawing of the cloth: the fabric, the obstacles, and the found and missed contacts of the current step.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::cloth_lab::ClothLab;
use super::overlays;
use crate::cloth::step::{Contact, Features};
use crate::figures::cloth::{self as fabric, FRONT, PUSHED, PUSHED_OUTLINE};
use crate::geometry::{Aabb, Point, Pose, Vector};
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Surface};
use crate::render::floor::Floor;
use crate::render::palette::{self, Color};
use crate::ui::legend::{LegendRow, Mark};

const OBSTACLE: Color = palette::hex(0x7d_8793);
/// Colour of held and dragged particles.
const HELD: Color = palette::PICKED;

/// Legend of the marks.
pub const LEGEND: &[LegendRow] = &[
    row(Mark::Shades([fabric::BACK[0], FRONT[0]]), "Back and front of the cloth", Some(FABRIC)),
    row(
        Mark::Body(palette::COLLIDING, palette::COLLIDING_OUTLINE, 1.0),
        "Triangle touched by a particle",
        None,
    ),
    row(Mark::Line(palette::COLLIDING), "Edges in contact", None),
    row(
        Mark::Body(PUSHED.over(FRONT[0]), PUSHED_OUTLINE, 2.0),
        "Layers pushed apart by the response",
        Some(RESPONSE),
    ),
    row(Mark::Ray(palette::MISSED), "Contact missed by the method", None),
    row(Mark::FramedRay(palette::FALSE_HIT), "False contact reported by the method", None),
    // Always shown: the scene does not move when a pair is picked.
    row(Mark::Link(HELD), "The picked pair", None),
    row(Mark::Arrow(palette::FALSE_HIT), "Push of the depth maps on a particle outside", Some(MAPS)),
    row(Mark::Box(palette::MISSED), "Particle inside that the depth maps miss", Some(MAPS)),
    row(Mark::Box(overlays::BOX), "Box of the tree level", Some(BOXES)),
    row(Mark::Arrow(overlays::NARROW), "Normal cone, narrower than a half-space", Some(CONES)),
    row(Mark::Arrow(overlays::WIDE), "Normal cone, a half-space or wider", Some(CONES)),
    row(Mark::Outline(overlays::CROSSED), "Contour that may cross itself", Some(CONTOURS)),
    row(
        Mark::Link(overlays::CROSSED),
        "Self-crossing of the contour, seen along the axis of its cone",
        Some(CONTOURS),
    ),
];
const FABRIC: &str = "fabric";
const RESPONSE: &str = "response";
const MAPS: &str = "maps";
const BOXES: &str = "boxes";
const CONES: &str = "cones";
const CONTOURS: &str = "contours";

const fn row(mark: Mark, says: &'static str, with: Option<&'static str>) -> LegendRow {
    LegendRow { mark, says, with }
}

/// Most contacts of a kind that are drawn.
const MOST: usize = 3000;
/// Number of missed contacts above which their dots are small.
const CROWD: usize = 30;
/// Maximum number of particles of a cloth for which [`all_over`] also gives points along the edges, at most
/// `BETWEEN_POINTS` metres apart.
const MOST_POINTS: usize = 1200;
const BETWEEN_POINTS: f64 = 0.03;
/// Margin of the box that cameras frame, metres.
const ROOM: f64 = 0.02;
/// Half the length of a side of the floor in use, metres.
const HALF: f64 = 1.0;

/// Whether the legend shows the rows that depend on `switch`.
pub fn draws(lab: &ClothLab, switch: &str) -> bool {
    match switch {
        FABRIC => !lab.settings.view.paints_stages(),
        RESPONSE => !lab.settings.view.paints_stages() && lab.response().searches(&lab.motion().way),
        MAPS => lab.shows_maps() && !lab.motion().way.obstacles.is_empty(),
        BOXES => lab.settings.view.boxes,
        CONES => lab.settings.view.cones,
        CONTOURS => lab.settings.view.contours,
        _ => false,
    }
}

/// Hash that changes whenever the drawing of a pane changes.
pub fn edition(lab: &ClothLab, pane: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (Arc::as_ptr(lab.mesh()), lab.contest.run_id(), lab.frame(), lab.settings.view, lab.settings.pair)
        .hash(&mut hasher);
    for place in lab.now().state.positions.iter().step_by(7) {
        place.iter().for_each(|x| x.to_bits().hash(&mut hasher));
    }
    lab.hand.as_ref().map(|held| held.hand.1.map(f64::to_bits)).hash(&mut hasher);
    if let Some(lane) = lab.contest.lanes.get(pane) {
        (lane.method().id, lane.answer().map(Arc::as_ptr), lane.judged().is_some()).hash(&mut hasher);
        lane.reached().map(Arc::as_ptr).hash(&mut hasher);
        lane.settings().hash(&mut hasher);
    }
    hasher.finish()
}

/// The drawing of a pane.
pub fn of(lab: &ClothLab, pane: usize) -> Dissection {
    let mut dissection = surroundings(lab);
    let Some(lane) = lab.contest.lanes.get(pane) else { return dissection };
    let (mesh, state) = (lab.mesh(), &lab.now().state);
    let reached = lane.reached().filter(|_| lab.settings.view.paints_stages());
    let found = lane.answer();
    dissection.fabrics.push(fabric::of(
        mesh,
        (&state.positions, &state.pushed),
        found.map(|found| &**found),
        reached.map(|reached| reached.as_slice()),
    ));
    if !lab.settings.view.paints_stages() {
        for edge in fabric::pushed_outline(mesh, &state.pushed) {
            dissection.line(edge.map(|p| state.positions[p as usize]), 2.0, PUSHED_OUTLINE);
        }
    }
    let mut features = |contact: &Contact, width: f32, color: Color, dot: f32| {
        add_features(&mut dissection, lab, contact.features, (width, color, dot));
    };
    if let Some(found) = found {
        found.contacts.iter().take(MOST).for_each(|contact| features(contact, 2.0, palette::COLLIDING, 4.0));
    }
    if let Some(judged) = lane.judged() {
        // Many dots would hide the cloth.
        let is_crowd = judged.missed.len() > CROWD;
        let (width, dot) = if is_crowd { (2.5, 4.0) } else { (3.5, 10.0) };
        for contact in judged.missed.iter().take(MOST) {
            if !is_crowd {
                features(contact, width + 2.0, palette::MARK_SHADE, dot + 3.0);
            }
            features(contact, width, palette::MISSED, dot);
        }
        judged.false_hits.iter().take(MOST).for_each(|contact| {
            features(contact, 2.5, palette::FALSE_HIT, 6.0);
        });
    }
    if let Some(pair) = lab.settings.pair {
        add_features(&mut dissection, lab, pair, (4.0, palette::MARK_SHADE, 12.0));
        add_features(&mut dissection, lab, pair, (2.5, HELD, 9.0));
    }
    add_map_errors(&mut dissection, lab);
    overlays::add(&mut dissection, lab, pane);
    dissection
}

/// The floor of the scene, if it has one.
pub fn floor(lab: &ClothLab) -> Option<Floor> {
    let height = lab.motion().way.floor?;
    Some(Floor { middle: Point::new(0.0, height, 0.0), half: [HALF; 2] })
}

/// The floor, the obstacles and the held particles.
pub fn surroundings(lab: &ClothLab) -> Dissection {
    let mut dissection = Dissection { floor: floor(lab), ..Dissection::default() };
    dissection.surfaces.extend(lab.solids.iter().map(|shape| Surface {
        shape: Arc::clone(shape),
        pose: Pose::identity(),
        part: Part::Whole,
        color: OBSTACLE,
        see_through: false,
        // An outline would show through the cloth.
        outlined: false,
        material: Material::Plain,
    }));
    let places = &lab.now().state.positions;
    let held = lab.motion().held.iter().map(|p| *p as usize);
    for particle in held.chain(lab.hand.as_ref().map(|held| held.hand.0)) {
        dissection.dot(places[particle], 9.0, palette::MARK_SHADE);
        dissection.dot(places[particle], 6.0, HELD);
    }
    if let Some(held) = &lab.hand {
        dissection.line_on_top([places[held.hand.0], held.hand.1], 1.5, HELD);
    }
    dissection
}

/// Marks the particles about which the depth maps and the exact obstacles disagree.
fn add_map_errors(dissection: &mut Dissection, lab: &ClothLab) {
    let Some(shown) = lab.shown_maps() else { return };
    let places = &lab.now().state.positions;
    let half = 0.3 * lab.mesh().mean_edge();
    for particle in shown.compared.missed.iter().take(MOST) {
        let around = Aabb::cube(places[*particle as usize], half);
        dissection.box_edges(&around.corners(), 1.5, palette::MISSED);
    }
    for particle in shown.compared.false_hits.iter().take(MOST) {
        let place = places[*particle as usize];
        let Some(inside) = shown.maps.inside(&place) else { continue };
        // A short push would be a dot.
        let tip = place + inside.normal * inside.depth.max(half);
        dissection.arrow([place, tip], 0.5 * half, 1.5, palette::FALSE_HIT);
        dissection.dot(place, 4.0, palette::FALSE_HIT);
    }
}

/// Adds a feature pair in the style `(width, color, dot)`: two edges, or a triangle's border and a dot at the particle.
fn add_features(
    dissection: &mut Dissection,
    lab: &ClothLab,
    features: Features,
    (width, color, dot): (f32, Color, f32),
) {
    let at = |p: u32| lab.now().state.positions[p as usize];
    let [a, b, c, d] = features.particles(lab.mesh()).map(at);
    match features {
        Features::VertexFace(..) => {
            for ends in [[b, c], [c, d], [d, b]] {
                dissection.line(ends, width, color);
            }
            dissection.dot(a, dot, color);
        }
        Features::EdgeEdge(..) => {
            dissection.line([a, b], width, color);
            dissection.line([c, d], width, color);
        }
    }
}

/// Points spread over the cloth, so dense that no label fits between them: labels use them to avoid the cloth.
pub fn all_over(lab: &ClothLab) -> Box<dyn Iterator<Item = Point> + '_> {
    let places = &lab.now().state.positions;
    let apart = 1 + places.len() / MOST_POINTS;
    if apart > 1 {
        return Box::new(places.iter().step_by(apart).copied());
    }
    let along = move |edge: &[u32; 2]| {
        let [a, b] = edge.map(|p| places[p as usize]);
        let pieces = ((b - a).norm() / BETWEEN_POINTS).ceil().clamp(1.0, 64.0);
        (0..=pieces as u32).map(move |piece| a + (b - a) * (f64::from(piece) / pieces))
    };
    Box::new(lab.mesh().edges.iter().flat_map(along))
}

/// The box that cameras frame: the current cloth, the obstacles, and the floor below them.
pub fn bounds(lab: &ClothLab) -> Aabb {
    let way = &lab.motion().way;
    let solids = way.obstacles.iter().flat_map(|solid| &solid.points);
    let mut bounds = Aabb::around(lab.now().state.positions.iter().chain(solids).copied());
    if let Some(floor) = way.floor {
        bounds.min.y = bounds.min.y.min(floor);
    }
    let room = Vector::repeat(ROOM);
    Aabb { min: bounds.min - room, max: bounds.max + room }
}
