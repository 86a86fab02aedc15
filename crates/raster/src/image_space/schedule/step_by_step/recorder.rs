//! Draws a pair for the inspector on a separate stage and reads the result back.

use crate::detector::{Cost, DetectError};
use crate::gpu::{Gpu, Rect};
use crate::image_space::options::Options;
use crate::image_space::pass::{Pass, PassProgram, Read};
use crate::image_space::schedule::{BodyDraw, BodyInWindow, Frame, Job, Stage, gl, role};
use crate::world::Body;

/// One table on a separate stage with one tile.
pub struct Recorder {
    pub table: PassProgram,
    pub options: Options,
    pub stage: Stage,
    frame: Frame,
}

/// The pair's bodies in its window, by role.
pub struct Scene<'a> {
    pub bodies: [&'a Body; 2],
    pub in_window: [BodyInWindow; 2],
}

impl Recorder {
    /// Compiles the shader for one tile of the resolution in `options`.
    pub fn new(gpu: &Gpu, table: &PassProgram, options: &Options) -> Result<Self, DetectError> {
        let side = options.resolution;
        // However the method counts, the recording counts every sample.
        let counting = PassProgram { read: Read::Counts, ..table.clone() };
        let stage = Stage::new(gpu, side, 1).and_then(|stage| stage.for_table(&counting)).map_err(gl)?;
        let frame = Frame { tile: Rect::of_size(side, side), scissored: false, skip_hidden_clusters: false };
        Ok(Self { table: table.clone(), options: *options, stage, frame })
    }

    /// Both bodies in the window; `None` if a thin one has shrunk to nothing.
    pub fn scene<'a>(&mut self, job: &Job, bodies: &'a [Body; 2]) -> Result<Option<Scene<'a>>, DetectError> {
        let Some((_, first)) = self.stage.body_in_window(job, 0, bodies)? else { return Ok(None) };
        let Some((_, second)) = self.stage.body_in_window(job, 1, bodies)? else { return Ok(None) };
        Ok(Some(Scene { bodies: job.roles.map(|body| &bodies[body]), in_window: [first, second] }))
    }

    /// Draws one row for the pair; a counted row uses query 0.
    pub fn draw(&mut self, pass: &Pass, split_culling: bool, scene: &Scene) -> Result<(), DetectError> {
        let drawn = role(pass.draw)
            .map(|role| BodyDraw { shape: &scene.bodies[role].shape, in_window: &scene.in_window[role] });
        self.stage.draw(pass, split_culling, &self.frame, drawn, 0, &mut Cost::default())
    }

    /// Depth (24 bits) and stencil of every pixel, row by row from the bottom.
    pub fn read(&self) -> (Vec<u32>, Vec<u8>) {
        // The 24 bits are returned as 32, with the upper bits repeated at the bottom.
        let depth = self.stage.tiles.read_depth(self.frame.tile).into_iter().map(|depth| depth >> 8);
        (depth.collect(), self.stage.tiles.read_stencil(self.frame.tile))
    }
}
