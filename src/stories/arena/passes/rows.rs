//! The rows of a method's pass tables, as in the publication that the method follows, and which of them were
//! run. This file has only data, no drawing.

use crate::image_space::explained::state;
use crate::image_space::explained::state::Call;
use crate::image_space::framing;
use crate::image_space::options::Options;
use crate::image_space::pass::{Outline, Pass, PassProgram, Read, Repeat, Surface, Turn, count_stencil};
use crate::image_space::recording::PassRecording;
use crate::language::{t, tr};
use crate::ui::format::grouped;
use crate::ui::verdicts::samples;

/// Prefix of the word in [`Row::brief`] that describes face culling.
pub const CULL: &str = "cull ";

/// One row of a pass table: a pass in one of the table's rounds.
pub struct Row {
    /// Index of the pass table among the method's tables.
    pub table: usize,
    /// Index of the round within the pass table.
    pub round: usize,
    /// Number of the round's turn, from 0; 0 in a table that does not repeat.
    pub turn: usize,
    /// Number of the row, from 1, counted through all rounds and tables. If the row was run, it is also the
    /// number of steps run after the row.
    pub number: usize,
    /// The pass, as in the publication's table.
    pub pass: Pass,
    /// The OpenGL calls of the row.
    pub calls: Vec<Call>,
    /// Samples that passed; `None` if the row was not run.
    pub samples: Option<u32>,
    /// True if the row's query returns yes or no instead of a number.
    pub yes_or_no: bool,
}

impl Row {
    /// Its table, round and turn: rows of the same place stand under one heading.
    pub fn place(&self) -> [usize; 3] {
        [self.table, self.round, self.turn]
    }

    /// True if the row was run for this pair.
    pub fn was_run(&self) -> bool {
        self.samples.is_some()
    }

    /// True if the row counts samples or reads depths back.
    pub fn has_count(&self) -> bool {
        self.pass.counted || self.pass.depth_read
    }

    /// A count of the row's query with its unit. A draw of the whole tile has a sample per pixel; a body drawn with both
    /// sides has two.
    pub fn counts(&self, n: u32) -> String {
        match self.pass.draw {
            Surface::Tile => t!("%{count} px", count = grouped(n.into())).into_owned(),
            _ => samples(n),
        }
    }

    /// The result of the row in words: its count, or that depths were read back; `None` if the row has no
    /// result.
    pub fn found(&self) -> Option<String> {
        let samples = self.samples?;
        if !self.has_count() {
            return None;
        }
        let text = match (self.yes_or_no, self.pass.counted) {
            (true, _) if samples > 0 => t!("yes"),
            (true, _) => t!("no"),
            (false, true) => return Some(self.counts(samples)),
            (false, false) => t!("read back"),
        };
        Some(text.into_owned())
    }

    /// The row's purpose and result.
    pub fn caption(&self) -> String {
        let says = tr(self.pass.says);
        match self.found() {
            Some(found) => t!("%{what}: %{found}", what = says, found = found).into_owned(),
            None => says,
        }
    }

    /// True if the row sets and draws exactly what `other` does, apart from face culling. Face culling is
    /// ignored, because methods that draw whole bodies never set it, even where it would change nothing.
    pub fn decides_as(&self, other: &Self) -> bool {
        let calls = |row: &'_ Self| {
            let others = row.calls.iter().filter(|call| call.group != state::FACE_CULLING);
            others.map(|call| call.text.clone()).collect::<Vec<_>>()
        };
        calls(self) == calls(other)
    }

    /// The row without stencil state, in the table with this way to read the result.
    pub fn without_stencil(&self, read: Read, options: &Options) -> Self {
        let pass = Pass { stencil: None, ..self.pass };
        Self { calls: state::calls(&pass, read, options), pass, ..*self }
    }

    /// The GL state of the row in a few short parts, with the names of GL constants without `GL_`. Tests and
    /// writes that are off are left out.
    pub fn brief(&self) -> Vec<String> {
        let inside = |name: &str| {
            // The last one counts: a mask for the clear precedes the row's own.
            let mut calls = self.calls.iter().rev();
            let call = calls.find_map(|call| call.text.strip_prefix(name)?.strip_suffix(')'));
            call.map(|arguments| arguments.replace("GL_", ""))
        };
        let mut parts = Vec::new();
        let cleared = [("depth", "glClearDepth("), ("stencil", "glClearStencil(")];
        let cleared = cleared.map(|(buffer, call)| Some(format!("{buffer} {}", inside(call)?)));
        let cleared: Vec<_> = cleared.into_iter().flatten().collect();
        if !cleared.is_empty() {
            parts.push(format!("clear {}", cleared.join(", ")));
        }
        if let Some(test) = inside("glDepthFunc(") {
            let writes = inside("glDepthMask(").is_some_and(|mask| mask == "TRUE");
            parts.push(format!("depth {test}{}", if writes { ", write" } else { "" }));
        }
        if let Some(test) = inside("glStencilFunc(") {
            let of_sides = || {
                let front = inside("glStencilOpSeparate(GL_FRONT, ")?;
                Some(format!("{front}; back {}", inside("glStencilOpSeparate(GL_BACK, ")?))
            };
            let operations = inside("glStencilOp(").or_else(of_sides).unwrap_or_default();
            let mask = inside("glStencilMask(").map_or_else(String::new, |mask| format!(" under {mask}"));
            parts.push(format!("stencil {test} → {operations}{mask}"));
        }
        if let Some(side) = inside("glCullFace(") {
            parts.push(format!("{CULL}{side}"));
        }
        parts
    }
}

