//! GL functions that glow lacks, loaded by name.

use std::ffi::{CStr, c_void};
use std::ops::Range;

type MultiDrawElements = unsafe extern "system" fn(u32, *const i32, u32, *const *const c_void, i32);
type MultiDrawElementsIndirect = unsafe extern "system" fn(u32, u32, *const c_void, i32, i32);

/// `glGetQueryiv`, `glGetGraphicsResetStatus`, `glMultiDrawElements` and its indirect form, if the driver has them.
pub struct ExtraFunctions {
    multi_draw_elements_indirect: Option<MultiDrawElementsIndirect>,
    multi_draw_elements: Option<MultiDrawElements>,
    get_query_iv: Option<unsafe extern "system" fn(u32, u32, *mut i32)>,
    get_graphics_reset_status: Option<unsafe extern "system" fn() -> u32>,
}

impl ExtraFunctions {
    /// Loads the functions from the current context.
    pub fn load(mut find: impl FnMut(&CStr) -> *const c_void) -> Self {
        let mut first = |names: &[&CStr]| names.iter().map(|n| find(n)).find(|p| !p.is_null());
        let multi_draw_elements = first(&[c"glMultiDrawElements"]);
        let multi_draw_elements_indirect = first(&[c"glMultiDrawElementsIndirect"]);
        let get_query_iv = first(&[c"glGetQueryiv"]);
        let get_graphics_reset_status = first(&[
            c"glGetGraphicsResetStatus",
            c"glGetGraphicsResetStatusKHR",
            c"glGetGraphicsResetStatusARB",
        ]);
        // SAFETY: the names belong to functions of exactly these types in every version of the registry.
        unsafe {
            Self {
                multi_draw_elements_indirect: multi_draw_elements_indirect
                    .map(|p| std::mem::transmute::<*const c_void, _>(p)),
                multi_draw_elements: multi_draw_elements.map(|p| std::mem::transmute::<*const c_void, _>(p)),
                get_query_iv: get_query_iv.map(|p| std::mem::transmute::<*const c_void, _>(p)),
                get_graphics_reset_status: get_graphics_reset_status
                    .map(|p| std::mem::transmute::<*const c_void, _>(p)),
            }
        }
    }

    /// Draws several ranges of the bound 32-bit index buffer in one call; returns `false` if the driver lacks the
    /// function.
    ///
    /// # Safety
    /// A vertex array whose index buffer contains all the ranges must be bound.
    pub unsafe fn multi_draw_elements(&self, mode: u32, ranges: &[Range<u32>]) -> bool {
        let Some(draw) = self.multi_draw_elements else { return false };
        let counts: Vec<i32> = ranges.iter().map(|r| r.len() as i32).collect();
        // With an index buffer bound, the "pointers" are byte offsets into it.
        let offsets: Vec<*const c_void> = ranges
            .iter()
            .map(|r| std::ptr::without_provenance(r.start as usize * size_of::<u32>()))
            .collect();
        unsafe { draw(mode, counts.as_ptr(), glow::UNSIGNED_INT, offsets.as_ptr(), ranges.len() as i32) };
        true
    }

    /// Whether the driver can read several draw commands from a buffer (GL 4.3).
    pub fn draws_indirectly(&self) -> bool {
        self.multi_draw_elements_indirect.is_some()
    }

    /// Executes `draws` tightly packed commands of the bound indirect buffer, starting at `byte_offset`. Draws nothing
    /// if the driver lacks the function (see [`ExtraFunctions::draws_indirectly`]).
    ///
    /// # Safety
    /// A vertex array with a 32-bit index buffer and an indirect buffer that contains the commands must be bound.
    pub unsafe fn multi_draw_elements_indirect(&self, mode: u32, byte_offset: usize, draws: i32) {
        if let Some(draw) = self.multi_draw_elements_indirect {
            unsafe { draw(mode, glow::UNSIGNED_INT, std::ptr::without_provenance(byte_offset), draws, 0) };
        }
    }

    /// Counter bits of this query target; 0 if the query is not implemented.
    pub fn query_counter_bits(&self, target: u32) -> i32 {
        let Some(get) = self.get_query_iv else { return 0 };
        let mut bits = 0;
        // SAFETY: the pointer was loaded for this context; one integer is written.
        unsafe { get(target, glow::QUERY_COUNTER_BITS, &mut bits) };
        bits
    }

    /// Whether the driver can report a lost context.
    pub fn reset_status_is_known(&self) -> bool {
        self.get_graphics_reset_status.is_some()
    }

    /// Cause of a lost context; `None` if it is not lost, or the driver does not report it.
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
