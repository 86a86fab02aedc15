//! The words of a table's text. Comparisons and operations are OpenGL's names in lower case, without `GL_`.

use crate::gpu::{Compare, StencilOp};
use crate::image_space::pass::{Outline, Read, Surface, Takes, Who};
use crate::names::there_are;

/// The words of a cell, with what they mean.
pub type Words<T> = [(&'static str, T)];

/// Comparisons.
pub const COMPARISONS: [(&str, Compare); 8] = [
    ("never", Compare::Never),
    ("less", Compare::Less),
    ("equal", Compare::Equal),
    ("lequal", Compare::LessEqual),
    ("greater", Compare::Greater),
    ("notequal", Compare::NotEqual),
    ("gequal", Compare::GreaterEqual),
    ("always", Compare::Always),
];

/// Stencil operations.
pub const OPERATIONS: [(&str, StencilOp); 8] = [
    ("keep", StencilOp::Keep),
    ("zero", StencilOp::Zero),
    ("replace", StencilOp::Replace),
    ("incr", StencilOp::Increment),
    ("decr", StencilOp::Decrement),
    ("invert", StencilOp::Invert),
    ("incr_wrap", StencilOp::IncrementWrap),
    ("decr_wrap", StencilOp::DecrementWrap),
];

/// The bodies of a pair.
pub const BODIES: [(&str, Who); 2] = [("A", Who::First), ("B", Who::Second)];

/// Makes the surface of a body.
pub type PartOf = fn(Who) -> Surface;

/// The parts of a body's surface.
pub const PARTS: [(&str, PartOf); 4] =
    [("near", Surface::Near), ("far", Surface::Far), ("whole", Surface::Whole), ("edges", Surface::Edges)];

/// The bodies that a table decides.
pub const TAKES: [(&str, Takes); 2] = [("convex", Takes::Convex), ("closed", Takes::Closed)];

/// Sizes at which bodies are drawn.
pub const OUTLINES: [(&str, Outline); 3] =
    [("true", Outline::True), ("fat", Outline::Fat), ("thin", Outline::Thin)];

/// Sources of the verdict, but for a stencil value, which has a number.
pub const READS: [(&str, Read); 5] = [
    ("counts", Read::Counts),
    ("any count", Read::AnyCount),
    ("booleans", Read::Booleans),
    ("depths", Read::Depths),
    ("lists", Read::Lists),
];

/// The word for a value.
pub fn word<T: PartialEq>(words: &Words<T>, value: &T) -> &'static str {
    words.iter().find(|(_, known)| known == value).map_or("", |(word, _)| word)
}

/// The value of a word; `what` is its kind, with an article, for the error. Capitals and a leading `GL_` do not matter.
pub fn value<T: Copy>(words: &Words<T>, word: &str, what: &str) -> Result<T, String> {
    let plain =
        word.strip_prefix("GL_").or_else(|| word.strip_prefix("gl_")).unwrap_or(word).replace('-', "_");
    match words.iter().find(|(known, _)| known.eq_ignore_ascii_case(&plain)) {
        Some((_, value)) => Ok(*value),
        None => Err(unknown(words.iter().map(|(known, _)| *known), word, what)),
    }
}

/// The error about a word that is none of those known.
pub fn unknown(known: impl Iterator<Item = &'static str>, word: &str, what: &str) -> String {
    let known: Vec<_> = known.collect();
    format!("{} is no {what}; {}", quoted(word), there_are(&word.to_lowercase(), &known))
}

/// A word of the text in quotation marks, cut if it is long.
pub fn quoted(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}…", &word[..end]),
        None => format!("{word:?}"),
    }
}

/// The surface's words, such as `A near`, or `tile`.
pub fn surface(surface: Surface) -> String {
    let (part, who) = match surface {
        Surface::Tile => return "tile".to_owned(),
        Surface::Near(who) => (0, who),
        Surface::Far(who) => (1, who),
        Surface::Whole(who) => (2, who),
        Surface::Edges(who) => (3, who),
    };
    format!("{} {}", word(&BODIES, &who), PARTS[part].0)
}

/// The words of a source of the verdict, such as `stencil = 3`.
pub fn read(read: Read) -> String {
    match read {
        Read::Stencil(value) => format!("stencil = {value}"),
        other => word(&READS, &other).to_owned(),
    }
}
