//! What several commands read or open in the same way.

use std::fmt::Display;
use std::ops::{Deref, RangeInclusive};
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context as _, bail};
use clap::Args;
use nalgebra::{Quaternion, UnitQuaternion};

use super::terminal::{note, print, waiting};
use crate::about::About;
use crate::files;
use crate::geometry::import;
use crate::gpu::{Gpu, GpuError};
use crate::names;
use crate::settings::{Setting, Settings};

/// What the files that a command reads may name.
#[derive(Args)]
pub struct OutsideArgument {
    /// Let a glTF read buffers outside its own folder
    #[arg(long)]
    allow_outside: bool,
}

impl OutsideArgument {
    /// Holds from here on, for the whole process.
    pub fn apply(&self) {
        if self.allow_outside {
            import::allow_outside();
        }
    }
}

/// The methods that `--method` and `--all` choose from a table: all of them, or those of these ids, each once and in their
/// order. An id that no method has is refused; `what` says there what the methods are.
pub fn chosen<M: Deref<Target = About>>(
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

/// The methods, each with the settings that are given by name and value.
pub fn with_settings<M: Deref<Target = About>>(
    chosen: Vec<&'static M>,
    given: &[(&str, &str)],
) -> anyhow::Result<Vec<(&'static M, Settings)>> {
    let declared: Vec<_> = chosen.iter().map(|method| (method.id, method.settings)).collect();
    let settings = settings_of(&declared, given)?;
    Ok(chosen.into_iter().zip(settings).collect())
}

/// All that `--set` gives, by name and value.
pub fn given(set: &[String]) -> anyhow::Result<Vec<(&str, &str)>> {
    set.iter().map(|text| parse_setting(text)).collect()
}

/// `NAME=VALUE`, as `--set` takes it.
pub fn parse_setting(text: &str) -> anyhow::Result<(&str, &str)> {
    text.split_once('=').ok_or_else(|| anyhow::anyhow!("--set takes NAME=VALUE, not {text:?}"))
}

/// Reads a whole number of a range, as an argument's value. The error says which are taken.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Settings for each of the methods, given by id and declarations, at their defaults but for what is given as name and
/// value. A value must mean something to one of the methods at least.
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
            // Methods may offer different words: of several, a value is for those that know it.
            (true, _) => refused.iter().for_each(|why| note(&format!("{why}; it keeps its default"))),
        }
    }
    Ok(all)
}

/// The end of a sentence: which settings the methods have.
fn there_are(methods: &[(&str, &'static [Setting])]) -> String {
    let mut names: Vec<String> = Vec::new();
    for (id, declared) in methods {
        for setting in *declared {
            let name =
                if methods.len() > 1 { format!("{} ({id})", setting.id) } else { setting.id.to_owned() };
            // A setting of several methods is named once.
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

/// Reads a file, and says so on the terminal as long as it takes.
pub fn reading<T>(path: &Path, read: impl FnOnce() -> T) -> T {
    let _reading = waiting(&format!("reading {}", path.display()));
    read()
}

/// Writes the answers to the file of `--out`, whole, or prints them.
pub fn write_or_print(out: Option<&Path>, text: &str) -> anyhow::Result<()> {
    match out {
        Some(path) => files::write_whole(path, text.as_bytes()),
        None => print(text),
    }
}

/// The rotation of a quaternion x, y, z, w of any length but 0, and that length; `None` if it is 0.
pub fn rotation([x, y, z, w]: [f64; 4]) -> Option<(UnitQuaternion<f64>, f64)> {
    // Scaled first: the square of a great or tiny number is infinite or zero.
    let scale = [x, y, z, w].iter().fold(0.0_f64, |greatest, c| greatest.max(c.abs()));
    let quaternion = Quaternion::new(w / scale, x / scale, y / scale, z / scale);
    (scale > 0.0).then(|| (UnitQuaternion::new_normalize(quaternion), quaternion.norm() * scale))
}

/// A context without a display, if a method needs one; debug builds collect the driver's messages.
pub fn open_gpu() -> Result<Gpu, GpuError> {
    Gpu::open_surfaceless(cfg!(debug_assertions))
}

/// The line of the file, from 1, in which the record begins. The reader's own count is one less behind a line that ends in
/// carriage return and line feed.
pub fn line_of(record: &csv::StringRecord, bytes: &[u8]) -> usize {
    let from = record.position().map_or(0, |position| position.byte() as usize).min(bytes.len());
    let ends = bytes[from..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    1 + bytes[..from + ends].iter().filter(|b| **b == b'\n').count()
}
