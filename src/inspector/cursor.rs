//! The cursor of an inspector page: its position in the story, the pixel, and whether it is playing.

use crate::ui::requests::InspectorRequest;

/// A position in a story, and a pixel of its buffers. Two compared stories share one cursor.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// Number of steps that have been run. It may exceed the length of the story, whose end is then shown, so that the
    /// position survives a visit to a shorter story.
    pub position: usize,
    /// True during playback, when the position advances with time.
    pub playing: bool,
    /// The selected pixel, x and y from the lower left.
    pub pixel: Option<[u32; 2]>,
    /// The pixel under the pointer, if any; it takes precedence over the selected one.
    pub hovered: Option<[u32; 2]>,
    /// The pixel that is shown if none is selected and none is under the pointer.
    pub suggested: Option<[u32; 2]>,
    /// The position after the step that decides the answer of the story shown last; `None` if there is none.
    pub deciding: Option<usize>,
    /// Time of the next automatic step, in seconds of egui's clock.
    pub due: Option<f64>,
    /// Number of steps of the story shown last; `None` before any was shown.
    pub length: Option<usize>,
}

impl Cursor {
    /// Moves by a number of steps, forward or back, and pauses.
    pub fn step(&mut self, steps: isize) {
        self.jump(self.shown().saturating_add_signed(steps));
    }

    /// Moves to a position and pauses. A position past the end means the end.
    pub fn jump(&mut self, position: usize) {
        self.playing = false;
        self.position = position.min(self.length.unwrap_or(usize::MAX));
    }

    /// The position, limited to the length of the story if that is known.
    pub fn shown(&self) -> usize {
        self.position.min(self.length.unwrap_or(usize::MAX))
    }

    /// Number of steps left; `None` before any story was shown.
    pub fn steps_left(&self) -> Option<usize> {
        self.length.map(|length| length.saturating_sub(self.position))
    }

    /// Starts playback, from the beginning if the position is at the end; or pauses.
    pub fn play_or_pause(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.steps_left() == Some(0) {
            self.position = 0;
        }
    }

    /// Carries out the part of a request that concerns the position.
    pub fn act(&mut self, request: InspectorRequest) {
        match request {
            InspectorRequest::Step(steps) => self.step(steps),
            InspectorRequest::Jump(position) => self.jump(position),
            InspectorRequest::PlayOrPause => self.play_or_pause(),
            InspectorRequest::Decide => {
                if let Some(position) = self.deciding {
                    self.jump(position);
                }
            }
            InspectorRequest::ToggleCompare | InspectorRequest::Part(..) => {}
        }
    }

    /// The pixel to show: the one under the pointer, or else the selected one, or else the suggested one.
    pub fn looked_at(&self) -> Option<[u32; 2]> {
        self.hovered.or(self.pixel).or(self.suggested)
    }
}
