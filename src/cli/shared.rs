//! Input and output that several commands share.

use std::fmt::Display;
use std::ops::{Deref, RangeInclusive};
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context as _, bail};
use clap::Args;
use nalgebra::{Quaternion, UnitQuaternion};

use super::terminal::{note, print, waiting};
use crate::about::MethodInfo;
use crate::files;
use crate::files::input::name_of;
use crate::geometry::import;
use crate::gpu::{Gpu, GpuError};
use crate::names;
use crate::settings::{Setting, Settings};

/// The permission for input files to name files in other folders.
#[derive(Args)]
pub struct OutsideArgument {
    /// Allow glTF files to read buffers outside their own folder
    #[arg(long)]
    allow_outside: bool,
}

impl OutsideArgument {
    /// Applies the permission to the whole process.
    pub fn apply(&self) {
        if self.allow_outside {
            import::allow_outside();
        }
    }
}

/// The methods chosen by `--method` and `--all`: all methods of the table, or those with the given ids, each once and
/// in the given order. `what` is the kind of method, as an error message about an unknown id calls it.
pub fn chosen<M: Deref<Target = MethodInfo>>(
    table: &'static [M],
    what: &str,
    ids: &[String],
    all: bool,
) -> anyhow::Result<Vec<&'static M>> {
    if all {
        return Ok(table.iter().collect());
    }
    let find = |id: &String| {
        let known: Vec<_> = table.iter().map(|method| method.id).collect();
        let found = table.iter().find(|method| method.id == id);
        found.with_context(|| format!("no {what} is called {id:?}; {}", names::there_are(id, &known)))
    };
    let is_first = |(index, id): &(usize, &String)| !ids[..*index].contains(id);
    ids.iter().enumerate().filter(is_first).map(|(_, id)| find(id)).collect()
}

/// Pairs each method with its settings, changed by the given names and values.
pub fn with_settings<M: Deref<Target = MethodInfo>>(
    chosen: Vec<&'static M>,
    given: &[(&str, &str)],
) -> anyhow::Result<Vec<(&'static M, Settings)>> {
    let declared: Vec<_> = chosen.iter().map(|method| (method.id, method.settings)).collect();
    let settings = settings_of(&declared, given)?;
    Ok(chosen.into_iter().zip(settings).collect())
}

/// The names and values given by `--set`.
pub fn given(set: &[String]) -> anyhow::Result<Vec<(&str, &str)>> {
    set.iter().map(|text| parse_setting(text)).collect()
}

/// Splits `NAME=VALUE`, as `--set` takes it.
pub fn parse_setting(text: &str) -> anyhow::Result<(&str, &str)> {
    text.split_once('=').ok_or_else(|| anyhow::anyhow!("--set takes NAME=VALUE, not {text:?}"))
}

/// Parser for an argument that is a whole number in `range`. The error states the range.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Settings for each method (id and declared settings): defaults, changed by the given names and values. At
/// least one of the methods must accept each value.
pub fn settings_of(
    methods: &[(&str, &'static [Setting])],
    given: &[(&str, &str)],
) -> anyhow::Result<Vec<Settings>> {
    let mut all: Vec<Settings> = methods.iter().map(|(_, declared)| Settings::defaults(declared)).collect();
    for (name, value) in given {
        let (mut taken, mut refused) = (false, Vec::new());
        for ((id, _), settings) in methods.iter().zip(&mut all).filter(|(_, s)| s.has(name)) {
            match settings.set(name, value) {
                Ok(()) => taken = true,
                Err(why) => refused.push(format!("{id}: {why}")),
            }
        }
        match (taken, refused.as_slice()) {
            (false, []) => bail!("no setting is called {name:?}{}", there_are(methods)),
            (false, _) => bail!("{}", refused.join("; ")),
            // Methods may accept different values; a method that refuses this value keeps its default.
            (true, _) => refused.iter().for_each(|why| note(&format!("{why}; it keeps its default"))),
        }
    }
    Ok(all)
}

/// The end of an error message that lists the methods' settings.
fn there_are(methods: &[(&str, &'static [Setting])]) -> String {
    let mut names: Vec<String> = Vec::new();
    for (id, declared) in methods {
        for setting in *declared {
            let name =
                if methods.len() > 1 { format!("{} ({id})", setting.id) } else { setting.id.to_owned() };
            // A setting that several methods share is named once.
            let has_it = |known: &String| known.split(' ').next() == Some(setting.id);
            if !names.iter().any(has_it) {
                names.push(name);
            }
        }
    }
    match (names.is_empty(), methods) {
        (false, _) => format!("; there are {}", names.join(", ")),
        (true, [(id, _)]) => format!(": {id} has none"),
        (true, _) => ": these methods have none".to_owned(),
    }
}

/// Reads a file, with a message on the terminal while it takes time.
pub fn reading<T>(path: &Path, read: impl FnOnce() -> T) -> T {
    let _reading = waiting(&format!("reading {}", name_of(path).display()));
    read()
}

/// Writes the answers to the file of `--out`, complete or not at all, or prints them.
pub fn write_or_print(out: Option<&Path>, text: &str) -> anyhow::Result<()> {
    match out {
        Some(path) => files::write_whole(path, text.as_bytes()),
        None => print(text),
    }
}

/// The rotation of a quaternion x, y, z, w of any length but 0, and that length; `None` if the length is 0.
pub fn rotation([x, y, z, w]: [f64; 4]) -> Option<(UnitQuaternion<f64>, f64)> {
    // The four numbers are scaled first, because the square of a huge or tiny number overflows or underflows.
    let scale = [x, y, z, w].iter().fold(0.0_f64, |greatest, c| greatest.max(c.abs()));
    let quaternion = Quaternion::new(w / scale, x / scale, y / scale, z / scale);
    (scale > 0.0).then(|| (UnitQuaternion::new_normalize(quaternion), quaternion.norm() * scale))
}

/// Opens an OpenGL context without a display; debug builds collect the driver's messages.
pub fn open_gpu() -> Result<Gpu, GpuError> {
    Gpu::open_surfaceless(cfg!(debug_assertions))
}

/// Number of the line, counted from 1, in which the record begins. The CSV reader's own count is one too low after a
/// line that ends in carriage return and line feed.
pub fn line_of(record: &csv::StringRecord, bytes: &[u8]) -> usize {
    let from = record.position().map_or(0, |position| position.byte() as usize).min(bytes.len());
    let ends = bytes[from..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    // A line ends with a line feed, a carriage return, or both.
    let is_end = |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    1 + (0..from + ends).filter(|at| is_end(*at)).count()
}
