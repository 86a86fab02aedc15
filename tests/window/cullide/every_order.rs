//! The rules on small random scenes of depths per pixel, in every order of the bodies.

use std::convert::Infallible;

use collidoscope::image_space::cullide::record::Watched;
use collidoscope::image_space::cullide::rules::{Culling, Direction, cull};
use collidoscope::image_space::cullide::twin::{Fragments, Twin};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Random intervals per pixel, as closed bodies give them, or single depths, as open surfaces do.
fn scene(bodies: usize, pixels: usize, depths: u32, random: &mut Pcg64) -> [Fragments; 3] {
    std::array::from_fn(|_| {
        let mut pixel = || {
            let covered = random.random_bool(0.6);
            let count = if random.random_bool(0.2) { 1 } else { 2 * random.random_range(1..=2) };
            let mut at: Vec<u32> = (0..count).map(|_| random.random_range(0..depths)).collect();
            at.truncate(if covered { count } else { 0 });
            at
        };
        (0..bodies).map(|_| (0..pixels).map(|_| pixel()).collect()).collect()
    })
}

/// Whether `a` has a fragment at or behind one of `b` on some pixel of the view, by definition.
fn hides(view: &Fragments, a: usize, b: usize) -> bool {
    let at_or_behind = |p: &Vec<u32>, q: &Vec<u32>| p.iter().any(|d| q.iter().any(|e| d >= e));
    view[a].iter().zip(&view[b]).any(|(p, q)| at_or_behind(p, q))
}

/// Whether the view leaves open that the bodies collide: each is hidden somewhere by the other.
fn meet(view: &Fragments, a: usize, b: usize) -> bool {
    hides(view, a, b) && hides(view, b, a)
}

/// The set by definition: in every view all bodies leave that are hidden by no other body of the set.
fn by_definition(views: &[Fragments; 3], bodies: usize) -> Vec<usize> {
    let mut set: Vec<usize> = (0..bodies).collect();
    loop {
        let before = set.len();
        for view in views {
            let all = set.clone();
            set.retain(|&a| all.iter().any(|&b| a != b && hides(view, a, b)));
        }
        if set.len() == before {
            return set;
        }
    }
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let insert = |order: &Vec<usize>, at: usize| {
        let mut longer = order.clone();
        longer.insert(at, count - 1);
        longer
    };
    orders(count - 1).iter().flat_map(|order| (0..count).map(|at| insert(order, at))).collect()
}

fn run(views: &[Fragments; 3], order: &[usize], quick: bool) -> Culling {
    let Ok::<_, Infallible>(culling) = cull(order.to_vec(), quick, &mut Twin::new(views));
    culling
}

#[test]
fn in_every_order_no_meeting_pair_is_lost_and_the_plain_set_is_the_same() {
    let mut random = Pcg64::seed_from_u64(1);
    let (mut meeting, mut excluded, mut smaller, mut shrunk, mut scenes) = (0, [0; 2], 0, 0, 0);
    for (bodies, pixels, depths, count) in
        [(2, 1, 3, 300), (3, 2, 4, 300), (4, 2, 8, 200), (4, 4, 40, 200), (5, 3, 12, 60), (5, 2, 60, 60)]
    {
        for _ in 0..count {
            let views = scene(bodies, pixels, depths, &mut random);
            let expected = by_definition(&views, bodies);
            scenes += 1;
            shrunk += usize::from(expected.len() < bodies);
            for order in orders(bodies) {
                let [plain, quick] = [false, true].map(|quick| run(&views, &order, quick));
                let mut set = plain.set.clone();
                set.sort_unstable();
                assert_eq!(set, expected, "{views:?}, order {order:?}");
                assert!(quick.set.iter().all(|body| expected.contains(body)), "{views:?}, order {order:?}");
                smaller += usize::from(quick.set.len() < expected.len());
                for pair in super::all_pairs(bodies) {
                    let met = views.iter().all(|view| meet(view, pair.a, pair.b));
                    meeting += usize::from(met);
                    for (culling, excluded) in [&plain, &quick].into_iter().zip(&mut excluded) {
                        let seen = culling.excludes(pair.a, pair.b);
                        assert!(seen.is_none() || !met, "{views:?}, order {order:?}, {pair:?}: {seen:?}");
                        *excluded += usize::from(seen.is_some());
                    }
                }
            }
        }
    }
    assert!(meeting > 10_000 && shrunk * 3 > scenes, "{meeting} pairs meet, {shrunk} of {scenes} shrink");
    assert!(excluded[1] > excluded[0] && smaller > 100, "{excluded:?} pairs, {smaller} smaller sets");
}

/// The bits by definition: `forward` means hidden by no earlier body of those drawn, in the view that set it.
#[test]
fn quick_draws_and_counts_no_body_whose_result_is_known() {
    let mut random = Pcg64::seed_from_u64(2);
    let mut skipped = 0;
    for _ in 0..300 {
        let views = scene(6, 3, 40, &mut random);
        let order: Vec<usize> = (0..6).collect();
        let mut watched = Watched::new(Twin::new(&views));
        let Ok::<_, Infallible>(culling) = cull(order, true, &mut watched);
        let (mut forward, mut backward) = ([false; 6], [false; 6]);
        for pass in &watched.passes {
            let mut counts = pass.counts.iter();
            let (known, other) = match pass.direction {
                Direction::Forward => (&mut forward, &mut backward),
                Direction::Backward => (&mut backward, &mut forward),
            };
            for step in &pass.steps {
                assert!(!(step.counted && known[step.body]), "{pass:?}");
                assert!(!(step.drawn && other[step.body]), "{pass:?}");
                if step.counted && *counts.next().unwrap() == 0 {
                    known[step.body] = true;
                }
            }
            let bodies: Vec<usize> = pass.steps.iter().map(|step| step.body).collect();
            let sorted = match pass.direction {
                Direction::Forward => bodies.is_sorted(),
                Direction::Backward => bodies.is_sorted_by(|a, b| a >= b),
            };
            assert!(sorted, "{bodies:?}");
        }
        let steps: usize = culling.views.iter().map(|view| view.counted + view.drawn).sum();
        let most: usize = culling.views.iter().map(|view| 4 * view.before).sum();
        skipped += most - steps;
    }
    assert!(skipped > 1000, "{skipped} steps skipped");
}

#[test]
fn an_empty_scene_and_a_single_body_end_at_once() {
    let views: [Fragments; 3] = std::array::from_fn(|_| vec![vec![vec![1]]]);
    for quick in [false, true] {
        assert!(run(&views, &[], quick).views.is_empty());
        let alone = run(&views, &[0], quick);
        assert!(alone.set.is_empty() && alone.bits(0).is_free());
        assert_eq!(alone.views.iter().map(|view| view.counted + view.drawn).sum::<usize>(), 0);
    }
}
