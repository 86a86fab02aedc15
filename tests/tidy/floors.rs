//! The rooms of each crate are layered: none uses a room above itself, so there are no cycles.

use super::{CRATES, Source, assert_none, repository};

/// The rooms before it in [`ROOMS`] that a room may use.
pub enum Uses {
    /// All earlier rooms.
    AllAbove,
    /// These rooms only.
    Only(&'static [&'static str]),
}
use Uses::{AllAbove, Only};

/// The rooms from the ground up: the order of the maps in `lib.rs` of each crate and in `docs/internals/architecture.md`.
pub const ROOMS: &[(&str, Uses)] = &[
    ("files", Only(&[])),
    ("job", Only(&[])),
    ("names", Only(&[])),
    ("geometry", Only(&["files", "names"])),
    ("settings", Only(&["names"])),
    ("about", Only(&["settings"])),
    ("simd", Only(&[])),
    ("hierarchies", Only(&["geometry", "settings", "about", "simd"])),
    ("solids", Only(&["geometry", "hierarchies"])),
    ("meshes", Only(&["job", "geometry", "settings", "hierarchies"])),
    ("world", Only(&["geometry", "settings"])),
    ("broad_phase", Only(&["geometry", "world"])),
    ("programs", Only(&["names", "geometry", "world"])),
    ("detector", Only(&["geometry", "settings", "world", "programs"])),
    ("object_space", Only(&["geometry", "settings", "hierarchies", "world", "detector"])),
    ("continuous", Only(&["geometry", "settings", "about"])),
    (
        "cloth",
        Only(&[
            "geometry",
            "settings",
            "about",
            "simd",
            "hierarchies",
            "solids",
            "broad_phase",
            "continuous",
        ]),
    ),
    ("road", Only(&["geometry", "settings", "about", "hierarchies"])),
    (
        "level",
        Only(&["files", "geometry", "settings", "about", "world", "broad_phase", "object_space", "road"]),
    ),
    (
        "kernels",
        Only(&[
            "geometry",
            "hierarchies",
            "world",
            "broad_phase",
            "object_space",
            "continuous",
            "cloth",
            "level",
        ]),
    ),
    ("gpu", Only(&["geometry"])),
    ("image_space", Only(&["names", "geometry", "settings", "hierarchies", "world", "detector", "gpu"])),
    ("combined", Only(&["geometry", "settings", "world", "detector", "object_space", "gpu", "image_space"])),
    (
        "methods",
        Only(&[
            "names",
            "geometry",
            "settings",
            "about",
            "world",
            "programs",
            "detector",
            "object_space",
            "gpu",
            "image_space",
            "combined",
        ]),
    ),
    ("comparison", AllAbove),
    ("render", Only(&["geometry", "settings", "solids", "world", "gpu"])),
    ("language", Only(&[])),
    ("glossary", Only(&["language"])),
    ("exhibit", AllAbove),
    ("ui", AllAbove),
    ("figures", AllAbove),
    ("inspector", AllAbove),
    ("stories", AllAbove),
    ("labs", AllAbove),
    ("experiments", AllAbove),
    ("lessons", AllAbove),
    ("grading", AllAbove),
    ("app", AllAbove),
    ("cli", AllAbove),
];

/// The room of a Rust file, by its path from the folder of its crate, and the number of `super::` that lead out to the crate. `None` for
/// `main.rs` and `lib.rs`, which belong to no room.
pub fn place(path: &str) -> Option<(&str, usize)> {
    let module = path.strip_prefix("src/")?.strip_suffix(".rs")?;
    let module = module.strip_suffix("/mod").unwrap_or(module);
    let room = module.split('/').next()?;
    (!matches!(room, "main" | "lib")).then(|| (room, module.split('/').count()))
}

/// Complaints about rooms that a file uses and may not use.
fn upward_uses(source: &Source) -> Vec<String> {
    let Some((room, depth)) = place(source.in_crate()) else { return vec![] };
    let Some(floor) = floor_of(room) else {
        return vec![format!("{}: `{room}` is missing in ROOMS of tests/tidy/floors.rs", source.path)];
    };
    // Joined into one text, so that a `use` group over several lines is seen whole.
    let code: String = source.code().flat_map(|(_, line)| [line, "\n"]).collect();
    let mut complaints = Vec::new();
    for (line, used) in uses(&code, depth) {
        let allowed = match (floor_of(&used), &ROOMS[floor].1) {
            _ if used == room => true,
            (None, _) => false,
            (Some(other), AllAbove) => other < floor,
            (Some(_), Only(rooms)) => rooms.contains(&used.as_str()),
        };
        if !allowed {
            complaints.push(format!("{}:{line}: `{room}` may not use `{used}`", source.path));
        }
    }
    complaints
}

fn floor_of(room: &str) -> Option<usize> {
    ROOMS.iter().position(|(name, _)| *name == room)
}

/// The names directly below the crate that the code uses, with line numbers: all paths from `crate::`, and
/// with as many `super::` as lead out of a file at `depth` only rooms (inside an inline module they lead less
/// far).
fn uses(code: &str, depth: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let starts = [("crate::".to_owned(), false), ("super::".repeat(depth), true)];
    for (start, only_rooms) in starts {
        for (at, _) in code.match_indices(&start) {
            if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let line = 1 + code[..at].matches('\n').count();
            let rest = code[at + start.len()..].trim_start_matches("super::");
            let names = names_at(rest).into_iter().filter(|n| !only_rooms || floor_of(n).is_some());
            found.extend(names.map(|name| (line, name.to_owned())));
        }
    }
    found
}

