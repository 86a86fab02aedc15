//! Drawing on a bitmap, or as SVG. Coordinates are pixels of the finished picture from its upper left corner; the
//! bitmap has twice the resolution.

use std::sync::OnceLock;

use image::RgbImage;
use image::imageops::{FilterType, resize};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontTransform, TextStyle, register_font};

use crate::render::ink::{Marker, Stroke};

/// Bitmap pixels per pixel of the finished picture, along each side.
const FINER: f64 = 2.0;

/// The font's name in the plotting library.
const FONT: &str = "plot";

/// Why the plot could not be drawn, in one line.
#[derive(Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

/// The part of a text that is placed at the given position.
#[derive(Clone, Copy)]
pub enum Anchor {
    Left,
    Middle,
    Right,
}

/// A picture under construction.
pub struct Canvas<'a> {
    medium: Medium<'a>,
}

enum Medium<'a> {
    /// The bitmap.
    Pixels(&'a mut RgbImage),
    /// The elements of an SVG file.
    Svg(&'a mut String),
}

/// A drawing on a white bitmap of this size, width and height in finished pixels; each is the mean of four.
pub fn bitmap(
    [width, height]: [u32; 2],
    draw: impl FnOnce(&mut Canvas) -> Result<(), PlotError>,
) -> Result<RgbImage, PlotError> {
    let finer = FINER as u32;
    let mut fine = RgbImage::from_pixel(finer * width, finer * height, image::Rgb([0xff; 3]));
    draw(&mut Canvas::on(Medium::Pixels(&mut fine))?)?;
    Ok(resize(&fine, width, height, FilterType::Triangle))
}

/// A drawing as an SVG file of this size, on white.
pub fn svg(
    [width, height]: [u32; 2],
    draw: impl FnOnce(&mut Canvas) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let mut elements = String::new();
    draw(&mut Canvas::on(Medium::Svg(&mut elements))?)?;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Ubuntu, 'DejaVu Sans', sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{elements}</svg>\n"
    ))
}

