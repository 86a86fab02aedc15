//! The manual pages and the completion scripts have every command, option and id.

use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::process::Command;

use collidoscope::cli;
use collidoscope::experiments::EXPERIMENTS;
use collidoscope::labs::LABS;
use collidoscope::lessons;

use crate::window::cli::{Folder, assert_refused, collidoscope, succeeded, text};

/// The scripts whose shell can check them without running them.
const CHECKED: [(&str, &str); 3] = [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")];

fn completions(shell: &str) -> String {
    let output = succeeded(&["completions", shell]);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_has_a_page_with_its_options_and_lists() {
    let folder = Folder::new();
    let pages = folder.path("man/man1");
    succeeded(&["man", text(&pages), "--language", "zh-CN"]);
    let page = |name: &str| {
        let page = fs::read_to_string(pages.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        page.replace("\\-", "-")
    };
    let root = cli::command();
    for command in root.get_subcommands() {
        let page = page(&format!("collidoscope-{}.1", command.get_name()));
        for option in command.get_arguments().filter(|a| !a.is_hide_set()).filter_map(|a| a.get_long()) {
            assert!(page.contains(&format!("--{option}")), "{}: --{option}", command.get_name());
        }
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS"] {
            assert!(page.contains(section), "{}: {section}", command.get_name());
        }
    }
    let main = page("collidoscope.1");
    let methods = LABS.iter().flat_map(|row| (row.methods)()).map(|about| about.id);
    let ids = LABS.iter().map(|row| row.id).chain(methods).chain(lessons::FILES.iter().map(|f| f.id()));
    for id in ids {
        assert!(main.contains(&format!("\n  {id} ")), "{id}");
    }
    assert!(!main.contains('方'), "the pages are in English");
    let shot = page("collidoscope-shot.1");
    assert!(shot.contains(".TH collidoscope-shot 1 \" \" \"collidoscope "), "{shot}");
    let bench = page("collidoscope-bench.1");
    assert!(EXPERIMENTS.iter().all(|e| bench.contains(&format!("\n  {} ", e.id))), "{bench}");
}

#[test]
fn pages_go_into_a_folder_and_only_known_shells_complete() {
    let folder = Folder::new();
    let file = folder.write("file", "");
    assert_refused(&collidoscope(&["man", text(&file)]), &["is a file; name a folder"]);
    assert_refused(&collidoscope(&["completions", "dash"]), &["bash", "zsh"]);
}

#[test]
fn scripts_are_correct() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = completions(shell);
        assert!(script.contains("COLLIDOSCOPE_COMPLETE"), "{shell}: {script}");
        let Some((_, check)) = CHECKED.iter().find(|(of, _)| *of == shell) else { continue };
        let file = folder.write(shell, &script);
        // A shell that is not installed cannot be asked.
        if let Ok(checked) = Command::new(shell).arg(check).arg(&file).output() {
            assert!(checked.status.success(), "{shell}: {}", String::from_utf8_lossy(&checked.stderr));
        }
    }
}

/// What bash offers at the end of a line; the script finds the program by its name.
#[cfg(unix)]
fn in_bash(script: &str, line: &str) -> Vec<String> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if line.ends_with(' ') {
        words.push("");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_collidoscope")).parent().unwrap();
    let run = format!(
        "{script}\nCOMP_WORDS=(\"${{@:2}}\") COMP_CWORD=$(($# - 2))\n\
         PATH=$1:$PATH _clap_complete_collidoscope collidoscope \"${{!#}}\"\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let mut bash = Command::new("bash");
    let output = bash.args(["--norc", "-c", &run, "bash"]).arg(program).args(&words).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let offered = String::from_utf8(output.stdout).unwrap();
    offered.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn commands_ids_lists_and_settings_are_completed() {
    let script = completions("bash");
    for (line, offered) in [
        ("collidoscope comp", &["completions"][..]),
        ("collidoscope --lab ro", &["road", "road/inspector", "road/experiments"]),
        ("collidoscope --lesson stencil-b", &["stencil-bug"]),
        ("collidoscope --panes stencil-as", &["stencil-as-published"]),
        ("collidoscope --panes gjk,stencil-as", &["gjk,stencil-as-published"]),
        ("collidoscope --panes=gjk,stencil-as", &["--panes=gjk,stencil-as-published"]),
        ("collidoscope --set rule=out", &["rule=outside-box"]),
        ("collidoscope --set resol", &["resolution="]),
        ("collidoscope --preset relation-4", &["relation-4"]),
        ("collidoscope --frame-t", &["--frame-times"]),
        ("collidoscope shot lev", &["level", "level/inspector", "level/experiments"]),
        ("collidoscope shot lesson stencil-b", &["stencil-bug"]),
        ("collidoscope sweep a.json --method bsp-sh", &["bsp-shift", "bsp-shift-bevels"]),
        ("collidoscope sweep a.json --split first", &["first-face"]),
        ("collidoscope ccd a.csv --kind edge", &["edge-edge"]),
        ("collidoscope query a.json --set rule", &[]),
        ("collidoscope completions z", &["zsh"]),
    ] {
        assert_eq!(in_bash(&script, line), offered, "{line}");
    }
    assert!(
        !in_bash(&script, "collidoscope --l").iter().any(|offered| offered == "--lose-context"),
        "it is hidden"
    );
    assert_eq!(in_bash(&script, "collidoscope bench ").iter().filter(|word| *word == "all").count(), 1);
    let methods = in_bash(&script, "collidoscope shot arena --method ");
    let known = LABS.iter().flat_map(|row| (row.methods)()).map(|about| about.id);
    assert!(known.clone().all(|id| methods.iter().any(|offered| offered == id)), "{methods:?}");
}
