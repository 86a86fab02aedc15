//! Extensions of glTF that a file may require.

use super::document::Document;

/// Beginnings of the names of extensions that touch no triangle of a model at rest: materials, textures, lights, sounds, metadata. From the
/// registry of the Khronos Group (github.com/KhronosGroup/glTF, extensions/2.0).
const HARMLESS: [&str; 38] = [
    "ADOBE_materials_",
    "ADOBE_render_order",
    "AGI_stk_metadata",
    "BENTLEY_materials_",
    "CESIUM_primitive_outline",
    "CVTOOLS_unity_metadata",
    "EXT_feature_metadata",
    "EXT_image_webp",
    "EXT_instance_features",
    "EXT_lights_",
    "EXT_materials_",
    "EXT_mesh_features",
    "EXT_mesh_manifold",
    "EXT_structural_metadata",
    "EXT_texture_",
    "FB_geometry_metadata",
    "FB_material",
    "FB_ngon_encoding",
    "GODOT_single_root",
    "GRIFFEL_bim_data",
    "INTEL_lights_",
    "KHR_animation_pointer",
    "KHR_audio",
    "KHR_interactivity",
    "KHR_lights_",
    "KHR_materials_",
    "KHR_node_hoverability",
    "KHR_node_selectability",
    "KHR_techniques_webgl",
    "KHR_texture_",
    "KHR_xmp",
    "MOZ_lightmap",
    "MPEG_audio_spatial",
    "MPEG_texture_video",
    "MSFT_lod",
    "MSFT_packing_",
    "MSFT_texture_",
    "NV_materials_mdl",
];

/// Extensions that the import supports.
const SUPPORTED: [&str; 1] = ["KHR_mesh_quantization"];

/// Extensions that add or hide triangles, but that a file may use without requiring them: a program without them shows
/// the rest.
const ADDING: [&str; 3] = ["EXT_mesh_gpu_instancing", "KHR_node_visibility", "KHR_gaussian_splatting"];

/// Refuses an extension that the document requires and the import does not know.
pub(super) fn check(document: &Document) -> Result<(), String> {
    let is_known = |name: &String| {
        SUPPORTED.contains(&name.as_str()) || HARMLESS.iter().any(|beginning| name.starts_with(beginning))
    };
    match document.extensions_required.iter().find(|name| !is_known(name)) {
        Some(name) => {
            Err(format!("requires the extension {name}, which is not supported; export it without"))
        }
        None => Ok(()),
    }
}

/// Notes on extensions that the document uses, and that would show other triangles.
pub(super) fn notes(document: &Document) -> impl Iterator<Item = String> {
    let is_adding = |name: &&String| ADDING.contains(&name.as_str());
    let used = document.extensions_used.iter().filter(is_adding);
    used.map(|name| format!("extension skipped, which may add or hide triangles: {name}"))
}
