//! The window: cameras, panes, timeline, frame times, search and lesson pages.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use collidoscope::app::beginning::WindowOptions;
use collidoscope::app::cameras::{Cameras, FramedBounds};
use collidoscope::app::frame_times::{FrameTimes, PARTS_EVERY, Times, methods_time};
use collidoscope::app::lessons_panel::contents::time;
use collidoscope::app::lessons_panel::following;
use collidoscope::app::lessons_panel::glossary::fits;
use collidoscope::app::lessons_panel::text::fit;
use collidoscope::app::panes::arranged;
use collidoscope::app::timeline::{BIN, COLUMN, Track, bins, frames_per_bin};
use collidoscope::geometry::{Aabb, Point};
use collidoscope::glossary;
use collidoscope::labs::kept_frames::{FrameMark, FrameMarks};
use collidoscope::labs::lab::MOST_PANES;
use collidoscope::lessons::link::Target;
use collidoscope::ui::stage::DrawingCost;
use egui::{Rect, pos2, vec2};

#[test]
fn the_first_look_is_shown_at_the_first_start_and_whenever_it_is_to_be_as_fresh() {
    let memory = || Some(PathBuf::from("folder"));
    let first = WindowOptions { last_scene: true, memory: memory(), ..WindowOptions::default() };
    assert!(first.welcomes(false) && !first.welcomes(true));
    let fresh = WindowOptions { memory: None, fresh: true, ..first.clone() };
    assert!(fresh.welcomes(false));
    // An explicit argument overrides the first look; pictures keep no state.
    assert!(!WindowOptions { last_scene: false, ..fresh }.welcomes(false));
    assert!(!WindowOptions { memory: None, ..first }.welcomes(false));
}

#[test]
fn linked_cameras_move_together_and_others_alone() {
    let mut cameras = Cameras::framing(&Aabb::cube(Point::origin(), 1.0));
    cameras.steer(2, |camera| camera.orbit(10.0, 5.0));
    assert!((0..MOST_PANES).all(|pane| cameras.of(pane) == cameras.of(2)));
    cameras.link(false, 0);
    cameras.steer(1, |camera| camera.zoom(2.0));
    assert_ne!(cameras.of(1), cameras.of(0));
    assert_eq!(cameras.of(0), cameras.of(3));
    cameras.link(true, 1);
    assert!((0..MOST_PANES).all(|pane| cameras.of(pane) == cameras.of(1)));
}

#[test]
fn nineteen_of_twenty_are_at_most_the_95th_percentile() {
    let times: Vec<_> = (1..=20).rev().map(Duration::from_millis).collect();
    let report = Times::of(&times).unwrap().to_string();
    assert_eq!(report, "mean 10.5 ms, median 11.0 ms, 95th percentile 19.0 ms, slowest 20.0 ms");
    assert_eq!(Times::of(&times[..1]).unwrap().most, 20.0);
    assert!(Times::of(&[]).is_none());
}

#[test]
fn an_input_is_answered_by_the_first_picture_after_it_and_once() {
    let mut times = FrameTimes::default();
    let start = Instant::now();
    times.picture(start, None);
    assert_eq!(times.report(None), None, "the first picture alone says nothing");
    times.input();
    times.input();
    times.picture(start, None);
    times.picture(start, None);
    assert_eq!(times.latencies.len(), 1);
    let report = times.report(None).unwrap();
    assert!(report.starts_with("3 frames: mean") && report.contains("input to frame (n = 1)"));
}

#[test]
fn redraws_timed_in_parts_are_left_out_of_the_other_statistics() {
    let mut times = FrameTimes::default();
    let start = Instant::now();
    for _ in 0..2 * PARTS_EVERY {
        let parts = times.parts(start).map(|mut parts| {
            parts.times = [4, 7, 2, 1].map(Duration::from_millis);
            let time = Duration::from_millis(5);
            parts.scene(DrawingCost { time, drawn: 2, unchanged: 1, ..DrawingCost::default() });
            parts
        });
        times.picture(start, parts);
    }
    assert_eq!((times.parts.len(), times.pictures.len()), (2, 2 * PARTS_EVERY - 2));
    let report = times.report(Some(3.0)).unwrap();
    let figure = |name: &str| {
        let line = report.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line.split_whitespace().find_map(|word| word.parse::<f64>().ok())
    };
    assert_eq!(figure("simulation and methods"), Some(4.0));
    assert_eq!(figure("layout of the panels"), Some(2.0), "less the pictures of the scene");
    assert_eq!(figure("pictures of the scene"), Some(5.0));
    assert!(report.contains("(methods: mean 3.0 ms") && report.contains("4 drawn, 2 of them unchanged"));
}

