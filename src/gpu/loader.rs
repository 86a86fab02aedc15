//! GL functions that glow does not have, loaded by name.

use std::ffi::{CStr, c_void};

/// `glGetQueryiv` and `glGetGraphicsResetStatus`, where the driver has them.
pub struct Extra {
    get_query_iv: Option<unsafe extern "system" fn(u32, u32, *mut i32)>,
    get_graphics_reset_status: Option<unsafe extern "system" fn() -> u32>,
}

impl Extra {
    /// Looks the functions up in the current context.
    pub fn load(mut find: impl FnMut(&CStr) -> *const c_void) -> Self {
        let mut first = |names: &[&CStr]| names.iter().map(|n| find(n)).find(|p| !p.is_null());
        let get_query_iv = first(&[c"glGetQueryiv"]);
        let get_graphics_reset_status = first(&[
            c"glGetGraphicsResetStatus",
            c"glGetGraphicsResetStatusKHR",
            c"glGetGraphicsResetStatusARB",
        ]);
        // SAFETY: the names belong to functions of exactly these types in every version of the registry.
        unsafe {
            Self {
                get_query_iv: get_query_iv.map(|p| std::mem::transmute::<*const c_void, _>(p)),
                get_graphics_reset_status: get_graphics_reset_status
                    .map(|p| std::mem::transmute::<*const c_void, _>(p)),
            }
        }
    }

    /// How many bits a counter of this target has; 0: the query exists in name only.
    pub fn query_counter_bits(&self, target: u32) -> i32 {
        let Some(get) = self.get_query_iv else { return 0 };
        let mut bits = 0;
        // SAFETY: the pointer was loaded for this context; one integer is written.
        unsafe { get(target, glow::QUERY_COUNTER_BITS, &mut bits) };
        bits
    }

    /// Whether the driver can tell of a lost context at all.
    pub fn reset_status_is_known(&self) -> bool {
        self.get_graphics_reset_status.is_some()
    }

    /// `None`: all is well, or this driver does not tell.
    pub fn reset_status(&self) -> Option<&'static str> {
        // SAFETY: the pointer was loaded for this context.
        match unsafe { self.get_graphics_reset_status?() } {
            glow::NO_ERROR => None,
            glow::GUILTY_CONTEXT_RESET => Some("caused by this program"),
            glow::INNOCENT_CONTEXT_RESET => Some("caused by another program"),
            _ => Some("cause unknown"),
        }
    }
}
