//! PDF documents: pages of text and pictures, with bookmarks. Of every font only the glyphs in use are embedded, with
//! the characters that they stand for, so that text can be searched and copied. The same content gives the same bytes.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use image::{DynamicImage, ImageFormat, RgbaImage};
use pdf_writer::types::{CidFontType, FontFlags, Predictor, SystemInfo, TextRenderingMode, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;
use ttf_parser::{Face, RawFace, Tag};

/// Number of fonts that a character is looked up in.
type Order<'a> = &'a [usize];

/// Style of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Size of the letters, points.
    pub size: f32,
    /// Whether the letters have a width each of their own (fonts of text) or all the same (fonts of code).
    pub is_code: bool,
    /// Whether the letters are drawn bold.
    pub is_bold: bool,
    /// Brightness: 0 black, 1 white.
    pub gray: f32,
}

/// The fonts of a document, as the bytes of OpenType files. A character comes from the first font that has it.
pub struct Fonts<'a> {
    /// Fonts of text.
    pub text: Vec<&'a [u8]>,
    /// Fonts of code, before those of text.
    pub code: Vec<&'a [u8]>,
}

/// A font and its glyphs in use.
struct Font<'a> {
    data: &'a [u8],
    face: Face<'a>,
    remapper: GlyphRemapper,
    /// The character and the width, in thousandths of the size, of each glyph in use, by its number in the document.
    used: BTreeMap<u16, (char, f32)>,
}

/// A page: its content so far, and the pictures on it.
struct Page {
    content: Content,
    pictures: Vec<usize>,
}

/// A document that is being made. Coordinates are in points (1/72 inch), from the top left corner of the page.
pub struct Document<'a> {
    title: String,
    language: String,
    /// Width and height of all pages.
    size: [f32; 2],
    fonts: Vec<Font<'a>>,
    text: Vec<usize>,
    code: Vec<usize>,
    pages: Vec<Page>,
    pictures: Vec<([u32; 2], Vec<u8>)>,
    bookmarks: Vec<(String, usize)>,
}

impl<'a> Document<'a> {
    /// A document without pages.
    pub fn new(title: &str, language: &str, size: [f32; 2], fonts: &Fonts<'a>) -> anyhow::Result<Self> {
        let mut all = Vec::new();
        for data in fonts.text.iter().chain(&fonts.code).copied() {
            let face = Face::parse(data, 0).context("a font cannot be read")?;
            all.push(Font { data, face, remapper: GlyphRemapper::new(), used: BTreeMap::new() });
        }
        let text: Vec<_> = (0..fonts.text.len()).collect();
        let code = (fonts.text.len()..all.len()).chain(text.iter().copied()).collect();
        Ok(Self {
            title: title.to_owned(),
            language: language.to_owned(),
            size,
            fonts: all,
            text,
            code,
            pages: Vec::new(),
            pictures: Vec::new(),
            bookmarks: Vec::new(),
        })
    }

    /// Begins another page.
    pub fn begin_page(&mut self) {
        self.pages.push(Page { content: Content::new(), pictures: Vec::new() });
    }

    /// Adds a bookmark of this name to the last page.
    pub fn bookmark(&mut self, name: &str) {
        self.bookmarks.push((name.to_owned(), self.pages.len().saturating_sub(1)));
    }

    /// Width of a character, points.
    pub fn width(&self, letter: char, style: &TextStyle) -> f32 {
        let (font, glyph) = self.glyph(letter, style);
        style.size * self.fonts[font].thousandths(glyph) / 1000.0
    }

    /// Writes text onto the last page, its baseline beginning at `at`. Returns its width.
    pub fn write(&mut self, at: [f32; 2], text: &str, style: &TextStyle) -> f32 {
        let mut x = at[0];
        let glyphs: Vec<_> = text.chars().map(|letter| (letter, self.glyph(letter, style))).collect();
        let mut pieces: Vec<(usize, f32, Vec<u8>)> = Vec::new();
        for (letter, (font, glyph)) in glyphs {
            let font_of = &mut self.fonts[font];
            let width = font_of.thousandths(glyph);
            let number = font_of.remapper.remap(glyph);
            font_of.used.entry(number).or_insert((letter, width));
            match pieces.last_mut().filter(|(last, ..)| *last == font) {
                Some((.., bytes)) => bytes.extend(number.to_be_bytes()),
                None => pieces.push((font, x, number.to_be_bytes().to_vec())),
            }
            x += style.size * width / 1000.0;
        }
        let y = self.size[1] - at[1];
        let Some(page) = self.pages.last_mut() else { return x - at[0] };
        let content = &mut page.content;
        content.set_fill_gray(style.gray);
        if style.is_bold {
            content.set_stroke_gray(style.gray);
            content.set_line_width(0.035 * style.size);
        }
        for (font, left, bytes) in pieces {
            content.begin_text();
            let mode = if style.is_bold { TextRenderingMode::FillStroke } else { TextRenderingMode::Fill };
            content.set_text_rendering_mode(mode);
            content.set_font(Name(font_name(font).as_bytes()), style.size);
            content.next_line(left, y);
            content.show(Str(&bytes));
            content.end_text();
        }
        x - at[0]
    }

