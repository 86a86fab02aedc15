//! The car: it stands, drives, jumps, goes under the bridge and over it, and is reset when it falls off.

use collidoscope::comparison::panes::Panes;
use collidoscope::labs::road::Road;
use collidoscope::labs::road::lane::{Difference, judge};
use collidoscope::road::car::{Controls, WHEEL_NAMES};
use collidoscope::road::driver::{Driver, Recovery};
use collidoscope::road::methods::METHODS;
use collidoscope::road::ray::Hit;
use collidoscope::road::recorded::{Event, What};
use collidoscope::road::terrain::Terrain;
use collidoscope::road::wheel::SearchRule;
use collidoscope::settings::Settings;

use crate::support::roads::{mesh, plane, ray};

const STILL: Driver = Driver::Keys(Controls { throttle: 0.0, steer: 0.0 });

fn distances(road: &Road) -> [f64; 4] {
    road.answers().unwrap().map(|answer| answer.distance.unwrap())
}

fn recoveries(road: &Road) -> Vec<Recovery> {
    let recovered = |event: Event| match event.what {
        What::Recovered(why) => Some(why),
        _ => None,
    };
    road.events().filter_map(recovered).collect()
}

#[test]
fn on_level_ground_it_stands_at_distance_zero() {
    for rule in [SearchRule::Travel, SearchRule::OutsideBox] {
        let mut road = Road::new(Terrain::from_mesh(plane(60.0, 0.0)).unwrap());
        road.set_driver(STILL);
        road.set_rule(rule);
        (0..300).for_each(|_| drop(road.advance()));
        assert!(distances(&road).iter().all(|distance| distance.abs() < 1e-3), "{:?}", distances(&road));
        assert!(road.car().velocity.norm() < 1e-3 && road.car().spin.norm() < 1e-3);
        assert!(recoveries(&road).is_empty());
    }
}

/// Two rounds of its path in the time of the slow profile: over the bridge, under it, over kerb, bumps and
/// ramp.
#[test]
fn it_follows_its_path_without_falling() {
    let mut road = Road::new(Terrain::seeded(1, 6_000).unwrap());
    let (mut flew, mut under, mut over) = (false, false, false);
    let half = road.terrain().route().length() / 2.0;
    let (mut rounds, mut before) = (0, road.along());
    for _ in 0..6_000 {
        road.advance();
        let position = road.car().pose.translation.vector;
        assert!(position.iter().all(|c| c.is_finite()) && road.car().velocity.norm() < 30.0);
        assert!(road.car().spin.norm() < 9.0, "{}", road.car().spin);
        flew |= distances(&road).iter().all(|&distance| distance > 0.15);
        under |= (road.along() - half).abs() < 1.0 && position.y < 2.0;
        over |= road.along() < 1.0 && position.y > 4.0;
        rounds += usize::from(road.along() < before - half);
        before = road.along();
    }
    assert!(
        !road.events().any(|event| matches!(event.what, What::WentBlind(..))),
        "bounded by the travel no wheel is blind"
    );
    assert_eq!(recoveries(&road), [], "after {} frames", road.frame());
    assert!(rounds >= 1 && flew && under && over, "{rounds} rounds, flew {flew}, under {under}, over {over}");
}

/// The wheels' ray-origin rules lead to different motions, not only to different numbers.
#[test]
fn rules_that_go_blind_show_it() {
    let mut road = Road::new(Terrain::seeded(1, 2_000).unwrap());
    road.set_rule(SearchRule::ContactPoint);
    (0..240).for_each(|_| drop(road.advance()));
    let blind = road
        .events()
        .any(|event| matches!(event.what, What::WentBlind(wheel, _) if wheel < WHEEL_NAMES.len()));
    assert!(blind, "a wheel that sinks in sees nothing");
    assert!(!recoveries(&road).is_empty(), "and the car falls through the road");

    road.set_rule(SearchRule::OutsideBox);
    road.restart();
    let half = road.terrain().route().length() / 2.0;
    while (road.along() - half).abs() > 6.0 && road.frame() < 6_000 {
        road.advance();
    }
    assert_eq!(recoveries(&road), []);
    (0..120).for_each(|_| drop(road.advance()));
    assert!(
        road.events().any(|event| matches!(event.what, What::WentBlind(..))),
        "the deck overhead is taken for the road"
    );
}

