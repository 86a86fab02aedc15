//! Sliding the picked pair to contact: buttons that move a body there, and a strip chart of every method's
//! verdicts around contact.

mod chart;

use std::time::{Duration, Instant};

use egui::{Align, Button, DragValue, Role, Ui, WidgetInfo};

use crate::comparison::detectors::Detectors;
use crate::comparison::slide::strip::{self, Strip};
use crate::comparison::slide::{Contact, NoContact, SlideLine, contact, is_inside};
use crate::geometry::{Pose, Vector};
use crate::labs::arena::Arena;
use crate::labs::arena::subject::inspected_pair;
use crate::language::{t, tr};
use crate::methods::{Inside, METHODS, Method};
use crate::settings::Settings;
use crate::ui::format::length;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{below, choice, note, row};
use crate::world::{Body, Pair};

/// Choices for the range of the strip chart on either side of contact, pixels of the method.
const REACHES: [f64; 4] = [2.0, 4.0, 10.0, 40.0];
/// Pause between updates of the strip chart while the bodies move, as a multiple of the time that the last
/// update took.
const REST: u32 = 4;

/// Settings and results of sliding.
pub struct Slide {
    /// Whether the section is open.
    pub open: bool,
    line: SlideLine,
    /// Whether the pair's first body moves.
    moves_first: bool,
    reach_px: f64,
    /// Detectors for the strip chart alone, so that the arena's timed detectors do no extra work.
    detectors: Option<Detectors>,
    computed: Option<Computed>,
}

impl Default for Slide {
    fn default() -> Self {
        let (detectors, computed) = Default::default();
        Self {
            open: false,
            line: SlideLine::Centres,
            moves_first: false,
            reach_px: REACHES[1],
            detectors,
            computed,
        }
    }
}

/// The contact and the strip of verdicts for some inputs, with the time that computing them took.
struct Computed {
    of: Inputs,
    /// Position of the moving body when the result was computed.
    from: Vector,
    found: Result<Found, NoContact>,
    took: Duration,
    at: Instant,
}

struct Found {
    contact: Contact,
    /// Side length of a pixel, metres.
    pixel: f64,
    /// The method that `pixel` belongs to.
    pixel_of: &'static Method,
    inside: bool,
    strip: Strip,
}

/// The inputs of a strip of verdicts, except how far the moving body has moved along the line of sliding.
#[derive(Clone, PartialEq)]
struct Inputs {
    pair: Pair,
    line: SlideLine,
    moves_first: bool,
    reach_px: f64,
    still: (Pose, usize),
    moving: (nalgebra::UnitQuaternion<f64>, usize),
    shown: &'static str,
    methods: Vec<(&'static str, Settings)>,
}

/// The button that opens the section, and the section; nothing if no pair is picked.
pub fn show(ui: &mut Ui, slide: &mut Slide, arena: &mut Arena, panel: &mut PanelContext) {
    let is_near = |pair: &Pair| slide.open || arena.found().candidates.contains(pair);
    let picked = arena.selected_pair.filter(is_near);
    let Some(pair) = picked.or_else(|| inspected_pair(arena).filter(|_| slide.open)) else { return };
    ui.add_space(6.0);
    let help = t!("Move one body along a line to contact, and compare all methods around that position.");
    let text = t!("Slide %{a}–%{b} to contact", a = pair.a, b = pair.b);
    let button =
        Button::new(text.as_ref()).selected(slide.open).min_size([ui.available_width(), 26.0].into());
    let response = ui.add(button).on_hover_text(help);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, slide.open, text.as_ref()));
    if response.clicked() {
        slide.open ^= true;
        if slide.open {
            response.scroll_to_me(Some(Align::TOP));
        }
    }
    if !slide.open {
        return;
    }
    let Some(bodies) = bodies_of(slide, arena, pair) else { return };
    controls(ui, slide, pair);
    let waits = slide.remake(ui, arena, pair, &bodies);
    let Some(computed) = &slide.computed else {
        return note(ui, &t!("Pause the world to draw the strip."));
    };
    let found = match &computed.found {
        Ok(found) => found,
        Err(why) => return note(ui, &says(why)),
    };
    let here = (bodies[1].pose.translation.vector - computed.from).dot(&found.contact.direction);
    let here_px = (here - found.contact.shift) / found.pixel;
    let went = buttons(ui, here_px, found).or(chart::show(ui, arena, &found.strip, here_px, waits));
    notes(ui, found, &bodies, waits);
    if let Some(offset) = went {
        let place = computed.from + found.contact.direction * (found.contact.shift + offset * found.pixel);
        put(arena, if slide.moves_first { pair.a } else { pair.b }, place, panel);
    }
}

/// The fixed body and the moving body.
fn bodies_of(slide: &Slide, arena: &Arena, pair: Pair) -> Option<[Body; 2]> {
    let (a, b) = (arena.bodies().get(pair.a)?.clone(), arena.bodies().get(pair.b)?.clone());
    Some(if slide.moves_first { [b, a] } else { [a, b] })
}

