//! Recordings of image-space methods: the GPU's buffers after every row compared with the CPU twin's, pixel
//! by pixel; the measured surfaces with rays; the histories of the eight relations; the verdicts with the
//! methods'.

mod buffers;
mod mutations;
mod rays;
mod relations;
mod sides;
mod verdicts;

use collidoscope::gpu::Gpu;
use collidoscope::image_space::pass::Pass;
use collidoscope::image_space::pixel_twin::{Incoming, PixelState, run_row};
use collidoscope::image_space::recording::{FARTHEST, PassRecording};
use collidoscope::methods::{self, Inside, METHODS, Method};
use collidoscope::settings::{Range, Settings};
use collidoscope::stories::arena::{self, Recording, Steps};
use collidoscope::world::{Body, PRESETS, Pair};

/// All methods that consist of tables of passes.
fn drawing_methods() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(|method| matches!(method.inside, Inside::Passes(_)))
}

/// Settings of a method with all combinations of the values of these settings, if it has them.
fn variants(method: &Method, ids: &[&str]) -> Vec<Settings> {
    let mut variants = vec![method.default_settings()];
    for id in ids {
        let setting = method.settings.iter().find(|setting| setting.id == *id);
        let Some(Range::Choice { options, .. }) = setting.map(|setting| &setting.range) else { continue };
        let of = |settings: &Settings| -> Vec<Settings> {
            options.iter().map(|(word, _)| with(settings, id, word)).collect()
        };
        variants = variants.iter().flat_map(of).collect();
    }
    variants
}

fn with(settings: &Settings, id: &str, value: &str) -> Settings {
    let mut settings = settings.clone();
    settings.set(id, value).unwrap();
    settings
}

/// All pairs of all presets.
fn preset_pairs() -> Vec<(&'static str, Vec<Body>, Pair)> {
    let mut all = Vec::new();
    for preset in PRESETS {
        let bodies = (preset.build)();
        for b in 0..bodies.len() {
            all.extend((0..b).map(|a| (preset.id, bodies.clone(), Pair { a, b })));
        }
    }
    all
}

/// Records the first two bodies of a preset by a method with these settings.
fn record_preset(gpu: &Gpu, preset: &str, method: &str, settings: &[(&str, &str)]) -> Recording {
    let preset = PRESETS.iter().find(|known| known.id == preset).unwrap();
    let method = methods::find(method).unwrap();
    let settings =
        settings.iter().fold(method.default_settings(), |settings, (id, value)| with(&settings, id, value));
    arena::record(Some(gpu), method, &settings, &(preset.build)(), Pair { a: 0, b: 1 }).unwrap()
}

fn tables(recording: &Recording) -> &[PassRecording] {
    match &recording.steps {
        Steps::Passes(tables) => tables,
        _ => &[],
    }
}

/// Runs the twin on a recording, with each row changed by `row`. Returns the first difference from the GPU,
/// or the number of pixels compared.
fn compare(recording: &PassRecording, row: impl Fn(&Pass) -> Pass) -> Result<usize, String> {
    let pixels = recording.side().pow(2);
    for (index, step) in recording.steps.iter().enumerate() {
        let pass = row(&step.pass);
        let what = format!("round {} row {} ({})", step.round, step.row, pass.says);
        // A driver may round the depth of a clear up or down, but not 0 and 1.
        let rounding = pass.clear.depth.map_or(0.0, |depth| if depth.fract() == 0.0 { 0.0 } else { 1.0 });
        let mut passed = 0;
        for pixel in 0..pixels {
            let (depth, stencil) = recording.before(index, pixel);
            let mut state = PixelState { depth: f64::from(depth), stencil, passed: 0 };
            let fragments: Vec<_> = step.fragments_at(pixel).collect();
            let incoming = fragments
                .iter()
                .map(|fragment| Incoming { depth: f64::from(fragment.depth), is_near: fragment.is_near });
            run_row(&mut state, &pass, f64::from(FARTHEST), incoming, |_| {});
            let twin = (state.depth, state.stencil);
            let gpu = (f64::from(step.depth[pixel]), step.stencil[pixel]);
            if (twin.0 - gpu.0).abs() > rounding || twin.1 != gpu.1 {
                return Err(format!("{what}, pixel {pixel}: {gpu:?}, of the twin {twin:?}, {fragments:?}"));
            }
            passed += state.passed;
        }
        if passed != step.samples {
            return Err(format!("{what}: {} samples, of the twin {passed}", step.samples));
        }
    }
    Ok(pixels * recording.steps.len())
}
