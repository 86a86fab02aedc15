//! The 15 printed steps of source 1, and each step of the story in words.

use std::borrow::Cow;

use super::recording::Recording;
use crate::language::t;

/// The printed step with this number, from 1 to 15; translated from the source, shortened.
pub fn printed(line: usize) -> Cow<'static, str> {
    match line {
        1 => t!("Round 1: run steps 2 to 6 for every element of ObjectPair."),
        2 => t!("Set view volume, eye and viewport from the overlap of the boxes."),
        3 => t!("Mask the frame buffer; clear depth; depth test and depth writes on, test ≤."),
        4 => t!("Draw the first body of the pair."),
        5 => t!("Depth writes off; depth test ≥."),
        6 => t!("Begin the query; draw the second body; end the query."),
        7 => t!("Read the results of the queries into PixelCount."),
        8 => t!("Round 2: run steps 9 to 13 for every element of ObjectPair."),
        9 => t!("If PixelCount is 0, back to step 8. Otherwise set the view as in step 2."),
        10 => t!("Mask, clear and set the test as in step 3."),
        11 => t!("Draw the second body of the pair."),
        12 => t!("Depth writes off; depth test ≥, as in step 5."),
        13 => t!("Begin the query; draw the first body; end the query."),
        14 => t!(
            "For every PixelCount: if 0, the flag is FALSE. Otherwise read the result of round 2: if 0, FALSE; otherwise TRUE."
        ),
        _ => t!("Restore view volume, eye and viewport; frame buffer and depth writes on, test ≤."),
    }
}

/// The step before a position, with its numbers.
pub fn sentence(recording: &Recording, at: usize) -> Cow<'static, str> {
    let rows = &recording.rows;
    let Some(step) = recording.step(at) else {
        return t!("Before the first step: the broad phase has filled the list ObjectPair.");
    };
    let row = step.row.map(|row| &rows[row]);
    let pair = row.map_or_else(String::new, |row| row.bodies.map(|body| body.to_string()).join("–"));
    let [one, two] = row.map_or([0; 2], |row| row.counts.map(|count| count.unwrap_or(0)));
    match step.line {
        6 | 13 => t!(
            "The query counts the samples that pass. Queries in flight: %{n}.",
            n = recording.in_flight(at)
        ),
        7 if row.is_some() => {
            t!("The processor waits for the result, %{count}, before the next query.", count = one)
        }
        7 => t!(
            "All results are read at once. PixelCount is 0 for %{zero} of %{n} pairs.",
            zero = recording.dropped(),
            n = rows.len()
        ),
        9 if one == 0 => t!("PixelCount of pair %{pair} is 0: no second query.", pair = pair),
        9 => t!(
            "PixelCount of pair %{pair} is %{count}: once more, with the roles exchanged.",
            pair = pair,
            count = one
        ),
        14 if one == 0 => t!("PixelCount of pair %{pair} is 0, so the flag is FALSE.", pair = pair),
        14 if two == 0 => t!("The second result of pair %{pair} is 0, so the flag is FALSE.", pair = pair),
        14 => t!(
            "Pair %{pair}: the results %{one} and %{two} are above 0, so the flag is TRUE.",
            pair = pair,
            one = one,
            two = two
        ),
        15 => t!(
            "The scene can be drawn again. This program restores nothing here, because each of its draws sets its whole state."
        ),
        line => printed(line),
    }
}
