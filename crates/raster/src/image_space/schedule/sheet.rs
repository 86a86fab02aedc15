//! Parts shared by the schedules: preparation of pairs, and sheets of tiles for many pairs.
//!
//! A sheet is a stack of layers with one pair each, all at the same position. So every pair is drawn with the
//! viewport, clip planes and depth arithmetic of a single pair, and its counts agree to the last sample. Tiles side by
//! side in one large image give different counts: a tile's offset is added to every window coordinate and rounded,
//! which sometimes moves an edge across a sample.

use nalgebra::Matrix4;

use super::{BodyInWindow, Job, Stage};
use crate::detector::{DetectError, MOST_ROUNDS, RoundCounts};
use crate::gpu::{Capabilities, Gpu, GpuError, Stack};
use crate::image_space::mesh_cache::Facing;
use crate::world::Body;

/// Largest size of a sheet on a GPU, bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Maximum number of layers of a sheet on a software rasteriser. It is small, so that the rasteriser can draw one
/// sheet while the next is described.
const MOST_LAYERS_SOFTWARE: u32 = 16;

/// 24 bits of depth and 8 of stencil.
const BYTES_PER_PIXEL: u64 = 4;

/// Largest number of pairs per sheet, with tiles of `resolution` pixels a side.
pub fn most_layers(capabilities: &Capabilities, resolution: u32) -> u32 {
    if capabilities.is_software() {
        return MOST_LAYERS_SOFTWARE.min(capabilities.max_layers);
    }
    let fitting = MOST_BYTES / (BYTES_PER_PIXEL * u64::from(resolution).pow(2));
    (fitting as u32).clamp(1, capabilities.max_layers.max(1))
}

/// The sheet that all pairs use in turn, sized to the number of pairs up to a limit.
pub struct Sheets {
    gpu: Gpu,
    resolution: u32,
    most: u32,
    stack: Option<Stack>,
}

impl Sheets {
    /// No sheet yet; sheets will have at most `most` layers.
    pub fn new(gpu: &Gpu, resolution: u32, most: u32) -> Self {
        Self { gpu: gpu.clone(), resolution, most, stack: None }
    }

    /// Takes over another resolution, in pixels along a layer's side, and another largest number of layers.
    pub fn resize(&mut self, resolution: u32, most: u32) {
        *self = Self::new(&self.gpu, resolution, most);
    }

    /// A sheet for up to `pairs` pairs at a time. A sheet that has become much too large is replaced, because
    /// a clear covers all layers.
    pub fn require(&mut self, pairs: usize) -> Result<&Stack, GpuError> {
        let wanted = pairs.next_power_of_two().min(self.most as usize) as u32;
        let fits = |stack: &Stack| (wanted..=2 * wanted).contains(&stack.layers());
        if !self.stack.as_ref().is_some_and(fits) {
            self.stack = None;
            self.stack = Some(Stack::new(&self.gpu, self.resolution, wanted)?);
        }
        Ok(self.stack())
    }

    /// The sheet of the last call of [`Sheets::require`].
    ///
    /// # Panics
    /// Panics if there was no such call, which is a bug.
    pub fn stack(&self) -> &Stack {
        self.stack.as_ref().expect("required before")
    }
}

/// The jobs of a detection, ready for drawing.
pub struct Prepared {
    /// Per job and role: the body as seen in the pair's window, for every pass.
    pub(super) in_window: Vec<[BodyInWindow; 2]>,
    /// The counts of the rounds for each job, where they are known without drawing: zero if the window shows nothing
    /// of one body, or if a thin body has shrunk to nothing.
    pub counts: Vec<RoundCounts>,
    /// Indices of the jobs that have to be drawn.
    pub alive: Vec<usize>,
}

/// Computes the matrices of all jobs and uploads new meshes. With `skip_hidden`, jobs whose window shows nothing of
/// one body get their zero counts here, since no sample can pass.
pub fn prepare(
    stage: &mut Stage,
    bodies: &[Body],
    jobs: &[Job],
    skip_hidden: bool,
) -> Result<Prepared, DetectError> {
    let mut prepared = Prepared {
        in_window: Vec::with_capacity(jobs.len()),
        counts: vec![[None; MOST_ROUNDS]; jobs.len()],
        alive: Vec::with_capacity(jobs.len()),
    };
    for (index, job) in jobs.iter().enumerate() {
        let mut shown = true;
        let mut both = [BodyInWindow { local_to_clip: Matrix4::zeros(), grow: 0.0, shift: [0.0; 2] }; 2];
        for (role, in_window) in both.iter_mut().enumerate() {
            let Some((mesh, found)) = stage.body_in_window(job, role, bodies)? else {
                shown = false;
                break;
            };
            let BodyInWindow { local_to_clip, grow, .. } = &found;
            shown &= !skip_hidden || !mesh.visible_ranges_grown(local_to_clip, Facing::Any, *grow).is_empty();
            *in_window = found;
        }
        prepared.in_window.push(both);
        if shown {
            prepared.alive.push(index);
        } else {
            prepared.counts[index][0] = Some(0);
        }
    }
    Ok(prepared)
}

/// Number of stencil values equal to `value`.
pub(super) fn count_equal(pixels: &[u8], value: u8) -> u32 {
    pixels.iter().filter(|&&pixel| pixel == value).count() as u32
}
