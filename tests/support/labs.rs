//! Helpers for labs: parameters from a line, a fact by name, and files read to the end.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use collidoscope::exhibit::Params;
use collidoscope::labs::capabilities::Files;
use collidoscope::labs::lab::Lab;

/// The parameters of a line such as `scene=centre&side=9`.
pub fn words(line: &str) -> Params {
    line.parse().unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// The value of a fact by name, in the lab's unit; fails the test if the lab has no such fact.
pub fn fact(lab: &dyn Lab, name: &str) -> f64 {
    lab.facts().into_iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no fact {name}")).1
}

/// Hands a file to the lab, and waits until it is read.
pub fn take_file(lab: &mut dyn Lab, path: PathBuf) {
    files(lab).take_file(path);
    wait_for_file(lab);
}

/// The file interface of a lab that reads files.
pub fn files(lab: &mut dyn Lab) -> &mut dyn Files {
    lab.files().expect("the lab takes files")
}

/// Waits until the lab has read its file.
pub fn wait_for_file(lab: &mut dyn Lab) {
    let begin = Instant::now();
    while files(lab).reading().is_some() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not come to its end");
        std::thread::sleep(Duration::from_millis(1));
        files(lab).take_read();
    }
}
