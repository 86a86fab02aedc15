//! Parameters of a lab in words, as the controls show them: caption and value. For hover texts of links and for undo
//! notices.

use crate::about::MethodInfo;
use crate::language::{t, tr};
use crate::methods;
use crate::settings::{Range, Setting, Value, of_one_word, title};

/// A translated caption with its value.
pub fn labelled(label: &str, value: &str) -> String {
    t!("%{label}: %{value}", label = label, value = value).into_owned()
}

/// A switch's translated caption with its state, `on` or `off`.
pub fn switched(label: &str, state: &str) -> String {
    let state = if state == "on" { t!("switched on") } else { t!("switched off") };
    labelled(label, &state)
}

/// The titles of the panes' methods.
pub fn methods<'a>(abouts: impl Iterator<Item = &'a MethodInfo>) -> String {
    let titles: Vec<_> = abouts.map(|about| tr(about.title)).collect();
    t!("method: %{titles}", titles = titles.join(", ")).into_owned()
}

/// The active pane, counted from 1.
pub fn focus(pane: &str) -> String {
    t!("active pane: %{n}", n = pane).into_owned()
}

/// A value with its unit, if it has one.
pub fn with_unit(value: &str, unit: &str) -> String {
    match unit {
        "" => value.to_owned(),
        "°" => format!("{value}°"),
        _ => format!("{value}\u{a0}{unit}"),
    }
}

/// A setting's caption with a value, which is given as in a parameter.
pub fn setting(setting: &Setting, value: &str) -> String {
    match (setting.range, setting.unit) {
        (Range::Switch { .. }, _) => switched(&tr(setting.label), value),
        (Range::Choice { .. }, _) => labelled(&tr(setting.label), &tr(&title(value))),
        (Range::Shares { of }, _) => {
            let shares = of.iter().zip(value.split(',')).map(|(name, share)| format!("{} {share}", tr(name)));
            labelled(&tr(setting.label), &shares.collect::<Vec<_>>().join(" · "))
        }
        (Range::Text { .. }, _) => {
            let text = Value::Text(of_one_word(value).into());
            labelled(&tr(setting.label), &brief(setting, &text))
        }
        (_, unit) => labelled(&tr(setting.label), &with_unit(value, unit)),
    }
}

/// A value in a few characters. A text that is the id of a method is shown as the method's title.
pub fn brief(setting: &Setting, value: &Value) -> String {
    let method = if let Value::Text(text) = value { methods::find(text) } else { None };
    method.map_or_else(|| setting.brief(value), |method| tr(method.title))
}

/// The title of a method, and one of its settings with a value. Unknown ids are shown unchanged.
pub fn setting_of(about: Option<&MethodInfo>, id: &str, value: &str) -> String {
    let declared = about.and_then(|about| about.settings.iter().find(|setting| setting.id == id));
    match (about, declared) {
        (Some(about), Some(declared)) => format!("{}, {}", tr(about.title), setting(declared, value)),
        _ => labelled(id, value),
    }
}