/// All rows of a method's pass tables, including rows that were not run; empty if nothing was run.
pub fn of(programs: &[PassProgram], recorded: &[PassRecording]) -> Vec<Row> {
    let Some(options) = recorded.first().map(|first| first.options) else { return Vec::new() };
    let mut rows: Vec<Row> = Vec::new();
    for (table, program) in programs.iter().enumerate() {
        let steps = recorded.get(table).map_or(&[][..], |recorded| &recorded.steps);
        let turns = recorded
            .get(table)
            .map_or_else(|| vec![Turn::ONLY], |recorded| framing::turns(program, &options, &recorded.view));
        for round in 0..program.rounds.len() {
            let passes = passes(program, round, &options);
            // Layers that were not run are not listed.
            let last = steps.iter().filter(|step| step.round == round).map(|step| step.turn).max();
            let listed = if program.repeat == Repeat::Layers { last.unwrap_or(0) + 1 } else { turns.len() };
            for (turn, (row, pass)) in turns
                .iter()
                .take(listed)
                .flat_map(|turn| passes.iter().enumerate().map(move |row| (turn, row)))
            {
                let (pass, number) = (pass.in_turn(*turn), rows.len() + 1);
                let turn = turn.number as usize;
                let at = (round, turn, row);
                let step = steps.iter().find(|step| (step.round, step.turn, step.row) == at);
                let calls = state::calls(&pass, program.read, &options);
                let samples = step.map(|step| step.samples);
                let yes_or_no = program.read == Read::Booleans;
                rows.push(Row { table, round, turn, number, pass, calls, samples, yes_or_no });
            }
        }
    }
    rows
}

/// The passes of a round. If the table reads its result by a stencil query, the last round ends with this
/// query.
fn passes(program: &PassProgram, round: usize, options: &Options) -> Vec<Pass> {
    let mut passes = program.rounds[round].to_vec();
    if let Read::Stencil(value) = program.read
        && round + 1 == program.rounds.len()
        && !options.read_pixels
    {
        passes.push(count_stencil(value));
    }
    passes
}

/// The reason why a row was not run.
pub fn why_not_run(recorded: &[PassRecording], row: &Row) -> String {
    let round = |recorded: &PassRecording| recorded.steps.last().map_or(0, |step| step.round) + 1;
    match recorded.get(row.table) {
        Some(recorded) => t!("not run: round %{n} decided the result", n = round(recorded)).into_owned(),
        None => t!("not run: the fat bodies decided the result").into_owned(),
    }
}

/// The heading of a round: its number and, for a method with two tables, its table; the number of the slice for
/// a table that repeats.
pub fn heading(programs: &[PassProgram], row: &Row) -> String {
    let program = &programs[row.table];
    match program.repeat {
        Repeat::Once => {}
        Repeat::Slices => return t!("Slice %{n}", n = row.turn + 1).into_owned(),
        Repeat::Layers => {
            let round = t!("Round %{n} of %{of}", n = row.round + 1, of = program.rounds.len());
            return t!("%{round}, layer %{n}", round = round, n = row.turn + 1).into_owned();
        }
    }
    let round = t!("Round %{n} of %{of}", n = row.round + 1, of = program.rounds.len());
    match program.outline {
        _ if programs.len() == 1 => round.into_owned(),
        Outline::Fat => t!("Fat bodies: %{round}", round = round).into_owned(),
        Outline::Thin => t!("Thin bodies: %{round}", round = round).into_owned(),
        Outline::True => round.into_owned(),
    }
}

/// Numbers of steps after which the next round begins, as if all rounds were run.
pub fn ends_of_rounds(rows: &[Row]) -> Vec<usize> {
    let ends = rows.windows(2).filter(|two| two[0].place() != two[1].place());
    ends.map(|two| two[0].number).collect()
}
