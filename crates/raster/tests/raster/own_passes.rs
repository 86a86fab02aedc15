//! Tables of passes that users write. The text of a table is read as it is printed, and errors name the line and what
//! would be right. The other files compare the examples, mutated tables, costs and answers.

mod fuzz;
mod three_draws;

use collidoscope_kernels::settings::{in_one_word, of_one_word};
use collidoscope_raster::gpu::{Compare, StencilOp};
use collidoscope_raster::image_space::conservative;
use collidoscope_raster::image_space::own::settings::BUILT_IN;
use collidoscope_raster::image_space::own::table::{
    ClearedDepth, DepthCell, MOST_ROUNDS, MOST_ROWS, OwnRound, OwnRow, OwnTable, Reference, Repetition,
    StencilCell, Unsaid, core,
};
use collidoscope_raster::image_space::own::text::{MOST_BYTES, read, read_cells};
use collidoscope_raster::image_space::own::words::{COMPARISONS, OPERATIONS, OUTLINES, READS, TAKES};
use collidoscope_raster::image_space::pass::{Depth, PassProgram, Read, Surface, Who};
use rand::seq::IndexedRandom as _;
use rand::{Rng, SeedableRng as _};

#[test]
fn every_built_in_table_is_read_as_it_is_printed() {
    for (id, program) in BUILT_IN.into_iter().chain([("thin", &conservative::THIN as &PassProgram)]) {
        let table = OwnTable::of_program(id, program);
        let text = table.to_string();
        let again = read(&text).unwrap_or_else(|error| panic!("{id}: {error}\n{text}"));
        assert_eq!(again, table, "{text}");
        assert_eq!(core(&again.program().unwrap()), core(program), "{id}: the rows stay");
    }
}

/// A table of random cells, which need not run.
fn random_table(random: &mut impl Rng) -> OwnTable {
    let comment = |random: &mut dyn rand::RngCore| {
        let words = ["", "first # second", "über, 深度", "100 % + 1"];
        words[random.random_range(0..words.len())].to_owned()
    };
    let surface = |random: &mut dyn rand::RngCore| {
        let who = if random.random() { Who::First } else { Who::Second };
        match random.random_range(0..5) {
            0 => Surface::Near(who),
            1 => Surface::Far(who),
            2 => Surface::Whole(who),
            3 => Surface::Edges(who),
            _ => Surface::Tile,
        }
    };
    let rounds = (0..random.random_range(1..4)).map(|_| {
        let rows = (0..random.random_range(1..5)).map(|_| {
            let mut row = OwnRow::draw(surface(random));
            let comparison = |random: &mut dyn rand::RngCore| COMPARISONS[random.random_range(0..8)].1;
            fn some<T>(random: &mut dyn rand::RngCore, value: T) -> Option<T> {
                random.random_bool(0.5).then_some(value)
            }
            let operation = |random: &mut dyn rand::RngCore| {
                let operation = OPERATIONS[random.random_range(0..8)].1;
                some(random, operation)
            };
            row.clear_depth = match random.random_range(0..4) {
                0 => Some(ClearedDepth::Slice),
                1 => Some(ClearedDepth::To(random.random())),
                2 => Some(ClearedDepth::To([0.0, 1.0, 0.5][random.random_range(0..3)])),
                _ => None,
            };
            let value = random.random();
            row.clear_stencil = some(random, value);
            row.depth = match random.random_range(0..4) {
                0 => None,
                1 => Some(DepthCell::Off),
                _ => Some(DepthCell::Test(comparison(random))),
            };
            let writes = [Depth::Write, Depth::ReadOnly][random.random_range(0..2)];
            row.depth_writes = some(random, writes);
            row.stencil = match random.random_range(0..4) {
                0 => None,
                1 => Some(StencilCell::Off),
                _ => {
                    let reference =
                        if random.random() { Reference::Turn } else { Reference::Value(random.random()) };
                    Some(StencilCell::Test(comparison(random), reference, random.random()))
                }
            };
            row.fail = operation(random);
            row.depth_fail = operation(random);
            row.pass = operation(random);
            row.back_pass = operation(random);
            let bits = random.random();
            row.bits = some(random, bits);
            (row.count, row.read_depth) = (random.random(), random.random());
            row.comment = comment(random);
            row.comments = (0..random.random_range(0..2)).map(|_| comment(random)).collect();
            row
        });
        let rows = rows.collect();
        OwnRound { comments: (0..random.random_range(0..2)).map(|_| comment(random)).collect(), rows }
    });
    let rounds = rounds.collect();
    OwnTable {
        name: ["", "mine", "two words", "深度"][random.random_range(0..4)].to_owned(),
        comments: (0..random.random_range(0..3)).map(|_| comment(random)).collect(),
        bodies: TAKES.choose(random).unwrap().1,
        repeat: match random.random_range(0..3) {
            0 => Repetition::Once,
            1 => Repetition::Slices(random.random_range(1..=64)),
            _ => Repetition::Layers(random.random_range(1..=64)),
        },
        read: match random.random_range(0..3) {
            0 => Read::Stencil(random.random()),
            _ => READS.choose(random).unwrap().1,
        },
        outline: OUTLINES.choose(random).unwrap().1,
        symmetric: random.random(),
        unsaid: if random.random() { Unsaid::Inherited } else { Unsaid::Off },
        rounds,
    }
}

