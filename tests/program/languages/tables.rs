//! The texts in tables of rooms below the window, which are translated when they are shown.

use collidoscope::app::export::{FRAMES, PICTURES, SHEET, STEPS};
use collidoscope::app::key_sheet::{FOCUS, NUDGES, TURNS};
use collidoscope::app::keys::{COMMANDS, EVERYWHERE, MOUSE, SCENE};
use collidoscope::app::lessons_panel::lecture::{CHOICES, SHOWN};
use collidoscope::app::video::FORMATS;
use collidoscope::cli;
use collidoscope::cloth::methods::METHODS as CLOTH_METHODS;
use collidoscope::combined::sandwich;
use collidoscope::comparison::own_program::Trouble;
use collidoscope::continuous::methods::METHODS as CONTINUOUS_METHODS;
use collidoscope::detector::Mistake;
use collidoscope::experiments::EXPERIMENTS;
use collidoscope::figures::cloth::STAGES;
use collidoscope::image_space::explained::state;
use collidoscope::image_space::own::relations::Allen;
use collidoscope::image_space::schedule::word::Schedule;
use collidoscope::image_space::{self, own, pass};
use collidoscope::inspector::page::keys;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::panels::pass_editor;
use collidoscope::labs::arena::undo::UNFINISHED;
use collidoscope::labs::camera_word::SIDES;
use collidoscope::labs::capabilities::NO_PAIR;
use collidoscope::labs::cloth::garment::CROSSES;
use collidoscope::labs::cloth::lane::NO_GRID;
use collidoscope::labs::cloth::maps::NO_OBSTACLES;
use collidoscope::labs::cloth::undo::OTHER_MOTION;
use collidoscope::labs::cloth::view::NO_CONES;
use collidoscope::labs::level::undo::OTHER_LEVEL;
use collidoscope::labs::level::words::{NO_SIZE, NO_VOLUME, NOT_CUT};
use collidoscope::labs::meshes::undo::OTHER_MESHES;
use collidoscope::labs::meshes::words::OFF_PATH;
use collidoscope::labs::road::words::{FROM_FILE, KEYS_DRIVE};
use collidoscope::labs::undo::RESTART;
use collidoscope::language::Language;
use collidoscope::lessons::bibliography;
use collidoscope::level::methods::{METHODS as LEVEL_METHODS, SPLIT};
use collidoscope::methods::{Inside, METHODS};
use collidoscope::object_space::hybrid_boxes::seen;
use collidoscope::programs::FailureKind;
use collidoscope::render::scene::Overlays;
use collidoscope::road::driver::Recovery;
use collidoscope::settings::{Range, title};
use collidoscope::ui::quality::QUALITY;
use collidoscope::world::parameters::SHARE;

