//! The real window: events in, pictures out.
//!
//! While the scene plays, a picture is drawn when the next frame of the simulation is due; while it is
//! paused, only when something happens.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::{StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::window::{Window, WindowId};

use super::beginning::Beginning;
use super::memory::Memory;
use super::{apply, restoring, saving};

use super::shell::Shell;
use crate::files;
use crate::gpu::WINDOW_DESTROYED;
use crate::gpu::context::WindowGpu;
use crate::language::Language;
use crate::ui::style;

/// What the window opens with.
#[derive(Clone, Default)]
pub struct WindowOptions {
    /// Lab, page and words that the window opens with.
    pub beginning: Beginning,
    /// Run this many frames of the simulation, one per picture and without waiting for the clock, and
    /// leave. How long they took is printed on stderr.
    pub frames: Option<u64>,
    /// Where the last picture goes, as PNG.
    pub screenshot: Option<PathBuf>,
    /// Folder of what is remembered from one start to the next; `None`: nothing is.
    pub memory: Option<PathBuf>,
    /// Whether the scene that was on show last comes back instead of `beginning`.
    pub last_scene: bool,
    /// Whether the language was chosen for this start alone.
    pub language_given: bool,
}

/// Width and height of the first window, points.
const SIZE: [f64; 2] = [1280.0, 800.0];
/// The smallest that it becomes, points.
const SMALLEST: [f64; 2] = [320.0, 240.0];

/// Opens the window and stays until it is closed. `Err` is one line, fit to be shown.
pub fn run(options: WindowOptions) -> anyhow::Result<()> {
    let event_loop = EventLoop::new().map_err(|e| {
        // winit puts the place in its own source before the reason.
        let text = e.to_string();
        let reason = text.rsplit(": ").next().unwrap_or(&text).trim_end_matches('.');
        anyhow!(
            "no window can be opened: {reason}. Without a display, `collidoscope shot {} --out FILE.png` draws the \
             scene into a file; {}",
            crate::labs::LABS[0].id,
            crate::gpu::STILL_WORKS
        )
    })?;
    let mut app = App { options, open: None, next_repaint: None, outcome: Ok(()) };
    event_loop.run_app(&mut app).context("the window system broke off")?;
    app.outcome
}

struct App {
    options: WindowOptions,
    open: Option<Open>,
    /// When the panels want to be drawn again.
    next_repaint: Option<Instant>,
    outcome: anyhow::Result<()>,
}

/// A window and all that is in it. Fields are dropped in order: the context goes last.
struct Open {
    shell: Shell,
    egui: egui_winit::State,
    viewport: egui::ViewportInfo,
    last_update: Instant,
    shown: bool,
    frame_times: Vec<Duration>,
    remembered: Option<Remembered>,
    window: WindowGpu,
}

/// Where it is written down what is to be remembered.
struct Remembered {
    folder: PathBuf,
    /// When it was written last.
    at: Instant,
    /// What it was then, without the scene.
    last: Memory,
    language_given: bool,
    /// Whether the first start is one that shows the welcome.
    welcomes: bool,
}

/// What is on show is written down so often, so that little is lost if the program is killed.
const REMEMBER_EVERY: Duration = Duration::from_secs(30);

impl ApplicationHandler for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_none() {
            match Open::new(event_loop, &self.options) {
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
            open.window.window.request_redraw();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        let response = open.egui.on_window_event(&open.window.window, &event);
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
                Err(why) => self.leave(event_loop, Err(why)),
            },
            _ if response.repaint => open.window.window.request_redraw(),
            _ => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(open) = &mut self.open else { return };
        if self.options.frames.is_some() {
            open.window.window.request_redraw();
            return event_loop.set_control_flow(ControlFlow::Poll);
        }
        // A window out of sight shows nothing, so nothing is played either, and no panel is drawn.
        if !open.is_on_show() {
            self.next_repaint = None;
        }
        let due = if open.is_on_show() { open.shell.next_due() } else { None };
        let frame = due.and_then(|due| open.last_update.checked_add(due));
        let next = [frame, self.next_repaint].into_iter().flatten().min();
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

impl App {
    fn leave(&mut self, event_loop: &ActiveEventLoop, outcome: anyhow::Result<()>) {
        if let Some(mut open) = self.open.take() {
            open.remember();
            if self.options.frames.is_some() {
                open.tell_frame_times();
            }
        }
        self.outcome = outcome;
        event_loop.exit();
    }
}

/// What comes after a picture.
enum Next {
    /// The next one after this time, unless something happens.
    Wait(Duration),
    /// Nothing: all frames have been run.
    Leave,
}

impl Open {
    fn new(event_loop: &ActiveEventLoop, options: &WindowOptions) -> anyhow::Result<Self> {
        let (mut memory, mut told) = options.memory.as_deref().map(Memory::load).unwrap_or_default();
        if let Some(language) =
            memory.language.as_deref().and_then(Language::of).filter(|_| !options.language_given)
        {
            language.speak();
        }
        let [width, height] = memory.window.unwrap_or(SIZE);
        let attributes = Window::default_attributes()
            .with_title("Collidoscope")
            .with_inner_size(LogicalSize::new(
                width.clamp(SMALLEST[0], 8192.0),
                height.clamp(SMALLEST[1], 8192.0),
            ))
            .with_maximized(memory.maximized)
            .with_min_inner_size(LogicalSize::new(SMALLEST[0], SMALLEST[1]));
        let window = WindowGpu::open(event_loop, attributes)?;
        let mut shell = options.beginning.shell(&window.gpu)?;
        if let Some(folder) = &options.memory {
            let scene = memory.scene.take().filter(|_| options.last_scene);
            if scene.is_some() {
                // Forgotten while it is brought back: a scene that ends the program does so once.
                told = memory.save(folder).err().map(|why| format!("{why:#}")).or(told);
            }
            told = restoring::bring_back(&mut shell, &memory, scene, folder).or(told);
            shell.welcome = options.last_scene && !memory.welcomed;
        }
        shell.notice = told.or(shell.notice.take());
        let context = egui::Context::default();
        style::apply(&context);
        let egui = egui_winit::State::new(
            context,
            egui::ViewportId::ROOT,
            event_loop,
            Some(window.window.scale_factor() as f32),
            None,
            Some(shell.stage.max_texture_side()),
        );
        let remembered = options.memory.clone().map(|folder| Remembered {
            folder,
            at: Instant::now(),
            last: memory,
            language_given: options.language_given,
            welcomes: options.last_scene,
        });
        Ok(Self {
            shell,
            egui,
            viewport: egui::ViewportInfo::default(),
            last_update: Instant::now(),
            shown: false,
            frame_times: Vec::new(),
            remembered,
            window,
        })
    }

