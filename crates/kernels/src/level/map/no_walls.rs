//! The classes of entities and the textures of brushes that stop no player, so that they are no walls.
//!
//! Sources: ericw-tools (`docs/qbsp.rst`, `common/bspfile.cc`), the compilers of Half-Life (`hlcsg`), the shaders of
//! Quake III (`scripts/common.shader`), the contents of Quake II (`qfiles.h`), the game code of Half-Life, and the Valve
//! Developer Community for Source. The tables are also the list in `docs/reference/file-formats.md`.

/// How a row of a table matches a name.
#[derive(Clone, Copy, Debug)]
pub enum Names {
    /// These names; of a texture the last part of its path.
    Are(&'static [&'static str]),
    /// Names that begin so; of a texture the last part of its path.
    Begin(&'static str),
    /// These textures in the folder of this name, or in any folder but none if it is empty.
    In(&'static str, &'static [&'static str]),
    /// All textures in the folder of this name.
    Folder(&'static str),
}

/// Names that stop no player.
pub struct Row {
    /// The names, in lower case.
    pub names: Names,
    /// Kind of thing that has these names.
    pub thing: &'static str,
    /// Program or game that defines it.
    pub source: &'static str,
}

const fn row(names: Names, thing: &'static str, source: &'static str) -> Row {
    Row { names, thing, source }
}

/// Classes of entities whose brushes stop no player.
pub const CLASSES: &[Row] = &[
    row(Names::Begin("trigger_"), "triggers", "Quake and its successors"),
    row(
        Names::Are(&["func_illusionary", "func_detail_illusionary", "func_illusionary_visblocker"]),
        "scenery without collision",
        "Quake, ericw-tools",
    ),
    row(
        Names::Are(&["func_water", "func_water_analog", "func_bubbles", "env_bubbles"]),
        "water and bubbles",
        "Quake II, Half-Life",
    ),
    row(Names::Begin("func_areaportal"), "portals between areas", "Quake II, Source"),
    row(
        Names::Are(&["func_ladder", "func_useableladder", "func_simpleladder"]),
        "ladders, which are climbed through",
        "Half-Life, Source",
    ),
    row(
        Names::Are(&["func_monsterclip", "func_clip_vphysics"]),
        "barriers for monsters or for loose objects alone",
        "Half-Life, Source",
    ),
    row(
        Names::Are(&[
            "func_friction",
            "func_mortar_field",
            "func_tankcontrols",
            "func_traincontrols",
            "func_vehiclecontrols",
        ]),
        "areas that act on players",
        "Half-Life",
    ),
    row(
        Names::Are(&[
            "func_bomb_target",
            "func_buyzone",
            "func_escapezone",
            "func_grencatch",
            "func_hostage_rescue",
            "func_nobuild",
            "func_nogrenades",
            "func_vip_safetyzone",
            "func_weaponcheck",
            "func_capturezone",
            "func_regenerate",
            "func_respawnroom",
        ]),
        "areas of the rules of a game",
        "Counter-Strike, Team Fortress",
    ),
    row(
        Names::Are(&[
            "func_dustcloud",
            "func_dustmotes",
            "func_fish_pool",
            "func_occluder",
            "func_precipitation",
            "func_smokevolume",
            "func_viscluster",
        ]),
        "effects and visibility",
        "Source",
    ),
    row(Names::Begin("func_nav_"), "hints for robots", "Source"),
    row(Names::Begin("info_"), "marks and goals", "Quake and its successors"),
];

/// Textures that stop no player. A brush with no other texture is no wall.
pub const TEXTURES: &[Row] = &[
    row(Names::Begin("*"), "liquids", "Quake, ericw-tools"),
    row(Names::Begin("!"), "liquids", "Half-Life"),
    row(Names::Are(&["hint", "hintskip", "splitface"]), "hints for the compiler", "ericw-tools, Half-Life"),
    row(Names::Are(&["origin"]), "centre of rotation", "Quake II and its successors"),
    row(Names::Are(&["trigger", "aaatrigger"]), "triggers", "Quake and its successors, Half-Life"),
    row(Names::Are(&["areaportal"]), "portals between areas", "Quake II"),
    row(
        Names::In("", &["skip"]),
        "hints for the compiler; `skip` without a folder is an unseen wall, as in ericw-tools, but beside `hint` it counts as one",
        "Quake II, Quake III",
    ),
    row(
        Names::In(
            "common",
            &[
                "antiportal",
                "botclip",
                "clusterportal",
                "donotenter",
                "hintlocal",
                "lavacaulk",
                "lightgrid",
                "monsterclip",
                "nodraw",
                "nodrawnonsolid",
                "nodrop",
                "slimecaulk",
                "subtlehint",
                "watercaulk",
            ],
        ),
        "shaders with `nonsolid` that do not clip players",
        "Quake III",
    ),
    row(Names::Folder("liquids"), "liquids", "Quake III"),
    row(
        Names::Are(&[
            "toolsareaportal",
            "toolshint",
            "toolsnpcclip",
            "toolsoccluder",
            "toolsorigin",
            "toolsskip",
            "toolstrigger",
        ]),
        "tools",
        "Source",
    ),
];

/// Whether entities of this class stop no player.
pub fn is_no_wall(class: &str) -> bool {
    let class = class.to_ascii_lowercase();
    CLASSES.iter().any(|row| row.names.have(&class))
}

impl Names {
    /// Whether the names contain this one, which is in lower case, with `/` between its folders.
    fn have(self, name: &str) -> bool {
        let (path, last) = name.rsplit_once('/').unwrap_or(("", name));
        let folder = path.rsplit('/').next().unwrap_or_default();
        match self {
            Self::Are(names) => names.contains(&last),
            Self::Begin(with) => last.starts_with(with),
            Self::In("", names) => !folder.is_empty() && names.contains(&last),
            Self::In(of, names) => folder == of && names.contains(&last),
            Self::Folder(of) => folder == of,
        }
    }

    /// The names as a list in Markdown.
    pub fn listed(self) -> String {
        let quoted = |folder: &str, names: &[&str]| {
            let names = names.iter().map(|name| format!("`{folder}{name}`"));
            names.collect::<Vec<_>>().join(", ")
        };
        match self {
            Self::Are(names) => quoted("", names),
            Self::Begin(with) => format!("names that begin with `{with}`"),
            Self::In("", names) => format!("{} in any folder", quoted("", names)),
            Self::In(of, names) => quoted(&format!("{of}/"), names),
            Self::Folder(of) => format!("all in a folder `{of}`"),
        }
    }
}

/// Contents of Quake II that stop a player: solid, window, and the barrier for players.
const STOPS: i64 = 1 | 2 | 0x1_0000;
/// Contents that let players pass: liquids, mist and the like, and the barrier for monsters.
const PASSED: i64 = 4 | 8 | 16 | 32 | 64 | 0x2_0000;
/// The contents of an origin brush.
const ORIGIN: i64 = 0x100_0000;
/// The surface flags hint and skip.
const HINT: i64 = 0x100 | 0x200;

/// The texture of a face, and what the face says about its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Part of a wall.
    Wall,
    /// No part of a wall.
    Passed,
    /// A hint: `skip` beside it is no wall.
    Hint,
    /// Part of a wall, except beside a hint.
    Skip,
}

impl Face {
    /// The face with this texture, and with the numbers for contents and surface that Quake II writes after the texture's
    /// placement.
    pub fn of(texture: &str, contents: i64, surface: i64) -> Self {
        let texture = texture.to_ascii_lowercase().replace('\\', "/");
        let last = texture.rsplit('/').next().unwrap_or_default();
        let is_passed = contents & STOPS == 0 && contents & PASSED != 0 || contents & ORIGIN != 0;
        if last == "hint" || last == "toolshint" {
            Self::Hint
        } else if is_passed || surface & HINT != 0 || TEXTURES.iter().any(|row| row.names.have(&texture)) {
            Self::Passed
        } else if last == "skip" {
            Self::Skip
        } else {
            Self::Wall
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textures_are_walls_unless_the_games_say_otherwise() {
        for (texture, face) in [
            ("stone", Face::Wall),
            ("clip", Face::Wall),
            ("common/clip", Face::Wall),
            ("common/caulk", Face::Wall),
            ("common/weapclip", Face::Wall),
            ("null", Face::Wall),
            ("bevel", Face::Wall),
            ("sky1", Face::Wall),
            ("nodraw", Face::Wall),
            ("tools/toolsnodraw", Face::Wall),
            ("origin_stone", Face::Wall),
            ("SKIP", Face::Skip),
            ("common/skip", Face::Passed),
            ("e1u1/skip", Face::Passed),
            ("HINT", Face::Hint),
            ("textures/common/hint", Face::Hint),
            ("hintskip", Face::Passed),
            ("textures\\common\\NoDraw", Face::Passed),
            ("common/botclip", Face::Passed),
            ("*lava1", Face::Passed),
            ("*waterskip", Face::Passed),
            ("!cur_up", Face::Passed),
            ("liquids/clear_ripple1", Face::Passed),
            ("AAATRIGGER", Face::Passed),
        ] {
            assert_eq!(Face::of(texture, 0, 0), face, "{texture}");
        }
    }

    #[test]
    fn the_numbers_of_a_face_decide_where_it_has_them() {
        let detail = 0x800_0000;
        for (contents, surface, face) in [
            (0, 0, Face::Wall),
            (1, 0, Face::Wall),
            (2, 0x10, Face::Wall),
            (detail, 0, Face::Wall),
            (0x1_0000, 0x80, Face::Wall),
            (0x3_0000, 0x80, Face::Wall),
            (0x2000_0000, 0, Face::Wall),
            (0x2_0000, 0x80, Face::Passed),
            (32, 0, Face::Passed),
            (8 | detail, 0x80, Face::Passed),
            (64 | detail, 0, Face::Passed),
            (ORIGIN | 1, 0, Face::Passed),
            (0, 0x200, Face::Passed),
            (1, 0x100, Face::Passed),
        ] {
            assert_eq!(Face::of("e1u1/stone", contents, surface), face, "{contents:#x} {surface:#x}");
        }
    }

    #[test]
    fn classes_are_found_in_any_case_and_details_are_walls() {
        for class in ["trigger_multiple", "FUNC_Illusionary", "func_detail_illusionary", "func_areaportal"] {
            assert!(is_no_wall(class), "{class}");
        }
        for class in [
            "",
            "worldspawn",
            "func_detail",
            "func_detail_fence",
            "func_detail_wall",
            "func_group",
            "func_wall",
            "func_door",
        ] {
            assert!(!is_no_wall(class), "{class}");
        }
    }
}
