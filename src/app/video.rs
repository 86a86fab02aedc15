//! Animated files, written picture by picture: MP4 and WebM by the program `ffmpeg`, and APNG, GIF, y4m and numbered
//! PNG files without it.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};

use crate::files::{self, Growing};
use crate::labs::playhead::FRAMES_PER_SECOND;

/// Format of an animated file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// H.264 in MP4, encoded by `ffmpeg`.
    Mp4,
    /// VP9 in WebM, encoded by `ffmpeg`.
    WebM,
    /// Animated PNG in full colour, for browsers and slides.
    Apng,
    /// Animated GIF with 256 colours per picture; every viewer plays it.
    Gif,
    /// Uncompressed YUV4MPEG2, which video programs read.
    Y4m,
    /// One numbered PNG file per picture.
    Sequence,
}

/// The formats, with name and explanation in English.
pub const FORMATS: [(Format, &str, &str); 6] = [
    (Format::Mp4, "MP4", "Video in H.264, for players and slides; needs the program ffmpeg"),
    (Format::WebM, "WebM", "Video in VP9, for browsers; needs the program ffmpeg"),
    (Format::Apng, "APNG", "Animated PNG in full colour, for browsers and slides"),
    (Format::Gif, "GIF", "Animated GIF with 256 colours per frame, for all other programs"),
    (Format::Y4m, "Y4M", "Uncompressed video, for further work in video programs"),
    (Format::Sequence, "PNG files", "One numbered PNG file per image"),
];

impl Format {
    /// File extension, without a dot. An animated PNG is named like a still one, so that all programs open it.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Mp4 => "mp4",
            Self::WebM => "webm",
            Self::Gif => "gif",
            Self::Y4m => "y4m",
            Self::Apng | Self::Sequence => "png",
        }
    }

    /// The format that the ending of a file's name on the command line stands for.
    pub fn of(path: &Path) -> Option<Self> {
        let endings =
            FORMATS.map(|(format, ..)| (if format == Self::Apng { "apng" } else { format.ending() }, format));
        let has_ending = |ending: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
        endings.into_iter().find(|(ending, _)| has_ending(ending)).map(|(_, format)| format)
    }

    /// Whether `ffmpeg` encodes it.
    pub fn needs_ffmpeg(self) -> bool {
        !self.encoder().is_empty()
    }

    /// Arguments of `ffmpeg` for this format; empty for the formats that do not need it.
    fn encoder(self) -> &'static [&'static str] {
        match self {
            Self::Mp4 => &[
                "-c:v",
                "libx264",
                "-crf",
                "18",
                "-preset",
                "veryfast",
                "-movflags",
                "+faststart",
                "-f",
                "mp4",
            ],
            Self::WebM => &[
                "-c:v",
                "libvpx-vp9",
                "-crf",
                "24",
                "-b:v",
                "0",
                "-deadline",
                "realtime",
                "-cpu-used",
                "5",
                "-f",
                "webm",
            ],
            Self::Apng | Self::Gif | Self::Y4m | Self::Sequence => &[],
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

/// The program that encodes MP4 and WebM.
pub const FFMPEG: &str = "ffmpeg";

/// Whether the folders of `PATH` contain `ffmpeg`.
pub fn has_ffmpeg() -> bool {
    let name = format!("{FFMPEG}{}", std::env::consts::EXE_SUFFIX);
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|p| p.join(&name).is_file()))
}

/// Speed of the search for 256 colours, from 1 (slow, best match) to 30.
const GIF_SPEED: i32 = 10;
/// Most pictures per second for which a format with a fixed rate repeats pictures exactly, to a thousandth.
const RATE_UNIT: f64 = 1000.0;

/// An animated file that is being written. It appears under its name when [`Self::finish`] succeeds; if it is
/// dropped before, nothing remains.
pub struct VideoFile {
    path: PathBuf,
    size: [u32; 2],
    sink: Sink,
    /// Display time of a picture at the rate of the file.
    each: Duration,
    /// Display time of all pictures so far.
    shown: Duration,
}

/// Where the pictures go.
enum Sink {
    Apng(Drained, png::Writer<Buffer>),
    Gif(Drained, Box<GifEncoder<Buffer>>),
    Y4m(Growing, Vec<u8>),
    Ffmpeg(Ffmpeg),
    /// Encoded PNG files, written together at the end.
    Sequence(Vec<Vec<u8>>),
}

