//! A lab's words from a line, and a fact that it states.

use collidoscope::exhibit::Words;
use collidoscope::labs::lab::Lab;

/// The words of a line such as `scene=centre&side=9`.
pub fn words(line: &str) -> Words {
    line.parse().unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// The fact of this name, in the lab's unit; fails the test where the lab states none.
pub fn fact(lab: &dyn Lab, name: &str) -> f64 {
    lab.facts().into_iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("no fact {name}")).1
}
