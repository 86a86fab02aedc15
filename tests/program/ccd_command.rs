//! `collidoscope ccd`: queries of fractions in, one JSON line per query out.

use std::path::{Path, PathBuf};

use collidoscope::continuous::methods::METHODS;

use crate::window::cli::{Folder, assert_refused, collidoscope, lines, succeeded, text};

/// A vertex falls through a triangle, with fractions that no floating-point number represents, and stays
/// above it.
const QUERIES: &str = "1,3,1,3,1,3,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n\
    1,3,1,3,-1,3,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n\
    1,3,1,3,1,3,0\n0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,1,1,0,1,0\n\
    1,3,1,3,1,-7,0\n0,1,0,1,-1,1,0\n1,1,0,1,-1,1,0\n0,1,1,1,-1,1,0\n";

#[test]
fn a_line_for_each_query_and_a_summary() {
    let folder = Folder::new();
    let file = folder.write("q.csv", QUERIES);
    let done = collidoscope(&["ccd", text(&file), "--kind", "vertex-face"]);
    let answers = lines(&done);
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0].as_object().unwrap().keys().collect::<Vec<_>>(), ["query", "colliding", "t"]);
    let t = answers[0]["t"].as_f64().unwrap();
    assert!(answers[0]["colliding"] == true && (0.0..1e-12).contains(&(0.5 - t)), "{t}");
    assert!(answers[1]["query"] == 1 && answers[1]["colliding"] == false && answers[1]["t"].is_null());
    let said = String::from_utf8(done.stderr).unwrap();
    for part in [
        "hybrid: 2 queries, 1 contact;",
        "0 false hits, 0 missed, 0 late;",
        "median",
        "mean",
        "2 queries have numbers",
    ] {
        assert!(said.contains(part), "{part:?} is missing in: {said}");
    }
}

#[test]
fn one_false_hit_is_said_in_the_singular() {
    let folder = Folder::new();
    let first =
        QUERIES.lines().take(8).map(|line| line.strip_suffix(",1").unwrap_or(line).to_owned() + ",0\n");
    let file = folder.write("q.csv", &first.collect::<String>());
    let done = collidoscope(&["ccd", text(&file), "--kind", "vertex-face"]);
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("; against the truth of the file 1 false hit, 0 missed"), "{said}");
}

/// The resting particle of lesson 51: first met at 2/3 by a side of the triangle, which rounded roots pass over.
const RESTING: &str = "0,1,1,1,0,1,1\n2,1,1,1,2,1,1\n2,1,2,1,-1,1,1\n-2,1,-2,1,1,1,1\n\
    0,1,1,1,0,1,1\n1,1,2,1,2,1,1\n-2,1,-2,1,1,1,1\n0,1,2,1,-2,1,1\n";

#[test]
fn a_contact_reported_after_the_exact_time_is_late() {
    let folder = Folder::new();
    let file = folder.write("q.csv", RESTING);
    let done = collidoscope(&["ccd", text(&file), "--kind", "vertex-face", "--all"]);
    assert_eq!(done.status.code(), Some(0));
    let said = String::from_utf8(done.stderr).unwrap();
    for line in said.lines().filter(|line| line.contains("against the truth")) {
        let naive = line.contains("cubic-naive:");
        let late =
            if naive { "0 missed, 1 late (by up to 8.3e-2 of the step);" } else { "0 missed, 0 late;" };
        assert!(line.contains(late), "{late:?} is missing in: {line}");
    }
    assert_eq!(said.matches(" late").count(), METHODS.len(), "{said}");
}

