//! Tables of passes, graded: right tables are never blamed, wrong ones are, and pairs below a pixel do not count.

use std::process::Output;

use collidoscope::app::scene_file::LoadedScene;
use collidoscope::experiments::truth::pair::Case;
use collidoscope::grading::families::FAMILIES;
use collidoscope::grading::grade::{self, Grade, Rules};
use collidoscope::grading::homework::Homework;
use collidoscope::grading::method::OfMethod;
use collidoscope::grading::pixels::Pixels;
use collidoscope::image_space::options::Options;
use collidoscope::image_space::own::pixel::{Touching, can_be_judged};
use collidoscope::image_space::own::settings::{BUILT_IN, copy_of, of_text, table};
use collidoscope::image_space::own::table::OwnTable;
use collidoscope::labs::arena::Setup;
use collidoscope::methods;
use collidoscope::settings::in_one_word;
use collidoscope::world::Body;
use serde_json::{Value, json};

use crate::support::window::Drive as _;
use crate::support::{gpu, window};
use crate::window::cli::{Folder, assert_refused, collidoscope, text};
use crate::window::own_passes_files::path;

fn example(path: &str) -> String {
    format!("{}/examples/own-method/{path}", env!("CARGO_MANIFEST_DIR"))
}

fn grade(name: &str, more: &[&str]) -> Output {
    let homework = example("homework/03-passes.toml");
    let table = path(name);
    collidoscope(&[&["grade", "--homework", &homework, "--passes", &table], more].concat())
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn the_homework_tells_the_repaired_table_from_the_printed_one() {
    for name in ["stencil-repaired", "recode", "parity-slice"] {
        let output = grade(name, &["--json"]);
        let found = report(&output);
        assert_eq!(output.status.code(), Some(0), "{name}: {found:#}");
        assert_eq!(
            (&found["program"], &found["kind"], &found["score"], &found["bonus"]),
            (&json!(name), &json!("table"), &json!(100.0), &json!(0.0))
        );
        let families = found["families"].as_array().unwrap();
        // Gaps and overlaps down to a millionth: a part of them is within a pixel.
        let near = &families[1];
        assert!(near["passed"].as_u64() > Some(12), "{name}: {near}");
        assert!(families.iter().any(|family| family["not_judged"].as_u64() > Some(0)));
    }
    let folder = Folder::new();
    let out = folder.path("failed");
    let output = grade("stencil-as-printed", &["--json", "--hints", "3", "--out", text(&out)]);
    let found = report(&output);
    assert_eq!((output.status.code(), &found["passed"]), (Some(1), &json!(false)));
    // Its checks pass nearly always, because it is consistent, but only right verdicts earn points.
    assert!(found["score"].as_f64() < Some(10.0), "{}", found["score"]);
    for check in found["checks"].as_array().unwrap() {
        assert!(check["changed"].as_u64() <= Some(1) && check["score"].as_f64() < Some(90.0), "{check:#}");
    }
    let families = found["families"].as_array().unwrap();
    let contained = families.iter().find(|family| family["name"] == "contained").unwrap();
    assert_eq!((&contained["name"], &contained["passed"]), (&json!("contained"), &json!(0)));
    let relation = contained["hint"]["relation"].as_str().unwrap();
    assert!(
        relation.ends_with(
            "your table says separated; no fragment of row 5 passes the stencil test, so that row writes no depth"
        ),
        "{relation}"
    );
    assert!(["relation 5 (B inside A)", "relation 6 (A inside B)"].iter().any(|is| relation.starts_with(is)));
    let near = &found["families"][1];
    assert!(near["missed"].as_u64() > Some(1) && near["false_hit"].as_u64() > Some(1), "{near}");
    assert!(near["hint"]["pair"].as_str().unwrap().contains("A: box"), "{}", near["hint"]);

    // A failed pair opens with the table beside the reference.
    let failure = &near["failures"][0];
    let scene = out.join(format!("near-{}.collidoscope.json", failure["pair"]));
    let gpu = gpu();
    let mut shell = window::open(&gpu, Setup::default());
    shell.open_scene(&LoadedScene::load(&scene).unwrap()).unwrap();
    let arena = shell.arena();
    let own = methods::find("own-passes").unwrap();
    assert_eq!(arena.roles().shown.id, "own-passes");
    assert_eq!(table(arena.settings_of(own)).name, "stencil-as-printed");
    assert_eq!(
        arena.found().answer(own).unwrap().errors.as_ref().unwrap().count(),
        1,
        "it is wrong there, too"
    );

    let said = grade("stencil-as-printed", &["--hints", "3", "--language", "zh-CN"]);
    let said = String::from_utf8(said.stdout).unwrap();
    let relation = "您的表判为分离；第 5 行没有片元通过模板测试，因此该行不写入深度";
    assert!(said.contains(relation) && said.contains("内）："), "{said}");
    let said = grade("stencil-as-printed", &[]);
    let said = String::from_utf8(said.stdout).unwrap();
    for part in ["table: stencil-as-printed", "not judged", "03-passes: Repair a table of passes"] {
        assert!(said.contains(part), "{part:?} is missing in:\n{said}");
    }
}

#[test]
fn bad_tables_are_refused_in_one_line() {
    let folder = Folder::new();
    let homework = example("homework/03-passes.toml");
    let run = |path: &str, more: &[&str]| {
        collidoscope(&[&["grade", "--homework", &homework, "--passes", path], more].concat())
    };
    let bad = folder.write("bad.passes", "read counts\nround\n draw A nearly count\n");
    assert_refused(&run(text(&bad), &[]), &["bad.passes:3: ", "\"nearly\""]);
    let faulty = folder.write("faulty.passes", "read counts\nround\n draw A near\n");
    assert_refused(&run(text(&faulty), &[]), &["faulty.passes", "counts nothing"]);
    assert_refused(&run("none.passes", &[]), &["none.passes", "no such file"]);
    let edges = folder.write("edges.passes", &copy_of("edge-winding").unwrap().to_string());
    assert_refused(&run(text(&edges), &[]), &["edges.passes", "draws edges"]);
    let good = example("tables/recode.passes");
    for other in [["--program", "x"], ["--method", "gjk"], ["--record", "x"], ["--set", "resolution=64"]] {
        assert_refused(&run(&good, &other), &["--passes"]);
    }
}

/// A homework about all families.
fn homework(count: u64, resolution: u32) -> Homework {
    let families: Vec<String> =
        FAMILIES.iter().map(|family| format!("{{name = \"{}\", count = {count}}}", family.id)).collect();
    let checks = ["exchange", "motion", "scale", "repeat", "vertices"]
        .map(|name| format!("{{name = \"{name}\", count = {count}}}"));
    Homework::read(&format!(
        "id = \"all\"\nfamilies = [{}]\nchecks = [{}]\n[title]\nen = \"All\"\n[table]\nresolution = {resolution}\n",
        families.join(", "),
        checks.join(", ")
    ))
    .unwrap()
}

fn graded(own: &OwnTable, homework: &Homework, seed: u64, touching: Touching) -> Grade {
    let gpu = gpu();
    let method = methods::find("own-passes").unwrap();
    let mut settings = method.default_settings();
    settings.set("table", &in_one_word(&own.to_string())).unwrap();
    settings.set("resolution", &homework.table.resolution.to_string()).unwrap();
    let options = Options::of(&settings).unwrap();
    let pixels = Pixels { table: own.lowered(), options, slices: homework.table.slices, touching };
    let detector = method.detector(Some(&gpu), &settings).unwrap();
    let mut answerer = OfMethod { name: own.name.clone(), detector };
    let right = |question: &Case, asked: &[Body; 2]| pixels.right(question, asked);
    grade::run(homework, seed, &mut answerer, &Rules::bare(&right), &mut |_, _| true)
}

#[test]
fn right_tables_pass_in_every_family_and_wrong_ones_do_not() {
    for (seed, resolution) in [(1, 32), (2, 16)] {
        let homework = homework(12, resolution);
        for (id, program) in BUILT_IN {
            let own = OwnTable::of_program(id, program);
            if !can_be_judged(&own.lowered()) {
                continue;
            }
            let grade = graded(&own, &homework, seed, Touching::IsEither);
            if id == "stencil-as-published" {
                assert!(!grade.is_passed() && grade.score() < 80.0, "{}", grade.score());
                continue;
            }
            // The published winding numbers miss overlaps behind the first surface of a concave body.
            let may_fail = |group: &str| id == "winding-as-published" && group == "concave";
            for group in grade.groups().filter(|group| !may_fail(group.id)) {
                let failed: Vec<_> = group.failed().map(|pair| (pair.number, &pair.outcome)).collect();
                assert!(failed.is_empty(), "{id} at {resolution}, {}: {failed:?}", group.id);
            }
            for family in grade.families.iter().filter(|family| {
                ["far", "contained", "parallel-faces", "identical", "concave"].contains(&family.id)
            }) {
                assert!(family.judged() >= 5, "{id} at {resolution}: {} of {}", family.judged(), family.id);
            }
        }
    }
}

/// Tables that know half of the subject, or nothing of it.
#[test]
fn a_table_that_ignores_depth_earns_little_and_half_a_query_not_much() {
    const FLAT: &str = "method flat\nbodies convex\nread counts\nround\n clear stencil 0\n draw A whole stencil always 1 pass replace\n draw B whole stencil equal 1 count\n";
    const HALF: &str = "method half\nbodies convex\nread counts\nround\n clear depth 1\n draw A near depth lequal write\n draw B far depth gequal count\n";
    let homework = std::fs::read_to_string(example("homework/03-passes.toml")).unwrap();
    let homework = Homework::read(&homework).unwrap();
    for seed in [homework.seed, 1, 2] {
        let score = |text: &str| {
            let table = of_text(text).unwrap();
            graded(&table, &homework, seed, Touching::IsEither).score()
        };
        let [flat, half] = [FLAT, HALF].map(score);
        assert!(flat <= 30.0 && half <= 40.0, "seed {seed}: {flat}, {half}");
        assert_eq!(graded(&copy_of("stencil").unwrap(), &homework, seed, Touching::IsEither).score(), 100.0);
    }
}

#[test]
fn each_row_left_out_of_a_table_is_noticed() {
    let homework = homework(16, 32);
    for id in ["occlusion-query", "stencil", "recode", "parity-slice"] {
        let whole = copy_of(id).unwrap();
        for place in whole.places() {
            let less = whole.without(place);
            if less.faults().is_empty() {
                let grade = graded(&less, &homework, 3, Touching::IsEither);
                assert!(!grade.is_passed(), "{id} without {place:?}");
            }
        }
    }
}

#[test]
fn exact_contact_counts_as_the_homework_says() {
    let homework = homework(60, 32);
    let of = |id: &str, touching| {
        let grade = graded(&copy_of(id).unwrap(), &homework, 5, touching);
        let group = grade.families.iter().find(|group| group.id == "touching").unwrap();
        (group.judged(), group.count("missed"), group.count("false-hit"))
    };
    let (judged, missed, false_hits) = of("occlusion-query", Touching::Collides);
    assert_eq!((missed, false_hits), (0, 0), "of {judged}");
    assert_eq!(of("stencil", Touching::IsSeparated), (60, 0, 0));
    let (judged, missed, false_hits) = of("occlusion-query", Touching::IsEither);
    assert!(judged < 60 && missed + false_hits == 0, "{judged}");
}
