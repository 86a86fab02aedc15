//! The command line: arguments, help, manual, tables, input files of the commands.

use std::ffi::OsString;
use std::time::Duration;

use collidoscope::cli::cases::json::parse;
use collidoscope::cli::ccd::fractions::{integer, on_one_grid, rounded, rounding_error};
use collidoscope::cli::help::{pieces, wrapped};
use collidoscope::cli::rows::rows;
use collidoscope::cli::shot::parse_size;
use collidoscope::cli::terminal::{visible, visible_json, visible_lines};
use collidoscope::cli::warm::ColdArgument;
use collidoscope::cli::{command, command_first, language_of};
use collidoscope::language::Language;
use num_bigint::BigInt;
use num_rational::BigRational;
use unicode_width::UnicodeWidthStr as _;

#[test]
fn the_language_may_stand_before_the_command() {
    let ordered = |line: &str| {
        let line = command_first(line.split(' ').map(OsString::from).collect(), &command());
        line.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    };
    for (line, wanted) in [
        ("c --language en shot road -o a.png", "c shot --language en road -o a.png"),
        ("c --language=zh --language en info", "c info --language=zh --language en"),
        ("c --language zh help shot", "c help shot"),
        ("c shot --language en", "c shot --language en"),
        ("c --language en scene.json", "c --language en scene.json"),
        ("c --language shot", "c --language shot"),
        ("c --lab road shot", "c --lab road shot"),
        ("c", "c"),
    ] {
        assert_eq!(ordered(line), wanted, "{line}");
    }
    assert!(command().try_get_matches_from(ordered("c --language en info").split(' ')).is_ok());
}

#[test]
fn the_language_is_found_wherever_it_stands() {
    let of = |line: &str| language_of(line.split(' ').map(OsString::from));
    for line in ["c --language zh-CN", "c shot arena --language=zh-CN", "c --help --language zh"] {
        assert_eq!(of(line), Language::Chinese, "{line}");
    }
    assert_eq!(of("c --seed 3 --language en"), Language::English);
}

#[test]
fn a_text_of_too_many_values_is_refused_where_they_are() {
    let text = br#"{"a": [1, 2, {"b": 3}]}"#;
    assert!(parse(text, 6).is_ok());
    let refused = parse(text, 5).unwrap_err();
    assert!(refused.to_string().contains("more than 5 values at line 1"), "{refused}");
}

fn fraction(numerator: &str, denominator: &str) -> BigRational {
    BigRational::new(integer(numerator).unwrap(), integer(denominator).unwrap())
}

#[test]
fn fractions_become_the_nearest_number() {
    for (numerator, denominator, number) in [
        ("1", "3", 1.0 / 3.0),
        ("-6004799503160661", "18014398509481984", -0.3333333333333333),
        ("9007199254740993", "1", 9007199254740992.0),
        ("9007199254740995", "1", 9007199254740996.0),
        ("10", "-4", -2.5),
        ("0", "7", 0.0),
    ] {
        assert_eq!(rounded(&fraction(numerator, denominator)), number, "{numerator}/{denominator}");
    }
    let long = "1".repeat(400);
    assert_eq!(rounded(&fraction(&long, &long)), 1.0);
    assert_eq!(rounded(&fraction(&long, "1")), f64::INFINITY);
    assert_eq!(rounded(&fraction("1", &format!("1{}", "0".repeat(320)))), 1e-320);
    assert_eq!(rounded(&fraction("1", &long)), 0.0);
}

#[test]
fn only_what_cannot_be_stored_has_an_error() {
    assert_eq!(rounding_error(&fraction("3900231685776981", "4503599627370496")), 0.0);
    assert_eq!(rounding_error(&fraction("3", "6")), 0.0);
    assert!(rounding_error(&fraction("1", "3")) > 0.0);
    assert!(rounding_error(&fraction("9007199254740993", "1")) >= 1.0);
    assert!(rounding_error(&fraction("1", &"1".repeat(400))) > 0.0);
}

#[test]
fn a_grid_keeps_all_ratios() {
    let grid =
        on_one_grid(&[fraction("1", "2"), fraction("-1", "3"), fraction("5", "6"), fraction("2", "1")]);
    assert_eq!(grid, [3, -2, 5, 12].map(BigInt::from));
}

mod queries {

    use collidoscope::cli::ccd::queries::{MOST_QUERIES, parse};
    use collidoscope::continuous::Kind;

    use collidoscope::geometry::Point;
    use num_bigint::BigInt;

