//! The text of a table: reading and writing. The grammar is in `docs/reference/file-formats.md`.
//!
//! A line holds one statement; `#` begins a comment. An error names the line, the word, and what would be right.

use std::fmt::{self, Write as _};

use super::check::{Fault, Place};
use super::table::{
    ClearedDepth, DepthCell, MOST_ROUNDS, MOST_ROWS, MOST_TURNS, OwnRound, OwnRow, OwnTable, Reference,
    Repetition, SLICES, StencilCell, Unsaid,
};
use super::words::{
    self, BODIES, COMPARISONS, OPERATIONS, OUTLINES, PARTS, READS, TAKES, quoted, unknown, value, word,
};
use crate::image_space::pass::{Depth, Outline, Read, Surface};

/// Largest text, in bytes.
pub const MOST_BYTES: usize = 64 << 10;

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The error, and what would be right, as one line.
    pub says: String,
}

impl TextError {
    /// The error with the file's name in front, as `FILE:LINE: …`.
    pub fn in_file(&self, file: &str) -> String {
        format!("{file}:{}: {}", self.line, self.says)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.says)
    }
}

/// Reads a table and checks that it runs.
pub fn read(text: &str) -> Result<OwnTable, TextError> {
    let (table, lines) = read_cells(text)?;
    match table.faults().into_iter().next() {
        None => Ok(table),
        Some(fault) => Err(TextError { line: lines.of(&fault), says: fault.says }),
    }
}

/// The lines of a text's rounds and rows, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    read: usize,
    rounds: Vec<(usize, Vec<usize>)>,
}

impl Lines {
    /// The line of a fault.
    pub fn of(&self, fault: &Fault) -> usize {
        let line = match fault.place {
            Place::Head => None,
            Place::Round(round) => self.rounds.get(round).map(|(line, _)| *line),
            Place::Row([round, row]) => self.rounds.get(round).and_then(|(_, rows)| rows.get(row).copied()),
        };
        line.unwrap_or(self.read)
    }
}

/// Reads the cells of a table, which may have [faults](OwnTable::faults): for a page that shows them beside the cells.
pub fn read_cells(text: &str) -> Result<(OwnTable, Lines), TextError> {
    if text.len() > MOST_BYTES {
        let says = format!("a table has at most {} KiB of text", MOST_BYTES >> 10);
        return Err(TextError { line: 1, says });
    }
    let mut reader = RowReader::default();
    let mut number = 0;
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        number += 1;
        reader.line(line, number).map_err(|says| TextError { line: number, says })?;
    }
    let at_end = |line: usize, says: &str| Err(TextError { line, says: says.to_owned() });
    if let Some(line) = reader.open_clear {
        return at_end(line, "a clear belongs to the draw below it; add a draw, or remove the clear");
    }
    let Some(read) = reader.read else {
        return at_end(
            number.max(1),
            "no line says how the verdict is read; add one such as \"read counts\"",
        );
    };
    let mut table = reader.table;
    table.read = read;
    table.comments.append(&mut reader.comments);
    Ok((table, reader.lines))
}

struct RowReader {
    table: OwnTable,
    read: Option<Read>,
    lines: Lines,
    /// Names of the statements read so far that may occur once.
    said: Vec<&'static str>,
    /// Comment lines that belong to the next round or row.
    comments: Vec<String>,
    /// Values to which the next row clears, and the line that says so.
    clear: (Option<ClearedDepth>, Option<u8>),
    open_clear: Option<usize>,
}

impl Default for RowReader {
    fn default() -> Self {
        Self {
            table: OwnTable::default(),
            read: None,
            lines: Lines { read: 1, rounds: Vec::new() },
            said: Vec::new(),
            comments: Vec::new(),
            clear: (None, None),
            open_clear: None,
        }
    }
}

/// The first words of lines.
const STATEMENTS: [&str; 10] =
    ["method", "bodies", "repeat", "read", "outline", "symmetric", "state", "round", "clear", "draw"];

