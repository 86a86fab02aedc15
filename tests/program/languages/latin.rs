//! The rules for Latin letters in a Chinese text.

use std::collections::BTreeSet;

use collidoscope::broad_phase::BROAD_PHASES;
use collidoscope::cli::Place;
use collidoscope::continuous::methods::METHODS as CONTINUOUS_METHODS;
use collidoscope::experiments::EXPERIMENTS;
use collidoscope::image_space::schedule::word::Schedule;
use collidoscope::labs::LABS;
use collidoscope::lessons;
use collidoscope::level::methods::{METHODS as LEVEL_METHODS, SPLIT};
use collidoscope::settings::Range;
use collidoscope::ui::quality::Quality;
use collidoscope::world::PRESETS;

/// Proper names, keys, units, and text that is typed.
const NAMES: &[&str] = &[
    "Collidoscope",
    "collidoscope",
    "OpenGL",
    "0.2ms",
    "llvmpipe",
    "softpipe",
    "glTF",
    "parry",
    "OBBTree",
    "GL_HP_occlusion_test",
    "Baciu",
    "Benthin",
    "CInDeR",
    "CULLIDE",
    "R-CULLIDE",
    "Quick-CULLIDE",
    "Govindaraju",
    "Redon",
    "Cohen",
    "Forgue",
    "Gilbert",
    "Goldsmith",
    "Ericson",
    "Bentley",
    "Meagher",
    "Gottschalk",
    "Gross",
    "Heidelberger",
    "Johnson",
    "Keerthi",
    "Klosowski",
    "Knott",
    "Wang",
    "Bernstein",
    "Kunii",
    "Larsen",
    "Lin",
    "Manocha",
    "Magnenat",
    "Melax",
    "Anderson",
    "Bridson",
    "Cardano",
    "Fedkiw",
    "Magnenat-Thalmann",
    "Provot",
    "Tang",
    "Teschner",
    "Thalmann",
    "Vassilev",
    "Spanlang",
    "Chrysanthou",
    "Volino",
    "Quake",
    "Arena",
    "Software",
    "id",
    "van",
    "den",
    "Bergen",
    "Megahed",
    "Myszkowski",
    "Okunev",
    "Pai",
    "Rossignac",
    "Salmon",
    "Schneider",
    "Shinya",
    "Sun",
    "Wald",
    "Wong",
    "Woop",
    "JSON",
    "English",
    "KiB",
    "SIMD",
    "ms",
    "px",
    "km",
    "dm",
    "cm",
    "mm",
    "ns",
    "Shift",
    "Esc",
    "Enter",
    "Tab",
    "Ctrl",
    "Alt",
    "quad",
    "Home",
    "End",
    "Page",
    "Down",
    "Up",
    "bench",
    "arena",
    "all",
    "info",
    "meshes",
    "map",
    "path",
    "keys",
    "point",
    "sphere",
    "cylinder",
    "hull",
    "on",
    "off",
    "sweep",
    "edge-edge",
    "vertex-face",
    "csv",
    "jsonl",
    "docs/reference/file-formats.md",
    "detect",
    "determine",
    "triangle_pairs",
    "method",
    "qx",
    "qy",
    "qz",
    "qw",
    "query",
    "grade",
    "Linux",
    "MiB",
    "mine.py",
    "python3",
    "ffmpeg",
    "shot",
    "man",
    "completions",
    "shell",
    "bash",
    "elvish",
    "fish",
    "powershell",
    "zsh",
    "help",
    "en",
    "zh",
    "CN",
    "WxH",
    "dark",
    "light",
    "auto",
];

/// Words that are the same in every language.
pub struct Latin {
    words: BTreeSet<String>,
    /// Longer texts that are not translated.
    phrases: Vec<&'static str>,
}