impl<'a> Canvas<'a> {
    /// Fails if the font cannot be read.
    fn on(medium: Medium<'a>) -> Result<Self, PlotError> {
        // The font is built in, so that plots look the same everywhere.
        static REGISTERED: OnceLock<bool> = OnceLock::new();
        let register = || register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT).is_ok();
        if !REGISTERED.get_or_init(register) {
            return Err(PlotError("its font cannot be read".into()));
        }
        Ok(Self { medium })
    }

    /// Draws a polyline, `width` pixels wide.
    pub fn line(&mut self, points: &[[f64; 2]], width: f64, color: [u8; 3]) -> Result<(), PlotError> {
        if self.add_to_svg(|| svg_line(points, width, color, "")) {
            return Ok(());
        }
        let style = rgb(color).stroke_width((FINER * width) as u32);
        let points: Vec<_> = points.iter().map(fine).collect();
        self.draw(&PathElement::new(points, style))
    }

    /// Draws a polyline in a stroke pattern.
    pub fn stroke(
        &mut self,
        points: &[[f64; 2]],
        stroke: Stroke,
        width: f64,
        color: [u8; 3],
    ) -> Result<(), PlotError> {
        let (on, off) = match stroke {
            Stroke::Solid if points.len() > 1 => return self.line(points, width, color),
            Stroke::Solid => return Ok(()),
            Stroke::Dashed => (14.0, 8.0),
            Stroke::Dotted => (3.0, 7.0),
            Stroke::Short => (7.0, 5.0),
        };
        let dashed = format!("stroke-dasharray=\"{on} {off}\"");
        if self.add_to_svg(|| svg_line(points, width, color, &dashed)) {
            return Ok(());
        }
        for [from, to] in dashes(points, on, off) {
            self.line(&[from, to], width, color)?;
        }
        Ok(())
    }

    /// Draws a filled marker around a point.
    pub fn marker(
        &mut self,
        at: [f64; 2],
        marker: Marker,
        radius: f64,
        color: [u8; 3],
    ) -> Result<(), PlotError> {
        let around = |places: &[[f64; 2]]| -> Vec<[f64; 2]> {
            places.iter().map(|p| [at[0] + radius * p[0], at[1] + radius * p[1]]).collect()
        };
        let filled = match marker {
            Marker::Circle => return self.disc(at, 0.9 * radius, color),
            Marker::Square => around(&[[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]]),
            Marker::Diamond => around(&[[0.0, -1.1], [1.1, 0.0], [0.0, 1.1], [-1.1, 0.0]]),
            Marker::Up => around(&[[0.0, -1.05], [1.0, 0.8], [-1.0, 0.8]]),
            Marker::Down => around(&[[0.0, 1.05], [-1.0, -0.8], [1.0, -0.8]]),
            Marker::Cross | Marker::Plus => {
                let ends = match marker {
                    Marker::Cross => [[-0.8, -0.8], [0.8, 0.8], [-0.8, 0.8], [0.8, -0.8]],
                    _ => [[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]],
                };
                let ends = around(&ends);
                self.line(&ends[..2], 3.0, color)?;
                return self.line(&ends[2..], 3.0, color);
            }
        };
        self.polygon(&filled, color)
    }

    /// Draws a hollow marker: a ring of this colour and radius around the point `at`, filled with white.
    pub fn hollow_marker(&mut self, at: [f64; 2], radius: f64, color: [u8; 3]) -> Result<(), PlotError> {
        self.disc(at, radius, color)?;
        self.disc(at, radius - 2.5, [0xff; 3])
    }

    /// Draws a filled rectangle between two corners.
    pub fn bar(
        &mut self,
        upper_left: [f64; 2],
        lower_right: [f64; 2],
        color: [u8; 3],
    ) -> Result<(), PlotError> {
        let ([left, top], [right, bottom]) = (upper_left, lower_right);
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        if self.add_to_svg(|| svg_polygon(&corners, color)) {
            return Ok(());
        }
        self.draw(&Rectangle::new([fine(&upper_left), fine(&lower_right)], rgb(color).filled()))
    }

    fn disc(&mut self, at: [f64; 2], radius: f64, color: [u8; 3]) -> Result<(), PlotError> {
        let [x, y] = at;
        let of_color = svg_color(color);
        let circle =
            || format!("<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{of_color}\"/>");
        if self.add_to_svg(circle) {
            return Ok(());
        }
        self.draw(&Circle::new(fine(&at), (FINER * radius) as i32, rgb(color).filled()))
    }

    fn polygon(&mut self, corners: &[[f64; 2]], color: [u8; 3]) -> Result<(), PlotError> {
        if self.add_to_svg(|| svg_polygon(corners, color)) {
            return Ok(());
        }
        let corners: Vec<_> = corners.iter().map(fine).collect();
        self.draw(&Polygon::new(corners, rgb(color).filled()))
    }

    /// Draws a line of text, vertically centred on `at`.
    pub fn text(
        &mut self,
        text: &str,
        at: [f64; 2],
        size: f64,
        color: [u8; 3],
        anchor: Anchor,
    ) -> Result<(), PlotError> {
        let width = self.text_width(text, size);
        let left = match anchor {
            Anchor::Left => at[0],
            Anchor::Middle => at[0] - 0.5 * width,
            Anchor::Right => at[0] - width,
        };
        if self.add_to_svg(|| svg_text(text, [left, at[1]], [size, width], color, "")) {
            return Ok(());
        }
        let style = style(size, color).pos(Pos::new(HPos::Left, VPos::Center));
        // The library centres the bounding box of all glyphs of the font. The text is moved down so that digits and
        // lower-case letters are centred instead.
        let (x, y) = fine(&[left, at[1] + 0.14 * size]);
        // The font is light, so it is drawn twice, half a pixel apart, to be legible from the last row of a
        // lecture hall.
        for x in [x, x + 1] {
            self.draw(&Text::new(text.to_owned(), (x, y), style.clone()))?;
        }
        Ok(())
    }

    /// Draws a line of text that runs upwards, centred on `at`, in pixels.
    pub fn text_upwards(
        &mut self,
        text: &str,
        at: [f64; 2],
        size: f64,
        color: [u8; 3],
    ) -> Result<(), PlotError> {
        let width = self.text_width(text, size);
        let upwards = format!("text-anchor=\"middle\" transform=\"rotate(-90 {:.2} {:.2})\"", at[0], at[1]);
        if self.add_to_svg(|| svg_text(text, at, [size, width], color, &upwards)) {
            return Ok(());
        }
        let style = style(size, color).transform(FontTransform::Rotate270);
        let style = style.pos(Pos::new(HPos::Center, VPos::Center));
        let (x, y) = fine(&at);
        for y in [y, y + 1] {
            self.draw(&Text::new(text.to_owned(), (x, y), style.clone()))?;
        }
        Ok(())
    }

    /// Appends an element to SVG; `false` for a bitmap.
    fn add_to_svg(&mut self, element: impl FnOnce() -> String) -> bool {
        let Medium::Svg(elements) = &mut self.medium else { return false };
        elements.push_str(&(element() + "\n"));
        true
    }

    /// Width of a line of text in finished pixels.
    pub fn text_width(&self, text: &str, size: f64) -> f64 {
        // The fallback 0 is for a font that cannot be read, but then `on` has already failed.
        let font = (FONT, FINER * size).into_font();
        font.box_size(text).map_or(0.0, |(width, _)| f64::from(width) / FINER)
    }

    fn draw<E>(&mut self, element: &E) -> Result<(), PlotError>
    where
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
        for<'c> E: Drawable<BitMapBackend<'c>>,
    {
        let Medium::Pixels(pixels) = &mut self.medium else { return Ok(()) };
        let size = pixels.dimensions();
        let area = BitMapBackend::with_buffer(pixels, size).into_drawing_area();
        area.draw(element).map_err(|e| PlotError(e.to_string()))
    }
}

