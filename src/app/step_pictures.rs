//! Pictures of the steps of one pair, one per step, as a numbered sequence or an animated file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};

use super::export::Format;
use super::offscreen::render_shell;
use super::shell::Shell;
use crate::files;
use crate::gpu::Gpu;

/// Display time of a picture.
const STEP: Duration = Duration::from_millis(1000);
/// Display time of the last picture, which shows the answer.
const END: Duration = Duration::from_millis(3000);
/// Speed of the search for 256 colours, from 1 (slow, best match) to 30.
const ENCODER_SPEED: i32 = 10;
/// Maximum number of step pictures. Tree traversals can have thousands of steps.
pub const MOST_PICTURES: usize = 200;

/// Takes one picture of the inspector at each position, from before the first step to after the last; then restores
/// the inspector's position. `go_on` receives the number of finished pictures and the total, and cancels by
/// returning false.
pub fn shoot(
    gpu: &Gpu,
    shell: &mut Shell,
    size: [u32; 2],
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> anyhow::Result<Vec<RgbaImage>> {
    let steps = count(shell)?;
    let saved = (shell.inspector.position, shell.inspector.playing);
    shell.inspector.playing = false;
    let mut shoot_all = || {
        let mut pictures = Vec::with_capacity(steps + 1);
        for position in 0..=steps {
            shell.inspector.position = position;
            pictures.push(render_shell(gpu, shell, size, 1.0)?);
            if !go_on(position + 1, steps + 1) {
                bail!("stopped");
            }
        }
        Ok(pictures)
    };
    let pictures = shoot_all();
    (shell.inspector.position, shell.inspector.playing) = saved;
    pictures
}

/// The number of steps of the inspected pair. Fails if no pair is inspected, or if it has [`MOST_PICTURES`] steps
/// or more.
pub fn count(shell: &mut Shell) -> anyhow::Result<usize> {
    let story = shell.inspected().map_err(anyhow::Error::msg)?;
    let (method, steps) = (story.about(), story.steps());
    if steps >= MOST_PICTURES {
        bail!("{} takes {steps} steps on this pair; up to {} can be drawn", method.title, MOST_PICTURES - 1);
    }
    Ok(steps)
}

/// Writes all pictures in this format. Returns the paths of the files.
pub fn write(path: &Path, format: Format, pictures: &[RgbaImage]) -> anyhow::Result<Vec<PathBuf>> {
    match format {
        Format::Gif => write_gif(path, pictures)?,
        Format::Apng => write_apng(path, pictures)?,
        Format::Sequence => return write_sequence(path, pictures),
    }
    Ok(vec![path.to_owned()])
}

/// Writes all pictures as an endlessly repeating animated GIF.
pub fn write_gif(path: &Path, pictures: &[RgbaImage]) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, ENCODER_SPEED);
    encoder.set_repeat(Repeat::Infinite).context("the animation cannot be encoded")?;
    for (index, picture) in pictures.iter().enumerate() {
        let time = if index + 1 == pictures.len() { END } else { STEP };
        let frame = Frame::from_parts(picture.clone(), 0, 0, Delay::from_saturating_duration(time));
        encoder.encode_frame(frame).context("the animation cannot be encoded")?;
    }
    drop(encoder);
    files::write_whole(path, &bytes)
}

/// Writes all pictures as an endlessly repeating animated PNG. Programs without animation show the first picture.
pub fn write_apng(path: &Path, pictures: &[RgbaImage]) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    encode_apng(&mut bytes, pictures).context("the animation cannot be encoded")?;
    files::write_whole(path, &bytes)
}

fn encode_apng(bytes: &mut Vec<u8>, pictures: &[RgbaImage]) -> anyhow::Result<()> {
    let (width, height) = pictures.first().context("there are no pictures")?.dimensions();
    let mut encoder = png::Encoder::new(bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(u32::try_from(pictures.len())?, 0)?;
    let mut writer = encoder.write_header()?;
    for (index, picture) in pictures.iter().enumerate() {
        let time = if index + 1 == pictures.len() { END } else { STEP };
        writer.set_frame_delay(u16::try_from(time.as_millis())?, 1000)?;
        writer.write_image_data(picture)?;
    }
    Ok(writer.finish()?)
}

/// Writes each picture as a PNG of its own, `NAME-00.png` and so on for `NAME.png`; no file appears before all are
/// written. Returns the paths.
pub fn write_sequence(path: &Path, pictures: &[RgbaImage]) -> anyhow::Result<Vec<PathBuf>> {
    let stem = path.with_extension("");
    let file = |(index, picture)| {
        let mut name = stem.clone().into_os_string();
        name.push(format!("-{index:02}.png"));
        Ok((PathBuf::from(name), files::png(picture)?))
    };
    let made: Vec<(PathBuf, Vec<u8>)> =
        pictures.iter().enumerate().map(file).collect::<anyhow::Result<_>>()?;
    files::write_all_whole(&made)?;
    Ok(made.into_iter().map(|(path, _)| path).collect())
}
