//! The table of methods for pairs of bodies, a row each, from which menus, `--method`, conformance tests and documents
//! are derived.

mod method;
pub mod own_program;
pub mod truth;

use crate::about::{MethodInfo, Promise};
use crate::combined::cullide::Cullide;
use crate::combined::sandwich::Sandwich;
use crate::image_space::{
    self, conservative, depth_lists, depth_readback, edge_winding, occlusion_query, parity_slice, recode,
    stencil, winding,
};
use crate::names::there_are;
use crate::object_space::hybrid_boxes::{self, HybridBoxes, Volumes};
use crate::object_space::reference::Reference;

pub use method::{Bodies, Inside, Method, Needs, Round};

/// The id of the exact method, which resolves collisions and is the reference for all others.
pub const REFERENCE: &str = "gjk";

/// Index in [`METHODS`] of the method with this id, which determines its position in menus and its colour.
pub fn row_of(id: &str) -> Option<usize> {
    METHODS.iter().position(|row| row.id == id)
}

/// All methods, in the order of the menus.
pub const METHODS: &[Method] = &[
    Method {
        about: MethodInfo {
            id: "occlusion-query",
            title: "Occlusion query",
            source: "Xu et al., §3",
            says: "Two bodies collide if neither is fully visible in front of the other; two occlusion queries count hidden samples.",
            promise: Promise::WithinAPixel,
            settings: image_space::options::OCCLUSION_QUERY,
            compare_with: "stencil",
        },
        needs: Needs::Queries,
        bodies: Bodies::Convex,
        round: Round::Meshes,
        inside: Inside::Passes(&[&occlusion_query::PROGRAM]),
        make: |gpu, settings| image_space::make(gpu, settings, &occlusion_query::PROGRAM),
    },
    Method {
        about: MethodInfo {
            id: "occlusion-boolean",
            title: "Occlusion query, boolean",
            source: "Xu et al., §2: GL_HP_occlusion_test",
            says: "Like the occlusion query, but with yes-or-no queries, each awaited before the next.",
            promise: Promise::WithinAPixel,
            settings: image_space::options::WAITING,
            compare_with: "occlusion-query",
        },
        needs: Needs::Queries,
        bodies: Bodies::Convex,
        round: Round::Meshes,
        inside: Inside::Passes(&[&occlusion_query::BOOLEAN]),
        make: |gpu, settings| image_space::make(gpu, settings, &occlusion_query::BOOLEAN),
    },
    Method {
        about: MethodInfo {
            id: "depth-readback",
            title: "Depth read-back",
            source: "Xu et al., §1: the approach before queries",
            says: "Draws the near and the far side, reads both depth buffers back and compares them on the CPU.",
            promise: Promise::WithinAPixel,
            settings: image_space::options::WAITING,
            compare_with: "occlusion-query",
        },
        needs: Needs::Drawing,
        bodies: Bodies::Convex,
        round: Round::Meshes,
        inside: Inside::Passes(&[&depth_readback::PROGRAM]),
        make: |gpu, settings| image_space::make(gpu, settings, &depth_readback::PROGRAM),
    },
    Method {
        about: MethodInfo {
            id: "occlusion-conservative",
            title: "Occlusion query, conservative",
            source: "This project, with the passes of Xu et al.",
            says: "Occlusion query on bodies that are enlarged so that no shared point falls between the samples.",
            promise: Promise::NeverMisses,
            settings: image_space::options::CERTAIN,
            compare_with: "occlusion-query",
        },
        needs: Needs::Queries,
        bodies: Bodies::Convex,
        round: Round::Solids,
        inside: Inside::Passes(&[&conservative::FAT]),
        make: |gpu, settings| image_space::make(gpu, settings, &conservative::FAT),
    },
    Method {
        about: MethodInfo {
            id: "occlusion-sandwich",
            title: "Occlusion sandwich",
            source: "This project, with the passes of Xu et al. and GJK",
            says: "If the fat bodies miss, the pair is separated; if the thin bodies hit, the pair collides; the exact test decides the rest.",
            promise: Promise::Exact,
            settings: image_space::options::CERTAIN,
            compare_with: "occlusion-query",
        },
        needs: Needs::Queries,
        bodies: Bodies::Convex,
        round: Round::Solids,
        inside: Inside::Passes(&[&conservative::FAT, &conservative::THIN]),
        make: |gpu, settings| Ok(Box::new(Sandwich::new(gpu, settings)?)),
    },
    Method {
        about: MethodInfo {
            id: "recode",
            title: "RECODE",
            source: "Baciu, Wong & Sun 1999, reconstructed",
            says: "Four draws classify each pixel by the order of the depth intervals; the CPU reads back the stencil buffer and scans it.",
            promise: Promise::WithinAPixel,
            settings: image_space::options::RECODE,
            compare_with: "occlusion-query",
        },
        needs: Needs::Stencil,
        bodies: Bodies::Convex,
        round: Round::Meshes,
        inside: Inside::Passes(&[&recode::PROGRAM]),
        make: |gpu, settings| image_space::make(gpu, settings, &recode::PROGRAM),
    },
    Method {
        about: MethodInfo {
            id: "stencil",
            title: "Stencil",
            source: "Huang & Tian 2007, corrected",
            says: "Stencil and depth tests mark pixels where the depth intervals of the bodies overlap.",
            promise: Promise::WithinAPixel,
            settings: image_space::options::STENCIL,
            compare_with: "stencil-as-published",
        },
        needs: Needs::QueriesAndStencil,
        bodies: Bodies::Convex,
        round: Round::Meshes,
        inside: Inside::Passes(&[&stencil::CORRECTED]),
        make: |gpu, settings| image_space::make(gpu, settings, &stencil::CORRECTED),
    },
    Method {
        about: MethodInfo {
            id: "stencil-as-published",
            title: "Stencil, as published",
            source: "Huang & Tian 2007, §3, as printed",
            says: "The sequence as printed: row 5 inherits the stencil state of row 4, so collisions are missed and false ones reported.",
            promise: Promise::AsPublished,
            settings: image_space::options::STENCIL_AS_PUBLISHED,
            compare_with: "stencil",
        },
        needs: Needs::QueriesAndStencil,
        bodies: Bodies::Convex,
        round: Round::Meshes,
        inside: Inside::Passes(&[&stencil::PUBLISHED]),
        make: |gpu, settings| image_space::make(gpu, settings, &stencil::PUBLISHED),
    },
    Method {
        about: MethodInfo {
            id: "sphere-aabb-obb",
            title: "Sphere-AABB-OBB tree",
            source: "Lin, Zou & Zhang, algorithm 1",
            says: "Traverses two trees whose nodes hold a sphere, an axis-aligned and an oriented box; the cheapest volume is tested first.",
            promise: Promise::Exact,
            settings: hybrid_boxes::SETTINGS,
            compare_with: "obb",
        },
        needs: Needs::Nothing,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Trees(Volumes::SpheresAndAabbs),
        make: |_, settings| Ok(Box::new(HybridBoxes::new(Volumes::SpheresAndAabbs, settings))),
    },
    Method {
        about: MethodInfo {
            id: "obb-sphere",
            title: "OBB-Sphere tree",
            source: "Lin, Zou & Zhang, table 3 (OS)",
            says: "Traverses two trees whose nodes hold a sphere and an oriented box; spheres are tested first.",
            promise: Promise::Exact,
            settings: hybrid_boxes::SETTINGS,
            compare_with: "obb",
        },
        needs: Needs::Nothing,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Trees(Volumes::Spheres),
        make: |_, settings| Ok(Box::new(HybridBoxes::new(Volumes::Spheres, settings))),
    },
    Method {
        about: MethodInfo {
            id: "aabb-obb",
            title: "AABB-OBB tree",
            source: "Lin, Zou & Zhang, table 3 (AO)",
            says: "Traverses two trees whose nodes hold an axis-aligned and an oriented box; axis-aligned boxes are tested first.",
            promise: Promise::Exact,
            settings: hybrid_boxes::SETTINGS,
            compare_with: "obb",
        },
        needs: Needs::Nothing,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Trees(Volumes::Aabbs),
        make: |_, settings| Ok(Box::new(HybridBoxes::new(Volumes::Aabbs, settings))),
    },
    Method {
        about: MethodInfo {
            id: "obb",
            title: "OBB tree",
            source: "Gottschalk, Lin & Manocha 1996 (OBBTree)",
            says: "Traverses two trees of oriented boxes, tested by their 15 separating axes.",
            promise: Promise::Exact,
            settings: hybrid_boxes::SETTINGS,
            compare_with: "sphere-aabb-obb",
        },
        needs: Needs::Nothing,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Trees(Volumes::None),
        make: |_, settings| Ok(Box::new(HybridBoxes::new(Volumes::None, settings))),
    },
    Method {
        about: MethodInfo {
            id: REFERENCE,
            title: "GJK (exact reference)",
            source: "Gilbert, Johnson & Keerthi 1988, with certificates of our own",
            says: "Searches the Minkowski difference for the point nearest to the origin; exact up to rounding.",
            promise: Promise::Exact,
            settings: &[],
            compare_with: "occlusion-query",
        },
        needs: Needs::Nothing,
        bodies: Bodies::Convex,
        round: Round::Solids,
        inside: Inside::Simplices,
        make: |_, _| Ok(Box::new(Reference)),
    },
    Method {
        about: MethodInfo {
            id: "parity-slice",
            title: "Parity slices",
            source: "Rossignac, Megahed & Schneider 1992, reconstructed",
            says: "Cuts both bodies by planes; a point with an odd number of faces in front of it is inside. Also measures the common volume.",
            promise: Promise::CertainHits,
            settings: image_space::options::PARITY_SLICE,
            compare_with: "obb",
        },
        needs: Needs::QueriesAndStencil,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Passes(&[&parity_slice::PROGRAM]),
        make: |gpu, settings| image_space::make(gpu, settings, &parity_slice::PROGRAM),
    },
    Method {
        about: MethodInfo {
            id: "depth-lists",
            title: "Depth lists",
            source: "Shinya & Forgue 1991; Heidelberger, Teschner & Gross 2004; reconstructed",
            says: "Reads back all depths where a ray enters and leaves the bodies, and sorts them. Also measures the common volume.",
            promise: Promise::CertainHits,
            settings: image_space::options::WINDING,
            compare_with: "parity-slice",
        },
        needs: Needs::Stencil,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Passes(&[&depth_lists::PROGRAM]),
        make: |gpu, settings| image_space::make(gpu, settings, &depth_lists::PROGRAM),
    },
    Method {
        about: MethodInfo {
            id: "winding",
            title: "Winding numbers",
            source: "Myszkowski, Okunev & Kunii 1995, reconstructed; every entry tested",
            says: "Two bodies share a point where the line of sight enters one of them inside the other; faces in front of each entry are counted.",
            promise: Promise::CertainHits,
            settings: image_space::options::WINDING,
            compare_with: "winding-as-published",
        },
        needs: Needs::QueriesAndStencil,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Passes(&[&winding::PROGRAM]),
        make: |gpu, settings| image_space::make(gpu, settings, &winding::PROGRAM),
    },
    Method {
        about: MethodInfo {
            id: "winding-as-published",
            title: "Winding numbers, as published",
            source: "Myszkowski, Okunev & Kunii 1995, reconstructed",
            says: "The published form: only the nearest entry of each body on a pixel is tested. Misses overlaps behind it.",
            promise: Promise::CertainHits,
            settings: image_space::options::WINDING,
            compare_with: "winding",
        },
        needs: Needs::QueriesAndStencil,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Passes(&[&winding::PUBLISHED]),
        make: |gpu, settings| image_space::make(gpu, settings, &winding::PUBLISHED),
    },
    Method {
        about: MethodInfo {
            id: "edge-winding",
            title: "Winding numbers of edges",
            source: "Knott & Pai 2003 (CInDeR), reconstructed",
            says: "Draws the edges of one body as lines and counts the other's faces in front of them; finds slivers between samples.",
            promise: Promise::Approximate,
            settings: image_space::options::WINDING,
            compare_with: "winding",
        },
        needs: Needs::QueriesAndStencil,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Passes(&[&edge_winding::PROGRAM]),
        make: |gpu, settings| image_space::make(gpu, settings, &edge_winding::PROGRAM),
    },
    Method {
        about: MethodInfo {
            id: "cullide",
            title: "CULLIDE",
            source: "Govindaraju, Redon, Lin & Manocha 2003; R-CULLIDE 2004 and Quick-CULLIDE 2005 as settings",
            says: "Draws the whole scene and drops every body that no other one hides; the remaining pairs are tested exactly.",
            promise: Promise::WithinAPixel,
            settings: image_space::options::CULLIDE,
            compare_with: "occlusion-query",
        },
        needs: Needs::Queries,
        bodies: Bodies::Any,
        round: Round::Meshes,
        inside: Inside::Trees(Volumes::SpheresAndAabbs),
        make: |gpu, settings| Ok(Box::new(Cullide::new(gpu, settings)?)),
    },
    own_passes(OWN_PASSES[0], "Own passes", OWN_PASSES[1]),
    own_passes(OWN_PASSES[1], "Own passes, second", OWN_PASSES[0]),
    // The last row: lists of the methods that answer inside this process leave it out.
    own_program::ROW,
];