#[test]
fn every_method_by_name_or_all_at_once() {
    let folder = Folder::new();
    let file = folder.write("q.csv", QUERIES);
    let out = folder.path("answers.jsonl");
    let all = collidoscope(&["ccd", text(&file), "--kind", "vertex-face", "--all", "--out", text(&out)]);
    assert!(all.status.success() && all.stdout.is_empty());
    let written = std::fs::read_to_string(&out).unwrap();
    let rows: Vec<serde_json::Value> =
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2 * METHODS.len());
    for (i, row) in rows.iter().enumerate() {
        let method = METHODS[i % METHODS.len()].id;
        assert_eq!(
            (row["query"].as_u64(), row["method"].as_str()),
            (Some((i / METHODS.len()) as u64), Some(method))
        );
        assert_eq!(row["colliding"], i < METHODS.len(), "{row}");
        let by_name = collidoscope(&["ccd", text(&file), "--kind", "vertex-face", "--method", method]);
        let line = &lines(&by_name)[i / METHODS.len()];
        assert_eq!((&line["t"], line.get("method")), (&row["t"], None), "{method}");
    }
    let two = collidoscope(&["ccd", text(&file), "--kind", "vertex-face", "--method", "exact,inclusion"]);
    let said = String::from_utf8_lossy(&two.stderr).into_owned();
    let widened = |id: &str| said.lines().any(|line| line.contains(id) && line.contains("were widened"));
    assert!(widened("inclusion:") && !widened("exact:"), "{said}");
    let named: Vec<_> = lines(&two).iter().map(|line| line["method"].as_str().unwrap().to_owned()).collect();
    assert_eq!(named, ["exact", "inclusion", "exact", "inclusion"]);
}

#[test]
fn public_queries_are_answered_without_a_miss_and_the_rounded_roots_miss() {
    let file =
        |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/continuous/data").join(name);
    let edges = file("erleben-cube-cliff-edges-edge-edge-0.csv");
    let ask = |rest: &[&str]| collidoscope(&[&["ccd", text(&edges), "--kind"], rest].concat());
    let done = ask(&["edge-edge"]);
    assert_eq!((done.status.code(), lines(&done).len()), (Some(0), 125));
    assert!(String::from_utf8(done.stderr).unwrap().contains(" 0 missed"));
    let naive = ask(&["edge-edge", "--method", "cubic-naive"]);
    assert_eq!(naive.status.code(), Some(0), "known to be wrong");
    assert!(!String::from_utf8(naive.stderr).unwrap().contains(" 0 missed"));
    // Another kind of features, for which the file's truth is wrong.
    let wrong = ask(&["vertex-face", "--method", "exact"]);
    assert_eq!((wrong.status.code(), lines(&wrong).len()), (Some(1), 125));
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(
        said.contains("its name tells edge-edge, but --kind counts") && said.contains("does --kind match")
    );
}

