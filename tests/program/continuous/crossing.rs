//! Pairs whose cubic has one root: the decision is exact both ways, for single queries and in SIMD lanes.

use std::collections::BTreeMap;

use collidoscope::cloth::detect::Detect as _;
use collidoscope::cloth::detect::exact::{SameSide, kind};
use collidoscope::cloth::fast::{Fast, Stages};
use collidoscope::cloth::motion::scenes;
use collidoscope::cloth::motion::simulation::{Cloth, Parameters};
use collidoscope::continuous::crossing::{Crossing, Root};
use collidoscope::continuous::cubic::Cubic;
use collidoscope::continuous::differences::{Scale, Spanning};
use collidoscope::continuous::exact::OnGrid;
use collidoscope::continuous::hybrid::first_contact;
use collidoscope::continuous::many::{Decided, MANY, Many};
use collidoscope::continuous::{Kind, Query};
use collidoscope::experiments::ccd::families::FAMILIES;
use rand::Rng as _;
use rand_pcg::Pcg64;

/// Queries of a family, and copies with every coordinate moved by a few rounding steps.
fn queries(make: fn(&mut Pcg64, Kind) -> Query, kind: Kind, count: usize) -> Vec<Query> {
    let mut random = Pcg64::new(19, 7);
    let mut all = vec![];
    for _ in 0..count {
        let query = make(&mut random, kind);
        let mut moved = query;
        for point in moved.start.iter_mut().chain(&mut moved.end) {
            for coordinate in point.iter_mut() {
                *coordinate *= 1.0 + f64::EPSILON * f64::from(random.random_range(-2..=2));
            }
        }
        all.extend([query, moved]);
    }
    all
}

#[test]
fn what_is_decided_side_by_side_is_exact_and_as_it_is_alone() {
    let mut many = Many::default();
    let mut decided = BTreeMap::new();
    for (family, make) in FAMILIES {
        for kind in Kind::ALL {
            for queries in queries(*make, kind, 300).chunks(MANY) {
                for (place, query) in queries.iter().enumerate() {
                    many.set(place, &[query.start, query.end]);
                }
                many.decide(kind, queries.len());
                for (place, query) in queries.iter().enumerate() {
                    let alone = first_contact(kind, &query.start, &query.end, 0.0);
                    let what = many.decided(place);
                    if what == Decided::Open {
                        continue;
                    }
                    let exact = OnGrid::of(query).first_contact();
                    let time = if let Decided::At(time) = what { Some(time) } else { None };
                    assert_eq!(
                        time.is_some(),
                        exact.is_some(),
                        "{family}: {what:?}, exactly {exact:?}, {query:?}"
                    );
                    let (time, exact) = (time.unwrap_or(0.0), exact.unwrap_or(0.0));
                    assert!(
                        time <= exact && exact - time < 2e-9,
                        "{family}: {what:?}, exactly {exact:?}, {query:?}"
                    );
                    assert_eq!(time.to_bits(), alone.unwrap_or(0.0).to_bits(), "{family}: {query:?}");
                    *decided
                        .entry(format!("{what:?}").split('(').next().unwrap_or_default().to_owned())
                        .or_insert(0) += 1;
                }
            }
        }
    }
    let count = |what: &str| decided.get(what).copied().unwrap_or(0);
    assert!(count("At") > 500 && count("Apart") > 500 && count("OneSide") > 1000, "{decided:?}");
}

#[test]
fn most_contacts_of_a_cloth_are_decided_at_their_crossing() {
    let scene = scenes::find(scenes::FOLDS).unwrap();
    let mut cloth = Cloth::new(scene, Parameters::new(17)).unwrap();
    let stages = Stages { certificates: true, same_side: SameSide::Cubic, threads: 1 };
    let mesh = cloth.mesh().clone();
    let mut fast = Fast::new(&mesh, stages).unwrap();
    let (mut decided, mut contacts) = (0, 0);
    for _ in 0..60 {
        let step = cloth.unguarded();
        for contact in fast.detect(&step).contacts {
            let [start, end] = step.ends(contact.features.particles(&mesh));
            let kind = kind(contact.features);
            let cubic = Cubic::of(kind, &start, &end, 0.0);
            let spanning = Spanning::of(kind, [&start, &end], Scale::NONE);
            let crossing = Crossing::of(kind, &spanning, Root::of(&cubic));
            contacts += 1;
            decided += usize::from(crossing.is_meeting());
            assert!(!crossing.is_apart(), "{contact:?}");
        }
        cloth.advance();
    }
    assert!(contacts > 500 && decided * 10 > contacts * 9, "{decided} of {contacts}");
}
