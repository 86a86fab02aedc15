//! Verdicts of every method on a pair at many positions around contact.

use super::{Contact, collide, moved};
use crate::detector::{Detection, Mistake};
use crate::image_space::options::Options;
use crate::image_space::view::View;
use crate::methods::Method;
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Number of positions of a strip: equally many on either side of contact, plus contact itself.
pub const PLACES: usize = 121;

/// Verdicts by offset from contact: below 0 the bodies overlap, above 0 they are separated.
pub struct Strip {
    /// Offsets in pixels, ascending, with 0 in the middle.
    pub offsets: Vec<f64>,
    /// Whether the bodies collide at each offset, by the reference, and by triangles where pieces of concave
    /// bodies overlap.
    pub truth: Vec<bool>,
    /// The verdicts of each method.
    pub rows: Vec<Row>,
}

/// A method's verdicts at all offsets.
pub struct Row {
    /// The method that gave the verdicts.
    pub method: &'static Method,
    /// Whether the method reports a collision at each offset, or the reason why it fails, in one line.
    pub verdicts: Result<Vec<bool>, String>,
}

/// Side length of a pixel in a method's window at contact, metres; `None` for a method without windows.
pub fn pixel(settings: &Settings, contact: &Contact) -> Option<f64> {
    let options = Options::of(settings)?;
    let [still, moving] = &contact.touching;
    // The boxes overlap slightly, so that rounding does not separate touching boxes.
    let inward = -1e-9 * moving.shape.size().max(still.shape.size());
    let (a, b) = (still.aabb(), moved(moving, &contact.direction, inward).aabb());
    let axis = options.axis.axes(&a, &b).next()?;
    Some(View::of(&a, &b, axis, options.view_volume)?.pixel(options.resolution))
}

/// Runs `methods` on the pair at offsets from `-reach_px` to `reach_px` pixels of `pixel` metres around contact.
/// `moves_first`: the moving body is the first of the pair, which some methods treat differently. `decide` runs a
/// method on all positions at once.
pub fn strip(
    [still, moving]: [&Body; 2],
    moves_first: bool,
    contact: &Contact,
    pixel: f64,
    reach_px: f64,
    methods: impl IntoIterator<Item = &'static Method>,
    mut decide: impl FnMut(&'static Method, &[Body], &[Pair]) -> Result<Detection, String>,
) -> Strip {
    let half = (PLACES / 2) as f64;
    let offsets: Vec<f64> = (0..PLACES).map(|index| reach_px * (index as f64 - half) / half).collect();
    let places: Vec<f64> = offsets.iter().map(|offset| contact.shift + offset * pixel).collect();
    let mut bodies: Vec<Body> =
        places.iter().map(|metres| moved(moving, &contact.direction, *metres)).collect();
    bodies.push(still.clone());
    let order = |place| if moves_first { Pair { a: place, b: PLACES } } else { Pair { a: PLACES, b: place } };
    let pairs: Vec<Pair> = (0..PLACES).map(order).collect();
    let row = |method: &'static Method| {
        let found = decide(method, &bodies, &pairs);
        let verdicts = found.map(|found| found.verdicts.iter().map(|verdict| verdict.colliding).collect());
        Row { method, verdicts }
    };
    let rows = methods.into_iter().map(row).collect();
    Strip { offsets, truth: collide(still, moving, &contact.direction, &places), rows }
}

/// Offsets midway between neighbours with different `verdicts`.
pub fn changes(offsets: &[f64], verdicts: &[bool]) -> Vec<f64> {
    let neighbours = verdicts.windows(2).zip(offsets.windows(2));
    neighbours.filter(|(v, _)| v[0] != v[1]).map(|(_, offset)| 0.5 * (offset[0] + offset[1])).collect()
}

/// Runs of equal values: `(value, first, last)`.
pub fn runs<T: PartialEq + Copy>(values: &[T]) -> Vec<(T, usize, usize)> {
    let mut runs: Vec<(T, usize, usize)> = Vec::new();
    for (index, &value) in values.iter().enumerate() {
        match runs.last_mut() {
            Some((of, _, last)) if *of == value => *last = index,
            _ => runs.push((value, index, index)),
        }
    }
    runs
}

/// The mistake of a row at each offset, compared with the truth.
pub fn mistakes(verdicts: &[bool], truth: &[bool]) -> Vec<Option<Mistake>> {
    verdicts.iter().zip(truth).map(|(verdict, truth)| Mistake::of(*verdict, *truth)).collect()
}