#[test]
fn a_check_compares_every_verdict_with_the_truth_of_the_file() {
    let folder = Folder::new();
    let file = folder.write("vertex-face.csv", QUERIES);
    let given = ["ccd", text(&file), "--kind", "vertex-face", "--all", "--check"];
    let right = succeeded(&given);
    assert!(lines(&right).iter().all(|line| line["reference"] == line["colliding"]));
    // The truth of the first query is wrong: every method has a false hit, which breaks no promise.
    let wrong: String = QUERIES
        .lines()
        .enumerate()
        .map(|(at, line)| match at < 8 {
            true => line.strip_suffix(",1").unwrap().to_owned() + ",0\n",
            false => format!("{line}\n"),
        })
        .collect();
    folder.write("vertex-face.csv", &wrong);
    let checked = collidoscope(&given);
    let said = String::from_utf8_lossy(&checked.stderr).into_owned();
    assert_eq!(checked.status.code(), Some(1), "{said}");
    assert!(said.contains("exact: 1 verdict differs from the truth of the file, on query 0"), "{said}");
    assert_eq!(collidoscope(&given[..5]).status.code(), Some(0), "without --check");
    let folder = folder.path("");
    let table = ["ccd", text(&folder), "--kind", "vertex-face"];
    assert_eq!(collidoscope(&table).status.code(), Some(0));
    assert_eq!(collidoscope(&[&table[..], &["--check"]].concat()).status.code(), Some(1));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = Folder::new();
    let refused = |content: &str, parts: &[&str]| {
        let file = folder.write("bad.csv", content);
        assert_refused(&collidoscope(&["ccd", text(&file), "--kind", "edge-edge"]), parts);
    };
    refused("\n\n", &["bad.csv", "no queries"]);
    refused("1,2,3\n", &["bad.csv", "line 1", "3 values", "seven"]);
    refused(&QUERIES.replacen("1,-7", "1,0", 1), &["line 13", "denominator 0"]);
    refused(&QUERIES.replacen("1,-7", "1e3,7", 1), &["line 13", "1e3", "not an integer"]);
    refused(&QUERIES[..QUERIES.len() - 15], &["line 15", "7 of 8"]);
    refused("\u{1b}[2J\n", &["line 1"]);
    let file = folder.write("q.csv", QUERIES);
    assert_refused(&collidoscope(&["ccd", text(&file)]), &["--kind"]);
    assert_refused(
        &collidoscope(&["ccd", text(&file), "--kind", "face-face"]),
        &["face-face", "vertex-face"],
    );
    let unknown = ["ccd", text(&file), "--kind", "edge-edge", "--method", "cubic"];
    assert_refused(&collidoscope(&unknown), &["cubic", "hybrid", "cubic-naive"]);
    let third = ["ccd", text(&file), "--kind", "vertex-face", "--open", "2"];
    assert_refused(&collidoscope(&third), &["--open 2", "queries 0 to 1"]);
    let in_folder = ["ccd", text(file.parent().unwrap()), "--open", "0"];
    assert_refused(&collidoscope(&in_folder), &["is a folder", "one of its files"]);
    assert_refused(&collidoscope(&["ccd", "nowhere.csv", "--kind", "edge-edge"]), &["nowhere.csv"]);
    assert_refused(&collidoscope(&["ccd", "nowhere"]), &["nowhere: there is no such file"]);
    let below = file.join("below");
    let [read, written] = [
        ["ccd", text(&below), "--kind", "edge-edge"].to_vec(),
        ["ccd", text(&file), "--kind", "edge-edge", "--out", text(&below)].to_vec(),
    ];
    assert_refused(&collidoscope(&read), &["q.csv/below: there is no such file"]);
    assert_refused(&collidoscope(&written), &["q.csv/below: ", "a folder of this path is a file"]);
    refused(&QUERIES.replace(',', ";"), &["line 1: has 1 value", "commas in place of semicolons"]);
}

/// The public queries as their data set has them: a folder for each family, with folders of both kinds.
fn data_set(folder: &Folder) -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/continuous/data");
    for family in ["erleben-sliding-wedge", "unit-tests"] {
        for kind in ["edge-edge", "vertex-face"] {
            let into = folder.path("set").join(family).join(kind);
            std::fs::create_dir_all(&into).unwrap();
            for n in 0..2 {
                let _ = std::fs::copy(
                    data.join(format!("{family}-{kind}-{n}.csv")),
                    into.join(format!("{n}.csv")),
                );
            }
            std::fs::write(into.join("notes.txt"), "no queries").unwrap();
        }
    }
    folder.path("set")
}

