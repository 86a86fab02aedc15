//! The header of a PLY: encoding, elements, and their properties.

use crate::files::text;
use crate::geometry::import::soup::MEND;

/// How the elements are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// Types of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => return None,
        })
    }

    /// Size in a binary file, in bytes.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// A property of an element.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) kind: Scalar,
    /// The type of the number of values before them; `None` for a single value.
    pub(super) length: Option<Scalar>,
}

/// A kind of elements.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: usize,
    pub(super) properties: Vec<Property>,
}

impl Element {
    pub(super) fn is_vertex(&self) -> bool {
        self.name == "vertex"
    }

    /// Whether its elements are faces or strips.
    pub(super) fn is_surface(&self) -> bool {
        matches!(self.name.as_str(), "face" | "tristrips")
    }

    /// Refuses a count that the rest of the file cannot hold: every element takes at least a byte, in text its
    /// line end.
    pub(super) fn check_count(&self, bytes_left: usize) -> Result<(), String> {
        if self.count > bytes_left || self.properties.is_empty() && self.count > 0 {
            let Self { name, count, .. } = self;
            return Err(format!(
                "the header declares {count} of \"{name}\", but only {bytes_left} bytes follow; the file may be \
                 truncated: {MEND}"
            ));
        }
        Ok(())
    }

    pub(super) fn ends_after(&self, index: usize) -> String {
        format!("ends after {index} of {} elements \"{}\"; {MEND}", self.count, self.name)
    }

    /// Refuses elements without the properties that the import needs, or with one of them twice.
    fn check(&self) -> Result<(), String> {
        let count = |is_it: &dyn Fn(&Property) -> bool| self.properties.iter().filter(|p| is_it(p)).count();
        let problem = |count: usize, whose: &str, what: &str| match count {
            0 => Err(format!("its {whose} have no property \"{what}\"; {MEND}")),
            1 => Ok(()),
            _ => Err(format!("its {whose} have more than one property \"{what}\"; {MEND}")),
        };
        if self.is_vertex() {
            for axis in ["x", "y", "z"] {
                problem(count(&|p| p.name == axis && p.length.is_none()), "vertices", axis)?;
            }
        }
        if self.is_surface() && self.count > 0 {
            problem(count(&|p| is_corners(&p.name) && p.length.is_some()), "faces", "vertex_indices")?;
        }
        Ok(())
    }
}

/// Whether the property lists the corners of a face.
pub(super) fn is_corners(property: &str) -> bool {
    matches!(property, "vertex_indices" | "vertex_index")
}

/// A header.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element>,
    /// Number of its bytes and of its lines.
    pub(super) length: usize,
    pub(super) lines: usize,
}

/// Reads the header of a file. All its lines end as the first does, because the data behind it may begin with any byte.
pub(super) fn read(bytes: &[u8]) -> Result<Header, String> {
    let start = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if !bytes[start..].starts_with(b"ply") {
        return Err(format!("does not begin with \"ply\"; {MEND}"));
    }
    let mut header = Header {
        encoding: Encoding::Text,
        elements: Vec::new(),
        length: start,
        lines: text::lines(&bytes[..start]).count(),
    };
    let end = start + bytes[start..].iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
    let feed =
        if bytes[end..].starts_with(b"\r") && !bytes[end..].starts_with(b"\r\n") { b'\r' } else { b'\n' };
    let mut encoding = None;
    loop {
        let (rest, is_first) = (&bytes[header.length..], header.length == start);
        let Some(end) = rest.iter().position(|byte| *byte == feed) else {
            return Err(format!("the header does not end with \"end_header\"; {MEND}"));
        };
        header.length += end + 1;
        header.lines += 1;
        let line = text::lines(&rest[..end]).next().map(|(_, line)| line).unwrap_or_default();
        let words: Vec<&str> = text::words(&line).collect();
        let read = match words[..] {
            ["end_header"] => break,
            [] | ["comment" | "obj_info", ..] => Ok(()),
            ["ply"] if is_first => Ok(()),
            ["format", name, "1.0"] => encoding_named(name).map(|found| encoding = Some(found)),
            ["element", name, count] => element(name, count).map(|element| header.elements.push(element)),
            ["property", ref given @ ..] => match header.elements.last_mut() {
                Some(element) => property(given).map(|property| element.properties.push(property)),
                None => Err("a property before the first element".to_owned()),
            },
            _ => Err(format!("\"{}\" is no line of a header", line.trim())),
        };
        let number = header.lines;
        read.map_err(|e| format!("in the header, line {number}: {e}; {MEND}"))?;
    }
    header.encoding = encoding.ok_or_else(|| format!("the header has no line \"format\"; {MEND}"))?;
    header.elements.iter().try_for_each(Element::check)?;
    Ok(header)
}

fn encoding_named(name: &str) -> Result<Encoding, String> {
    match name {
        "ascii" => Ok(Encoding::Text),
        "binary_little_endian" => Ok(Encoding::LittleEndian),
        "binary_big_endian" => Ok(Encoding::BigEndian),
        _ => Err(format!(
            "\"{name}\" is no format: there are ascii, binary_little_endian and binary_big_endian"
        )),
    }
}

fn element(name: &str, count: &str) -> Result<Element, String> {
    let number = count.parse().map_err(|_| format!("\"{count}\" is no number of elements"))?;
    Ok(Element { name: name.to_owned(), count: number, properties: Vec::new() })
}

fn property(words: &[&str]) -> Result<Property, String> {
    let scalar = |name: &str| Scalar::named(name).ok_or_else(|| format!("\"{name}\" is no type of numbers"));
    let (name, kind, length) = match *words {
        ["list", length, kind, name] => (name, scalar(kind)?, Some(scalar(length)?)),
        [kind, name] if kind != "list" => (name, scalar(kind)?, None),
        _ => return Err("a property has a type and a name; a list, two types and a name".to_owned()),
    };
    Ok(Property { name: name.to_owned(), kind, length })
}
