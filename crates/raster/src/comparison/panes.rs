//! The panes of a lab: each has a method with its own settings, so that two panes can compare two settings of
//! one method.
//!
//! A lab changes a copy of its panes and then prepares those that differ ([`Panes::refill`]). As a parameter,
//! `METHOD.SETTING=VALUE` applies to every pane that shows the method, and `pane2.METHOD.SETTING=VALUE` to
//! one pane.

use crate::about::MethodInfo;
use crate::settings::{Setting, Settings, Value};

/// Maximum number of panes.
pub const MOST_PANES: usize = 4;

/// A pane: a method with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Pane {
    /// The method, as an index into the lab's table of methods.
    pub method: usize,
    /// The settings of the method in this pane.
    pub settings: Settings,
}

/// The open panes, from left to right, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Panes {
    open: Vec<Pane>,
    focus: usize,
    /// The methods that panes can show.
    methods: Vec<&'static MethodInfo>,
    /// The order in which new panes choose their methods, best first.
    order: Vec<usize>,
    /// Whether a method has the same settings in every pane.
    is_shared: bool,
    /// The settings of every method: those of the first pane that shows it, otherwise the latest.
    kept: Vec<Settings>,
}

impl Panes {
    /// One pane with all settings at their defaults. It shows the first method of `order` (ids); new panes
    /// show the following ones, then all other methods.
    pub fn new(methods: impl Iterator<Item = &'static MethodInfo> + Clone, order: &[&str]) -> Self {
        let kept: Vec<_> = methods.clone().map(MethodInfo::default_settings).collect();
        let row = |id: &&str| methods.clone().position(|about| about.id == *id);
        let mut order: Vec<_> = order.iter().filter_map(row).collect();
        order.extend((0..kept.len()).filter(|row| !order.contains(row)).collect::<Vec<_>>());
        let open = vec![Pane { method: order[0], settings: kept[order[0]].clone() }];
        Self { open, focus: 0, methods: methods.collect(), order, is_shared: false, kept }
    }

    /// Makes a method have the same settings in every pane.
    pub fn shared(self) -> Self {
        Self { is_shared: true, ..self }
    }

