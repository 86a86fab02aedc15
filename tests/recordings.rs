//! Recordings of image-space methods: the GPU's buffers after every row against the CPU twin's, pixel by pixel.

use collidoscope::image_space::pass::Pass;
use collidoscope::image_space::pixel_twin::{PixelState, run_row};
use collidoscope::image_space::recording::{FARTHEST, Outcome, PassRecording};
use collidoscope::inspector::{self, Story};
use collidoscope::methods::{Inside, METHODS, Method};
use collidoscope::settings::{Range, Settings};
use collidoscope::world::{Body, PRESETS, Pair};

use crate::support::{assert_no_complaints, gpu};

/// Whatever can be set on a method and changes what is drawn, at a few resolutions.
fn variants(method: &Method) -> Vec<Settings> {
    let mut variants = vec![method.default_settings()];
    for id in ["culling", "readback"] {
        let setting = method.settings.iter().find(|setting| setting.id == id);
        let Some(Range::Choice { options, .. }) = setting.map(|setting| &setting.range) else { continue };
        let with = |settings: &Settings, word: &str| {
            let mut settings = settings.clone();
            settings.set(id, word).unwrap();
            settings
        };
        variants = variants
            .iter()
            .flat_map(|settings| options.iter().map(move |(word, _)| with(settings, word)))
            .collect();
    }
    variants
}

fn at_resolution(settings: &Settings, resolution: u32) -> Settings {
    let mut settings = settings.clone();
    settings.set("resolution", &resolution.to_string()).unwrap();
    settings
}

/// All pairs of all presets.
fn preset_pairs() -> Vec<(&'static str, Vec<Body>, Pair)> {
    let mut all = Vec::new();
    for preset in PRESETS {
        let bodies = (preset.build)();
        for b in 0..bodies.len() {
            for a in 0..b {
                all.push((preset.id, bodies.clone(), Pair { a, b }));
            }
        }
    }
    all
}

fn tables(recording: &inspector::Recording) -> &[PassRecording] {
    match &recording.story {
        Story::Passes(tables) => tables,
        _ => &[],
    }
}

/// Runs the twin over what a recording has drawn, each row as `row` says it is. The first thing that differs from
/// the GPU, or how many pixels were compared.
fn compare(recording: &PassRecording, row: impl Fn(&Pass) -> Pass) -> Result<usize, String> {
    let mut compared = 0;
    for (index, step) in recording.steps.iter().enumerate() {
        let pass = row(&step.pass);
        let what = format!("round {} row {} ({})", step.round, step.row, pass.says);
        let mut passed = 0;
        for pixel in 0..recording.side().pow(2) {
            let (depth, stencil) = recording.before(index, pixel);
            let mut state = PixelState { depth: f64::from(depth), stencil, passed: 0 };
            let fragments: Vec<_> = step.fragments_at(pixel).collect();
            let depths = fragments.iter().map(|fragment| f64::from(fragment.depth));
            let mut outcomes: Vec<Outcome> = Vec::new();
            run_row(&mut state, &pass, f64::from(FARTHEST), depths, |outcome| outcomes.push(outcome));
            let (twin, gpu) =
                ((state.depth, state.stencil), (f64::from(step.depth[pixel]), step.stencil[pixel]));
            if twin != gpu {
                return Err(format!(
                    "{what}, pixel {pixel}: {gpu:?} where the twin has {twin:?}, {fragments:?}"
                ));
            }
            if !fragments.iter().map(|fragment| fragment.outcome).eq(outcomes) {
                return Err(format!("{what}, pixel {pixel}: other outcomes"));
            }
            passed += state.passed;
            compared += 1;
        }
        if passed != step.samples {
            return Err(format!("{what}: {} samples where the twin counts {passed}", step.samples));
        }
    }
    Ok(compared)
}

#[test]
fn after_every_row_of_every_table_the_gpu_holds_what_the_twin_says() {
    let gpu = gpu();
    let (mut compared, mut recorded) = (0, 0);
    for (preset, bodies, pair) in preset_pairs() {
        for method in METHODS.iter().filter(|method| matches!(method.inside, Inside::Passes(_))) {
            for variant in variants(method) {
                for resolution in [16, 33, 64] {
                    let settings = at_resolution(&variant, resolution);
                    let recording = inspector::record(Some(&gpu), method, &settings, &bodies, pair).unwrap();
                    for table in tables(&recording) {
                        let what = format!("{preset} {pair:?} {} {settings:?}", method.id);
                        compared += compare(table, |pass| *pass).unwrap_or_else(|e| panic!("{what}: {e}"));
                        recorded += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 5_000_000 && recorded > 900, "only {compared} pixels of {recorded} recordings");
    assert_no_complaints(&gpu);
}