impl RowReader {
    fn line(&mut self, line: &str, number: usize) -> Result<(), String> {
        let (code, comment) = match line.split_once('#') {
            Some((code, comment)) => (code, Some(in_one_line(comment))),
            None => (line, None),
        };
        let mut words = Tokens(code.split_whitespace().collect::<Vec<_>>().into_iter().peekable());
        let Some(first) = words.0.next() else {
            self.comments.extend(comment);
            return Ok(());
        };
        let Some(statement) = STATEMENTS.into_iter().find(|known| known.eq_ignore_ascii_case(first)) else {
            return Err(unknown(STATEMENTS.into_iter(), first, "line of a table"));
        };
        if self.open_clear.is_some() && statement != "draw" {
            return Err(format!("a clear belongs to the draw below it, and {} is none", quoted(first)));
        }
        if !matches!(statement, "round" | "clear" | "draw") {
            if !self.table.rounds.is_empty() {
                return Err(format!("{} stands above the first round", quoted(first)));
            }
            if self.said.contains(&statement) {
                return Err(format!("{} is said twice; say it once", quoted(first)));
            }
            self.said.push(statement);
            // Comments beside the head are kept above it.
            self.table.comments.append(&mut self.comments);
            self.table.comments.extend(comment.clone());
        }
        let table = &mut self.table;
        match statement {
            "method" => {
                let name = code.trim()[first.len()..].trim();
                if name.is_empty() {
                    return Err("a name follows \"method\"".to_owned());
                }
                table.name = name.to_owned();
                return Ok(());
            }
            "bodies" => table.bodies = words.value(&TAKES, "kind of bodies")?,
            "outline" => table.outline = words.value(&OUTLINES, "outline")?,
            "symmetric" => {
                table.symmetric = words.value(&[("yes", true), ("no", false)], "answer to symmetric")?;
            }
            "state" => {
                let rules = [("whole", Unsaid::Off), ("inherited", Unsaid::Inherited)];
                table.unsaid = words.value(&rules, "rule for unsaid state")?;
            }
            "repeat" => table.repeat = repetition(&mut words)?,
            "read" => {
                self.lines.read = number;
                self.read = Some(source(&mut words)?);
            }
            "round" => {
                if table.rounds.len() == MOST_ROUNDS {
                    return Err(format!("there are more than {MOST_ROUNDS} rounds; remove some"));
                }
                let mut comments = std::mem::take(&mut self.comments);
                comments.extend(comment);
                table.rounds.push(OwnRound { comments, rows: Vec::new() });
                self.lines.rounds.push((number, Vec::new()));
            }
            "clear" => {
                if table.rounds.is_empty() {
                    return Err("the first round begins with the line \"round\"".to_owned());
                }
                self.clear = clear(&mut words)?;
                self.open_clear = Some(number);
                self.comments.extend(comment);
            }
            _ => {
                let count = table.row_count();
                let Some(round) = table.rounds.last_mut() else {
                    return Err("the first round begins with the line \"round\"".to_owned());
                };
                if count == MOST_ROWS {
                    return Err(format!("there are more than {MOST_ROWS} rows; remove some"));
                }
                let mut row = row(&mut words)?;
                (row.clear_depth, row.clear_stencil) = std::mem::take(&mut self.clear);
                self.open_clear = None;
                row.comments = std::mem::take(&mut self.comments);
                row.comment = comment.unwrap_or_default();
                round.rows.push(row);
                if let Some((_, rows)) = self.lines.rounds.last_mut() {
                    rows.push(number);
                }
            }
        }
        match words.0.next() {
            None => Ok(()),
            Some(more) => Err(format!("{} is one word too many", quoted(more))),
        }
    }
}

/// The words of a line that are still to be read.
struct Tokens<'a>(std::iter::Peekable<std::vec::IntoIter<&'a str>>);

