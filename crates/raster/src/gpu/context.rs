//! Creation of GL contexts: in a window, or by EGL without a display.
//!
//! Both ways differ only in display and configuration: they try the same versions in the same order and return the
//! same [`Gpu`].

pub(super) mod current;
#[cfg(target_os = "linux")]
mod x11;

use std::cell::{Cell, RefCell};
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::Arc;

#[cfg(not(target_vendor = "apple"))]
use glutin::api::egl::{device::Device, display::Display as EglDisplay};
#[cfg(not(target_vendor = "apple"))]
use glutin::config::ConfigSurfaceTypes;
use glutin::config::{Config, ConfigTemplateBuilder};
#[cfg(not(target_vendor = "apple"))]
use glutin::context::PossiblyCurrentContext;
use glutin::context::{
    ContextApi, ContextAttributesBuilder, GlProfile, NotCurrentContext, Robustness, Version,
};
use glutin::display::{Display, GetGlDisplay as _};
use glutin::prelude::*;
use glutin::surface::{Surface, SwapInterval, WindowSurface};
use glutin_winit::{DisplayBuilder, GlWindow as _};
use raw_window_handle::{HasWindowHandle as _, RawWindowHandle};
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowAttributes};

use super::capabilities::Capabilities;
use super::device::{Gpu, Inner};
use super::error::{GpuError, STILL_WORKS};
use super::loader::ExtraFunctions;
use super::messages::Log;
use current::Current;

/// GL versions of the core profile, in the order in which they are tried.
const VERSIONS: [(u8, u8); 2] = [(4, 5), (3, 3)];

/// A window with a GL context.
pub struct WindowGpu {
    /// The context, for everything except presenting the frame.
    pub gpu: Gpu,
    /// The window that the context draws in.
    pub window: Window,
    surface: Surface<WindowSurface>,
    #[cfg(target_os = "linux")]
    x11: Option<x11::XWindow>,
}

/// Another window that the context of a [`WindowGpu`] draws in.
pub struct SideWindow {
    surface: Surface<WindowSurface>,
    /// The window.
    pub window: Window,
}

impl Gpu {
    /// Opens a context without a display, on the first suitable EGL device. With `debug` the driver's
    /// messages are collected ([`Gpu::take_messages`]).
    #[cfg(not(target_vendor = "apple"))]
    pub fn open_surfaceless(debug: bool) -> Result<Self, GpuError> {
        let hint = if cfg!(windows) {
            "Windows has no EGL of its own, so only the window draws: open the scene there"
        } else {
            "install libegl1 and Mesa's drivers (libgl1-mesa-dri), or the GPU vendor's driver"
        };
        let devices =
            Device::query_devices().map_err(|e| GpuError::NoContext(format!("EGL says: {e}; {hint}")))?;
        let mut last = format!("EGL lists no device; {hint}");
        for device in devices {
            match open_on_device(&device, debug) {
                Ok(gpu) => return Ok(gpu),
                Err(GpuError::NoContext(why)) => last = why,
                Err(other) => return Err(other),
            }
        }
        Err(GpuError::NoContext(last))
    }

    /// Always an error: Apple's systems have no EGL.
    #[cfg(target_vendor = "apple")]
    pub fn open_surfaceless(_: bool) -> Result<Self, GpuError> {
        Err(GpuError::NoContext("this system has no EGL, so there is no context without a window".into()))
    }

    fn from_current(display: &Display, context: Current, debug: bool) -> Result<Self, GpuError> {
        // SAFETY: the context is current on this thread, so its functions can be loaded and called.
        let mut gl =
            unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name)) };
        let extra = ExtraFunctions::load(|name| display.get_proc_address(name));
        let messages = Log::default();
        if debug {
            messages.attach(&mut gl);
        }
        let capabilities = Capabilities::read(&gl, &extra);
        if capabilities.version < (3, 3) {
            let (major, minor) = capabilities.version;
            return Err(too_old(&format!("it is version {major}.{minor}")));
        }
        Ok(Self(Rc::new(Inner {
            gl: Arc::new(gl),
            extra,
            capabilities,
            messages,
            state: RefCell::new(None),
            objects: Cell::new(0),
            prepared: Cell::default(),
            serials: Cell::new(0),
            context,
            lost: Cell::new(None),
        })))
    }
}