/// All texts of the tables, in English.
pub fn texts() -> Vec<String> {
    let mut texts: Vec<&str> = Vec::new();
    for method in METHODS {
        texts.extend([method.title, method.says, method.promise.words()]);
        if let Inside::Passes(tables) = method.inside {
            let rows = tables.iter().flat_map(|table| table.rows());
            texts.extend(rows.map(|row| row.says));
        }
    }
    texts.extend(
        CONTINUOUS_METHODS.iter().flat_map(|method| [method.title, method.says, method.promise.words()]),
    );
    texts.extend(LEVEL_METHODS.iter().flat_map(|method| [method.title, method.says, method.promise.words()]));
    texts.extend(CLOTH_METHODS.iter().flat_map(|method| [method.title, method.says, method.promise.words()]));
    for experiment in EXPERIMENTS {
        let plot = &experiment.plot;
        texts.extend([experiment.title, experiment.says, experiment.source, plot.x.label, plot.y.label]);
    }
    texts.extend(bibliography::all().iter().map(|section| section.title));
    // Only the help is translated here: the label shown is the name of the shared quantity.
    texts.push(SHARE.help);
    let Range::Shares { of: kinds } = SHARE.range else { panic!("{SHARE:?}") };
    texts.extend(kinds);
    texts.extend(Overlays::ROWS.iter().flat_map(|row| [row.setting.label, row.setting.help]));
    texts.extend([image_space::REJECTIONS, sandwich::REJECTIONS, sandwich::TESTS].concat());
    texts.extend([seen::STAGES, seen::VOLUMES].concat());
    texts.extend(SIDES.map(|(_, title, _)| title));
    texts.extend([NO_PAIR, NO_GRID, OTHER_MESHES, OTHER_LEVEL, OTHER_MOTION]);
    texts.extend(STAGES.map(|row| row.1));
    texts.extend([Mistake::Missed, Mistake::FalseHit].map(Mistake::words));
    texts.push(pass::count_stencil(0).says);
    texts.extend(own::lowering::sentences());
    texts.extend(state::GROUPS);
    texts.extend(Schedule::WORKING.iter().map(|schedule| schedule.word()));
    texts.extend(FORMATS.iter().flat_map(|(_, name, says)| [*name, *says]));
    texts.extend(PICTURES.iter().flat_map(|(_, name, says)| [*name, *says]));
    texts.extend([SHEET.0, SHEET.1, STEPS.0, STEPS.1, FRAMES.0, FRAMES.1]);
    texts.extend([
        "Open a file",
        "Open a lecture",
        "Save the lecture",
        "Save the scene",
        "Save the steps",
        "Save the image",
    ]);
    texts.extend(LABS.iter().filter_map(|row| Some(row.takes?.says)));
    for word in LABS.iter().flat_map(|row| row.words) {
        texts.extend([word.label, word.says]);
        texts.extend(word.rows.iter().flat_map(|row| [row.1, row.2]).chain(word.none.map(|none| none.1)));
    }
    texts.extend([
        KEYS_DRIVE,
        FROM_FILE,
        NO_SIZE,
        NOT_CUT,
        NO_VOLUME,
        CROSSES,
        NO_CONES,
        NO_OBSTACLES,
        OFF_PATH,
    ]);
    texts.extend(FailureKind::ALL.map(FailureKind::words));
    texts.extend([pass_editor::KIND.opens, pass_editor::KIND.saves, UNFINISHED]);
    texts.extend(Allen::ALL.map(|(relation, _)| relation.says()));
    let mut texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();

    texts.push(RESTART.to_owned());
    texts.extend(Recovery::ALL.map(|why| why.words().to_owned()));
    texts.extend(Trouble::STATES.map(|state| state.words().to_owned()));
    let of_labs = LABS.iter().flat_map(|row| (row.methods)());
    let settings = of_labs
        .chain(LEVEL_METHODS.iter().map(|m| &m.about))
        .chain(CLOTH_METHODS.iter().map(|m| &m.about))
        .flat_map(|about| about.settings);
    for setting in settings.chain([&SPLIT.setting, &QUALITY]) {
        texts.extend([setting.label, setting.help].map(str::to_owned));
        if let Range::Choice { options, .. } = &setting.range {
            texts.extend(options.iter().flat_map(|(word, says)| [title(word), (*says).to_owned()]));
        }
    }
    let labs = LABS.iter().flat_map(|row| row.keys);
    let keys = [SCENE, EVERYWHERE, keys::KEYS].into_iter().flatten().chain(labs);
    let keys = keys.map(|row| (row.shown, row.says)).chain(COMMANDS.iter().map(|row| (row.shown, row.says)));
    let keys = keys.chain([MOUSE, keys::MOUSE, FOCUS, NUDGES, TURNS, SHOWN, &[CHOICES]].concat());
    let keys = keys.chain(LABS.iter().flat_map(|row| row.gestures).copied());
    let keys = keys.chain(LABS.iter().flat_map(|row| row.pages).flat_map(|page| page.keys).copied());
    for row in LABS {
        texts.extend([row.title, row.says, row.no_subject].map(str::to_owned));
        texts.extend(row.legend.iter().map(|row| row.says.to_owned()));
        texts.extend(row.things.iter().map(|things| things.kind.to_owned()));
        let things = row.things.iter().flat_map(|things| (things.rows)());
        texts.extend(things.flat_map(|thing| [thing.title, thing.says]).map(str::to_owned));
        texts.extend(row.pages.iter().flat_map(|page| [page.title, page.help]).map(str::to_owned));
        let viewpoints = row.viewpoints.iter().flat_map(|v| [v.title, v.says, v.needs]);
        texts.extend(viewpoints.map(str::to_owned));
        texts.extend(
            (row.methods)()
                .iter()
                .flat_map(|about| [about.title, about.says, about.source])
                .map(str::to_owned),
        );
    }
    // The name of a key is the text on it.
    let keys = keys.flat_map(|(shown, what)| [shown, what]).filter(|text| text.len() > 3 || *text == "Pan");
    texts.extend(keys.map(str::to_owned));
    help_of(&cli::command(), &mut texts);
    // A letter is the same in every language.
    texts.retain(|text| text.chars().count() > 1);
    texts
}

/// Collects the help of a command, its subcommands and their arguments.
fn help_of(command: &clap::Command, texts: &mut Vec<String>) {
    texts.extend(command.get_about().map(ToString::to_string));
    texts.extend(command.get_arguments().filter_map(|argument| argument.get_help()).map(ToString::to_string));
    command.get_subcommands().for_each(|command| help_of(command, texts));
}

/// Another text with the same spelling must not rename a key: R is not "right", L not "left".
#[test]
fn a_key_of_one_letter_is_called_by_it() {
    let labs = LABS.iter().flat_map(|row| row.keys);
    let rows = [SCENE, EVERYWHERE, keys::KEYS].into_iter().flatten().chain(labs);
    let letters: Vec<&str> = rows.map(|row| row.shown).filter(|shown| shown.chars().count() == 1).collect();
    assert!(letters.contains(&"R") && letters.contains(&"L"), "{letters:?}");
    for letter in letters {
        assert_eq!(Language::Chinese.translation(letter), None, "{letter}");
    }
}
