//! Where a page stands in what is stepped through: the position, the pixel, and whether it steps by itself.

use crate::ui::requests::InspectorRequest;

/// A position in a story and a pixel of its pictures. It is the same for two stories that are compared.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// How many steps have been run; past the end means the end. It stays where a shorter story is shown in between.
    pub position: usize,
    /// Whether the position advances with time.
    pub playing: bool,
    /// The pixel that is held, from the lower left.
    pub pixel: Option<[u32; 2]>,
    /// The pixel under the pointer, if any; it goes before the one that is held.
    pub hovered: Option<[u32; 2]>,
    /// When it steps on by itself, on egui's clock in seconds.
    pub due: Option<f64>,
    /// How many steps there were when they were last shown.
    pub length: Option<usize>,
}

impl Cursor {
    /// So many steps on or back, and no longer by itself.
    pub fn step(&mut self, steps: isize) {
        self.jump(self.shown().saturating_add_signed(steps));
    }

    /// To a position, and no longer by itself. Past the end means the end.
    pub fn jump(&mut self, position: usize) {
        self.playing = false;
        self.position = position.min(self.length.unwrap_or(usize::MAX));
    }

    /// The position, at the end if it lies past that, as far as the end is known.
    pub fn shown(&self) -> usize {
        self.position.min(self.length.unwrap_or(usize::MAX))
    }

    /// How many steps are left, as far as it is known: `None` before they were shown.
    pub fn steps_left(&self) -> Option<usize> {
        self.length.map(|length| length.saturating_sub(self.position))
    }

    /// Steps by itself, from the start if it is at its end; or stops.
    pub fn play_or_pause(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.steps_left() == Some(0) {
            self.position = 0;
        }
    }

    /// Does what was asked for, as far as it is about the position.
    pub fn act(&mut self, request: InspectorRequest) {
        match request {
            InspectorRequest::Step(steps) => self.step(steps),
            InspectorRequest::Jump(position) => self.jump(position),
            InspectorRequest::PlayOrPause => self.play_or_pause(),
            InspectorRequest::ToggleCompare | InspectorRequest::Part(..) => {}
        }
    }

    /// The pixel that is looked at: under the pointer, or held.
    pub fn looked_at(&self) -> Option<[u32; 2]> {
        self.hovered.or(self.pixel)
    }
}
