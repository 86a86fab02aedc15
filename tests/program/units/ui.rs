//! Building blocks of panels: colours, numbers, legends, quality of pictures.

use std::time::Duration;

use collidoscope::geometry::{Aabb, Point};
use collidoscope::image_space::recording::FARTHEST;
use collidoscope::render::camera::Camera;
use collidoscope::render::palette;
use collidoscope::ui::buffer_colors::{CLEARED, PROOF, depth_color, ramp, stencil_color};
use collidoscope::ui::format::{grouped, length, milliseconds, percent, time, volume, with_units_kept};
use collidoscope::ui::inks::round_up;
use collidoscope::ui::legend::{Fit, LaidRows, LegendRow, Mark, Obstacles, corner, show};
use collidoscope::ui::quality::{Effects, Governor, LEVELS, QUALITY, QUICK, Quality, SLOW};
use collidoscope::ui::stage::{MOST_PIXELS, Sight};
use egui::{Color32, Pos2, Rect, UiBuilder, pos2, vec2};

fn lightness(color: Color32) -> f32 {
    let [r, g, b, _] = color.to_array();
    let linear = |c: u8| {
        let c = f32::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let [r, g, b] = [r, g, b].map(linear);
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s
}

#[test]
fn the_ramp_falls_evenly_and_stays_above_what_is_cleared() {
    let steps: Vec<_> = (0..=20).map(|i| lightness(ramp(i as f32 / 20.0))).collect();
    for pair in steps.windows(2) {
        assert!((pair[0] - pair[1] - 0.03).abs() < 0.006, "{steps:?}");
    }
    assert!(steps[20] > lightness(CLEARED) + 0.15);
    assert_eq!(depth_color(0, [100, 200]), CLEARED);
    assert_eq!(depth_color(FARTHEST, [100, 200]), CLEARED);
    assert_eq!(depth_color(100, [100, 200]), ramp(0.0));
}

#[test]
fn red_is_the_proof_alone() {
    for value in 0..=255 {
        for proof in [None, Some(2), Some(3)] {
            let red = stencil_color(value, proof) == PROOF;
            assert_eq!(red, proof == Some(value));
        }
    }
}

#[test]
fn scales_are_round_and_hold_the_value() {
    for (value, top) in [(0.0, 0.01), (0.9, 1.0), (1.0, 1.0), (1.1, 2.0), (38.0, 50.0), (700.0, 1000.0)] {
        assert!((round_up(value) - top).abs() < 1e-9 * top, "{value}: {}", round_up(value));
    }
}

#[test]
fn a_time_has_three_digits_and_the_unit_that_fits() {
    let times = [0.0, 2.5e-8, 9.994e-6, 1.234e-4, 0.0415, 0.125, 3.0].map(time);
    let said = ["0 µs", "25.0 ns", "9.99 µs", "123 µs", "41.5 ms", "125 ms", "3.00 s"];
    assert_eq!(times.map(|text| text.replace('\u{a0}', " ")), said);
}

#[test]
fn a_unit_stays_with_its_number() {
    let text = "Gap 0.25 m, seen on 56 px: 3 % of 7 s. By 2 methods, m 4 a 5; 5 %，6 m。";
    let kept = with_units_kept(text);
    assert_eq!(
        kept.replace('\u{a0}', "~"),
        "Gap 0.25~m, seen on 56~px: 3~% of 7~s. By 2 methods, m 4 a 5; 5~%，6~m。"
    );
}

#[test]
fn volumes_have_the_unit_that_makes_them_short() {
    let written = [0.0, 2.5, 0.0123, 4.56e-5, 7.8e-7].map(volume);
    assert_eq!(
        written.map(|text| text.replace('\u{a0}', " ")),
        ["0 m³", "2.50 m³", "12.3 dm³", "45.6 cm³", "780 mm³"]
    );
}

#[test]
fn lengths_have_the_unit_that_makes_them_short() {
    let written = [0.0, 1.59e-2, 3.2e-7, 4.56e-5, -12.34].map(length);
    assert_eq!(
        written.map(|text| text.replace('\u{a0}', " ")),
        ["0 mm", "15.9 mm", "320 nm", "45.6 µm", "−12.3 m"]
    );
}

#[test]
fn a_share_that_is_nearly_none_or_nearly_all_is_not_rounded_to_it() {
    let written = [0.0, 1e-5, 0.0032, 0.047, 0.274, 0.952, 0.9968, 0.999_99, 1.0 - 1e-9, 1.0, 1.0004, 2.5];
    assert_eq!(
        written.map(percent),
        ["0", "0.0010", "0.3", "4.7", "27", "95.2", "99.7", "99.9990", "99.9999", "100", "100.04", "250"]
    );
}

#[test]
fn numbers_are_grouped_by_thousands_and_times_rounded_to_what_can_be_read() {
    assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    let written = [0.0123, 1.234, 45.678, 1234.5].map(|ms| milliseconds(Duration::from_secs_f64(ms / 1e3)));
    assert_eq!(written, ["0.012", "1.23", "45.68", "1234"]);
}

/// The fit of a legend in a room of 600 × 400 points, and its rectangle if it was painted.
fn shown(context: &egui::Context, places: &[Pos2]) -> (Fit, Option<Rect>) {
    let rows = [
        LegendRow { mark: Mark::Line(palette::COLLIDING), says: "Edges that meet", with: None },
        LegendRow {
            mark: Mark::Line(palette::MISSED),
            says: "Contact that only the method has, and no other",
            with: None,
        },
    ];
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
    let (mut fit, mut ground) = (Fit::Shown, None);
    let mut output = context.run_ui(Default::default(), |ui| {
        let ui = &mut ui.new_child(UiBuilder::new().id_salt("one").max_rect(room));
        fit = show(ui, &rows, room, &Obstacles { lens: None, places });
        let at = ui.data(|data| data.get_temp::<usize>(ui.scope_id().with("corner of the legend")));
        ground = at.map(|at| corner(room, LaidRows::new(ui, &rows, f32::INFINITY).size, at));
    });
    output.textures_delta.clear();
    (fit, ground)
}

/// Points 10 apart that fill a rectangle.
fn fill(x: [u16; 2], y: [u16; 2]) -> Vec<Pos2> {
    let [xs, ys] = [x, y].map(|[from, to]| (from..=to).step_by(10).map(f32::from));
    xs.flat_map(|x| ys.clone().map(move |y| pos2(x, y))).collect()
}

#[test]
fn a_legend_stands_in_a_corner_that_is_free_stays_there_and_else_is_hidden() {
    let context = egui::Context::default();
    let middle = fill([250, 350], [150, 250]);
    let (fit, ground) = shown(&context, &middle);
    assert_eq!(fit, Fit::Shown);
    assert!(ground.is_some_and(|ground| ground.left() < 20.0 && ground.bottom() > 380.0), "{ground:?}");
    // Points in the lower left corner move the legend to another corner; when they are gone, it does not move
    // back.
    let left = fill([0, 300], [200, 400]);
    let (fit, moved) = shown(&context, &left);
    assert_eq!(fit, Fit::Shown);
    assert!(moved.is_some_and(|moved| !left.iter().any(|place| moved.contains(*place))), "{moved:?}");
    assert_eq!(shown(&context, &middle), (Fit::Shown, moved));
    assert_eq!(shown(&context, &fill([0, 600], [0, 400])).0, Fit::NoFreeCorner);
}

/// Pixels of a picture that a software rasteriser does not smooth.
const LARGE: [u32; 2] = [2400, 1500];

fn many(governor: &mut Governor, ms: u64, count: u32) -> Effects {
    (0..count).for_each(|_| governor.judge(Duration::from_millis(ms)));
    governor.effects(Quality::Automatic, false, [800, 600])
}

#[test]
fn slow_pictures_lose_shadows_first_and_a_card_keeps_them() {
    let mut software = Governor::new(true);
    assert_eq!(many(&mut software, 40, 1000), LEVELS[0]);
    for level in &LEVELS[1..] {
        assert_eq!(many(&mut software, 1, QUICK.1), *level);
    }
    assert_eq!(many(&mut software, 40, SLOW.1 - 1), LEVELS[3], "one slow picture is no reason");
    assert_eq!(many(&mut software, 40, 1), LEVELS[2]);
    assert!(!many(&mut software, 40, SLOW.1).shadows);
    assert!(!many(&mut software, 40, SLOW.1).occlusion);
    let effects = many(&mut Governor::new(false), 500, 1000);
    assert!(effects.shadows && effects.occlusion && !effects.smooth);
}

#[test]
fn a_level_that_is_too_slow_is_tried_again_ever_more_rarely() {
    let mut governor = Governor::new(true);
    let mut changes = Vec::new();
    let mut was = LEVELS[0];
    // The first level takes 20 ms, none takes 1 ms.
    for picture in 0..100_000_u32 {
        governor.judge(Duration::from_millis(if was == LEVELS[0] { 1 } else { 20 }));
        let is = governor.effects(Quality::Automatic, false, [800, 600]);
        if is != was {
            changes.push(picture);
        }
        was = is;
    }
    assert!(changes.len() < 20, "{changes:?}");
    assert_eq!(many(&mut governor, 7, 1000), was, "between the two limits nothing changes");
}

#[test]
fn pictures_at_rest_have_everything_unless_they_are_to_be_fast() {
    for software in [false, true] {
        let governor = Governor::new(software);
        for (id, _, quality) in Quality::all() {
            assert_eq!(Quality::of(id), Some(quality));
            assert_eq!(quality.id(), id);
            let effects = governor.effects(quality, true, [800, 600]);
            assert_eq!(effects.shadows && effects.occlusion, quality != Quality::Fast);
            assert!(effects.smooth);
        }
        assert_eq!(governor.effects(Quality::Best, false, LARGE), LEVELS[3]);
        assert_eq!(governor.effects(Quality::Automatic, true, LARGE).smooth, !software);
    }
    assert!(QUALITY.parse("best").is_ok() && QUALITY.parse("good").is_err());
}

#[test]
fn a_picture_has_no_more_pixels_than_a_large_screen() {
    let camera = Camera::framing(&Aabb { min: Point::origin(), max: Point::new(1.0, 1.0, 1.0) });
    let sight = |size| Sight { size, pixels_per_point: 1.0, still: true, camera, close_up: false };
    assert_eq!(sight([7680, 4320]).bounded(), sight([7680, 4320]));
    for size in [[16384, 16384], [65536, 600], [30000, 4000]] {
        let Sight { size: [width, height], pixels_per_point, .. } = sight(size).bounded();
        assert!(u64::from(width) * u64::from(height) <= MOST_PIXELS && height >= 1);
        assert!(pixels_per_point < 1.0, "lines keep their width on the screen");
    }
}
