//! The arguments of `ccd`, the kind of features of a file, and the exit status.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::super::terminal::note;
use super::super::warm::ColdArgument;
use crate::about::Promise;
use crate::continuous::Kind;
use crate::continuous::methods::{HYBRID, Method};

/// The arguments.
#[derive(Args)]
pub struct CcdArguments {
    /// CSV file of queries, eight lines each: the four points at time 0, then at time 1. `-` is standard input. A folder
    /// of such files gives a table by family; see docs/reference/file-formats.md
    #[arg(value_name = "FILE.csv|DIR")]
    pub queries: PathBuf,
    /// Features that the four points form; needed only if neither the file nor a folder above it is named after them.
    /// With a folder: only files of this kind
    #[arg(long, value_name = "KIND")]
    pub kind: Option<Features>,
    /// Method to run, see the list below; several separated by commas
    #[arg(long, value_name = "ID", default_value = HYBRID, value_delimiter = ',', conflicts_with = "all")]
    pub method: Vec<String>,
    /// Run all methods on each query. With several methods, each line has the field "method"
    #[arg(long)]
    pub all: bool,
    /// Add the truth of the file to every line; exit status 1 if any verdict differs from it. Without --check, status 1
    /// only if a method that promises no misses has missed a contact
    #[arg(long)]
    pub check: bool,
    /// Open this query, counted from 0, in the window's inspector
    #[arg(long, value_name = "N", conflicts_with_all = ["method", "all", "check", "cold", "out"])]
    pub open: Option<usize>,
    #[command(flatten)]
    pub cold: ColdArgument,
    /// Write the lines to this file instead of standard output; the file appears when all lines are complete. With a
    /// folder: write the table as CSV
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The features that the four points of a query form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Features {
    /// The two ends of one edge, then of the other
    EdgeEdge,
    /// A vertex, then the three corners of a triangle
    VertexFace,
}

impl Features {
    /// The kind of the queries.
    pub fn kind(self) -> Kind {
        match self {
            Self::EdgeEdge => Kind::EdgeEdge,
            Self::VertexFace => Kind::VertexFace,
        }
    }
}

/// The kinds of features, with the words that name them in files and folders.
pub const KINDS: [(Kind, &str); 2] = [(Kind::EdgeEdge, "edge-edge"), (Kind::VertexFace, "vertex-face")];

/// The kind that the file's name contains, or else the nearest folder so named; and the path up to that word, which
/// names the family of the queries.
pub fn kind_by_name(path: &Path) -> Option<(Kind, PathBuf)> {
    let name = path.file_stem()?.to_str()?;
    // The last word counts: "wedge-edge-edge" is a wedge.
    let in_name = KINDS.into_iter().filter_map(|(kind, word)| Some((kind, name.rfind(word)?)));
    if let Some((kind, at)) = in_name.max_by_key(|(_, at)| *at) {
        return Some((kind, path.with_file_name(name[..at].trim_end_matches(['-', '_', '.']))));
    }
    path.ancestors().skip(1).find_map(|folder| {
        let (kind, _) =
            KINDS.into_iter().find(|(_, word)| folder.file_name().is_some_and(|name| name == *word))?;
        Some((kind, folder.parent()?.to_owned()))
    })
}

/// Whether a method that promises no misses has missed contacts.
pub fn is_broken(method: &Method, missed: usize) -> bool {
    method.promise != Promise::AsPublished && missed > 0
}

/// The exit status, with a note if a promise is broken.
pub fn status(broken: bool) -> ExitCode {
    if broken {
        note(
            "a method that promises no misses missed contacts listed in the file: does --kind match the points?",
        );
    }
    ExitCode::from(u8::from(broken))
}
