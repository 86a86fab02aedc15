//! What happened, newest first.

use egui::{Label, RichText, Ui};
use rust_i18n::t;

use crate::labs::road::car::WHEEL_NAMES;
use crate::labs::road::wheel::Sight;
use crate::labs::road::{Event, Road, What};
use crate::language::tr;
use crate::ui::theme;
use crate::ui::widgets::{heading, note};

/// Events that are listed.
const SHOWN: usize = 8;

/// The section.
pub fn show(ui: &mut Ui, road: &Road) {
    heading(ui, &t!("Events"));
    let state = road.state();
    note(
        ui,
        &t!(
            "Blind: %{blind} times. Put back: %{back} times.",
            blind = state.blindings,
            back = state.recoveries
        ),
    );
    for event in road.events().rev().take(SHOWN) {
        let is_bad = !matches!(event.what, What::SeesAgain(_));
        let color = if is_bad { theme::TEXT } else { theme::WEAK };
        ui.add(Label::new(RichText::new(words(event)).small().color(color)).wrap());
    }
}

fn words(event: &Event) -> String {
    let text = match event.what {
        What::WentBlind(wheel, sight) => {
            let wheel = tr(WHEEL_NAMES[wheel]);
            match sight {
                Sight::WrongSurface { .. } => t!("%{wheel}: blind, wrong surface", wheel = wheel),
                _ => t!("%{wheel}: blind, finds nothing", wheel = wheel),
            }
            .into_owned()
        }
        What::SeesAgain(wheel) => t!("%{wheel}: sees again", wheel = tr(WHEEL_NAMES[wheel])).into_owned(),
        What::Recovered(why) => tr(why.words()),
    };
    format!("{} · {text}", event.frame)
}
