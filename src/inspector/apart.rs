//! A pair whose boxes do not overlap: there are no steps.

use egui::Ui;
use rust_i18n::t;

use super::case::Case;
use super::outcome::Outcome;
use super::region::tell;
use super::space::SpaceView;
use super::space::pair::plain;
use super::story::{Showing, Story};
use crate::about::About;
use crate::render::palette;

/// Settled before the method begins.
pub struct Apart(pub Case);

impl Story for Apart {
    fn about(&self) -> &'static About {
        &self.0.method.about
    }

    fn steps(&self) -> usize {
        0
    }

    fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    fn facts(&self, _at: usize) -> Vec<(&'static str, u64)> {
        vec![("steps", 0)]
    }

    fn space(&self, _at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = plain(&self.0);
        for body in &self.0.bodies {
            view.dissection.box_edges(&body.aabb().corners(), 1.25, palette::PICKED.faded(0.6));
        }
        view.caption = t!("The boxes around the two are apart, so the bodies are.").into_owned();
        view
    }

    fn contents(&self, ui: &mut Ui, _showing: &mut Showing<'_>) {
        tell(
            ui,
            &t!(
                "The boxes of the two are apart, so nothing is drawn and nothing counted: the pair is settled before the method begins."
            ),
            false,
        );
    }
}
