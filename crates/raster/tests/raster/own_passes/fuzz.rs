//! Mutated tables: nothing that a text says makes the reader, the checks or the analysis panic or hang.

use collidoscope_raster::image_space::own::pixel::Touching;
use collidoscope_raster::image_space::own::settings::BUILT_IN;
use collidoscope_raster::image_space::own::table::OwnTable;
use collidoscope_raster::image_space::own::text::{read, read_cells};
use collidoscope_raster::image_space::own::{counterexample, difference, relations, rows};
use rand::{Rng, SeedableRng as _};

/// Number of mutated texts; the environment variable sets another.
const TEXTS: (&str, usize) = ("COLLIDOSCOPE_MUTATED_TABLES", 20_000);

/// Words that a mutation inserts.
const WORDS: [&str; 24] = [
    "draw",
    "A",
    "B",
    "near",
    "tile",
    "edges",
    "depth",
    "slice",
    "stencil",
    "turn",
    "off",
    "round",
    "clear",
    "count",
    "read-depth",
    "255",
    "-1",
    "1e38",
    "\n",
    "repeat layers 64\n",
    "state inherited\n",
    "read lists\n",
    "#",
    "\u{0}é",
];

fn mutated(text: &str, random: &mut impl Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.random_range(1..5) {
        let at = random.random_range(0..=bytes.len());
        match random.random_range(0..5) {
            0 => bytes.insert(at, random.random()),
            1 => drop(bytes.drain(at..(at + random.random_range(0..12)).min(bytes.len()))),
            2 => {
                let word = format!(" {} ", WORDS[random.random_range(0..WORDS.len())]);
                bytes.splice(at..at, word.bytes());
            }
            3 => {
                // A line again, or in another place.
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let mut lines: Vec<&str> = text.lines().collect();
                let line = lines[random.random_range(0..lines.len())];
                lines.insert(random.random_range(0..=lines.len()), line);
                bytes = lines.join("\n").into_bytes();
            }
            _ => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let mut lines: Vec<&str> = text.lines().collect();
                lines.remove(random.random_range(0..lines.len()));
                bytes = lines.join("\n").into_bytes();
            }
        }
        if bytes.is_empty() {
            bytes.push(b'\n');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_tables_are_read_or_refused_in_one_line() {
    let count = std::env::var(TEXTS.0).ok().and_then(|count| count.parse().ok()).unwrap_or(TEXTS.1);
    let texts: Vec<String> =
        BUILT_IN.iter().map(|(id, program)| OwnTable::of_program(id, program).to_string()).collect();
    let mut random = rand_pcg::Pcg64::seed_from_u64(7);
    let (mut accepted, mut refused) = (0, 0);
    for index in 0..count {
        let text = mutated(&texts[index % texts.len()], &mut random);
        match read(&text) {
            Ok(table) => {
                accepted += 1;
                assert_eq!(read(&table.to_string()).as_ref(), Ok(&table), "{text}");
                // The analysis is slower than the reading, so it takes a part of them.
                if accepted % 40 == 0 {
                    analyse(&table);
                }
            }
            Err(error) => {
                refused += 1;
                let said = error.in_file("a.passes");
                assert!(!said.contains(['\n', '\u{0}']) && said.len() < 400, "{said}");
            }
        }
        if let Ok((cells, _)) = read_cells(&text) {
            cells.lowered();
            assert!(cells.faults().iter().all(|fault| !fault.to_string().contains('\n')));
        }
    }
    assert!(accepted * 20 > count && refused * 20 > count, "{accepted} accepted, {refused} refused");
    println!("{count} mutated tables: {accepted} accepted, {refused} refused");
}

fn analyse(table: &OwnTable) {
    let program = table.program().unwrap();
    relations::relations(&program);
    rows::rows_that_matter(table, 1);
    counterexample::smallest_counterexample(&program, Touching::IsEither, 1);
    let other = OwnTable::of_program("", BUILT_IN[0].1);
    difference::difference(table, &other);
}