#[test]
fn it_comes_back_when_it_drives_off_the_edge() {
    let mut road = Road::new(Terrain::from_mesh(plane(12.0, 0.0)).unwrap());
    road.set_driver(Driver::Keys(Controls { throttle: 1.0, steer: 0.0 }));
    (0..600).for_each(|_| drop(road.advance()));
    let why = recoveries(&road);
    assert!(why.contains(&Recovery::Fallen) || why.contains(&Recovery::NoGround), "{why:?}");
    assert!(why[0].words().contains("route"));
    assert!(road.car().pose.translation.vector.y > -20.0);
}

#[test]
fn the_same_start_gives_the_same_state_and_steps_back_to_it() {
    let start = || {
        let mut road = Road::new(Terrain::seeded(3, 2_000).unwrap());
        let mut panes = Panes::new(METHODS.iter().map(|method| &method.about), &[]);
        panes.open(METHODS.len());
        road.compare(panes);
        road
    };
    let (mut a, mut b) = (start(), start());
    let mut hashes = vec![a.state_hash()];
    for _ in 0..60 {
        a.step();
        b.step();
        hashes.push(a.state_hash());
    }
    assert_eq!(a.state_hash(), b.state_hash());
    assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]));
    let answers = *a.answers().unwrap();
    (0..20).for_each(|_| assert!(a.step_back()));
    assert_eq!((a.state_hash(), a.frame()), (hashes[40], 40));
    (0..20).for_each(|_| drop(a.step()));
    assert_eq!((a.state_hash(), *a.answers().unwrap()), (hashes[60], answers));
    while a.step_back() {}
    assert_eq!((a.state_hash(), a.frame(), a.steps_back()), (hashes[0], 0, 0));
    b.restart();
    assert_eq!(b.state_hash(), hashes[0]);
    for lane in &a.contest.lanes {
        assert_eq!((lane.total.differences, lane.differences()), (0, [None; 4]));
        assert_eq!(lane.last().rays, 4);
        assert!(lane.last().triangles > 0);
    }
    let [tree, brute] = [0, 1].map(|i| a.contest.lanes[i].last());
    assert_eq!(brute.nodes, 0);
    assert!(tree.nodes > 0 && tree.triangles < brute.triangles / 20, "{tree:?} against {brute:?}");
}

/// The counter of differences works: the plain test misses a triangle of a tenth of a square millimetre.
#[test]
fn a_method_that_misses_is_caught() {
    let small = mesh(&[[0.0; 3], [0.0, 0.0, 5e-4], [5e-4, 0.0, 0.0]], &[[0, 1, 2]]);
    let down = ray([1e-4, 1.0, 1e-4], [0.0, -1.0, 0.0]);
    let with_edges = METHODS.iter().filter(|method| method.default_settings().has("edges"));
    for method in with_edges {
        let cast = |edges: &str| {
            let mut settings = Settings::defaults(method.settings);
            settings.set("edges", edges).unwrap();
            method.make(&small, &settings).cast(&down, f64::INFINITY)
        };
        let (plain, truth) = (cast("plain"), cast("watertight"));
        assert_eq!(judge(&down, &plain, &truth), Some(Difference::Missed));
        assert_eq!(judge(&down, &truth, &plain), Some(Difference::FalseHit));
        assert_eq!(judge(&down, &truth, &truth), None);
        let mut farther = truth;
        farther.hit = farther.hit.map(|hit| Hit { t: hit.t + 0.001, ..hit });
        assert_eq!(judge(&down, &farther, &truth), Some(Difference::Elsewhere));
    }
}
