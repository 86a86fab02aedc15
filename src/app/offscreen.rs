//! Pictures of the window without a display, drawn by the window's shell.

use anyhow::Context as _;
use image::RgbaImage;

use super::beginning::Beginning;
use super::present::{check_position, present};
use super::shell::Shell;
use crate::exhibit::{Page, SceneLink};
use crate::gpu::target::Holds;
use crate::gpu::{Gpu, Target};
use crate::labs::lab::Lab;
use crate::render::camera::Camera;
use crate::ui::stage::Canvas;
use crate::ui::style;

/// The content and size of a picture.
#[derive(Clone, Default)]
pub struct PictureOptions {
    /// Lab, page and parameters that the picture shows.
    pub beginning: Beginning,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Frames to simulate before the picture is taken; `None`: as many as the page needs to have content.
    pub frames: Option<u64>,
    /// Whether to leave out the panels around the scene.
    pub scene_only: bool,
}

/// Draws the whole window with its panels. With `scene_only`, draws only the scene; if it has several panes, with
/// their headers.
pub fn render_offscreen(gpu: &Gpu, options: &PictureOptions) -> anyhow::Result<RgbaImage> {
    let mut shell = shell_of(gpu, options, &mut || ())?;
    render_shell_of(gpu, &mut shell, options)
}

/// Draws the picture of a shell that [`shell_of`] made.
pub fn render_shell_of(gpu: &Gpu, shell: &mut Shell, options: &PictureOptions) -> anyhow::Result<RgbaImage> {
    if options.scene_only && shell.page == Page::Scene && shell.lab.panes().count() == 1 {
        let camera = shell.cameras.of(0);
        return render_scene(gpu, &mut *shell.lab, 0, &camera, options.size);
    }
    render_shell(gpu, shell, options.size, shell.lessons.pixels_per_point(options.size, 1.0))
}

/// Builds the shell for a picture and simulates the frames before the picture. `played` is called after every
/// simulated frame.
pub fn shell_of(gpu: &Gpu, options: &PictureOptions, played: &mut dyn FnMut()) -> anyhow::Result<Shell> {
    let mut beginning = options.beginning.clone();
    // The camera is set after the frames: a viewpoint selects its target, which may differ from frame to frame.
    let camera = beginning.show.camera.take();
    let mut shell = beginning.shell(gpu)?;
    shell.draw_for_files();
    let frames = options.frames.unwrap_or_else(|| match shell.page {
        Page::Own(word) => {
            let begins = shell.lab.row().page(word).map_or(0, |page| page.begins);
            begins.saturating_sub(shell.lab.frame())
        }
        _ => 0,
    });
    for _ in 0..frames {
        let frame = shell.lab.frame();
        shell.lab.step();
        if let Some(why) = shell.lab.trouble().filter(|_| shell.lab.frame() == frame) {
            anyhow::bail!("{why}");
        }
        played();
    }
    present(&mut shell, &SceneLink { camera, ..SceneLink::default() }).map_err(anyhow::Error::msg)?;
    shell.move_along();
    shell.lab.settle();
    check_position(&mut shell, &options.beginning.show)?;
    shell.panels_hidden = options.scene_only;
    shell.bare = options.scene_only && !matches!(shell.page, Page::Own(_));
    Ok(shell)
}

/// Draws the window in the shell's current state.
pub fn render_shell(
    gpu: &Gpu,
    shell: &mut Shell,
    size: [u32; 2],
    pixels_per_point: f32,
) -> anyhow::Result<RgbaImage> {
    // Views are scrolled and zoomed as in a newly opened window.
    shell.inspector.forget_views();
    WindowPainter::new(gpu, size, pixels_per_point)?.paint(gpu, shell)
}

/// Draws pictures of the window, one after the other.
pub struct WindowPainter {
    context: egui::Context,
    target: Target,
    size: [u32; 2],
    pixels_per_point: f32,
}

impl WindowPainter {
    /// A painter of pictures with `size` pixels.
    pub fn new(gpu: &Gpu, size: [u32; 2], pixels_per_point: f32) -> anyhow::Result<Self> {
        let target = Target::new(gpu, Holds::Color, size[0], size[1])?;
        let context = egui::Context::default();
        style::apply(&context);
        Ok(Self { context, target, size, pixels_per_point })
    }

    /// Draws the window in the shell's current state.
    pub fn paint(&mut self, gpu: &Gpu, shell: &mut Shell) -> anyhow::Result<RgbaImage> {
        let Self { context, target, size, pixels_per_point } = self;
        // Each layout measures sizes that the next layout uses.
        for _ in 0..3 {
            let output = context.run_ui(input(shell, *size, *pixels_per_point), |ui| shell.show(ui));
            shell.stage.paint(context, output, Some(target), *size);
        }
        gpu.check_alive()?;
        Ok(target.read_color())
    }
}

/// Draws the scene of one pane, without panels, in high quality.
pub fn render_scene(
    gpu: &Gpu,
    lab: &mut dyn Lab,
    pane: usize,
    camera: &Camera,
    size: [u32; 2],
) -> anyhow::Result<RgbaImage> {
    let target = Target::new(gpu, Holds::ColorAndDepthStencil, size[0], size[1])?;
    lab.picture(pane, &mut Canvas::Alone { gpu, camera, target: &target })
        .context("the scene cannot be drawn here")?;
    gpu.check_alive()?;
    Ok(target.read_color())
}

fn input(shell: &Shell, size: [u32; 2], pixels_per_point: f32) -> egui::RawInput {
    let points = egui::vec2(size[0] as f32, size[1] as f32) / pixels_per_point;
    let mut input = egui::RawInput {
        screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points)),
        max_texture_side: Some(shell.stage.max_texture_side()),
        ..Default::default()
    };
    if let Some(viewport) = input.viewports.get_mut(&egui::ViewportId::ROOT) {
        viewport.native_pixels_per_point = Some(pixels_per_point);
    }
    input
}
