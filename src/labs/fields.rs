//! Declaration of a lab's settings. From one table of fields follow: the parameters of links, scene files and
//! the command line (`config_words.rs`), their error messages and help, search entries, hover texts and undo
//! labels, and the controls (`controls.rs`).

use super::found::SearchItem;
use super::lab::LabError;
use super::word_row::{Role, Row, WordRow};
use super::word_values::{checked, one_of, pane, panes, switch, whole_in};
use crate::about::MethodInfo;
use crate::comparison::panes::Panes;
use crate::language::{t, tr};
use crate::settings::{Range, Scale, Setting};
use crate::ui::format::grouped;
use crate::ui::said;

/// The two values of a switch.
pub const ON_OFF: [Row; 2] = [("on", "switched on", ""), ("off", "switched off", "")];

/// An empty parameter row, completed by the constructors of [`Field`].
const NO_ROW: WordRow = WordRow {
    id: "",
    label: "",
    says: "",
    unit: "",
    role: Role::Setting,
    range: None,
    rows: &[],
    none: None,
};

/// Access to a value in a configuration.
pub struct Place<C, T> {
    /// Reads the value.
    pub get: fn(&C) -> T,
    /// Writes the value.
    pub set: fn(&mut C, T),
}

/// Access to a value by its path in the configuration `Self`, such as `at!(beginning.gravity)`. The field's
/// range must fit the value's type.
macro_rules! at {
    ($($path:tt)+) => {
        Place { get: |c: &Self| c.$($path)+ as _, set: |c: &mut Self, value| c.$($path)+ = value as _ }
    };
}
pub(super) use at;

/// Makes the list of a parameter's values from a table whose rows (or the named part of each row) have the
/// fields `id`, `title` and `says`.
macro_rules! rows_of {
    ($table:expr $(, $part:ident)?) => {
        const {
            let (mut rows, mut at) = ([("", "", ""); $table.len()], 0);
            while at < rows.len() {
                let row = &$table[at]$(.$part)?;
                rows[at] = (row.id, row.title, row.says);
                at += 1;
            }
            &{ rows }
        }
    };
}
pub(super) use rows_of;

/// Value type of a field, with access to the value.
pub enum Kind<C: 'static> {
    /// A number in [`WordRow::range`].
    Real(Place<C, f64>),
    /// A whole number in [`WordRow::range`].
    Whole(Place<C, u64>),
    /// One of two values: the first means `true`.
    Switch(Place<C, bool>, &'static [Row; 2]),
    /// One of several listed values, stored as an index into the list.
    OneOf(Place<C, usize>, &'static [Row]),
    /// Custom syntax: a function that reads a value, and a function that writes the value.
    Own(Read<C>, fn(&C) -> String),
}

/// Parser of a parameter, given its name and value; see [`Kind::Own`].
pub type Read<C> = fn(&mut C, &str, &str) -> Result<(), LabError>;

/// A setting of a configuration. Texts are in English.
pub struct Field<C: 'static> {
    /// The parameter's description, independent of the configuration type.
    pub row: WordRow,
    /// Type of the setting's value, with functions that read and write it.
    pub kind: Kind<C>,
    /// Group of controls for this field; empty if a panel makes the control by hand or there is no control.
    pub group: &'static str,
    /// The key that changes the setting; empty if there is none.
    pub key: &'static str,
    /// Largest value that the slider offers; the parameter may accept larger values.
    pub offered: u64,
    /// Whether the parameter is written for this configuration.
    pub is_written: fn(&C) -> bool,
    /// Whether links omit the parameter at its default.
    pub is_default_left_out: bool,
    told: Option<fn(&C, &str) -> String>,
}

