//! `collidoscope sweep`: a level and moves in; one JSON line per move and method out.

use collidoscope::level::methods::METHODS;
use serde_json::Value;

use crate::support::mesh_files::obj;
use crate::window::cli::{Folder, assert_refused, collidoscope, lines, succeeded, text};

/// A unit cube on the ground, and movers that approach it.
pub const CASES: &str = r#"{
    "level": {"brushes": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}, {"planes": [[0, 2, 0, 0]]}]},
    "moves": [
        {"mover": {"point": {}}, "from": [0.5, 3, 0.5], "to": [0.5, -1, 0.5]},
        {"mover": {"sphere": {"radius": 0.5}}, "from": [-3, 0.75, 0.5], "to": [1, 0.75, 0.5]},
        {"mover": {"cylinder": {"radius": 0.5, "height": 1}}, "from": [5, 2, 5], "to": [5, -2, 5]},
        {"mover": {"hull": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}, "from": [4, 1, 0], "to": [8, 1, 0]},
        {"mover": {"sphere": {"radius": 0.5}}, "from": [0.5, 0.5, 0.5], "to": [0.5, 9, 0.5]}
    ]
}"#;

fn answers(arguments: &[&str]) -> Vec<Value> {
    let done = succeeded(arguments);
    let out = String::from_utf8(done.stdout).unwrap();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_page_of_formats_prints_what_its_example_answers() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/file-formats.md");
    let page = std::fs::read_to_string(page).unwrap();
    let section = page.split("\n## Cases of `sweep`").nth(1).unwrap();
    let cases = section.split("```").nth(1).unwrap().strip_prefix("json").unwrap();
    let folder = Folder::new();
    let file = folder.write("cases.json", cases);
    let done = collidoscope(&["sweep", text(&file), "--method", "bsp-shift"]);
    let line = String::from_utf8(done.stdout).unwrap();
    let (before_evidence, _) = line.split_once("{\"plane\"").unwrap();
    assert!(section.contains(&format!("{before_evidence}{{...}}}}")), "{line}");
}

#[test]
fn a_line_for_each_move_and_method_in_order() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", CASES);
    let lines = answers(&["sweep", text(&cases), "--all"]);
    assert_eq!(lines.len(), 5 * METHODS.len());
    for (i, line) in lines.iter().enumerate() {
        let (index, method) = (i / METHODS.len(), METHODS[i % METHODS.len()].id);
        assert_eq!((line["move"].as_u64(), line["method"].as_str()), (Some(index as u64), Some(method)));
        let near = |t: f64| (line["t"].as_f64().unwrap() - t).abs() < 1e-9;
        match index {
            0 => assert!(near(0.5) && line["normal"][1] == 1.0, "{line}"),
            1 => {
                assert!(near(2.5 / 4.0) && (line["normal"][0].as_f64().unwrap() + 1.0).abs() < 1e-9, "{line}")
            }
            2 => assert!(near(0.5), "{line}"),
            3 => assert!(line["hit"] == false && line["t"].is_null() && line["normal"].is_null(), "{line}"),
            _ => assert!(line["start"] == "inside" && near(0.0), "{line}"),
        }
        assert_eq!(line["hit"], index != 3, "{line}");
        assert!(line["evidence"]["cells"].is_u64() && (index == 4 || line.get("start").is_none()), "{line}");
    }
}

