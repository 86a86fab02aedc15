//! Search for bodies and pairs by number.

use super::pairs;
use crate::exhibit::Params;
use crate::labs::arena::Arena;
use crate::labs::found::Found;
use crate::language::{t, tr};
use crate::ui::verdicts::verdict_word;
use crate::world::Pair;

/// Finds a body such as `12` or `body 12`, or a pair such as `3-7`; `None` if the world has no such bodies.
pub fn find(arena: &Arena, text: &str) -> Option<Found> {
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit() || "-–, ".contains(c));
    let (body, pair) = (t!("Body %{n}", n = ""), t!("Pair"));
    let names = ["", "body", "pair", body.trim(), &pair].map(str::to_lowercase);
    if !names.contains(&name.to_lowercase()) {
        return None;
    }
    let ends = text[name.len()..].split(['-', '–', ',']).map(|end| end.trim().parse().ok());
    let numbers: Vec<usize> = ends.collect::<Option<_>>()?;
    match *numbers.as_slice() {
        [body] => found_body(arena, body),
        [a, b] if a != b => found_pair(arena, Pair::new(a, b)),
        _ => None,
    }
}

fn found_body(arena: &Arena, body: usize) -> Option<Found> {
    let triangles = arena.bodies().get(body)?.shape.mesh().triangles().len();
    let candidates = arena.found().candidates.iter().filter(|pair| pair.a == body || pair.b == body).count();
    let says = pairs::counts(triangles, candidates).into_owned();
    let mut words = Params::default();
    words.set("body", body.to_string());
    let bounds = pairs::room_around(arena.found().boxes.get(body)?);
    Some(Found { title: t!("Body %{n}", n = body).into_owned(), says, words, bounds })
}

fn found_pair(arena: &Arena, pair: Pair) -> Option<Found> {
    let Pair { a, b } = pair;
    let bounds = pairs::room_of(arena, pair)?;
    let index = arena.found().candidates.iter().position(|candidate| *candidate == pair);
    let verdict = index.and_then(|index| arena.shown()?.verdicts.get(index));
    let says = match (index, verdict) {
        (None, _) => pairs::no_candidates(pair),
        (Some(_), None) => t!("Candidate pair").into_owned(),
        (Some(_), Some(verdict)) => {
            let (method, verdict) = (tr(arena.roles().shown.title), verdict_word(verdict));
            t!("%{verdict}, by %{method}", verdict = verdict, method = method).into_owned()
        }
    };
    let mut words = Params::default();
    words.set("body", a.to_string());
    words.set("pair", format!("{a}-{b}"));
    Some(Found { title: t!("Pair %{a} and %{b}", a = a, b = b).into_owned(), says, words, bounds })
}
