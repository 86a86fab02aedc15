//! Pictures drawn one after the other into an animated file: the steps of the inspected method, or frames of the lab.
//! A thread encodes them meanwhile.

use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use image::RgbaImage;

use super::file_work::{Filming, Progress};
use super::offscreen::{WindowPainter, render_scene};
use super::shell::Shell;
use super::video::{Frames, VideoFile};
use crate::exhibit::Page;
use crate::gpu::Gpu;

/// Display time of a step.
const STEP: Duration = Duration::from_millis(1000);
/// Display time of the last step, which shows the answer.
const END: Duration = Duration::from_millis(3000);
/// Maximum number of pictures of steps. Tree traversals can have thousands of steps.
pub const MOST_STEPS: usize = 200;
/// Maximum number of drawn pictures that wait for the encoder.
const AHEAD: usize = 3;

/// The pictures of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reel {
    /// One picture before the first step of the inspected method, and one after each of this number of steps.
    Steps(usize),
    /// Frames of the lab.
    Frames(Frames),
}

impl Reel {
    /// The steps of the inspected pair. Fails if no pair is inspected, or if it has [`MOST_STEPS`] steps or more.
    pub fn of_steps(shell: &mut Shell) -> anyhow::Result<Self> {
        let story = shell.inspected().map_err(anyhow::Error::msg)?;
        let (method, steps) = (story.about(), story.steps());
        if steps >= MOST_STEPS {
            bail!("{} takes {steps} steps on this pair; up to {} can be drawn", method.title, MOST_STEPS - 1);
        }
        Ok(Self::Steps(steps))
    }

    /// Number of pictures.
    pub fn count(&self) -> usize {
        match self {
            Self::Steps(steps) => steps + 1,
            Self::Frames(frames) => usize::try_from(frames.count()).unwrap_or(usize::MAX),
        }
    }

    /// Prepares the shell for picture `index`, after that of the picture before.
    fn turn(&self, shell: &mut Shell, index: usize) -> anyhow::Result<()> {
        match self {
            Self::Steps(_) => shell.inspector.position = index,
            Self::Frames(frames) => {
                let target = frames.first + index as u64 * frames.every.max(1);
                while shell.lab.frame() < target {
                    let before = shell.lab.frame();
                    shell.lab.step();
                    if shell.lab.frame() == before {
                        let why = shell.lab.trouble().unwrap_or_else(|| "the lab does not step".to_owned());
                        bail!("frame {}: {why}", before + 1);
                    }
                }
                shell.move_along();
                shell.lab.settle();
            }
        }
        Ok(())
    }

    /// Display time of picture `index`.
    fn time(&self, index: usize) -> Duration {
        match self {
            Self::Steps(steps) if index == *steps => END,
            Self::Steps(_) => STEP,
            Self::Frames(frames) => Duration::from_secs_f64(1.0 / frames.rate()),
        }
    }
}

/// A film in the making. It owns the shell that it draws.
pub struct Film {
    gpu: Gpu,
    shell: Shell,
    reel: Reel,
    size: [u32; 2],
    /// The window's painter; `None` for the scene of the focused pane alone.
    painter: Option<WindowPainter>,
    drawn: usize,
    pictures: Option<SyncSender<(RgbaImage, Duration)>>,
    encoder: Option<JoinHandle<anyhow::Result<Vec<PathBuf>>>>,
}

impl Film {
    /// A film of `reel` into `video`, in pictures of `size` pixels. With `scene_only`, on the page of the scene,
    /// without panels.
    pub fn begin(
        gpu: &Gpu,
        mut shell: Shell,
        reel: Reel,
        video: VideoFile,
        size: [u32; 2],
        pixels_per_point: f32,
        scene_only: bool,
    ) -> anyhow::Result<Self> {
        shell.inspector.playing = false;
        shell.lab.playback().playing = false;
        let alone = scene_only && shell.page == Page::Scene && shell.lab.panes().count() == 1;
        let painter = if alone { None } else { Some(WindowPainter::new(gpu, size, pixels_per_point)?) };
        let (pictures, received) = sync_channel(AHEAD);
        let count = reel.count();
        let encode = move || {
            let mut video = video;
            for _ in 0..count {
                // The sender is gone if the film was stopped.
                let (picture, time) = received.recv().context("stopped")?;
                video.push(&picture, time)?;
            }
            video.finish()
        };
        let encoder = Some(std::thread::spawn(encode));
        let gpu = gpu.clone();
        Ok(Self { gpu, shell, reel, size, painter, drawn: 0, pictures: Some(pictures), encoder })
    }

    /// Draws all pictures and waits for the files. `drawn` receives the number of pictures drawn and of all.
    pub fn complete(mut self, drawn: &mut dyn FnMut(usize, usize)) -> anyhow::Result<Vec<PathBuf>> {
        loop {
            match self.advance()? {
                Progress::Drawn(count, of) => drawn(count, of),
                Progress::Encoding => return self.result(),
                Progress::Done(result) => return result,
            }
        }
    }

    fn result(&mut self) -> anyhow::Result<Vec<PathBuf>> {
        let encoder = self.encoder.take().ok_or_else(|| anyhow!("the film has ended already"))?;
        encoder.join().unwrap_or_else(|_| bail!("encoding failed unexpectedly (internal error)"))
    }
}

impl Filming for Film {
    /// Waits while the encoder is behind.
    fn advance(&mut self) -> anyhow::Result<Progress> {
        if let Some(pictures) = &self.pictures {
            self.reel.turn(&mut self.shell, self.drawn)?;
            let picture = match &mut self.painter {
                Some(painter) => painter.paint(&self.gpu, &mut self.shell)?,
                None => {
                    let pane = self.shell.lab.panes().focus();
                    let camera = self.shell.cameras.of(pane);
                    render_scene(&self.gpu, &mut *self.shell.lab, pane, &camera, self.size)?
                }
            };
            let time = self.reel.time(self.drawn);
            if pictures.send((picture, time)).is_err() {
                return Ok(Progress::Done(self.result()));
            }
            self.drawn += 1;
            if self.drawn == self.reel.count() {
                self.pictures = None;
            }
            return Ok(Progress::Drawn(self.drawn, self.reel.count()));
        }
        match &self.encoder {
            Some(encoder) if !encoder.is_finished() => Ok(Progress::Encoding),
            _ => Ok(Progress::Done(self.result())),
        }
    }
}