impl<'a> Tokens<'a> {
    /// The next word; `what` follows, with an article, if there is none.
    fn next(&mut self, what: &str) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| format!("the line ends where {what} should follow"))
    }

    fn value<T: Copy>(&mut self, known: &words::Words<T>, what: &str) -> Result<T, String> {
        let all = || known.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        match self.0.next() {
            Some(word) => value(known, word, what),
            None => Err(format!("the line ends where one of {} should follow", all())),
        }
    }

    /// A whole number up to `most`.
    fn number(&mut self, what: &str, least: u32, most: u32) -> Result<u32, String> {
        let word = self.next(what)?;
        let number = word.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("{} is no whole number from {least} to {most}", quoted(word)))
    }

    fn hexadecimal(&mut self, what: &str) -> Result<u8, String> {
        let word = self.next(what)?;
        let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word);
        let number = u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
        number.ok_or_else(|| {
            format!("{} is no number of eight bits; write two hexadecimal digits, such as 0f", quoted(word))
        })
    }

    fn is_next(&mut self, known: &[&str]) -> bool {
        self.0.peek().is_some_and(|word| known.iter().any(|known| known.eq_ignore_ascii_case(word)))
    }
}

fn repetition(words: &mut Tokens) -> Result<Repetition, String> {
    #[derive(Clone, Copy)]
    enum Kind {
        Once,
        Slices,
        Layers,
    }
    let kinds = [("once", Kind::Once), ("slices", Kind::Slices), ("layers", Kind::Layers)];
    let kind = words.value(&kinds, "repetition")?;
    let mut count = |default: u32| match words.0.peek() {
        Some(_) => words.number("a number", 1, MOST_TURNS),
        None => Ok(default),
    };
    Ok(match kind {
        Kind::Once => Repetition::Once,
        Kind::Slices => Repetition::Slices(count(SLICES)?),
        Kind::Layers => Repetition::Layers(count(MOST_TURNS)?),
    })
}

fn source(words: &mut Tokens) -> Result<Read, String> {
    let known = ["stencil", "counts", "any", "booleans", "depths", "lists"];
    let word = words.next("the source of the verdict, such as \"counts\",")?;
    match word.to_ascii_lowercase().as_str() {
        "stencil" => {
            if words.is_next(&["="]) {
                words.0.next();
            }
            Ok(Read::Stencil(words.number("the value that proves a collision", 0, 255)? as u8))
        }
        "any" => words.value(&[("count", Read::AnyCount)], "source of the verdict"),
        other => match READS.iter().find(|(known, _)| *known == other) {
            Some((_, read)) => Ok(*read),
            None => Err(unknown(known.into_iter(), word, "source of the verdict")),
        },
    }
}

fn clear(words: &mut Tokens) -> Result<(Option<ClearedDepth>, Option<u8>), String> {
    let (mut depth, mut stencil) = (None, None);
    while let Some(word) = words.0.next() {
        match word.to_ascii_lowercase().as_str() {
            "depth" if depth.is_none() => {
                let word = words.next("the depth, from 0 to 1,")?;
                let number = word.parse().ok().filter(|depth| (0.0..=1.0).contains(depth));
                let cleared = match number {
                    Some(number) => Some(ClearedDepth::To(number)),
                    None => word.eq_ignore_ascii_case("slice").then_some(ClearedDepth::Slice),
                };
                let wrong = || format!("{} is no depth; write a number from 0 to 1, or slice", quoted(word));
                depth = Some(cleared.ok_or_else(wrong)?);
            }
            "stencil" if stencil.is_none() => stencil = Some(words.number("the value", 0, 255)? as u8),
            "depth" | "stencil" => return Err(format!("{} is said twice; say it once", quoted(word))),
            _ => return Err(unknown(["depth", "stencil"].into_iter(), word, "buffer to clear")),
        }
    }
    match (depth, stencil) {
        (None, None) => Err("the line ends where depth or stencil should follow".to_owned()),
        cleared => Ok(cleared),
    }
}

