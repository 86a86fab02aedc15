//! Bytes as a scene file, checked by building its lab without a GPU.
#![no_main]

use collidoscope::app::{scene_file, loaded_scene::LoadedScene};
use collidoscope::exhibit::Exhibit;
use collidoscope_fuzz::{assert_one_line, file};

/// Values of words that make a scene large; it is built, but takes long.
const MOST: u64 = 2000;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let path = file("json", bytes);
    let checked = scene_file::read(&path).and_then(|scene| match is_large(&scene.show) {
        true => Ok(()),
        false => LoadedScene::load(&path).map(drop),
    });
    if let Err(why) = checked {
        assert_one_line(&format!("{why:#}"));
    }
});

fn is_large(show: &str) -> bool {
    let Ok(show) = show.parse::<Exhibit>() else { return false };
    ["bodies", "frame", "triangles"].iter().any(|word| {
        show.words.get(word).is_some_and(|value| value.parse::<u64>().is_ok_and(|number| number > MOST))
    })
}
