//! The page with the views of the whole scene.

use collidoscope::app::Shell;
use collidoscope::world::Parameters;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{detector, method};
use crate::support::gpu;
use crate::support::window;
use crate::support::window::Drive as _;
use collidoscope::detector::Detector as _;

fn open(size: [f32; 2]) -> Harness<'static, Shell> {
    window::on_own_page("scene-views", Parameters { count: 30, density: 0.2, ..Parameters::default() }, size)
}

#[test]
fn the_page_shows_the_set_of_the_method_and_follows_its_settings() {
    let mut harness = open([1000.0, 900.0]);
    (0..2).for_each(|_| harness.state_mut().arena_mut().step());
    for set in [&[][..], &[("quick", "on"), ("order", "far-first")]] {
        for (id, value) in set {
            harness.state_mut().arena_mut().set_of(method(), id, value).unwrap();
        }
        harness.run();
        let arena = harness.state().arena();
        let mut cullide = detector(&gpu(), set);
        let pairs = arena.found().candidates.clone();
        cullide.detect(arena.bodies(), &pairs).unwrap();
        let culling = cullide.last();
        let [first, last] = [culling.views[0], culling.views[culling.views.len() - 1]];
        assert!(last.after < first.before && last.after > 0, "{culling:?}");
        harness.get_by_label_contains(&format!(
            "Bodies: {}. Left in the set after {} views: {}.",
            first.before,
            culling.views.len(),
            last.after
        ));
        let staying = harness.query_all_by_label_contains("stays in the set").count();
        assert_eq!(staying, last.after);
        let left = harness.query_all_by_label_contains("left the set along").count();
        assert_eq!(left, first.before - last.after);
    }
}

#[test]
fn a_click_on_a_row_picks_its_body_and_narrow_pages_fit() {
    let mut harness = open([900.0, 800.0]);
    (0..2).for_each(|_| harness.state_mut().arena_mut().step());
    harness.run();
    let body = harness.state().arena().found().candidates[0].a;
    let row = format!("body {body}: ");
    harness.get_by_label_contains(&row).click();
    harness.run();
    assert_eq!(harness.state().arena().selected, Some(body));
    harness.get_by_label_contains(&row).click();
    harness.run();
    assert_eq!(harness.state().arena().selected, None);
    for size in [[480.0, 600.0], [240.0, 160.0]] {
        open(size).run();
    }
}