/// Ids of the methods whose tables users write.
pub const OWN_PASSES: [&str; 2] = ["own-passes", "own-passes-2"];

const fn own_passes(id: &'static str, title: &'static str, compare_with: &'static str) -> Method {
    Method {
        about: MethodInfo {
            id,
            title,
            source: "Written by you",
            says: "Runs the table of passes that you write, and promises nothing.",
            promise: Promise::Unknown,
            settings: image_space::own::settings::OWN_PASSES,
            compare_with,
        },
        needs: Needs::QueriesAndStencil,
        bodies: Bodies::OfTable,
        round: Round::Meshes,
        inside: Inside::OwnPasses,
        make: image_space::make_own,
    }
}

/// All methods but those that users write, in the order of the menus.
pub fn published() -> impl Iterator<Item = &'static Method> + Clone {
    METHODS.iter().filter(|method| !method.is_own())
}

/// The methods that answer inside this process: all but the program of one's own, which is asked by panes only.
pub fn in_process() -> impl Iterator<Item = &'static Method> + Clone {
    METHODS.iter().filter(|method| method.inside != Inside::Program)
}

/// The method with this id, if any.
pub fn find(id: &str) -> Option<&'static Method> {
    METHODS.iter().find(|m| m.id == id)
}

/// The method with this id; the error is one line that lists the ids.
pub fn named(id: &str) -> Result<&'static Method, String> {
    let ids = || METHODS.iter().map(|m| m.id).collect::<Vec<_>>();
    find(id).ok_or_else(|| format!("no method is called {id:?}; {}", there_are(id, &ids())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{Capabilities, GpuError};
    use crate::image_space::pass::Takes;
    use crate::settings::Range;

    #[test]
    fn what_is_missing_is_named_and_nothing_else_is_refused() {
        let full = Capabilities {
            vendor: String::new(),
            renderer: String::new(),
            version_text: String::new(),
            version: (3, 3),
            glsl: 330,
            max_texture_size: 4096,
            max_viewport: [4096; 2],
            subpixel_bits: 4,
            sample_counter_bits: 32,
            timer_bits: 0,
            stencil: true,
            max_layers: 0,
            storage: false,
            robust: false,
        };
        let refused = |capabilities: Option<&Capabilities>| -> Vec<_> {
            METHODS.iter().filter(|m| m.why_not(capabilities).is_some()).map(|m| m.id).collect()
        };
        assert!(refused(Some(&full)).is_empty());
        let no_stencil = Capabilities { stencil: false, ..full.clone() };
        let in_stencil = [
            "recode",
            "stencil",
            "stencil-as-published",
            "parity-slice",
            "depth-lists",
            "winding",
            "winding-as-published",
            "edge-winding",
            "own-passes",
            "own-passes-2",
        ];
        assert_eq!(refused(Some(&no_stencil)), in_stencil);
        assert!(find("stencil").unwrap().why_not(Some(&no_stencil)).unwrap().contains("8 stencil bits"));
        let counting = [
            "occlusion-query",
            "occlusion-boolean",
            "occlusion-conservative",
            "occlusion-sandwich",
            "stencil",
            "stencil-as-published",
            "parity-slice",
            "winding",
            "winding-as-published",
            "edge-winding",
            "cullide",
            "own-passes",
            "own-passes-2",
        ];
        assert_eq!(refused(Some(&Capabilities { sample_counter_bits: 0, ..full })), counting);
        let drawing: Vec<_> = METHODS.iter().filter(|m| m.needs != Needs::Nothing).map(|m| m.id).collect();
        assert_eq!(refused(None), drawing);
        let lost = GpuError::ContextLost("cause unknown").to_string();
        assert!(lost.contains("reset the GPU") && lost.contains("--method gjk"), "{lost}");
    }

    #[test]
    fn a_method_and_its_tables_take_the_same_bodies() {
        for method in METHODS {
            let Inside::Passes(tables) = method.inside else { continue };
            let takes = if method.bodies == Bodies::Convex { Takes::Convex } else { Takes::Closed };
            assert!(tables.iter().all(|table| table.takes == takes), "{}", method.id);
        }
    }

    #[test]
    fn the_tables_to_copy_are_those_of_all_methods_with_one_table() {
        use crate::image_space::own::settings::BUILT_IN;
        let with_one = published().filter_map(|method| match method.inside {
            Inside::Passes([table]) => Some((method.id, *table)),
            _ => None,
        });
        let mut built_in = BUILT_IN.to_vec();
        for (id, table) in with_one {
            let at = built_in.iter().position(|(known, _)| *known == id).expect(id);
            assert_eq!(built_in.remove(at).1, table, "{id}");
        }
        assert!(built_in.is_empty(), "{built_in:?}");
    }

    #[test]
    fn every_method_is_best_compared_with_another_one() {
        for method in METHODS {
            assert_ne!(find(method.compare_with).unwrap().id, method.id);
        }
    }

    #[test]
    fn ids_are_unique_and_settings_name_each_other_consistently() {
        for (i, method) in METHODS.iter().enumerate() {
            assert!(METHODS[..i].iter().all(|m| m.id != method.id));
            assert_eq!(find(method.id).map(|m| m.title), Some(method.title));
            // A setting, and each of its options, has the same meaning in every method, because `--set` with `--all`
            // relies on it. The available options and the default may differ by method.
            for setting in method.settings {
                for other in METHODS.iter().flat_map(|m| m.settings).filter(|s| s.id == setting.id) {
                    assert_eq!((setting.label, setting.help), (other.label, other.help));
                    match (&setting.range, &other.range) {
                        (Range::Choice { options, .. }, Range::Choice { options: others, .. }) => {
                            for (word, says) in *options {
                                let same = others.iter().find(|(other, _)| other == word);
                                assert!(same.is_none_or(|(_, other)| other == says), "{} {word}", setting.id);
                            }
                        }
                        (range, other) => assert_eq!(range, other),
                    }
                }
            }
        }
    }
}
