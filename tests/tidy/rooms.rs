//! Words that belong in some rooms only: those about the window, OpenGL, clocks, files, randomness.

use super::{Source, assert_none, floors, has_word, repository};

/// Words that no file may contain except in given rooms.
struct Belongs {
    words: &'static [&'static str],
    /// The rooms that are checked; empty for all.
    looked_at: &'static [&'static str],
    /// Prefixes of paths where the words are allowed.
    at_home: &'static [&'static str],
}

/// Pure rooms: equal arguments give equal results on every machine.
const PURE: &[&str] = &[
    "geometry",
    "settings",
    "simd",
    "hierarchies",
    "world",
    "broad_phase",
    "detector",
    "object_space",
    "road",
    "level",
    "cloth",
];

const RULES: &[Belongs] = &[
    Belongs { words: &["glow::", "use glow"], looked_at: &[], at_home: &["src/gpu/"] },
    Belongs { words: &["unsafe"], looked_at: &[], at_home: &["src/gpu/", "src/simd/"] },
    Belongs {
        words: &["winit", "glutin", "glutin_winit", "egui_winit", "raw_window_handle"],
        looked_at: &[],
        at_home: &["src/app/", "src/gpu/context.rs", "src/gpu/context/"],
    },
    Belongs { words: &["egui", "egui_glow", "egui_plot"], looked_at: PURE, at_home: &[] },
    // Only panels know egui: code that simulates, decides, draws or records does not know that it is shown.
    Belongs {
        words: &["egui"],
        looked_at: &[
            "methods",
            "comparison",
            "combined",
            "image_space",
            "exhibit",
            "render",
            "experiments",
            "lessons",
            "cli",
        ],
        at_home: &[],
    },
    // Panels receive only their own state: only code above the shell names it.
    Belongs {
        words: &["Shell"],
        looked_at: &[],
        at_home: &[
            "src/app/mod.rs",
            "src/app/shell.rs",
            "src/app/shown_lab.rs",
            "src/app/present.rs",
            "src/app/slide_show.rs",
            "src/app/slide_pictures.rs",
            "src/app/loading.rs",
            "src/app/beginning.rs",
            "src/app/offscreen.rs",
            "src/app/filming.rs",
            "src/app/handout.rs",
            "src/app/saving.rs",
            "src/app/drawing.rs",
            "src/app/apply.rs",
            "src/app/lecture_views.rs",
            "src/app/undo.rs",
            "src/app/restoring.rs",
            "src/app/remembering.rs",
            "src/app/window.rs",
            "src/app/presenter_window.rs",
            // The shell of a terminal.
            "src/cli/completions.rs",
        ],
    },
    Belongs { words: &["fs"], looked_at: PURE, at_home: &["src/geometry/import.rs", "src/geometry/import/"] },
    Belongs {
        words: &[
            "thread_rng",
            "ThreadRng",
            "from_os_rng",
            "from_entropy",
            "OsRng",
            "rand::rng",
            "rand::random",
        ],
        looked_at: &[],
        at_home: &[],
    },
    // A method may time itself to report its cost: hence not in object_space and hierarchies.
    Belongs {
        words: &["Instant", "SystemTime"],
        looked_at: &["geometry", "settings", "world", "broad_phase", "detector"],
        at_home: &[],
    },
];

/// Complaints about words in a file that belong elsewhere.
fn words_out_of_place(source: &Source) -> Vec<String> {
    let room = floors::place(source.in_crate()).map_or("", |(room, _)| room);
    let concerned = |rule: &&Belongs| {
        (rule.looked_at.is_empty() || rule.looked_at.contains(&room))
            && !rule.at_home.iter().any(|start| source.in_crate().starts_with(start))
    };
    let mut complaints = Vec::new();
    for rule in RULES.iter().filter(concerned) {
        for (line, code) in source.code() {
            for word in rule.words.iter().filter(|word| has_word(code, word)) {
                complaints.push(format!("{}:{line}: `{word}` has no place here", source.path));
            }
        }
    }
    complaints.extend(shown_outside_panels(source));
    complaints
}

/// Complaints about a file of a lab that draws with egui or uses translated texts, outside its panels, its
/// `lab.rs`, its `headline.rs`, its `spots.rs` and its `subject.rs`.
fn shown_outside_panels(source: &Source) -> Vec<String> {
    let Some(rest) = source.path.strip_prefix("src/labs/") else { return vec![] };
    let Some((_, file)) = rest.split_once('/') else { return vec![] };
    let is_home = file.starts_with("panels/");
    if is_home || matches!(file, "panels.rs" | "lab.rs" | "subject.rs" | "headline.rs" | "spots.rs") {
        return vec![];
    }
    let found = source.code().filter(|(_, code)| has_word(code, "egui") || code.contains(" t!("));
    found.map(|(line, _)| format!("{}:{line}: only panels show", source.path)).collect()
}

#[test]
fn words_stay_where_they_belong() {
    assert_none(repository().iter().filter(|s| s.is_ours()).flat_map(words_out_of_place).collect());
}

#[test]
fn words_out_of_place_are_found() {
    let count = |path: &str, text: &str| words_out_of_place(&Source::sample(path, text)).len();
    assert_eq!(count("src/labs/arena/mod.rs", "unsafe { x() }"), 1);
    assert_eq!(count("src/hierarchies/fast/boxes.rs", "unsafe { x() }"), 1);
    assert_eq!(count("src/simd/x86.rs", "unsafe { x() }"), 0);
    assert_eq!(count("src/gpu/query.rs", "unsafe { gl.create_query() }: glow::Query"), 0);
    assert_eq!(count("src/app/panes.rs", "fn show(ui: &mut Ui, shell: &mut Shell)"), 1);
    assert_eq!(count("src/render/lines.rs", "use egui::Color32;"), 1);
    assert_eq!(count("src/labs/road/car.rs", "let text = t!(\"Car\");"), 1);
    assert_eq!(count("src/labs/road/panels/world.rs", "use egui::Ui; let text = t!(\"Car\");"), 0);
    assert_eq!(count("src/app/shell.rs", "buffer: glow::Buffer"), 1);
    assert_eq!(count("src/app/shell.rs", "egui_glow::Painter; winit::window::Window"), 0);
    assert_eq!(count("src/app/shell.rs", "use glow as gl;"), 1);
    assert_eq!(count("src/cli/info.rs", "use winit::event_loop::EventLoop;"), 1);
    assert_eq!(count("src/gpu/context.rs", "use glutin::display::Display;"), 0);
    assert_eq!(count("src/gpu/target.rs", "use glutin::display::Display;"), 1);
    assert_eq!(count("src/world/motion.rs", "let t = std::time::Instant::now();"), 1);
    assert_eq!(count("src/world/motion.rs", "use std::time::Duration; // no Instant, no glow"), 0);
    assert_eq!(count("src/world/mod.rs", "use egui::Ui;"), 1);
    assert_eq!(count("src/object_space/reference.rs", "std::fs::read(path)"), 1);
    assert_eq!(count("src/geometry/import.rs", "use std::fs;"), 0);
    assert_eq!(count("src/geometry/mesh.rs", "use std::{fmt, fs};"), 1);
    assert_eq!(count("src/labs/mod.rs", "let x = rand::rng().random::<f64>();"), 1);
    assert_eq!(count("src/labs/mod.rs", "let glow = unsafe_code + my_glow::X;"), 0, "whole words only");
}
