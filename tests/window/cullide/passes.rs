//! The passes on the GPU: their counts against the CPU twin, and the set against the order of the bodies.

use std::convert::Infallible;
use std::sync::Arc;

use collidoscope::geometry::{Shape, Vector};
use collidoscope::image_space::cullide::passes::{Canvas, view_of};
use collidoscope::image_space::cullide::record::Watched;
use collidoscope::image_space::cullide::rules::{Counter, cull};
use collidoscope::image_space::cullide::twin::{Fragments, Twin};
use collidoscope::world::Body;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::{boxes, cull_on_gpu};
use crate::support::gallery::{gallery, letter_c};
use crate::support::pairs::{pose, shape};
use crate::support::rays::ray_crossings;
use crate::support::{assert_no_complaints, gpu};

/// Convex and concave bodies at random places in a cube of this half side, metres.
pub fn crowd(count: usize, half: f64, random: &mut Pcg64) -> Vec<Body> {
    let gallery = gallery();
    (0..count)
        .map(|i| {
            let of = if i % 3 == 0 {
                Arc::new(gallery[random.random_range(0..gallery.len())].1.fitted(0.9).unwrap())
            } else {
                shape(random.random_range(0.3..0.9), random)
            };
            let at = Vector::from_fn(|_, _| random.random_range(-half..half));
            Body::at_rest(of, pose(at, random))
        })
        .collect()
}

#[test]
fn the_counts_of_a_small_scene_are_those_of_rays() {
    const SIDE: u32 = 24;
    /// Rays this far around a pixel's centre must agree, in pixels.
    const AROUND_PX: f64 = 0.02;
    let gpu = gpu();
    let mut random = Pcg64::seed_from_u64(3);
    let (mut compared, mut nonzero, mut unsure_samples) = (0, 0, 0);
    for _ in 0..6 {
        let c = Arc::new(Shape::polyhedron(letter_c(0.4, 0.12)));
        let mut bodies = vec![Body::at_rest(c, pose(Vector::zeros(), &mut random))];
        for _ in 0..4 {
            let at = Vector::from_fn(|_, _| random.random_range(-0.5..0.5));
            let of = shape(random.random_range(0.3..0.8), &mut random);
            bodies.push(Body::at_rest(of, pose(at, &mut random)));
        }
        let order: Vec<usize> = (0..bodies.len()).collect();
        let mut canvas = Canvas::new(&gpu, SIDE, false, false).unwrap();
        let (_, executed) = cull_on_gpu(&mut canvas, &bodies, order.clone(), false);
        // The view changes with the set, so the first round's first view is compared: all bodies are in it.
        let view = view_of(boxes(&bodies).iter(), 0, SIDE);
        let around = [(0.0, 0.0), (AROUND_PX, 0.0), (-AROUND_PX, 0.0), (0.0, AROUND_PX), (0.0, -AROUND_PX)];
        let mut unsure = 0;
        let mut at_pixel = |body: &Body, pixel: u32| -> Vec<u32> {
            let [x, y] = [pixel % SIDE, pixel / SIDE].map(|c| f64::from(c) + 0.5);
            let rays = around.map(|(dx, dy)| ray_crossings(body, &view, SIDE, x + dx, y + dy));
            if rays.iter().any(|ray| ray.len() != rays[0].len()) {
                unsure += rays.iter().map(Vec::len).max().unwrap_or(0) as u64;
            }
            rays[0].iter().map(|depth| (depth * f64::from(1 << 24)) as u32).collect()
        };
        let fragments: Fragments = (bodies.iter())
            .map(|body| (0..SIDE * SIDE).map(|pixel| at_pixel(body, pixel)).collect())
            .collect();
        let views = [fragments.clone(), fragments.clone(), fragments];
        let mut twin = Watched::new(Twin::new(&views));
        let Ok::<_, Infallible>(_) = cull(order, false, &mut twin);
        for (gpu, cpu) in executed.iter().zip(&twin.passes).take(2) {
            assert_eq!((gpu.axis, gpu.direction, &gpu.steps), (0, cpu.direction, &cpu.steps));
            for (found, expected) in gpu.counts.iter().zip(&cpu.counts) {
                assert!(found.abs_diff(*expected) <= unsure, "{gpu:?}, {cpu:?}, {unsure} unsure samples");
                compared += 1;
                nonzero += usize::from(*expected > 10);
            }
        }
        unsure_samples += unsure;
    }
    assert!(
        compared == 48 && nonzero > 12 && unsure_samples < 200,
        "{compared}, {nonzero}, {unsure_samples}"
    );
    assert_no_complaints(&gpu);
}

#[test]
fn the_set_does_not_depend_on_the_order_of_the_bodies() {
    let gpu = gpu();
    let mut random = Pcg64::seed_from_u64(4);
    let (mut left, mut stayed) = (0, 0);
    for (index, half) in [0.8, 1.5, 2.5, 4.0].into_iter().cycle().take(16).enumerate() {
        let bodies = crowd(24, half, &mut random);
        let mut canvas = Canvas::new(&gpu, 128, index % 2 == 1, index % 4 < 2).unwrap();
        let mut order: Vec<usize> = (0..bodies.len()).collect();
        let mut first: Option<(Vec<usize>, Vec<[usize; 2]>)> = None;
        for _ in 0..5 {
            let (culling, _) = cull_on_gpu(&mut canvas, &bodies, order.clone(), false);
            let mut set = culling.set.clone();
            set.sort_unstable();
            let sizes = culling.views.iter().map(|view| [view.before, view.after]).collect();
            let (expected, expected_sizes) = first.get_or_insert((set.clone(), Vec::clone(&sizes)));
            assert_eq!((&set, &sizes), (&*expected, &*expected_sizes), "scene {index}, {order:?}");
            order.shuffle(&mut random);
        }
        let stay = first.unwrap().0.len();
        (left, stayed) = (left + bodies.len() - stay, stayed + stay);
    }
    assert!(left > 50 && stayed > 50, "{left} left, {stayed} stayed");
    assert_no_complaints(&gpu);
}

#[test]
fn drawing_only_far_and_near_sides_leaves_the_same_set() {
    let gpu = gpu();
    let mut random = Pcg64::seed_from_u64(5);
    let mut left = 0;
    for half in [1.0, 2.0, 3.0, 4.0, 6.0] {
        let bodies = crowd(40, half, &mut random);
        let order: Vec<usize> = (0..bodies.len()).collect();
        for quick in [false, true] {
            let [whole, split] = [false, true].map(|split| {
                let mut canvas = Canvas::new(&gpu, 256, false, split).unwrap();
                cull_on_gpu(&mut canvas, &bodies, order.clone(), quick).0
            });
            assert_eq!((&whole.set, &whole.views), (&split.set, &split.views), "{half} m, quick {quick}");
            left += bodies.len() - whole.set.len();
        }
    }
    assert!(left > 50, "{left} bodies left");
}

/// A canvas is reused from frame to frame, and each counter sees its own view.
#[test]
fn a_counter_without_a_view_counts_nothing() {
    let gpu = gpu();
    let mut canvas = Canvas::new(&gpu, 64, false, true).unwrap();
    let mut cost = collidoscope::detector::Cost::default();
    let mut drawing =
        collidoscope::image_space::cullide::passes::Drawing::new(&mut canvas, &[], &[], &mut cost);
    let direction = collidoscope::image_space::cullide::rules::Direction::Forward;
    assert!(drawing.pass(direction, &[]).unwrap().is_empty());
}