    const UNIT: &str = "0,1,0,1,1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n\
                        0,1,0,1,-1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n";

    fn refused(text: &str) -> String {
        format!("{:#}", parse(text.as_bytes(), Kind::VertexFace, MOST_QUERIES).unwrap_err())
    }

    #[test]
    fn eight_lines_are_a_query() {
        let text = format!("{}\n{}", UNIT.replace('\n', "\r\n"), UNIT.replace("-1,1", " 2 , -2 "));
        let given = parse(text.as_bytes(), Kind::VertexFace, MOST_QUERIES).unwrap();
        assert_eq!(given.len(), 2);
        assert_eq!(given[0], given[1]);
        assert_eq!(given[0].asked.query.end[0], Point::new(0.0, 0.0, -1.0));
        assert!(given[0].touches && given[0].asked.rounding == 0.0 && given[0].asked.unrounded.is_none());
    }

    #[test]
    fn numbers_that_are_rounded_widen_the_query_and_stay_exact_beside() {
        let text = UNIT.replace("-1,1", "-1,3");
        let given = &parse(text.as_bytes(), Kind::VertexFace, MOST_QUERIES).unwrap()[0];
        let third = 1.0_f64 / 3.0;
        assert_eq!(given.asked.query.end[0].z, -third);
        assert!((2.0 * 3_f64.sqrt() * third * f64::EPSILON / 2.0..1e-15).contains(&given.asked.rounding));
        let grid = given.asked.unrounded.as_ref().unwrap();
        assert_eq!(grid.ends[1][0][2], BigInt::from(-1));
        assert_eq!(grid.ends[0][0][2], BigInt::from(3));
    }

    #[test]
    fn more_queries_than_are_taken_are_refused_and_reading_many_takes_no_time_by_the_square() {
        let refused = parse(UNIT.repeat(3).as_bytes(), Kind::VertexFace, 2).unwrap_err();
        assert!(refused.to_string().starts_with("line 17: more than 2 queries"), "{refused}");
        // A reader that takes quadratic time would need minutes for this.
        let given = parse(UNIT.repeat(10_000).as_bytes(), Kind::VertexFace, MOST_QUERIES).unwrap();
        assert_eq!(given.len(), 10_000);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        assert!(refused("").contains("no queries"));
        assert!(refused(&UNIT[..UNIT.len() - 14]).contains("line 7: the last query has 7 of 8 lines"));
        assert!(refused(&UNIT.replacen("1\n", "1,0\n", 1)).contains("line 1: has 8 values; write seven"));
        assert!(refused(&UNIT.replacen("0,1,0", "0,0,0", 1)).contains("line 1: x has the denominator 0"));
        assert!(refused(&UNIT.replacen("-1", "1.5", 1)).contains("line 5: z numerator is \"1.5\""));
        assert!(refused(&UNIT.replacen("-1", &"9".repeat(5000), 1)).contains("digits"));
        assert!(refused(&UNIT.replacen("-1", &"9".repeat(400), 1)).contains("1.8e308"));
        assert!(refused(&UNIT.replacen("1\n", "2\n", 1)).contains("line 1: the truth is \"2\""));
        assert!(refused(&UNIT.replace("-1,1,1", "-1,1,0")).contains("line 5: the truth differs"));
        assert!(refused("\u{0}\u{1}").contains("line 1"));
    }
}

#[test]
fn lines_are_as_wide_as_columns_not_as_letters() {
    let text = "测量同样的内容，只是帧、物体或对更少（见 README）。";
    let lines = wrapped(text, 20, 2);
    assert!(lines.lines().count() > 2 && lines.lines().all(|line| line.width() <= 20), "{lines}");
    assert!(lines.lines().skip(1).all(|line| line.starts_with("  ")), "{lines}");
    let again: String = lines.lines().map(str::trim_start).collect();
    assert_eq!(again.replace(' ', ""), text.replace(' ', ""));
}

#[test]
fn words_and_punctuation_stay_where_they_belong() {
    assert_eq!(pieces("用 GL 画，（好）"), ["用 ", "GL ", "画，", "（好）"]);
    assert_eq!(pieces("one word"), ["one ", "word"]);
    assert_eq!(wrapped("abcdefgh", 4, 0), "abcdefgh", "what cannot be broken is not");
}

mod poses {
    use std::io::Read;

    use collidoscope::cli::meshes::poses::{Normalised, Placed, Reader};

