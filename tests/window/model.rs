//! Bodies from files, opened in every way: the panel, `shot`, `query`.

use crate::support::window;
use crate::support::window::Drive as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};

use collidoscope::app::Shell;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::model::{self, Model};
use collidoscope::labs::arena::words::Start;
use collidoscope::ui::style;
use collidoscope::world::Parameters;
use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use serde_json::{Value, json};

use crate::support::gpu;

fn asset() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/models/torus.obj")
}

/// The torus of the assets without its last face.
fn open_mesh(folder: &Path) -> PathBuf {
    let text = std::fs::read_to_string(asset()).unwrap();
    let path = folder.join("open.obj");
    std::fs::write(&path, &text[..text.rfind("\nf ").unwrap()]).unwrap();
    path
}

fn collidoscope(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_model_that_comes_along_is_taken_apart() {
    let model = Model::load(&asset(), &mut |_| true).unwrap();
    assert_eq!((model.name.as_str(), model.triangle_count()), ("torus.obj", 1024));
    // The numbers of the lessons on convex pieces and convex decomposition.
    assert_eq!(model.piece_count(), 24, "{}", model.says());
    assert!((100.0 * model.overshoot - 0.78).abs() < 0.005, "{}", model.overshoot);
    let shape = model.shape(0.25);
    assert!((shape.size() - 0.25).abs() < 1e-12 && shape.pieces().len() == model.piece_count());
    println!("{}", model.says());
}

#[test]
fn loading_can_be_given_up() {
    let mut loading = model::begin(asset());
    let start = Instant::now();
    while loading.progress().is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "it makes no progress");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(loading.take_result().is_none());
    drop(loading);
    // The callback's result cancels it.
    let mut asked = 0;
    let stopped = Model::load(&asset(), &mut |_| {
        asked += 1;
        asked < 10
    });
    assert!(stopped.unwrap_err().ends_with("torus.obj: stopped"));
    assert_eq!(asked, 10);
}

/// A paused window with eight bodies.
fn window() -> Harness<'static, Shell> {
    let parameters = Parameters { count: 8, ..Parameters::default() };
    let setup = Setup { start: Start::Experiment(parameters), ..Setup::default() };
    let mut shell = window::open(&gpu(), setup);
    shell.arena_mut().playback.playing = false;
    Harness::builder()
        .with_max_steps(60)
        .with_size(vec2(1280.0, 1000.0))
        .with_context_setup(style::apply)
        .build_ui_state(|ui, shell: &mut Shell| collidoscope::app::apply::frame(ui, shell), shell)
}

fn wait_until_loaded(harness: &mut Harness<'_, Shell>) {
    let start = Instant::now();
    while harness.state().arena().model.is_busy() {
        assert!(start.elapsed() < Duration::from_secs(100), "never done");
        std::thread::sleep(Duration::from_millis(10));
        harness.run_steps(1);
    }
    harness.run_steps(2);
}

/// A file as the window system hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|e| e.to_string())
    }
}

#[test]
fn a_file_dropped_on_the_window_is_loaded_on_either_page() {
    let mut harness = window();
    harness.input_mut().hovered_files = vec![egui::HoveredFile { path: Some(asset()), ..Default::default() }];
    harness.run_steps(2);
    harness.input_mut().hovered_files.clear();
    harness.input_mut().dropped_files = vec![Arc::new(Dropped(asset()))];
    harness.run_steps(1);
    assert!(harness.state().arena().model.is_busy(), "it is on its way, and nobody waits for it");
    wait_until_loaded(&mut harness);
    assert!(matches!(harness.state().arena().start(), Start::Models(..)));

    harness.key_press(Key::B);
    harness.run_steps(2);
    harness.input_mut().dropped_files = vec![Arc::new(Dropped("no/such/file.obj".into()))];
    harness.run_steps(1);
    wait_until_loaded(&mut harness);
    let trouble = harness.state().arena().model.trouble().unwrap();
    assert!(trouble.contains("file.obj"), "{trouble}");
    assert!(matches!(harness.state().arena().start(), Start::Models(..)), "the scene stays");
}

