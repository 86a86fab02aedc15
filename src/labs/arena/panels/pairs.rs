//! Lists of pairs: those of the picked body, and errors of the active pane's method. And the search for bodies and
//! pairs by number.

use std::borrow::Cow;

use egui::{RichText, ScrollArea, Ui};

use crate::comparison::findings::Answer;
use crate::detector::{Evidence, Mistake, Verdict};
use crate::exhibit::{Page, Params};
use crate::geometry::Aabb;
use crate::labs::arena::Arena;
use crate::labs::found::Found;
use crate::labs::spots::{MOST, Spot};
use crate::language::{t, tr};
use crate::ui::format::counted;
use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::verdicts::{evidence, verdict_word};
use crate::ui::widgets::note;
use crate::ui::{hand, icons, theme};
use crate::world::Pair;

/// The pairs of the picked body; nothing while none is picked.
pub fn show_selected(ui: &mut Ui, arena: &mut Arena) {
    let Some(body) = arena.selected else { return };
    if !group(ui, "body", &t!("Body %{n}", n = body)) {
        return;
    }
    let found = arena.found();
    let pairs: Vec<_> = arena.pairs_in_focus().iter().map(|&i| (i, found.candidates[i])).collect();
    let triangles = arena.bodies().get(body).map_or(0, |b| b.shape.mesh().triangles().len());
    note(ui, &counts(triangles, pairs.len()));
    show_place(ui, arena);
    show_nearest(ui, arena, body);
    let help = t!("Click to pick this pair.");
    let clicked = list(ui, arena, "body pairs", &help, &pairs, |arena, index, pair| {
        let other = if pair.a == body { pair.b } else { pair.a };
        let Some(verdict) = arena.shown().and_then(|shown| shown.verdicts.get(index)) else {
            return RichText::new(t!("with body %{body}", body = other));
        };
        let text = t!("with body %{body} · %{verdict}", body = other, verdict = verdict_word(verdict));
        let text = RichText::new(text);
        if verdict.colliding { text.color(theme::colliding()) } else { text }
    });
    if let Some(pair) = clicked {
        let picked = arena.selected_pair == Some(pair);
        arena.selected_pair = (!picked).then_some(pair);
    }
}

/// Numbers of triangles and candidate pairs of a body.
pub fn counts(triangles: usize, pairs: usize) -> Cow<'static, str> {
    match pairs {
        1 => t!("%{triangles} triangles · one candidate pair", triangles = triangles),
        n => t!("%{triangles} triangles · %{n} candidate pairs", triangles = triangles, n = n),
    }
}

/// Smallest distance from the picked body to another body, by the reference.
fn show_nearest(ui: &mut Ui, arena: &Arena, body: usize) {
    let found = arena.found();
    let reference = arena.roles().reference;
    let Some(answer) = found.answer(reference) else { return };
    let of_body = found.candidates.iter().zip(&answer.verdicts).filter(|(p, _)| p.a == body || p.b == body);
    let gap = |verdict: &Verdict| match verdict.evidence {
        Evidence::Distance(metres) => metres,
        _ => 0.0,
    };
    let Some((pair, verdict)) = of_body.min_by(|(_, v), (_, w)| gap(v).total_cmp(&gap(w))) else { return };
    let other = if pair.a == body { pair.b } else { pair.a };
    let (evidence, method) = (evidence(&verdict.evidence), tr(reference.title));
    note(
        ui,
        &t!(
            "Nearest: body %{other}, %{evidence} (by %{method})",
            other = other,
            evidence = evidence,
            method = method
        ),
    );
}

/// Position of the picked body, editable by typing or dragging.
fn show_place(ui: &mut Ui, arena: &mut Arena) {
    let Some(grip) = arena.picked() else { return };
    if let Some(pose) = hand::numbers(ui, &grip) {
        arena.grab(grip.id);
        arena.carry(pose);
        arena.release(true);
    }
}

/// The button that opens the picked pair in the inspector; nothing if no pair is picked.
pub fn show_way_to_inspector(ui: &mut Ui, arena: &Arena, panel: &mut PanelContext) {
    let Some(pair) = arena.selected_pair.filter(|pair| arena.found().candidates.contains(pair)) else {
        return;
    };
    ui.add_space(8.0);
    let text = t!("Inspect pair %{a}–%{b}", a = pair.a, b = pair.b);
    let help = t!("Inspect step by step how the active method tests the picked pair. (I)");
    let button = egui::Button::new(text).min_size([ui.available_width(), 26.0].into());
    if ui.add(button).on_hover_text(help).clicked() {
        panel.ask(Request::Turn(Page::Inspector));
    }
}