    /// Draws a picture onto the last page. `rect`: left, top, width and height. Transparency is dropped.
    pub fn draw(&mut self, picture: &RgbaImage, rect: [f32; 4]) -> anyhow::Result<()> {
        let pixels = compressed_pixels(picture)?;
        let index = self.pictures.len();
        self.pictures.push(([picture.width(), picture.height()], pixels));
        let [left, top, width, height] = rect;
        let Some(page) = self.pages.last_mut() else { return Ok(()) };
        page.pictures.push(index);
        page.content.save_state();
        page.content.transform([width, 0.0, 0.0, height, left, self.size[1] - top - height]);
        page.content.x_object(Name(picture_name(index).as_bytes()));
        page.content.restore_state();
        Ok(())
    }

    /// Fills a rectangle (left, top, width and height) on the last page.
    pub fn fill(&mut self, [left, top, width, height]: [f32; 4], gray: f32) {
        if let Some(page) = self.pages.last_mut() {
            page.content.set_fill_gray(gray);
            page.content.rect(left, self.size[1] - top - height, width, height);
            page.content.fill_nonzero();
        }
    }

    /// The font with the character, and its glyph; without one, the box of the first font.
    fn glyph(&self, letter: char, style: &TextStyle) -> (usize, u16) {
        let order: Order = if style.is_code { &self.code } else { &self.text };
        let found = order.iter().find_map(|font| {
            let glyph = self.fonts[*font].face.glyph_index(letter)?;
            Some((*font, glyph.0))
        });
        found.unwrap_or((order.first().copied().unwrap_or(0), 0))
    }

    /// The bytes of the document.
    pub fn finish(self) -> anyhow::Result<Vec<u8>> {
        let mut last = 0;
        let mut next = || {
            last += 1;
            Ref::new(last)
        };
        let [catalog, tree, info, outline] = [(); 4].map(|()| next());
        let mut pdf = Pdf::new();
        let page_ids: Vec<_> = self.pages.iter().map(|_| [next(), next()]).collect();
        let picture_ids: Vec<_> = self.pictures.iter().map(|_| next()).collect();
        let font_ids: Vec<_> = self.fonts.iter().map(|_| [(); 5].map(|()| next())).collect();
        let bookmark_ids: Vec<_> = self.bookmarks.iter().map(|_| next()).collect();

        pdf.document_info(info).title(TextStr(&self.title)).creator(TextStr("Collidoscope"));
        let mut root = pdf.catalog(catalog);
        root.pages(tree).lang(TextStr(&self.language));
        root.viewer_preferences().display_doc_title(true);
        if !self.bookmarks.is_empty() {
            root.outlines(outline);
        }
        root.finish();
        pdf.pages(tree).kids(page_ids.iter().map(|[page, _]| *page)).count(self.pages.len() as i32);

        let size = Rect::new(0.0, 0.0, self.size[0], self.size[1]);
        for (page, [id, content]) in self.pages.into_iter().zip(&page_ids) {
            let mut dict = pdf.page(*id);
            dict.media_box(size).parent(tree).contents(*content);
            let mut resources = dict.resources();
            let mut fonts = resources.fonts();
            for (index, (font, [id, ..])) in self.fonts.iter().zip(&font_ids).enumerate() {
                if !font.used.is_empty() {
                    fonts.pair(Name(font_name(index).as_bytes()), *id);
                }
            }
            fonts.finish();
            let mut pictures = resources.x_objects();
            for index in page.pictures {
                pictures.pair(Name(picture_name(index).as_bytes()), picture_ids[index]);
            }
            pictures.finish();
            resources.finish();
            dict.finish();
            pdf.stream(*content, &page.content.finish());
        }
        for (([width, height], pixels), id) in self.pictures.iter().zip(&picture_ids) {
            let mut picture = pdf.image_xobject(*id, pixels);
            picture.filter(Filter::FlateDecode);
            let mut how = picture.decode_parms();
            how.predictor(Predictor::PngOptimum).colors(3).bits_per_component(8).columns(*width as i32);
            how.finish();
            picture.width(*width as i32).height(*height as i32).bits_per_component(8);
            picture.color_space().device_rgb();
        }
        for (font, ids) in self.fonts.iter().zip(&font_ids) {
            if !font.used.is_empty() {
                font.put(&mut pdf, ids)?;
            }
        }
        if let [first, .., end] | [first @ end] = &bookmark_ids[..] {
            pdf.outline(outline).first(*first).last(*end).count(bookmark_ids.len() as i32);
        }
        for (index, ((name, page), id)) in self.bookmarks.iter().zip(&bookmark_ids).enumerate() {
            let mut item = pdf.outline_item(*id);
            item.title(TextStr(name)).parent(outline);
            if let Some(before) = index.checked_sub(1) {
                item.prev(bookmark_ids[before]);
            }
            if let Some(after) = bookmark_ids.get(index + 1) {
                item.next(*after);
            }
            item.dest().page(page_ids[*page][0]).xyz(0.0, self.size[1], None);
        }
        Ok(pdf.finish())
    }
}

