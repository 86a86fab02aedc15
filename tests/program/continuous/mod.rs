//! Continuous tests of two features: no contact is missed, by exact arithmetic and by public truth.

mod crossing;
mod damaged;
mod public;
mod relations;

use std::fmt::Write as _;

use collidoscope::continuous::exact::OnGrid;
use collidoscope::continuous::methods::{Asked, METHODS, find};
use collidoscope::continuous::{Kind, Query, hybrid, methods};
use collidoscope::experiments::ccd::families::FAMILIES;
use collidoscope::geometry::Point;
use rand_pcg::Pcg64;

/// A method's answers compared with the exact ones.
#[derive(Debug, Default)]
struct Count {
    contacts: usize,
    missed: usize,
    late: usize,
    false_hits: usize,
    /// The first query with a missed or late contact.
    example: Option<Query>,
}

impl Count {
    fn add(&mut self, query: &Query, said: Option<f64>, exact: Option<f64>) {
        let wrong = match (said, exact) {
            (None, Some(_)) => &mut self.missed,
            (Some(_), None) => {
                self.false_hits += 1;
                return;
            }
            (Some(said), Some(exact)) => {
                self.contacts += 1;
                if said <= exact {
                    return;
                }
                &mut self.late
            }
            (None, None) => return,
        };
        *wrong += 1;
        self.example.get_or_insert(*query);
    }
}

/// Runs the safe method on `count` queries of every family and kind; returns one line of results for each.
fn attack(count: usize, seed: u64) -> String {
    let mut report = String::new();
    for (family, make) in FAMILIES {
        for kind in Kind::ALL {
            let mut random = Pcg64::new(u128::from(seed), 7);
            let mut found = Count::default();
            for _ in 0..count {
                let query = make(&mut random, kind);
                let said = hybrid::first_contact(kind, &query.start, &query.end, 0.0);
                found.add(&query, said, OnGrid::of(&query).first_contact());
            }
            assert!(found.missed + found.late == 0, "{family}, {kind:?}: {found:?}");
            assert!(found.contacts > 0 || count < 1000, "{family}, {kind:?}: nothing touches");
            let Count { contacts, false_hits, .. } = found;
            let _ = writeln!(report, "{family}, {}: {contacts} contacts, {false_hits} false hits", kind.id());
        }
    }
    report
}

#[test]
fn nothing_is_missed_and_nothing_told_too_late() {
    attack(400, 1);
}

/// Runs the attack on many more queries; started by hand, with optimisation.
#[test]
#[ignore = "takes minutes"]
fn nothing_is_missed_over_many_queries() {
    let of = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let report = attack(of("QUERIES").unwrap_or(40_000) as usize, of("SEED").unwrap_or(2));
    println!("{report}");
}

#[test]
fn every_method_keeps_its_promise_on_every_family() {
    let exact = find(methods::EXACT).unwrap();
    for method in METHODS {
        let mut all = Count::default();
        for (_, make) in FAMILIES {
            for kind in Kind::ALL {
                let mut random = Pcg64::new(11, 7);
                for _ in 0..12 {
                    let query = make(&mut random, kind);
                    let asked = Asked::from(query);
                    all.add(&query, method.answer(&asked), exact.answer(&asked));
                }
            }
        }
        let (wrong, false_hits) = (all.missed + all.late, all.false_hits);
        match method.id {
            methods::NAIVE => assert!(all.missed > 0, "the roots in floating-point numbers miss: {all:?}"),
            methods::EXACT => assert_eq!((wrong, false_hits), (0, 0), "{all:?}"),
            id => assert!(wrong == 0 && false_hits < 80, "{id}: {all:?}"),
        }
    }
}

#[test]
fn times_of_contact_are_exact() {
    let p = Point::new;
    let triangle = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0)];
    let fall = |from: [f64; 3], to: [f64; 3]| {
        let [a, b, c] = triangle;
        Query { kind: Kind::VertexFace, start: [from.into(), a, b, c], end: [to.into(), a, b, c] }
    };
    let cases = [
        ("inside", fall([0.25, 0.25, 1.0], [0.25, 0.25, -3.0]), Some(0.25)),
        ("on a side, at the end", fall([0.5, 0.5, 1.0], [0.5, 0.5, 0.0]), Some(1.0)),
        ("beside", fall([0.5, 0.5 + 1e-6, 1.0], [0.5, 0.5 + 1e-6, -1.0]), None),
        ("in the plane, over a corner", fall([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), Some(0.5)),
        ("in contact all the time", fall([0.25, 0.25, 0.0], [0.5, 0.25, 0.0]), Some(0.0)),
        ("at rest beside", fall([0.25, 0.25, 1e-300], [0.25, 0.25, 1e-300]), None),
    ];
    for (what, query, expected) in cases {
        assert_eq!(OnGrid::of(&query).first_contact(), expected, "{what}");
        let said = hybrid::first_contact(query.kind, &query.start, &query.end, 0.0);
        match expected {
            Some(time) => {
                assert!(said.is_some_and(|t| (0.0..1e-13).contains(&(time - t))), "{what}: {said:?}")
            }
            None => assert!(said.is_none(), "{what}: {said:?}"),
        }
    }
}

#[test]
fn the_point_that_crosses_twice_is_found() {
    // On the same side of the triangle's plane at both ends of the step, and in it in between.
    let p = Point::new;
    let start = [p(0.0, 1.0, 0.0), p(2.0, 1.0, 2.0), p(2.0, 2.0, -1.0), p(-2.0, -2.0, 1.0)];
    let end = [p(0.0, 1.0, 0.0), p(1.0, 2.0, 2.0), p(-2.0, -2.0, 1.0), p(0.0, 2.0, -2.0)];
    let query = Query { kind: Kind::VertexFace, start, end };
    let exact = OnGrid::of(&query).first_contact().unwrap();
    assert!((exact - 2.0 / 3.0).abs() < 1e-15);
    let said = hybrid::first_contact(query.kind, &start, &end, 0.0).unwrap();
    assert!(said <= exact && exact - said < 1e-12, "{said}");
}