impl WindowGpu {
    /// Opens a window, hidden until its first frame is drawn.
    pub fn open(event_loop: &ActiveEventLoop, attributes: WindowAttributes) -> Result<Self, GpuError> {
        let no_context = |e: &dyn std::fmt::Display| GpuError::NoContext(e.to_string());
        let template = ConfigTemplateBuilder::new().with_api(glutin::config::Api::OPENGL);
        // The window's own buffers hold only the finished frame; depth, stencil and multisampling belong to off-screen
        // targets. So the plainest configuration is the best.
        let pick = |configs: Box<dyn Iterator<Item = Config> + '_>| {
            configs
                .min_by_key(|c| (c.num_samples(), c.depth_size(), c.stencil_size()))
                .expect("glutin-winit calls this only with at least one configuration")
        };
        let (window, config) = DisplayBuilder::new()
            .with_preference(glutin_winit::ApiPreference::PreferEgl)
            .with_window_attributes(Some(attributes.clone().with_visible(false)))
            .build(event_loop, template, pick)
            .map_err(|e| no_context(&e))?;
        let window = match window {
            Some(window) => window,
            None => glutin_winit::finalize_window(event_loop, attributes.with_visible(false), &config)
                .map_err(|e| no_context(&e))?,
        };
        Self::in_window(window, &config)
    }

    /// Opens another window for the same context, hidden until its first frame is drawn. It must be dropped before
    /// this one.
    pub fn open_beside(
        &self,
        event_loop: &ActiveEventLoop,
        attributes: WindowAttributes,
    ) -> Result<SideWindow, GpuError> {
        use glutin::config::GetGlConfig as _;
        let refused = |e: &dyn std::fmt::Display| GpuError::Refused(format!("no second window: {e}"));
        let config = self.gpu.0.context.config();
        let window = glutin_winit::finalize_window(event_loop, attributes.with_visible(false), &config)
            .map_err(|e| refused(&e))?;
        let attributes = window.build_surface_attributes(Default::default()).map_err(|e| refused(&e))?;
        // SAFETY: the surface is dropped before the window, in the order of the fields of `SideWindow`.
        let surface = unsafe { config.display().create_window_surface(&config, &attributes) }
            .map_err(|e| refused(&e))?;
        let side = SideWindow { surface, window };
        // Only the main window waits for vertical sync, so that two windows do not take two screen periods.
        self.draw_beside(&side, || {
            let _ = side.surface.set_swap_interval(&self.gpu.0.context, SwapInterval::DontWait);
        })?;
        Ok(side)
    }

    /// Calls `draw` while the context draws in the other window.
    pub fn draw_beside(&self, side: &SideWindow, draw: impl FnOnce()) -> Result<(), GpuError> {
        let context = &self.gpu.0.context;
        let refused =
            |e: glutin::error::Error| GpuError::Refused(format!("could not draw in the second window: {e}"));
        context.make_current(&side.surface).map_err(refused)?;
        draw();
        let swapped = side.surface.swap_buffers(context);
        // The main window must be current again even after an error.
        context.make_current(&self.surface).map_err(refused)?;
        swapped.map_err(refused)
    }

    /// Adapts the other window to its size, in pixels.
    pub fn resize_beside(&self, side: &SideWindow, width: u32, height: u32) {
        if let (Some(width), Some(height)) = (NonZeroU32::new(width), NonZeroU32::new(height)) {
            side.surface.resize(&self.gpu.0.context, width, height);
        }
    }

    /// A new context in the same window, after the driver lost the old one. All objects of the old context
    /// must have been dropped.
    pub fn reopen(self) -> Result<Self, GpuError> {
        use glutin::config::GetGlConfig as _;
        let Self { gpu, window, surface, .. } = self;
        let config = gpu.0.context.config();
        // A surface cannot be destroyed while current, and a window can have only one surface.
        let _ = gpu.0.context.make_not_current_in_place();
        drop((gpu, surface));
        Self::in_window(window, &config)
    }

    fn in_window(window: Window, config: &Config) -> Result<Self, GpuError> {
        let no_context = |e: &dyn std::fmt::Display| GpuError::NoContext(e.to_string());
        let handle = window.window_handle().map_err(|e| no_context(&e))?.as_raw();
        let surface_attributes =
            window.build_surface_attributes(Default::default()).map_err(|e| no_context(&e))?;
        let display = config.display();
        let debug = cfg!(debug_assertions);
        let not_current = create_context(&display, config, Some(handle), debug)?;
        // SAFETY: the window outlives the surface: both live in the struct below.
        let surface = unsafe { display.create_window_surface(config, &surface_attributes) }
            .map_err(|e| no_context(&e))?;
        let context = not_current.make_current(&surface).map_err(|e| no_context(&e))?;
        let gpu = Gpu::from_current(&display, context, debug)?;
        // Requests vertical sync: without it the event loop would spin. A driver that lacks it is no error.
        let _ = surface.set_swap_interval(&gpu.0.context, SwapInterval::Wait(NonZeroU32::MIN));
        #[cfg(target_os = "linux")]
        let x11 = x11::XWindow::watch(&window);
        Ok(Self {
            gpu,
            window,
            surface,
            #[cfg(target_os = "linux")]
            x11,
        })
    }

    /// Whether the window is visible: not minimised, not unmapped, and of non-zero size.
    pub fn is_on_show(&self) -> bool {
        #[cfg(target_os = "linux")]
        if self.x11.is_some_and(|window| !window.is_viewable()) {
            return false;
        }
        let size = self.window.inner_size();
        size.width > 0 && size.height > 0 && self.window.is_minimized() != Some(true)
    }

    /// Adapts to the window's size, in pixels. A size of zero (a minimised window) is ignored.
    pub fn resize(&self, width: u32, height: u32) {
        if let (Some(width), Some(height)) = (NonZeroU32::new(width), NonZeroU32::new(height)) {
            self.surface.resize(&self.gpu.0.context, width, height);
        }
    }

    /// Presents the drawn frame; may wait for vertical sync.
    pub fn swap_buffers(&self) -> Result<(), GpuError> {
        let swapped = self.surface.swap_buffers(&self.gpu.0.context);
        swapped.or_else(|e| {
            self.gpu.check_alive()?;
            let why = format!("could not present the picture in the window: {e}. {STILL_WORKS}");
            Err(GpuError::Refused(why))
        })
    }
}

