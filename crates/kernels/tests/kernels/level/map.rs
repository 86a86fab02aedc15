//! `.map` files: brushes in the formats of Quake and Valve, and files that are no maps.

use collidoscope_kernels::geometry::Point;
use collidoscope_kernels::level::brush::Brush;
use collidoscope_kernels::level::map::no_walls::{CLASSES, Names, Row, TEXTURES};
use collidoscope_kernels::level::map::{Map, UNITS, read};
use collidoscope_kernels::level::plane::Plane;
use proptest::prelude::*;

use crate::support::levels::{boxed, level};

/// A room's floor, a block of water, a patch, a trigger, and a start; the first brush in Valve's format.
const MAP: &str = r#"// made by hand
{
"classname" "worldspawn"
"message" "braces { in } quotes"
{
( 0 0 32 ) ( 0 64 32 ) ( 64 0 32 ) {FLOOR [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1
( 0 0 0 ) ( 64 0 0 ) ( 0 64 0 ) brick [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1
( 0 0 0 ) ( 0 64 0 ) ( 0 0 32 ) brick [ 0 1 0 0 ] [ 0 0 -1 0 ] 0 1 1
( 64 0 0 ) ( 64 0 32 ) ( 64 64 0 ) brick [ 0 1 0 0 ] [ 0 0 -1 0 ] 0 1 1
( 0 0 0 ) ( 0 0 32 ) ( 64 0 0 ) brick [ 1 0 0 0 ] [ 0 0 -1 0 ] 0 1 1
( 0 64 0 ) ( 64 64 0 ) ( 0 64 32 ) brick [ 1 0 0 0 ] [ 0 0 -1 0 ] 0 1 1
}
{
( 0 0 9 ) ( 0 1 9 ) ( 1 0 9 ) *water 0 0 0 1 1
( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) *water 0 0 0 1 1
}
{
patchDef2
{
base/wall
( 3 3 0 0 0 )
(
( ( 0 0 0 0 0 ) ( 0 0 0 0 0 ) ( 0 0 0 0 0 ) )
)
}
}
}
{
"classname" "trigger_once"
{
( 0 0 9 ) ( 0 1 9 ) ( 1 0 9 ) clip 0 0 0 1 1 0 0 0
( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) clip 0 0 0 1 1 0 0 0
}
}
{
"classname" "info_player_start"
"origin" "32 16 56"
}
"#;

#[test]
fn brushes_come_with_y_up_in_metres_and_what_is_no_wall_is_left_out() {
    let map = read(MAP, UNITS).unwrap();
    assert_eq!((map.brushes.len(), &map.lines[..]), (1, &[5][..]));
    assert_eq!(map.start, Some(Point::new(1.0, 1.75, -0.5)));
    assert_eq!(map.notes.len(), 2, "{:?}", map.notes);
    assert!(map.notes[0].starts_with("2 brushes") && map.notes[1].starts_with("1 curved"));
    let level = level(&map.brushes);
    let Brush { bounds, .. } = &level.brushes[0];
    assert!((bounds.min - Point::new(0.0, 0.0, -2.0)).norm() < 1e-9, "{bounds:?}");
    assert!((bounds.max - Point::new(2.0, 1.0, 0.0)).norm() < 1e-9, "{bounds:?}");
}

#[test]
fn what_is_no_map_is_told_with_its_line() {
    for (text, said) in [
        ("worldspawn", "line 1: expected an entity"),
        ("{\n{\n( 0 0 0 ) ( 1 0 0 ) ( x 0 0 ) a\n}\n}", "line 3: expected a number"),
        (
            "{\n{\n( 0 0 0 ) ( 1 0 0 ) ( 2 0 0 ) a 0 0 0 1 1\n}\n}",
            "line 3: the three points of a face are collinear",
        ),
        ("{\n{\n}\n}", "line 2: a brush has no faces"),
        ("{\n\"classname\"\n}", "line 3: expected the value of a key"),
        ("{\n\"a\" \"b\"\n", "but the file ends"),
        ("{ { ( 0 0 0 ) ( 0 1 0 ) ( 1 0 1e99 ) a } }", "a number up to ±1e7"),
    ] {
        let why = read(text, UNITS).unwrap_err().to_string();
        assert!(why.contains(said) && !why.contains('\n'), "{why}");
    }
    assert!(read("", UNITS).unwrap().brushes.is_empty());
}

/// A box in the format of an editor.
fn written(min: [i32; 3], max: [i32; 3]) -> String {
    let mut text = "{\n".to_owned();
    for axis in [0, 1, 2] {
        for upper in [false, true] {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            let corner = |along: usize| {
                let mut p = min;
                p[axis] = if upper { max[axis] } else { min[axis] };
                if along < 3 {
                    p[along] = max[along];
                }
                format!("( {} {} {} )", p[0], p[1], p[2])
            };
            // Clockwise as seen from outside.
            let [a, b] = if upper { [u, v] } else { [v, u] };
            text += &format!("{} {} {} stone 0 0 0 1 1\n", corner(a), corner(3), corner(b));
        }
    }
    text + "}\n"
}

/// A world with one box, and an entity of this class with another, whose faces all have this texture, with these words
/// behind its placement.
fn two_boxes(class: &str, texture: &str, behind: &str) -> Map {
    let wall = written([0; 3], [64; 3]);
    let other =
        written([100; 3], [164; 3]).replace("stone 0 0 0 1 1", &format!("{texture} 0 0 0 1 1 {behind}"));
    let text =
        format!("{{\n\"classname\" \"worldspawn\"\n{wall}}}\n{{\n\"classname\" \"{class}\"\n{other}}}\n");
    read(&text, UNITS).unwrap()
}

/// An example of every name in a row.
fn examples(row: &Row) -> Vec<String> {
    match row.names {
        Names::Are(names) => names.iter().map(|name| (*name).to_owned()).collect(),
        Names::Begin(with) => vec![format!("{with}x")],
        Names::In(folder, names) => {
            let folder = if folder.is_empty() { "e1u1" } else { folder };
            names.iter().map(|name| format!("textures/{folder}/{name}")).collect()
        }
        Names::Folder(folder) => vec![format!("{folder}/any")],
    }
}

#[test]
fn everything_in_the_tables_is_left_out_with_a_note_and_nothing_else_is() {
    for (classes, row) in CLASSES.iter().map(|row| (true, row)).chain(TEXTURES.iter().map(|row| (false, row)))
    {
        for name in examples(row) {
            let upper = name.to_ascii_uppercase();
            let map =
                if classes { two_boxes(&upper, "stone", "") } else { two_boxes("func_wall", &upper, "") };
            assert_eq!((map.brushes.len(), map.lines.len(), map.notes.len()), (1, 1, 1), "{name}");
            assert!(map.notes[0].starts_with("1 brush that is not solid"), "{name}");
        }
    }
    for class in
        ["worldspawn", "func_detail", "func_detail_wall", "func_detail_fence", "func_door", "func_group"]
    {
        assert_eq!(two_boxes(class, "stone", "").brushes.len(), 2, "{class}");
    }
    for texture in ["clip", "common/clip", "skip", "null", "sky1", "common/caulk", "{fence", "\"a name\""] {
        assert_eq!(two_boxes("worldspawn", texture, "").brushes.len(), 2, "{texture}");
    }
}

#[test]
fn contents_behind_the_texture_count_in_both_formats() {
    let counts = |behind: &str| two_boxes("worldspawn", "e1u1/stone", behind).brushes.len();
    assert_eq!(["0 0 0", "1 0 0", "65536 128 0", "134217728 0 0", "", "-1"].map(counts), [2; 6]);
    assert_eq!(["32 0 0", "134217736 0 50", "0 512 0", "131072 128 0"].map(counts), [1; 4]);
    let valve = |behind: &str| {
        let axes = "stone [ 1 0 0 32 ] [ 0 -1 0 64 ] 0 1 1";
        let text = written([0; 3], [64; 3]).replace("stone 0 0 0 1 1", &format!("{axes} {behind}"));
        read(&format!("{{\n{text}}}"), UNITS).unwrap().brushes.len()
    };
    assert_eq!(["", "1 0 0", "32 0 0"].map(valve), [1, 1, 0]);
}

#[test]
fn a_brush_of_several_textures_is_a_wall_with_a_note_unless_it_is_a_hint() {
    let mixed = |texture: &str, others: &str| {
        let text = written([0; 3], [64; 3]).replace("stone", others).replacen(others, texture, 1);
        read(&format!("{{\n{text}}}"), UNITS).unwrap()
    };
    let water = mixed("*water", "stone");
    assert_eq!(water.brushes.len(), 1);
    assert_eq!(water.notes, ["1 brush has faces of a wall and others; it is a wall (line 2)"]);
    assert_eq!(mixed("hint", "skip").brushes.len(), 0, "the rest of a hint");
    assert_eq!(mixed("stone", "skip").brushes.len(), 1, "an unseen wall");
    assert_eq!(mixed("liquids/pool", "common/nodraw").brushes.len(), 0);
}

#[test]
fn brushes_without_an_end_are_noted() {
    let whole = written([0; 3], [64; 3]);
    let faces: Vec<&str> = whole.lines().filter(|line| line.starts_with('(')).collect();
    for missing in 1..6 {
        let text = format!("{{\n{whole}{{\n{}\n}}\n}}", faces[missing..].join("\n"));
        let map = read(&text, UNITS).unwrap();
        assert_eq!(map.brushes.len(), 2);
        assert_eq!(map.notes, ["1 brush has no end, because faces are missing (line 10)"], "{missing}");
    }
    let slab = format!("{{\n{{\n{}\n}}\n}}", [&faces[..2], &faces[..2], &faces[..1]].concat().join("\n"));
    assert_eq!(read(&slab, UNITS).unwrap().notes.len(), 1, "repeated faces close nothing");
}

#[test]
fn quoted_text_may_hold_lines_and_quotes() {
    let wall = written([0; 3], [64; 3]);
    for value in [
        "first\nsecond",
        r#"say \"hi\""#,
        "{",
        "a // b ; c",
        r"c:\maps\base.wad",
        "",
        "\u{1}\r\n\r\n",
        "c:\\maps\\",
    ] {
        let text = format!("{{\n\"message\" \"{value}\"\n\"origin\" \"1 2 3\"\n{wall}}}\n");
        let map = read(&text, UNITS).unwrap_or_else(|why| panic!("{value:?}: {why}"));
        let line = 4 + value.matches('\n').count();
        assert_eq!((map.brushes.len(), map.lines), (1, vec![line]), "{value:?}");
    }
    let missing = format!("{{\n\"message\" \"oops\n\"origin\" \"1 2 3\"\n{wall}}}\n");
    let why = read(&missing, UNITS).unwrap_err().to_string();
    assert!(why.contains("quoted text") && why.contains("line 2"), "{why}");
}

#[test]
fn every_line_end_and_white_space_gives_the_same_map() {
    let text = format!("{{\n\"classname\" \"worldspawn\"\n// a wall\n{}}}\n", written([0; 3], [64; 3]));
    let same = |text: &str| {
        let map = read(text, UNITS).unwrap();
        (map.brushes, map.lines)
    };
    let expected = same(&text);
    for changed in [
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        format!("\u{feff}{text}"),
        text.replace(' ', "\t"),
        text.replace(' ', "\u{a0}"),
        format!("{text}\0\0"),
        text.replace("//", "; "),
    ] {
        assert_eq!(same(&changed), expected, "{changed:?}");
    }
}

#[test]
fn other_formats_of_brushes_are_refused_by_their_name() {
    for name in ["brushDef", "brushDef3"] {
        let text = format!(
            "{{\n{{\n{name}\n{{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) ( ( 1 0 0 ) ( 0 1 0 ) ) a 0 0 0\n}}\n}}\n}}"
        );
        let why = read(&text, UNITS).unwrap_err().to_string();
        assert!(
            why.starts_with(&format!("line 3: {name} (brush primitives) is not supported; save")),
            "{why}"
        );
    }
    assert!(read("Version 2\n{\n}", UNITS).unwrap_err().to_string().contains("Doom 3"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn boxes_come_back(
        boxes in prop::collection::vec((prop::array::uniform3(-300..300_i32), prop::array::uniform3(1..200_i32)), 1..6),
    ) {
        let corners = boxes.iter().map(|(min, size)| (*min, std::array::from_fn(|i| min[i] + size[i])));
        let text: String = corners.clone().map(|(min, max)| written(min, max)).collect();
        let map = read(&format!("{{\n\"classname\" \"worldspawn\"\n{text}}}\n"), UNITS).unwrap();
        prop_assert_eq!(map.brushes.len(), boxes.len());
        for (planes, (min, max)) in map.brushes.iter().zip(corners) {
            let [min, max] = [min, max].map(|p: [i32; 3]| p.map(|c| f64::from(c) / UNITS));
            let expected = boxed([min[0], min[2], -max[1]], [max[0], max[2], -min[1]]);
            for plane in &expected {
                let near = |p: &&collidoscope_kernels::level::plane::Plane| {
                    (p.normal - plane.normal).norm() < 1e-12 && (p.offset - plane.offset).abs() < 1e-9
                };
                prop_assert!(planes.iter().any(|p| near(&p)), "{:?} {:?}", planes, plane);
            }
        }
    }

    #[test]
    fn damaged_maps_give_brushes_or_one_line(
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[ -~\n]{0,3}"), 0..4),
        cut in any::<Option<prop::sample::Index>>(),
    ) {
        let mut text = MAP.to_owned();
        for (at, with) in &changes {
            let at = at.index(text.len());
            if text.is_char_boundary(at) {
                let end = (at + with.len()).min(text.len());
                text.replace_range(at..end, with);
            }
        }
        if let Some(cut) = cut {
            text.truncate(cut.index(text.len()));
        }
        match read(&text, UNITS) {
            Ok(map) => for plane in map.brushes.iter().flatten() {
                prop_assert!((plane.normal.norm() - 1.0).abs() < 1e-9 && plane.offset.is_finite());
            },
            Err(why) => prop_assert!(!why.to_string().chars().any(char::is_control)),
        }
    }
}

#[test]
fn planes_lie_where_the_file_says_whatever_a_metre_has_of_its_units() {
    let map = "{\n{\n( 0 0 19307.3 ) ( 0 1 19307.3 ) ( 1 0 19307.3 ) a 0 0 0 1 1\n}\n}";
    let units = 39.37;
    let [plane] = read(map, units).unwrap().brushes[0][..] else { panic!("one plane") };
    // The quotient has more digits than a coordinate: the remainder is kept, too.
    let given = Plane::of([0.0, units, 0.0], 19307.3).unwrap();
    let rounded = Point::new(0.0, 19307.3 / units, 0.0);
    let [left, of_it] = [given, plane].map(|plane| plane.seen_from(&rounded).offset);
    assert!(left != 0.0 && (left - of_it).abs() < 1e-12 * left.abs(), "{left:e} {of_it:e}");
}
