//! Pictures of the window over all labs, pages, methods, compared methods, scenes, steps and settings, drawn as `shot`
//! draws them: no choice ends the program, and nearly all are drawn; the others are refused in one line.
//!
//! The cases are a pairwise cover of the values that the tables declare ([`links`]), so that a new method, setting or
//! scene joins by itself. A test draws a part of it; `COLLIDOSCOPE_COVERS=N` draws N whole covers, each with a seed of
//! its own.

pub mod cover;
pub mod links;

use std::panic::{AssertUnwindSafe, catch_unwind};

use collidoscope::app::offscreen::{render_shell_of, shell_of};
use collidoscope::app::{Beginning, PictureOptions};
use collidoscope::exhibit::SceneLink;
use collidoscope::gpu::{Gpu, Severity};
use collidoscope::labs;
use collidoscope::labs::LABS;
use collidoscope::labs::lab::LabRow;
use collidoscope::language::Language;
use collidoscope::ui::theme;
use image::RgbaImage;

use crate::support::gpu;

/// Sizes of the pictures: one in which the panels lie over each other, one in which they lie side by side.
const SIZES: [[u32; 2]; 3] = [[320, 240], [320, 240], [800, 480]];
/// Most links that a test draws usually, evenly spread over its cover. Some take a second on a software renderer.
const USUAL: usize = 60;
/// Least share of the cases that are drawn, in percent; the others are refused, such as a world without bodies.
const LEAST_DRAWN: usize = 80;
/// Most failures that a test lists.
const MOST_LISTED: usize = 12;

/// Beginning of an error that is no refusal.
const NOT_DRAWN: &str = "not drawn:";

/// How a picture is drawn, besides its link.
#[derive(Clone, Copy)]
pub struct Look {
    theme: &'static str,
    language: Language,
    size: [u32; 2],
}

/// Draws what a link shows, as `shot` does. A panic, too, is an error.
pub fn draw(gpu: &Gpu, link: &str, look: Look) -> Result<RgbaImage, String> {
    theme::use_id(look.theme);
    look.language.speak();
    let drawn = catch_unwind(AssertUnwindSafe(|| {
        let link: SceneLink = link.parse()?;
        let first = SceneLink { lab: link.lab.clone(), words: link.words.clone(), ..SceneLink::default() };
        let show = SceneLink { lab: None, words: Default::default(), ..link };
        let beginning = Beginning { first, show, ..Beginning::default() };
        let options = PictureOptions { beginning, size: look.size, ..PictureOptions::default() };
        let mut shell = shell_of(gpu, &options, &mut || ()).map_err(|why| why.to_string())?;
        render_shell_of(gpu, &mut shell, &options).map_err(|why| format!("{NOT_DRAWN} {why}"))
    }));
    Language::English.speak();
    drawn.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        Err(format!("{NOT_DRAWN} panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")))
    })
}

/// Draws a link without the parameters that the program refuses by name; false if it refuses the rest, in one line. The
/// error is a failure that names the link.
pub fn draw_accepted(gpu: &Gpu, link: &str, look: Look) -> Result<bool, String> {
    let mut accepted = link.to_owned();
    let mut is_drawn = true;
    let failed = loop {
        match draw(gpu, &accepted, look) {
            Ok(picture) => {
                let bad = gpu.take_messages().into_iter().find(|message| message.severity == Severity::High);
                let first = picture.pixels().next();
                let is_empty = picture.pixels().all(|pixel| Some(pixel) == first);
                break bad.map(|message| message.text).or(is_empty.then(|| "an empty picture".to_owned()));
            }
            Err(why) => match links::without_refused(&accepted, &why) {
                Some(rest) => accepted = rest,
                None => {
                    is_drawn = false;
                    break Some(why)
                        .filter(|why| why.starts_with(NOT_DRAWN) || why.is_empty() || why.contains('\n'));
                }
            },
        }
    };
    let Look { theme, language, size: [width, height] } = look;
    let how = format!("{theme}, {}, {width}x{height}", language.id());
    failed.map_or(Ok(is_drawn), |why| Err(format!("{accepted} ({how}): {why}")))
}

