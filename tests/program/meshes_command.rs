//! `collidoscope meshes`: two files and poses in; rows, pairs and a table out.

use std::path::PathBuf;

use collidoscope::geometry::{Mesh, primitives};
use collidoscope::hierarchies::methods::METHODS;

use crate::support::mesh_files::obj;
use crate::window::cli::{Folder, assert_refused, collidoscope, lines, succeeded, text};

const HEADER: &str = "x,y,z,qx,qy,qz,qw\n";
const COLUMNS: &str = "pose,colliding,triangle_pairs,distance,bv_tests,triangle_tests,time_us";

fn cube() -> Mesh {
    primitives::cuboid([1.0, 1.0, 1.0].into())
}

/// Two cubes with sides of 2 m: 1 m apart, touching face to face, one inside the other, and 1 m apart again.
fn cubes(folder: &Folder) -> [PathBuf; 2] {
    let poses = "3,0,0,0,0,0,1\n2,0,0,0,0,0,1\n0.5,0.25,0.125,0,0,0,1\n0,-3,0,0,0,0,1\n";
    [folder.write("cube.obj", &obj(&cube())), folder.write("poses.csv", &format!("{HEADER}{poses}"))]
}

fn rows(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn every_query_by_every_method_answers_as_the_cubes_stand() {
    let folder = Folder::new();
    let [cube, poses] = cubes(&folder);
    for method in METHODS {
        for query in ["detect", "determine", "distance"] {
            let (cube, poses) = (text(&cube), text(&poses));
            let given = ["meshes", cube, cube, "--poses", poses, "--method", method.id, "--query", query];
            let done = collidoscope(&given);
            let (out, said) =
                (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
            assert!(done.status.success(), "{} {query}: {said}", method.id);
            assert_eq!(out.lines().next(), Some(COLUMNS));
            let rows = rows(&out);
            let column = |i: usize| rows.iter().map(|row| row[i].as_str()).collect::<Vec<_>>();
            assert_eq!(column(0), ["0", "1", "2", "3"]);
            assert_eq!(column(1), ["false", "true", "true", "false"], "{} {query}", method.id);
            match query {
                "determine" => assert!(column(2)[0] == "0" && column(2)[1] != "0", "{:?}", column(2)),
                _ => assert_eq!(column(2), [""; 4]),
            }
            match query {
                "distance" => assert_eq!(column(3), ["1", "0", "0", "1"], "{}", method.id),
                _ => assert_eq!(column(3), [""; 4]),
            }
            assert!(rows.iter().all(|row| row[6].parse::<f64>().is_ok()), "{out}");
            assert!(said.contains("4 poses, 2 colliding") && said.contains(method.id), "{said}");
        }
    }
}

#[test]
fn all_methods_stand_in_one_table_and_agree_and_pairs_are_written() {
    let folder = Folder::new();
    let [cube, poses] = cubes(&folder);
    let (out, pairs) = (folder.path("out.csv"), folder.path("pairs.csv"));
    let mut given = vec!["meshes", text(&cube), text(&cube), "--poses", text(&poses), "--all"];
    given.extend(["--query", "determine", "--repeat", "2", "--out", text(&out), "--pairs", text(&pairs)]);
    let done = succeeded(&given);
    let table = String::from_utf8(done.stdout).unwrap();
    let written = std::fs::read_to_string(&out).unwrap();
    assert_eq!(written.lines().next(), Some(format!("method,{COLUMNS}").as_str()));
    for method in METHODS {
        assert!(table.lines().any(|line| line.starts_with(method.id)), "{}: {table}", method.id);
    }
    assert_eq!(rows(&written).len(), 4 * METHODS.len());
    let two = ["meshes", text(&cube), text(&cube), "--poses", text(&poses), "--method", "obb-tree,bvh-fast"];
    let two = String::from_utf8(collidoscope(&two).stdout).unwrap();
    let methods: Vec<_> = rows(&two).into_iter().map(|row| row[0].clone()).collect();
    assert_eq!([&methods[..4], &methods[4..]], [["obb-tree"; 4], ["bvh-fast"; 4]]);
    // The pairs match the counts in the rows and refer to existing triangles.
    let counted: usize = rows(&written).iter().map(|row| row[3].parse::<usize>().unwrap()).sum();
    let pairs = rows(&std::fs::read_to_string(&pairs).unwrap());
    assert_eq!(pairs.len(), counted);
    assert!(pairs.iter().all(|row| row[2..].iter().all(|id| id.parse::<usize>().unwrap() < 12)));
}

/// Triangles keep their numbers in the file, even after one without area.
#[test]
fn triangles_are_numbered_as_in_the_file() {
    let folder = Folder::new();
    let soup = "v 5 5 5\nv 6 5 5\nv 7 5 5\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2\nf 1 2 3\nf 4 5 6\n";
    let soup = folder.write("soup.obj", soup);
    let blade = folder.write("blade.obj", "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.2 1\nf 1 2 3\n");
    let poses = folder.write("poses.csv", &format!("{HEADER}0,0,0,0,0,0,1\n"));
    let pairs = folder.path("pairs.csv");
    let mut given =
        vec!["meshes", text(&soup), text(&blade), "--poses", text(&poses), "--method", "brute-force"];
    given.extend(["--query", "determine", "--pairs", text(&pairs)]);
    let done = succeeded(&given);
    assert_eq!(std::fs::read_to_string(&pairs).unwrap(), "pose,a,b\n0,2,0\n");
    // A query that ends at the first pair writes that pair and a note.
    let said = |done: &std::process::Output| {
        String::from_utf8_lossy(&done.stderr).contains("--query determine finds all")
    };
    assert!(!said(&done));
    let detect: Vec<_> =
        given.iter().map(|word| if *word == "determine" { "detect" } else { word }).collect();
    let done = collidoscope(&detect);
    assert!(done.status.success() && said(&done), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn what_cannot_be_used_is_refused_in_one_line_and_nothing_is_written() {
    let folder = Folder::new();
    let [cube, poses] = cubes(&folder);
    let out = folder.path("out.csv");
    let bad_poses = folder.write("bad.csv", &format!("{HEADER}0,0,0,0,0,0,1\n0,0,0,0,0,0,0\n"));
    let points = folder.write("points.obj", "v 0 0 0\nv 1 0 0\n");
    let (cube, poses) = (text(&cube), text(&poses));
    let refuse = |given: &[&str], parts: &[&str]| {
        let mut all = vec!["meshes"];
        all.extend(given);
        all.extend(["--out", text(&out)]);
        assert_refused(&collidoscope(&all), parts);
        assert!(!out.exists());
    };
    refuse(&[cube, "none.obj", "--poses", poses], &["none.obj", "no such file"]);
    refuse(&[cube, text(&points), "--poses", poses], &["points.obj", "no faces"]);
    refuse(&[cube, cube, "--poses", "none.csv"], &["none.csv", "no such file"]);
    refuse(&[cube, cube, "--poses", text(&bad_poses)], &["bad.csv", "line 3", "length 0"]);
    refuse(&[cube, cube, "--poses", poses, "--method", "octree"], &["\"octree\"", "brute-force"]);
    refuse(&[cube, cube, "--poses", poses, "--repeat", "0"], &["--repeat"]);
    refuse(&[cube, cube, "--poses", poses, "--method", "brute-force", "--set", "colour=red"], &["colour"]);
    refuse(&[cube, cube], &["--poses"]);
}

#[test]
fn more_pairs_than_memory_should_hold_are_refused_in_one_line() {
    let folder = Folder::new();
    // The same triangle many times: each one touches all others.
    let same = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{}", "f 1 2 3\n".repeat(2100));
    let same = folder.write("same.obj", &same);
    let poses = folder.write("poses.csv", &format!("{HEADER}0,0,0,0,0,0,1\n"));
    for method in ["bvh-fast", "obb-tree"] {
        let given = ["meshes", text(&same), text(&same), "--poses", text(&poses), "--method", method];
        let refused = collidoscope(&[&given[..], &["--query", "determine"]].concat());
        assert_refused(
            &refused,
            &["same.obj", "pose 0", method, "more pairs of triangles touch than can be listed"],
        );
        assert!(collidoscope(&given).status.success());
    }
}

#[test]
fn json_lines_have_the_rows_with_the_same_names() {
    let folder = Folder::new();
    let [cube, poses] = cubes(&folder);
    let (cube, poses) = (text(&cube), text(&poses));
    for query in ["detect", "determine", "distance"] {
        let given =
            ["meshes", cube, cube, "--poses", poses, "--method", "bvh-fast,obb-tree", "--query", query];
        let csv = collidoscope(&given);
        let json = collidoscope(&[&given[..], &["--format", "jsonl"]].concat());
        assert!(csv.status.success() && json.status.success());
        let (csv, json) = (String::from_utf8(csv.stdout).unwrap(), lines(&json));
        let names: Vec<_> = csv.lines().next().unwrap().split(',').collect();
        assert_eq!(json.len(), 8);
        for (row, line) in rows(&csv).iter().zip(&json) {
            assert_eq!(line.as_object().unwrap().len(), names.len());
            for (name, cell) in names.iter().zip(row).filter(|(name, _)| **name != "time_us") {
                let value = &line[*name];
                let as_cell = match value {
                    serde_json::Value::Null => String::new(),
                    serde_json::Value::String(word) => word.clone(),
                    serde_json::Value::Number(n) if n.is_f64() => n.as_f64().unwrap().to_string(),
                    other => other.to_string(),
                };
                assert_eq!(as_cell, *cell, "{query}: {name}: {value}");
            }
            assert!(line["time_us"].as_f64().is_some_and(|us| us > 0.0), "{line}");
        }
    }
}

#[test]
fn times_are_warm_unless_cold_ones_are_wanted() {
    let folder = Folder::new();
    let torus = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/torus.obj");
    let poses = folder.write("poses.csv", &format!("{HEADER}{}", "0.5,0.1,0.2,0,0,0,1\n".repeat(20)));
    let ask = |rest: &[&str]| {
        let done =
            succeeded(&[&["meshes", torus, torus, "--poses", text(&poses), "--threads", "1"], rest].concat());
        let (out, said) = (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
        let rows = rows(&out);
        let times: Vec<f64> = rows.iter().map(|row| row[6].parse().unwrap()).collect();
        // Answers and costs do not depend on the warm-up.
        (rows.into_iter().map(|row| row[..6].to_vec()).collect::<Vec<_>>(), times, said)
    };
    let (warm, warm_times, said) = ask(&[]);
    assert!(said.contains("least time of 1 sweep after a warm-up\n"), "{said}");
    let (cold, cold_times, said) = ask(&["--cold"]);
    assert!(said.contains("least time of 1 sweep cold\n"), "{said}");
    assert_eq!(warm, cold);
    // The first of equal poses is much slower than the others only when it is cold.
    let rest = |times: &[f64]| times[10..].iter().copied().fold(f64::INFINITY, f64::min);
    assert!(cold_times[0] > 2.0 * rest(&cold_times), "{cold_times:?}");
    assert!(warm_times.iter().all(|us| *us > 0.0 && *us < 1e6), "{warm_times:?}");
}

#[test]
fn tiny_meshes_are_compared_as_large_ones_and_distances_of_rounding_count_as_equal() {
    let folder = Folder::new();
    let turned = "-5.700058068899451,-5.0989830558933384,-1.3255617358612004,-0.260656585372931,-0.04195586440417795,-0.5125358089588853,-0.8170709237750926";
    let fan =
        "v 0 0 0\nv 1e-310 0 0\nv 0 1e-310 0\nv 0 0 1e-310\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 3 4\nf 1 2 4\n";
    let unit = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let tiny = "v 0 0 0\nv 1e-200 0 0\nv 0 1e-200 0\nf 1 2 3\n";
    let soup = "v -3 -2 4\nv -3 1 -2\nv -3 -2 -1\nv 3 3 4\nv 4 -1 0\nv -4 4 4\n\
                f 3 1 2\nf 1 6 3\nf 1 3 6\nf 4 5 3\nf 4 2 3\n";
    let cases: [(&str, &str, &str, &[f64]); 3] = [
        (fan, unit, "0,0,0,0,0,0,1\n3,0,0,0,0,0,1\n", &[0.0, 3.0]),
        (tiny, tiny, "0,0,3e-200,0,0,0,1\n0,0,0,0,0,0,1\n3,0,0,0,0,0,1\n", &[3e-200, 0.0, 3.0]),
        (soup, soup, turned, &[0.0]),
    ];
    for (a, b, poses, distances) in cases {
        let [a, b] = [("a.obj", a), ("b.obj", b)].map(|(name, mesh)| folder.write(name, mesh));
        let poses = folder.write("poses.csv", &format!("{HEADER}{poses}"));
        let given = ["meshes", text(&a), text(&b), "--poses", text(&poses), "--all", "--query", "distance"];
        let done = succeeded(&given);
        for row in rows(&String::from_utf8(done.stdout).unwrap()) {
            let (pose, found) = (row[1].parse::<usize>().unwrap(), row[4].parse::<f64>().unwrap());
            let expected = distances[pose];
            // The soup is apart by less than the rounding of its coordinates.
            let size = if expected == 0.0 { 4.0 } else { expected };
            let is_equal = (found - expected).abs() <= 1e-15 * size;
            assert!(is_equal, "{row:?}: {expected:e}");
        }
    }
}