#[test]
fn random_tables_are_read_as_they_are_printed_and_survive_in_a_link() {
    let mut random = rand_pcg::Pcg64::seed_from_u64(36);
    let (mut running, mut refused) = (0, 0);
    for _ in 0..3000 {
        let table = random_table(&mut random);
        let text = table.to_string();
        let (again, lines) = read_cells(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        // A comment with # is cut nowhere; an empty one above a row is no comment.
        let plain = |table: &OwnTable| table.to_string();
        assert_eq!(plain(&again), text);
        assert_eq!(again.lowered(), table.lowered(), "{text}");
        let word = in_one_word(&text);
        assert!(!word.contains(['&', ',', ' ', '\n', '#', '"']), "{word}");
        assert_eq!(of_one_word(&word), text);
        assert_eq!(of_one_word(&text.replace(['+', '%', ';'], "")), text.replace(['+', '%', ';'], ""));
        // Every fault is on a line of the text.
        let faults = again.faults();
        assert!(faults.iter().all(|fault| (1..=text.lines().count()).contains(&lines.of(fault))));
        if faults.is_empty() { running += 1 } else { refused += 1 }
    }
    assert!(running > 0 && refused > 100, "{running} run, {refused} do not");
}

/// A table that runs, with a line replaced.
fn with(line: &str, by: &str) -> String {
    let table = "method mine\nbodies convex\nread counts\nround\n clear depth 1\n draw A near depth lequal write\n \
                 draw B far depth gequal count\n";
    assert!(table.contains(line), "{line}");
    table.replacen(line, by, 1)
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_what_would_be_right() {
    read(&with("", "")).unwrap();
    let rows = |count: usize| " draw A near\n".repeat(count);
    let cases: &[(String, usize, &[&str])] = &[
        (
            with("gequal", "greatr"),
            7,
            &["\"greatr\" is no comparison", "did you mean \"greater\"", "never, less"],
        ),
        (with("A near", "C near"), 6, &["\"C\"", "A, B and tile"]),
        (with("A near", "A nera"), 6, &["\"nera\"", "near", "edges"]),
        (with("A near", "A"), 6, &["\"depth\" is no part of a surface"]),
        (with("round", "runde"), 4, &["\"runde\" is no line", "did you mean \"round\""]),
        (with("depth 1", "depth 2"), 5, &["\"2\"", "0 to 1"]),
        (with("depth 1", "depth NaN"), 5, &["\"NaN\"", "0 to 1"]),
        (with("depth 1", "stencil 256"), 5, &["\"256\"", "0 to 255"]),
        (with("depth 1", "colour 1"), 5, &["\"colour\"", "depth, stencil"]),
        (with("gequal count", "gequal count count"), 7, &["\"count\" is said twice"]),
        (with("gequal count", "gequal stencil equal"), 7, &["ends where"]),
        (
            with("gequal count", "gequal stencil equal 1 mask 100 count"),
            7,
            &["\"100\"", "two hexadecimal digits"],
        ),
        (with("gequal count", "gequal stencil equal 1 pass inc count"), 7, &["\"inc\"", "incr"]),
        (
            with("gequal count", "gequal wirte count"),
            7,
            &["\"wirte\" is no cell of a row", "did you mean \"write\"", "read-only"],
        ),
        (with("gequal count", "gequal stencil equal 1 maks 01"), 7, &["did you mean \"mask\""]),
        (with("counts", "sums"), 3, &["\"sums\"", "counts"]),
        (with("counts", "stencil = 300"), 3, &["\"300\"", "0 to 255"]),
        (with("read counts\n", ""), 6, &["read counts"]),
        (with("bodies convex", "bodies convex closed"), 2, &["\"closed\" is one word too many"]),
        (with("bodies convex", "bodies round"), 2, &["\"round\"", "convex, closed"]),
        (with("bodies convex", "read counts"), 3, &["said twice"]),
        (with(" clear depth 1\n", " clear depth 1\n clear depth 1\n"), 6, &["a clear belongs to the draw"]),
        (with("gequal count\n", "gequal count\n clear depth 1"), 8, &["a clear belongs to the draw"]),
        (with("round\n", ""), 4, &["\"round\""]),
        (with("gequal count\n", "gequal count\nbodies convex\n"), 8, &["above the first round"]),
        (with("bodies convex", "repeat slices 65"), 2, &["\"65\"", "1 to 64"]),
        (with("bodies convex", "repeat often"), 2, &["\"often\"", "once, slices, layers"]),
        (with("method mine", "method"), 1, &["name"]),
        (with("method mine", &format!("method {}", "m".repeat(61))), 3, &["60 characters"]),
        // What can be written but cannot run.
        (with("gequal count", "gequal"), 4, &["counts nothing"]),
        (with("lequal write", "lequal write count"), 7, &["at most 1", "another round"]),
        (with("counts", "depths"), 4, &["two rows need read-depth, not 0"]),
        (with("gequal count\n", "gequal count read-depth\n"), 7, &["read-depth"]),
        (with("counts", "stencil = 1"), 7, &["nothing reads this count"]),
        (with("counts", "lists"), 3, &["repeat layers", "A near and A far"]),
        (
            with("bodies convex", "repeat slices\nread depths").replace("read counts\n", ""),
            3,
            &["read counts"],
        ),
        (with("depth 1", "depth slice"), 6, &["repeat slices"]),
        (with("gequal", "gequal stencil equal turn"), 7, &["repeat layers"]),
        (with("gequal", "gequal pass incr"), 7, &["need a stencil test in the same row"]),
        (with("depth gequal", "depth write"), 7, &["need a depth test in the same row"]),
        (with("bodies convex", "bodies closed\noutline fat"), 4, &["bodies convex"]),
        (with("A near", "A edges").replace("bodies convex", "outline thin"), 6, &["edges"]),
        (with("gequal count\n", &format!("gequal count\n{}", rows(40))), 38, &["more than 32 rows"]),
        (
            with("gequal count\n", &format!("gequal count\n{}", "round\n draw A near count\n".repeat(9))),
            22,
            &["more than 8 rounds"],
        ),
        (with("gequal count\n", "gequal count\nround\n"), 8, &["has no row"]),
        ("read counts\n".to_owned(), 1, &["no round"]),
        (String::new(), 1, &["read counts"]),
        (format!("read counts\n{}", "#".repeat(MOST_BYTES)), 1, &["64 KiB"]),
    ];
    for (text, line, says) in cases {
        let error = read(text).err().unwrap_or_else(|| panic!("accepted:\n{text}"));
        let said = error.in_file("my.passes");
        assert_eq!(error.line, *line, "{said}\n{text}");
        assert!(said.starts_with(&format!("my.passes:{line}: ")) && !said.contains('\n'), "{said}");
        for part in *says {
            assert!(said.contains(part), "{said} lacks {part:?}");
        }
    }
    assert_eq!((MOST_ROWS, MOST_ROUNDS), (32, 8));
}

#[test]
fn words_of_opengl_are_read_however_they_are_spelt() {
    let plain =
        read("read counts\nround\ndraw A near depth lequal write stencil always 1 pass incr_wrap count")
            .unwrap();
    let other = "\u{feff}READ Counts\r\nRound\r\n\tdraw a NEAR depth GL_LEQUAL Write stencil ALWAYS 1 mask 0xFF pass INCR-WRAP count\r\n";
    assert_eq!(read(other).unwrap(), plain);
    let row = plain.lowered().rounds[0][0];
    assert_eq!(row.depth.unwrap().test, Compare::LessEqual);
    assert_eq!(row.stencil.unwrap().pass, StencilOp::IncrementWrap);
}
