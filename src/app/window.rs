//! The real window: it receives events and redraws itself.
//!
//! During playback the window is redrawn when the next frame of the simulation is due; while paused, only after an
//! event.

use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::window::{Window, WindowId};

use super::asking::places::home;
use super::beginning::WindowOptions;
use super::frame_times::{FrameTimes, Part, methods_time};
use super::identity::identified;
use super::memory::Memory;
use super::presenter_window::{PresenterWindow, egui_state};
use super::remembering::{StartOptions, StateSaver};
use super::screen_reader::{ReaderEvent, Readers};
use super::shell::Shell;
use super::{apply, present, restoring, saving, screen_reader};
use crate::files;
use crate::gpu::context::WindowGpu;
use crate::gpu::{GpuError, WINDOW_DESTROYED};
use crate::language::Language;
use crate::ui::{egui_gaps, theme};

const TITLE: &str = "Collidoscope";
/// Size of the first window, points.
const SIZE: [f64; 2] = [1280.0, 800.0];
/// Smallest size that the user can give the window, points. The controls and a scene still fit side by side, with
/// every bar on one line.
const SMALLEST: [f64; 2] = [640.0, 400.0];

/// Opens the window and returns when it is closed. The error is one line.
pub fn run(options: WindowOptions) -> anyhow::Result<()> {
    let event_loop = EventLoop::with_user_event().build().map_err(|e| {
        // The message of winit starts with a line number of winit's source.
        let text = e.to_string();
        let reason = text.rsplit(": ").next().unwrap_or(&text).trim_end_matches('.');
        anyhow!(
            "no window can be opened: {reason}. Without a display, `collidoscope shot {} --out FILE.png` draws the \
             scene into a file; {}",
            crate::labs::LABS[0].id,
            crate::gpu::STILL_WORKS
        )
    })?;
    let readers = event_loop.create_proxy();
    let mut app = App { options, readers, open: None, next_repaint: None, due: None, outcome: Ok(()) };
    event_loop.run_app(&mut app).context("the window system stopped unexpectedly")?;
    app.outcome
}

struct App {
    options: WindowOptions,
    readers: Readers,
    open: Option<OpenWindow>,
    /// Time of the next redraw that the panels need even without an event; `None` if there is none.
    next_repaint: Option<Instant>,
    /// Time of the next redraw of the main window, for playback or for the panels.
    due: Option<Instant>,
    outcome: anyhow::Result<()>,
}

/// An open window with its state. Fields are dropped in order: the OpenGL context goes last.
struct OpenWindow {
    /// The presenter's window, during a lecture.
    presenter: Option<PresenterWindow>,
    shell: Shell,
    egui: egui_winit::State,
    /// Whether a screen reader reads the window.
    has_reader: bool,
    viewport: egui::ViewportInfo,
    last_update: Instant,
    shown: bool,
    /// Number of redraws, over all contexts.
    pictures: u64,
    /// Time at which the driver last reset the context.
    lost_at: Option<Instant>,
    /// Timings, recorded only if they are printed when the window closes.
    times: Option<FrameTimes>,
    /// Scale of the user interface: 1 except in a lecture.
    zoom: f32,
    saver: Option<StateSaver>,
    window: WindowGpu,
}

/// If the context is lost twice within this time, the program ends, because a broken driver would lose every new
/// context.
const LOST_AGAIN: Duration = Duration::from_secs(10);