/// The request to zoom to a pair with some of its surroundings; `None` if the world has no such bodies.
pub fn around(arena: &Arena, pair: Pair) -> Option<Request> {
    room_of(arena, pair).map(Request::Approach)
}

/// The box of a pair with some of its surroundings; `None` if the world has no such bodies.
pub fn room_of(arena: &Arena, pair: Pair) -> Option<Aabb> {
    let boxes = &arena.found().boxes;
    Some(room_around(&boxes.get(pair.a)?.union(boxes.get(pair.b)?)))
}

/// A box enlarged on every side.
pub fn room_around(bounds: &Aabb) -> Aabb {
    let margin = 0.6 * bounds.extents();
    Aabb { min: bounds.min - margin, max: bounds.max + margin }
}

/// Misses and false hits of the active pane's method, if there are any.
pub fn show_errors(ui: &mut Ui, arena: &mut Arena, panel: &mut PanelContext) {
    let found = arena.found();
    let Some(errors) = arena.shown().and_then(|shown| shown.errors.as_ref()) else { return };
    if errors.count() == 0 {
        return;
    }
    let pairs: Vec<_> = errors.iter().map(|(index, _)| (index, found.candidates[index])).collect();
    if !group(ui, "errors", &t!("Errors")) {
        return;
    }
    let n = errors.false_hits.len();
    let summary = t!(
        "%{missed} missed, %{false_hits}, compared with %{reference}.",
        missed = errors.missed.len(),
        false_hits = counted(n, t!("%{n} false hit", n = n), t!("%{n} false hits", n = n)),
        reference = tr(arena.roles().reference.title)
    );
    note(ui, &summary);
    let help = t!("Click to zoom to this pair. Bodies in front of it become translucent.");
    let clicked = list(ui, arena, "errors", &help, &pairs, |arena, index, pair| {
        let error = arena.shown().and_then(|shown| shown.error_at(index));
        RichText::new(name(error, pair)).color(error.map_or(theme::text(), icons::error_color))
    });
    if let Some(pair) = clicked {
        arena.selected_pair = Some(pair);
        panel.requests.extend(around(arena, pair));
    }
}

/// A clickable list of candidates, given by index. Returns the clicked pair.
pub fn list(
    ui: &mut Ui,
    arena: &Arena,
    id: &str,
    help: &str,
    pairs: &[(usize, Pair)],
    line: impl Fn(&Arena, usize, Pair) -> RichText,
) -> Option<Pair> {
    let row_height = ui.spacing().interact_size.y;
    let mut clicked = None;
    ScrollArea::vertical()
        .id_salt(id)
        .max_height(7.0 * (row_height + 6.0))
        .auto_shrink([false, true])
        .show_rows(ui, row_height, pairs.len(), |ui, visible| {
            for &(index, pair) in &pairs[visible] {
                let picked = arena.selected_pair == Some(pair);
                let text = line(arena, index, pair);
                let button =
                    egui::Button::selectable(picked, text).min_size([ui.available_width(), 0.0].into());
                let help = format!("{help}{}", all_verdicts(arena, index));
                let response = ui.add(button).on_hover_text(help);
                response.widget_info(|| {
                    let name = line(arena, index, pair);
                    egui::WidgetInfo::selected(egui::Role::Button, true, picked, name.text())
                });
                if response.clicked() {
                    clicked = Some(pair);
                }
            }
        });
    clicked
}

/// The verdict of every method on a candidate, one per line.
fn all_verdicts(arena: &Arena, index: usize) -> String {
    arena.found().answers.iter().filter_map(|of| Some(format!("\n{}", verdict(of, index)?))).collect()
}

/// The verdict of a method on a candidate, with its evidence.
fn verdict(of: &Answer, index: usize) -> Option<String> {
    let verdict = of.verdicts.get(index)?;
    let (says, why) = (verdict_word(verdict), evidence(&verdict.evidence));
    let method = tr(of.method.title);
    Some(
        t!("%{method}: %{verdict} (%{evidence})", method = method, verdict = says, evidence = why)
            .into_owned(),
    )
}

