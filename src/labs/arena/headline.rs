//! The headline over the panes: pairs that their methods miss, and pairs that they report too many.

use super::Arena;
use crate::comparison::own_program::Trouble;
use crate::labs::headline::{Arrangement, Headline, Standing};
use crate::language::t;
use crate::methods::Method;
use crate::ui::format::{counted, grouped};

/// The headline of the current frame.
pub fn of(arena: &Arena, arrangement: Arrangement) -> Headline {
    let truth = arena.found().truth.as_ref();
    let n = truth.map_or(0, |truth| truth.iter().filter(|collides| **collides).count());
    let pairs = t!("%{n} colliding pairs", n = grouped(n as u64));
    let pairs = counted(n, t!("1 colliding pair"), pairs);
    let standings: Vec<_> =
        arena.lineup().panes().iter().map(|method| standing(arena, method, (n, &pairs))).collect();
    let found = match n {
        0 => t!("that no pair collides").into_owned(),
        1 => t!("the one colliding pair").into_owned(),
        _ => t!("all %{pairs}", pairs = pairs).into_owned(),
    };
    arrangement.headline(&standings, &found)
}

fn standing(arena: &Arena, method: &'static Method, pairs: (usize, &str)) -> Standing {
    let Some(answer) = arena.found().answer(method) else {
        return Standing::Silent(t!("is switched off").into_owned());
    };
    let unanswered = answer.verdicts.iter().filter(|verdict| !verdict.is_answer()).count();
    match (&answer.trouble, &answer.errors) {
        (Some(Trouble::Waiting), _) => Standing::Pending,
        (Some(Trouble::Playing), _) => Standing::Silent(t!("answers when the scene is paused").into_owned()),
        (Some(_), _) => Standing::Silent(t!("cannot decide these pairs").into_owned()),
        (None, None) => Standing::Unjudged,
        (None, Some(errors)) => {
            match Standing::counted(errors.missed.len(), errors.false_hits.len(), pairs) {
                Standing::Right if unanswered > 0 => {
                    let n = grouped(unanswered as u64);
                    Standing::Silent(t!("leaves pairs without an answer: %{n}", n = n).into_owned())
                }
                standing => standing,
            }
        }
    }
}
