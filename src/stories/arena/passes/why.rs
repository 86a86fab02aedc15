//! Why a table of passes gave its verdict: one sentence with numbers of pixels.

use std::borrow::Cow;

use super::rows::Row;
use super::tables::Tables;
use crate::detector::{Evidence, Layer, Mistake};
use crate::image_space::explained::kept_state;
use crate::image_space::explained::tally::Tally;
use crate::image_space::pass::Outline;
use crate::image_space::recording::Outcome;
use crate::inspector::outcome::Reference;
use crate::inspector::story::Story as _;
use crate::language::t;
use crate::ui::format::{counted, grouped};

impl Tables {
    /// Numbers of pixels of the last table that was run.
    pub fn tally(&self) -> &Tally {
        self.tally.get_or_init(|| self.recorded.last().map(Tally::of).unwrap_or_default())
    }

    /// The row that makes the verdict wrong because it keeps the stencil state of the row before it, and what this does
    /// to all pixels that are decided wrongly. `None` if no row does.
    pub fn kept_state(&self) -> Option<(&Row, Kept)> {
        let [recording] = &self.recorded[..] else { return None };
        let Tally { wrong, ignored, .. } = self.tally();
        let colliding = self.case.verdict.colliding;
        let decisive = if colliding { wrong } else { ignored };
        if decisive.is_empty() {
            return None;
        }
        let [round, index] = kept_state::row(&recording.table)?;
        let row = self.rows.iter().filter(|row| row.round == round).nth(index).filter(|row| row.was_run())?;
        let step = &recording.steps[row.number - 1];
        let before = |pixel| recording.before(row.number - 1, pixel).1;
        let fails = |pixel| step.fragments_at(pixel).all(|f| f.outcome == Outcome::StencilFailed);
        let is_so = |kept| match kept {
            Kept::Raises => decisive.iter().all(|pixel| step.stencil[*pixel] > before(*pixel)),
            Kept::Tests => decisive.iter().all(|pixel| fails(*pixel)),
        };
        let kept = if colliding { Kept::Raises } else { Kept::Tests };
        is_so(kept).then_some((row, kept))
    }

    /// Why the verdict is as it is, in one sentence.
    pub fn reason(&self, reference: &Reference) -> Option<String> {
        if self.case.verdict.evidence == Evidence::Layer(Layer::Exact) {
            return Some(
                t!("Neither fat nor thin bodies decide the result: the exact test does.").into_owned(),
            );
        }
        let outline = self.recorded.last()?.table.outline;
        let mistake = self.mistake(reference);
        Some(match (self.case.verdict.colliding, mistake, reference) {
            (true, Some(Mistake::FalseHit), Reference::Settled { why, .. }) => why.clone(),
            (true, ..) => self.why_colliding(outline, reference.in_words().filter(|_| mistake.is_some())),
            (false, ..) => self.why_apart(outline, mistake.is_some()),
        })
    }

    /// Why the verdict is "colliding". `truth` is the right answer in words, if the verdict is wrong.
    fn why_colliding(&self, outline: Outline, truth: Option<String>) -> String {
        let Tally { both, overlap, touch, wrong, counted, .. } = self.tally();
        let (meet, all) = (grouped((overlap + touch) as u64), grouped(*both as u64));
        match truth {
            truth if *counted > 0 && wrong.len() == *counted => self.counted_by_mistake(wrong.len(), truth),
            Some(truth) if overlap + touch == 0 => {
                t!("Every round counts samples, but the bodies are %{truth}.", truth = truth).into_owned()
            }
            Some(truth) if outline == Outline::Fat => t!(
                "The enlarged bodies overlap or touch on %{n} pixels, but the bodies themselves are %{truth}.",
                n = meet,
                truth = truth
            )
            .into_owned(),
            Some(truth) => t!(
                "Within the precision of the buffers A and B meet on %{n} pixels, but the bodies are %{truth}.",
                n = meet,
                truth = truth
            )
            .into_owned(),
            None if overlap + touch == 0 => {
                self.with_count(&t!("Every round counts samples, so the method reports a collision"))
            }
            None => self.with_count(&t!(
                "%{bodies} overlap or touch on %{n} of the %{all} pixels that both cover",
                bodies = bodies(outline),
                n = meet,
                all = all
            )),
        }
    }

