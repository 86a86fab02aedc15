//! Time to record for the inspector, per frame of a drag: each method, several tile sizes, two overlapping
//! bodies. The table shows milliseconds, the median of [`TURNS`] recordings at slightly different positions,
//! as in a drag.

use std::hint::black_box;
use std::time::Instant;

use collidoscope::geometry::Pose;
use collidoscope::gpu::Gpu;
use collidoscope::methods::in_process;
use collidoscope::stories::arena::record;
use collidoscope::world::presets::PRESETS;
use collidoscope::world::{Body, Pair};

/// Number of recordings per median.
const TURNS: usize = 15;

/// Tile sides, pixels; the first is the default.
const RESOLUTIONS: [u32; 5] = [32, 64, 128, 256, 512];

/// Hand-made pairs: two polyhedra, and a pair with a concave body.
const SCENES: [&str; 2] = ["intersecting", "in-the-notch"];

/// The pair with its second body moved slightly farther along x in each round.
fn at(bodies: &[Body], turn: usize) -> Vec<Body> {
    let mut bodies = bodies.to_vec();
    let step = 0.002 * bodies[1].shape.size() * turn as f64;
    bodies[1].pose = Pose::translation(step, 0.0, 0.0) * bodies[1].pose;
    bodies
}

fn main() {
    let gpu = Gpu::open_surfaceless(false).expect("a GL context");
    println!("on {}", gpu.capabilities().renderer);
    for scene in SCENES {
        let preset = PRESETS.iter().find(|preset| preset.id == scene).expect("it is a preset");
        let bodies = (preset.build)();
        println!("\n{scene}: milliseconds per recording at {RESOLUTIONS:?} pixels");
        for method in in_process() {
            let takes_resolution = method.default_settings().has("resolution");
            let sides = if takes_resolution { &RESOLUTIONS[..] } else { &RESOLUTIONS[..1] };
            let times: Result<Vec<String>, String> = sides
                .iter()
                .map(|side| {
                    let mut settings = method.default_settings();
                    if takes_resolution {
                        settings.set("resolution", &side.to_string())?;
                    }
                    let mut times = Vec::with_capacity(TURNS);
                    for turn in 0..TURNS {
                        let bodies = at(&bodies, turn);
                        let start = Instant::now();
                        black_box(record(Some(&gpu), method, &settings, &bodies, Pair::new(0, 1))?);
                        times.push(start.elapsed());
                    }
                    times.sort_unstable();
                    Ok(format!("{:9.2}", 1e3 * times[TURNS / 2].as_secs_f64()))
                })
                .collect();
            match times {
                Ok(times) => println!("{:28}{}", method.id, times.join("")),
                Err(why) => println!("{:28}{why}", method.id),
            }
        }
    }
}