#[test]
fn the_path_field_loads_a_model_and_explains_a_broken_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = window();
    let load = |harness: &mut Harness<'_, Shell>, path: &Path| {
        harness.get_by_role_and_label(Role::TextInput, "Path").focus();
        harness.run_steps(2);
        harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
        harness.get_by_role_and_label(Role::TextInput, "Path").type_text(path.to_str().unwrap());
        harness.run_steps(2);
        harness.key_press(Key::Enter);
        harness.run_steps(2);
        wait_until_loaded(harness);
    };
    load(&mut harness, &open_mesh(folder.path()));
    let trouble = harness.state().arena().model.trouble().unwrap().to_owned();
    assert!(trouble.contains("open.obj") && trouble.contains("not closed"), "{trouble}");
    assert!(matches!(harness.state().arena().start(), Start::Experiment(_)), "the scene stays");

    load(&mut harness, &asset());
    assert_eq!(harness.state().arena().model.trouble(), None);
    let arena = &harness.state().arena();
    assert!(matches!(arena.start(), Start::Models(models, _) if models[0].name == "torus.obj"));
    assert_eq!((arena.bodies().len(), arena.trouble()), (8, None));
    assert!(arena.bodies().iter().all(|body| !body.shape.pieces().is_empty()));
    // The model stays when parameters change and when the world is reset.
    harness.state_mut().arena_mut().reset();
    harness.run_steps(2);
    assert!(matches!(harness.state().arena().start(), Start::Models(..)));
    for _ in 0..5 {
        harness.state_mut().arena_mut().step();
    }
    let found = harness.state().arena().found();
    let reference = collidoscope::methods::find("gjk").and_then(|gjk| found.answer(gjk)).unwrap();
    assert_eq!(reference.verdicts.len(), found.candidates.len());
}

#[test]
fn shot_draws_models_and_refuses_broken_ones_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.png");
    let run = |meshes: &[&Path]| {
        let mut arguments =
            vec!["shot", "arena", "--bodies", "16", "--size", "320x240", "--scene-only", "--out"];
        arguments.push(out.to_str().unwrap());
        meshes.iter().for_each(|mesh| arguments.extend(["--mesh", mesh.to_str().unwrap()]));
        collidoscope(&arguments)
    };
    let refused = run(&[&open_mesh(folder.path())]);
    assert_eq!((refused.status.code(), said(&refused).lines().count()), (Some(2), 1), "{}", said(&refused));
    assert!(said(&refused).contains("not closed") && !out.exists(), "{}", said(&refused));
    assert_eq!(run(&[Path::new("none.glb")]).status.code(), Some(2));
    let cube = folder.path().join("cube.obj");
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::write(&cube, text).unwrap();
    let drawn = run(&[&asset(), &cube]);
    assert_eq!(drawn.status.code(), Some(0), "{}", said(&drawn));
    assert!(said(&drawn).contains("convex pieces, which protrude by up to"), "{}", said(&drawn));
    assert!(said(&drawn).contains("cube.obj: 4 triangles, convex"), "{}", said(&drawn));
    assert!(out.exists());
}

#[test]
fn query_decides_concave_meshes_piece_by_piece_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let cases = json!({
        "shapes": {"ring": {"mesh": {"path": asset()}}, "ball": {"sphere": {"radius": 0.5}}},
        "pairs": [
            {"a": "ring", "b": "ball"},
            {"a": "ring", "b": "ball", "b_pose": {"position": [1, 0, 0]}},
            {"a": "ring", "b": "ball", "b_pose": {"position": [0, 5, 0]}},
        ],
    });
    let path = folder.path().join("cases.json");
    std::fs::write(&path, cases.to_string()).unwrap();
    for method in ["gjk", "occlusion-query"] {
        let output = collidoscope(&["query", path.to_str().unwrap(), "--method", method, "--check"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let note = said(&output);
        assert!(
            note.contains("torus.obj is concave") && note.contains("convex pieces, which protrude"),
            "{note}"
        );
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let hits: Vec<bool> = lines.iter().map(|line| line["colliding"].as_bool().unwrap()).collect();
        assert_eq!(hits, [false, true, false], "{method}");
    }
    let text =
        cases.to_string().replace(asset().to_str().unwrap(), open_mesh(folder.path()).to_str().unwrap());
    std::fs::write(&path, text).unwrap();
    let refused = collidoscope(&["query", path.to_str().unwrap(), "--method", "gjk"]);
    assert_eq!((refused.status.code(), said(&refused).lines().count()), (Some(2), 1), "{}", said(&refused));
    let refused = said(&refused);
    let place = refused.contains("cases.json: shapes.ring.mesh.path") && refused.contains("vertex");
    assert!(place && refused.contains(" at ("), "{refused}");
}
