//! The result of the comparison in one sentence: how many methods are right, and the fastest of them.

use crate::comparison::winners::Winners;
use crate::labs::arena::Arena;
use crate::labs::headline::{Headline, Tone};
use crate::language::{t, tr};
use crate::ui::format::{counted, grouped, milliseconds};

/// The sentence. `waiting` is the number of methods that are still to run for the first time.
pub fn headline(arena: &Arena, waiting: usize) -> Headline {
    let (asked, comparison) = (arena.lineup().asked().count(), arena.comparison());
    let neutral = |text: std::borrow::Cow<'_, str>| Headline { text: text.into_owned(), tone: Tone::Neutral };
    if waiting > 0 {
        return neutral(t!(
            "Methods that have answered so far: %{n} of %{all}.",
            n = asked,
            all = asked + waiting
        ));
    }
    if asked == 0 {
        return neutral(t!("All methods are switched off."));
    }
    let best = Winners::of(comparison, arena.lineup().asked());
    let frames = comparison.frames();
    let [right, frames_text] = [best.right as u64, frames].map(grouped);
    let Some((method, total)) = best.fastest_right else {
        return neutral(t!("No method is known to be right in the compared frames."));
    };
    let (name, ms) = (tr(method.title), total.mean().map_or("–".into(), milliseconds));
    let text = counted(
        frames as usize,
        t!(
            "Right in this frame: %{right} of %{all} methods; the fastest is %{method}, %{ms} ms.",
            right = right,
            all = asked,
            method = name,
            ms = ms
        ),
        t!(
            "Right in all %{frames} frames: %{right} of %{all} methods; the fastest is %{method}, %{ms} ms.",
            right = right,
            all = asked,
            frames = frames_text,
            method = name,
            ms = ms
        ),
    );
    Headline { text, tone: if best.right == asked { Tone::Right } else { Tone::Neutral } }
}