    /// Why the verdict is "apart".
    fn why_apart(&self, outline: Outline, is_missed: bool) -> String {
        let Tally { both, overlap, touch, ignored, .. } = self.tally();
        let n = grouped(*both as u64);
        match (both, overlap, touch) {
            _ if is_missed && !ignored.is_empty() => self.with_kept_state(counted(
                ignored.len(),
                t!("1 pixel on which A and B overlap does not count."),
                t!(
                    "%{n} pixels on which A and B overlap do not count.",
                    n = grouped(ignored.len() as u64)
                ),
            )),
            (0, ..) if is_missed => {
                t!("No pixel is covered by both bodies: the part that they share lies between the pixels.")
                    .into_owned()
            }
            (0, ..) => self.with_count(&t!("No pixel is covered by both bodies")),
            (_, 0, 1..) => self.with_count(&t!(
                "%{bodies} only touch, on %{n} pixels, and this method does not count touching",
                bodies = bodies(outline),
                n = grouped(*touch as u64)
            )),
            (_, 0, 0) if is_missed => t!(
                "%{bodies} overlap on none of the %{n} pixels that both cover: the part that they share is too small for this resolution.",
                bodies = bodies(outline),
                n = n
            )
            .into_owned(),
            (_, 0, 0) => self.with_count(&t!(
                "%{bodies} overlap on none of the %{n} pixels that both cover",
                bodies = bodies(outline),
                n = n
            )),
            _ => self.with_count(&t!("No round proves a collision")),
        }
    }

    /// The sentence with the last result of a row.
    fn with_count(&self, what: &str) -> String {
        let run = self.rows.iter().filter(|row| row.was_run());
        match run.filter_map(|row| Some((row.number, row.found()?))).next_back() {
            Some((n, found)) => t!("%{what}; row %{n}: %{found}.", what = what, n = n, found = found),
            None => t!("%{what}.", what = what),
        }
        .into_owned()
    }

    /// The sentence about pixels that count, although the bodies share nothing on them. `truth` is the right answer, if
    /// the verdict is wrong.
    fn counted_by_mistake(&self, wrong: usize, truth: Option<String>) -> String {
        let n = grouped(wrong as u64);
        let what = match truth {
            Some(truth) => counted(
                wrong,
                t!("1 pixel counts as an overlap, but the bodies are %{truth}.", truth = truth),
                t!("%{n} pixels count as an overlap, but the bodies are %{truth}.", n = n, truth = truth),
            ),
            None => t!(
                "A and B share nothing on the pixels that count as an overlap (%{n}): a right answer is luck here.",
                n = n
            )
            .into_owned(),
        };
        self.with_kept_state(what)
    }

    /// A sentence about pixels, with the row that is to blame, if one is.
    fn with_kept_state(&self, what: String) -> String {
        match self.kept_state() {
            Some((row, kept)) => {
                let row = match kept {
                    Kept::Raises => {
                        t!(
                            "Row %{n} still raises the stencil where it should only write depth",
                            n = row.number
                        )
                    }
                    Kept::Tests => {
                        t!(
                            "Row %{n} still tests the stencil where it should only write depth",
                            n = row.number
                        )
                    }
                };
                t!("%{what}: %{how}", what = row, how = what).into_owned()
            }
            None => what,
        }
    }
}

/// The two bodies as a table draws them.
fn bodies(outline: Outline) -> Cow<'static, str> {
    match outline {
        Outline::True => t!("A and B"),
        Outline::Fat => t!("The enlarged bodies"),
        Outline::Thin => t!("The shrunken bodies"),
    }
}

/// Effect of a kept stencil state on the pixels that are decided wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It raises their stencil.
    Raises,
    /// Its test fails, so no depth is written.
    Tests,
}