/// All settings of a lab as one value, so that they can be copied, compared, and applied all at once or not
/// at all.
pub trait Configuration: Clone + Default + 'static {
    /// All settings, in the order of their parameters.
    const FIELDS: &'static [Field<Self>];
    /// Name of the lab for error messages: "the road".
    const WHOSE: &'static str;
    /// The methods, in the order of [`Panes::settings`].
    fn abouts() -> impl Iterator<Item = &'static MethodInfo> + Clone;
    /// The panes with their methods.
    fn panes(&self) -> &Panes;
    /// The panes, mutable.
    fn panes_mut(&mut self) -> &mut Panes;
    /// Index of a method in the table, by its id.
    fn method(name: &str, id: &str) -> Result<usize, LabError> {
        one_of(name, id, Self::abouts().enumerate().map(|(row, about)| (about.id, row)))
    }
    /// Reads a parameter that is not in `FIELDS`: a setting of a method. Returns `false` if it addresses a
    /// pane that is closed or shows another method.
    fn read_other(&mut self, name: &str, value: &str) -> Result<bool, LabError> {
        read_setting(self, name, value)
    }
}

/// Reads a setting of a method in all panes, `METHOD.SETTING`, or in one pane, `pane2.METHOD.SETTING`.
/// Returns `false` if that pane is closed or shows another method.
pub fn read_setting<C: Configuration>(onto: &mut C, name: &str, value: &str) -> Result<bool, LabError> {
    let unknown =
        || LabError(format!("unknown parameter {name:?}: neither a setting of {} nor of a method", C::WHOSE));
    let (pane, of_method) = in_pane(name);
    let (method, id) = of_method.split_once('.').ok_or_else(unknown)?;
    let row = C::abouts().position(|about| about.id == method).ok_or_else(unknown)?;
    if pane.is_some() && onto.panes().is_shared() {
        return Err(LabError(format!(
            "{name}: in {} a method has the same settings in every pane",
            C::WHOSE
        )));
    }
    let value = onto.panes().settings_of(row).parse(id, value).map_err(LabError)?;
    let panes = onto.panes_mut();
    Ok(match pane {
        Some(pane) => panes.set_in(pane, row, id, value),
        None => {
            panes.set_everywhere(row, id, value);
            true
        }
    })
}

/// Splits a name such as `pane2.METHOD.SETTING` into the pane index, from 0, and the rest.
pub fn in_pane(name: &str) -> (Option<usize>, &str) {
    let split = name.strip_prefix("pane").and_then(|rest| rest.split_once('.'));
    let pane = split.and_then(|(pane, rest)| Some((pane.parse::<usize>().ok()?.checked_sub(1)?, rest)));
    pane.map_or((None, name), |(pane, rest)| (Some(pane), rest))
}

impl<C> Field<C> {
    /// A field whose value is a number.
    pub const fn real(
        id: &'static str,
        label: &'static str,
        place: Place<C, f64>,
        min: f64,
        max: f64,
    ) -> Self {
        let range = Range::Real { min, max, default: min, scale: Scale::Linear };
        Self::of(id, label, Kind::Real(place)).range(range)
    }

    /// A field whose value is a number, with a logarithmic slider.
    pub const fn factor(
        id: &'static str,
        label: &'static str,
        place: Place<C, f64>,
        min: f64,
        max: f64,
    ) -> Self {
        let range = Range::Real { min, max, default: min, scale: Scale::Logarithmic };
        Self::of(id, label, Kind::Real(place)).range(range)
    }

    /// A field whose value is a whole number.
    pub const fn whole(
        id: &'static str,
        label: &'static str,
        place: Place<C, u64>,
        min: u64,
        max: u64,
    ) -> Self {
        Self::of(id, label, Kind::Whole(place)).range(Range::Whole { min, max, default: min })
    }

    /// A field for a switch that is on or off.
    pub const fn switch(id: &'static str, label: &'static str, place: Place<C, bool>) -> Self {
        Self::either(id, label, place, &ON_OFF).range(Range::Switch { default: false })
    }

    /// A field with two values, of which the first means `true`.
    pub const fn either(
        id: &'static str,
        label: &'static str,
        place: Place<C, bool>,
        rows: &'static [Row; 2],
    ) -> Self {
        Self::of(id, label, Kind::Switch(place, rows)).rows(rows)
    }

    /// A field whose value is one of the given rows.
    pub const fn one_of(
        id: &'static str,
        label: &'static str,
        place: Place<C, usize>,
        rows: &'static [Row],
    ) -> Self {
        Self::of(id, label, Kind::OneOf(place, rows)).rows(rows)
    }

