//! `cloth-fast` and `binary` compared with ipc-toolkit, on the same recorded steps, on one thread each.
//!
//! `benches/peers/cloth.py` runs ipc-toolkit with the Python interpreter named by `IPCTK_PYTHON`; without it
//! only our methods are measured. The time of a step is the minimum over several rounds; results are means
//! over the steps. `cloth-fast` is also measured on two threads.
//! Arguments: `--sides 17,65,257`; `--turns 5`; `--steps 120` of the simulation, where a fine cloth has few
//! folds before some 600; `--ours` to skip `binary` and ipc-toolkit.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use collidoscope::cloth::mesh::ClothMesh;
use collidoscope::cloth::methods::{self, BINARY, FAST};
use collidoscope::cloth::motion::Recording;
use collidoscope::cloth::motion::scenes::{self, CENTRE, FOLDS};
use collidoscope::cloth::motion::simulation::Parameters;
use collidoscope::cloth::step::Step;

/// Default number of simulation steps; the last step of every twelfth part is kept. The cloth does not pass
/// through itself, as ipc-toolkit requires.
const STEPS: usize = 120;
const KEPT: usize = 12;
/// Rounds of the binary tree, which is slow.
const BINARY_TURNS: usize = 2;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().collect();
    let after = |word: &str| words.iter().position(|w| w == word).and_then(|at| words.get(at + 1));
    let sides = after("--sides").map_or("17,65,257", String::as_str);
    let turns = after("--turns").and_then(|turns| turns.parse().ok()).unwrap_or(5);
    let length = after("--steps").and_then(|steps| steps.parse().ok()).unwrap_or(STEPS).max(1);
    let only_ours = words.iter().any(|word| word == "--ours");
    let python = std::env::var("IPCTK_PYTHON").ok().filter(|_| !only_ours);
    println!(
        "{:7} {:>5} {:>9} {:24} {:>12} {:>18}",
        "scene", "side", "contacts", "method", "ms per step", "cloth-fast is"
    );
    for side in sides.split(',').filter_map(|side| side.parse::<usize>().ok()) {
        for scene in [CENTRE, FOLDS] {
            let (mesh, steps) = record(scene, side, length);
            let (fast, contacts) = ours(FAST, &[], &mesh, &steps, turns);
            let (on_two, _) = ours(FAST, &[("threads", "2")], &mesh, &steps, turns);
            let mut rows = vec![(FAST.to_owned(), fast), (format!("{FAST}, two threads"), on_two)];
            if !only_ours {
                let (binary, _) = ours(BINARY, &[], &mesh, &steps, BINARY_TURNS.min(turns));
                rows.push((BINARY.to_owned(), binary));
            }
            if let Some(python) = &python {
                let file = std::env::temp_dir().join(format!("cloth-{scene}-{side}.bin"));
                write(&file, &mesh, &steps)?;
                rows.extend(theirs(python, &file, turns)?);
                std::fs::remove_file(&file)?;
            }
            for (name, time) in rows {
                let (ms, times) = (time.as_secs_f64() * 1e3, time.as_secs_f64() / fast.as_secs_f64());
                println!("{scene:7} {side:5} {contacts:9} {name:24} {ms:12.4} {times:10.1} times as fast");
            }
        }
    }
    Ok(())
}

fn record(scene: &str, side: usize, length: usize) -> (ClothMesh, Vec<Step>) {
    let scene = scenes::find(scene).expect("a scene of the table");
    let every = (length / KEPT).max(1);
    let recording = Recording::of(scene, Parameters::new(side), length, every);
    let Recording { mesh, steps } = recording.expect("a grid of a size that there is");
    (mesh, steps)
}

/// Mean time per step and total number of contacts of a method with some settings changed.
fn ours(
    id: &str,
    changes: &[(&str, &str)],
    mesh: &ClothMesh,
    steps: &[Step],
    turns: usize,
) -> (Duration, usize) {
    let method = methods::find(id).expect("a method of the table");
    let mut settings = method.default_settings();
    changes.iter().for_each(|(name, value)| settings.set(name, value).expect("a setting of the method"));
    let mut detect = method.make(mesh, &settings).expect("the cloth is a grid");
    let (mut sum, mut contacts) = (Duration::ZERO, 0);
    for step in steps {
        let mut turn = || {
            let start = Instant::now();
            let found = detect.detect(step);
            (start.elapsed(), found.contacts.len())
        };
        let (least, found) = (0..turns.max(1)).map(|_| turn()).min().expect("a turn at least");
        sum += least;
        contacts += found;
    }
    (sum / steps.len() as u32, contacts)
}

/// Writes little-endian data: numbers of particles, edges, triangles and steps as u32; edges and triangles as
/// u32; then particles at rest, and at the start and the end of every step, as f64.
fn write(path: &Path, mesh: &ClothMesh, steps: &[Step]) -> std::io::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    let counts = [mesh.rest.len(), mesh.edges.len(), mesh.faces.len(), steps.len()].map(|count| count as u32);
    for number in counts.iter().chain(mesh.edges.as_flattened()).chain(mesh.faces.as_flattened()) {
        file.write_all(&number.to_le_bytes())?;
    }
    let ends = steps.iter().flat_map(|step| [&step.start, &step.end]);
    for number in std::iter::once(&mesh.rest).chain(ends).flatten().flat_map(|point| point.iter()) {
        file.write_all(&number.to_le_bytes())?;
    }
    file.flush()
}

/// Runs the script, which prints nanoseconds and a name per line.
fn theirs(python: &str, file: &Path, turns: usize) -> std::io::Result<Vec<(String, Duration)>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/cloth.py");
    let output = Command::new(python).arg(script).arg(file).arg(turns.to_string()).output()?;
    if !output.status.success() {
        return Err(std::io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let row = |line: &str| {
        let (nanoseconds, name) = line.split_once(' ')?;
        Some((name.to_owned(), Duration::from_nanos(nanoseconds.parse().ok()?)))
    };
    Ok(String::from_utf8_lossy(&output.stdout).lines().filter_map(row).collect())
}
