//! The families' truth against the reference and the exact check of certificates, and the checks without a reference
//! against programs with a fault of that kind.

use std::collections::HashMap;
use std::time::Duration;

use collidoscope::experiments::truth::pair::{Case, Truth};
use collidoscope::geometry::{Point, Vector};
use collidoscope::grading::changes::CHANGES;
use collidoscope::grading::families::FAMILIES;
use collidoscope::grading::grade::{self, Grade, Rules};
use collidoscope::grading::hints;
use collidoscope::grading::homework::Homework;
use collidoscope::methods::truth;
use collidoscope::programs::certificate::{Checked, check};
use collidoscope::programs::{Answer, Answerer, Certificate, Failure, FailureKind, Reply};
use collidoscope::solids::signed_distance::SignedDistance;
use collidoscope::world::Body;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// An answerer from a function.
struct Function<F>(F);

impl<F: FnMut(&[Body; 2]) -> Result<Answer, Failure>> Answerer for Function<F> {
    fn name(&self) -> &str {
        "function"
    }

    fn ask(&mut self, pair: &[Body; 2]) -> Reply {
        Reply { result: (self.0)(pair), took: Duration::from_micros(10) }
    }
}

fn by_reference(pair: &[Body; 2]) -> bool {
    truth::Truth::of(&pair.each_ref().map(Body::as_drawn)).unwrap().of_meshes()
}

fn bare(colliding: bool) -> Result<Answer, Failure> {
    Ok(Answer { colliding, certificate: None })
}

/// The answer with the proof that comes with the question.
fn proved(question: &Case) -> Answer {
    let certificate = match question.truth {
        Truth::Colliding { point, .. } => {
            Some(Certificate::Point((question.bodies[0].pose.translation.vector + point).into()))
        }
        Truth::Apart { direction: None, .. } => None,
        Truth::Apart { direction: Some(n), gap } => {
            // In front of A by half of the gap.
            let [a, _] = &question.bodies;
            let reach = a.shape.support(&(a.pose.rotation.inverse() * n));
            Some(Certificate::Plane(n.into(), n.dot(&(a.pose * reach).coords) + 0.5 * gap))
        }
    };
    Answer { colliding: question.colliding(), certificate }
}

