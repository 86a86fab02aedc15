//! Films: a pair's steps and a lab's frames in every format, whole or not at all.

use crate::support::window;
use crate::support::window::Drive as _;
use collidoscope::app::file_work::Filming as _;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use collidoscope::app::Shell;
use collidoscope::app::filming::{Film, Reel};
use collidoscope::app::offscreen::{PictureOptions, render_shell, shell_of};
use collidoscope::app::video::{Format, Frames, VideoFile};
use collidoscope::gpu::Gpu;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::methods;
use collidoscope::world::PRESETS;
use image::AnimationDecoder as _;

use crate::support::{assert_no_complaints, gpu};

const SIZE: [u32; 2] = [640, 480];

fn shell(gpu: &Gpu, preset: &str, method: &str) -> Shell {
    let start = Start::Preset(PRESETS.iter().find(|p| p.id == preset).unwrap());
    let mut shell = window::open(gpu, Setup { start, method: methods::find(method).unwrap() });
    shell.present(&"page=inspector&step=2".parse().unwrap()).unwrap();
    shell
}

/// Largest mean difference of a channel between two pictures, out of 255.
fn difference(a: &image::RgbaImage, b: &image::RgbaImage) -> f64 {
    let sum: u64 = a.iter().zip(b.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.len() as f64
}

/// Films these pictures of the shell into a file of this name. Returns the files written.
fn film(gpu: &Gpu, shell: Shell, reel: Reel, path: &Path, format: Format) -> Vec<PathBuf> {
    let video = VideoFile::begin(path, format, SIZE, reel.count(), reel.rate()).unwrap();
    let mut heard = Vec::new();
    let film = Film::begin(gpu, shell, reel, video, SIZE, 1.0, false).unwrap();
    let paths = film.complete(&mut |made, of| heard.push((made, of))).unwrap();
    assert_eq!(heard, (1..=reel.count()).map(|made| (made, reel.count())).collect::<Vec<_>>());
    paths
}

/// The steps of a method on a preset, filmed into this file.
fn film_steps(gpu: &Gpu, path: &Path, format: Format) -> Vec<PathBuf> {
    let mut shell = shell(gpu, "relation-4", "stencil");
    let reel = Reel::of_steps(&mut shell).unwrap();
    film(gpu, shell, reel, path, format)
}

fn frames_of_gif(path: &Path) -> Vec<image::Frame> {
    let file = BufReader::new(std::fs::File::open(path).unwrap());
    image::codecs::gif::GifDecoder::new(file).unwrap().into_frames().collect_frames().unwrap()
}

fn frames_of_apng(path: &Path) -> Vec<image::Frame> {
    let file = BufReader::new(std::fs::File::open(path).unwrap());
    image::codecs::png::PngDecoder::new(file).unwrap().apng().unwrap().into_frames().collect_frames().unwrap()
}

#[test]
fn there_is_a_picture_per_position_in_every_format() {
    let gpu = gpu();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let paths = film_steps(&gpu, &at("x.png"), Format::Sequence);
    // Two rows that find common pixels, four of the method, one that counts; and the state before the first.
    assert_eq!(paths.len(), 8);
    assert_eq!(paths[7], at("x-07.png"));
    let pictures: Vec<_> = paths.iter().map(|path| image::open(path).unwrap().to_rgba8()).collect();
    for pair in pictures.windows(2) {
        assert!(difference(&pair[0], &pair[1]) > 0.01, "every step shows something new");
    }

    film_steps(&gpu, &at("x.gif"), Format::Gif);
    film_steps(&gpu, &at("x.apng"), Format::Apng);
    // A GIF has 256 colours per picture, an APNG all.
    for (frames, most) in [(frames_of_gif(&at("x.gif")), 3.0), (frames_of_apng(&at("x.apng")), 0.0)] {
        assert_eq!(frames.len(), pictures.len());
        for (index, (frame, picture)) in frames.iter().zip(&pictures).enumerate() {
            assert_eq!(frame.buffer().dimensions(), (SIZE[0], SIZE[1]));
            assert!(difference(frame.buffer(), picture) <= most, "picture {index}");
            let (milliseconds, _) = frame.delay().numer_denom_ms();
            assert_eq!(milliseconds, if index + 1 == frames.len() { 3000 } else { 1000 }, "picture {index}");
        }
    }
    assert_no_complaints(&gpu);
}

/// The arena's frames 3 to 9, every second one, at half the speed, as the shot command films them.
#[test]
fn frames_are_filmed_as_the_lab_steps_and_at_their_speed() {
    let gpu = gpu();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let frames = Frames { first: 3, last: 10, every: 2, speed: 0.5 };
    let options = |frame| PictureOptions { size: SIZE, frames: Some(frame), ..PictureOptions::default() };
    let begin = || shell_of(&gpu, &options(3), &mut || ()).unwrap();
    let filmed = film(&gpu, begin(), Reel::Frames(frames), &at("x.png"), Format::Sequence);
    assert_eq!(filmed.len(), 4);
    for (path, frame) in filmed.iter().zip([3, 5, 7, 9]) {
        let mut shell = shell_of(&gpu, &options(frame), &mut || ()).unwrap();
        let expected = render_shell(&gpu, &mut shell, SIZE, 1.0).unwrap();
        // The panels show measured times, which differ.
        let off = difference(&image::open(path).unwrap().to_rgba8(), &expected);
        assert!(off < 1.0, "frame {frame}: {off}");
    }
    film(&gpu, begin(), Reel::Frames(frames), &at("x.apng"), Format::Apng);
    let times: Vec<_> =
        frames_of_apng(&at("x.apng")).iter().map(|frame| frame.delay().numer_denom_ms().0).collect();
    assert_eq!(times.iter().sum::<u32>(), 533, "four pictures at 7.5 per second: {times:?}");

    film(&gpu, begin(), Reel::Frames(frames), &at("x.y4m"), Format::Y4m);
    let bytes = std::fs::read(at("x.y4m")).unwrap();
    let head = b"YUV4MPEG2 W640 H480 F7500:1000 Ip A1:1 C444\n";
    assert!(bytes.starts_with(head));
    assert_eq!(bytes.len(), head.len() + 4 * (b"FRAME\n".len() + 3 * 640 * 480));
}

#[test]
fn uncompressed_video_has_the_colours_of_its_standard() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.y4m");
    let colors = [[0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255]];
    let picture = image::RgbaImage::from_fn(5, 1, |x, _| {
        let [r, g, b] = colors[x as usize];
        image::Rgba([r, g, b, 255])
    });
    let mut video = VideoFile::begin(&path, Format::Y4m, [5, 1], 1, 30.0).unwrap();
    // Three times the time of one picture.
    video.push(&picture, video.each() * 3).unwrap();
    video.finish().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    // Y, Cb and Cr of black, white, red, green and blue, from the tables of ITU-R BT.601.
    let planes = [16, 235, 81, 145, 41, 128, 128, 90, 54, 240, 128, 128, 240, 34, 110];
    let frame: Vec<u8> = b"FRAME\n".iter().copied().chain(planes).collect();
    assert!(bytes.ends_with(&frame.repeat(3)), "{bytes:?}");
}

