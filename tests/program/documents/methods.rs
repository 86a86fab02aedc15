//! Lists of methods: those of every lab, the broad phases, and the continuous tests of `ccd`.

use collidoscope::about::MethodInfo;
use collidoscope::broad_phase::BROAD_PHASES;
use collidoscope::continuous::methods::METHODS as CONTINUOUS;
use collidoscope::labs::LABS;

use super::text::{ids, item, sentence};

/// One method: id, promise, title, source, how it decides, settings.
fn row(about: &MethodInfo) -> String {
    let settings: Vec<_> = about.settings.iter().map(|setting| setting.id).collect();
    let settings = match settings.as_slice() {
        [] => String::new(),
        names => format!(" Settings: {}.", ids(names)),
    };
    item(&format!(
        "**`{}`** ({}): {}. {} *Source: {}*{settings}",
        about.id,
        about.promise.words(),
        about.title,
        sentence(about.says),
        sentence(about.source),
    ))
}

/// A heading per lab, and its methods.
pub fn of_labs() -> String {
    let lab = LABS.iter().map(|lab| {
        let rows: String = (lab.methods)().into_iter().map(row).collect();
        format!("### {}: `--lab {}`\n\n{rows}", lab.title, lab.id)
    });
    lab.collect::<Vec<_>>().join("\n")
}

/// The ways to find candidate pairs.
pub fn broad_phases() -> String {
    let rows = BROAD_PHASES.iter().map(|row| {
        let says = sentence(row.says);
        item(&format!("**`{}`**: {}. {says} *Source: {}*", row.id, row.title, sentence(row.source)))
    });
    rows.collect()
}

/// The methods of `ccd`.
pub fn continuous() -> String {
    CONTINUOUS.iter().map(|method| row(&method.about)).collect()
}