    fn parse(text: &str, most: usize) -> anyhow::Result<(Vec<Placed>, Option<Normalised>)> {
        let input = std::io::Cursor::new(text.to_owned().into_bytes());
        let mut reader = Reader::new(Box::new(input), "file".to_owned(), most)?;
        Ok((reader.all()?, reader.normalised))
    }

    fn refused(text: &str) -> String {
        format!("{:#}", parse(text, 1000).unwrap_err())
    }

    #[test]
    fn a_pose_in_every_line() {
        let text = "x,y,z,qx,qy,qz,qw\n1,2,3,0,0,0,1\r\n 0, 0 ,-4e2,0,0,2,0\n";
        let (poses, normalised) = parse(text, 2).unwrap();
        assert!(poses.len() == 2 && poses.iter().all(|placed| placed.carried.is_empty()));
        assert_eq!(poses[0].pose.translation.vector.as_slice(), [1.0, 2.0, 3.0]);
        assert_eq!(poses[1].pose.rotation.k, 1.0, "of any length");
        assert_eq!(normalised, Some(Normalised { count: 1, line: 3, length: 2.0 }));
    }

    #[test]
    fn more_poses_than_are_taken_are_refused_and_turned_ones_take_no_time_by_the_square() {
        let header = "x,y,z,qx,qy,qz,qw\n";
        let refused = parse(&(header.to_owned() + &"0,0,0,0,0,0,1\n".repeat(3)), 2).unwrap_err();
        assert!(format!("{refused:#}").starts_with("file: line 4: more than 2 poses"), "{refused:#}");
        let turned = header.to_owned() + &"0,0,0,0,0,0,2\n".repeat(50_000);
        let (poses, normalised) = parse(&turned, 50_000).unwrap();
        assert_eq!((poses.len(), normalised.map(|o| (o.count, o.line))), (50_000, Some((50_000, 2))));
    }

    /// An input that gives a few bytes at a time.
    struct Drops(Vec<u8>, usize);

    impl Read for Drops {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len());
            into[..count].copy_from_slice(&self.0.drain(..count).collect::<Vec<_>>());
            Ok(count)
        }
    }

    #[test]
    fn lines_that_come_in_pieces_are_those_of_the_whole() {
        let text = "\u{feff}x,y,z,\"é\",qx,qy,qz,qw\r\n\n1,0,0,é,0,0,0,1\r\n2,0,0,,0,0,0,1\n3,0,0,\u{4e2d},0,0,0,1\r4,0,0,a,0,0,0,2\0\0";
        for size in 1..text.len() + 1 {
            let drops = Box::new(Drops(text.as_bytes().to_vec(), size));
            let mut reader = Reader::new(drops, "file".to_owned(), 4).unwrap();
            assert_eq!(reader.names(), ["é"]);
            let all = reader.all().unwrap();
            let found: Vec<_> =
                all.iter().map(|p| (p.number, p.pose.translation.x, p.carried.as_ref())).collect();
            assert_eq!(found, [(0, 1.0, ",é"), (1, 2.0, ","), (2, 3.0, ",中"), (3, 4.0, ",a")], "{size}");
            assert_eq!(reader.normalised.map(|first| first.line), Some(6), "{size}");
        }
    }

    #[test]
    fn poses_before_a_wrong_line_are_answered_and_then_the_error_once() {
        let text = "x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,1\n1,0,0,0,0,0,1\nno\n2,0,0,0,0,0,1\n";
        for size in [1, 1000] {
            let drops = Box::new(Drops(text.as_bytes().to_vec(), size));
            let mut reader = Reader::new(drops, "file".to_owned(), 9).unwrap();
            let numbers = [0, 1].map(|_| reader.part(1).unwrap()[0].number);
            assert_eq!(numbers, [0, 1]);
            assert!(format!("{:#}", reader.part(1).unwrap_err()).starts_with("file: line 4: has 1 value"));
            assert!(reader.part(1).unwrap().is_empty());
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let header = "x,y,z,qx,qy,qz,qw\n";
        assert!(refused(&header.replace(',', ";")).contains("with commas in place of semicolons"));
        assert!(refused("x,y,z\n1,2,3\n").contains("line 1 is \"x,y,z\"; it must be x,y,z,qx,qy,qz,qw"));
        assert!(refused(header).contains("no poses"));
        assert!(refused(&format!("{header}1,2,3,0,0,0\n")).contains("line 2: has 6 values"));
        assert!(refused(&format!("{header}0,0,0,0,0,0,1\n0,up,0,0,0,0,1\n")).contains("line 3: y is \"up\""));
        assert!(refused(&format!("{header}0,0,NaN,0,0,0,1\n")).contains("not a finite number"));
        assert!(refused(&format!("{header}0,0,1e300,0,0,0,1\n")).contains("too far away"));
        assert!(refused(&format!("{header}0,0,0,0,0,0,0\n")).contains("length 0"));
        assert!(refused("\u{0}\u{1}").contains("line 1"));
    }
}

