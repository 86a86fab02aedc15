//! The arena's use of the comparison: which methods are on, their settings, and their answers for the current
//! world.

use std::time::{Duration, Instant};

use super::Arena;
use super::own_program::AT_ONCE;
use super::response::Response;
use crate::broad_phase::BROAD_PHASES;
use crate::comparison::findings::{Answer, Findings, Limits};
use crate::comparison::lineup::{Lineup, Roles};
use crate::comparison::own_program::Trouble;
use crate::comparison::panes::Panes;
use crate::detector::Tile;
use crate::language::tr;
use crate::methods::{Inside, METHODS, Method};
use crate::object_space::response;
use crate::settings::{Settings, Value};
use crate::ui::said;
use crate::world::Pair;

/// Time that methods may take in one frame of the window while a comparison begins or plays.
pub const TURN: Duration = Duration::from_millis(25);

impl Arena {
    /// The panes, the methods that are on, the driver and the reference.
    pub fn lineup(&self) -> &Lineup {
        &self.lineup
    }

    /// The active pane's method, the driver and the reference.
    pub fn roles(&self) -> Roles {
        self.lineup.roles()
    }

    /// The answer of the active pane's method; `None` while it is off.
    pub fn shown(&self) -> Option<&Answer> {
        self.found().answer(self.lineup.roles().shown)
    }

    /// The answer of a pane's method; `None` while it is off.
    pub fn answer_in(&self, pane: usize) -> Option<&Answer> {
        self.found().answer(self.lineup.panes().get(pane)?)
    }

    /// Shows another method in the active pane.
    pub fn show(&mut self, method: &'static Method) {
        self.show_in(self.lineup.choice().focus(), method);
    }

    /// Shows another method in a pane.
    pub fn show_in(&mut self, pane: usize, method: &'static Method) {
        self.lineup.show(pane, method);
        self.complete();
    }

    /// Shows each of these methods in a pane of its own, in at most [`crate::labs::lab::MOST_PANES`] panes.
    pub fn show_all(&mut self, methods: &[&'static Method]) {
        let mut panes = self.lineup.choice().clone();
        panes.open(methods.len());
        self.lineup.choose(panes);
        methods.iter().enumerate().for_each(|(pane, method)| self.lineup.show(pane, method));
        self.complete();
    }

    /// Shows these panes. Answers and measurements of methods whose settings change are dropped.
    pub fn choose(&mut self, panes: Panes) {
        self.take_settings(&panes);
        self.lineup.choose(panes);
        self.complete();
    }

    /// Gives every method of the table the settings that `panes` holds for it.
    pub fn take_settings(&mut self, panes: &Panes) {
        for (row, method) in METHODS.iter().enumerate() {
            for (setting, value) in panes.settings_of(row).iter() {
                self.change(method, setting.id, value);
            }
        }
    }

    /// Opens this number of panes, from 1 to [`crate::labs::lab::MOST_PANES`].
    pub fn open_panes(&mut self, count: usize) {
        let mut panes = self.lineup.choice().clone();
        panes.open(count);
        self.choose(panes);
    }

    /// Makes the pane with this index active, or the last open pane if the index is too large.
    pub fn focus_on(&mut self, pane: usize) {
        let mut panes = self.lineup.choice().clone();
        panes.focus_on(pane);
        self.lineup.choose(panes);
    }

    /// Switches a method on or off.
    pub fn switch(&mut self, method: &'static Method, on: bool) {
        self.lineup.switch(method, on);
        self.complete();
    }

    /// Switches on every method that this machine can run.
    pub fn switch_all_on(&mut self) {
        let Self { lineup, detectors, .. } = self;
        lineup.switch_all_on(|method| detectors.can_run(method));
        self.complete();
    }

    /// Leaves on only the methods in the panes, and the reference.
    pub fn switch_to_panes(&mut self) {
        self.lineup.switch_to_panes();
        self.complete();
    }

    /// The methods of this process that this machine can run; those that the user writes only with `own`.
    pub fn comparable(&self, own: bool) -> Vec<&'static Method> {
        let can_run = |method: &&Method| method.inside != Inside::Program && self.detectors.can_run(method);
        METHODS.iter().filter(can_run).filter(|method| own || !method.is_own()).collect()
    }