#[test]
fn the_methods_times_of_a_frame_are_added() {
    let file = b"renderer,frame,time_ms\n\"a, b\",0,1.5\n\"a, b\",0,2.5\n\"a, b\",1,6\n\"a, b\",2,\n";
    assert_eq!(methods_time(file), Some(5.0));
    assert_eq!(methods_time(b"renderer,frame\nx,0\n"), None);
}

fn at(x: f64) -> Aabb {
    Aabb::cube(Point::new(x, 0.0, 0.0), 1.0)
}

#[test]
fn cameras_go_along_stand_while_a_hand_pulls_and_return_when_that_is_taken_back() {
    let mut framed = FramedBounds::of(at(0.0));
    assert_eq!(framed.update(at(1.0)), [[at(0.0), at(1.0)]]);
    // A drag changes the bounds from 1 to 4, the lab to 5, a drag to 7, and the lab to 8.
    framed.drag_to(at(2.0));
    framed.drag_to(at(4.0));
    assert_eq!(framed.update(at(5.0)), [[at(4.0), at(5.0)]]);
    framed.drag_to(at(7.0));
    assert_eq!(framed.update(at(8.0)), [[at(7.0), at(8.0)]]);
    // Both drags are undone at once. The cameras reverse only the changes that they followed: 7 to 8 and 4 to 5.
    assert_eq!(framed.update(at(1.0)), [[at(8.0), at(7.0)], [at(5.0), at(4.0)]]);
    // The drags are forgotten now, so the cameras follow the whole of the next change.
    assert_eq!(framed.update(at(8.0)), [[at(1.0), at(8.0)]]);
    assert_eq!(framed.update(at(1.0)), [[at(8.0), at(1.0)]]);
    assert!(framed.update(at(1.0)).is_empty());
}

#[test]
fn times_have_hours_from_sixty_minutes_on() {
    assert_eq!([5, 60, 105].map(time), ["about 5 min", "about 1 h", "about 1 h 45 min"]);
}

#[test]
fn every_word_of_an_exhibit_is_said() {
    let line = "preset=containment&page=inspector&method=stencil&compare=recode&pair=0-1&step=3&pixel=4,5\
                &resolution=64";
    let hint = following::hint(&Target::Show(Box::new(line.parse().unwrap())));
    for word in
        ["Containment", "Inspector", "Stencil", "RECODE", "pair: 0-1", "step 3", "4, 5", "Resolution: 64"]
    {
        assert!(hint.contains(word), "{hint}");
    }
    let line = "seed=3&bodies=9&frame=2&page=lab&compare=none&step=last";
    let hint = following::hint(&Target::Show(Box::new(line.parse().unwrap())));
    for word in ["seed 3", "Bodies: 9", "frame 2", "Lab", "no comparison", "last step"] {
        assert!(hint.contains(word), "{hint}");
    }
}

#[test]
fn a_term_is_found_by_its_names_in_any_language() {
    let ids = |text: &str| {
        glossary::all().iter().filter(|term| fits(term, text)).map(|term| term.id).collect::<Vec<_>>()
    };
    assert_eq!(ids("闵可夫斯基差")[0], "minkowski-difference");
    assert!(ids("BROAD phase ").contains(&"broad-phase"));
    assert!(ids("oriented box").contains(&"obb"));
    assert_eq!(ids("xyzzy"), [""; 0]);
    assert_eq!(ids("").len(), glossary::all().len());
}

#[test]
fn columns_share_what_there_is() {
    let fit_all = |natural: &[f32], room| fit(natural, &vec![0.0; natural.len()], room);
    assert_eq!(fit_all(&[10.0, 20.0], 100.0), [10.0, 20.0]);
    assert_eq!(fit_all(&[30.0, 200.0, 300.0], 230.0), [30.0, 100.0, 100.0]);
    assert_eq!(fit_all(&[90.0, 90.0, 300.0], 300.0), [90.0, 90.0, 120.0]);
    assert_eq!(fit_all(&[], 100.0), [0.0; 0]);
}

#[test]
fn no_column_is_narrower_than_its_longest_word() {
    assert_eq!(fit(&[160.0, 50.0, 50.0], &[90.0, 48.0, 48.0], 200.0), [100.0, 50.0, 50.0]);
    assert_eq!(fit(&[160.0, 50.0, 50.0], &[90.0, 48.0, 48.0], 190.0), [90.0, 50.0, 50.0]);
    // The words do not fit together, so the columns share the room equally.
    assert_eq!(fit(&[160.0, 60.0, 60.0], &[90.0, 60.0, 60.0], 150.0), [50.0, 50.0, 50.0]);
}

