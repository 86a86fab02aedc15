//! The methods that run, and their roles: those in the panes, the driver of the simulation, the reference, and further
//! methods that are switched on for comparison.

use super::panes::Panes;
use crate::about::Promise;
use crate::methods;
use crate::methods::{Inside, METHODS, Method};
use crate::settings::{Settings, Value};

/// The three methods with a role of their own.
#[derive(Clone, Copy)]
pub struct Roles {
    /// The method of the active pane, whose settings, tiles and lists are shown.
    pub shown: &'static Method,
    /// The method whose verdicts drive the simulation.
    pub driver: &'static Method,
    /// The method that all others are compared with.
    pub reference: &'static Method,
}

/// The methods in the panes, the driver, the reference, and the methods switched on or off by the user.
pub struct Lineup {
    panes: Panes,
    driver: &'static Method,
    reference: &'static Method,
    /// Per row of the table of methods: switched on or off by the user. `None`: the method is on while it is in a pane
    /// or is the reference.
    wishes: Vec<Option<bool>>,
    /// Per row of the table of methods: whether an open comparison needs it.
    compared: Vec<bool>,
}

impl Lineup {
    /// One pane that shows `shown`. The exact method is driver and reference. Panes opened later show methods that can
    /// run: first those with visibly different answers, then the reference, then the following rows of the table.
    pub fn showing(shown: &'static Method, can_run: impl Fn(&Method) -> bool) -> Self {
        let exact = methods::find(methods::REFERENCE).expect("the exact reference is a row of the table");
        let start = row_of(shown) + 1;
        let following = (0..METHODS.len() - 1).map(|step| &METHODS[(start + step) % METHODS.len()]);
        let mut spare: Vec<_> = following.filter(|method| can_run(method)).collect();
        spare.sort_by_key(|method| match method.id {
            _ if is_told_apart(shown, method) => 0,
            methods::REFERENCE => 1,
            _ if method.is_own() => 3,
            _ => 2,
        });
        spare.insert(0, shown);
        let order: Vec<_> = spare.iter().map(|method| method.id).collect();
        let panes = Panes::new(METHODS.iter().map(|method| &method.about), &order).shared();
        let wishes = vec![None; METHODS.len()];
        Self { panes, driver: exact, reference: exact, wishes, compared: vec![false; METHODS.len()] }
    }

    /// The three roles; the shown method is that of the active pane.
    pub fn roles(&self) -> Roles {
        Roles {
            shown: &METHODS[self.panes.in_focus().method],
            driver: self.driver,
            reference: self.reference,
        }
    }

    /// The method of every open pane.
    pub fn panes(&self) -> Vec<&'static Method> {
        self.panes.methods().map(|row| &METHODS[row]).collect()
    }

    /// The panes, with the settings of all methods.
    pub fn choice(&self) -> &Panes {
        &self.panes
    }

    /// Shows these panes. A method that was switched off is switched on again when a pane begins to show it.
    pub fn choose(&mut self, panes: Panes) {
        for (pane, method) in panes.methods().enumerate() {
            if self.panes.methods().nth(pane) != Some(method) {
                self.wishes[method].take_if(|on| !*on);
            }
        }
        self.panes = panes;
    }

    /// The settings of a method, on or off.
    pub fn settings_of(&self, method: &Method) -> &Settings {
        self.panes.settings_of(row_of(method))
    }

    /// Changes a setting of a method to a valid value.
    pub fn set_of(&mut self, method: &Method, id: &str, value: Value) {
        self.panes.set_everywhere(row_of(method), id, value);
    }

    /// Shows a method in a pane; the active pane stays the same. If the method was switched off, it is switched on
    /// again.
    pub fn show(&mut self, pane: usize, method: &Method) {
        let (mut panes, focus) = (self.panes.clone(), self.panes.focus());
        panes.show(pane, row_of(method));
        panes.focus_on(focus);
        self.choose(panes);
        self.wishes[row_of(method)].take_if(|on| !*on);
    }

    /// Makes the reference the driver again, and undoes switching methods on or off.
    pub fn clear_roles(&mut self) {
        self.driver = self.reference;
        self.wishes.fill(None);
    }

    /// Makes another method the driver.
    pub fn let_drive(&mut self, method: &'static Method) {
        self.driver = method;
    }

    /// Whether a method runs in every frame and is measured.
    pub fn is_on(&self, method: &Method) -> bool {
        self.wishes[row_of(method)].unwrap_or_else(|| self.is_needed(method))
    }

    /// Switches a method on or off, in a pane or not.
    pub fn switch(&mut self, method: &Method, on: bool) {
        let wish = if on == self.is_needed(method) { None } else { Some(on) };
        self.wishes[row_of(method)] = wish;
    }

    /// Switches on all methods of this process that can run; they stay on when their panes close.
    pub fn switch_all_on(&mut self, can_run: impl Fn(&Method) -> bool) {
        for (method, wish) in METHODS.iter().zip(&mut self.wishes) {
            if can_run(method) && method.inside != Inside::Program {
                *wish = Some(true);
            }
        }
    }

    /// Leaves only the methods in panes and the reference on.
    pub fn switch_to_panes(&mut self) {
        self.wishes.fill(None);
        self.end_comparison();
    }

    /// Switches a method on until [`Lineup::end_comparison`], unless the user switched it off.
    pub fn compare(&mut self, method: &Method) {
        self.compared[row_of(method)] = true;
    }

    /// Switches the methods off that only a comparison needed.
    pub fn end_comparison(&mut self) {
        self.compared.fill(false);
    }

    /// All methods that are on, in the order of the table.
    pub fn asked(&self) -> impl Iterator<Item = &'static Method> + '_ {
        METHODS.iter().filter(|method| self.is_on(method))
    }

    fn is_needed(&self, method: &Method) -> bool {
        let row = row_of(method);
        self.reference.id == method.id || self.compared[row] || self.panes.methods().any(|shown| shown == row)
    }
}