impl VideoFile {
    /// Begins a file at `path` for `count` pictures of `size` pixels, `rate` of them per second. Formats other than
    /// APNG and GIF have this rate throughout, and show longer pictures repeatedly.
    pub fn begin(
        path: &Path,
        format: Format,
        size: [u32; 2],
        count: usize,
        rate: f64,
    ) -> anyhow::Result<Self> {
        Self::begin_with(OsStr::new(FFMPEG), path, format, size, count, rate)
    }

    /// [`Self::begin`] with another program in the place of `ffmpeg`.
    pub fn begin_with(
        ffmpeg: &OsStr,
        path: &Path,
        format: Format,
        size: [u32; 2],
        count: usize,
        rate: f64,
    ) -> anyhow::Result<Self> {
        if count == 0 {
            bail!("{}: there are no pictures", path.display());
        }
        let [width, height] = size;
        let rate = (rate * RATE_UNIT).round().max(1.0);
        let sink = match format {
            Format::Apng => {
                let drained = Drained::begin(path)?;
                let mut encoder = png::Encoder::new(drained.buffer.clone(), width, height);
                encoder.set_color(png::ColorType::Rgba);
                encoder.set_depth(png::BitDepth::Eight);
                encoder.set_animated(u32::try_from(count)?, 0).context(FAILED)?;
                Sink::Apng(drained, encoder.write_header().context(FAILED)?)
            }
            Format::Gif => {
                let drained = Drained::begin(path)?;
                let mut encoder = GifEncoder::new_with_speed(drained.buffer.clone(), GIF_SPEED);
                encoder.set_repeat(Repeat::Infinite).context(FAILED)?;
                Sink::Gif(drained, Box::new(encoder))
            }
            Format::Y4m => {
                let mut file = Growing::begin(path)?;
                let head = format!("YUV4MPEG2 W{width} H{height} F{rate}:{RATE_UNIT} Ip A1:1 C444\n");
                file.append(head.as_bytes())?;
                Sink::Y4m(file, Vec::new())
            }
            Format::Mp4 | Format::WebM => {
                let rate = format!("{rate}/{RATE_UNIT}");
                Sink::Ffmpeg(Ffmpeg::begin(ffmpeg, Growing::begin(path)?, format, size, &rate)?)
            }
            Format::Sequence => Sink::Sequence(Vec::with_capacity(count)),
        };
        let each = Duration::from_secs_f64(RATE_UNIT / rate);
        Ok(Self { path: path.to_owned(), size, sink, each, shown: Duration::ZERO })
    }

    /// Display time of a picture at the rate of the file.
    pub fn each(&self) -> Duration {
        self.each
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
        let (from, to) = (self.shown, self.shown + time);
        // Rounding the ends instead of the lengths keeps the sum right.
        let units = |per_second: f64| {
            let at = |time: Duration| (time.as_secs_f64() * per_second).round() as u64;
            at(to) - at(from)
        };
        match &mut self.sink {
            Sink::Apng(drained, writer) => {
                writer
                    .set_frame_delay(u16::try_from(units(1000.0)).unwrap_or(u16::MAX), 1000)
                    .context(FAILED)?;
                writer.write_image_data(picture).context(FAILED)?;
                drained.drain()?;
            }
            Sink::Gif(drained, encoder) => {
                let delay =
                    Delay::from_numer_denom_ms(u32::try_from(10 * units(100.0)).unwrap_or(u32::MAX), 1);
                encoder.encode_frame(Frame::from_parts(picture.clone(), 0, 0, delay)).context(FAILED)?;
                drained.drain()?;
            }
            Sink::Y4m(file, planes) => {
                to_planes(picture, planes);
                for _ in 0..units(1.0 / self.each.as_secs_f64()) {
                    file.append(b"FRAME\n")?;
                    file.append(planes)?;
                }
            }
            Sink::Ffmpeg(ffmpeg) => {
                for _ in 0..units(1.0 / self.each.as_secs_f64()) {
                    ffmpeg.write(picture)?;
                }
            }
            Sink::Sequence(made) => made.push(files::png(picture)?),
        }
        self.shown = to;
        Ok(())
    }