#[test]
fn a_check_compares_every_answer_with_the_reference() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", CASES);
    let checked = |more: &[&str]| collidoscope(&[&["sweep", text(&cases), "--check"], more].concat());
    let right = checked(&["--method", "exact,brush-planes"]);
    let said = String::from_utf8_lossy(&right.stderr).into_owned();
    assert_eq!(right.status.code(), Some(0), "{said}");
    for line in lines(&right) {
        let [t, reference] = ["t", "reference"].map(|name| line[name].as_f64().unwrap_or(1.0));
        assert!(
            (t - reference).abs() < 1e-6 && line.as_object().unwrap().contains_key("reference"),
            "{line}"
        );
    }
    // A sphere beside a corner of the box, where shifted planes stop it too early.
    let corner = r#"{"level": {"brushes": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]}, "moves": [
        {"mover": {"point": {}}, "from": [0.5, 3, 0.5], "to": [0.5, -1, 0.5]},
        {"mover": {"sphere": {"radius": 0.5}}, "from": [-3, 1.4, -0.4], "to": [3, 1.4, -0.4]}]}"#;
    let corner = folder.write("corner.json", corner);
    let early = collidoscope(&["sweep", text(&corner), "--all", "--check"]);
    let said = String::from_utf8_lossy(&early.stderr).into_owned();
    assert_eq!(early.status.code(), Some(1), "{said}");
    assert!(said.contains("bsp-shift: 1 answer differs from the exact reference, on move 1"), "{said}");
    assert!(!said.contains("exact: "), "{said}");
    let unchecked = collidoscope(&["sweep", text(&corner), "--all"]);
    assert_eq!(unchecked.status.code(), Some(0));
    assert!(lines(&unchecked).iter().all(|line| line.get("reference").is_none()));
}

#[test]
fn one_method_by_default_or_by_name_and_a_mesh_as_level() {
    let folder = Folder::new();
    let mesh = collidoscope::geometry::primitives::cuboid([0.5, 0.5, 0.5].into());
    folder.write("cube.obj", &obj(&mesh));
    let cases = r#"{"level": {"mesh": {"path": "cube.obj"}}, "moves": [
        {"mover": {"sphere": {"radius": 0.25}}, "from": [0, 2, 0], "to": [0, 0, 0]}]}"#;
    let cases = folder.write("cases.json", cases);
    for (given, id) in [(None, "exact"), (Some("bsp-shift"), "bsp-shift")] {
        let mut arguments = vec!["sweep", text(&cases)];
        arguments.extend(given.iter().flat_map(|id| ["--method", *id]));
        let lines = answers(&arguments);
        assert_eq!((lines.len(), lines[0]["method"].as_str()), (1, Some(id)));
        assert!((lines[0]["t"].as_f64().unwrap() - 0.625).abs() < 1e-9, "{}", lines[0]);
    }
    let out = folder.path("lines.jsonl");
    let done = collidoscope(&["sweep", text(&cases), "--out", text(&out)]);
    assert!(done.status.success() && done.stdout.is_empty());
    assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 1);
}

#[test]
fn a_map_is_a_level_and_every_rule_of_cutting_gives_the_same_answers() {
    let folder = Folder::new();
    let map = r#"{
        "classname" "worldspawn"
        {
        ( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) floor 0 0 0 1 1
        ( 0 0 -32 ) ( 1 0 -32 ) ( 0 1 -32 ) floor 0 0 0 1 1
        }
        }"#;
    folder.write("l.map", map);
    let cases = r#"{"level": {"map": {"path": "l.map", "units": 16}}, "moves": [
        {"mover": {"sphere": {"radius": 0.5}}, "from": [0, 2.5, 0], "to": [0, 0.75, 0]},
        {"mover": {"point": {}}, "from": [0, 2, 0], "to": [0, -3, 0]}]}"#;
    let cases = folder.write("cases.json", cases);
    for rule in ["balance", "splits", "mixed", "area", "first-face"] {
        let lines = answers(&["sweep", text(&cases), "--all", "--split", rule]);
        assert_eq!(lines.len(), 2 * METHODS.len());
        assert!(lines[..METHODS.len()].iter().all(|line| line["hit"] == false), "{rule} {lines:?}");
        let near = |line: &Value| (line["t"].as_f64().unwrap() - 0.4).abs() < 1e-9;
        assert!(lines[METHODS.len()..].iter().all(near), "{rule} {lines:?}");
    }
    assert_refused(
        &collidoscope(&["sweep", text(&cases), "--split", "best"]),
        &["best", "balance, splits, mixed, area, first-face"],
    );
    folder.write("l.map", "{\n{\n( 0 0 0 ) ( 1 0 0 ) ( 2 0 0 ) a 0 0 0 1 1\n}\n}");
    assert_refused(&collidoscope(&["sweep", text(&cases)]), &["level.map: l.map: line 3: the three points"]);
}