#[test]
fn a_folder_of_queries_gives_a_table_by_family() {
    let folder = Folder::new();
    let set = data_set(&folder);
    let out = folder.path("table.csv");
    let done = collidoscope(&["ccd", text(&set), "--method", "hybrid,cubic-naive", "--out", text(&out)]);
    let printed = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(printed.ends_with("times after a warm-up\n"), "{printed}");
    let mut reader = csv::Reader::from_path(&out).unwrap();
    let names =
        ["family", "kind", "method", "queries", "contacts", "missed", "false_hits", "late", "mean_ns"];
    assert!(reader.headers().unwrap().iter().eq(names));
    let rows: Vec<Vec<String>> =
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    assert_eq!(rows.len(), 8);
    for (row, line) in rows.iter().zip(printed.lines().skip(1)) {
        assert!(line.split_whitespace().eq(row.iter()), "{line}");
        // The sums are those of the files one by one, each with its kind.
        let (mut queries, mut contacts) = (0, 0);
        for file in std::fs::read_dir(set.join(&row[0]).join(&row[1])).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "csv") {
                let text = std::fs::read_to_string(&path).unwrap();
                queries += text.lines().count() / 8;
                contacts += text.lines().filter(|line| line.ends_with(",1")).count() / 8;
            }
        }
        assert_eq!(row[3..5], [queries.to_string(), contacts.to_string()], "{row:?}");
        assert!(row[2] != "hybrid" || row[5] == "0" && row[7] == "0", "{row:?}");
    }
    let order: Vec<_> = rows.iter().map(|row| [&row[0][..], &row[1], &row[2]]).collect();
    assert_eq!(order[0], ["erleben-sliding-wedge", "edge-edge", "hybrid"]);
    assert_eq!(order[7], ["unit-tests", "vertex-face", "cubic-naive"]);

    // A part of the set, and one kind of it.
    let part = collidoscope(&["ccd", text(&set.join("unit-tests")), "--kind", "edge-edge"]);
    let part = String::from_utf8(part.stdout).unwrap();
    let row: Vec<_> = part.lines().nth(1).unwrap().split_whitespace().take(3).collect();
    assert_eq!(row, ["unit-tests", "edge-edge", "hybrid"], "{part}");
    assert_eq!(part.lines().count(), 3, "{part}");
    // Files in one folder are told apart by their names.
    let flat = collidoscope(&["ccd", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/continuous/data")]);
    let flat = String::from_utf8(flat.stdout).unwrap();
    let families: Vec<_> = flat.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let wedge = families.iter().filter(|family| **family == "erleben-sliding-wedge");
    assert_eq!((wedge.count(), families.len()), (2, 10), "{flat}");
    // A single file takes its kind from its folder; another kind can still be given.
    let file = set.join("unit-tests/vertex-face/0.csv");
    assert!(collidoscope(&["ccd", text(&file)]).status.success());
}

#[test]
fn a_folder_that_tells_no_kind_is_refused() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("set")).unwrap();
    let set = folder.path("set");
    assert_refused(&collidoscope(&["ccd", text(&set)]), &["set: has no queries", "family/edge-edge/0.csv"]);
    let file = folder.write("set/q.csv", QUERIES);
    for named in [&set, &file] {
        assert_refused(&collidoscope(&["ccd", text(named)]), &["q.csv", "kind of features", "--kind"]);
    }
    let done = collidoscope(&["ccd", text(&set), "--kind", "vertex-face"]);
    assert!(String::from_utf8(done.stdout).unwrap().contains("\nset "), "the folder is the family");
    folder.write("set/broken-edge-edge.csv", "1,2\n");
    assert_refused(
        &collidoscope(&["ccd", text(&set), "--kind", "edge-edge"]),
        &["broken-edge-edge.csv: line 1"],
    );
    let same = collidoscope(&["ccd", text(&set), "--kind", "vertex-face", "--out", text(&file)]);
    assert_refused(&same, &["is read by this command"]);
}

#[test]
fn cold_times_are_those_of_the_first_answers() {
    let folder = Folder::new();
    let file = folder.write("q.csv", QUERIES);
    let ask = |rest: &[&str]| {
        let done = collidoscope(&[&["ccd", text(&file), "--kind", "vertex-face"], rest].concat());
        String::from_utf8(done.stderr).unwrap()
    };
    assert!(ask(&[]).contains(" ns after a warm-up;"));
    assert!(ask(&["--cold"]).contains(" ns cold;"));
}