    /// Completes the file or files. Returns their paths.
    pub fn finish(self) -> anyhow::Result<Vec<PathBuf>> {
        match self.sink {
            Sink::Apng(mut drained, writer) => {
                writer.finish().context(FAILED)?;
                drained.drain()?;
                drained.file.appear()?;
            }
            Sink::Gif(mut drained, encoder) => {
                drop(encoder);
                drained.drain()?;
                drained.file.appear()?;
            }
            Sink::Y4m(file, _) => file.appear()?,
            Sink::Ffmpeg(ffmpeg) => ffmpeg.finish()?.appear()?,
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
                return Ok(made.into_iter().map(|(path, _)| path).collect());
            }
        }
        Ok(vec![self.path])
    }
}

/// The message for an error of an encoder.
const FAILED: &str = "the animation cannot be encoded";

/// A file that receives what an encoder has written into its buffer.
struct Drained {
    file: Growing,
    buffer: Buffer,
}

impl Drained {
    fn begin(path: &Path) -> anyhow::Result<Self> {
        Ok(Self { file: Growing::begin(path)?, buffer: Buffer::default() })
    }

    fn drain(&mut self) -> anyhow::Result<()> {
        let bytes = self.buffer.0.lock().map_or_else(|_| Vec::new(), |mut bytes| std::mem::take(&mut *bytes));
        self.file.append(&bytes)
    }
}

/// Bytes that an encoder writes. The encoder of GIF ends its file when it is dropped, where it could not report an
/// error of a file.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().map_err(|_| io::Error::other("poisoned"))?.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The picture as planes Y, Cb and Cr after ITU-R BT.601 with the range of video, 16 to 235 (240 for colours).
fn to_planes(picture: &RgbaImage, planes: &mut Vec<u8>) {
    let count = picture.pixels().len();
    planes.clear();
    planes.resize(3 * count, 0);
    for (index, pixel) in picture.pixels().enumerate() {
        let [r, g, b, _] = pixel.0.map(|channel| f32::from(channel) / 255.0);
        let luma = 0.299 * r + 0.587 * g + 0.114 * b;
        planes[index] = (16.0 + 219.0 * luma).round() as u8;
        planes[count + index] = (128.0 + 224.0 * (b - luma) / 1.772).round() as u8;
        planes[2 * count + index] = (128.0 + 224.0 * (r - luma) / 1.402).round() as u8;
    }
}

/// A running `ffmpeg` that reads pictures from its standard input.
struct Ffmpeg {
    file: Growing,
    child: Running,
    /// Its standard error.
    messages: File,
}

impl Ffmpeg {
    fn begin(
        program: &OsStr,
        mut file: Growing,
        format: Format,
        size: [u32; 2],
        rate: &str,
    ) -> anyhow::Result<Self> {
        let messages = tempfile::tempfile().context("no temporary file can be made")?;
        let [width, height] = size;
        let child = Command::new(program)
            .args(["-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pixel_format", "rgba"])
            .args(["-video_size", &format!("{width}x{height}"), "-framerate", rate, "-i", "pipe:0"])
            // Both formats need even sides for colours at half the resolution.
            .args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"])
            .args(format.encoder())
            .arg("-y")
            .arg(file.temporary_path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(messages.try_clone().context("no temporary file can be made")?)
            .spawn();
        let child = child.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => anyhow!(
                "{} needs the program ffmpeg, which is not installed; install it, or choose apng, gif or y4m",
                format.ending()
            ),
            _ => anyhow!("ffmpeg cannot be started: {error}"),
        })?;
        Ok(Self { file, child: Running(child), messages })
    }

    fn write(&mut self, picture: &RgbaImage) -> anyhow::Result<()> {
        let written = self.child.0.stdin.as_mut().map_or(Ok(()), |input| input.write_all(picture));
        written.map_err(|error| self.failure(&error.to_string()))
    }

    fn finish(mut self) -> anyhow::Result<Growing> {
        drop(self.child.0.stdin.take());
        let status = self.child.0.wait().context("ffmpeg cannot be waited for")?;
        if !status.success() {
            return Err(self.failure(&status.to_string()));
        }
        Ok(self.file)
    }

    /// The last line that it said, or `otherwise`.
    fn failure(&mut self, otherwise: &str) -> anyhow::Error {
        // It may still be saying why.
        drop(self.child.0.stdin.take());
        let _ = self.child.0.wait();
        let mut bytes = Vec::new();
        let _ = self.messages.rewind().and_then(|()| self.messages.read_to_end(&mut bytes));
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or(otherwise);
        anyhow!("ffmpeg failed: {}", line.trim())
    }
}

/// A child process that ends when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail if it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