impl ApplicationHandler<ReaderEvent> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_none() {
            match OpenWindow::new(event_loop, &self.options, &self.readers) {
                Ok(open) => {
                    open.window.window.request_redraw();
                    self.open = Some(open);
                }
                Err(why) => self.leave(event_loop, Err(why)),
            }
        }
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if let (StartCause::ResumeTimeReached { .. }, Some(open)) = (cause, &self.open) {
            // The clock of the presenter's window does not redraw the main one.
            if self.due.is_some_and(|due| due <= Instant::now()) {
                open.window.window.request_redraw();
            }
            if let Some(presenter) = &open.presenter {
                presenter.update(&open.shell);
            }
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, event: ReaderEvent) {
        if let Some(open) = &mut self.open {
            open.on_reader(event);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        if id != open.window.window.id() {
            return open.event_beside(id, &event);
        }
        let response = open.egui.on_window_event(&open.window.window, &event);
        if is_input(&event) {
            if let Some(times) = &mut open.times {
                times.input();
            }
            if let Some(saver) = &mut open.saver {
                saver.touched();
            }
        }
        match event {
            WindowEvent::CloseRequested => self.leave(event_loop, Ok(())),
            WindowEvent::Destroyed => self.leave(event_loop, Err(anyhow!(WINDOW_DESTROYED))),
            WindowEvent::Resized(size) => {
                open.window.resize(size.width, size.height);
                open.window.window.request_redraw();
            }
            WindowEvent::RedrawRequested => match open.redraw(&self.options) {
                Ok(Next::Wait(delay)) => self.next_repaint = Instant::now().checked_add(delay),
                Ok(Next::Leave) => self.leave(event_loop, Ok(())),
                Err(why) => self.rebuild(event_loop, why),
            },
            _ if response.repaint => open.window.window.request_redraw(),
            _ => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(open) = &mut self.open else { return };
        open.follow_lecture(event_loop, &self.readers);
        if self.options.frames.is_some() {
            open.window.window.request_redraw();
            return event_loop.set_control_flow(ControlFlow::Poll);
        }
        // A hidden window plays nothing and draws no panels.
        if !open.is_on_show() {
            self.next_repaint = None;
        }
        let due = if open.is_on_show() { open.shell.next_due() } else { None };
        let frame = due.and_then(|due| open.last_update.checked_add(due));
        self.due = [frame, self.next_repaint].into_iter().flatten().min();
        let of_presenter = open.presenter.as_ref().map(PresenterWindow::due);
        let next = [self.due, of_presenter].into_iter().flatten().min();
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

impl App {
    /// Opens a new context after the old one was lost. Any other error, or a second loss soon after the first,
    /// closes the window.
    fn rebuild(&mut self, event_loop: &ActiveEventLoop, why: anyhow::Error) {
        let is_lost = matches!(why.downcast_ref(), Some(GpuError::ContextLost(_)));
        let can_be =
            |open: &mut OpenWindow| is_lost && open.lost_at.is_none_or(|at| at.elapsed() > LOST_AGAIN);
        let Some(mut open) = self.open.take_if(can_be) else { return self.leave(event_loop, Err(why)) };
        // The state is saved first, in case no new context can be opened.
        open.save_state();
        match open.reopened() {
            Ok(open) => {
                open.window.window.request_redraw();
                self.open = Some(open);
            }
            Err(again) => self.leave(event_loop, Err(again.context(why))),
        }
    }

    fn leave(&mut self, event_loop: &ActiveEventLoop, outcome: anyhow::Result<()>) {
        if let Some(mut open) = self.open.take() {
            open.save_state();
            if let Some(saver) = &mut open.saver {
                saver.finish(&mut open.shell);
            }
            if let (Some(times), true) = (&open.times, outcome.is_ok()) {
                let measured = open.shell.lab.measurements().and_then(Result::ok);
                if let Some(report) = times.report(measured.and_then(|file| methods_time(&file))) {
                    eprintln!("{report}");
                }
            }
        }
        self.outcome = outcome;
        event_loop.exit();
    }
}

/// Whether the event is an input whose effect the next redraw shows.
fn is_input(event: &WindowEvent) -> bool {
    use WindowEvent::{CursorMoved, KeyboardInput, MouseInput, MouseWheel};
    matches!(event, CursorMoved { .. } | KeyboardInput { .. } | MouseInput { .. } | MouseWheel { .. })
}

/// The action after a redraw.
enum Next {
    /// Wait: the next redraw is due after this time, or with the next input.
    Wait(Duration),
    /// Leave: all requested frames have been simulated.
    Leave,
}

impl OpenWindow {
    fn new(event_loop: &ActiveEventLoop, options: &WindowOptions, readers: &Readers) -> anyhow::Result<Self> {
        let (mut memory, mut notice) = options.memory.as_deref().map(Memory::load).unwrap_or_default();
        if let Some(language) =
            memory.language.as_deref().and_then(Language::of).filter(|_| !options.language_given)
        {
            language.speak();
        }
        if let Some(theme) = options.theme.as_ref().or(memory.theme.as_ref()) {
            theme::use_id(theme);
        }
        let [width, height] = memory.window.unwrap_or(SIZE);
        let attributes = Window::default_attributes()
            .with_title(TITLE)
            .with_inner_size(LogicalSize::new(
                width.clamp(SMALLEST[0], 8192.0),
                height.clamp(SMALLEST[1], 8192.0),
            ))
            .with_maximized(memory.maximized)
            .with_min_inner_size(LogicalSize::new(SMALLEST[0], SMALLEST[1]));
        let window = WindowGpu::open(event_loop, identified(attributes))?;
        let beginning = options.beginning.clone();
        let beginning = if options.side_by_side { beginning.with_two_methods()? } else { beginning };
        let mut shell = beginning.shell(&window.gpu)?;
        shell.files.by_desktop = true;
        shell.files.spare = home();
        let mut is_restored = false;
        if let Some(folder) = &options.memory {
            let scene = memory.scene.take().filter(|_| options.last_scene);
            is_restored = scene.is_some();
            if is_restored {
                // The saved file lacks the scene until the scene has been shown, so that a scene that crashes the
                // program does so only once.
                notice = memory.save(folder).err().map(|why| format!("{why:#}")).or(notice);
            }
            notice = restoring::restore(&mut shell, &memory, scene, folder).or(notice);
        } else if options.fresh {
            shell.folded = memory.folded.iter().cloned().collect();
        }
        shell.stage.quality = options.quality.unwrap_or(shell.stage.quality);
        if options.welcomes(memory.welcomed) && !is_restored {
            present::first_look(&mut shell);
        }
        shell.notice = notice.or(shell.notice.take());
        let mut egui = egui_state(&window.window, shell.stage.max_texture_side());
        screen_reader::announce(&mut egui, event_loop, &window.window, readers);
        let start_options = StartOptions {
            language: options.language_given,
            theme: options.theme.is_some(),
            quality: options.quality.is_some(),
            welcomes: options.last_scene,
        };
        let saver = options.memory.clone().map(|folder| StateSaver::new(folder, memory, start_options));
        Ok(Self {
            presenter: None,
            shell,
            egui,
            has_reader: false,
            viewport: egui::ViewportInfo::default(),
            last_update: Instant::now(),
            shown: false,
            pictures: 0,
            lost_at: None,
            times: options.frame_times.then(FrameTimes::default),
            zoom: 1.0,
            saver,
            window,
        })
    }

    /// The window with a new context, after the old one was lost.
    fn reopened(self) -> anyhow::Result<Self> {
        let Self {
            presenter,
            shell,
            egui: mut before,
            has_reader,
            window,
            shown,
            pictures,
            times,
            saver,
            ..
        } = self;
        // Its surface belongs to the old context; it opens again with the next event.
        drop(presenter);
        let state = restoring::ShellState::of(shell);
        let window = window.reopen()?;
        let shell = state.shell(&window.gpu)?;
        let mut egui = egui_state(&window.window, shell.stage.max_texture_side());
        screen_reader::hand_over(&mut before, &mut egui, has_reader);
        // Keeps input received since the loss, and the state of keys and buttons that are held down.
        egui.egui_input_mut().clone_from(before.egui_input());
        egui_gaps::take_scrolled_along(before.egui_ctx(), egui.egui_ctx());
        let now = Instant::now();
        Ok(Self {
            presenter: None,
            shell,
            egui,
            has_reader,
            viewport: egui::ViewportInfo::default(),
            last_update: now,
            shown,
            pictures,
            lost_at: Some(now),
            times,
            zoom: 1.0,
            saver,
            window,
        })
    }

    /// Opens the presenter's window if the lecture wants it, and closes it if not.
    fn follow_lecture(&mut self, event_loop: &ActiveEventLoop, readers: &Readers) {
        let lessons = &self.shell.lessons;
        let is_wanted = lessons.presenter && lessons.is_given() && self.shown;
        match &self.presenter {
            Some(_) if !is_wanted => self.presenter = None,
            Some(presenter) => presenter.update(&self.shell),
            None if is_wanted => match PresenterWindow::open(&self.window, event_loop, readers) {
                Ok(presenter) => self.presenter = Some(presenter),
                Err(why) => self.no_presenter(&why),
            },
            None => {}
        }
    }

    /// Handles an event of a screen reader, for either window.
    fn on_reader(&mut self, event: ReaderEvent) {
        if event.window_id == self.window.window.id() {
            screen_reader::on_event(&mut self.egui, &mut self.has_reader, event.window_event);
            self.window.window.request_redraw();
        } else if let Some(presenter) = &mut self.presenter
            && presenter.has_id(event.window_id)
        {
            presenter.on_reader(event.window_event);
        }
    }

    /// Handles an event of the presenter's window.
    fn event_beside(&mut self, id: WindowId, event: &WindowEvent) {
        let Some(presenter) = self.presenter.as_mut().filter(|presenter| presenter.has_id(id)) else {
            return;
        };
        match presenter.on_event(&self.window, &mut self.shell, event) {
            Ok(true) => self.window.window.request_redraw(),
            Ok(false) => {}
            Err(why) => self.no_presenter(&why),
        }
    }

    /// Goes on without a presenter's window; the slide shows the reason.
    fn no_presenter(&mut self, why: &GpuError) {
        self.presenter = None;
        self.shell.lessons.presenter = false;
        self.shell.lessons.trouble = Some(why.to_string());
        self.window.window.request_redraw();
    }

    /// Whether the window is visible. It appears with its first redraw, so it counts as visible until then.
    fn is_on_show(&self) -> bool {
        !self.shown || self.window.is_on_show()
    }

    /// Advances the lab, lays out and draws the window. Returns when the next redraw is due.
    fn redraw(&mut self, options: &WindowOptions) -> anyhow::Result<Next> {
        let start = Instant::now();
        if options.lose_context.contains(&self.pictures) {
            self.window.gpu.act_as_lost();
            self.pictures += 1;
        }
        self.window.gpu.check_alive()?;
        let gpu = self.window.gpu.clone();
        let mut parts = self.times.as_ref().and_then(|times| times.parts(start));
        // With `--frames` every frame is drawn, even in a hidden window.
        if options.frames.is_none() && !self.is_on_show() {
            self.last_update = start;
            return Ok(Next::Wait(Duration::MAX));
        }
        if options.frames.is_some() {
            if self.shown {
                self.shell.lab.step();
            }
            self.shell.lab.settle();
        } else {
            self.shell.update(start - self.last_update);
        }
        self.last_update = start;
        if let Some(parts) = &mut parts {
            parts.end(&gpu, Part::Steps);
            self.shell.stage.measure_cost();
        }

        // A picture that was requested in this frame is taken of the next frame, which shows the effect of this
        // frame's changes.
        let picture_wanted = std::mem::take(&mut self.shell.picture_wanted);
        let context = self.egui.egui_ctx().clone();
        self.zoom(&context);
        egui_winit::update_viewport_info(&mut self.viewport, &context, &self.window.window, !self.shown);
        let mut input = self.egui.take_egui_input(&self.window.window);
        input.viewports.insert(egui::ViewportId::ROOT, self.viewport.clone());
        let mut output = context.run_ui(input, |ui| {
            screen_reader::name(ui.ctx(), TITLE);
            apply::frame(ui, &mut self.shell);
        });
        let platform = std::mem::take(&mut output.platform_output);
        self.egui.handle_platform_output(&self.window.window, platform);
        let delay = output
            .viewport_output
            .get(&egui::ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);

        if let Some(parts) = &mut parts {
            parts.end(&gpu, Part::Layout);
            parts.scene(self.shell.stage.take_cost().unwrap_or_default());
        }
        let size = self.window.window.inner_size();
        let size = [size.width, size.height];
        self.shell.stage.paint(&context, output, None, size);
        if let Some(parts) = &mut parts {
            parts.end(&gpu, Part::Panels);
        }
        let last = options.frames.is_some_and(|frames| self.shell.lab.frame() >= frames);
        self.save_pictures(options, size, last, picture_wanted)?;
        self.window.swap_buffers()?;
        if let Some(parts) = &mut parts {
            parts.end(&gpu, Part::Swap);
        }
        if !self.shown {
            self.window.window.set_visible(true);
            self.shown = true;
        }
        self.pictures += 1;
        if let Some(times) = &mut self.times {
            times.picture(start, parts);
        }
        let delay = delay.min(self.save_if_due());
        if delay.is_zero() || self.shell.picture_wanted {
            self.window.window.request_redraw();
        }
        Ok(if last { Next::Leave } else { Next::Wait(delay) })
    }

    /// Enlarges the user interface during a lecture.
    fn zoom(&mut self, context: &egui::Context) {
        let size = self.window.window.inner_size();
        let usual = self.window.window.scale_factor() as f32;
        let zoom = self.shell.lessons.pixels_per_point([size.width, size.height], usual) / usual;
        if (self.zoom - zoom).abs() > 1e-3 {
            self.zoom = zoom;
            context.set_zoom_factor(zoom);
        }
    }

    fn save_pictures(
        &mut self,
        options: &WindowOptions,
        size: [u32; 2],
        last: bool,
        wanted: bool,
    ) -> anyhow::Result<()> {
        if let Some(path) = options.screenshot.as_ref().filter(|_| last) {
            files::write_png(path, &self.shell.stage.read_window(size))?;
        }
        if wanted {
            let picture = self.shell.stage.read_window(size);
            saving::save_window_picture(&mut self.shell, &picture);
            self.window.window.request_redraw();
        }
        Ok(())
    }

    /// Saves the state if a save is due. Returns the time until the next save.
    fn save_if_due(&mut self) -> Duration {
        let is_first = self.pictures == 1;
        let left = self.saver.as_ref().map_or(Duration::MAX, StateSaver::left);
        // While the scene is being restored, the saved file lacks it; the first redraw saves the scene again.
        if self.saver.is_none() || !(is_first || left.is_zero()) {
            return left;
        }
        self.save_state();
        Duration::MAX
    }

    fn save_state(&mut self) {
        if let Some(saver) = &mut self.saver {
            saver.write(&mut self.shell, &self.window.window, SMALLEST);
        }
    }
}
