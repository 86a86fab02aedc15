//! The headline over the panes: one sentence about the answers on show, composed for all labs from how each pane's
//! answer compares with the reference.

use egui::{Align, Color32, Label, Layout, Rect, RichText, TextStyle, Ui, UiBuilder, WidgetText, pos2, vec2};

use crate::detector::Mistake;
use crate::language::t;
use crate::ui::format::{counted, grouped};
use crate::ui::{icons, theme};

/// Height of the headline over the panes and of the sentence over a page of results, points.
pub const HEIGHT: f32 = 34.0;
/// Sizes of the headline's letters, points: the largest, and the smallest before the sentence is cut.
const LETTERS: [f32; 2] = [18.0, 12.0];

/// A sentence of at most fourteen words, in the current language.
pub struct Headline {
    /// The sentence, with its full stop.
    pub text: String,
    /// The sign before the sentence.
    pub tone: Tone,
}

/// Sign beside a headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing is compared yet.
    Neutral,
    /// All answers on show are right.
    Right,
    /// An answer on show is wrong.
    Wrong(Mistake),
}

/// Shows the headline with its sign. A long sentence has smaller letters, so that it stays on one line.
pub fn show(ui: &mut Ui, over: Rect, says: &Headline) {
    let inside = over.shrink2(vec2(12.0, 0.0));
    let sign = pos2(inside.left() + 7.0, inside.center().y);
    let left = if says.tone == Tone::Neutral { inside.left() } else { sign.x + 15.0 };
    let mut ui = ui.new_child(UiBuilder::new().id_salt("headline").max_rect(inside.with_min_x(left)));
    ui.set_clip_rect(over);
    match says.tone {
        Tone::Wrong(mistake) => icons::badge(ui.painter(), sign, mistake),
        Tone::Right => icons::check(ui.painter(), sign),
        Tone::Neutral => {}
    }
    let text = |size: f32| RichText::new(&says.text).size(size).color(theme::strong());
    let wide = WidgetText::from(text(LETTERS[0])).into_galley(&ui, None, f32::INFINITY, TextStyle::Body);
    let fitting = LETTERS[0] * (ui.available_width() / wide.size().x.max(1.0)).min(1.0);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.add(Label::new(text(fitting.max(LETTERS[1]))).truncate());
    });
}

/// Arrangement of the panes; it decides what a headline calls their methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// One pane.
    One,
    /// Two panes side by side.
    #[default]
    Beside,
    /// Two panes, one above the other.
    Stacked,
    /// Three or four panes.
    Many,
}

/// How the answer in a pane compares with the reference.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// The answer, or the reference's, is still to come.
    Pending,
    /// No answer; the predicate of a sentence says why, such as "is switched off".
    Silent(String),
    /// There is no reference.
    Unjudged,
    /// The answer is right.
    Right,
    /// The answer is wrong.
    Wrong {
        /// The sign.
        mistake: Mistake,
        /// Predicate of a sentence, such as "misses 10 of 50 contacts".
        does: String,
        /// The error in at most four words, such as "10 errors".
        by: String,
    },
}

impl Standing {
    /// The standing in at most four words, and its colour.
    pub fn short(&self) -> (String, Color32) {
        match self {
            Self::Pending => (t!("computing…").into_owned(), theme::weak()),
            Self::Silent(_) => (t!("no answer").into_owned(), theme::weak()),
            Self::Unjudged => (t!("not compared").into_owned(), theme::weak()),
            Self::Right => (t!("correct").into_owned(), theme::teal()),
            Self::Wrong { mistake, by, .. } => (format!("▲ {by}"), icons::error_color(*mistake)),
        }
    }

    /// Standing of an answer that misses some of the true ones, a number and a text such as "50 contacts", or reports too
    /// many.
    pub fn counted(missed: usize, false_hits: usize, (count, all): (usize, &str)) -> Self {
        let [m, f] = [missed, false_hits].map(|n| grouped(n as u64));
        let does = match (missed, false_hits) {
            (0, 0) => return Self::Right,
            (_, 0) => t!("misses %{n} of %{all}", n = m, all = all),
            (0, _) if count == 0 => t!("reports %{n} where there is none", n = f),
            (0, _) => t!("reports %{n} too many, beside %{all}", n = f, all = all),
            _ => t!("misses %{n} of %{all} and reports %{m} too many", n = m, all = all, m = f),
        };
        let mistake = if missed > 0 { Mistake::Missed } else { Mistake::FalseHit };
        let n = missed + false_hits;
        let by = counted(n, t!("1 error"), t!("%{n} errors", n = grouped(n as u64)));
        Self::Wrong { mistake, does: does.into_owned(), by }
    }
}

