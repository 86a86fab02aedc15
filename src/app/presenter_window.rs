//! The presenter's window: a second window of the same OpenGL context, with a user interface of its own. It is open
//! during lectures, on another screen if there is one, and redrawn once a second for its clock.

use std::time::{Duration, Instant};

use winit::dpi::{LogicalSize, PhysicalPosition};
use winit::event::WindowEvent;
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowAttributes, WindowId};

use super::identity::identified;
use super::lessons_panel::presenter::{self, Edition, Now};
use super::screen_reader::Readers;
use super::shell::Shell;
use super::{apply, screen_reader};
use crate::gpu::GpuError;
use crate::gpu::context::{SideWindow, WindowGpu};
use crate::gpu::process::time_of_day;
use crate::gpu::ui_painter::UiPainter;
use crate::language::{Language, t};
use crate::ui::requests::Requests;
use crate::ui::{style, theme};

/// Size of the window, points.
const SIZE: [f64; 2] = [900.0, 560.0];
/// Time between two redraws: that of the timer's seconds.
const TICK: Duration = Duration::from_secs(1);

/// The open window. Fields are dropped in order: the window goes last.
pub struct PresenterWindow {
    painter: UiPainter,
    egui: egui_winit::State,
    /// Whether a screen reader reads the window.
    has_reader: bool,
    viewport: egui::ViewportInfo,
    /// The contents drawn last, with language and theme.
    shown: Option<(Edition, Language, &'static str)>,
    /// Time of the next redraw.
    due: Instant,
    side: SideWindow,
}

impl PresenterWindow {
    /// Opens the window for the context of the main window.
    pub fn open(main: &WindowGpu, event_loop: &ActiveEventLoop, readers: &Readers) -> Result<Self, GpuError> {
        let side = main.open_beside(event_loop, identified(attributes(main, event_loop)))?;
        let painter = UiPainter::new(&main.gpu)?;
        let mut egui = egui_state(&side.window, painter.max_texture_side());
        screen_reader::announce(&mut egui, event_loop, &side.window, readers);
        side.window.request_redraw();
        let viewport = egui::ViewportInfo::default();
        let due = Instant::now() + TICK;
        Ok(Self { painter, egui, has_reader: false, viewport, shown: None, due, side })
    }

    /// Whether an event with this id is for this window.
    pub fn has_id(&self, id: WindowId) -> bool {
        self.side.window.id() == id
    }

    /// Time of the next redraw.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Requests a redraw if the time has come or the lecture shows something else.
    pub fn update(&self, shell: &Shell) {
        if self.shown != Some(edition(shell)) || self.due <= Instant::now() {
            self.side.window.request_redraw();
        }
    }

    /// Handles an event of a screen reader.
    pub fn on_reader(&mut self, event: egui_winit::accesskit_winit::WindowEvent) {
        screen_reader::on_event(&mut self.egui, &mut self.has_reader, event);
        self.side.window.request_redraw();
    }

    /// Handles an event. Returns whether the main window must be redrawn.
    pub fn on_event(
        &mut self,
        main: &WindowGpu,
        shell: &mut Shell,
        event: &WindowEvent,
    ) -> Result<bool, GpuError> {
        let response = self.egui.on_window_event(&self.side.window, event);
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => {
                shell.lessons.presenter = false;
                return Ok(true);
            }
            WindowEvent::Resized(size) => {
                main.resize_beside(&self.side, size.width, size.height);
                self.side.window.request_redraw();
            }
            WindowEvent::RedrawRequested => return self.draw(main, shell),
            _ if response.repaint => self.side.window.request_redraw(),
            _ => {}
        }
        Ok(false)
    }

    /// Draws the window and carries out its requests. Returns whether there were any.
    fn draw(&mut self, main: &WindowGpu, shell: &mut Shell) -> Result<bool, GpuError> {
        let Self { painter, egui, viewport, side, .. } = self;
        let context = egui.egui_ctx().clone();
        egui_winit::update_viewport_info(viewport, &context, &side.window, self.shown.is_none());
        let mut input = egui.take_egui_input(&side.window);
        input.viewports.insert(egui::ViewportId::ROOT, viewport.clone());
        let now = Now { clock: time_of_day(), instant: Instant::now() };
        let mut requests = Requests::default();
        let mut output = context.run_ui(input, |ui| {
            screen_reader::name(ui.ctx(), &title());
            presenter::show(ui, &shell.lessons, now, &mut requests);
        });
        egui.handle_platform_output(&side.window, std::mem::take(&mut output.platform_output));
        let delay = output
            .viewport_output
            .get(&egui::ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        let size = side.window.inner_size();
        if size.width > 0 && size.height > 0 {
            let background = theme::panel().to_normalized_gamma_f32();
            main.draw_beside(side, || {
                painter.paint(&context, output, None, [size.width, size.height], background);
            })?;
        }
        if self.shown.is_none() {
            side.window.set_visible(true);
        }
        self.shown = Some(edition(shell));
        self.due = now.instant + TICK.min(delay);
        let has_asked = !requests.is_empty();
        shell.requests.extend(requests.take());
        apply::all(shell);
        Ok(has_asked)
    }
}

fn edition(shell: &Shell) -> (Edition, Language, &'static str) {
    (presenter::edition(&shell.lessons), Language::current(), theme::id())
}

fn title() -> String {
    t!("Collidoscope: presenter").into_owned()
}

/// The attributes of the window: it fills another screen than the main window's, if there is one.
fn attributes(main: &WindowGpu, event_loop: &ActiveEventLoop) -> WindowAttributes {
    let attributes = Window::default_attributes()
        .with_title(title())
        .with_inner_size(LogicalSize::new(SIZE[0], SIZE[1]))
        .with_min_inner_size(LogicalSize::new(480.0, 320.0));
    let of_main = main.window.current_monitor();
    let other = event_loop.available_monitors().find(|monitor| Some(monitor) != of_main.as_ref());
    match other.filter(|_| of_main.is_some()) {
        Some(monitor) => {
            let PhysicalPosition { x, y } = monitor.position();
            attributes.with_position(PhysicalPosition::new(x + 40, y + 40)).with_maximized(true)
        }
        None => attributes,
    }
}

/// egui's state for the events of a window, the main one or this one, with a new context.
pub fn egui_state(window: &Window, max_texture_side: usize) -> egui_winit::State {
    let context = egui::Context::default();
    style::apply(&context);
    let (root, scale) = (egui::ViewportId::ROOT, Some(window.scale_factor() as f32));
    egui_winit::State::new(context, root, window, scale, None, Some(max_texture_side))
}
