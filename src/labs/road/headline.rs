//! The headline over the panes: wrong answers, blind wheels, or the triangles that a tree saves.

use super::Road;
use super::lane::Lane;
use crate::detector::Mistake;
use crate::labs::headline::{Arrangement, Headline, Standing, Tone};
use crate::language::{t, tr};
use crate::road::car::WHEEL_NAMES;
use crate::road::wheel::WheelSight;
use crate::ui::format::{counted, length};

/// The headline of the current frame.
pub fn of(road: &Road, arrangement: Arrangement) -> Headline {
    let panes: Vec<_> = road.contest.lanes.iter().map(standing).collect();
    let tests = |lane: &Lane| [lane.last().triangles, lane.last().nodes];
    let tests: Vec<_> = road.contest.lanes.iter().map(tests).collect();
    let without = road.sights().iter().filter(|sight| **sight == WheelSight::NoGround).count();
    let found = match without {
        0 => t!("the road below all wheels").into_owned(),
        n => counted(n, t!("no ground for 1 wheel"), t!("no ground for %{n} wheels", n = n)),
    };
    let headline = arrangement.with_costs(&panes, &found, &tests);
    let wrong = |lane: &Lane| lane.differences().iter().any(Option::is_some);
    let mut lanes = road.contest.lanes.iter().enumerate();
    match lanes.find_map(|(pane, lane)| Some(arrangement.of_pane(pane, blind(lane)?))) {
        // Every answer is the nearest hit of its ray: the origin of the rays is at fault.
        Some(text) if !road.contest.lanes.iter().any(wrong) => {
            Headline { text, tone: Tone::Wrong(Mistake::Missed) }
        }
        _ => headline,
    }
}

/// How the lane's answers compare with brute force on the same rays, and with the road below the wheels.
pub fn standing(lane: &Lane) -> Standing {
    let wrong = lane.differences().iter().flatten().count();
    let blind = lane.sights().iter().filter(|sight| sight.is_blind()).count();
    match (wrong, lane.answers()) {
        (_, None) => Standing::Pending,
        (0, _) if blind == 0 => Standing::Right,
        (0, _) => Standing::Wrong {
            mistake: Mistake::Missed,
            does: t!("loses the road at %{n} of 4 wheels", n = blind).into_owned(),
            by: counted(blind, t!("1 blind wheel"), t!("%{n} blind wheels", n = blind)),
        },
        (n, _) => Standing::Wrong {
            mistake: Mistake::Missed,
            does: t!("answers %{n} of 4 rays wrongly", n = n).into_owned(),
            by: counted(n, t!("1 ray"), t!("%{n} rays", n = n)),
        },
    }
}

/// Why wheels of the lane are blind; `None` if none is.
fn blind(lane: &Lane) -> Option<String> {
    let depths: Vec<_> = (0..4).filter_map(|wheel| Some((wheel, depth(lane, wheel)?))).collect();
    let deepest = depths.iter().map(|(_, depth)| *depth).fold(0.0, f64::max);
    let (n, m) = (depths.len(), length(deepest));
    let text = match depths[..] {
        [] => return None,
        [(wheel, _)] => return why_blind(lane, wheel),
        _ if depths.iter().all(|(_, depth)| *depth > 0.0) => {
            t!("%{n} rays begin up to %{m} below the ground and look down.", n = n, m = m)
        }
        _ => t!("%{n} rays miss the road below their wheels.", n = n),
    };
    Some(text.into_owned())
}

/// Why a wheel of the lane is blind; `None` if it is not.
pub fn why_blind(lane: &Lane, wheel: usize) -> Option<String> {
    let (depth, wheel) = (depth(lane, wheel)?, tr(WHEEL_NAMES[wheel]));
    let text = if depth > 0.0 {
        t!("The %{wheel} ray begins %{m} below the ground and looks down.", wheel = wheel, m = length(depth))
    } else {
        t!("The %{wheel} ray ends on another surface than the road.", wheel = wheel)
    };
    Some(text.into_owned())
}

/// Depth of the origin of a blind wheel's ray below the road, metres, negative above it; `None` if the wheel sees.
fn depth(lane: &Lane, wheel: usize) -> Option<f64> {
    match lane.sights()[wheel] {
        WheelSight::FindsNothing { road: below } | WheelSight::WrongSurface { road: below } => {
            Some(-below - lane.answers()?[wheel].offset)
        }
        _ => None,
    }
}
