//! The arena: nearest pairs, panels, pass editor.

use std::sync::Arc;
use std::time::Duration;

use collidoscope::geometry::{Point, Pose, Shape, Solid, Vector};
use collidoscope::image_space::own::settings::copy_of;
use collidoscope::image_space::own::table::OwnTable;
use collidoscope::image_space::own::text::read;
use collidoscope::image_space::pass::Surface;
use collidoscope::labs::arena::nearest::nearest;
use collidoscope::labs::arena::panels::pass_editor::cells::{Cell, Part, parts};
use collidoscope::labs::arena::panels::pass_editor::edits::{
    add_round, add_row, duplicate, insert_below, new_row, remove, remove_round, shift,
};
use collidoscope::labs::arena::panels::statistics::time;
use collidoscope::render::close_up::Meeting;
use collidoscope::world::Body;

fn cube(x: f64, half: f64) -> Body {
    let solid = Solid::Cuboid { half_extents: Vector::repeat(half) };
    Body::at_rest(Arc::new(Shape::primitive(solid, 1).unwrap()), Pose::translation(x, 0.0, 0.0))
}

fn ball(x: f64) -> Body {
    let solid = Solid::Ball { radius: 1.0 };
    Body::at_rest(Arc::new(Shape::primitive(solid, 3).unwrap()), Pose::translation(x, 0.0, 0.0))
}

#[test]
fn a_gap_of_two_millimetres_is_found_between_the_surfaces() {
    for (a, b) in [(cube(0.0, 1.0), cube(2.002, 1.0)), (ball(0.0), ball(2.002))] {
        let near = nearest(&a, &b);
        assert_eq!(near.meeting, Meeting::Gap);
        assert!((near.length() - 0.002).abs() < 1e-9, "{}", near.length());
        assert!((near.points[0].x - 1.0).abs() < 1e-9 && (near.points[1].x - 1.002).abs() < 1e-9);
    }
}

#[test]
fn an_overlap_is_looked_at_in_its_middle() {
    for (b, middle, narrow) in [(cube(1.5, 1.0), 0.75, 0.5), (cube(0.3, 0.25), 0.3, 0.5)] {
        let near = nearest(&cube(0.0, 1.0), &b);
        assert_eq!(near.meeting, Meeting::Overlap);
        assert!((near.middle() - Point::new(middle, 0.0, 0.0)).norm() < 1e-6, "{}", near.middle());
        assert!((near.length() - narrow).abs() < 1e-6, "{}", near.length());
    }
    // A shallow overlap is measured straight across, in any orientation.
    let mut turned = cube(0.0, 1.0);
    turned.pose.append_rotation_mut(&nalgebra::UnitQuaternion::from_euler_angles(0.3, 0.2, 0.4));
    let normal = turned.pose.rotation * Vector::x();
    let mut pressed = ball(0.0);
    pressed.pose.translation.vector = normal * 1.98;
    let near = nearest(&turned, &pressed);
    // The ball's mesh lies within the ball, and its faces are turned a little.
    assert!((0.01..0.0201).contains(&near.length()), "{}", near.length());
    assert!(near.across.unwrap().normalize().dot(&normal).abs() > 0.995, "{:?}", near.across);
    let near = nearest(&ball(0.0), &ball(1.4));
    assert!((near.middle() - Point::new(0.7, 0.0, 0.0)).norm() < 0.02, "{}", near.middle());
}

#[test]
fn what_touches_is_looked_at_where_it_touches() {
    let near = nearest(&ball(0.0), &ball(2.0));
    assert_eq!(near.meeting, Meeting::Touch);
    assert!((near.middle() - Point::new(1.0, 0.0, 0.0)).norm() < 1e-6, "{}", near.middle());
    let mut shifted = cube(2.0, 1.0);
    shifted.pose.translation.vector.y = 0.3;
    let near = nearest(&cube(0.0, 1.0), &shifted);
    assert_eq!(near.meeting, Meeting::Touch);
    assert!((near.middle().x - 1.0).abs() < 1e-9);
    assert!((near.across.unwrap().x.abs() - 1.0).abs() < 1e-9, "{:?}", near.across);
}

/// The text of a cell of each row; unsaid parts stand in brackets.
fn texts(rule: &str, rows: &str, cell: Cell) -> Vec<String> {
    let table = read(&format!("read counts\nstate {rule}\nround\n{rows}")).unwrap();
    let program = table.lowered();
    let text = |part: &Part| if part.is_said { part.text.clone() } else { format!("[{}]", part.text) };
    let rows = table.rounds[0].rows.iter().zip(&program.rounds[0]);
    rows.map(|(row, meant)| {
        parts(cell, row, meant, table.unsaid).iter().map(text).collect::<Vec<_>>().join(" ")
    })
    .collect()
}