impl Arrangement {
    /// The pane's method as the subject of a sentence.
    fn subject(self, pane: usize) -> String {
        match (self, pane) {
            (Self::One, _) => t!("The method"),
            (Self::Beside, 0) => t!("The left method"),
            (Self::Beside, _) => t!("The right method"),
            (Self::Stacked, 0) => t!("The upper method"),
            (Self::Stacked, _) => t!("The lower method"),
            (Self::Many, _) => t!("Method %{n}", n = pane + 1),
        }
        .into_owned()
    }

    /// The headline of these panes. If all of them are right, `truth` is what they find, such as "all 50 contacts".
    pub fn headline(self, panes: &[Standing], truth: &str) -> Headline {
        let all = panes.len();
        let say = |text: String, tone| Headline { text, tone };
        let says = |pane, does: &str| {
            t!("%{method} %{does}.", method = self.subject(pane), does = does).into_owned()
        };
        let wrong: Vec<_> = (panes.iter().enumerate())
            .filter_map(|(pane, standing)| match standing {
                Standing::Wrong { mistake, does, by } => Some((pane, *mistake, does, by)),
                _ => None,
            })
            .collect();
        match wrong[..] {
            [] => {}
            [(pane, mistake, does, _)] => return say(says(pane, does), Tone::Wrong(mistake)),
            [(_, mistake, _, first), (_, _, _, second)] if all == 2 => {
                let text = match self {
                    Self::Stacked => {
                        t!("Both methods are wrong: above %{a}, below %{b}.", a = first, b = second)
                    }
                    _ => t!("Both methods are wrong: left %{a}, right %{b}.", a = first, b = second),
                };
                return say(text.into_owned(), Tone::Wrong(mistake));
            }
            [(_, mistake, ..), ..] => {
                let text = t!("%{n} of %{all} methods are wrong.", n = wrong.len(), all = all);
                return say(text.into_owned(), Tone::Wrong(mistake));
            }
        }
        let silent = |(pane, standing): (usize, &Standing)| match standing {
            Standing::Silent(does) => Some(says(pane, does)),
            _ => None,
        };
        if let Some(text) = panes.iter().enumerate().find_map(silent) {
            return say(text, Tone::Neutral);
        }
        if panes.contains(&Standing::Pending) {
            return say(t!("The answers are still being computed.").into_owned(), Tone::Neutral);
        }
        if panes.contains(&Standing::Unjudged) {
            return say(t!("Without a reference the answers are not compared.").into_owned(), Tone::Neutral);
        }
        let text = match all {
            1 => t!("The method finds %{truth}.", truth = truth),
            2 => t!("Both methods find %{truth}.", truth = truth),
            _ => t!("All %{n} methods find %{truth}.", n = all, truth = truth),
        };
        say(text.into_owned(), Tone::Right)
    }

    /// A sentence about one pane, which it names if there are several.
    pub fn of_pane(self, pane: usize, text: String) -> String {
        match (self, pane) {
            (Self::One, _) => return text,
            (Self::Beside, 0) => t!("Left: %{text}", text = text),
            (Self::Beside, _) => t!("Right: %{text}", text = text),
            (Self::Stacked, 0) => t!("Above: %{text}", text = text),
            (Self::Stacked, _) => t!("Below: %{text}", text = text),
            (Self::Many, _) => t!("Pane %{n}: %{text}", n = pane + 1, text = text),
        }
        .into_owned()
    }

    /// [`Arrangement::headline`]; if all methods are right, their costs are compared instead: `tests` has each pane's
    /// numbers of triangle tests and of volume tests, and the second counts where the first are equal.
    pub fn with_costs(self, panes: &[Standing], truth: &str, tests: &[[u64; 2]]) -> Headline {
        let mut headline = self.headline(panes, truth);
        let of = |kind: usize| tests.iter().map(move |pane| pane[kind]);
        let differ = |kind: &usize| of(*kind).min() != of(*kind).max();
        if let (Tone::Right, Some(kind)) = (headline.tone, (0..2).find(differ)) {
            let (few, many) = (of(kind).min().unwrap_or(0), of(kind).max().unwrap_or(0));
            let best = of(kind).position(|n| n == few).unwrap_or(0);
            let is_mixed = kind == 0 && of(1).min() < of(1).nth(best);
            let (method, [few, many]) = (self.subject(best), [few, many].map(grouped));
            if is_mixed {
                headline.tone = Tone::Neutral;
            }
            headline.text = match kind {
                0 if is_mixed => t!(
                    "%{method} needs fewer triangle tests, %{few} instead of %{many}, but more volumes.",
                    method = method,
                    few = few,
                    many = many
                ),
                0 => t!(
                    "%{method} needs fewer triangle tests: %{few} instead of %{many}.",
                    method = method,
                    few = few,
                    many = many
                ),
                _ => t!(
                    "%{method} needs fewer volume tests: %{few} instead of %{many}.",
                    method = method,
                    few = few,
                    many = many
                ),
            }
            .into_owned();
        }
        headline
    }
}