impl Latin {
    pub fn new() -> Self {
        let mut words: BTreeSet<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
        let abouts = LABS.iter().flat_map(|lab| (lab.methods)());
        let abouts: Vec<_> = abouts.chain(LEVEL_METHODS.iter().map(|method| &method.about)).collect();
        let abouts: Vec<_> = abouts.into_iter().chain(CONTINUOUS_METHODS.iter().map(|m| &m.about)).collect();
        let mut ids: Vec<&str> = LABS.iter().map(|lab| lab.id).collect();
        ids.extend(abouts.iter().map(|about| about.id));
        ids.extend(EXPERIMENTS.iter().map(|experiment| experiment.id));
        ids.extend(BROAD_PHASES.iter().map(|row| row.id));
        ids.extend(PRESETS.iter().map(|preset| preset.id));
        ids.extend(Place::words());
        ids.extend(LABS.iter().flat_map(|lab| lab.pages).map(|page| page.word));
        ids.extend(["lesson", "last"]);
        ids.extend(Schedule::WORKING.iter().map(|schedule| schedule.word()));
        let settings = abouts.iter().flat_map(|about| about.settings);
        for setting in settings.chain([&SPLIT.setting]) {
            ids.push(setting.id);
            if let Range::Choice { options, .. } = &setting.range {
                ids.extend(options.iter().map(|(word, _)| *word));
            }
        }
        words.extend(ids.into_iter().map(str::to_owned));
        // egui's name of a panel's edge, for screen readers only; two names with a non-ASCII letter.
        Self { words, phrases: vec!["Resize panel", "Möller–Trumbore"] }
    }

    /// The rules for `--help`, which lists parameters of labs and their values as they are typed.
    pub fn of_help() -> Self {
        let mut latin = Self::new();
        for row in LABS {
            latin.words.extend(row.words.iter().map(|word| word.id.to_owned()));
            let rows = row.words.iter().flat_map(|word| word.rows);
            latin.words.extend(rows.map(|value| value.0.to_owned()));
            let values = row.things.iter().flat_map(|things| (things.rows)());
            latin.words.extend(values.map(|thing| thing.value));
        }
        latin.words.extend(lessons::all().iter().map(|lesson| lesson.id.to_owned()));
        latin.words.extend(Quality::all().map(|row| row.0.to_owned()));
        // Values and columns that occur in sentences.
        let values = ["0.2ms", "colliding", "e3e9", "lecture", "route", "stages", "v12f34", "walk", "within"];
        latin.words.extend(values.map(str::to_owned));
        latin
    }

    /// The words of `text` that should have been translated.
    pub fn foreign(&self, text: &str) -> Vec<String> {
        let mut text = text.to_owned();
        for phrase in &self.phrases {
            text = text.replace(phrase, " ");
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./=".contains(c);
        let tokens = text.split(|c: char| !is_part(c)).map(|token| token.trim_end_matches(['.', '-']));
        tokens.filter(|token| !self.allows(token)).map(str::to_owned).collect()
    }

    fn allows(&self, token: &str) -> bool {
        let letters: Vec<char> = token.chars().filter(char::is_ascii_alphabetic).collect();
        // A letter such as x or L; a word in capitals such as GL_LESS, FILE or 18-DOP; a switch of the command
        // line; `name=value`; a file.
        letters.len() < 2
            || letters.iter().all(|c| c.is_ascii_uppercase())
            || token.starts_with("--")
            || token.starts_with("0x")
            // OpenGL's calls.
            || token.strip_prefix("gl").is_some_and(|call| call.starts_with(|c: char| c.is_ascii_uppercase()))
            || token.contains('=')
            || [".png", ".apng", ".csv", ".json", ".obj", ".passes", ".svg", ".toml"].iter().any(|ending| token.ends_with(ending))
            || self.words.contains(token)
            || token.split(['/', '.']).all(|part| self.words.contains(part) || part.len() < 2)
            || token
                .split('-')
                .all(|part| part.len() < 2 || self.words.contains(part) || is_abbreviation(part))
    }
}

fn is_abbreviation(part: &str) -> bool {
    part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

#[test]
fn english_is_found_and_names_are_let_through() {
    let latin = Latin::new();
    for fine in [
        "设置 --set resolution=16，方法 occlusion-query",
        "GL_SAMPLES_PASSED 的计数器为 0 位，12.5 ms",
        "x、y、z 轴 · OpenGL 4.5 · llvmpipe",
        "Gottschalk、Lin、Manocha 1996（OBBTree） · 精确",
        "球-AABB-OBB 树，18-DOP",
        "已保存 collidoscope-00012.csv",
    ] {
        assert_eq!(latin.foreign(fine), [""; 0], "{fine}");
    }
    for (bad, words) in [
        ("Candidate pairs", vec!["Candidate", "pairs"]),
        ("Xu et al., figure 3", vec!["Xu", "et", "al", "figure"]),
        ("碰撞 pairs", vec!["pairs"]),
        ("Now, ms", vec!["Now"]),
    ] {
        assert_eq!(latin.foreign(bad), words, "{bad}");
    }
}
