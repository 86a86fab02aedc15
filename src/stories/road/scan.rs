//! The story of brute force, which tests all triangles in the order of the mesh. A step ends at the next
//! triangle that the ray hits; the last step tests the remaining triangles.

use egui::{Rect, Ui};

use super::question::{Question, add_triangle, metres};
use super::section::Section;
use crate::about::MethodInfo;
use crate::detector::Mistake;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::{numbered_steps, sums};
use crate::inspector::story::{Showing, Story};
use crate::language::{joined, t};
use crate::render::palette;
use crate::road::ray::{Cast, PreparedRay};
use crate::road::triangle::{Nearest, TriangleTest};
use crate::ui::format::grouped;

/// A triangle that the ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Found {
    triangle: u32,
    t: f64,
    /// True if this hit is the nearest so far.
    is_nearest: bool,
}

/// The story of a ray against all triangles.
pub struct Scan {
    question: Question,
    about: &'static MethodInfo,
    found: Vec<Found>,
    cast: Cast,
    section: Section,
}

impl Scan {
    /// Tests every triangle like brute force and records the hits.
    pub fn record<T: TriangleTest>(question: Question, about: &'static MethodInfo) -> Self {
        let (mesh, bounds) = (question.terrain.mesh(), question.terrain.bounds());
        let ray = PreparedRay::new(&question.ray(), &bounds);
        let mut nearest = Nearest::up_to(f64::INFINITY);
        let mut found = Vec::new();
        let count = mesh.triangles().len() as u32;
        for triangle in 0..count {
            let before = nearest.limit();
            if let Some(t) = nearest.test::<T>(&ray, triangle, &mesh.corners(triangle as usize)) {
                found.push(Found { triangle, t, is_nearest: t < before });
            }
        }
        let cast = Cast { hit: nearest.hit(), nodes: 0, triangles: count };
        let section = question.section();
        Self { question, about, found, cast, section }
    }

    /// Number of triangles that were tested in the first `at` steps.
    fn tested(&self, at: usize) -> u32 {
        match at {
            0 => 0,
            at => self.found.get(at - 1).map_or(self.cast.triangles, |found| found.triangle + 1),
        }
    }
}

impl Story for Scan {
    fn about(&self) -> &'static MethodInfo {
        self.about
    }

    fn steps(&self) -> usize {
        self.found.len() + 1
    }

    fn deciding(&self) -> usize {
        self.found.iter().rposition(|found| found.is_nearest).map_or(self.steps(), |index| index + 1)
    }

    fn outcome(&self) -> Outcome {
        self.question.outcome(&self.cast)
    }

    fn why(&self, _reference: &Reference) -> Option<String> {
        Some(self.question.why(&self.cast, self.found.len(), &self.section))
    }

    fn deviation(&self) -> Option<Mistake> {
        self.section.depth().map(|_| Mistake::Missed)
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        vec![("steps", self.steps() as u64), ("nodes", 0), ("triangles", self.tested(at).into())]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = self.question.plain(&self.section);
        for found in self.found.iter().take(at) {
            let corners = self.question.terrain.mesh().corners(found.triangle as usize);
            let color = if found.is_nearest { palette::B } else { palette::A };
            let hit = self.question.ray().at(found.t);
            add_triangle(&mut view.dissection, &corners, Some(hit), color, 2.5);
        }
        view.caption = match self.tested(at) {
            0 => t!("No test has been run yet."),
            1 => t!("One triangle is tested; it is drawn if the ray hits."),
            n => t!("%{n} triangles are tested; those that the ray hits are drawn.", n = grouped(n.into())),
        }
        .into_owned();
        view
    }

    fn picture(&self, ui: &mut Ui, rect: Rect, showing: &mut Showing<'_>) {
        self.question.picture(ui, self, &self.section, rect, showing);
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        numbered_steps(ui, "scan", at, showing, self.steps(), |index| match self.found.get(index) {
            None => t!("The remaining triangles are tested, without a hit.").into_owned(),
            Some(found) => {
                let text = t!("Triangle %{n} is hit at %{t} m.", n = found.triangle, t = metres(found.t));
                let more = if found.is_nearest {
                    t!("Nearest hit so far.")
                } else {
                    t!("Farther than the nearest hit.")
                };
                joined(&[text, more])
            }
        });
    }

    fn height_below(&self, _details: bool) -> f32 {
        40.0
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let tested = self.tested(showing.cursor.position.min(self.steps()));
        let name = t!("Triangles tested").into_owned();
        sums(ui, self.cast.triangles.into(), [(name, tested.into())]);
    }
}
