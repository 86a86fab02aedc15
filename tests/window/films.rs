//! Films: a pair's steps and a lab's frames in both formats, whole or not at all.

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
    let video = VideoFile::begin(path, format, SIZE, reel.count()).unwrap();
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

fn frames_of_apng(path: &Path) -> Vec<image::Frame> {
    let file = BufReader::new(std::fs::File::open(path).unwrap());
    image::codecs::png::PngDecoder::new(file).unwrap().apng().unwrap().into_frames().collect_frames().unwrap()
}

#[test]
fn there_is_a_picture_per_position_in_both_formats() {
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

    film_steps(&gpu, &at("x.apng"), Format::Apng);
    let frames = frames_of_apng(&at("x.apng"));
    assert_eq!(frames.len(), pictures.len());
    for (index, (frame, picture)) in frames.iter().zip(&pictures).enumerate() {
        assert!(frame.buffer() == picture, "picture {index}");
        let (milliseconds, _) = frame.delay().numer_denom_ms();
        assert_eq!(milliseconds, if index + 1 == frames.len() { 3000 } else { 1000 }, "picture {index}");
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
}

#[test]
fn a_sequence_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    // The second name is taken by a folder.
    std::fs::create_dir(folder.path().join("x-01.png")).unwrap();
    let path = folder.path().join("x.png");
    let mut video = VideoFile::begin(&path, Format::Sequence, [2, 2], 3).unwrap();
    let time = std::time::Duration::from_millis(33);
    for _ in 0..3 {
        video.push(&image::RgbaImage::new(2, 2), time).unwrap();
    }
    assert!(video.push(&image::RgbaImage::new(3, 2), time).is_err(), "another size");
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
    let video = VideoFile::begin(&path, Format::Apng, SIZE, reel.count()).unwrap();
    let mut film = Film::begin(&gpu, filmed, reel, video, SIZE, 1.0, false).unwrap();
    film.advance().unwrap();
    drop(film);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while std::fs::read_dir(folder.path()).unwrap().next().is_some() {
        assert!(std::time::Instant::now() < deadline, "the unfinished file remains");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(VideoFile::begin(&path, Format::Apng, SIZE, 0).is_err());
    assert!(VideoFile::begin(Path::new("/nowhere/x.apng"), Format::Apng, SIZE, 1).is_err());
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
