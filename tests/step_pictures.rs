//! Pictures of a pair's steps: one per step, as a sequence, and as an animation of the same pictures.

use crate::support::window;
use crate::support::window::Drive as _;
use std::io::BufReader;
use std::path::Path;

use collidoscope::app::{Shell, step_pictures};
use collidoscope::gpu::Gpu;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::start::Start;
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

#[test]
fn there_is_a_picture_per_position_and_it_leaves_the_inspector_where_it_was() {
    let gpu = gpu();
    let mut shell = shell(&gpu, "relation-4", "stencil");
    let mut heard = Vec::new();
    let pictures = step_pictures::shoot(&gpu, &mut shell, SIZE, &mut |made, of| {
        heard.push((made, of));
        true
    });
    let pictures = pictures.unwrap();
    // Two rows that find common pixels, four of the method, one that counts; and the state before the first.
    assert_eq!(pictures.len(), 8);
    assert_eq!(heard.last(), Some(&(8, 8)));
    assert_eq!(shell.inspector.position, 2);
    for pair in pictures.windows(2) {
        assert!(difference(&pair[0], &pair[1]) > 0.01, "every step shows something new");
    }

    let folder = tempfile::tempdir().unwrap();
    let gif = folder.path().join("x.gif");
    step_pictures::write_gif(&gif, &pictures).unwrap();
    let file = BufReader::new(std::fs::File::open(&gif).unwrap());
    let frames = image::codecs::gif::GifDecoder::new(file).unwrap().into_frames().collect_frames().unwrap();
    assert_eq!(frames.len(), pictures.len());
    for (index, (frame, picture)) in frames.iter().zip(&pictures).enumerate() {
        assert_eq!(frame.buffer().dimensions(), (SIZE[0], SIZE[1]));
        // Each picture has 256 colours.
        assert!(difference(frame.buffer(), picture) < 3.0, "{}", difference(frame.buffer(), picture));
        let (milliseconds, _) = frame.delay().numer_denom_ms();
        assert_eq!(milliseconds > 1500, index + 1 == frames.len(), "the last picture stays");
    }

    let apng = folder.path().join("animated.png");
    step_pictures::write_apng(&apng, &pictures).unwrap();
    let file = BufReader::new(std::fs::File::open(&apng).unwrap());
    let decoder = image::codecs::png::PngDecoder::new(file).unwrap().apng().unwrap();
    let frames = decoder.into_frames().collect_frames().unwrap();
    assert_eq!(frames.len(), pictures.len());
    for (index, (frame, picture)) in frames.iter().zip(&pictures).enumerate() {
        assert!(frame.buffer() == picture, "all colours of picture {index}");
        let (milliseconds, _) = frame.delay().numer_denom_ms();
        assert_eq!(milliseconds > 1500, index + 1 == frames.len(), "the last picture stays");
    }

    let paths = step_pictures::write_sequence(&folder.path().join("x.png"), &pictures).unwrap();
    assert_eq!(paths.len(), pictures.len());
    assert_eq!(paths[7], folder.path().join("x-07.png"));
    for (path, picture) in paths.iter().zip(&pictures) {
        assert_eq!(&image::open(path).unwrap().to_rgba8(), picture);
    }
    assert_no_complaints(&gpu);
}

#[test]
fn a_sequence_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    // The second name is taken by a folder.
    std::fs::create_dir(folder.path().join("x-01.png")).unwrap();
    let pictures = vec![image::RgbaImage::new(2, 2); 3];
    assert!(step_pictures::write_sequence(&folder.path().join("x.png"), &pictures).is_err());
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["x-01.png"], "{left:?}");
}

#[test]
fn drawing_can_be_stopped_and_is_refused_where_there_is_none() {
    let gpu = gpu();
    let mut shell = shell(&gpu, "intersecting", "occlusion-query");
    let mut pictures = 0;
    let stopped = step_pictures::shoot(&gpu, &mut shell, SIZE, &mut |_, _| {
        pictures += 1;
        pictures < 2
    });
    assert!(stopped.is_err() && pictures == 2);
    assert!(step_pictures::write_gif(Path::new("/nowhere/x.gif"), &[]).is_err());
    let (mut apart, file) =
        (shell, r#"{"collidoscope": 1, "world": {"experiment": {"bodies": 2, "density": 0.005}}}"#);
    let file = collidoscope::app::scene_file::parse(file).unwrap();
    let scene = collidoscope::app::loaded_scene::LoadedScene::check(file, Path::new("")).unwrap();
    apart.open_scene(&scene).unwrap();
    assert!(apart.arena().found().candidates.is_empty());
    assert!(step_pictures::count(&mut apart).unwrap_err().to_string().contains("no boxes overlap"));
}
