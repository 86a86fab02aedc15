//! Images and counts of a step, computed once and cached while the step is shown.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use egui::{ColorImage, Id, TextureHandle, TextureOptions, Ui};

use super::fates::{Area, Fates, changes, outline};
use super::look::Buffer;
use crate::image_space::recording::{CLEARED, FARTHEST, PassRecording, Step};
use crate::ui::buffer_colors::{depth_color, stencil_color};

/// One buffer after a step, with its prepared images.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The recording of the step.
    pub recording: &'a PassRecording,
    /// Index of the step; `None` before the first.
    pub index: Option<usize>,
    /// The images of that step.
    pub prepared: &'a Prepared,
    /// The buffer to show.
    pub buffer: Buffer,
}

impl Shown<'_> {
    /// The step; `None` before the first.
    pub fn step(&self) -> Option<&Step> {
        self.index.and_then(|index| self.recording.steps.get(index))
    }

    /// Depth and stencil value of a pixel; pixels are numbered row by row.
    pub fn values(&self, pixel: usize) -> (u32, u8) {
        self.recording.before(self.index.map_or(0, |index| index + 1), pixel)
    }
}

/// Images, areas and counts of a step.
#[derive(Clone)]
pub struct Prepared {
    /// Fingerprint of the recording and the step that the data belongs to.
    of: u64,
    /// Pixels along a side.
    pub side: usize,
    /// Images of the depth buffer and of the stencil buffer.
    pub textures: [TextureHandle; 2],
    /// The nearest and the farthest depth of the whole recording: the range of the colour scale, which is the
    /// same in every step.
    pub depths: [u32; 2],
    /// Number of pixels with the depth of the near plane, and with that of the far plane; a clear sets one of
    /// these.
    pub cleared: [usize; 2],
    /// Every stencil value in the buffer, with its number of pixels.
    pub values: Vec<(u8, usize)>,
    /// The stencil value that proves a collision, if the pass table reads its result from the stencil buffer.
    pub proof: Option<u8>,
    /// The outcomes of the step's fragments; `None` before the first step.
    pub fates: Option<Fates>,
    /// Outlines of the pixels that the step changed, per buffer.
    pub changed: [Vec<Area>; 2],
    /// Number of pixels that the step changed, per buffer.
    pub changed_count: [usize; 2],
    /// Per buffer, whether the step cleared the buffer.
    pub clears: [bool; 2],
}

impl Prepared {
    /// The prepared data of step `index`, cached until another step is shown. The cache is in egui's memory,
    /// because a texture lives no longer than the egui context that loaded it.
    pub fn of(ui: &Ui, side: usize, recording: &PassRecording, index: Option<usize>) -> Arc<Self> {
        let memory = Id::unique(("prepared buffers", side));
        let kept = ui.data(|data| data.get_temp::<Arc<Self>>(memory));
        let of = mark(recording, index);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.of == of) {
            return kept.clone();
        }
        let old = kept.as_ref().map(|kept| kept.textures.clone());
        let made = Arc::new(make(ui, recording, index, of, old));
        ui.data_mut(|data| data.insert_temp(memory, made.clone()));
        made
    }
}

/// A fingerprint of a recording and step: address, metadata and samples of the contents. The address alone is
/// not enough, because another recording may be allocated there.
fn mark(recording: &PassRecording, index: Option<usize>) -> u64 {
    let mut hasher = DefaultHasher::new();
    let volume = recording.view.volume;
    let place: [*const (); 3] = [
        std::ptr::from_ref(recording).cast(),
        recording.steps.as_ptr().cast(),
        recording.intervals[0].as_ptr().cast(),
    ];
    place.hash(&mut hasher);
    (index, recording.options.resolution, recording.view.axis, recording.roles).hash(&mut hasher);
    volume.min.iter().chain(volume.max.iter()).for_each(|v| v.to_bits().hash(&mut hasher));
    recording.margins.iter().for_each(|margin| margin.to_bits().hash(&mut hasher));
    if let Some(step) = index.and_then(|index| recording.steps.get(index)) {
        let stride = step.depth.len().div_ceil(4096).max(1);
        step.samples.hash(&mut hasher);
        for pixel in (0..step.depth.len()).step_by(stride) {
            (step.depth[pixel], step.stencil[pixel]).hash(&mut hasher);
        }
    }
    hasher.finish()
}

fn make(
    ui: &Ui,
    recording: &PassRecording,
    index: Option<usize>,
    of: u64,
    old: Option<[TextureHandle; 2]>,
) -> Prepared {
    let side = recording.side();
    let step = index.and_then(|index| recording.steps.get(index));
    let at = |pixel: usize| step.map_or(CLEARED, |step| (step.depth[pixel], step.stencil[pixel]));
    let proof = recording.table.proof();
    let depths = range(recording);
    let mut cleared = [0; 2];
    let mut histogram = [0_usize; 256];
    for (depth, value) in (0..side * side).map(at) {
        cleared[0] += usize::from(depth == 0);
        cleared[1] += usize::from(depth >= FARTHEST);
        histogram[usize::from(value)] += 1;
    }
    let counted = (0..=255_u8).zip(histogram);
    let values = counted.filter(|(value, count)| *count > 0 || proof == Some(*value)).collect();

    let image = |color: &dyn Fn(usize) -> egui::Color32| {
        ColorImage::new([side, side], (0..side * side).map(color).collect())
    };
    let images = [image(&|p| depth_color(at(p).0, depths)), image(&|p| stencil_color(at(p).1, proof))];
    let textures = match old {
        Some(mut textures) => {
            for (texture, image) in textures.iter_mut().zip(images) {
                texture.set(image, TextureOptions::NEAREST);
            }
            textures
        }
        None => images.map(|image| ui.load_texture("buffer", image, TextureOptions::NEAREST)),
    };
    let changes = index.filter(|_| step.is_some()).map(|index| changes(recording, index));
    Prepared {
        of,
        side,
        textures,
        depths,
        cleared,
        values,
        proof,
        fates: step.map(|step| Fates::of(step, side)),
        changed: [0, 1].map(|b| changes.as_ref().map_or_else(Vec::new, |c| outline(side, |p| c[b][p]))),
        changed_count: [0, 1].map(|b| changes.as_ref().map_or(0, |c| c[b].iter().filter(|c| **c).count())),
        clears: step
            .map_or([false; 2], |step| [step.pass.clear.depth.is_some(), step.pass.clear.stencil.is_some()]),
    }
}

/// The smallest and the largest depth of the drawn bodies; the full range of depths if nothing was drawn.
fn range(recording: &PassRecording) -> [u32; 2] {
    let drawn = recording.intervals.iter().flatten().flatten();
    drawn
        .fold(None, |range: Option<[u32; 2]>, &[near, far]| {
            Some(range.map_or([near, far], |[low, high]| [low.min(near), high.max(far)]))
        })
        .unwrap_or([0, FARTHEST])
}
