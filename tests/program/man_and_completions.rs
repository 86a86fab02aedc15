//! The manual pages and the completion scripts have every command, option and id.

use std::fs;
use std::process::Command;

use collidoscope::cli;
use collidoscope::experiments::EXPERIMENTS;
use collidoscope::labs::LABS;
use collidoscope::lessons;

use crate::window::cli::{Folder, assert_refused, collidoscope, text};

/// The scripts whose shell can check them without running them.
const CHECKED: [(&str, &str); 3] = [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")];

fn completions(shell: &str) -> String {
    let output = collidoscope(&["completions", shell]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_has_a_page_with_its_options_and_lists() {
    let folder = Folder::new();
    let pages = folder.path("man/man1");
    let output = collidoscope(&["man", text(&pages), "--language", "zh-CN"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "SEE ALSO"] {
            assert!(page.contains(section), "{}: {section}", command.get_name());
        }
    }
    let main = page("collidoscope.1");
    let methods = LABS.iter().flat_map(|row| (row.methods)()).map(|about| about.id);
    let ids = LABS.iter().map(|row| row.id).chain(methods).chain(lessons::FILES.iter().map(|f| f.id()));
    for id in ids {
        assert!(main.contains(&format!(".TP\n\\fB{id}\\fR\n")), "{id}");
    }
    assert!(!main.contains('方'), "the pages are in English");
    assert!(main.contains(".SH SYNOPSIS\n\\fBcollidoscope\\fR [OPTIONS] [FILE]\n.br\n"), "{main}");
    let shot = page("collidoscope-shot.1");
    assert!(shot.starts_with(".TH \"COLLIDOSCOPE-SHOT\" 1 \"\" \"collidoscope "), "{shot}");
    assert!(shot.contains("\\fBcollidoscope shot\\fR [OPTIONS] --out <FILE> <LAB> [NAME]\n"), "{shot}");
    let bench = page("collidoscope-bench.1");
    assert!(EXPERIMENTS.iter().all(|e| bench.contains(&format!("\\fB{}\\fR", e.id))), "{bench}");
}

#[test]
fn pages_go_into_a_folder_and_only_known_shells_complete() {
    let folder = Folder::new();
    let file = folder.write("file", "");
    assert_refused(&collidoscope(&["man", text(&file)]), &["is a file; name a folder"]);
    assert_refused(&collidoscope(&["completions", "dash"]), &["bash", "zsh"]);
}

#[test]
fn scripts_are_correct_and_have_every_id() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = completions(shell);
        let methods = LABS.iter().flat_map(|row| (row.methods)()).map(|about| about.id);
        let ids = LABS.iter().map(|row| row.id).chain(methods).chain(lessons::FILES.iter().map(|f| f.id()));
        // The scripts of these shells complete no values.
        let ids = ids.filter(|_| !["elvish", "powershell"].contains(&shell));
        for word in ids.chain(["query", "shot", "completions", "--panes"]) {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{shell}: {word}");
        }
        let Some((_, check)) = CHECKED.iter().find(|(of, _)| *of == shell) else { continue };
        let file = folder.write(shell, &script);
        // A shell that is not installed cannot be asked.
        if let Ok(checked) = Command::new(shell).arg(check).arg(&file).output() {
            assert!(checked.status.success(), "{shell}: {}", String::from_utf8_lossy(&checked.stderr));
        }
    }
}

#[test]
fn no_script_offers_a_hidden_option() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = completions(shell);
        // The names that fish and bash parse stay.
        let offered =
            script.lines().filter(|line| !line.contains("string join") && !line.contains("--lose-context)"));
        assert!(offered.clone().any(|line| line.contains("frame-times")), "{shell}");
        assert!(offered.clone().all(|line| !line.contains("lose-context")), "{shell}");
    }
}

#[test]
fn zsh_completes_after_a_command_and_files_in_its_place() {
    let script = completions("zsh");
    assert!(script.contains("words=($line[1] \"${words[@]}\")"));
    assert!(!script.contains("$line[2]"));
    assert!(!script.contains("'::file"));
    assert!(script.contains("'collidoscope commands' commands \"$@\"\n    _files\n"));
}

#[cfg(unix)]
#[test]
fn fish_completes_commands_and_ids() {
    if Command::new("fish").arg("--version").output().is_err() {
        return;
    }
    let folder = Folder::new();
    let script = folder.write("completions.fish", &completions("fish"));
    for (line, offered) in [
        ("collidoscope comp", &["completions"][..]),
        ("collidoscope --lab ro", &["road", "road/experiments", "road/inspector"]),
        ("collidoscope --fresh --lesson stencil-b", &["stencil-bug"]),
        ("collidoscope --set rule=out", &["rule=outside-box"]),
        ("collidoscope shot lev", &["level", "level/experiments", "level/inspector"]),
        ("collidoscope shot lesson stencil-b", &["stencil-bug"]),
        ("collidoscope sweep a.json --split first", &["first-face"]),
        ("collidoscope completions z", &["zsh"]),
    ] {
        let run = "source $argv[1]; complete -C $argv[2]";
        let output =
            Command::new("fish").args(["--no-config", "-c", run]).arg(&script).arg(line).output().unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        let words: Vec<_> = lines.lines().map(|line| line.split('\t').next().unwrap()).collect();
        assert_eq!(words, offered, "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The completions that bash offers at the end of a line.
#[cfg(unix)]
fn in_bash(script: &str, line: &str) -> Vec<String> {
    // bash makes `=` a word of its own.
    let spaced = line.replace('=', " = ");
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    if line.ends_with([' ', '=']) {
        words.push("");
    }
    let (current, before) = (words[words.len() - 1], words[words.len() - 2]);
    let run = format!(
        "{script}\nCOMP_LINE=$1 COMP_POINT=${{#1}} COMP_WORDS=(\"${{@:4}}\") COMP_CWORD=$(($# - 4))\n\
         _collidoscope_words collidoscope \"$2\" \"$3\"\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let mut bash = Command::new("bash");
    let output =
        bash.args(["--norc", "-c", &run, "bash", line, current, before]).args(&words).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let offered = String::from_utf8(output.stdout).unwrap();
    offered.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_ids_lists_and_settings() {
    let script = completions("bash");
    for (line, offered) in [
        ("collidoscope comp", &["completions"][..]),
        ("collidoscope --lab ro", &["road", "road/inspector", "road/experiments"]),
        ("collidoscope --lesson stencil-b", &["stencil-bug"]),
        ("collidoscope --panes stencil-as", &["stencil-as-published"]),
        ("collidoscope --panes gjk,stencil-as", &["gjk,stencil-as-published"]),
        ("collidoscope --panes=gjk,stencil-as", &["gjk,stencil-as-published"]),
        ("collidoscope --set rule=out", &["outside-box"]),
        ("collidoscope --set resol", &["resolution="]),
        ("collidoscope --preset relation-4", &["relation-4"]),
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
    assert!(in_bash(&script, "collidoscope --set rule=").contains(&"outside-box".to_owned()));
    assert_eq!(in_bash(&script, "collidoscope bench ").iter().filter(|word| *word == "all").count(), 1);
}