#[cfg(not(target_vendor = "apple"))]
fn open_on_device(device: &Device, debug: bool) -> Result<Gpu, GpuError> {
    let no_context = |e: glutin::error::Error| GpuError::NoContext(e.to_string());
    // SAFETY: no native display is passed in that could be invalid.
    let display = Display::Egl(unsafe { EglDisplay::with_device(device, None) }.map_err(no_context)?);
    let template = ConfigTemplateBuilder::new()
        .with_api(glutin::config::Api::OPENGL)
        .with_surface_type(ConfigSurfaceTypes::empty())
        .build();
    // SAFETY: the template names no native window.
    let config = unsafe { display.find_configs(template) }
        .map_err(no_context)?
        .next()
        .ok_or_else(|| GpuError::NoContext("the EGL device has no configuration for OpenGL".into()))?;
    let NotCurrentContext::Egl(not_current) = create_context(&display, &config, None, debug)? else {
        return Err(GpuError::NoContext("the EGL display returned a context of another kind".into()));
    };
    let context = PossiblyCurrentContext::Egl(not_current.make_current_surfaceless().map_err(no_context)?);
    Gpu::from_current(&display, context, debug)
}

/// A context of the newest supported version, with reset notification if the driver offers it.
fn create_context(
    display: &Display,
    config: &Config,
    window: Option<RawWindowHandle>,
    debug: bool,
) -> Result<NotCurrentContext, GpuError> {
    let mut last = None;
    for (major, minor) in VERSIONS {
        for robustness in [Robustness::RobustLoseContextOnReset, Robustness::NotRobust] {
            let attributes = ContextAttributesBuilder::new()
                .with_profile(GlProfile::Core)
                .with_context_api(ContextApi::OpenGl(Some(Version::new(major, minor))))
                .with_robustness(robustness)
                .with_debug(debug)
                .build(window);
            // SAFETY: the window handle, if any, belongs to a window that the caller holds.
            match unsafe { display.create_context(config, &attributes) } {
                Ok(context) => return Ok(context),
                Err(e) => last = Some(e),
            }
        }
    }
    Err(too_old(&last.map_or_else(String::new, |e| format!("the driver says: {e}"))))
}

fn too_old(detail: &str) -> GpuError {
    GpuError::Missing {
        missing: format!("version 3.3 of the core profile ({detail})"),
        still_works: STILL_WORKS,
    }
}
