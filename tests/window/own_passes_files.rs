//! Files with tables: the examples, and `--method FILE.passes` on the command line.

use collidoscope::image_space::own::pixel::Touching;
use collidoscope::image_space::own::relations::relations;
use collidoscope::image_space::own::settings::BUILT_IN;
use collidoscope::image_space::own::table::{Unsaid, core};
use collidoscope::image_space::own::text::read;
use collidoscope::image_space::stencil;

use crate::window::cli::{Folder, assert_refused, collidoscope, lines, succeeded, text, two_cubes};

/// The examples, with the methods whose tables they are.
const EXAMPLES: [(&str, &str); 4] = [
    ("stencil-as-printed", "stencil-as-published"),
    ("stencil-repaired", "stencil"),
    ("parity-slice", "parity-slice"),
    ("recode", "recode"),
];

/// The file of a table. A solution stands with what teachers have.
pub fn path(name: &str) -> String {
    let folder =
        if name == "stencil-repaired" { "docs/course/teachers" } else { "examples/own-method/tables" };
    format!("{}/{folder}/{name}.passes", env!("CARGO_MANIFEST_DIR"))
}

fn example(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap()
}

#[test]
fn the_examples_are_the_tables_of_the_methods() {
    let files =
        std::fs::read_dir(format!("{}/examples/own-method/tables", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert_eq!(files.count() + 1, EXAMPLES.len(), "every example is compared");
    for (name, id) in EXAMPLES {
        let table = read(&example(name)).unwrap_or_else(|error| panic!("{}", error.in_file(name)));
        assert_eq!(table.name, name);
        let built_in = BUILT_IN.iter().find(|(known, _)| *known == id).unwrap().1;
        assert_eq!(core(&table.program().unwrap()), core(built_in), "{name}");
    }
}

#[test]
fn the_mistake_of_2007_is_a_line_that_is_not_there() {
    let printed = read(&example("stencil-as-printed")).unwrap();
    assert_eq!(printed.unsaid, Unsaid::Inherited);
    assert_eq!(core(&printed.lowered()), core(&stencil::PUBLISHED));
    let wrong = |table: &collidoscope::image_space::own::table::OwnTable| {
        relations(&table.lowered()).unwrap().wrong(Touching::IsSeparated)
    };
    assert_eq!(wrong(&printed), [6, 6]);
    // The intended table: what that row does not say is off.
    let intended = read(&example("stencil-as-printed").replace("state inherited", "state whole")).unwrap();
    assert_eq!(wrong(&intended), [0, 0]);
    let rows = [&printed, &intended].map(|table| table.lowered().rows().copied().collect::<Vec<_>>());
    let differ: Vec<_> = (0..6).filter(|row| rows[0][*row] != rows[1][*row]).collect();
    assert_eq!(differ, [4], "only the row that says nothing differs");
    assert_eq!(rows[1][4].stencil, None);
}

#[test]
fn a_file_is_a_method_on_the_command_line() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let apart = folder.write("apart.json", &two_cubes(1.0));
    let [printed, repaired] = ["stencil-as-printed", "stencil-repaired"].map(path);
    let both = format!("{printed},{repaired},stencil,{repaired}");
    for cases in [&cases, &apart] {
        let output = succeeded(&["query", text(cases), "--method", &both]);
        let lines = lines(&output);
        let of = |index: usize, key: &str| lines[index][key].as_str().unwrap_or("none").to_owned();
        assert_eq!(lines.len(), 3, "a file that is named twice runs once");
        assert_eq!(
            [of(0, "method"), of(1, "method"), of(2, "method")],
            ["own-passes", "own-passes-2", "stencil"]
        );
        assert_eq!(
            [of(0, "table"), of(1, "table"), of(2, "table")],
            ["stencil-as-printed", "stencil-repaired", "none"]
        );
        assert_eq!(lines[1]["colliding"], lines[2]["colliding"]);
        assert_eq!(lines[1]["evidence"], lines[2]["evidence"]);
    }
    // A setting stands for the same table.
    let word = collidoscope::settings::in_one_word(&example("recode"));
    let set = format!("table={word}");
    let output = collidoscope(&["query", text(&cases), "--method", "own-passes", "--set", &set]);
    assert_eq!(lines(&output)[0]["table"], "recode");
    let output = collidoscope(&["query", text(&cases), "--method", "own-passes", "--set", "table=winding"]);
    assert_eq!(lines(&output)[0]["table"], "winding");
    // A table without a name has that of its file.
    let plain = folder.write("plain.passes", &example("recode").replace("method recode\n", ""));
    let output = collidoscope(&["query", text(&cases), "--method", text(&plain)]);
    assert_eq!(lines(&output)[0]["table"], "plain");
}

#[test]
fn a_picture_shows_tables_from_files() {
    let folder = Folder::new();
    let out = folder.path("out.png");
    let [printed, repaired] = ["stencil-as-printed", "stencil-repaired"].map(path);
    let panes = format!("{printed},{repaired}");
    let size = ["--size", "400x300", "--preset", "relation-4", "--out", text(&out)];
    for arguments in [
        &["shot", "arena", "--panes", &panes][..],
        &["shot", "inspector", "--method", &printed, "--compare", &repaired],
        &["shot", "inspector", "--compare", &repaired],
    ] {
        let arguments: Vec<&str> = arguments.iter().copied().chain(size).collect();
        succeeded(&arguments);
        std::fs::remove_file(&out).unwrap();
    }
    let third = path("recode");
    let three = [&["shot", "inspector", "--panes", &panes, "--compare", &third][..], &size].concat();
    assert_refused(&collidoscope(&three), &["--compare", "two tables"]);
}

#[test]
fn a_wrong_file_is_refused_with_its_line() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let wrong = folder.write("my.passes", &example("recode").replace("greater", "greatr"));
    let (png, missing) = (folder.path("out.png"), folder.path("none.passes"));
    let large = folder.write("large.passes", &"#".repeat((64 << 10) + 1));
    let binary = folder.path("binary.passes");
    std::fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    for (file, says) in [
        (&wrong, &["my.passes:11: ", "greatr", "greater"][..]),
        (&missing, &["none.passes", "no such file"]),
        (&large, &["large.passes", "larger than"]),
        (&binary, &["binary.passes", "UTF-8"]),
    ] {
        assert_refused(&collidoscope(&["query", text(&cases), "--method", text(file)]), says);
        assert_refused(&collidoscope(&["shot", "arena", "--method", text(file), "--out", text(&png)]), says);
    }
    let three = ["recode", "parity-slice", "stencil-repaired"].map(path).join(",");
    assert_refused(
        &collidoscope(&["query", text(&cases), "--method", &three]),
        &["stencil-repaired", "2 tables"],
    );
    let set =
        ["query", text(&cases), "--method", "own-passes", "--set", "table=read counts;round;draw A neer"];
    assert_refused(&collidoscope(&set), &["table: line 3", "neer", "near"]);
    let road = ["shot", "road", "--method", &path("recode"), "--out", text(&png)];
    assert_refused(&collidoscope(&road), &["own-passes"]);
}

#[test]
fn a_file_opens_as_the_shown_method_on_its_page() {
    let folder = Folder::new();
    let out = folder.path("out.png");
    let recode = path("recode");
    succeeded(&["shot", "arena", "--open", &recode, "--size", "640x400", "--out", text(&out)]);
    let bad = folder.write("bad.passes", "read counts\nround\n draw A nearly count\n");
    assert_refused(&collidoscope(&[text(&bad)]), &["bad.passes:3: ", "\"nearly\""]);
    assert_refused(&collidoscope(&["none.passes"]), &["none.passes", "no such file"]);
    assert_refused(&collidoscope(&[&recode, "--panes", "gjk"]), &["is a method", "--panes"]);
    assert_refused(&collidoscope(&["--mesh", &recode]), &["--mesh", "use --method"]);
    assert_refused(&collidoscope(&["--lab", "meshes", &recode]), &["for the lab arena"]);
}
