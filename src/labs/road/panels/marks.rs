//! What is written over the picture: which wheel is blind.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, vec2};
use rust_i18n::t;

use crate::labs::road::Road;
use crate::labs::road::car::WHEEL_NAMES;
use crate::labs::road::picture::hub;
use crate::labs::road::wheel::WheelSight;
use crate::language::tr;
use crate::render::camera::Camera;
use crate::ui::drawing::project;
use crate::ui::theme;

/// A flag at every blind wheel: its name, and how it is blind.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, road: &Road) {
    for (wheel, sight) in road.sights().into_iter().enumerate().filter(|(_, sight)| sight.is_blind()) {
        let Some(at) = project(rect, camera, &hub(road, wheel)) else { continue };
        let name = tr(WHEEL_NAMES[wheel]);
        let text = match sight {
            WheelSight::WrongSurface { .. } => t!("%{wheel}: wrong surface", wheel = name),
            _ => t!("%{wheel}: finds nothing", wheel = name),
        };
        // Left wheels have theirs on the left, rear ones lower, so that they do not cover each other.
        let is_left = wheel % 2 == 0;
        let way = vec2(if is_left { -46.0 } else { 46.0 }, if wheel < 2 { -34.0 } else { 30.0 });
        let galley = painter.layout_no_wrap(
            text.into_owned(),
            FontId::proportional(13.0),
            theme::over_pictures().amber,
        );
        let anchor = if is_left { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
        let flag = anchor.anchor_size(at + way, galley.size()).expand2(vec2(6.0, 3.0));
        // Into the picture.
        let room = rect.shrink(4.0);
        let flag = flag.translate(vec2(
            (room.left() - flag.left()).max(0.0) + (room.right() - flag.right()).min(0.0),
            (room.top() - flag.top()).max(0.0) + (room.bottom() - flag.bottom()).min(0.0),
        ));
        let pole = if is_left { flag.right_center() } else { flag.left_center() };
        painter.line_segment([at, pole], Stroke::new(1.5, theme::over_pictures().amber));
        painter.rect_filled(flag, 3.0, theme::plate());
        painter.galley(flag.min + vec2(6.0, 3.0), galley, Color32::WHITE);
    }
}