    /// A field with custom syntax, as in [`Kind::Own`].
    pub const fn own(id: &'static str, label: &'static str, read: Read<C>, write: fn(&C) -> String) -> Self {
        Self::of(id, label, Kind::Own(read, write))
    }

    /// A field made from a declared [`Setting`], with custom syntax.
    pub const fn declared(setting: Setting, read: Read<C>, write: fn(&C) -> String) -> Self {
        Self::own(setting.id, setting.label, read, write)
            .says(setting.help)
            .unit(setting.unit)
            .range(setting.range)
    }

    const fn of(id: &'static str, label: &'static str, kind: Kind<C>) -> Self {
        let row = WordRow { id, label, ..NO_ROW };
        let (group, key, offered, is_default_left_out) = ("", "", u64::MAX, false);
        Self { row, kind, group, key, offered, is_written: |_| true, is_default_left_out, told: None }
    }

    /// Sets the explanation.
    pub const fn says(self, says: &'static str) -> Self {
        Self { row: WordRow { says, ..self.row }, ..self }
    }

    /// Sets the parameter's [`Role`].
    pub const fn role(self, role: Role) -> Self {
        Self { row: WordRow { role, ..self.row }, ..self }
    }

    /// Sets the unit.
    pub const fn unit(self, unit: &'static str) -> Self {
        Self { row: WordRow { unit, ..self.row }, ..self }
    }

    /// Declares the parameter value that means "none", with a description of it.
    pub const fn none(self, value: &'static str, told: &'static str) -> Self {
        Self { row: WordRow { none: Some((value, told)), ..self.row }, ..self }
    }

    /// Declares that a field with custom syntax also accepts whole numbers from `min` to `max`.
    pub const fn numbers(self, min: u64, max: u64) -> Self {
        self.range(Range::Whole { min, max, default: min })
    }

    const fn range(self, range: Range) -> Self {
        Self { row: WordRow { range: Some(range), ..self.row }, ..self }
    }

    /// Declares the list of accepted values.
    pub const fn rows(self, rows: &'static [Row]) -> Self {
        Self { row: WordRow { rows, ..self.row }, ..self }
    }

    /// Gives the field a control, in the group with this id.
    pub const fn group(self, group: &'static str) -> Self {
        Self { group, ..self }
    }

    /// Sets the key that changes the setting.
    pub const fn key(self, key: &'static str) -> Self {
        Self { key, ..self }
    }

    /// Limits the slider to this number.
    pub const fn offered(self, offered: u64) -> Self {
        Self { offered, ..self }
    }

    /// Writes the parameter only for configurations for which `is_written` returns true.
    pub const fn written_if(self, is_written: fn(&C) -> bool) -> Self {
        Self { is_written, ..self }
    }

    /// Omits the parameter from links at its default.
    pub const fn without_default(self) -> Self {
        Self { is_default_left_out: true, ..self }
    }

    /// Sets a function that describes values, given the configuration and the written value. Without it, the
    /// description is caption and value.
    pub const fn told(self, told: fn(&C, &str) -> String) -> Self {
        Self { told: Some(told), ..self }
    }

    /// Parses a value into a configuration.
    pub fn read(&self, onto: &mut C, value: &str) -> Result<(), LabError> {
        let (name, setting) = (self.row.id, self.row.setting());
        match &self.kind {
            Kind::Real(place) => {
                let range = setting.map_or(0.0..=0.0, |setting| setting.reals());
                let number = value.parse().ok().filter(|number| range.contains(number));
                let right = format!("expected a number from {} to {}", range.start(), range.end());
                (place.set)(onto, checked(name, value, number, &right)?);
            }
            Kind::Whole(place) => {
                let range = setting.map_or(0..=0, |setting| setting.wholes());
                (place.set)(onto, whole_in(name, value, range)?);
            }
            Kind::Switch(place, [on, off]) => (place.set)(onto, switch(name, value, on.0, off.0)?),
            Kind::OneOf(place, rows) => {
                let rows = rows.iter().enumerate().map(|(index, row)| (row.0, index));
                (place.set)(onto, one_of(name, value, rows)?);
            }
            Kind::Own(read, _) => read(onto, name, value)?,
        }
        Ok(())
    }

