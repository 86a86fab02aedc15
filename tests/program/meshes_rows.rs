//! `collidoscope meshes`: rows by several threads, as they are answered, with closest points and carried columns.

use std::path::{Path, PathBuf};

use collidoscope::geometry::{Mesh, Point, Pose, Vector};
use collidoscope::hierarchies::methods::METHODS;
use nalgebra::{Quaternion, UnitQuaternion};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::support::mesh_files::obj;
use crate::window::cli::{Folder, assert_refused, collidoscope, lines, succeeded, text};

const HEADER: &str = "x,y,z,qx,qy,qz,qw\n";
const TORUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/torus.obj");

/// Poses around contact of two tori, and their numbers as in the file.
fn poses(folder: &Folder, count: usize, seed: u64) -> (PathBuf, Vec<[f64; 7]>) {
    let mut random = Pcg64::seed_from_u64(seed);
    let numbers: Vec<_> = (0..count).map(|_| [(); 7].map(|()| random.random_range(-1.5..1.5))).collect();
    let mut csv = HEADER.to_owned();
    for row in &numbers {
        csv += &(row.map(|n: f64| n.to_string()).join(",") + "\n");
    }
    (folder.write("poses.csv", &csv), numbers)
}

fn pose(n: &[f64; 7]) -> Pose {
    let turn = UnitQuaternion::new_normalize(Quaternion::new(n[6], n[3], n[4], n[5]));
    Pose::from_parts([n[0], n[1], n[2]].into(), turn)
}

