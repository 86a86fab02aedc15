//! Reads the bytes as a scene file and builds its lab without a GPU. A scene that opens must run for two
//! frames and be saved.
#![no_main]

use collidoscope::app::scene_file::{self, LoadedScene};
use collidoscope::exhibit::SceneLink;
use collidoscope_fuzz::{assert_one_line, count, file, folder};

/// Limits of the size parameters; larger scenes are valid but take too long to build.
const MOST: [(&str, u64); 5] =
    [("bodies", 300), ("frame", 30), ("triangles", 5000), ("faces", 1000), ("side", 33)];

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    collidoscope_fuzz::mutate::mutated(data, size, max_size, seed, collidoscope_fuzz::scenes::changed)
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let path = file("json", bytes);
    let checked = scene_file::read(&path).and_then(|scene| match is_large(&scene.show) {
        true => Ok(()),
        false => LoadedScene::load(&path).map(|scene| go_on(&scene)),
    });
    count(checked.is_ok());
    if let Err(why) = checked {
        assert_one_line(&format!("{why:#}"));
    }
});

fn go_on(scene: &LoadedScene) {
    let built = (scene.row.build)(None, &scene.show.words, Some(&scene.saved));
    let mut lab = built.expect("it was built once, to be checked");
    lab.step();
    lab.step();
    let part = lab.save(folder());
    // Saved positions far out may be refused when they are read again, with a one-line error.
    if let Err(why) = (scene.row.read)(&part, folder()) {
        assert_one_line(&why.to_string());
    }
}

fn is_large(show: &str) -> bool {
    let Ok(show) = show.parse::<SceneLink>() else { return false };
    MOST.iter().any(|(word, most)| {
        show.words.get(word).is_some_and(|value| value.parse::<u64>().is_ok_and(|number| number > *most))
    })
}