    /// The current value, written as in a parameter.
    pub fn text(&self, of: &C) -> String {
        match &self.kind {
            Kind::Real(place) => (place.get)(of).to_string(),
            Kind::Whole(place) => (place.get)(of).to_string(),
            Kind::Switch(place, [on, off]) => if (place.get)(of) { on.0 } else { off.0 }.to_owned(),
            Kind::OneOf(place, rows) => rows[(place.get)(of)].0.to_owned(),
            Kind::Own(_, write) => write(of),
        }
    }

    /// Describes a parameter value in a few words in the current language; `read` is the configuration after
    /// the value was read, unchanged if the value was refused.
    pub fn tell(&self, read: &C, value: &str) -> String {
        if let Some(told) = self.told {
            return told(read, value);
        }
        if let Some((_, told)) = self.row.none.filter(|none| none.0 == value) {
            return tr(told);
        }
        let row = self.row.rows.iter().find(|row| row.0 == value);
        let grouped = || match self.kind {
            Kind::Whole(_) => value.parse().ok().map(grouped),
            _ => None,
        };
        let value = row.map(|row| tr(row.1)).or_else(grouped).unwrap_or_else(|| value.to_owned());
        said::labelled(&tr(self.row.label), &said::with_unit(&value, self.row.unit))
    }
}

impl<C: Configuration> Field<C> {
    /// A field for the seed of the random numbers.
    pub const fn seed(place: Place<C, u64>) -> Self {
        Self::whole("seed", "Seed", place, 0, u64::MAX)
            .told(|_, value| t!("seed %{seed}", seed = value).into_owned())
    }

    /// A field for the current frame.
    pub const fn frame(place: Place<C, u64>) -> Self {
        Self::whole("frame", "Frame", place, 0, u64::MAX)
            .role(Role::Time)
            .told(|_, value| t!("frame %{frame}", frame = value).into_owned())
    }

    /// A field for the methods of the panes.
    pub const fn method() -> Self {
        let read = |config: &mut C, name: &str, value: &str| {
            let methods = panes(name, value, |id| C::method(name, id))?;
            config.panes_mut().show_all(&methods);
            Ok(())
        };
        let write = |config: &C| config.panes().abouts().map(|about| about.id).collect::<Vec<_>>().join(",");
        Self::own(METHOD, "Method", read, write).says("Methods of the panes, separated by commas.").told(
            |_, value| {
                let about = |id| C::abouts().find(|about| about.id == id);
                said::methods(value.split(',').filter_map(about))
            },
        )
    }

    /// A field for the active pane.
    pub const fn focus() -> Self {
        let read = |config: &mut C, name: &str, value: &str| {
            config.panes_mut().ask_focus(pane(name, value)?);
            Ok(())
        };
        Self::own(FOCUS, "Active pane", read, |config| (config.panes().focus() + 1).to_string())
            .says("Number of the active pane, from 1.")
            .role(Role::Selection)
            .written_if(|config| config.panes().count() > 1)
            .told(|_, value| said::focus(value))
    }
}

/// Name of the parameter of [`Field::method`].
pub const METHOD: &str = "method";
/// Name of the parameter of [`Field::focus`]; the settings of methods are written after it.
pub const FOCUS: &str = "focus";

/// The [`WordRow`]s of these fields, for the lab's row in the table of labs.
pub const fn word_rows<C, const N: usize>(fields: &[Field<C>]) -> [WordRow; N] {
    let (mut rows, mut at) = ([NO_ROW; N], 0);
    while at < N {
        rows[at] = fields[at].row;
        at += 1;
    }
    rows
}

/// Items of the search, one for each listed parameter value.
pub fn things(rows: &[Row]) -> Vec<SearchItem> {
    rows.iter().map(|row| SearchItem { value: row.0.to_owned(), title: row.1, says: row.2 }).collect()
}
