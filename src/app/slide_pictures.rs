//! Small pictures of a lecture's slides for its overview, drawn while the overview is open: one between two frames, the
//! nearest to the selected one first, and none while keys are pressed. A picture is kept until the lecture, the language
//! or the theme changes. A second shell that gives the same lecture draws them, and is dropped with the overview.

use std::sync::Arc;
use std::time::Duration;

use egui::{ColorImage, Ui};
use image::imageops::{FilterType, resize};

use super::lessons_panel::pictures::Paint;
use super::lessons_panel::state::Print;
use super::offscreen::WindowPainter;
use super::shell::Shell;
use super::slide_show;
use crate::labs::LABS;

/// Size of the window that is drawn, and of the picture that is kept, pixels.
const DRAWN: [u32; 2] = [960, 540];
const KEPT: [u32; 2] = [384, 216];
/// Pause between two pictures, in which keys and clicks are answered.
const PAUSE: Duration = Duration::from_millis(15);

/// Draws a missing picture, if the overview is open.
pub fn advance(ui: &Ui, shell: &mut Shell) {
    let (stops, _) = shell.lessons.stops();
    let edition = shell.lessons.edition();
    let pictures = &mut shell.lessons.tools.pictures;
    let Some(selected) = shell.lessons.tools.overview.filter(|_| shell.lessons.lecture) else {
        pictures.painter = None;
        return;
    };
    if pictures.of != Some(edition) {
        (pictures.of, pictures.painter) = (Some(edition), None);
        pictures.drawn.clear();
    }
    let missing = (0..stops.len()).filter(|index| !pictures.drawn.contains_key(index));
    let Some(next) = missing.min_by_key(|index| index.abs_diff(selected)) else { return };
    ui.ctx().request_repaint_after(PAUSE);
    if ui.input(|input| !input.events.is_empty() || input.pointer.any_down()) {
        return;
    }
    let mut painter = match pictures.painter.take() {
        Some(painter) => painter,
        // Without a painter the tiles stay blank; the lecture goes on.
        None => painter_for(shell).unwrap_or_else(|_| Box::new(|_| None)),
    };
    let picture = painter(next);
    let pictures = &mut shell.lessons.tools.pictures;
    pictures.drawn.insert(next, picture.map(Arc::new));
    pictures.painter = Some(painter);
}

/// A shell that gives the same lecture and draws its slides.
fn painter_for(shell: &Shell) -> anyhow::Result<Paint> {
    let gpu = shell.stage.gpu().clone();
    let lab = (LABS[0].build)(Some(&gpu), &Default::default(), None)?;
    let mut other = Shell::new(&gpu, lab)?;
    match (&shell.lessons.given, shell.lessons.lesson()) {
        (Some(given), _) => slide_show::give(&mut other, Arc::clone(&given.lecture), 0),
        (None, Some(lesson)) => slide_show::begin_course(&mut other, lesson, 0),
        (None, None) => {}
    }
    other.lessons.print = Print::Slide;
    let mut painter = WindowPainter::new(&gpu, DRAWN, other.lessons.pixels_per_point(DRAWN, 1.0))?;
    Ok(Box::new(move |index| {
        slide_show::show_index(&mut other, index, false);
        other.lab.settle();
        other.move_along();
        let picture = painter.paint(&gpu, &mut other).ok()?;
        let small = resize(&picture, KEPT[0], KEPT[1], FilterType::Triangle);
        Some(ColorImage::from_rgba_unmultiplied(KEPT.map(|side| side as usize), small.as_raw()))
    }))
}