/// Standard output and standard error of a successful run.
fn run(rest: &[&str]) -> (String, String) {
    let done = succeeded(&[&["meshes"], rest].concat());
    (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

fn rows(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The rows without their times.
fn untimed(csv: &str) -> Vec<Vec<String>> {
    let time = csv.lines().next().unwrap().split(',').position(|name| name == "time_us").unwrap();
    let drop_time = |mut row: Vec<String>| {
        row.remove(time);
        row
    };
    rows(csv).into_iter().map(drop_time).collect()
}

#[test]
fn any_number_of_threads_gives_the_same_rows_in_the_same_order() {
    let folder = Folder::new();
    let (file, numbers) = poses(&folder, 6000, 1);
    let pairs = folder.path("pairs.csv");
    for (method, query) in [("bvh-fast", "determine"), ("bvh-fast", "distance"), ("obb-tree", "determine")] {
        // Only the fast tree is shared by threads.
        let shared =
            if method == "bvh-fast" { " on 3 threads after a warm-up" } else { "1 sweep after a warm-up" };
        let ask = |threads: &str, more: &[&str]| {
            let given = [TORUS, TORUS, "--poses", text(&file), "--method", method, "--query", query];
            let given = [&given[..], &["--threads", threads, "--pairs", text(&pairs)], more].concat();
            let (out, said) = run(&given);
            (untimed(&out), said, std::fs::read_to_string(&pairs).unwrap())
        };
        let (one, said, of_one) = ask("1", &[]);
        assert!(!said.contains("threads"), "{said}");
        let (three, said, of_three) = ask("3", &[]);
        assert!(said.contains(shared), "{method} {query}: {said}");
        assert!(one == three && of_one == of_three, "{method} {query}");
        assert!(one.iter().enumerate().all(|(pose, row)| row[0] == pose.to_string()));
        assert_eq!(one.len(), numbers.len());
        // Several passes change times alone.
        let (repeated, said, of_repeated) = ask("2", &["--repeat", "2", "--cold"]);
        assert!(
            said.contains("least time of 2 sweeps") && repeated == one && of_repeated == of_one,
            "{said}"
        );
    }
}

#[test]
fn a_method_that_continues_from_the_previous_pose_stays_on_one_thread() {
    let folder = Folder::new();
    let (file, _) = poses(&folder, 1000, 2);
    for set in ["start=front", "start=seed", "built=on-demand"] {
        let ask = |threads: &str| {
            let given = [TORUS, TORUS, "--poses", text(&file), "--method", "obb-tree", "--set", set];
            run(&[&given[..], &["--threads", threads]].concat())
        };
        let ((one, _), (three, said)) = (ask("1"), ask("3"));
        assert_eq!(untimed(&one), untimed(&three), "{set}");
        assert!(!said.contains(" threads"), "{said}");
    }
}

#[test]
fn columns_have_any_order_and_further_ones_are_carried() {
    let folder = Folder::new();
    let cube = folder.write("cube.obj", &obj(&collidoscope::geometry::primitives::cuboid([1.0; 3].into())));
    let table =
        "qw,note,qz,qy,qx,z,\"a \"\"b\"\", c\",y,x\n1,\"far, away\",0,0,0,0,7,0,3\n1,,0,0,0,-1.5,\"8\",0,0\n";
    let poses = folder.write("poses.csv", table);
    let given = [text(&cube), text(&cube), "--poses", text(&poses), "--query", "distance"];
    let (out, _) = run(&given);
    let heading = out.lines().next().unwrap();
    assert!(heading.ends_with(",triangle_tests,time_us,note,\"a \"\"b\"\", c\""), "{heading}");
    let found = untimed(&out);
    assert_eq!([&found[0][1], &found[0][3], &found[1][1], &found[1][3]], ["false", "1", "true", "0"]);
    assert_eq!([&found[0][6..], &found[1][6..]], [["far, away", "7"], ["", "8"]]);
    let json = lines(&succeeded(&[&["meshes"], &given[..], &["--format", "jsonl"]].concat()));
    assert_eq!((&json[0]["note"], &json[1]["note"]), (&"far, away".into(), &"".into()));
    assert_eq!((&json[0]["a \"b\", c"], json[0].as_object().unwrap().len()), (&"7".into(), 10));

    let refuse = |header: &str, more: &[&str], parts: &[&str]| {
        let poses = folder.write("poses.csv", &format!("{header}\n{}\n", "1,".repeat(7) + "0"));
        let given = ["meshes", text(&cube), text(&cube), "--poses", text(&poses)];
        assert_refused(&collidoscope(&[&given[..], more].concat()), parts);
    };
    let names = "x,y,z,qx,qy,qz,qw";
    for taken in ["pose", "time_us", "distance"] {
        refuse(&format!("{taken},{names}"), &[], &["poses.csv", taken, "also one of the answers; rename it"]);
    }
    let query = ["--query", "distance", "--closest"];
    refuse(&format!("{names},nx"), &query, &["poses.csv", "\"nx\""]);
    refuse(&format!("{names},method"), &["--format", "jsonl"], &["poses.csv", "\"method\""]);
    refuse(&format!("{names},x"), &[], &["poses.csv: line 1: two columns are called \"x\"; rename one"]);
    refuse(&format!("{names},a,b"), &[], &["poses.csv: line 2: has 8 values; write x,y,z"]);
    refuse("x,y,z,qx,qy,qz,w,qW", &[], &["line 1 is", "in any order and with any others"]);
}

#[test]
fn a_mesh_in_millimetres_answers_as_one_in_metres() {
    let folder = Folder::new();
    let (file, _) = poses(&folder, 300, 3);
    let metres = collidoscope::geometry::import::read(Path::new(TORUS)).unwrap().mesh;
    // 1,024 in place of 1,000, because it divides without rounding.
    let fine = folder.write("fine.obj", &obj(&metres.scaled(1024.0)));
    let coarse = folder.write("coarse.obj", &obj(&metres));
    let ask = |mesh: &Path, more: &[&str]| {
        let given = [text(mesh), text(mesh), "--poses", text(&file), "--query", "distance", "--closest"];
        untimed(&run(&[&given[..], more].concat()).0)
    };
    let scale = (1.0 / 1024.0).to_string();
    let scaled = ask(&fine, &["--scale", &scale]);
    assert_eq!(scaled, ask(&coarse, &[]));
    assert_ne!(scaled, ask(&fine, &[]));
    for wrong in ["0", "-1", "inf", "nan", "mm"] {
        let given = ["meshes", TORUS, TORUS, "--poses", text(&file), "--scale", wrong];
        assert_refused(&collidoscope(&given), &["--scale", "expected a number above 0"]);
    }
    let far = ["meshes", TORUS, TORUS, "--poses", text(&file), "--scale", "1e300"];
    assert_refused(&collidoscope(&far), &["torus.obj", "coordinates must lie within"]);
}

#[test]
fn within_answers_as_the_distance_does() {
    let folder = Folder::new();
    let (file, _) = poses(&folder, 200, 4);
    let given = [TORUS, TORUS, "--poses", text(&file)];
    let (out, _) = run(&[&given[..], &["--query", "distance"]].concat());
    let distances: Vec<f64> = rows(&out).iter().map(|row| row[3].parse().unwrap()).collect();
    let mut seen = [0; 2];
    for method in METHODS.iter().filter(|method| method.id != "brute-force") {
        for limit in ["0", "1e-3", "0.1", "0.4", "9"] {
            let within = ["--method", method.id, "--query", "within", "--within", limit];
            let (out, said) = run(&[&given[..], &within].concat());
            for (row, distance) in rows(&out).iter().zip(&distances) {
                let is_close = *distance <= limit.parse().unwrap();
                assert_eq!(row[1], is_close.to_string(), "{} {limit}: {distance}", method.id);
                assert!(row[2].is_empty() && row[3].is_empty(), "{row:?}");
                seen[usize::from(is_close)] += 1;
            }
            assert!(said.contains(" as close; "), "{said}");
        }
    }
    assert!(seen.iter().all(|count| *count > 300), "{seen:?}");
    let refuse = |more: &[&str], parts: &[&str]| {
        assert_refused(&collidoscope(&[&["meshes"], &given[..], more].concat()), parts);
    };
    refuse(&["--query", "within"], &["--within"]);
    refuse(&["--query", "within", "--within", "-1"], &["--within", "from 0"]);
    refuse(&["--within", "1"], &["--within: ", "--query within"]);
    refuse(&["--closest"], &["--closest: ", "--query distance"]);
}

/// Whether the point lies in the triangle, but for rounding.
fn lies_in(point: &Point, [p, q, r]: [Point; 3]) -> bool {
    let twice_area = |a: Point, b: Point, c: Point| (b - a).cross(&(c - a)).norm();
    let parts = twice_area(*point, p, q) + twice_area(*point, q, r) + twice_area(*point, r, p);
    (parts - twice_area(p, q, r)).abs() <= 1e-9
}

#[test]
fn closest_points_lie_on_their_triangles_at_the_distance_along_the_normal() {
    let folder = Folder::new();
    let (file, numbers) = poses(&folder, 150, 5);
    let mesh: Mesh = collidoscope::geometry::import::read_triangles(Path::new(TORUS)).unwrap().0;
    for method in METHODS {
        let given = [TORUS, TORUS, "--poses", text(&file), "--method", method.id, "--query", "distance"];
        let (out, _) = run(&[&given[..], &["--closest"]].concat());
        let heading = out.lines().next().unwrap();
        assert!(heading.ends_with("time_us,ax,ay,az,bx,by,bz,nx,ny,nz,triangle_a,triangle_b"), "{heading}");
        let mut apart = 0;
        for (row, numbers) in rows(&out).iter().zip(&numbers) {
            let at = |column: usize| row[column].parse::<f64>().unwrap();
            let vector = |column: usize| Vector::new(at(column), at(column + 1), at(column + 2));
            let (distance, a, b, normal) = (at(3), vector(7), vector(10), vector(13));
            let [of_a, of_b] = [16, 17].map(|column: usize| row[column].parse::<usize>().unwrap());
            let pose = pose(numbers);
            let [corners_a, corners_b] = [mesh.corners(of_a), mesh.corners(of_b).map(|p| pose * p)];
            assert!(
                ((b - a).norm() - distance).abs() < 1e-12 && (normal.norm() - 1.0).abs() < 1e-12,
                "{row:?}"
            );
            assert!(lies_in(&a.into(), corners_a) && lies_in(&b.into(), corners_b), "{}: {row:?}", method.id);
            if distance > 0.0 {
                apart += 1;
                assert!((a + distance * normal - b).norm() < 1e-12, "{row:?}");
            } else {
                let [p, q, r] = corners_a;
                assert!((q - p).cross(&(r - p)).normalize().dot(&normal) > 1.0 - 1e-12, "{row:?}");
            }
        }
        assert!((5..=145).contains(&apart), "{}: {apart}", method.id);
        let json =
            lines(&succeeded(&[&["meshes"], &given[..], &["--closest", "--format", "jsonl"]].concat()));
        for (line, row) in json.iter().zip(rows(&out)) {
            assert!(
                line["nz"].as_f64() == row[15].parse().ok()
                    && line["triangle_b"].as_u64() == row[17].parse().ok()
            );
        }
    }
}

#[cfg(unix)]
mod on_the_way {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// A run that takes minutes.
    fn long(folder: &Folder, more: &[&str]) -> Child {
        let mut table = HEADER.to_owned();
        (0..60_000).for_each(|_| table += "0.1,0.2,0.3,0,0,0,2\n");
        let poses = folder.write("long.csv", &table);
        let given = ["meshes", TORUS, TORUS, "--poses", text(&poses), "--method", "brute-force"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        command.args(given).args(["--query", "determine", "--threads", "2"]).args(more);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn interrupt(child: &Child) {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    }

    #[test]
    fn an_interrupted_run_has_written_whole_rows_in_order() {
        let folder = Folder::new();
        let mut child = long(&folder, &[]);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        while text.lines().count() < 5 {
            assert!(out.read_line(&mut text).unwrap() > 0, "{text}");
        }
        interrupt(&child);
        out.read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert!(text.ends_with('\n'));
        let rows = rows(&text);
        assert!((4..60_000).contains(&rows.len()), "{}", rows.len());
        assert!(rows.iter().enumerate().all(|(pose, row)| row[0] == pose.to_string() && row.len() == 7));

        let out = folder.path("out.csv");
        let mut child = long(&folder, &["--out", out.to_str().unwrap()]);
        // A note on the quaternions is the last thing before the first answer.
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let mut note = String::new();
        assert!(said.read_line(&mut note).unwrap() > 0 && note.contains("normalised"), "{note}");
        interrupt(&child);
        assert!(!child.wait().unwrap().success() && !out.exists());
    }

    #[test]
    fn a_reader_that_has_enough_ends_the_run() {
        let folder = Folder::new();
        let mut child = long(&folder, &[]);
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("pose,"), "{line}");
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }

    #[test]
    fn a_file_of_pairs_is_written_although_the_reader_of_the_rows_has_gone() {
        let folder = Folder::new();
        let (file, _) = poses(&folder, 3000, 6);
        let [whole, cut] = ["whole.csv", "cut.csv"].map(|name| folder.path(name));
        let given = |pairs| {
            ["meshes", TORUS, TORUS, "--poses", text(&file), "--query", "determine", "--pairs", pairs]
        };
        succeeded(&given(text(&whole)));
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        let mut child = command.args(given(text(&cut))).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let [whole, cut] = [whole, cut].map(|path| std::fs::read_to_string(path).unwrap());
        assert!(whole.lines().count() > 3000 && whole == cut);
    }

    /// A program that waits for every row before it sends the next pose.
    #[test]
    fn poses_of_a_pipe_are_answered_as_they_come() {
        let folder = Folder::new();
        let (file, _) = poses(&folder, 40, 7);
        let (expected, _) = run(&[TORUS, TORUS, "--poses", text(&file), "--query", "distance"]);
        for more in [&[][..], &["--cold"], &["--threads", "3"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
            command.args(["meshes", TORUS, TORUS, "--poses", "-", "--query", "distance"]).args(more);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.env("LANGUAGE", "en").spawn().unwrap();
            let mut poses = child.stdin.take().unwrap();
            let mut out = BufReader::new(child.stdout.take().unwrap());
            let mut answers = String::new();
            for (index, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
                writeln!(poses, "{line}").unwrap();
                // The first line names the columns; the names of the answers come with the first row.
                for _ in 0..[0, 2, 1][index.min(2)] {
                    assert!(out.read_line(&mut answers).unwrap() > 0);
                }
            }
            assert_eq!(untimed(&answers), untimed(&expected), "{more:?}");
            writeln!(poses, "0,0,0,0,0,0,0").unwrap();
            drop(poses);
            let done = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&done.stderr);
            assert!(
                done.status.code() == Some(2) && said.contains("standard input: line 42: the quaternion"),
                "{said}"
            );
            assert_eq!(out.read_to_string(&mut answers).unwrap(), 0);
        }
    }
}
