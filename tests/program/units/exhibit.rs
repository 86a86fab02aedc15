//! Scene links.

use collidoscope::exhibit::{Position, SceneLink};

#[test]
fn a_line_says_what_is_on_show_and_is_said_again() {
    let line = "lab=arena&page=inspector&preset=containment&method=stencil,recode&pair=0-1&resolution=64\
                &camera=picked,above&compare=none&step=3&pixel=4,5";
    let exhibit: SceneLink = line.parse().unwrap();
    assert_eq!(exhibit.to_string(), line);
    assert_eq!(exhibit.words.get("pair"), Some("0-1"));
    assert_eq!(exhibit.inspected.pixel, Some([4, 5]));
    assert_eq!("".parse(), Ok(SceneLink::default()));
    assert_eq!("step=last".parse::<SceneLink>().unwrap().inspected.step, Some(Position::Last));
}

#[test]
fn what_is_wrong_is_named_with_what_would_be_right() {
    for (line, says) in [
        ("step=two", "whole number"),
        ("step", "NAME=VALUE"),
        ("pixel=1", "3,5"),
        ("seed=1&seed=2", "given twice"),
    ] {
        let why = line.parse::<SceneLink>().unwrap_err();
        assert!(why.contains(says), "{line}: {why}");
    }
}