#[test]
fn lines_end_in_every_way_and_blank_ones_are_counted_only() {
    let text = b"1, \"2\" ,3\r\n\n 4,5,6\r7,8,9\n  \r\n10,11,12";
    let read = rows(text).map(|row| (row.line, row.values::<3>("three").unwrap()));
    let expected =
        [(1, ["1", "2", "3"]), (3, ["4", "5", "6"]), (4, ["7", "8", "9"]), (6, ["10", "11", "12"])];
    assert_eq!(read.collect::<Vec<_>>(), expected);
}

#[test]
fn a_cell_in_quotes_may_contain_commas() {
    let text = br#"a,"b, ""c"", d" , "" ,5" pipe,"open, end"#;
    let row = rows(text).next().unwrap();
    let cells: Vec<_> = row.cells().map(|cell| std::str::from_utf8(cell).unwrap()).collect();
    assert_eq!(cells, ["a", r#""b, ""c"", d" "#, r#" "" "#, r#"5" pipe"#, r#""open, end"#]);
    let commas = rows(b",,").next().unwrap();
    assert_eq!(commas.cells().map(<[u8]>::len).collect::<Vec<_>>(), [0; 3]);
}

#[test]
fn another_number_of_values_is_counted_and_not_kept() {
    let commas = vec![b','; 1_000_000];
    let row = rows(&commas).next().unwrap();
    let why = row.values::<7>("seven").unwrap_err().to_string();
    assert_eq!(why, "has 1000001 values; write seven");
    assert!(row.quoted().len() < 200, "{}", row.quoted());
    assert!(rows(b"\xff,1").next().unwrap().values::<2>("two").is_err());
    assert!(rows(b" \n\r\n").next().is_none());
}

#[test]
fn sizes_are_two_numbers() {
    assert_eq!(parse_size("1280x800"), Ok([1280, 800]));
    assert_eq!(parse_size("64×8192"), Ok([64, 8192]));
    for wrong in ["", "x", "1280", "1280x", "63x64", "8193x64", "-5x100", "1e3x1e3", "1280x800x2"] {
        assert!(parse_size(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn no_name_steers_the_terminal() {
    assert_eq!(visible("a\u{1b}[31mb\r\u{7}\u{9b}é中"), "a\\u{1b}[31mb\\r\\u{7}\\u{9b}é中");
    for c in "\u{ad}\u{61c}\u{200b}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}\u{e0041}".chars() {
        assert_eq!(visible(&format!("a{c}b")), format!("a\\u{{{:x}}}b", c as u32));
    }
    assert_eq!(visible("Ärger/naïve e\u{301} مرحبا 👍🏽 №1\u{a0}m"), "Ärger/naïve e\u{301} مرحبا 👍🏽 №1\u{a0}m");
    assert_eq!(visible_lines("a\nb\u{202e}\r\nc\n"), "a\nb\\u{202e}\\r\nc\n");
}

#[test]
fn json_stays_json_and_the_terminal_is_not_steered() {
    let name = "❤\u{fe0f} \u{202e}a\u{200d}b\u{e0041}\u{7f}\u{9b}\r\n\u{1b}[31m";
    let value = serde_json::json!({"name": name, name: [1, null]});
    for json in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
        let shown = visible_json(&json);
        assert_eq!(visible_lines(&shown), shown, "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }
    assert_eq!(visible_json("{\"a\": \"é中👍🏽\"}\n"), "{\"a\": \"é中👍🏽\"}\n");
}

#[test]
fn the_first_answers_are_untimed_until_the_method_is_warm() {
    let ms = Duration::from_millis;
    let start = |cold| ColdArgument { cold }.warm_up();
    let mut warm_up = start(false);
    warm_up.began -= ms(150);
    warm_up.answered(ms(10));
    warm_up.began -= ms(100);
    // This answer began before the end of the warm-up.
    warm_up.answered(ms(90));
    warm_up.answered(ms(10));
    assert_eq!(warm_up.untimed(), 2);
    let mut cold = start(true);
    cold.answered(ms(10));
    assert_eq!(cold.untimed(), 0);
}