/// A program in the place of `ffmpeg` that keeps its arguments and counts its input.
#[cfg(unix)]
fn program(folder: &Path, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join("encoder");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn ffmpeg_gets_every_picture_and_its_failures_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let picture = image::RgbaImage::new(3, 2);
    let film = |encoder: &Path, name: &str| {
        let video = VideoFile::begin_with(encoder.as_os_str(), &at(name), Format::Mp4, [3, 2], 2, 30.0);
        let mut video = video.map_err(|why| format!("{why:#}"))?;
        for _ in 0..2 {
            let time = video.each();
            video.push(&picture, time).map_err(|why| format!("{why:#}"))?;
        }
        video.finish().map_err(|why| format!("{why:#}"))
    };
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    // The last argument is the file to write.
    let encoder = program(folder.path(), "for last; do :; done; { echo \"$@\"; wc -c; } > \"$last\"");
    film(&encoder, "x.mp4").unwrap();
    let text = std::fs::read_to_string(at("x.mp4")).unwrap();
    assert!(text.contains("-video_size 3x2 -framerate 30000/1000"), "{text}");
    assert_eq!(text.lines().last().unwrap().trim(), "48", "two pictures of 24 bytes");
    for (script, why) in [
        (
            "cat > /dev/null; echo one >&2; echo 'Unknown encoder libx264' >&2; exit 1",
            "ffmpeg failed: Unknown encoder libx264",
        ),
        ("cat > /dev/null; exit 3", "ffmpeg failed: exit status: 3"),
    ] {
        let encoder = program(folder.path(), script);
        assert_eq!(film(&encoder, "y.mp4").unwrap_err(), why);
    }
    let missing = film(Path::new("/nowhere/ffmpeg"), "y.mp4").unwrap_err();
    assert!(missing.contains("not installed") && missing.contains("apng, gif or y4m"), "{missing}");
    assert_eq!(names(), ["encoder", "x.mp4"], "nothing unfinished remains");
}

#[test]
fn a_sequence_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    // The second name is taken by a folder.
    std::fs::create_dir(folder.path().join("x-01.png")).unwrap();
    let path = folder.path().join("x.png");
    let mut video = VideoFile::begin(&path, Format::Sequence, [2, 2], 3, 30.0).unwrap();
    for _ in 0..3 {
        let time = video.each();
        video.push(&image::RgbaImage::new(2, 2), time).unwrap();
    }
    assert!(video.push(&image::RgbaImage::new(3, 2), video.each()).is_err(), "another size");
    assert!(video.finish().is_err());
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["x-01.png"], "{left:?}");
}

#[test]
fn a_film_that_is_dropped_leaves_nothing_and_one_without_pictures_is_refused() {
    let gpu = gpu();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.apng");
    let mut filmed = shell(&gpu, "relation-4", "stencil");
    let reel = Reel::of_steps(&mut filmed).unwrap();
    let video = VideoFile::begin(&path, Format::Apng, SIZE, reel.count(), reel.rate()).unwrap();
    let mut film = Film::begin(&gpu, filmed, reel, video, SIZE, 1.0, false).unwrap();
    film.advance().unwrap();
    drop(film);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while std::fs::read_dir(folder.path()).unwrap().next().is_some() {
        assert!(std::time::Instant::now() < deadline, "the unfinished file remains");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(VideoFile::begin(&path, Format::Gif, SIZE, 0, 1.0).is_err());
    assert!(VideoFile::begin(Path::new("/nowhere/x.gif"), Format::Gif, SIZE, 1, 1.0).is_err());
    for (first, last) in [(5, 4), (0, 50_000)] {
        assert!(Frames { first, last, every: 1, speed: 1.0 }.check().is_err(), "{first} to {last}");
    }
    let mut apart = shell(&gpu, "intersecting", "occlusion-query");
    let file = r#"{"collidoscope": 2, "show": "lab=arena&seed=1&bodies=2&density=0.005"}"#;
    let file = collidoscope::app::scene_file::parse(file).unwrap();
    let scene = collidoscope::app::scene_file::LoadedScene::check(file, Path::new("")).unwrap();
    apart.open_scene(&scene).unwrap();
    assert!(apart.arena().found().candidates.is_empty());
    assert!(Reel::of_steps(&mut apart).unwrap_err().to_string().contains("No boxes overlap"));
}
