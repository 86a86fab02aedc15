//! Events of the drive, newest first.

use egui::{Label, RichText, Ui};

use crate::labs::road::Road;
use crate::language::{t, tr};
use crate::road::car::WHEEL_NAMES;
use crate::road::recorded::{Event, What};
use crate::road::wheel::WheelSight;
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Number of listed events.
const SHOWN: usize = 8;

/// Adds how often wheels went blind and how often the car was put back onto the route, and the latest events,
/// newest first.
pub fn show(ui: &mut Ui, road: &Road) {
    if !group(ui, "events", &t!("Events")) {
        return;
    }
    let state = road.state();
    note(
        ui,
        &t!(
            "Wheels gone blind: %{blind}. Car resets: %{back}.",
            blind = state.blindings,
            back = state.recoveries
        ),
    );
    for event in road.events().rev().take(SHOWN) {
        let is_bad = !matches!(event.what, What::BlindNoLonger(_));
        let color = if is_bad { theme::text() } else { theme::weak() };
        ui.add(Label::new(RichText::new(words(&event)).small().color(color)).wrap());
    }
}

/// Events of a frame, in the current language.
pub fn happened(road: &Road, frame: u64) -> Vec<String> {
    let mut lines: Vec<_> = road.events_at(frame).iter().map(what).collect();
    let mark = road.marks().at(frame).copied().unwrap_or_default();
    if mark.missed > 0 {
        lines.push(t!("Blind wheels and missed hits: %{n}", n = mark.missed).into_owned());
    }
    if mark.false_hits > 0 {
        lines.push(t!("False or wrong hits: %{n}", n = mark.false_hits).into_owned());
    }
    if lines.is_empty() {
        lines.push(t!("All wheels report the correct distance from the ground.").into_owned());
    }
    lines
}

/// An event with its frame, in the current language.
fn words(event: &Event) -> String {
    format!("{} · {}", event.frame, what(&event.what))
}

fn what(what: &What) -> String {
    match *what {
        What::WentBlind(wheel, sight) => {
            let wheel = tr(WHEEL_NAMES[wheel]);
            match sight {
                WheelSight::WrongSurface { .. } => {
                    t!("%{wheel}: blind, hits the wrong surface", wheel = wheel)
                }
                _ => t!("%{wheel}: blind, hits nothing", wheel = wheel),
            }
            .into_owned()
        }
        What::BlindNoLonger(wheel) => {
            t!("%{wheel}: no longer blind", wheel = tr(WHEEL_NAMES[wheel])).into_owned()
        }
        What::Recovered(why) => tr(why.words()),
    }
}