    /// Switches a method on while the comparison is open.
    pub fn compare(&mut self, method: &'static Method) {
        self.lineup.compare(method);
        self.complete();
    }

    /// Switches the methods off that only the comparison needed.
    pub fn end_comparison(&mut self) {
        self.lineup.end_comparison();
        self.complete();
    }

    /// A method whose only times so far include building it; `None` if there is none.
    pub fn untimed(&self) -> Option<&'static Method> {
        let is_untimed = |answer: &&Answer| {
            let total = self.comparison.total(answer.method);
            answer.first && answer.trouble.is_none() && answer.method.is_timed() && total.timed == 0
        };
        self.found.answers.iter().find(is_untimed).map(|answer| answer.method)
    }

    /// Runs a method for the current frame again, and measures it.
    pub fn measure_again(&mut self, method: &'static Method) {
        self.found.forget(method);
        self.complete();
    }

    /// Advances playback by one frame. Methods in panes answer at once, the others by [`Self::go_on`].
    pub fn play(&mut self) {
        self.in_time(Duration::ZERO, Self::step);
    }

    /// Runs methods that have not answered this frame, as long as there is time. Returns whether there were any.
    pub fn go_on(&mut self) -> bool {
        let lacks = self.lacks_answers();
        if lacks {
            self.in_time(TURN, Self::complete);
        }
        lacks
    }

    fn in_time(&mut self, time: Duration, work: fn(&mut Self)) {
        self.deadline = Some(Instant::now() + time);
        work(self);
        self.deadline = None;
    }

    /// Whether a method that is on has not answered this frame.
    pub(super) fn lacks_answers(&self) -> bool {
        self.lineup.asked().any(|method| self.found.answer(method).is_none())
    }

    /// Chooses the driver, the method whose verdicts make bodies bounce. A program of one's own cannot be the driver,
    /// because its answers come later.
    pub fn let_drive(&mut self, method: &'static Method) {
        if method.inside == Inside::Program {
            return;
        }
        self.lineup.let_drive(method);
        self.complete();
    }

    /// The response of colliding bodies.
    pub fn response(&self) -> Response {
        self.response
    }

    /// Chooses the response, from the next frame on.
    pub fn set_response(&mut self, response: Response) {
        self.response = response;
    }

    /// Lets the bodies that collide in this frame, as reported by the driver, exchange impulses. Pairs with a concave
    /// body turn away.
    pub(super) fn exchange_impulses(&mut self) {
        let bodies = self.world.bodies();
        let is_concave = |body: usize| !bodies[body].shape.pieces().is_empty();
        let (concave, convex): (Vec<_>, Vec<_>) =
            self.found.to_part.iter().partition(|pair| is_concave(pair.a) || is_concave(pair.b));
        let (moving, surface) = (self.world.moving(), self.response.surface);
        self.world.change(|bodies| response::respond(bodies, &convex, surface, |body| body >= moving));
        self.world.respond(&concave);
    }

    /// Resets the roles: the exact method drives, only the methods in panes and the reference are on, bodies turn away,
    /// and the first broad phase finds the candidates.
    pub fn clear_roles(&mut self) {
        self.lineup.clear_roles();
        self.response = Response::default();
        self.set_broad_phase(&BROAD_PHASES[0]);
    }

    /// Changes a setting of a method and drops measurements made with the old one; nothing happens if the
    /// value is the same. The error says what would be valid.
    pub fn set_of(&mut self, method: &'static Method, id: &str, text: &str) -> Result<(), String> {
        let value = self.settings_of(method).parse(id, text)?;
        self.change(method, id, value);
        Ok(())
    }

    /// Changes a setting of a method to a valid value, as [`Self::set_of`] does.
    pub fn change(&mut self, method: &'static Method, id: &str, value: Value) {
        let before = self.settings_of(method).clone();
        self.lineup.set_of(method, id, value);
        if *self.settings_of(method) != before {
            self.forget(method);
            self.complete();
        }
    }

    /// Drops answers and measurements of a method whose settings change, and ends a program that has other ones.
    fn forget(&mut self, method: &'static Method) {
        if method.inside == Inside::Program {
            self.detectors.program_mut().end();
        }
        self.found.forget(method);
        self.ledger.forget(method);
        self.comparison.begin_again();
        self.tiles.forget();
    }

    /// The settings of the active pane's method.
    pub fn settings(&self) -> &Settings {
        self.settings_of(self.lineup.roles().shown)
    }

    /// The settings of a method, on or off.
    pub fn settings_of(&self, method: &'static Method) -> &Settings {
        self.lineup.settings_of(method)
    }

    /// The tile of a pair: the image that the active pane's method renders to determine the pair's verdict.
    /// Cached until the next frame.
    pub fn tile(&mut self, pair: Pair) -> &Result<Option<Tile>, String> {
        let edition = self.edition();
        let Self { tiles, detectors, lineup, world, .. } = self;
        let shown = lineup.roles().shown;
        tiles.of(edition, shown, pair, || {
            detectors.tile((shown, lineup.settings_of(shown)), world.bodies(), pair)
        })
    }

    /// The first error to show, in one line; `None` if there is none.
    pub fn trouble(&self) -> Option<String> {
        let of_driver = || self.found.driver_trouble.clone();
        let of_pane = |pane| {
            let answer: &Answer = self.answer_in(pane)?;
            // The pane and its section tell of every other state.
            match &answer.trouble {
                Some(Trouble::Failed(why)) => Some(said::labelled(&tr(answer.method.title), &tr(why))),
                _ => None,
            }
        };
        let of_panes = || (0..self.lineup.panes().len()).find_map(of_pane);
        self.start_trouble.clone().or_else(of_panes).or_else(of_driver)
    }

    /// The results of the current frame.
    pub fn found(&self) -> &Findings {
        &self.found
    }

    /// Version of the results and their tiles; changes whenever they do.
    pub fn edition(&self) -> u64 {
        self.tiles.generation()
    }

    /// Evaluates the current world: candidates, then verdicts of all methods.
    pub(super) fn look(&mut self) {
        self.found = Findings::of(&self.world, &mut self.search);
        self.complete();
    }

    /// Evaluates the current frame again after seeking. Adds no measurements; the measurements of later
    /// frames are kept.
    pub(super) fn look_again(&mut self) {
        self.found = Findings::of(&self.world, &mut self.search);
        self.decide(!self.playback.playing);
    }

    /// Runs all methods that are on and have no answer yet, drops the answers of methods that are off, and
    /// records measurements.
    pub(super) fn complete(&mut self) {
        let asked = self.decide(!self.playback.playing);
        self.ledger.push(self.world.frame(), &self.found, &asked);
    }

    /// Runs all methods that are on and have no answer yet, without recording their costs; a program of one's own only
    /// if `programs` is true. Returns the methods that ran.
    pub(super) fn decide(&mut self, programs: bool) -> Vec<&'static Method> {
        self.tiles.forget();
        let Self { lineup, detectors, found, world, .. } = self;
        let driver = lineup.roles().driver;
        detectors.keep_only(|method| lineup.is_on(method) || method.id == driver.id);
        let frame = world.frame();
        let asked =
            found.ask(lineup, detectors, world.bodies(), frame, Limits { programs, until: self.deadline });
        // A fast program has answered before the frame is drawn.
        detectors.program().wait(AT_ONCE);
        let _ = found.take_late(detectors, world.bodies());
        // A frame is compared when all have answered it.
        if !self.lacks_answers() {
            self.comparison.push(frame, &self.found);
        }
        self.mark();
        asked
    }
}
