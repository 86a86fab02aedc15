//! `collidoscope ccd`: the time when two moving features first touch. One JSON line per query, compared with the truth
//! in the file.

mod arguments;
mod folder;
pub mod fractions;
pub mod queries;
mod timed;

use std::process::ExitCode;

use anyhow::bail;
use serde_json::json;

use super::help;
use super::shared::{checked, chosen, reading, write_or_print};
use super::terminal::note;
use super::window;
use crate::continuous::methods::{METHODS, Method};
use crate::files;
use crate::files::input::{is_stream, name_of};
use crate::labs::cloth::query;
use crate::ui::format::number_of;
pub(super) use arguments::CcdArguments;
use arguments::{Features, KINDS, is_broken, kind_by_name, status};
use queries::KnownQuery;
use timed::{Column, answer, exact_times};

pub(super) fn run(arguments: &CcdArguments, language_given: bool) -> anyhow::Result<ExitCode> {
    let chosen = chosen(METHODS, "continuous test", &arguments.method, arguments.all)?;
    let out = arguments.out.as_deref();
    if arguments.queries.is_dir() {
        if arguments.open.is_some() {
            bail!("--open: {} is a folder; name one of its files", arguments.queries.display());
        }
        return folder::run(arguments, &chosen);
    }
    let file = Some(&arguments.queries).filter(|path| !is_stream(path));
    let by_name = file.and_then(|file| Some(kind_by_name(&files::absolute(file))?.0));
    let name = name_of(&arguments.queries);
    let name = name.display();
    let Some(kind) = arguments.kind.map(Features::kind).or(by_name) else {
        if file.is_some_and(|file| !file.exists()) {
            bail!("{name}: there is no such file; check the path");
        }
        bail!("{name}: its name tells no kind of features; give --kind edge-edge or --kind vertex-face");
    };
    if let Some((_, other)) = KINDS.iter().find(|(other, _)| *other != kind && by_name == Some(*other)) {
        note(&format!("{name}: its name tells {other}, but --kind counts"));
    }
    files::check_outputs(out.as_slice(), &[&arguments.queries])?;
    let given = reading(&arguments.queries, || queries::read(&arguments.queries, kind))?;

    if let Some(index) = arguments.open {
        return open(index, &given, language_given);
    }
    let columns: Vec<Column> = chosen.iter().map(|method| answer(method, &given, &arguments.cold)).collect();
    let mut text = String::new();
    for (index, query) in given.iter().enumerate() {
        for (method, column) in chosen.iter().zip(&columns) {
            let time = column.times_of_contact[index];
            let mut line = json!({"query": index, "colliding": time.is_some(), "t": time});
            if chosen.len() > 1 {
                line["method"] = method.id.into();
            }
            if arguments.check {
                line["reference"] = query.touches.into();
            }
            text += &format!("{line}\n");
        }
    }
    write_or_print(out, &text)?;
    let exact = exact_times(&given);
    let mut broken = false;
    for (method, column) in chosen.iter().zip(&columns) {
        note(&summary(method, column, &given, &exact, arguments.cold.caption()));
        broken |= is_broken(method, column.missed(&given));
    }
    let differing: Vec<_> = match arguments.check {
        true => columns.iter().map(|column| column.differing(&given)).collect(),
        false => vec![],
    };
    let differing = chosen.iter().map(|method| method.id).zip(&differing);
    let words = (["verdict differs", "verdicts differ"], ["query", "queries"]);
    let checked = checked(differing, "the truth of the file", words.0, words.1);
    Ok(if broken { status(broken) } else { checked })
}

/// Opens a query in the window's inspector.
fn open(index: usize, given: &[KnownQuery], language_given: bool) -> anyhow::Result<ExitCode> {
    let Some(KnownQuery { asked, touches }) = given.get(index) else {
        let last = given.len() - 1;
        bail!("--open {index}: there is no such query; the file has the queries 0 to {last}");
    };
    let truth = if *touches { "touch" } else { "do not touch" };
    let rounded = match asked.unrounded {
        Some(_) => ", and has numbers that f64 cannot hold, which the window rounds",
        None => "",
    };
    note(&format!("query {index} has features that {truth}, by the truth of the file{rounded}"));
    let set = format!("ccd={}", query::said(&asked.query));
    window::open(["--lab", "cloth/inspector", "--set", &set], language_given)
}

/// The list of methods for `collidoscope ccd --help`.
pub(super) fn method_list() -> String {
    help::methods(METHODS)
}

fn summary(
    method: &Method,
    column: &Column,
    given: &[KnownQuery],
    exact: &[Option<f64>],
    warmth: &str,
) -> String {
    let contacts = column.times_of_contact.iter().flatten().count();
    let rounded = given.iter().filter(|given| given.asked.rounding > 0.0 && method.widens()).count();
    let widened = match rounded {
        0 => String::new(),
        1 => "; 1 query has numbers that f64 cannot hold, and was widened by their rounding error".to_owned(),
        n => format!(
            "; {n} queries have numbers that f64 cannot hold, and were widened by their rounding errors"
        ),
    };
    let late = match column.late(exact) {
        (0, _) => "0 late".to_owned(),
        (count, most) => format!("{count} late (by up to {most:.1e} of the step)"),
    };
    format!(
        "{}: {}, {}; against the truth of the file {}, {} missed, {late}; median {} ns, mean {} ns {warmth}{widened}",
        method.id,
        number_of(given.len(), "query", "queries"),
        number_of(contacts, "contact", "contacts"),
        // Scripts search for these words.
        number_of(column.false_hits(given), "false hit", "false hits"),
        column.missed(given),
        column.median.as_nanos(),
        column.mean().as_nanos(),
    )
}
