//! The properties of a PLY element that the import uses.

use ply_rs_bw::ply::{Property, PropertyAccess, PropertyAccessResult};

/// An element: the position of a vertex, or the corner indices of a face.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) position: [f64; 3],
    pub(super) corners: Option<Vec<u32>>,
}

impl PropertyAccess for Element {
    fn new() -> Self {
        Self::default()
    }

    fn set_property(&mut self, name: &str, value: Property) -> PropertyAccessResult {
        match name {
            "x" => set(&mut self.position[0], &value),
            "y" => set(&mut self.position[1], &value),
            "z" => set(&mut self.position[2], &value),
            _ if is_corners(name) => {
                self.corners = indices(value);
                PropertyAccessResult::Set
            }
            _ => PropertyAccessResult::Ignored,
        }
    }
}

fn set(coordinate: &mut f64, value: &Property) -> PropertyAccessResult {
    *coordinate = match *value {
        Property::Char(v) => f64::from(v),
        Property::UChar(v) => f64::from(v),
        Property::Short(v) => f64::from(v),
        Property::UShort(v) => f64::from(v),
        Property::Int(v) => f64::from(v),
        Property::UInt(v) => f64::from(v),
        Property::Float(v) => f64::from(v),
        Property::Double(v) => v,
        _ => return PropertyAccessResult::UnsupportedType,
    };
    PropertyAccessResult::Set
}

/// The list as indices; `None` unless all are whole numbers from 0.
fn indices(value: Property) -> Option<Vec<u32>> {
    fn convert<T: TryInto<u32>>(values: Vec<T>) -> Option<Vec<u32>> {
        values.into_iter().map(|v| v.try_into().ok()).collect()
    }
    match value {
        Property::ListChar(values) => convert(values),
        Property::ListUChar(values) => convert(values),
        Property::ListShort(values) => convert(values),
        Property::ListUShort(values) => convert(values),
        Property::ListInt(values) => convert(values),
        Property::ListUInt(values) => Some(values),
        _ => None,
    }
}

/// Whether the property lists the corners of a face.
pub(super) fn is_corners(property: &str) -> bool {
    matches!(property, "vertex_indices" | "vertex_index")
}
