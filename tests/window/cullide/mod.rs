//! `cullide`: the rules over all orders of small scenes, the passes against a CPU twin, and the method against exact
//! tests of the triangles.

mod every_order;
mod found;
mod page;
mod passes;

use collidoscope::combined::cullide::Cullide;
use collidoscope::detector::{Cost, Verdict};
use collidoscope::geometry::Aabb;
use collidoscope::gpu::Gpu;
use collidoscope::image_space::cullide::passes::{Canvas, Drawing};
use collidoscope::image_space::cullide::record::{Executed, Watched};
use collidoscope::image_space::cullide::rules::{Culling, cull};
use collidoscope::methods::{self, Method};
use collidoscope::settings::Settings;
use collidoscope::world::{Body, Pair};

pub fn method() -> &'static Method {
    methods::find("cullide").unwrap()
}

pub fn settings(set: &[(&str, &str)]) -> Settings {
    let mut settings = method().default_settings();
    set.iter().for_each(|(id, value)| settings.set(id, value).unwrap());
    settings
}

pub fn detector(gpu: &Gpu, set: &[(&str, &str)]) -> Cullide {
    Cullide::new(Some(gpu), &settings(set)).unwrap()
}

pub fn boxes(bodies: &[Body]) -> Vec<Aabb> {
    bodies.iter().map(Body::aabb).collect()
}

/// All pairs of `count` bodies.
pub fn all_pairs(count: usize) -> Vec<Pair> {
    (0..count).flat_map(|a| (a + 1..count).map(move |b| Pair::new(a, b))).collect()
}

/// The verdicts of the exact method that tests the triangles of every pair.
pub fn exact(bodies: &[Body], pairs: &[Pair]) -> Vec<bool> {
    let obb = methods::find("obb").unwrap();
    let mut detector = obb.detector(None, &obb.default_settings()).unwrap();
    colliding(&detector.detect(bodies, pairs).unwrap().verdicts)
}

pub fn colliding(verdicts: &[Verdict]) -> Vec<bool> {
    verdicts.iter().map(|verdict| verdict.colliding).collect()
}

/// Culls on the GPU in this order, and keeps the passes.
pub fn cull_on_gpu(
    canvas: &mut Canvas,
    bodies: &[Body],
    order: Vec<usize>,
    quick: bool,
) -> (Culling, Vec<Executed>) {
    let (boxes, mut cost) = (boxes(bodies), Cost::default());
    let mut watched = Watched::new(Drawing::new(canvas, bodies, &boxes, &mut cost));
    let culling = cull(order, quick, &mut watched).unwrap();
    let passes = watched.passes;
    let steps = || passes.iter().flat_map(|pass| &pass.steps);
    let [counted, drawn] = [
        steps().filter(|step| step.counted).count() as u64,
        steps().filter(|step| step.drawn).count() as u64,
    ];
    assert_eq!((cost.queries, cost.draws), (counted, counted + drawn));
    (culling, passes)
}