/// Controls for the choice of the moving body, the line along which it slides, and the range of the strip
/// chart.
fn controls(ui: &mut Ui, slide: &mut Slide, pair: Pair) {
    let body = |number: usize| t!("Body %{n}", n = number).into_owned();
    let help = t!("The body that moves; the other body stays in place.");
    let current = body(if slide.moves_first { pair.a } else { pair.b });
    let options = [pair.a, pair.b].map(|number| (body(number), String::new(), true));
    if let Some(index) = choice(ui, &t!("Moving body"), &help, &current, options) {
        slide.moves_first = index == 0;
    }
    let lines =
        [SlideLine::Centres, SlideLine::Nearest, SlideLine::Axis(0), SlideLine::Axis(1), SlideLine::Axis(2)];
    let name = |line: SlideLine| match line {
        SlideLine::Centres => t!("Centres").into_owned(),
        SlideLine::Nearest => t!("Nearest points").into_owned(),
        SlideLine::Axis(axis) => t!("Along %{axis}", axis = ["x", "y", "z"][axis]).into_owned(),
    };
    let help = t!("The line along which the body moves.");
    let options = lines.map(|line| (name(line), line_help(line), true));
    if let Some(index) = choice(ui, &t!("Line"), &help, &name(slide.line), options) {
        slide.line = lines[index];
        // Choosing the current line again computes the strip again, from the body's current position.
        slide.computed = None;
    }
    let name = |reach: f64| format!("±{reach}\u{a0}px");
    let help = t!("Range of the strip to both sides of contact, in pixels of the active method.");
    let options = REACHES.map(|reach| (name(reach), String::new(), true));
    if let Some(index) = choice(ui, &t!("Range"), &help, &name(slide.reach_px), options) {
        slide.reach_px = REACHES[index];
    }
}

fn line_help(line: SlideLine) -> String {
    match line {
        SlideLine::Centres => t!("Through the centres of both bodies' boxes."),
        SlideLine::Nearest => {
            t!("Through the closest points of the two bodies, by the reference.")
        }
        SlideLine::Axis(_) => t!("Along this axis of the world."),
    }
    .into_owned()
}

impl Slide {
    /// Computes the contact and the strip of verdicts again if their inputs have changed; while playing or
    /// dragging, only at intervals. Returns whether the result is out of date.
    fn remake(&mut self, ui: &Ui, arena: &Arena, pair: Pair, bodies: &[Body; 2]) -> bool {
        let inputs = self.inputs(arena, pair, bodies);
        if let Some(computed) = &self.computed {
            if computed.of == inputs && computed.is_on_line(&bodies[1]) {
                return false;
            }
            let rest = (REST * computed.took).saturating_sub(computed.at.elapsed());
            let busy = arena.playback.playing || ui.input(|input| input.pointer.any_down());
            if busy && !rest.is_zero() {
                ui.ctx().request_repaint_after(rest);
                return true;
            }
        }
        let start = Instant::now();
        let found = self.find(arena, bodies);
        let from = bodies[1].pose.translation.vector;
        self.computed = Some(Computed { of: inputs, from, found, took: start.elapsed(), at: Instant::now() });
        false
    }

    fn inputs(&self, arena: &Arena, pair: Pair, [still, moving]: &[Body; 2]) -> Inputs {
        let shape = |body: &Body| std::sync::Arc::as_ptr(&body.shape) as usize;
        let settings = |method: &'static Method| (method.id, arena.settings_of(method).clone());
        Inputs {
            pair,
            line: self.line,
            moves_first: self.moves_first,
            reach_px: self.reach_px,
            still: (still.pose, shape(still)),
            moving: (moving.pose.rotation, shape(moving)),
            shown: arena.roles().shown.id,
            methods: arena.lineup().asked().map(settings).collect(),
        }
    }

    fn find(&mut self, arena: &Arena, bodies: &[Body; 2]) -> Result<Found, NoContact> {
        let [still, moving] = bodies;
        let contact = contact(still, moving, self.line)?;
        // Offsets are measured in pixels of the active pane's method, or of the first method with pixels.
        let shown = arena.roles().shown;
        let candidates = [shown].into_iter().chain(arena.lineup().asked()).chain(METHODS);
        let mut pixels = candidates.filter_map(|m| Some((m, strip::pixel(arena.settings_of(m), &contact)?)));
        let found = pixels.next();
        let (pixel_of, pixel) = found.unwrap_or((shown, 1e-3 * moving.shape.size()));
        let detectors = self.detectors.get_or_insert_with(|| Detectors::new(arena.gpu().cloned()));
        let reference = arena.roles().reference;
        let is_shown =
            |method: &&'static Method| method.id != reference.id && method.inside != Inside::Program;
        let methods: Vec<_> = arena.lineup().asked().filter(is_shown).collect();
        detectors.keep_only(|method| methods.iter().any(|other| other.id == method.id));
        let decide = |method: &'static Method, bodies: &[Body], pairs: &[Pair]| {
            detectors.detect((method, arena.settings_of(method)), bodies, pairs)
        };
        let strip = strip::strip(
            [still, moving],
            self.moves_first,
            &contact,
            pixel,
            self.reach_px,
            methods.iter().copied(),
            decide,
        );
        let inside = is_inside(moving, still) || is_inside(still, moving);
        Ok(Found { contact, pixel, pixel_of, inside, strip })
    }
}