#[test]
fn panes_share_the_room_without_overlap_and_leave_only_gaps() {
    for size in [[756.0, 580.0], [1396.0, 900.0], [512.0, 300.0], [300.0, 900.0], [2000.0, 200.0]] {
        let room = Rect::from_min_size(pos2(288.0, 24.0), size.into());
        for count in 1..=MOST_PANES {
            let (rects, _) = arranged(room, count);
            assert_eq!(rects.len(), count);
            let area: f32 = rects.iter().map(|r| r.area()).sum();
            assert!(area > 0.96 * room.area() && area <= room.area() * 1.001, "{count} in {size:?}");
            for (index, rect) in rects.iter().enumerate() {
                assert!(room.expand(0.5).contains_rect(*rect), "{count} in {size:?}");
                assert!(rects[..index].iter().all(|other| !other.shrink(1.0).intersects(*rect)));
            }
        }
    }
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 80.0));
    assert_eq!(arranged(room, 3).0[2].width(), 100.0);
    assert!(arranged(room, 2).0[1].width() < 50.0, "side by side");
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 130.0));
    assert_eq!(arranged(room, 2).0[1].width(), 100.0, "stacked in a tall room");
}

mod search_ranking {
    use collidoscope::app::search::ranking::{Fit, fit, plain, with_value, without_kind};

    fn fits(text: &str, name: &str) -> Option<Fit> {
        fit(&plain(text), &plain(name))
    }

    #[test]
    fn a_name_is_fitted_in_six_ways() {
        for (text, name, fit) in [
            ("sweep-and-prune", "Sweep and prune", Some(Fit::Whole)),
            ("sweep", "Sweep and prune", Some(Fit::FirstWords)),
            ("swee", "Sweep and prune", Some(Fit::Beginning)),
            ("", "Sweep and prune", Some(Fit::Beginning)),
            ("prune sw", "Sweep and prune", Some(Fit::Words)),
            ("weep", "Sweep and prune", Some(Fit::Anywhere)),
            ("检测", "粗检测", Some(Fit::Anywhere)),
            ("swpr", "Sweep and prune", Some(Fit::Letters)),
            ("stcl", "The stencil", Some(Fit::Letters)),
            ("wpr", "Sweep and prune", None),
            ("so", "Sphere against every plane of the octree", None),
            ("magic", "Sweep and prune", None),
        ] {
            assert_eq!(fits(text, name), fit, "{text} in {name}");
        }
    }

    #[test]
    fn the_kind_is_said_before_a_name_or_behind_it() {
        for (text, rest) in [
            ("lesson gjk", Some("gjk")),
            ("four lesson rays", Some("four rays")),
            ("lesson", None),
            ("lessons gjk", None),
            ("four rays", None),
        ] {
            assert_eq!(without_kind(text, "lesson").as_deref(), rest, "{text}");
        }
    }

    #[test]
    fn a_value_stands_behind_a_name() {
        for (text, split) in [
            ("resolution 64", Some(("resolution ", "64"))),
            ("resolution=64 ", Some(("resolution=", "64"))),
            ("分辨率64", Some(("分辨率", "64"))),
            ("leaf size -1.5", Some(("leaf size ", "-1.5"))),
            ("64", None),
            ("分辨率", None),
        ] {
            assert_eq!(with_value(text), split, "{text}");
        }
    }
}

fn track(frames: RangeInclusive<u64>, width: f32) -> Track {
    Track { frames, rect: Rect::from_min_size(pos2(10.0, 0.0), vec2(width, 20.0)) }
}

#[test]
fn every_mark_is_counted_in_exactly_one_bin_and_bins_have_room() {
    for (last, width) in
        [(15, 700.0), (233, 700.0), (234, 700.0), (999, 400.0), (15_326, 740.0), (100_000, 40.0)]
    {
        for first in [0, 1, last / 2] {
            let track = track(first..=last, width);
            let mut marks = FrameMarks::default();
            let mark = |frame: u64| FrameMark {
                hits: (frame % 7) as u32,
                missed: u32::from(frame % 11 == 3),
                false_hits: u32::from(frame % 13 == 5),
            };
            (0..=last).for_each(|frame| marks.put(frame, mark(frame)));
            let bins = bins(&track, &marks);
            let per_bin = frames_per_bin(&track);
            let frames = last - first + 1;
            assert_eq!(bins.iter().map(|bin| bin.frames).sum::<u64>(), frames);
            let sum =
                |of: fn(&FrameMark) -> u32| (first..=last).map(|f| u64::from(of(&mark(f)))).sum::<u64>();
            assert_eq!(bins.iter().map(|bin| bin.missed).sum::<u64>(), sum(|mark| mark.missed));
            assert_eq!(bins.iter().map(|bin| bin.hits).sum::<u64>(), sum(|mark| mark.hits));
            assert!(bins.is_sorted_by(|a, b| a.last < b.first));
            let room = width / frames as f32 * per_bin as f32;
            assert!(
                room >= if per_bin == 1 { COLUMN } else { 0.99 * BIN },
                "{last} frames in {width}: {room}"
            );
            assert!(bins.iter().all(|bin| bin.first % per_bin == 0));
        }
    }
    assert_eq!(frames_per_bin(&track(0..=15, 700.0)), 1, "few frames are marked one by one");
}
