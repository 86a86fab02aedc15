//! What the schedules share: the pairs made ready to be drawn, and sheets of tiles for many of them.
//!
//! A sheet is a stack of layers, one pair in each, all at the same place. So every pair is drawn with the
//! viewport, the clip planes and the depth arithmetic that it has alone, and its counts are the same to the
//! last sample. Side by side in one large picture they are not: a tile's offset is added to every window
//! coordinate and rounded, which moves an edge across a sample now and then.

use nalgebra::Matrix4;

use super::{Job, Seen, Stage};
use crate::detector::DetectError;
use crate::gpu::{Capabilities, Gpu, GpuError, Stack};
use crate::image_space::mesh_cache::Facing;
use crate::world::Body;

/// Bytes that a sheet may take up on a GPU.
const MOST_BYTES: u64 = 64 << 20;

/// Where the CPU draws, pairs are handed to it a few at a time: it rasterises one sheet while the next is
/// described.
const MOST_LAYERS_SOFTWARE: u32 = 16;

/// 24 bits of depth and 8 of stencil.
const BYTES_PER_PIXEL: u64 = 4;

/// Largest number of pairs that share a sheet, with tiles of `resolution` pixels a side.
pub fn most_layers(capabilities: &Capabilities, resolution: u32) -> u32 {
    if capabilities.is_software() {
        return MOST_LAYERS_SOFTWARE.min(capabilities.max_layers);
    }
    let fitting = MOST_BYTES / (BYTES_PER_PIXEL * u64::from(resolution).pow(2));
    (fitting as u32).clamp(1, capabilities.max_layers.max(1))
}

/// The sheet that all pairs pass through in turns: as large as they need and no larger than it may be.
pub struct Sheets {
    gpu: Gpu,
    resolution: u32,
    most: u32,
    stack: Option<Stack>,
}

impl Sheets {
    /// No sheet yet; each will have `most` layers at most.
    pub fn new(gpu: &Gpu, resolution: u32, most: u32) -> Self {
        Self { gpu: gpu.clone(), resolution, most, stack: None }
    }

    /// A sheet for up to `pairs` pairs at a time. A clear goes over all layers, so one that has become far
    /// too large is replaced.
    pub fn require(&mut self, pairs: usize) -> Result<&Stack, GpuError> {
        let wanted = pairs.next_power_of_two().min(self.most as usize) as u32;
        let fits = |stack: &Stack| (wanted..=2 * wanted).contains(&stack.layers());
        if !self.stack.as_ref().is_some_and(fits) {
            self.stack = None;
            self.stack = Some(Stack::new(&self.gpu, self.resolution, wanted)?);
        }
        Ok(self.stack())
    }

    /// The sheet that was last required.
    ///
    /// # Panics
    /// If none was, which is a mistake in the program.
    pub fn stack(&self) -> &Stack {
        self.stack.as_ref().expect("required before")
    }
}

/// The jobs of a detection, ready to be drawn.
pub struct Prepared {
    /// Per job and role: the body as the pair's window sees it, the same in every pass.
    pub(super) seen: Vec<[Seen; 2]>,
    /// What is known already: zero samples where the window shows nothing of one body, or nothing is left of it.
    pub counts: Vec<[Option<u32>; 2]>,
    /// Indices of the other jobs, which have to be drawn.
    pub alive: Vec<usize>,
}

/// Matrices for all jobs; uploads meshes that are new. With `skip_hidden` jobs whose window shows nothing of
/// one body are settled here: no sample can pass, whatever is drawn.
pub fn prepare(
    stage: &mut Stage,
    bodies: &[Body],
    jobs: &[Job],
    skip_hidden: bool,
) -> Result<Prepared, DetectError> {
    let mut prepared = Prepared {
        seen: Vec::with_capacity(jobs.len()),
        counts: vec![[None; 2]; jobs.len()],
        alive: Vec::with_capacity(jobs.len()),
    };
    for (index, job) in jobs.iter().enumerate() {
        let mut shown = true;
        let mut both = [Seen { local_to_clip: Matrix4::zeros(), grow: 0.0, shift: [0.0; 2] }; 2];
        for (role, seen) in both.iter_mut().enumerate() {
            let Some((mesh, found)) = stage.seen(job, role, bodies)? else {
                shown = false;
                break;
            };
            let Seen { local_to_clip, grow, .. } = &found;
            shown &= !skip_hidden || !mesh.visible_ranges_grown(local_to_clip, Facing::Any, *grow).is_empty();
            *seen = found;
        }
        prepared.seen.push(both);
        if shown {
            prepared.alive.push(index);
        } else {
            prepared.counts[index][0] = Some(0);
        }
    }
    Ok(prepared)
}

/// How many of a tile's stencil values are `value`.
pub(super) fn count_equal(pixels: &[u8], value: u8) -> u32 {
    pixels.iter().filter(|&&pixel| pixel == value).count() as u32
}