    /// Whether a method has the same settings in every pane.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The open panes, from left to right.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Pane> {
        self.open.iter()
    }

    /// The methods that panes can show; [`Pane::method`] is an index into this list.
    pub fn choices(&self) -> &[&'static MethodInfo] {
        &self.methods
    }

    /// Number of open panes.
    pub fn count(&self) -> usize {
        self.open.len()
    }

    /// The shown methods, as indices into the table.
    pub fn methods(&self) -> impl Iterator<Item = usize> + '_ {
        self.open.iter().map(|pane| pane.method)
    }

    /// The shown methods, pane by pane.
    pub fn abouts(&self) -> impl Iterator<Item = &'static MethodInfo> + '_ {
        self.open.iter().map(|pane| self.methods[pane.method])
    }

    /// Index of the active pane.
    pub fn focus(&self) -> usize {
        self.focus
    }

    /// Sets the active pane without checking that the pane is open, because parameters are checked after all of them
    /// are read.
    pub fn ask_focus(&mut self, pane: usize) {
        self.focus = pane;
    }

    /// The active pane.
    pub fn in_focus(&self) -> &Pane {
        &self.open[self.focus.min(self.open.len() - 1)]
    }

    /// Makes an open pane active.
    pub fn focus_on(&mut self, pane: usize) {
        self.focus = pane.min(self.open.len() - 1);
    }

    /// Opens or closes panes, 1 to [`MOST_PANES`]. A new pane shows the best method that no other pane shows; if all
    /// methods are shown, it copies the active pane.
    pub fn open(&mut self, count: usize) {
        self.open.truncate(count.clamp(1, MOST_PANES));
        while self.open.len() < count.min(MOST_PANES) {
            let unseen =
                self.order.iter().copied().find(|method| self.methods().all(|shown| shown != *method));
            let next = match unseen {
                Some(method) => Pane { method, settings: self.kept[method].clone() },
                None => self.in_focus().clone(),
            };
            self.open.push(next);
        }
        self.focus_on(self.focus);
        self.settle();
    }

    /// Opens a pane for each of these methods. Panes that already show their method keep their settings.
    pub fn show_all(&mut self, methods: &[usize]) {
        let pane = |(at, method): (usize, &usize)| match self.open.get(at) {
            Some(pane) if pane.method == *method => pane.clone(),
            _ => Pane { method: *method, settings: self.kept[*method].clone() },
        };
        self.open = methods.iter().enumerate().map(pane).collect();
        self.settle();
    }

    /// Shows a method in an open pane and makes the pane active.
    pub fn show(&mut self, pane: usize, method: usize) {
        let mut methods: Vec<_> = self.methods().collect();
        methods[pane] = method;
        self.show_all(&methods);
        self.focus_on(pane);
    }

    /// The settings of a method: those of the first pane that shows it, otherwise the latest.
    pub fn settings_of(&self, method: usize) -> &Settings {
        &self.kept[method]
    }

    /// The settings of all methods in table order, with those of the active pane for its method.
    pub fn settings(&self) -> Vec<Settings> {
        let mut settings = self.kept.clone();
        let Pane { method, settings: own } = self.in_focus();
        settings[*method] = own.clone();
        settings
    }

    /// Sets all settings of all methods to their defaults.
    pub fn reset_settings(&mut self) {
        self.kept = self.methods.iter().copied().map(MethodInfo::default_settings).collect();
        self.open.iter_mut().for_each(|pane| pane.settings = self.kept[pane.method].clone());
    }

    /// Changes a setting of the active pane to a valid value.
    pub fn set(&mut self, id: &str, value: Value) {
        let (focus, method) = (self.focus, self.in_focus().method);
        match self.is_shared {
            true => self.set_everywhere(method, id, value),
            false => _ = self.set_in(focus, method, id, value),
        }
    }

    /// Changes a setting of a method in all panes that show it to a valid value.
    pub fn set_everywhere(&mut self, method: usize, id: &str, value: Value) {
        for pane in self.open.iter_mut().filter(|pane| pane.method == method) {
            pane.settings.put(id, value.clone());
        }
        self.kept[method].put(id, value);
    }

    /// Changes a setting of a method in one pane to a valid value. Returns `false` if the pane is closed or shows
    /// another method.
    pub fn set_in(&mut self, pane: usize, method: usize, id: &str, value: Value) -> bool {
        let Some(pane) = self.open.get_mut(pane).filter(|pane| pane.method == method) else {
            return false;
        };
        pane.settings.put(id, value);
        self.settle();
        true
    }

    /// Settings of this pane that differ from those of other panes with the same method, with this pane's values.
    pub fn own_settings(&self, pane: usize) -> Vec<(&'static Setting, Value)> {
        let this = &self.open[pane];
        let others = || self.open.iter().filter(|other| other.method == this.method);
        let is_own = |(at, (_, value)): &(usize, (&Setting, Value))| {
            others().any(|other| other.settings.iter().nth(*at).is_some_and(|(_, theirs)| theirs != *value))
        };
        this.settings.iter().enumerate().filter(is_own).map(|(_, own)| own).collect()
    }

    /// Parameters, as `(name, value)`, for settings of methods that differ from their defaults, and for settings of
    /// panes that differ from an earlier pane with the same method; with `all`, for all settings of methods and panes.
    pub fn words(&self, all: bool) -> Vec<(String, String)> {
        let mut words = Vec::new();
        let mut put = |start: &str, about: &MethodInfo, settings: &Settings, without: &Settings| {
            for ((setting, value), (_, other)) in settings.iter().zip(without.iter()) {
                if all || value != other {
                    words.push((format!("{start}{}.{}", about.id, setting.id), value.to_string()));
                }
            }
        };
        for (about, settings) in self.methods.iter().zip(&self.kept) {
            put("", about, settings, &about.default_settings());
        }
        for (at, pane) in self.open.iter().enumerate() {
            let is_further = self.open[..at].iter().any(|before| before.method == pane.method);
            if is_further {
                let (about, settings) = (self.methods[pane.method], &self.kept[pane.method]);
                put(&format!("pane{}.", at + 1), about, &pane.settings, settings);
            }
        }
        words
    }

    /// Fits a lab's prepared methods to the panes: reuses those that fit a pane, and calls `new` for the
    /// others.
    pub fn refill<L>(
        &self,
        lanes: &mut Vec<L>,
        fits: impl Fn(&L, &Pane) -> bool,
        mut new: impl FnMut(&Pane) -> L,
    ) {
        let mut before: Vec<_> = std::mem::take(lanes).into_iter().map(Some).collect();
        // For each pane the prepared method that it used before is tried first, so that two panes with equal settings
        // do not exchange their totals.
        let own: Vec<_> = self
            .open
            .iter()
            .enumerate()
            .map(|(at, pane)| before.get_mut(at).and_then(|lane| lane.take_if(|lane| fits(lane, pane))))
            .collect();
        for (pane, own) in self.open.iter().zip(own) {
            let kept = || before.iter_mut().find_map(|lane| lane.take_if(|lane| fits(lane, pane)));
            let lane = own.or_else(kept).unwrap_or_else(|| new(pane));
            lanes.push(lane);
        }
    }

    fn settle(&mut self) {
        for pane in self.open.iter().rev() {
            self.kept[pane.method] = pane.settings.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collidoscope_kernels::hierarchies::methods::METHODS;

    fn abouts() -> impl Iterator<Item = &'static MethodInfo> + Clone {
        METHODS.iter().map(|method| &method.about)
    }

    /// The row of a method with a choice, the id of that setting, and two of its values.
    fn set() -> (usize, &'static str, [&'static str; 2]) {
        let mut all =
            abouts().enumerate().flat_map(|(row, about)| about.settings.iter().map(move |own| (row, own)));
        let found = all.find_map(|(row, setting)| match setting.range {
            crate::settings::Range::Choice { options: [a, b, ..], .. } => Some((row, setting.id, [a, b])),
            _ => None,
        });
        let (row, id, options) = found.expect("a method has a choice");
        (row, id, options.map(|option| option.0))
    }

    #[test]
    fn two_panes_show_the_same_method_set_in_two_ways() {
        let (row, id, [a, b]) = set();
        let mut panes = Panes::new(abouts(), &[]);
        panes.show_all(&[row, row]);
        panes.set_everywhere(row, id, Value::Word(a));
        assert!(panes.own_settings(0).is_empty() && panes.own_settings(1).is_empty());
        panes.focus_on(1);
        panes.set(id, Value::Word(b));
        let value =
            |pane: usize| panes.own_settings(pane).iter().map(|(_, v)| v.to_string()).collect::<Vec<_>>();
        assert_eq!([value(0), value(1)], [vec![a], vec![b]]);
        assert_eq!(panes.settings_of(row).iter().find(|s| s.0.id == id).unwrap().1.to_string(), a);
        assert_eq!(
            panes.settings()[row],
            panes.in_focus().settings,
            "the inspector asks as the pane in focus does"
        );

        let name = format!("pane2.{}.{id}", METHODS[row].id);
        let said = |panes: &Panes| panes.words(false).into_iter().find(|word| word.0 == name);
        assert_eq!(said(&panes).unwrap().1, b);
        // When the first pane shows another method, the second pane's settings become the method's settings.
        panes.show(0, (row + 1) % METHODS.len());
        assert_eq!(said(&panes), None);
    }

    #[test]
    fn a_further_pane_shows_what_no_other_does_and_then_that_in_focus() {
        let two = || abouts().take(2);
        let mut panes = Panes::new(two(), &[METHODS[1].id]);
        panes.open(9);
        assert_eq!(panes.methods().collect::<Vec<_>>(), [1, 0, 1, 1]);
        panes.focus_on(3);
        panes.open(0);
        assert_eq!((panes.count(), panes.focus()), (1, 0));
    }

    #[test]
    fn what_is_prepared_stays_with_its_pane() {
        let mut panes = Panes::new(abouts(), &[]);
        panes.show_all(&[0, 1, 0]);
        let mut lanes: Vec<(usize, u32)> = Vec::new();
        let mut made = 0;
        let mut refill = |panes: &Panes, lanes: &mut Vec<(usize, u32)>| {
            let new = |pane: &Pane| {
                made += 1;
                (pane.method, made)
            };
            panes.refill(lanes, |lane, pane| lane.0 == pane.method, new);
        };
        refill(&panes, &mut lanes);
        assert_eq!(lanes, [(0, 1), (1, 2), (0, 3)]);
        panes.show_all(&[1, 2, 0, 0]);
        refill(&panes, &mut lanes);
        assert_eq!(lanes, [(1, 2), (2, 4), (0, 3), (0, 1)], "what fits is not prepared again");
    }
}