#[test]
fn a_cell_shows_what_the_row_says_and_what_the_unsaid_means() {
    let rows = " clear depth 0.5 stencil 3\n draw A near depth less write stencil equal 2 mask 0f pass incr\n\
                draw B far stencil off\n draw B whole depth off zfail zero back decr bits 03 stencil always 0 count\n";
    let all = |rule| Cell::ALL.map(|cell| texts(rule, rows, cell));
    let [clear, draw, depth, stencil, operations] = all("whole");
    assert_eq!(clear, ["depth 0.5 stencil 3", "[—]", "[—]"]);
    assert_eq!(draw, ["A near", "B far", "B whole"]);
    assert_eq!(depth, ["less write", "[—] [off]", "off"]);
    assert_eq!(stencil, ["equal 2 mask 0f", "off", "always 0"]);
    assert_eq!(operations, ["[keep] [keep] incr", "[—]", "[keep] zero [keep] back decr bits 03"]);
    let [_, _, depth, stencil, operations] = all("inherited");
    assert_eq!(depth, ["less write", "[—] [less] [write]", "off"]);
    assert_eq!(stencil, ["equal 2 mask 0f", "off", "always 0"]);
    assert_eq!(operations[2], "[keep] zero [incr] back decr bits 03", "across a row that is off");
}

/// The draws of all rounds, as text.
fn draws(table: &OwnTable) -> Vec<Vec<Surface>> {
    table.rounds.iter().map(|round| round.rows.iter().map(|row| row.draw).collect()).collect()
}

#[test]
fn a_row_moves_through_all_rounds_and_back() {
    let start = copy_of("occlusion-query").unwrap();
    let mut table = start.clone();
    let mut place = [0, 0];
    let mut seen = vec![place];
    for _ in 0..6 {
        let next = shift(&mut table, place, true);
        assert_eq!(table.row(next), start.row([0, 0]), "the row moves, no other");
        if next == place {
            break;
        }
        place = next;
        seen.push(place);
    }
    assert_eq!(seen, [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]]);
    assert_eq!(draws(&table).iter().map(Vec::len).collect::<Vec<_>>(), [1, 3]);
    while place != [0, 0] {
        place = shift(&mut table, place, false);
    }
    assert_eq!(table, start);
    assert_eq!(shift(&mut table, [0, 0], false), [0, 0]);
    assert_eq!(shift(&mut table, [7, 0], false), [7, 0], "there is no such row");
}

#[test]
fn rows_and_rounds_are_added_and_removed() {
    let start = copy_of("occlusion-query").unwrap();
    let mut table = start.clone();
    assert_eq!(insert_below(&mut table, Some([0, 0]), new_row()), [0, 1]);
    assert_eq!(remove(&mut table, [0, 1]), Some([0, 1]), "the next row is selected");
    assert_eq!(table, start);
    assert_eq!(duplicate(&mut table, [1, 1]), Some([1, 2]));
    assert_eq!(table.row([1, 2]), start.row([1, 1]));
    assert_eq!(remove(&mut table, [1, 2]), Some([1, 1]), "or the last one");
    assert_eq!(add_round(&mut table, Some([0, 1])), [1, 0]);
    assert_eq!(draws(&table).len(), 3);
    assert_eq!(remove_round(&mut table, 1), Some([1, 0]));
    assert_eq!(table, start);
    remove(&mut table, [1, 0]);
    remove(&mut table, [1, 0]);
    assert_eq!(draws(&table).iter().map(Vec::len).collect::<Vec<_>>(), [2, 0], "a round may be empty");
    assert_eq!(add_row(&mut table, 1), [1, 0]);
    assert_eq!(draws(&table).iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    remove_round(&mut table, 0);
    remove_round(&mut table, 0);
    assert_eq!(remove_round(&mut table, 0), None);
    assert_eq!(insert_below(&mut table, None, new_row()), [0, 0], "a table without rounds gets one");
    assert_eq!(remove(&mut table, [0, 0]), None);
    assert_eq!(duplicate(&mut table, [0, 0]), None);
}

#[test]
fn times_have_their_unit_or_say_that_there_is_none() {
    assert_eq!(time(Some(Duration::from_micros(1234))), "1.23 ms");
    assert_eq!(time(None), "not measured");
}

mod words {
    use collidoscope::labs::arena::words::{Config, DRIVERS, read};
    use collidoscope::methods;

    #[test]
    fn every_method_but_the_program_can_make_bodies_bounce() {
        let in_process: Vec<_> = methods::in_process().map(|method| method.id).collect();
        assert_eq!(DRIVERS.iter().map(|row| row.0).collect::<Vec<_>>(), in_process);
    }

    #[test]
    fn what_is_wrong_is_named_with_what_would_be_right() {
        for (line, says) in [
            ("preset=nowhere", "containment"),
            ("method=magic", "occlusion-query"),
            ("pair=3", "0-1"),
            ("body=first", "whole number"),
            ("colour=red", "unknown parameter"),
            ("resolution=9", "16"),
            ("stencil.resolution=9", "16"),
            ("magic.resolution=16", "occlusion-query"),
            ("seed=-1", "whole number"),
            ("mix=1,2", "four numbers"),
            ("driver=magic", "occlusion-query"),
            ("driver=program", "cannot make bodies bounce"),
            ("program.command='x", "without its partner"),
            ("broad-phase=magic", "sweep-and-prune"),
            ("overlays=boxes,magic", "velocity"),
            ("focus=0", "1 to 4"),
            ("occlusion-culling=maybe", "on or off"),
            ("preset=containment&seed=3", "leave one out"),
        ] {
            let why = read(&line.parse().unwrap(), Config::default()).err().expect(line).to_string();
            assert!(why.contains(says), "{line}: {why}");
        }
    }
}
