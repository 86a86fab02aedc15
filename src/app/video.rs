//! Pictures one after the other: an animated PNG, or numbered PNG files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context as _, bail};
use image::RgbaImage;

use crate::files::{self, Growing};
use crate::labs::playhead::FRAMES_PER_SECOND;

/// Format of an animated file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Animated PNG in full colour, for browsers and slides. In the window it is named like a still one, so that all
    /// programs open it.
    Apng,
    /// One numbered PNG file per picture.
    Sequence,
}

/// The formats, with name and explanation in English.
pub const FORMATS: [(Format, &str, &str); 2] = [
    (Format::Apng, "APNG", "Animated PNG in full colour, for browsers and slides"),
    (Format::Sequence, "PNG files", "One numbered PNG file per image"),
];

impl Format {
    /// The format that the ending of a file's name on the command line stands for.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_ascii_lowercase().to_str()? {
            "apng" => Some(Self::Apng),
            "png" => Some(Self::Sequence),
            _ => None,
        }
    }
}

/// Maximum number of pictures of frames: twenty minutes at full rate.
pub const MOST_PICTURES: u64 = 36_000;

/// A range of frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frames {
    /// The first frame.
    pub first: u64,
    /// The last frame.
    pub last: u64,
    /// A picture of every such frame, at least 1.
    pub every: u64,
    /// Multiple of the simulation's speed at which the video plays.
    pub speed: f64,
}

impl Frames {
    /// Checks that there is a frame, and not too many. The error is one line.
    pub fn check(&self) -> anyhow::Result<()> {
        if self.last < self.first {
            bail!("frames {} to {}: the last is before the first", self.first, self.last);
        }
        if self.count() > MOST_PICTURES {
            bail!(
                "{} pictures are more than {MOST_PICTURES}; film fewer frames, or not every one",
                self.count()
            );
        }
        Ok(())
    }

    /// Number of pictures.
    pub fn count(&self) -> u64 {
        (self.last - self.first) / self.every.max(1) + 1
    }

    /// Pictures per second.
    pub fn rate(&self) -> f64 {
        FRAMES_PER_SECOND * self.speed / self.every.max(1) as f64
    }
}

/// An animated file that is being written. It appears under its name when [`Self::finish`] succeeds; if it is
/// dropped before, nothing remains.
pub struct VideoFile {
    path: PathBuf,
    size: [u32; 2],
    sink: Sink,
    /// Display time of all pictures so far.
    shown: Duration,
}

/// Where the pictures go.
enum Sink {
    /// The file, and the encoder with the bytes that the file has not received.
    Apng(Growing, png::Writer<Buffer>, Buffer),
    /// Encoded PNG files, written together at the end.
    Sequence(Vec<Vec<u8>>),
}

impl VideoFile {
    /// Begins a file at `path` for `count` pictures of `size` pixels.
    pub fn begin(path: &Path, format: Format, size: [u32; 2], count: usize) -> anyhow::Result<Self> {
        if count == 0 {
            bail!("{}: there are no pictures", path.display());
        }
        let sink = match format {
            Format::Apng => {
                let (file, buffer) = (Growing::begin(path)?, Buffer::default());
                let mut encoder = png::Encoder::new(buffer.clone(), size[0], size[1]);
                encoder.set_color(png::ColorType::Rgba);
                encoder.set_depth(png::BitDepth::Eight);
                encoder.set_animated(u32::try_from(count)?, 0).context(FAILED)?;
                Sink::Apng(file, encoder.write_header().context(FAILED)?, buffer)
            }
            Format::Sequence => Sink::Sequence(Vec::with_capacity(count)),
        };
        Ok(Self { path: path.to_owned(), size, sink, shown: Duration::ZERO })
    }

    /// Appends a picture and its display time.
    pub fn push(&mut self, picture: &RgbaImage, time: Duration) -> anyhow::Result<()> {
        let (width, height) = picture.dimensions();
        if [width, height] != self.size {
            bail!(
                "a picture of {width} × {height} pixels cannot follow one of {} × {}",
                self.size[0],
                self.size[1]
            );
        }
        match &mut self.sink {
            Sink::Apng(file, writer, buffer) => {
                // Rounding the ends instead of the lengths keeps the sum right.
                let at = |time: Duration| (1000.0 * time.as_secs_f64()).round() as u64;
                let milliseconds = at(self.shown + time) - at(self.shown);
                writer
                    .set_frame_delay(u16::try_from(milliseconds).unwrap_or(u16::MAX), 1000)
                    .context(FAILED)?;
                writer.write_image_data(picture).context(FAILED)?;
                file.append(&buffer.take())?;
            }
            Sink::Sequence(made) => made.push(files::png(picture)?),
        }
        self.shown += time;
        Ok(())
    }

    /// Completes the file or files. Returns their paths.
    pub fn finish(self) -> anyhow::Result<Vec<PathBuf>> {
        match self.sink {
            Sink::Apng(mut file, writer, buffer) => {
                writer.finish().context(FAILED)?;
                file.append(&buffer.take())?;
                file.appear()?;
                Ok(vec![self.path])
            }
            Sink::Sequence(made) => {
                let stem = self.path.with_extension("");
                let digits = made.len().saturating_sub(1).to_string().len().max(2);
                let numbered = |(index, bytes)| {
                    let mut name = stem.clone().into_os_string();
                    name.push(format!("-{index:0digits$}.png"));
                    (PathBuf::from(name), bytes)
                };
                let made: Vec<_> = made.into_iter().enumerate().map(numbered).collect();
                files::write_all_whole(&made)?;
                Ok(made.into_iter().map(|(path, _)| path).collect())
            }
        }
    }
}

/// The message for an error of an encoder.
const FAILED: &str = "the animation cannot be encoded";

/// Bytes that an encoder has written; the file that receives them reports errors of its own.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn take(&self) -> Vec<u8> {
        self.0.lock().map_or_else(|_| Vec::new(), |mut bytes| std::mem::take(&mut *bytes))
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().map_err(|_| io::Error::other("poisoned"))?.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