/// The words that begin a cell of a row.
const CELLS: [&str; 9] = ["depth", "stencil", "fail", "zfail", "pass", "back", "bits", "count", "read-depth"];

fn row(words: &mut Tokens) -> Result<OwnRow, String> {
    let mut row = OwnRow::draw(surface(words)?);
    let mut said = Vec::new();
    while let Some(first) = words.0.next() {
        let Some(cell) = CELLS.into_iter().find(|known| known.eq_ignore_ascii_case(first)) else {
            // The word may also go on with the cell before it.
            let more: &[&str] = match said.last() {
                Some(&"depth") => &["write", "read-only"],
                Some(&"stencil") => &["mask"],
                _ => &[],
            };
            return Err(unknown(more.iter().chain(&CELLS).copied(), first, "cell of a row"));
        };
        if said.contains(&cell) {
            return Err(format!("{} is said twice in this row; say it once", quoted(first)));
        }
        said.push(cell);
        let operation = |words: &mut Tokens| words.value(&OPERATIONS, "stencil operation").map(Some);
        match cell {
            "depth" => (row.depth, row.depth_writes) = depth(words)?,
            "stencil" => row.stencil = Some(stencil(words)?),
            "fail" => row.fail = operation(words)?,
            "zfail" => row.depth_fail = operation(words)?,
            "pass" => row.pass = operation(words)?,
            "back" => row.back_pass = operation(words)?,
            "bits" => row.bits = Some(words.hexadecimal("the bits that may change, such as 0f,")?),
            "count" => row.count = true,
            _ => row.read_depth = true,
        }
    }
    Ok(row)
}

fn surface(words: &mut Tokens) -> Result<Surface, String> {
    let drawn = words.next("A, B or tile")?;
    if drawn.eq_ignore_ascii_case("tile") {
        return Ok(Surface::Tile);
    }
    let Some((_, who)) = BODIES.iter().find(|(name, _)| name.eq_ignore_ascii_case(drawn)) else {
        return Err(format!("{} cannot be drawn; there are A, B and tile", quoted(drawn)));
    };
    Ok(words.value(&PARTS, "part of a surface")?(*who))
}

type DepthCells = (Option<DepthCell>, Option<Depth>);

fn depth(words: &mut Tokens) -> Result<DepthCells, String> {
    const WRITES: [&str; 2] = ["write", "read-only"];
    let mut test = None;
    if words.is_next(&["off"]) {
        words.0.next();
        test = Some(DepthCell::Off);
    } else if !words.is_next(&WRITES) {
        test = Some(DepthCell::Test(words.value(&COMPARISONS, "comparison")?));
    }
    let mut writes = None;
    if words.is_next(&WRITES) {
        writes = Some(if words.is_next(&["write"]) { Depth::Write } else { Depth::ReadOnly });
        words.0.next();
    }
    Ok((test, writes))
}

fn stencil(words: &mut Tokens) -> Result<StencilCell, String> {
    if words.is_next(&["off"]) {
        words.0.next();
        return Ok(StencilCell::Off);
    }
    let test = words.value(&COMPARISONS, "comparison")?;
    let reference = if words.is_next(&["turn"]) {
        words.0.next();
        Reference::Turn
    } else {
        Reference::Value(words.number("the value to compare with, or turn,", 0, 255)? as u8)
    };
    let mut mask = 0xff;
    if words.is_next(&["mask"]) {
        words.0.next();
        mask = words.hexadecimal("the mask, such as 0f,")?;
    }
    Ok(StencilCell::Test(test, reference, mask))
}