/// Whether a method's answers visibly differ from those of the shown method: it is published with an error, or it is
/// the corrected form of such a method.
fn is_told_apart(shown: &Method, other: &Method) -> bool {
    match (shown.promise, other.promise) {
        (Promise::AsPublished, _) => shown.compare_with == other.id,
        (_, promise) => promise == Promise::AsPublished,
    }
}

/// Index of a method in [`METHODS`].
pub fn row_of(method: &Method) -> usize {
    methods::row_of(method.id).expect("every method is a row of the table")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::panes::MOST_PANES;

    impl Lineup {
        fn open_panes(&mut self, count: usize) {
            let mut panes = self.panes.clone();
            panes.open(count);
            self.choose(panes);
        }
    }

    fn ids(lineup: &Lineup) -> Vec<&str> {
        lineup.asked().map(|method| method.id).collect()
    }

    #[test]
    fn methods_are_on_while_somebody_looks_at_them_or_asks_for_them() {
        let method = |id| methods::find(id).unwrap();
        let mut lineup = Lineup::showing(method("occlusion-query"), |_| true);
        assert_eq!(ids(&lineup), ["occlusion-query", "gjk"]);
        lineup.show(0, method("stencil"));
        assert_eq!(ids(&lineup), ["stencil", "gjk"], "who left the pane is not asked any more");
        lineup.open_panes(9);
        assert_eq!(lineup.panes().len(), MOST_PANES);
        lineup.open_panes(2);
        lineup.show(1, method("occlusion-query"));
        let mut panes = lineup.choice().clone();
        panes.focus_on(1);
        lineup.choose(panes);
        assert_eq!(lineup.roles().shown.id, "occlusion-query");
        lineup.open_panes(1);
        assert_eq!(
            (lineup.choice().focus(), lineup.roles().shown.id),
            (0, "stencil"),
            "the focus is on an open pane"
        );

        lineup.switch(method("stencil"), false);
        assert_eq!(ids(&lineup), ["gjk"], "switched off in its own pane");
        lineup.switch(method("gjk"), false);
        assert!(ids(&lineup).is_empty(), "the reference, too");
        lineup.show(0, method("stencil"));
        assert_eq!(ids(&lineup), ["stencil"], "choosing it again is asking for it");
        lineup.switch_all_on(|_| true);
        lineup.show(0, method("stencil-as-published"));
        let in_process = crate::methods::in_process().count();
        assert_eq!(ids(&lineup).len(), in_process, "who leaves a pane stays on");
        lineup.show(0, method("stencil"));
        lineup.switch_to_panes();
        assert_eq!(ids(&lineup), ["stencil", "gjk"]);
        lineup.switch(method("obb"), false);
        ["obb", "recode"].map(method).into_iter().for_each(|method| lineup.compare(method));
        lineup.switch(method("recode"), false);
        lineup.switch(method("recode"), true);
        assert_eq!(ids(&lineup), ["recode", "stencil", "obb", "gjk"], "on while they are compared");
        lineup.switch(method("obb"), false);
        assert_eq!(ids(&lineup), ["recode", "stencil", "gjk"], "except what the user switched off");
        lineup.end_comparison();
        assert_eq!(ids(&lineup), ["stencil", "gjk"], "who was only compared is off again");
    }

    #[test]
    fn further_panes_show_methods_that_answer_differently_first() {
        let opened = |id| {
            let mut lineup = Lineup::showing(methods::find(id).unwrap(), |_| true);
            lineup.open_panes(3);
            lineup.panes().iter().map(|method| method.id).collect::<Vec<_>>()
        };
        assert_eq!(opened("occlusion-query"), ["occlusion-query", "stencil-as-published", "gjk"]);
        assert_eq!(opened("stencil-as-published"), ["stencil-as-published", "stencil", "gjk"]);
        assert_eq!(opened("gjk")[..2], ["gjk", "stencil-as-published"]);
    }

    #[test]
    fn further_panes_show_what_can_run() {
        for method in METHODS {
            let mut lineup = Lineup::showing(method, |m| m.needs == methods::Needs::Nothing);
            lineup.open_panes(MOST_PANES);
            let others = lineup.panes().into_iter().skip(1);
            assert!(others.clone().all(|m| m.needs == methods::Needs::Nothing || m.id == method.id));
            let mut all = Lineup::showing(method, |_| true);
            all.open_panes(2);
            all.show(1, &METHODS[(row_of(method) + 2) % METHODS.len()]);
            all.open_panes(MOST_PANES);
            let different: std::collections::HashSet<_> = all.panes().iter().map(|m| m.id).collect();
            assert_eq!(different.len(), MOST_PANES.min(METHODS.len()));
        }
    }
}
