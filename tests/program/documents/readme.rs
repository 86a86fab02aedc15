//! The README names what a stranger needs, in a length that a stranger reads.

use std::fs;
use std::path::Path;

use collidoscope::labs::LABS;
use collidoscope::lessons::FILES;

/// Lines of the README.
const LONGEST: usize = 150;

/// Complaints about a README.
fn lacks(readme: &str) -> Vec<String> {
    let lines = readme.lines().count();
    let labs = LABS.iter().map(|lab| format!("**{}** (`{}`)", lab.title, lab.id));
    let commands = ["scripts/run".to_owned(), "scripts/test".to_owned(), format!("{} lessons", FILES.len())];
    let missing = labs.chain(commands).filter(|text| !readme.contains(text));
    let missing = missing.map(|text| format!("README.md lacks {text}"));
    let long = (lines > LONGEST).then(|| format!("README.md has {lines} lines, more than {LONGEST}"));
    missing.chain(long).collect()
}

#[test]
fn the_readme_names_every_lab_both_commands_and_the_lessons() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let complaints = lacks(&readme);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_readme_that_is_too_long_or_lacks_a_lab_is_found() {
    assert_eq!(lacks("scripts/run").len(), LABS.len() + 2);
    let labs: Vec<_> = LABS.iter().map(|lab| format!("**{}** (`{}`)\n", lab.title, lab.id)).collect();
    let whole = format!("scripts/run scripts/test {} lessons\n{}", FILES.len(), labs.concat());
    assert!(lacks(&whole).is_empty());
    assert_eq!(lacks(&(whole + &"\n".repeat(LONGEST))).len(), 1);
}
