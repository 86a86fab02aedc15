//! The tables of built-in methods by the ids of their methods, to copy and to compare with.

use super::table::{OwnTable, core};
use super::words::quoted;
use crate::image_space::pass::PassProgram;
use crate::image_space::{
    conservative, depth_lists, depth_readback, edge_winding, occlusion_query, parity_slice, recode, stencil,
    winding,
};
use crate::names::there_are;

/// Every method with one table, by its id. A test compares the list with the table of methods.
pub const BUILT_IN: [(&str, &PassProgram); 12] = [
    ("occlusion-query", &occlusion_query::PROGRAM),
    ("occlusion-boolean", &occlusion_query::BOOLEAN),
    ("depth-readback", &depth_readback::PROGRAM),
    ("occlusion-conservative", &conservative::FAT),
    ("recode", &recode::PROGRAM),
    ("stencil", &stencil::CORRECTED),
    ("stencil-as-published", &stencil::PUBLISHED),
    ("parity-slice", &parity_slice::PROGRAM),
    ("depth-lists", &depth_lists::PROGRAM),
    ("winding", &winding::PROGRAM),
    ("winding-as-published", &winding::PUBLISHED),
    ("edge-winding", &edge_winding::PROGRAM),
];

/// A copy of a built-in table, named after its method; the error lists the ids.
pub fn copy_of(id: &str) -> Result<OwnTable, String> {
    match BUILT_IN.iter().find(|(known, _)| *known == id) {
        Some((_, program)) => Ok(OwnTable::of_program(id, program)),
        None => {
            let ids: Vec<_> = BUILT_IN.iter().map(|(id, _)| *id).collect();
            let file = if id.ends_with(".passes") { "; a file is named by --method FILE.passes" } else { "" };
            Err(format!("no table is called {}; {}{file}", quoted(id), there_are(id, &ids)))
        }
    }
}

/// The id of the built-in method whose table gives the same verdicts, because it has the same rows.
pub fn same_as(program: &PassProgram) -> Option<&'static str> {
    let own = core(program);
    BUILT_IN.iter().find(|(_, known)| core(known) == own).map(|(id, _)| *id)
}
