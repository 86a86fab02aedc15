//! A fabric: triangles visible from both sides, with a colour per side.

use crate::geometry::{Aabb, Point, Vector};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError, Program, Uniform};
use crate::render::lines::FromEye;
use crate::render::palette::Color;

/// Triangles with a front colour (counter-clockwise corners) and a back colour, shaded smoothly.
#[derive(Clone, Debug, Default)]
pub struct Fabric {
    /// Corners, in the world, metres.
    pub places: Vec<Point>,
    /// Triangles, as indices of corners.
    pub faces: Vec<[u32; 3]>,
    /// Front and back colour of each triangle.
    pub tints: Vec<[Color; 2]>,
    /// The corners at rest, metres, along which the threads run; empty for a fabric without visible threads.
    pub rest: Vec<Point>,
    /// Whether the fabric is translucent.
    pub see_through: bool,
}

/// Opacity of a translucent fabric.
const GLASS: f32 = 0.35;

/// Vertex data of the fabric shader.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Vertex {
    position: [f32; 3],
    normal: [f32; 3],
    front: [f32; 3],
    back: [f32; 3],
    thread: [f32; 2],
}

/// Number of threads per metre of a fabric at rest.
const THREADS: f64 = 90.0;

/// A fabric on the GPU.
pub struct Uploaded {
    buffer: GeometryBuffer,
    middle: Point,
    unit: f64,
    see_through: bool,
}

impl Uploaded {
    /// Uploads a fabric. Errors come from the driver.
    pub fn new(gpu: &Gpu, fabric: &Fabric) -> Result<Self, GpuError> {
        let bounds = Aabb::around(fabric.places.iter().copied());
        let (middle, half) = (bounds.center(), 0.5 * bounds.extents().max());
        let unit = if half > 0.0 { half } else { 1.0 };
        let normals = fabric.normals();
        let threads = fabric.threads();
        let corner = |p: u32, [front, back]: [Color; 2]| Vertex {
            position: ((fabric.places[p as usize] - middle) / unit).cast::<f32>().into(),
            normal: normals[p as usize].cast::<f32>().into(),
            front: front.linear(),
            back: back.linear(),
            thread: threads.get(p as usize).copied().unwrap_or_default(),
        };
        let triangles = fabric.faces.iter().zip(&fabric.tints);
        let vertices: Vec<Vertex> =
            triangles.flat_map(|(face, tints)| face.map(|p| corner(p, *tints))).collect();
        let of = |(location, components)| Attribute { location, components, offset: 12 * location as i32 };
        let layout = [(0, 3), (1, 3), (2, 3), (3, 3), (4, 2)].map(of);
        let indices: Vec<u32> = (0..vertices.len() as u32).collect();
        let buffer = GeometryBuffer::new(gpu, Assembly::Triangles, &vertices, &layout, &indices)?;
        Ok(Self { buffer, middle, unit, see_through: fabric.see_through })
    }

    /// Whether the fabric is translucent.
    pub fn see_through(&self) -> bool {
        self.see_through
    }

    /// Draws the whole fabric with the bound program, which shows no colours.
    pub fn cast(&self, program: &Program, view: &FromEye) {
        self.place(program, view);
        self.buffer.draw();
    }

    fn place(&self, program: &Program, view: &FromEye) {
        let [x, y, z] = view.point(&self.middle);
        let unit = (self.unit * view.per_metre()) as f32;
        program.set("middle", Uniform::Vec4([x, y, z, unit]));
    }

    /// Draws the front sides or the back sides with the bound program. The caller sets the matching face culling.
    pub fn draw(&self, program: &Program, view: &FromEye, front: bool) {
        self.place(program, view);
        program.set("is_front", Uniform::Float(f32::from(u8::from(front))));
        program.set("opacity", Uniform::Float(if self.see_through { GLASS } else { 1.0 }));
        self.buffer.draw();
    }
}

impl Fabric {
    /// Place of each corner among the threads, which run along the two longest sides of the fabric at rest.
    fn threads(&self) -> Vec<[f32; 2]> {
        let bounds = Aabb::around(self.rest.iter().copied());
        let shortest = bounds.extents().imin();
        let [u, v] = [(shortest + 1) % 3, (shortest + 2) % 3];
        let place = |p: &Point| [p[u] - bounds.min[u], p[v] - bounds.min[v]].map(|x| (THREADS * x) as f32);
        self.rest.iter().map(place).collect()
    }

    /// Normal of each corner: the mean of the adjacent triangles' normals, weighted by area.
    fn normals(&self) -> Vec<Vector> {
        let mut normals = vec![Vector::zeros(); self.places.len()];
        for face in &self.faces {
            let [a, b, c] = face.map(|p| self.places[p as usize]);
            let normal = (b - a).cross(&(c - a));
            face.iter().for_each(|p| normals[*p as usize] += normal);
        }
        normals.iter().map(|n| n.try_normalize(0.0).unwrap_or_else(Vector::y)).collect()
    }
}
