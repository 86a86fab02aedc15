//! The GL room: shaders with every version, contexts in many threads, no leaks.

use collidoscope::gpu::target::Holds;
use collidoscope::gpu::ui_painter::UiPainter;
use collidoscope::gpu::{Compare, Gpu, PassState, Program, Rect, StencilOp, StencilState, Target};
use collidoscope::methods::METHODS;

use crate::support::pairs::{Situation, flatten, pairs};
use crate::support::{assert_no_complaints, gpu};

#[test]
fn the_passes_shader_compiles_under_glsl_330_and_450() {
    let gpu = gpu();
    let vertex = include_str!("../../shaders/image_space/depth_only.vert");
    let fragment = include_str!("../../shaders/image_space/depth_only.frag");
    for glsl in [330, 450] {
        Program::with_glsl(&gpu, "depth_only", vertex, fragment, glsl).unwrap();
    }
}

/// egui's painter does not set the stencil test, which a pass may have left in a state that blocks all
/// drawing.
#[test]
fn panels_are_painted_whatever_state_the_last_pass_has_left() {
    let gpu = gpu();
    let mut painter = UiPainter::new(&gpu).unwrap();
    let target = Target::new(&gpu, Holds::ColorAndDepthStencil, 64, 64).unwrap();
    let viewport = Rect::of_size(64, 64);
    let keep = StencilOp::Keep;
    let nothing = StencilState {
        test: Compare::Never,
        reference: 1,
        mask: 1,
        fail: keep,
        depth_fail: keep,
        pass: keep,
        write: 0xff,
        back_pass: None,
    };
    target.bind();
    gpu.set_state(&PassState {
        color: false,
        scissor: Some(Rect::of_size(1, 1)),
        stencil: Some(nothing),
        ..PassState::plain(viewport)
    });
    let context = egui::Context::default();
    let blue = egui::Color32::from_rgb(10, 20, 230);
    let input = egui::RawInput {
        screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(64.0, 64.0))),
        ..Default::default()
    };
    let output = context.run_ui(input, |ui| {
        ui.painter().rect_filled(egui::Rect::EVERYTHING, 0.0, blue);
    });
    painter.paint(&context, output, Some(&target), [64, 64], [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(target.read_color().get_pixel(40, 20).0, [10, 20, 230, 255]);
    assert_no_complaints(&gpu);
}

#[test]
fn contexts_live_side_by_side_in_threads() {
    let all = pairs(Situation::Uniform, 20, 3);
    let answers: Vec<Vec<bool>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let gpu = gpu();
                    let (bodies, indices) = flatten(&all);
                    let method = &METHODS[0];
                    let mut detector = method.detector(Some(&gpu), &method.default_settings()).unwrap();
                    detector.detect(&bodies, &indices).unwrap().verdicts.iter().map(|v| v.colliding).collect()
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(answers.windows(2).all(|w| w[0] == w[1]));
}

#[test]
fn a_thousand_changes_of_bodies_and_resolution_leave_no_object_behind() {
    let gpu = gpu();
    let at_start = gpu.live_objects();
    for round in 0..1000u64 {
        let method = &METHODS[round as usize % 3];
        let mut settings = method.default_settings();
        settings.set("resolution", &(16 + round % 100).to_string()).unwrap();
        let mut detector = method.detector(Some(&gpu), &settings).unwrap();
        for again in 0..2 {
            let (bodies, indices) = flatten(&pairs(Situation::Uniform, 2, 2 * round + again));
            detector.detect(&bodies, &indices).unwrap();
        }
        // The mesh cache drops bodies that no longer exist: what remains is two pairs' meshes and the objects
        // of the method itself.
        assert!(gpu.live_objects() - at_start < 40, "round {round}: {}", gpu.live_objects());
    }
    assert_eq!(gpu.live_objects(), at_start);
    assert_no_complaints(&gpu);
}

#[test]
fn an_error_is_reported_through_the_messages() {
    // The check of the other tests can fail: a target far beyond every limit is refused by us, and a shader
    // with a mistake is refused by the driver with its log.
    let gpu = gpu();
    let broken =
        Program::new(&gpu, "broken", "void main() { gl_Position = vec4(undeclared); }", "void main() {}");
    let message = broken.err().expect("the shader is wrong").to_string();
    assert!(message.contains("broken, vertex stage") && !message.contains('\n'), "{message}");
    use collidoscope::gpu::Target;
    use collidoscope::gpu::target::Holds;
    let refused = Target::new(&gpu, Holds::Color, 1 << 20, 1);
    assert!(refused.err().expect("too wide").to_string().contains("sides must be 1 to"));
    let _: &Gpu = &gpu;
}