/// The table as text, which [`read`] reads as the same table.
impl fmt::Display for OwnTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comment = |text: &String| format!("{}\n", format!("# {}", in_one_line(text)).trim_end());
        self.comments.iter().try_for_each(|text| f.write_str(&comment(text)))?;
        if !self.name.is_empty() {
            writeln!(f, "method {}", self.name)?;
        }
        writeln!(f, "bodies {}", word(&TAKES, &self.bodies))?;
        match self.repeat {
            Repetition::Once => {}
            Repetition::Slices(count) => writeln!(f, "repeat slices {count}")?,
            Repetition::Layers(most) => writeln!(f, "repeat layers {most}")?,
        }
        writeln!(f, "read {}", words::read(self.read))?;
        if self.outline != Outline::True {
            writeln!(f, "outline {}", word(&OUTLINES, &self.outline))?;
        }
        if self.symmetric {
            writeln!(f, "symmetric yes")?;
        }
        if self.unsaid == Unsaid::Inherited {
            writeln!(f, "state inherited")?;
        }
        for round in &self.rounds {
            round.comments.iter().try_for_each(|text| f.write_str(&comment(text)))?;
            writeln!(f, "round")?;
            for row in &round.rows {
                row.comments.iter().try_for_each(|text| write!(f, " {}", comment(text)))?;
                writeln!(f, "{}", lines(row))?;
            }
        }
        Ok(())
    }
}

/// A comment without line breaks and other control characters.
fn in_one_line(comment: &str) -> String {
    comment.replace(char::is_control, " ").trim().to_owned()
}

/// The one or two lines of a row.
fn lines(row: &OwnRow) -> String {
    let mut text = String::new();
    let depth = row.clear_depth.map(|depth| match depth {
        ClearedDepth::To(depth) => format!(" depth {depth}"),
        ClearedDepth::Slice => " depth slice".to_owned(),
    });
    let stencil = row.clear_stencil.map(|value| format!(" stencil {value}"));
    if depth.is_some() || stencil.is_some() {
        let _ = writeln!(text, " clear{}{}", depth.unwrap_or_default(), stencil.unwrap_or_default());
    }
    let _ = write!(text, " draw {:<7}", words::surface(row.draw));
    for cell in cells(row) {
        text += "  ";
        text += &cell;
    }
    let mut text = text.trim_end().to_owned();
    if !row.comment.is_empty() {
        text += "  # ";
        text += &in_one_line(&row.comment);
    }
    text
}

/// The cells of a row that say something, as written, without its clear and its surface.
pub fn cells(row: &OwnRow) -> Vec<String> {
    let mut cells = Vec::new();
    let writes = row.depth_writes.map(|writes| if writes == Depth::Write { " write" } else { " read-only" });
    let test = row.depth.map(|depth| match depth {
        DepthCell::Off => " off",
        DepthCell::Test(test) => word(&COMPARISONS, &test),
    });
    if test.is_some() || writes.is_some() {
        let test = test.map_or_else(String::new, |test| format!(" {}", test.trim_start()));
        cells.push(format!("depth{test}{}", writes.unwrap_or_default()));
    }
    match row.stencil {
        None => {}
        Some(StencilCell::Off) => cells.push("stencil off".to_owned()),
        Some(StencilCell::Test(test, reference, mask)) => {
            let reference = match reference {
                Reference::Value(value) => value.to_string(),
                Reference::Turn => "turn".to_owned(),
            };
            let mask = if mask == 0xff { String::new() } else { format!(" mask {mask:02x}") };
            cells.push(format!("stencil {} {reference}{mask}", word(&COMPARISONS, &test)));
        }
    }
    let operations =
        [("fail", row.fail), ("zfail", row.depth_fail), ("pass", row.pass), ("back", row.back_pass)];
    for (name, operation) in operations {
        cells.extend(operation.map(|operation| format!("{name} {}", word(&OPERATIONS, &operation))));
    }
    cells.extend(row.bits.map(|bits| format!("bits {bits:02x}")));
    cells.extend(row.count.then(|| "count".to_owned()));
    cells.extend(row.read_depth.then(|| "read-depth".to_owned()));
    cells
}