/// The first identifier of a path, or of every path of a `{…}` group.
fn names_at(text: &str) -> Vec<&str> {
    let Some(group) = text.strip_prefix('{') else { return vec![identifier(text)] };
    let (mut depth, mut start, mut names) = (0, 0, Vec::new());
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.push(identifier(group[start..i].trim_start()));
                start = i + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|n| !n.is_empty());
    names
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Complaints if `lib.rs` does not declare its rooms in the order of [`ROOMS`].
fn map_out_of_order(lib: &Source) -> Vec<String> {
    let declared = lib.code().filter_map(|(n, l)| Some((n, l.trim().strip_prefix("pub mod ")?)));
    let mut complaints = Vec::new();
    let mut next = 0;
    for (line, room) in declared.map(|(n, room)| (n, identifier(room))) {
        match floor_of(room) {
            Some(floor) if floor >= next => next = floor + 1,
            Some(_) => complaints.push(format!("{}:{line}: `{room}` stands too late", lib.path)),
            None => complaints.push(format!("{}:{line}: `{room}` is missing in ROOMS", lib.path)),
        }
    }
    complaints
}

/// Complaints if the list of rooms in `docs/internals/architecture.md` does not say what [`ROOMS`] says. An item reads
/// `- **room** (path) may use rooms. What is there.`, on one line or on several.
fn list_differs(document: &Source) -> Vec<String> {
    let text = document.text.replace("\n  ", " ");
    let says: Vec<_> = text.lines().filter_map(room_of_item).collect();
    let means: Vec<_> = ROOMS
        .iter()
        .map(|(room, uses)| match uses {
            AllAbove => format!("{room} may use all above"),
            Only([]) => format!("{room} may use nothing"),
            Only(rooms) => format!("{room} may use {}", rooms.join(", ")),
        })
        .collect();
    if says == means {
        return vec![];
    }
    vec![format!("{}: the list of rooms says\n{says:#?}\nand should say\n{means:#?}", document.path)]
}

/// The room of an item, and what it may use.
fn room_of_item(line: &str) -> Option<String> {
    let (room, rest) = line.strip_prefix("- **")?.split_once("** (`")?;
    let (uses, _) = rest.split_once(") may use ")?.1.split_once('.')?;
    Some(format!("{room} may use {uses}"))
}

#[test]
fn no_room_uses_one_above_itself() {
    assert_none(repository().iter().filter(|s| s.is_ours()).flat_map(upward_uses).collect());
}

#[test]
fn the_maps_name_the_rooms_in_order() {
    let all = repository();
    let find = |path: &str| all.iter().find(|s| s.path == path).expect(path);
    assert_none(
        CRATES.iter().flat_map(|folder| map_out_of_order(find(&format!("{folder}/lib.rs")))).collect(),
    );
    assert_none(list_differs(find("docs/internals/architecture.md")));
}

#[test]
fn rooms_are_allowed_only_what_stands_before_them() {
    for (floor, (room, uses)) in ROOMS.iter().enumerate() {
        let Only(rooms) = uses else { continue };
        assert!(rooms.iter().all(|r| floor_of(r).is_some_and(|f| f < floor)), "{room}");
    }
}

#[test]
fn upward_uses_are_found_in_every_spelling() {
    let count = |path: &str, text: &str| upward_uses(&Source::sample(path, text)).len();
    assert_eq!(count("src/world/body.rs", "use crate::geometry::{Aabb, Pose};"), 0);
    assert_eq!(count("src/world/body.rs", "use crate::app::Window;"), 1);
    assert_eq!(count("src/world/body.rs", "let x = crate::gpu::open();"), 1);
    assert_eq!(
        count("src/world/body.rs", "use crate::{\n geometry::{Aabb, Pose},\n labs,\n cli::run,\n};"),
        2
    );
    assert_eq!(count("src/world/body.rs", "// crate::app is not used\n/// [`crate::app`]"), 0);
    assert_eq!(count("src/world/body.rs", "use super::app::X; use super::Pair;"), 0, "a room's own child");
    assert_eq!(count("src/world/body.rs", "use super::super::app::X;"), 1);
    assert_eq!(count("src/world/presets/pair.rs", "use super::super::super::{geometry, methods};"), 1);
    assert_eq!(count("src/world/mod.rs", "use super::detector::Verdict;"), 1);
    assert_eq!(count("src/detector.rs", "use super::gpu;"), 1);
    assert_eq!(count("src/gpu/query.rs", "use crate::world::Body;"), 1, "below, but not on its list");
    assert_eq!(count("src/labs/mod.rs", "use crate::Everything;"), 1, "re-exports hide the room");
    assert_eq!(count("src/attic/mod.rs", ""), 1, "a room that is not in the table");
    assert_eq!(count("src/main.rs", "use crate::cli;"), 0);
}

#[test]
fn maps_that_differ_are_found() {
    let lib = |text| map_out_of_order(&Source::sample("src/lib.rs", text)).len();
    assert_eq!(lib("pub mod geometry; // shapes\npub mod gpu;\n// pub mod attic;"), 0);
    assert_eq!(lib("pub mod world;\npub mod geometry;"), 1);
    assert_eq!(lib("pub mod attic;"), 1);

    let item = |room: &str, uses: &str| format!("- **{room}** (`src/{room}/`)\n  may use {uses}. Text.\n");
    let list = |geometry: &str| -> String {
        let items = ROOMS.iter().map(|(room, uses)| match uses {
            _ if *room == "geometry" => item(room, geometry),
            AllAbove => item(room, "all above"),
            Only([]) => item(room, "nothing"),
            Only(rooms) => item(room, &rooms.join(", ")),
        });
        items.collect()
    };
    let document = |text: &str| list_differs(&Source::sample("docs/internals/architecture.md", text)).len();
    assert_eq!(document(&list("files, names")), 0);
    assert_eq!(document(&list("world")), 1);
    assert_eq!(document(""), 1);
}