/// The links of a lab's covers, each with its look.
pub fn cases(row: &'static LabRow, seed: u64) -> Vec<(String, Look)> {
    links::matrices(row).into_iter().flat_map(|axes| of_matrix(row, &axes, seed)).collect()
}

fn of_matrix(row: &'static LabRow, axes: &[Vec<links::Words>], seed: u64) -> Vec<(String, Look)> {
    let looks = [theme::IDS.len(), Language::ALL.len(), SIZES.len()];
    let counts: Vec<_> = axes.iter().map(Vec::len).chain(looks).collect();
    let cases = cover::pairwise(&counts, seed);
    let of = |case: Vec<usize>| {
        let (values, look) = case.split_at(axes.len());
        let words: Vec<&str> = axes.iter().zip(values).map(|(axis, value)| axis[*value].as_str()).collect();
        let look =
            Look { theme: theme::IDS[look[0]], language: Language::ALL[look[1]], size: SIZES[look[2]] };
        (links::link(row, &words), look)
    };
    cases.into_iter().map(of).collect()
}

/// Draws the part `part` of `parts` of a lab's covers.
pub fn check(lab: &str, part: usize, parts: usize) {
    let (row, gpu) = (labs::find(lab).unwrap(), gpu());
    let covers = std::env::var("COLLIDOSCOPE_COVERS").ok().map(|text| text.parse().expect("a number"));
    let all = (0..covers.unwrap_or(1)).flat_map(|seed| cases(row, seed));
    let mine: Vec<_> =
        all.enumerate().filter(|(index, _)| index % parts == part).map(|(_, case)| case).collect();
    let step = if covers.is_some() { 1 } else { mine.len().div_ceil(USUAL) };
    let drawn = mine.into_iter().step_by(step.max(1)).map(|(link, look)| draw_accepted(&gpu, &link, look));
    let drawn: Vec<_> = drawn.collect();
    let (count, all) = (drawn.iter().filter(|drawn| **drawn == Ok(true)).count(), drawn.len());
    assert_none(drawn.into_iter().filter_map(Result::err).collect());
    assert!(100 * count >= LEAST_DRAWN * all, "only {count} of {all} links are drawn");
}

fn assert_none(failures: Vec<String>) {
    let listed = failures.iter().take(MOST_LISTED).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} pictures failed:\n{listed}", failures.len());
}

#[test]
fn the_arena() {
    check("arena", 0, 2);
}

#[test]
fn the_arena_second_half() {
    check("arena", 1, 2);
}

#[test]
fn the_road() {
    check("road", 0, 1);
}

#[test]
fn the_meshes() {
    check("meshes", 0, 1);
}

#[test]
fn the_level() {
    check("level", 0, 1);
}

#[test]
fn the_cloth() {
    check("cloth", 0, 1);
}

#[test]
fn no_lab_is_left_out() {
    let ids: Vec<_> = LABS.iter().map(|row| row.id).collect();
    assert_eq!(ids, ["arena", "road", "meshes", "level", "cloth"], "a new lab needs a test of its own here");
}

/// Minutes of work: the amounts that the covers leave out.
#[test]
#[ignore = "takes minutes and gigabytes"]
fn every_parameter_at_its_greatest() {
    let gpu = gpu();
    let look = Look { theme: theme::IDS[0], language: Language::English, size: SIZES[0] };
    let all = LABS.iter().flat_map(|row| links::greatest(row));
    assert_none(all.filter_map(|link| draw_accepted(&gpu, &link, look).err()).collect());
}

/// A picture larger than the context allows fails; a refusal is no failure.
#[test]
fn a_failure_names_its_link() {
    let gpu = gpu();
    let look = Look { theme: theme::IDS[1], language: Language::Chinese, size: SIZES[0] };
    let link = "lab=arena&preset=needle&page=nowhere&pixel=9999,0";
    assert_eq!(draw_accepted(&gpu, link, look), Ok(true));
    assert_eq!(draw_accepted(&gpu, "lab=arena&method=no-such", look), Ok(false));
    let too_large = Look { size: [1 << 20, 100], ..look };
    let failed = draw_accepted(&gpu, link, too_large).unwrap_err();
    let says = "lab=arena&preset=needle (light, zh-CN, 1048576x100): not drawn: ";
    assert!(failed.starts_with(says), "{failed}");
}