#[test]
fn bad_input_gets_one_line_that_says_where() {
    let folder = Folder::new();
    // Its first vertex belongs to no face.
    let open = "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 2 5 3\nf 3 5 4\nf 4 5 2\n";
    folder.write("open.obj", open);
    let with = |from: &str, to: &str| CASES.replacen(from, to, 1);
    for (cases, said) in [
        (with("\"max\": [1, 1, 1]", "\"max\": [1, 0, 1]"), "level.brushes[0].box: min must be less than max"),
        (with("[0, 2, 0, 0]", "[0, 0, 0, 1]"), "level.brushes[1].planes[0]: its normal has length 0"),
        (
            with("[[0, 2, 0, 0]]", "[[0, 1, 0, 1], [0, -1, 0, 1]]"),
            "level.brushes[1]: its planes enclose no volume",
        ),
        (with("\"point\": {}", "\"ball\": {}"), "moves[0].mover: unknown field \"ball\""),
        (with("\"radius\": 0.5", "\"radius\": -1"), "moves[1].mover.sphere.radius: is -1.0"),
        (with("\"to\": [0.5, -1, 0.5]", "\"to\": [0.5, 1e30, 0.5]"), "moves[0].to[1]: is 1e30 m"),
        (with("[0, 0, 1]]}}", "[1, 1, 0]]}}"), "moves[3].mover.hull.points: a hull needs four points"),
        (with("\"moves\"", "\"move\""), "unknown field \"move\"; did you mean \"moves\"?"),
        ("{\"level\": {\"mesh\": {\"path\": \"none.obj\"}}, \"moves\": []}".into(), "level.mesh: "),
        (
            with("{\"box\": {\"min\": [0, 0, 0], \"max\": [1, 1, 1]}}, {\"planes\": [[0, 2, 0, 0]]}", ""),
            "level.brushes: there are no brushes",
        ),
        ("{\"level\": {\"brushes\": []}, \"moves\": []}".into(), "moves: there are no moves"),
        // A pyramid without its base: vertices are numbered as in the file, from 1.
        (
            "{\"level\": {\"mesh\": {\"path\": \"open.obj\"}}, \"moves\": []}".into(),
            "open.obj: the surface is not closed: the edge from vertex 3 at (1, 0, 0) to vertex 2 at (0, 0, 0)",
        ),
        ("{\"level\": {\"mesh\": {\"path\": \"open.obj\"}}, \"moves\": []}".into(), "close the surface"),
    ] {
        let cases = folder.write("cases.json", &cases);
        assert_refused(&collidoscope(&["sweep", text(&cases)]), &[said]);
    }
    let cases = folder.write("cases.json", CASES);
    let refused = |arguments: &[&str], said: &[&str]| {
        assert_refused(&collidoscope(&[&["sweep", text(&cases)], arguments].concat()), said);
    };
    // The error is about the methods that have the setting, not about the first method.
    refused(
        &["--all", "--set", "bevel=all"],
        &[
            "no setting is called \"bevel\"; there are bevels (bsp-shift-bevels), bevel-nodes (bsp-shift-bevels)",
        ],
    );
    refused(
        &["--all", "--set", "bevels=all"],
        &["bsp-shift-bevels: bevels: expected one of published, all-edges"],
    );
    refused(&["--set", "bevels=published"], &["no setting is called \"bevels\": exact has none"]);
    let help = collidoscope(&["sweep", "--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("bevels") && help.contains("published, all-edges"), "{help}");
    assert!(!help.contains("see `collidoscope sweep --help`"), "{help}");
    let refused = collidoscope(&["sweep", text(&cases), "--method", "bsp"]);
    assert_refused(&refused, &["no method for a level is called \"bsp\"; there are bsp-shift,"]);
}

/// Compares the flag with a closed form, with overlapping boxes.
#[test]
fn beginnings_inside_are_told_as_the_distance_to_the_boxes_has_it() {
    let mut state = 7_u64;
    let mut random = |from: f64, to: f64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        from + (to - from) * (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let boxes: Vec<[[f64; 3]; 2]> = (0..8)
        .map(|_| {
            let min = [(); 3].map(|()| random(-3.0, 3.0));
            [min, min.map(|c| c + random(0.3, 2.0))]
        })
        .collect();
    let places: Vec<[f64; 3]> = (0..200).map(|_| [(); 3].map(|()| random(-4.0, 5.0))).collect();
    const RADIUS: f64 = 0.4;
    let gap = |p: &[f64; 3]| {
        let of = |[min, max]: &[[f64; 3]; 2]| {
            let off = [0, 1, 2].map(|i| (min[i] - p[i]).max(p[i] - max[i]).max(0.0));
            off.iter().map(|c| c * c).sum::<f64>().sqrt() - RADIUS
        };
        boxes.iter().map(of).fold(f64::INFINITY, f64::min)
    };
    let brushes: Vec<Value> =
        boxes.iter().map(|[min, max]| serde_json::json!({"box": {"min": min, "max": max}})).collect();
    let moves: Vec<Value> = places
        .iter()
        .map(|p| serde_json::json!({"mover": {"sphere": {"radius": RADIUS}}, "from": p, "to": [p[0], 9, p[2]]}))
        .collect();
    let folder = Folder::new();
    let cases = serde_json::json!({"level": {"brushes": brushes}, "moves": moves});
    let cases = folder.write("cases.json", &cases.to_string());
    let lines = answers(&["sweep", text(&cases), "--all"]);
    let mut met = [0, 0];
    for (line, place) in lines.chunks(METHODS.len()).zip(&places) {
        let is_inside = gap(place) < 0.0;
        met[usize::from(is_inside)] += 1;
        for line in line {
            assert_eq!(line.get("start").is_some(), is_inside, "{line} {place:?} {}", gap(place));
            assert!(!is_inside || line["t"] == 0.0, "{line} {place:?}");
        }
    }
    assert!(met.iter().all(|count| *count > 10), "{met:?}");
}

#[test]
fn empty_lists_are_refused_by_their_place() {
    let folder = Folder::new();
    let a_move = r#"{"mover": {"point": {}}, "from": [0, 3, 0], "to": [0, -1, 0]}"#;
    let floor = r#"{"planes": [[0, 1, 0, 0]]}"#;
    for (brushes, moves, place) in [
        ("[]".to_owned(), a_move, "level.brushes: there are no brushes"),
        (r#"[{"planes": []}]"#.to_owned(), a_move, "level.brushes[0].planes: there are no planes"),
        (format!("[{floor}]"), "", "moves: there are no moves"),
    ] {
        let cases = format!(r#"{{"level": {{"brushes": {brushes}}}, "moves": [{moves}]}}"#);
        let cases = folder.write("cases.json", &cases);
        crate::window::cli::assert_refused(&collidoscope(&["sweep", text(&cases)]), &["cases.json", place]);
    }
}

#[test]
fn an_answer_depends_on_no_other_move() {
    let folder = Folder::new();
    let near = r#"{"mover": {"sphere": {"radius": 0.3}}, "from": [3, 1.1, 1.2], "to": [-1, 0.7, 0.4]}"#;
    let far = r#"{"mover": {"point": {}}, "from": [1e9, 0, 0], "to": [2e9, 0, 1]}"#;
    let of = |moves: &str| {
        let level = r#"{"brushes": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]}"#;
        let file = folder.write("cases.json", &format!(r#"{{"level": {level}, "moves": [{moves}]}}"#));
        answers(&["sweep", text(&file), "--all"])
    };
    let (alone, beside) = (of(near), of(&format!("{near}, {far}")));
    assert_eq!(alone, beside[..METHODS.len()]);
}

#[test]
fn what_shows_an_exact_answer_is_printed_with_it() {
    let folder = Folder::new();
    let cases = folder.write(
        "cases.json",
        r#"{"level": {"brushes": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]},
            "moves": [{"mover": {"sphere": {"radius": 0.5}}, "from": [-3, 0.75, 0.5], "to": [1, 0.75, 0.5]},
                      {"mover": {"sphere": {"radius": 0.5}}, "from": [-1, 1, 0.5], "to": [0.5, 2.5, 0.5]}]}"#,
    );
    let lines = answers(&["sweep", text(&cases), "--method", "exact"]);
    let number = |value: &Value| value.as_f64().unwrap();
    // The sphere comes from −x to the side of the cube.
    let contact = &lines[0]["evidence"]["contact"];
    assert!((number(&contact[0]) - 0.5).abs() < 1e-9 && number(&contact[1]).abs() < 1e-9, "{contact}");
    // It passes the edge at x = 0, y = 1, at a distance of √½.
    let parted = lines[1]["evidence"]["parted"].as_array().unwrap();
    let [plane] = &parted[..] else { panic!("{parted:?}") };
    let (x, y) = (number(&plane["normal"][0]), number(&plane["normal"][1]));
    let offset = number(&plane["offset"]);
    // Both ends of the path are a radius in front of the plane, the corners of the cube behind it.
    for (from_begin, is_cube) in
        [([0.0, 0.0], false), ([1.5, 1.5], false), ([1.0, 0.0], true), ([2.0, 0.0], true)]
    {
        let over = x * from_begin[0] + y * from_begin[1] - offset;
        assert!(if is_cube { over < 1e-9 } else { over > 0.5 - 1e-9 }, "{plane}: {from_begin:?}");
    }
}

#[test]
fn a_brush_too_thin_for_a_tree_is_decided_by_the_methods_without_one() {
    let folder = Folder::new();
    // The ground is unbounded, so the size of the level depends on the move.
    let cases = folder.write(
        "cases.json",
        r#"{"level": {"brushes": [{"planes": [[0, 1, 0, 0]]}, {"box": {"min": [0, 1, 0], "max": [1, 1.0001, 1]}}]},
            "moves": [{"mover": {"point": {}}, "from": [0.5, 3, 0.5], "to": [0.5, 0.5, 0.5]},
                      {"mover": {"point": {}}, "from": [0, 3, 0], "to": [1e9, 3, 0]}]}"#,
    );
    let done = collidoscope(&["sweep", text(&cases), "--all"]);
    let (out, said) = (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
    assert!(done.status.success(), "{said}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |index: usize| lines.iter().filter(move |line| line["move"] == index);
    let ids = |index| of(index).map(|line| line["method"].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(ids(0), METHODS.iter().map(|method| method.id).collect::<Vec<_>>());
    assert_eq!(ids(1), ["brush-planes", "exact"]);
    // Each stops at a skin's distance, which is proportional to the size of the level around the short move.
    for line in of(0) {
        assert!((line["t"].as_f64().unwrap() - 1.9999 / 2.5).abs() < 1e-9, "{line}");
    }
    for id in ["bsp-shift", "bsp-shift-bevels", "bsp-offset"] {
        let note = said.lines().find(|line| line.contains(&format!("{id} is left out for moves[1]")));
        assert!(note.is_some_and(|note| note.contains("brushes[1]")), "{said}");
        let refused = collidoscope(&["sweep", text(&cases), "--method", id]);
        let why = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{why}");
        assert!(
            ["cases.json", "brushes[1]", "thinner", "moves[1]"].iter().all(|part| why.contains(part)),
            "{why}"
        );
    }
}

/// The output lines for these moves through a level, by all methods.
fn lines_of(level: &str, moves: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    let cases = format!(r#"{{"level": {level}, "moves": [{}]}}"#, moves.join(", "));
    let file = folder.write("cases.json", &cases);
    let done = succeeded(&["sweep", text(&file), "--all"]);
    String::from_utf8(done.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn what_has_no_end_is_met_the_same_whatever_other_moves_there_are() {
    let on_ground =
        r#"{"brushes": [{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}, {"planes": [[0, 1, 0, 0]]}]}"#;
    let ground = r#"{"brushes": [{"planes": [[0.1, 1, 0.2, 0.3]]}]}"#;
    let a_move = r#"{"mover": {"sphere": {"radius": 0.5}}, "from": [0.5, 3, 0.5], "to": [0.5, -1, 0.5]}"#;
    let far = [
        r#"{"mover": {"sphere": {"radius": 0.5}}, "from": [0.5, 3, 0.5], "to": [1e10, 2, 0.5]}"#,
        r#"{"mover": {"point": {}}, "from": [-3e11, 4, 7e8], "to": [5, 2, 0.5]}"#,
        r#"{"mover": {"point": {}}, "from": [3e5, 4e5, 7e5], "to": [3e5, 4e4, 7e5]}"#,
    ];
    for level in [on_ground, ground] {
        let alone = lines_of(level, &[a_move]);
        assert_eq!(alone.len(), METHODS.len());
        let among = lines_of(level, &[a_move, far[0], far[1], far[2]]);
        assert_eq!(among[..METHODS.len()], alone);
    }
}

#[test]
fn a_wedge_without_end_is_met_by_planes_alone_where_nothing_of_it_is_near() {
    // The wedge is a few nanometres thick at the end of this move's reach: less than the rounding of a tree.
    let level = r#"{"brushes": [{"box": {"min": [-1, 0, -1], "max": [1, 1, 1]}},
        {"planes": [[1e-10, 1, 0, -40], [1e-10, -1, 0, 40], [1, 0, 0, 0]]}]}"#;
    let a_move = r#"{"mover": {"sphere": {"radius": 0.5}}, "from": [0, 3, 0], "to": [0, -1, 0]}"#;
    let lines = lines_of(level, &[a_move]);
    assert_eq!(lines.len(), METHODS.len());
    for line in lines {
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!((answer["t"].as_f64().unwrap() - 0.375).abs() < 1e-9, "{line}");
    }
}

#[test]
fn what_takes_too_long_is_refused_before_it_does() {
    let folder = Folder::new();
    // Points on a sphere, in a spiral.
    let sphere = |count: usize| -> Vec<[f64; 3]> {
        let point = |i: usize| {
            let (y, turn) = (1.0 - (2 * i + 1) as f64 / count as f64, 2.4 * i as f64);
            let level = (1.0 - y * y).sqrt();
            [level * turn.cos(), y, level * turn.sin()]
        };
        (0..count).map(point).collect()
    };
    let file = |brushes: &Value, mover: &Value| {
        let moves = serde_json::json!([{"mover": mover, "from": [0, 5, 0], "to": [0, -5, 0]}]);
        let cases = serde_json::json!({"level": {"brushes": brushes}, "moves": moves});
        folder.write("cases.json", &cases.to_string())
    };
    let cube = serde_json::json!([{"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]);
    let point = serde_json::json!({"point": {}});
    let hull = serde_json::json!({"hull": {"points": sphere(2001)}});
    let refused = collidoscope(&["sweep", text(&file(&cube, &hull))]);
    assert_refused(&refused, &["moves[0].mover.hull.points", "2001 corners", "at most 2000"]);
    let planes: Vec<[f64; 4]> = sphere(1500).into_iter().map(|[x, y, z]| [x, y, z, -1.0]).collect();
    let brushes = Value::from(vec![serde_json::json!({"planes": planes}); 8]);
    assert_refused(&collidoscope(&["sweep", text(&file(&brushes, &point))]), &["brushes[7]", "too many"]);
}

#[test]
fn a_small_mesh_far_from_the_origin_is_a_level_for_every_method() {
    let folder = Folder::new();
    for x in [1e6, 3e7, 1e9] {
        let mesh = format!(
            "v {x} 0 0\nv {} 0 0\nv {x} 1 0\nv {x} 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
            x + 1.0
        );
        folder.write("far.obj", &mesh);
        let moves = format!(
            r#"{{"mover": {{"sphere": {{"radius": 0.25}}}}, "from": [{x}, 3, 0.25], "to": [{x}, 0, 0.25]}}"#
        );
        let cases = format!(r#"{{"level": {{"mesh": {{"path": "far.obj"}}}}, "moves": [{moves}]}}"#);
        let file = folder.write("cases.json", &cases);
        let lines = answers(&["sweep", text(&file), "--all"]);
        assert_eq!(lines.len(), METHODS.len());
        let exact = lines[METHODS.len() - 1]["t"].as_f64().unwrap();
        assert!((0.6..0.9).contains(&exact), "{exact}");
        assert!(lines.iter().all(|line| line["t"].as_f64().unwrap() <= exact + 1e-9), "{lines:?}");
    }
}