fn kinds(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn every_truth_is_that_of_the_reference_and_its_proof_holds() {
    let all = kinds(&["box", "sphere", "cone", "cylinder", "hull", "needle", "plate", "bipyramid"]);
    for family in FAMILIES {
        let mut colliding = 0;
        for index in 0..40 {
            let question = family.question(11, index, &all);
            let name = format!("{} {index}", family.id);
            let found = truth::Truth::of(&question.bodies).unwrap();
            let solids = collidoscope::methods::find("gjk").unwrap();
            assert_eq!(found.for_method(solids), question.colliding(), "{name}: solids");
            assert_eq!(found.of_meshes(), question.colliding(), "{name}: meshes");
            let checked = check(&question.bodies, &proved(&question));
            let expected = if question.is_provable() { Checked::Proved } else { Checked::Bare };
            assert_eq!(checked, expected, "{name}");
            colliding += usize::from(question.colliding());
        }
        let expected = if family.id == "far" {
            0..=0
        } else if family.id == "contained" {
            40..=40
        } else {
            5..=35
        };
        assert!(expected.contains(&colliding), "{}: {colliding} of 40 collide", family.id);
    }
}

/// Points of the exact check against an independent signed distance, in and around bodies of every family: concave
/// ones, needles, and meshes with flat triangles. Points very near to a surface are left to the tolerance.
#[test]
fn points_are_inside_where_the_signed_distance_says_so() {
    let mut random = Pcg64::seed_from_u64(8);
    let mut counts = [0; 2];
    for family in FAMILIES.iter().filter(|family| family.id != "far-from-origin") {
        for index in 0..6 {
            let [body, _] = family.question(21, index, &kinds(&["box", "hull"])).bodies;
            let mesh = body.as_drawn().shape.mesh().clone();
            let signed = SignedDistance::new([&mesh]).unwrap();
            let around = mesh.aabb();
            let pair = [body.clone(), body.clone()];
            for _ in 0..60 {
                let own = Vector::from_fn(|i, _| {
                    let (low, high) = (around.min[i], around.max[i]);
                    random.random_range(low - 0.2 * (high - low)..=high + 0.2 * (high - low))
                });
                let distance = signed.of(&own.into());
                if distance.abs() < 1e-6 * body.shape.size() {
                    continue;
                }
                let point = (body.pose * Point::from(own)).coords.into();
                let answer = Answer { colliding: true, certificate: Some(Certificate::Point(point)) };
                let name = format!("{} {index} at {own:?}: {distance}", family.id);
                match check(&pair, &answer) {
                    Checked::Proved => assert!(distance < 0.0, "{name}"),
                    Checked::False(flaw) => {
                        assert!(
                            distance > 0.0 && (flaw.by() / distance - 1.0).abs() < 1e-6,
                            "{name}: {flaw:?}"
                        );
                    }
                    Checked::Bare => panic!("{name}"),
                }
                counts[usize::from(distance < 0.0)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}

#[test]
fn no_change_changes_the_truth() {
    let mut random = Pcg64::seed_from_u64(2);
    for family in FAMILIES {
        for index in 0..12 {
            let question = family.question(5, index, &kinds(&["box", "sphere", "hull"]));
            for change in CHANGES {
                let Some(pair) = (change.make)(&question, &mut random) else { continue };
                let name = format!("{} {index}: {}", family.id, change.id);
                assert_eq!(by_reference(&pair), question.colliding(), "{name}");
            }
        }
    }
}

#[test]
fn equal_seeds_give_equal_pairs_and_other_seeds_others() {
    for family in FAMILIES {
        let of = |seed, index| {
            let [a, b] = family.question(seed, index, &kinds(&["box", "hull"])).bodies;
            (a.pose, b.pose, b.shape.mesh().vertices().to_vec())
        };
        assert_eq!(of(1, 3), of(1, 3), "{}", family.id);
        assert!(of(1, 3) != of(2, 3) && of(1, 3) != of(1, 4), "{}", family.id);
    }
}

const HOMEWORK: &str = r#"
id = "test"
bare_credit = 0.5
bonus = 8
bodies = ["box", "hull"]
families = [
    {name = "far", count = 6}, {name = "near", count = 20}, {name = "touching", count = 8},
    {name = "concave", count = 12},
]
checks = [
    {name = "exchange", count = 16}, {name = "motion", count = 16}, {name = "scale", count = 16},
    {name = "repeat", count = 16}, {name = "vertices", count = 16},
]
[title]
en = "Test"
"#;

fn graded(answer: impl FnMut(&[Body; 2]) -> Result<Answer, Failure>) -> Grade {
    let homework = Homework::read(HOMEWORK).unwrap();
    grade::run(&homework, 3, &mut Function(answer), &Rules::of(&homework), &mut |_, _| true)
}

/// The ids of the checks that did not pass.
fn broken(grade: &Grade) -> Vec<&'static str> {
    grade.checks.iter().filter(|group| group.failed().next().is_some()).map(|group| group.id).collect()
}

#[test]
fn right_verdicts_pass_and_proofs_earn_the_rest() {
    let grade = graded(|pair| bare(by_reference(pair)));
    assert!(grade.is_passed() && broken(&grade).is_empty());
    let points: Vec<f64> = grade.families.iter().map(|group| group.score()).collect();
    assert_eq!(points[..3], [50.0; 3]);
    assert!(points[3] > 50.0, "separated concave bodies need no plane");
    assert_eq!(grade.bonus, 0.0);
    assert!((60.0..90.0).contains(&grade.score()));

    // All questions with their proofs, looked up by the poses.
    let homework = Homework::read(HOMEWORK).unwrap();
    let mut known: HashMap<String, Answer> = HashMap::new();
    for part in &homework.families {
        for index in 0..part.count {
            let question = part.family().unwrap().question(3, index, &homework.bodies);
            known.insert(format!("{:?}", question.bodies.each_ref().map(|b| b.pose)), proved(&question));
        }
    }
    let grade = graded(|pair| {
        let poses = format!("{:?}", pair.each_ref().map(|b| b.pose));
        known.get(&poses).copied().map_or_else(|| bare(by_reference(pair)), Ok)
    });
    assert_eq!((grade.score(), grade.bonus, grade.is_passed()), (100.0, 8.0, true));
}

#[test]
fn an_answer_that_is_always_the_same_earns_nothing_in_any_homework() {
    for name in ["01-sphere-box", "02-convex", "03-passes"] {
        let path = format!("{}/examples/own-method/homework/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let homework = Homework::read(&std::fs::read_to_string(path).unwrap()).unwrap();
        for verdict in [true, false] {
            let mut constant = Function(|_: &[Body; 2]| bare(verdict));
            let grade = grade::run(&homework, 4, &mut constant, &Rules::of(&homework), &mut |_, _| true);
            assert_eq!(grade.score(), 0.0, "{name}");
        }
    }
}

#[test]
fn every_check_finds_the_fault_that_it_is_for() {
    // The sphere around A decides about exchanged bodies otherwise.
    let grade = graded(|[a, b]| {
        let between = (a.pose.translation.vector - b.pose.translation.vector).norm();
        bare(between < 1.2 * a.shape.mesh().vertices().iter().map(|p| p.coords.norm()).fold(0.0, f64::max))
    });
    assert!(broken(&grade).contains(&"exchange"), "{:?}", broken(&grade));
    // Boxes along the world's axes depend on the rotation of both bodies.
    let grade = graded(|[a, b]| bare(a.aabb().overlaps(&b.aabb())));
    assert_eq!(broken(&grade), ["motion"]);
    // A tolerance in metres depends on the scale.
    let grade = graded(|pair| {
        let [a, b] = pair.each_ref().map(Body::as_drawn);
        bare(collidoscope::combined::piecewise::distance(&a, &b) < 0.02)
    });
    assert!(broken(&grade).contains(&"scale"), "{:?}", broken(&grade));
    // Every second answer is the one before.
    let (mut count, mut last) = (0, false);
    let grade = graded(|pair| {
        count += 1;
        if count % 2 == 0 {
            last = by_reference(pair);
        }
        bare(last)
    });
    assert!(broken(&grade).contains(&"repeat"), "{:?}", broken(&grade));
    // Only the first corner of B is tested against the box around A.
    let grade = graded(|[a, b]| {
        let corner = a.pose.inverse() * (b.pose * b.shape.mesh().vertices()[0]);
        let around = a.shape.local_aabb();
        bare((0..3).all(|i| (around.min[i] - 0.2..around.max[i] + 0.2).contains(&corner[i])))
    });
    assert!(broken(&grade).contains(&"vertices"), "{:?}", broken(&grade));
}

#[test]
fn mistakes_are_counted_and_a_pair_without_answer_is_not_compared() {
    let grade = graded(|_| bare(true));
    let near = &grade.families[1];
    assert_eq!(near.count("false-hit") + near.count("passed"), 20);
    assert!(near.count("false-hit") > 3 && near.count("missed") == 0);
    assert_eq!(grade.families[0].score(), 0.0);
    assert!(broken(&grade).is_empty(), "an answer that is always the same changes with nothing");

    let failed = || Err(Failure::new(FailureKind::Crash, "gone"));
    let grade = graded(|_| failed());
    assert_eq!((grade.score(), grade.median), (0.0, None));
    assert_eq!(grade.checks[0].count("failed"), 16);
    let mut left = 46;
    let grade = graded(|_| {
        left -= 1;
        if left >= 0 { failed() } else { bare(true) }
    });
    assert_eq!(grade.checks[0].count("not-compared"), 16);
    assert!(!grade.is_passed());
}

/// A run that is stopped keeps what it has.
#[test]
fn a_stopped_run_keeps_its_results() {
    let homework = Homework::read(HOMEWORK).unwrap();
    let mut right = Function(|pair: &[Body; 2]| bare(by_reference(pair)));
    let grade = grade::run(&homework, 3, &mut right, &Rules::of(&homework), &mut |done, _| done < 20);
    let passed: usize = grade.groups().map(|group| group.count("passed")).sum();
    assert_eq!(passed, 20);
}

#[test]
fn a_failed_pair_shrinks_and_keeps_failing() {
    // Colliding if the boxes along the axes overlap: false hits on turned bodies.
    let mut answerer = Function(|[a, b]: &[Body; 2]| bare(a.aabb().overlaps(&b.aabb())));
    let homework = Homework::read(HOMEWORK).unwrap();
    let grade = grade::run(&homework, 3, &mut answerer, &Rules::of(&homework), &mut |_, _| true);
    let first = grade.families[1].failed().next().unwrap();
    let simple = hints::shrunk(first, &mut answerer, &Rules::of(&homework));
    let [a, b] = &simple.asked;
    assert!(a.aabb().overlaps(&b.aabb()) && !by_reference(&simple.asked), "it still fails");
    let text = hints::described(&simple.asked);
    let corners: usize = simple.asked.iter().map(|body| body.shape.mesh().vertices().len()).sum();
    let before: usize = first.asked.iter().map(|body| body.shape.mesh().vertices().len()).sum();
    assert!(corners <= before.min(16), "{text}");
    let is_turned = |body: &Body| body.pose.rotation.angle() > 0.0;
    assert!(!(is_turned(a) && is_turned(b)), "one rotation is enough: {text}");
    assert_eq!(a.pose.translation.vector.norm(), 0.0, "{text}");
    assert!(hints::invariant(&simple).contains("apart"), "{}", hints::invariant(&simple));
}