impl Computed {
    /// Whether the moving body is still on the line that it slides along.
    fn is_on_line(&self, moving: &Body) -> bool {
        let way = moving.pose.translation.vector - self.from;
        let beside = match &self.found {
            Ok(found) => way - found.contact.direction * way.dot(&found.contact.direction),
            Err(_) => way,
        };
        beside.norm() <= 1e-9 * moving.shape.size()
    }
}

/// Buttons and a field for the offset; returns the chosen offset, pixels.
fn buttons(ui: &mut Ui, here_px: f64, found: &Found) -> Option<f64> {
    let mut went = None;
    ui.columns(3, |columns| {
        let places = [
            (-1.0, t!("−1 px"), t!("One pixel of overlap.")),
            (0.0, t!("Touch"), t!("Move the body to contact, by the reference.")),
            (1.0, t!("+1 px"), t!("A gap of one pixel.")),
        ];
        for (ui, (offset, title, help)) in columns.iter_mut().zip(places) {
            let size = [ui.available_width(), ui.spacing().interact_size.y];
            if ui.add_sized(size, Button::new(title)).on_hover_text(help).clicked() {
                went = Some(offset);
            }
        }
    });
    let help = t!("Distance from contact along the line; negative if the bodies overlap. Type or drag.");
    row(ui, &t!("Offset"), &help, |ui| {
        let mut offset = here_px;
        let field = DragValue::new(&mut offset).speed(0.02).fixed_decimals(2).suffix("\u{a0}px");
        let size = [ui.available_width(), ui.spacing().interact_size.y];
        let response = ui.add_sized(size, field);
        response.widget_info(|| WidgetInfo {
            label: Some(t!("Offset from contact, pixels").into_owned()),
            value: Some(here_px),
            ..WidgetInfo::new(Role::SpinButton)
        });
        if response.changed() && (offset - here_px).abs() > 1e-9 {
            went = Some(offset);
        }
        response
    });
    // Beside the field, this text would make the row wider than the panel.
    below(ui, &length(here_px * found.pixel));
    went
}

/// Notes below the strip chart: its units, a body inside the other, concave and round bodies.
fn notes(ui: &mut Ui, found: &Found, bodies: &[Body; 2], waits: bool) {
    if waits {
        note(ui, &t!("The bodies have moved; the strip is redrawn when they stop."));
    }
    let (size, method) = (length(found.pixel), tr(found.pixel_of.title));
    note(
        ui,
        &t!("1 px is %{size} in the view window of %{method} at contact.", size = size, method = method),
    );
    if found.inside {
        note(ui, &t!("One body lies inside the other: contact is where it comes out."));
    }
    if bodies.iter().any(|body| body.shape.convexity().is_err()) {
        note(ui, &t!("Concave bodies: contact is the first touch when approaching from outside."));
    }
    if bodies.iter().any(Body::is_round) {
        let text = t!(
            "Round bodies: the reference tests the exact solids. Image-space methods draw slightly smaller meshes, so their verdicts change later."
        );
        note(ui, &text);
    }
}

/// The reason why sliding reaches no contact, in one line.
fn says(why: &NoContact) -> String {
    match why {
        NoContact::CentresCoincide => {
            t!("The centres coincide, so they define no line. Choose another line.")
        }
        NoContact::Overlapping => {
            t!("The bodies overlap, so there are no closest points. Choose another line.")
        }
        NoContact::Passing(gap) => {
            t!("The bodies never touch on this line: they pass with a gap of %{gap}.", gap = length(*gap))
        }
        NoContact::OnlyPieces => {
            t!("On this line only convex pieces overlap, never the triangles.")
        }
        NoContact::Undecided(why) => t!("The reference cannot test these bodies: %{why}", why = why),
    }
    .into_owned()
}

/// Moves a body, and shows a message if a wall stops it.
fn put(arena: &mut Arena, body: usize, place: Vector, panel: &mut PanelContext) {
    let Some(rotation) = arena.bodies().get(body).map(|body| body.pose.rotation) else { return };
    arena.playback.playing = false;
    arena.grab(body);
    arena.carry(Pose::from_parts(place.into(), rotation));
    arena.release(true);
    let there = &arena.bodies()[body];
    if (there.pose.translation.vector - place).norm() > 1e-9 * there.shape.size() {
        panel.ask(Request::Tell(t!("A wall stopped the body.").into_owned()));
    }
}