use plotters::element::{Drawable, PointCollection};

fn style(size: f64, color: [u8; 3]) -> TextStyle<'static> {
    (FONT, FINER * size).into_font().color(&rgb(color))
}

fn rgb([r, g, b]: [u8; 3]) -> RGBColor {
    RGBColor(r, g, b)
}

fn svg_color([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn svg_points(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{x:.2},{y:.2}")).collect::<Vec<_>>().join(" ")
}

fn svg_line(points: &[[f64; 2]], width: f64, color: [u8; 3], more: &str) -> String {
    let (points, color) = (svg_points(points), svg_color(color));
    format!(
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width:.1}\" {more}/>"
    )
}

fn svg_polygon(corners: &[[f64; 2]], color: [u8; 3]) -> String {
    format!("<polygon points=\"{}\" fill=\"{}\"/>", svg_points(corners), svg_color(color))
}

/// A line of text, vertically centred on `at`, and as wide as in the bitmap whatever font the viewer has.
fn svg_text(text: &str, [x, y]: [f64; 2], [size, width]: [f64; 2], color: [u8; 3], more: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (base, color) = (y + 0.35 * size, svg_color(color));
    let length = format!("textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\"");
    format!(
        "<text x=\"{x:.2}\" y=\"{base:.2}\" font-size=\"{size}\" fill=\"{color}\" {length} {more}>{text}</text>"
    )
}

fn fine(point: &[f64; 2]) -> (i32, i32) {
    // The coordinates are clamped to the library's integer range; points that far away are outside the picture anyway.
    let clamp = |v: f64| (FINER * v).clamp(-1e5, 1e5).round() as i32;
    (clamp(point[0]), clamp(point[1]))
}

/// The dashes along a path: pieces of length `on` with gaps of length `off`.
fn dashes(points: &[[f64; 2]], on: f64, off: f64) -> Vec<[[f64; 2]; 2]> {
    let mut pieces = Vec::new();
    let mut phase = 0.0;
    for ends in points.windows(2) {
        let [from, to] = [ends[0], ends[1]];
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let at = |d: f64| [0, 1].map(|i| from[i] + (to[i] - from[i]) * d / length);
        let mut done = 0.0;
        while done < length {
            let left = if phase < on { on - phase } else { on + off - phase };
            let next = (done + left).min(length);
            if phase < on {
                pieces.push([at(done), at(next)]);
            }
            phase = (phase + next - done) % (on + off);
            // The position advances by a minimum amount, because rounding could produce pieces of length zero forever.
            done = next.max(done + 1e-6);
        }
    }
    pieces
}
