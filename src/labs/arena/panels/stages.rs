//! Pairs rejected by each stage of a method: a bar divided into the stages, for all methods that reject alike.

use egui::{Align2, FontId, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::detector::Tally;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::render::ink::Ink;
use crate::ui::format::grouped;
use crate::ui::widgets::note;
use crate::ui::{inks, theme};

/// Height of a bar, points.
const HEIGHT: f32 = 17.0;
/// Minimum readable width of a bar, points.
const LEAST: f32 = 220.0;

/// Methods that rejected alike in every stage, by their titles.
type Alike<'a> = (Vec<&'a str>, &'a Tally);

/// The bars of the methods that are on and have stages.
pub fn show(ui: &mut Ui, arena: &Arena) {
    let answers = &arena.found().answers;
    let staged: Vec<_> = answers.iter().map(|answer| (answer.method.title, answer.cost.rejections)).collect();
    bars(ui, &staged);
}

/// A bar per group of methods with equal tallies; methods without stages are left out.
pub fn bars(ui: &mut Ui, staged: &[(&str, Tally)]) {
    let mut groups: Vec<Alike> = Vec::new();
    for (title, tally) in staged.iter().filter(|(_, tally)| tally.iter().next().is_some()) {
        match groups.iter_mut().find(|(_, known)| known.iter().eq(tally.iter())) {
            Some((titles, _)) => titles.push(title),
            None => groups.push((vec![title], tally)),
        }
    }
    if groups.is_empty() {
        return note(ui, &t!("Stages need a tree method or the occlusion sandwich: switch one on."));
    }
    note(
        ui,
        &t!(
            "Pairs that each stage rejected in this frame; for trees, pairs of nodes. Methods that reject alike share a bar; bars with the same stages share a scale."
        ),
    );
    for (titles, tally) in &groups {
        let total = tally.total();
        let names = |tally: &Tally| tally.iter().map(|(name, _)| name).collect::<Vec<_>>();
        let comparable = groups.iter().filter(|(_, other)| names(other) == names(tally));
        let most = comparable.map(|(_, other)| other.total()).max().unwrap_or(total).max(1);
        ui.horizontal_wrapped(|ui| {
            let titles: Vec<_> = titles.iter().map(|title| tr(title)).collect();
            ui.label(RichText::new(titles.join("; ")).color(theme::text()));
            ui.label(RichText::new(t!("%{n} rejected", n = grouped(total))).small().color(theme::weak()));
        });
        let width = (ui.available_width() - 8.0).max(LEAST);
        let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, theme::sunken());
        for (index, (name, from, to)) in segments(tally, most).into_iter().enumerate() {
            let [left, right] = [from, to].map(|share| rect.left() + share as f32 * rect.width());
            let segment = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
            let color = inks::color(&Ink::of(index));
            ui.painter().rect_filled(segment.shrink2(vec2(0.5, 0.0)), 1.0, color);
            let painter = ui.painter().with_clip_rect(segment.intersect(ui.clip_rect()));
            let at = segment.left_center() + vec2(5.0, 0.0);
            painter.text(at, Align2::LEFT_CENTER, tr(name), FontId::proportional(11.5), theme::on(color));
        }
        let words: Vec<_> =
            tally.iter().map(|(name, count)| format!("{} {}", tr(name), grouped(count))).collect();
        response.on_hover_text(words.join("\n"));
        // The text repeats all numbers, because thin segments have no room for theirs.
        note(ui, &words.join(" · "));
        ui.add_space(3.0);
    }
}

/// Name, start and end of every stage that rejected pairs, as shares of `most` pairs.
pub fn segments(tally: &Tally, most: u64) -> Vec<(&'static str, f64, f64)> {
    let most = most as f64;
    let mut before = 0;
    let mut segments = Vec::new();
    for (name, count) in tally.iter().filter(|(_, count)| *count > 0) {
        segments.push((name, before as f64 / most, (before + count) as f64 / most));
        before += count;
    }
    segments
}