/// The wrong pairs of a pane, false hits first. The picture has their rings.
pub fn spots(arena: &Arena, pane: usize) -> Vec<Spot> {
    let Some(answer) = arena.answer_in(pane) else { return vec![] };
    let Some(errors) = &answer.errors else { return vec![] };
    let truth = arena.found().answer(arena.roles().reference);
    let spot = |(index, mistake): (usize, Mistake)| {
        let pair = *arena.found().candidates.get(index)?;
        let middle = |body: usize| Some(arena.found().boxes.get(body)?.center());
        let verdicts = [Some(answer), truth].into_iter().flatten().filter_map(|of| verdict(of, index));
        Some(Spot {
            at: nalgebra::center(&middle(pair.a)?, &middle(pair.b)?),
            radius: 0.0,
            mistake: Some(mistake),
            name: name(Some(mistake), pair),
            why: verdicts.collect::<Vec<_>>().join("; "),
            around: room_of(arena, pair)?,
            subject: format!("pair={}-{}", pair.a, pair.b),
        })
    };
    let of = |list: &[usize], mistake| list.iter().map(move |index| (*index, mistake)).collect::<Vec<_>>();
    let wrong = [of(&errors.false_hits, Mistake::FalseHit), of(&errors.missed, Mistake::Missed)];
    wrong.into_iter().flatten().take(MOST).filter_map(spot).collect()
}

/// A wrong pair in a few words.
fn name(mistake: Option<Mistake>, pair: Pair) -> String {
    format!("{} {}–{}", tr(mistake.map_or("", Mistake::words)), pair.a, pair.b)
}

/// Message that the boxes of two bodies do not overlap.
pub fn no_candidates(pair: Pair) -> String {
    t!("Bodies %{a} and %{b} are not a candidate pair: their boxes do not overlap.", a = pair.a, b = pair.b)
        .into_owned()
}

/// The number of this frame's pairs that a program of one's own has answered, while it is asked.
pub fn waiting(arena: &Arena) -> String {
    let (done, all) = (arena.program().answered(), arena.found().candidates.len());
    t!("Waiting for the program: %{done} of %{all} pairs", done = done, all = all).into_owned()
}

/// Why a pane's method has no verdicts: it cannot run, or it is off.
pub fn pane_trouble(arena: &Arena, pane: usize) -> Option<String> {
    let method = arena.lineup().panes().get(pane).copied()?;
    match arena.found().answer(method) {
        None => Some(t!("This method is switched off.").into_owned()),
        Some(answer) if answer.is_waiting() => Some(waiting(arena)),
        Some(answer) => {
            let why = answer.trouble.as_ref()?;
            Some(t!("Cannot decide: %{why}", why = tr(why.words())).into_owned())
        }
    }
}

/// Finds a body such as `12` or `body 12`, or a pair such as `3-7`; `None` if the world has no such bodies.
pub fn find(arena: &Arena, text: &str) -> Option<Found> {
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit() || "-–, ".contains(c));
    let (body, pair) = (t!("Body %{n}", n = ""), t!("Pair"));
    let names = ["", "body", "pair", body.trim(), &pair].map(str::to_lowercase);
    if !names.contains(&name.to_lowercase()) {
        return None;
    }
    let ends = text[name.len()..].split(['-', '–', ',']).map(|end| end.trim().parse().ok());
    let numbers: Vec<usize> = ends.collect::<Option<_>>()?;
    match *numbers.as_slice() {
        [body] => found_body(arena, body),
        [a, b] if a != b => found_pair(arena, Pair::new(a, b)),
        _ => None,
    }
}

fn found_body(arena: &Arena, body: usize) -> Option<Found> {
    let triangles = arena.bodies().get(body)?.shape.mesh().triangles().len();
    let candidates = arena.found().candidates.iter().filter(|pair| pair.a == body || pair.b == body).count();
    let says = counts(triangles, candidates).into_owned();
    let mut words = Params::default();
    words.set("body", body.to_string());
    let bounds = room_around(arena.found().boxes.get(body)?);
    Some(Found { title: t!("Body %{n}", n = body).into_owned(), says, words, bounds })
}

fn found_pair(arena: &Arena, pair: Pair) -> Option<Found> {
    let Pair { a, b } = pair;
    let bounds = room_of(arena, pair)?;
    let index = arena.found().candidates.iter().position(|candidate| *candidate == pair);
    let verdict = index.and_then(|index| arena.shown()?.verdicts.get(index));
    let says = match (index, verdict) {
        (None, _) => no_candidates(pair),
        (Some(_), None) => t!("Candidate pair").into_owned(),
        (Some(_), Some(verdict)) => {
            let (method, verdict) = (tr(arena.roles().shown.title), verdict_word(verdict));
            t!("%{verdict}, by %{method}", verdict = verdict, method = method).into_owned()
        }
    };
    let mut words = Params::default();
    words.set("body", a.to_string());
    words.set("pair", format!("{a}-{b}"));
    Some(Found { title: t!("Pair %{a} and %{b}", a = a, b = b).into_owned(), says, words, bounds })
}