impl Font<'_> {
    /// Width of a glyph, in thousandths of the size.
    fn thousandths(&self, glyph: u16) -> f32 {
        let advance = self.face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
        1000.0 * f32::from(advance) / f32::from(self.face.units_per_em())
    }

    /// Adds the font with its glyphs in use.
    fn put(&self, pdf: &mut Pdf, [id, cid, descriptor, file, to_unicode]: &[Ref; 5]) -> anyhow::Result<()> {
        let subset = subsetter::subset(self.data, 0, &self.remapper);
        let subset = subset.map_err(|why| anyhow::anyhow!("a font cannot be embedded: {why}"))?;
        // A font with cubic outlines is embedded as its table of outlines alone.
        let tables = RawFace::parse(&subset, 0).context("an embedded font cannot be read")?;
        let cubic = tables.table(Tag::from_bytes(b"CFF "));
        let family = self.face.names().into_iter().find(|name| name.name_id == 6 && name.is_unicode());
        let family = family.and_then(|name| name.to_string()).unwrap_or_else(|| "Font".to_owned());
        // Six letters say that the font is a subset.
        let base = format!("COLLID+{family}");
        let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

        let mut composite = pdf.type0_font(*id);
        composite.base_font(Name(base.as_bytes())).encoding_predefined(Name(b"Identity-H"));
        composite.descendant_font(*cid).to_unicode(*to_unicode);
        composite.finish();

        let mut font = pdf.cid_font(*cid);
        font.subtype(if cubic.is_some() { CidFontType::Type0 } else { CidFontType::Type2 });
        font.base_font(Name(base.as_bytes())).system_info(system).font_descriptor(*descriptor);
        font.default_width(0.0);
        if cubic.is_none() {
            font.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let mut widths = font.widths();
        for (number, (_, width)) in &self.used {
            widths.consecutive(*number, [*width]);
        }
        widths.finish();
        font.finish();

        let scale = 1000.0 / f32::from(self.face.units_per_em());
        let bounds = self.face.global_bounding_box();
        let [x_min, y_min, x_max, y_max] =
            [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|side| scale * f32::from(side));
        let mut about = pdf.font_descriptor(*descriptor);
        about.name(Name(base.as_bytes())).flags(FontFlags::NON_SYMBOLIC);
        about.bbox(Rect::new(x_min, y_min, x_max, y_max)).italic_angle(0.0).stem_v(80.0);
        about.ascent(scale * f32::from(self.face.ascender()));
        about.descent(scale * f32::from(self.face.descender()));
        about.cap_height(scale * f32::from(self.face.capital_height().unwrap_or(self.face.ascender())));
        if cubic.is_some() {
            about.font_file3(*file)
        } else {
            about.font_file2(*file)
        };
        about.finish();
        match cubic {
            Some(outlines) => {
                pdf.stream(*file, outlines).pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
            }
            None => {
                pdf.stream(*file, &subset).pair(Name(b"Length1"), subset.len() as i32);
            }
        }

        let mut characters = UnicodeCmap::new(Name(b"Custom"), system);
        for (number, (letter, _)) in &self.used {
            characters.pair(*number, *letter);
        }
        pdf.stream(*to_unicode, &characters.finish());
        Ok(())
    }
}

fn font_name(index: usize) -> String {
    format!("F{index}")
}

fn picture_name(index: usize) -> String {
    format!("P{index}")
}

/// The picture's colours as a PDF stores them: those of a PNG, filtered and compressed, without its frame.
fn compressed_pixels(picture: &RgbaImage) -> anyhow::Result<Vec<u8>> {
    let mut png = std::io::Cursor::new(Vec::new());
    let rgb = DynamicImage::ImageRgba8(picture.clone()).into_rgb8();
    rgb.write_to(&mut png, ImageFormat::Png).context("the picture cannot be encoded")?;
    let (png, mut pixels) = (png.into_inner(), Vec::new());
    // After eight bytes of signature, chunks follow: length, name, content, checksum.
    let mut rest = &png[8.min(png.len())..];
    while let Some((head, after)) = rest.split_at_checked(8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some((content, after)) = after.split_at_checked(length) else { bail!("the picture is cut off") };
        if &head[4..] == b"IDAT" {
            pixels.extend_from_slice(content);
        }
        rest = after.get(4..).unwrap_or_default();
    }
    Ok(pixels)
}
