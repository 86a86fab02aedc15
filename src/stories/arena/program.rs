//! The story of a program of one's own: its answer about a pair, the certificate in space, and what the exact check
//! found. How the program reached the answer only its author knows, so there are no steps.

use egui::{Label, RichText, ScrollArea, Ui};

use super::case::Case;
use super::case::plain;
use crate::about::MethodInfo;
use crate::detector::{Evidence, Mistake};
use crate::geometry::{Point, Vector};
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::space::SpaceView;
use crate::inspector::story::{Showing, Story};
use crate::language::{t, tr};
use crate::programs::certificate::Checked;
use crate::programs::{Certificate, protocol};
use crate::render::dissection::{Dissection, Sheet};
use crate::render::palette;
use crate::ui::theme;
use crate::ui::verdicts::{flaw, verdict_word};

/// A program's answer about a pair.
pub struct ProgramAnswer {
    /// The bodies as the program was asked about them, and its verdict.
    pub case: Case,
    /// The mistake in the verdict, judged by the meshes that the program was asked about.
    pub mistake: Option<Mistake>,
    /// English sentence about a failure or a false certificate.
    pub remark: Option<String>,
}

impl ProgramAnswer {
    fn certificate(&self) -> Option<Certificate> {
        match self.case.verdict.evidence {
            Evidence::Program { certificate, .. } => certificate,
            _ => None,
        }
    }

    /// The result of the check in one sentence, and whether something is wrong.
    fn checked(&self) -> (String, bool) {
        match (self.case.verdict.evidence, self.certificate()) {
            (Evidence::NoAnswer(kind), _) => {
                let remark = self.remark.as_deref().map(tr).unwrap_or_default();
                (t!("No answer: %{kind}. %{remark}", kind = tr(kind.words()), remark = remark).into(), true)
            }
            (Evidence::Program { checked: Checked::False(why), .. }, _) => {
                let text =
                    t!("The certificate is false: %{flaw}. The verdict is not proved.", flaw = flaw(why));
                (text.into_owned(), true)
            }
            (_, Some(Certificate::Point(_))) => {
                (t!("Checked exactly: the point lies in both bodies, so they collide.").into_owned(), false)
            }
            (_, Some(Certificate::Plane(..))) => (
                t!("Checked exactly: the plane parts the bodies, so they are separated.").into_owned(),
                false,
            ),
            (_, None) => {
                (t!("The program gave no certificate, so its verdict is not proved.").into_owned(), false)
            }
        }
    }
}

impl Story for ProgramAnswer {
    fn about(&self) -> &'static MethodInfo {
        &self.case.method.about
    }

    fn steps(&self) -> usize {
        0
    }

    fn outcome(&self) -> Outcome {
        self.case.outcome()
    }

    fn is_undecided(&self) -> bool {
        !self.case.verdict.is_answer()
    }

    fn mistake(&self, _reference: &Reference) -> Option<Mistake> {
        self.mistake
    }

    fn facts(&self, _at: usize) -> Vec<(&'static str, u64)> {
        let is_proved =
            matches!(self.case.verdict.evidence, Evidence::Program { checked: Checked::Proved, .. });
        vec![("steps", 0), ("proved", u64::from(is_proved))]
    }

    fn space(&self, _at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = plain(&self.case);
        match self.certificate() {
            Some(Certificate::Point(point)) => {
                let at = Point::from(point);
                view.dissection.dot(at, 12.0, palette::MARK_SHADE);
                view.dissection.dot(at, 8.0, palette::THOUGHT);
                view.caption = t!("The dot is the point that the program names.").into_owned();
            }
            Some(Certificate::Plane(normal, offset)) => {
                let [low, high] = [view.bounds.min, view.bounds.max];
                plane(&mut view.dissection, low + 0.5 * (high - low), (high - low).norm(), normal, offset);
                view.caption = t!("The square lies in the plane that the program names.").into_owned();
            }
            None => {}
        }
        view
    }

    fn list(&self, _ui: &mut Ui, _other: Option<&dyn Story>, _showing: &mut Showing<'_>) {}

    fn below(&self, ui: &mut Ui, _showing: &mut Showing<'_>) {
        let say = |ui: &mut Ui, text: &str, color| {
            ui.add(Label::new(RichText::new(text).color(color)).wrap());
        };
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            say(ui, &t!("Answer: %{word}", word = verdict_word(&self.case.verdict)), theme::strong());
            match self.certificate() {
                Some(Certificate::Point([x, y, z])) => {
                    say(ui, &t!("Point: %{x}, %{y}, %{z}", x = x, y = y, z = z), theme::text());
                }
                Some(Certificate::Plane([x, y, z], d)) => {
                    let text = t!(
                        "Plane n·x = d with n = %{x}, %{y}, %{z} and d = %{d}",
                        x = x,
                        y = y,
                        z = z,
                        d = d
                    );
                    say(ui, &text, theme::text());
                }
                None => {}
            }
            let (text, is_wrong) = self.checked();
            say(ui, &text, if is_wrong { theme::amber() } else { theme::text() });
            ui.add_space(8.0);
            say(ui, &t!("The question, as the program reads it:"), theme::weak());
            let question = protocol::question(0, ["A", "B"], &self.case.bodies);
            ui.add(Label::new(RichText::new(question).monospace().small().color(theme::text())).wrap());
        });
    }
}

/// Adds a square of this size in the plane n·x = d, at the point nearest to `center`.
fn plane(dissection: &mut Dissection, center: Point, size: f64, normal: [f64; 3], offset: f64) {
    let normal = Vector::from(normal);
    let length = normal.norm();
    if !(length.is_finite() && length > 0.0) {
        return;
    }
    let unit = normal / length;
    let foot = center - unit * (unit.dot(&center.coords) - offset / length);
    let least = unit.iamin();
    let across = unit.cross(&Vector::ith(least, 1.0)).normalize();
    let sides = [across * size, unit.cross(&across) * size];
    let corner = foot - 0.5 * (sides[0] + sides[1]);
    dissection.sheets.push(Sheet { corner, sides, color: palette::THOUGHT.faded(0.3) });
    let corners = [corner, corner + sides[0], corner + sides[0] + sides[1], corner + sides[1]];
    for (from, to) in (0..4).map(|i| (corners[i], corners[(i + 1) % 4])) {
        dissection.line([from, to], 1.5, palette::THOUGHT);
    }
}