    /// It is shown with its first picture, so it counts as shown until then.
    fn is_on_show(&self) -> bool {
        !self.shown || self.window.is_on_show()
    }

    /// Advances the lab, runs one pass of the user interface and shows it. Returns when to draw again.
    fn redraw(&mut self, options: &WindowOptions) -> anyhow::Result<Next> {
        let start = Instant::now();
        self.window.gpu.check_alive()?;
        // Frames that are counted are drawn whether somebody sees them or not.
        if options.frames.is_none() && !self.is_on_show() {
            self.last_update = start;
            return Ok(Next::Wait(Duration::MAX));
        }
        if options.frames.is_some() {
            if self.shown {
                self.shell.lab.step();
            }
        } else {
            self.shell.update(start - self.last_update);
        }
        self.last_update = start;

        // A picture shows everything that was done before it was asked for.
        let picture_wanted = std::mem::take(&mut self.shell.picture_wanted);
        let context = self.egui.egui_ctx().clone();
        egui_winit::update_viewport_info(&mut self.viewport, &context, &self.window.window, !self.shown);
        let mut input = self.egui.take_egui_input(&self.window.window);
        input.viewports.insert(egui::ViewportId::ROOT, self.viewport.clone());
        let mut output = context.run_ui(input, |ui| apply::frame(ui, &mut self.shell));
        let platform = std::mem::take(&mut output.platform_output);
        self.egui.handle_platform_output(&self.window.window, platform);
        let delay = output
            .viewport_output
            .get(&egui::ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);

        let size = self.window.window.inner_size();
        let size = [size.width, size.height];
        self.shell.stage.paint(&context, output, None, size);
        let last = options.frames.is_some_and(|frames| self.shell.lab.frame() >= frames);
        self.save_pictures(options, size, last, picture_wanted)?;
        self.window.swap_buffers()?;
        if !self.shown {
            self.window.window.set_visible(true);
            self.shown = true;
        }
        self.frame_times.push(start.elapsed());
        if self.remembered.as_ref().is_some_and(|remembered| remembered.at.elapsed() > REMEMBER_EVERY) {
            self.remember();
        }
        if delay.is_zero() || self.shell.picture_wanted {
            self.window.window.request_redraw();
        }
        Ok(if last { Next::Leave } else { Next::Wait(delay) })
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
            let path = files::free_name(&self.shell.folder, self.shell.lab.frame(), "png");
            let saved = files::write_png(&path, &self.shell.stage.read_window(size));
            self.shell.notice = Some(saving::report(saved.map(|()| path)));
            self.window.window.request_redraw();
        }
        Ok(())
    }

    /// Writes down what is on show. What cannot be written is no reason to stop.
    fn remember(&mut self) {
        let Some(remembered) = &mut self.remembered else { return };
        remembered.at = Instant::now();
        let window = &self.window.window;
        let size = window.inner_size().to_logical::<f64>(window.scale_factor());
        let mut memory = restoring::of(&self.shell, &remembered.folder);
        let before = &remembered.last;
        if remembered.language_given {
            memory.language.clone_from(&before.language);
        }
        memory.welcomed = before.welcomed || (remembered.welcomes && !self.shell.welcome);
        memory.maximized = window.is_maximized();
        memory.window = if memory.maximized { before.window } else { Some([size.width, size.height]) };
        // The window may be gone already.
        if size.width < SMALLEST[0] || size.height < SMALLEST[1] {
            memory.window = before.window;
        }
        if let Err(why) = memory.save(&remembered.folder) {
            self.shell.notice = Some(format!("{why:#}"));
        }
        remembered.last = Memory { scene: None, ..memory };
    }

    fn tell_frame_times(&self) {
        // The first picture compiles and uploads.
        let mut times: Vec<_> = self.frame_times.iter().skip(1).map(|t| 1e3 * t.as_secs_f64()).collect();
        if times.is_empty() {
            return;
        }
        times.sort_unstable_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        eprintln!(
            "{} pictures: mean {mean:.1} ms, median {:.1} ms, slowest {:.1} ms; the first took {:.0} ms",
            times.len() + 1,
            times[times.len() / 2],
            times[times.len() - 1],
            1e3 * self.frame_times[0].as_secs_f64(),
        );
    }
}
