//! The light of every picture: one key light with soft shadows, light from sky and ground, ambient occlusion.
//!
//! Shadows and occlusion are passes of their own, which a look switches on. They only darken what is drawn: no method
//! draws in these targets.

use nalgebra::Matrix4;

use super::camera::Lens;
use super::lines::{FromEye, matrix_uniform};
use super::palette::Scheme;
use super::shaders::{self, LiveProgram};
use crate::geometry::{Aabb, Point, Vector};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::target::Holds;
use crate::gpu::{
    Attribute, Clear, Compare, DepthState, GeometryBuffer, Gpu, GpuError, PassState, Program, Rect, Target,
    Uniform,
};

/// Scheme and effects of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// Light or dark scene.
    pub scheme: Scheme,
    /// Whether the key light casts shadows.
    pub shadows: bool,
    /// Whether ambient occlusion darkens corners and contacts.
    pub occlusion: bool,
}

impl Look {
    /// All effects.
    pub fn best(scheme: Scheme) -> Self {
        Self { scheme, shadows: true, occlusion: true }
    }
}

/// Direction to the key light, which is fixed in the world, so that shadows stay in place while the view turns.
const TO_KEY_LIGHT: [f64; 3] = [-0.25, 0.85, 0.5];
/// Side of the shadow map, pixels.
const MAP: u32 = 2048;
/// Radius of the soft edge of a shadow, as a share of the side of the map.
const SOFTNESS: f64 = 0.0032;
/// Largest radius of the shadowed region, in distances from the camera to its target.
const SHADOWED: f64 = 1.4;
/// Radius of the neighbourhood for ambient occlusion, in distances from the camera to its target.
const NEIGHBOURHOOD: f64 = 0.045;
/// Texture units of the shadow map, and of what the passes of the occlusion read.
const UNITS: [u32; 2] = [1, 2];

/// The shadow map of a picture, seen from the key light.
pub struct Shadows {
    /// From the eye, in units of the camera's distance, to clip coordinates of the map.
    to_clip: Matrix4<f64>,
    /// Radius of the region, in units of the camera's distance.
    radius: f64,
}

impl Shadows {
    /// Shadows within these bounds, metres, or within the part of them around the camera's target; `None` if the
    /// bounds have no finite, positive size.
    pub fn within(bounds: &Aabb, view: &FromEye) -> Option<Self> {
        let whole = 0.5 * bounds.extents().norm();
        if !(whole > 0.0 && whole.is_finite() && bounds.center().iter().all(|c| c.is_finite())) {
            return None;
        }
        let camera = view.camera();
        let most = SHADOWED * camera.distance();
        let (center, radius) = if whole <= most { (bounds.center(), whole) } else { (camera.target(), most) };
        let up = to_key_light();
        let right = Vector::y().cross(&up).normalize();
        let across = up.cross(&right);
        let scaled = |point: &Point| (point - view.eye()) * view.per_metre();
        let (middle, depths) = (scaled(&center), scaled(&bounds.center()));
        let [radius, whole] = [radius, whole].map(|metres| metres * view.per_metre());
        let row = |axis: Vector, middle: &Vector, half: f64| {
            let axis = axis / half;
            [axis.x, axis.y, axis.z, -axis.dot(middle)]
        };
        let rows = [row(right, &middle, radius), row(across, &middle, radius), row(-up, &depths, whole)];
        let mut to_clip = Matrix4::identity();
        for (i, row) in rows.iter().enumerate() {
            (0..4).for_each(|j| to_clip[(i, j)] = row[j]);
        }
        Some(Self { to_clip, radius })
    }

    /// The matrix with which casters are drawn.
    pub fn view_projection(&self) -> Uniform {
        matrix_uniform(&self.to_clip)
    }

    fn set(&self, program: &Program) {
        let half = Matrix4::new_translation(&Vector::repeat(0.5)) * Matrix4::new_scaling(0.5);
        program.set("to_shadow", matrix_uniform(&(half * self.to_clip)));
        program.set("shadow_map", Uniform::Int(UNITS[0] as i32));
        let metres = 2.0 * SOFTNESS * self.radius;
        program.set("shadow_softness", Uniform::Vec2([SOFTNESS as f32, metres as f32]));
    }
}

/// Unit vector to the key light.
fn to_key_light() -> Vector {
    Vector::from(TO_KEY_LIGHT).normalize()
}

/// Passes of the light, with their programs and targets, which are made when they are first used.
pub struct Lighting {
    gpu: Gpu,
    map: Option<Target>,
    casters: [Option<LiveProgram>; 3],
    ambient: [Option<LiveProgram>; 2],
    occlusion: Option<Target>,
    whole: GeometryBuffer,
}

/// Kinds of casters of shadows, in the order of [`shaders::CASTERS`].
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum Caster {
    Bodies,
    Surfaces,
    Fabrics,
}

impl Lighting {
    /// Light without targets.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            gpu: gpu.clone(),
            map: None,
            casters: [const { None }; 3],
            ambient: [const { None }; 2],
            occlusion: None,
            whole: background_buffer(gpu)?,
        })
    }

    /// Clears the shadow map and makes it the target of the next draws.
    pub fn begin_map(&mut self) -> Result<(), GpuError> {
        let map = match self.map.take() {
            Some(map) => map,
            None => Target::new(&self.gpu, Holds::ShadowMap, MAP, MAP)?,
        };
        map.bind();
        self.gpu.set_state(&PassState {
            color: false,
            depth: Some(DepthState { test: Compare::Less, write: true }),
            ..PassState::plain(Rect::of_size(MAP, MAP))
        });
        self.gpu.clear(&Clear { depth: Some(1.0), ..Clear::default() });
        map.offer_depth(UNITS[0]);
        self.map = Some(map);
        Ok(())
    }

    /// The program that draws casters of this kind into the map, bound and ready.
    pub fn caster(&mut self, kind: Caster, shadows: &Shadows) -> Result<&Program, GpuError> {
        let kind = kind as usize;
        let program = shaders::current(&self.gpu, &mut self.casters[kind], shaders::CASTERS[kind])?;
        program.bind();
        program.set("view_projection", shadows.view_projection());
        Ok(program)
    }

    /// Darkens the picture in `target` by ambient occlusion, measured from its depths.
    pub fn darken(&mut self, target: &Target, view: &FromEye) -> Result<(), GpuError> {
        let size = target.size();
        let half = size.map(|side| side.div_ceil(2));
        let occlusion = match self.occlusion.take().filter(|kept| kept.size() == half) {
            Some(kept) => kept,
            None => Target::new(&self.gpu, Holds::Color, half[0], half[1])?,
        };
        let matrix = view.projection(size);
        let Some(from_clip) = matrix.try_inverse() else { return Ok(()) };
        let share = |size: [u32; 2]| Uniform::Vec2(size.map(|side| 1.0 / side as f32));
        let [measure, darken] = &mut self.ambient;

        occlusion.bind();
        self.gpu.set_state(&PassState::plain(Rect::of_size(half[0], half[1])));
        target.offer_depth(UNITS[1]);
        let program = shaders::current(&self.gpu, measure, shaders::AMBIENT[0])?;
        program.bind();
        program.set("depths", Uniform::Int(UNITS[1] as i32));
        program.set("pixel", share(size));
        program.set("from_clip", matrix_uniform(&from_clip));
        program.set("to_w", Uniform::Vec4(std::array::from_fn(|i| matrix[(3, i)] as f32)));
        let along = |row: usize| matrix.fixed_view::<1, 3>(row, 0).norm();
        let reach = [0, 1].map(|row| (0.5 * NEIGHBOURHOOD * along(row)) as f32);
        program.set("reach", Uniform::Vec2(reach));
        program.set("radius", Uniform::Float(NEIGHBOURHOOD as f32));
        self.whole.draw();

        target.bind();
        self.gpu.set_state(&PassState { blend: true, ..PassState::plain(Rect::of_size(size[0], size[1])) });
        occlusion.offer_color(UNITS[1]);
        let program = shaders::current(&self.gpu, darken, shaders::AMBIENT[1])?;
        program.bind();
        program.set("occlusion", Uniform::Int(UNITS[1] as i32));
        program.set("pixel", share(half));
        program.set("to_share", share(size));
        self.whole.draw();
        self.occlusion = Some(occlusion);
        Ok(())
    }
}

/// Uniforms of lit programs that depend on the picture.
pub struct Lit<'a> {
    /// Scheme and effects.
    pub look: Look,
    /// The view.
    pub view: &'a FromEye,
    /// Size of the picture, pixels.
    pub size: [u32; 2],
    /// Depths, metres from the eye, at which the haze starts and is complete; `None` for no haze.
    pub haze: Option<[f64; 2]>,
    /// Height of the floor that darkens what is near it, and how far up it does, metres.
    pub floor: Option<[f64; 2]>,
    /// The shadows, if there are any.
    pub shadows: Option<&'a Shadows>,
}

impl Lit<'_> {
    /// Binds a lit program and sets everything that the light needs, and the view.
    pub fn bind(&self, program: &Program) {
        program.bind();
        let (view, surroundings) = (self.view, self.look.scheme.surroundings());
        program.set("view_projection", matrix_uniform(&view.projection(self.size)));
        program.set("to_key_light", Uniform::Vec3(to_key_light().cast::<f32>().into()));
        for (name, light) in ["key_light", "sky_light", "ground_light"].into_iter().zip(surroundings.light) {
            program.set(name, Uniform::Vec3(light));
        }
        let [top, bottom] = surroundings.background;
        program.set("background_top", Uniform::Vec3(top.rgb));
        program.set("background_bottom", Uniform::Vec3(bottom.rgb));
        program.set("picture_height", Uniform::Float(self.size[1] as f32));
        // Parallel rays show no depth, so there is no haze.
        let haze = self.haze.filter(|_| view.camera().lens() == Lens::Perspective);
        let depths = haze.map_or([1e9, 2e9], |depths| depths.map(|d| (d * view.per_metre()) as f32));
        program.set("haze_depths", Uniform::Vec2(depths));
        let floor = self.floor.filter(|metres| metres.iter().all(|m| m.is_finite()) && metres[1] > 0.0);
        let floor = floor.map(|[height, reach]| [height - view.eye().y, reach]);
        let [height, reach] =
            floor.map_or([-1e9, 1.0], |metres| metres.map(|metres| (metres * view.per_metre()) as f32));
        program.set("floor_height", Uniform::Float(height));
        program.set("floor_reach", Uniform::Float(reach));
        if let Some(shadows) = self.shadows {
            shadows.set(program);
        }
    }

    /// Binds the program of the background.
    pub fn bind_background(&self, program: &Program) {
        let [top, bottom] = self.look.scheme.surroundings().background;
        program.bind();
        program.set("top", Uniform::Vec3(top.rgb));
        program.set("bottom", Uniform::Vec3(bottom.rgb));
    }
}

/// A triangle that covers the whole view.
pub(super) fn background_buffer(gpu: &Gpu) -> Result<GeometryBuffer, GpuError> {
    let whole_picture = [[-1f32, -1.0], [3.0, -1.0], [-1.0, 3.0]];
    let corner = [Attribute { location: 0, components: 2, offset: 0 }];
    GeometryBuffer::new(gpu, Assembly::Triangles, &whole_picture, &corner, &[0, 1, 2])
}

#[cfg(test)]
mod tests {
    use super::super::camera::Camera;
    use super::*;

    #[test]
    fn the_map_holds_the_whole_scene_or_the_surroundings_of_the_target() {
        for side in [1e-6, 1.0, 1e6] {
            let bounds = Aabb::cube(Point::new(3.0 * side, 0.0, -side), side);
            let camera = Camera::framing(&bounds);
            let view = FromEye::new(&camera);
            let shadows = Shadows::within(&bounds, &view).unwrap();
            let clip =
                |p: &Point| shadows.to_clip.transform_point(&((p - view.eye()) * view.per_metre()).into());
            for corner in bounds.corners() {
                assert!(clip(&corner).coords.amax() < 1.0 + 1e-9, "{side}: {:?}", clip(&corner));
            }
            let above = bounds.center() + to_key_light() * (0.1 * side);
            assert!(clip(&above).z < clip(&bounds.center()).z, "what is nearer to the light has less depth");
            let mut near = camera;
            near.zoom(20.0);
            let view = FromEye::new(&near);
            let part = Shadows::within(&bounds, &view).unwrap();
            let target = ((near.target() - view.eye()) * view.per_metre()).into();
            assert!(part.to_clip.transform_point(&target).coords.xy().norm() < 1e-9);
        }
        let camera = Camera::framing(&Aabb::cube(Point::origin(), 1.0));
        for bounds in [Aabb::EMPTY, Aabb::cube(Point::origin(), 0.0), Aabb::cube(Point::origin(), f64::NAN)] {
            assert!(Shadows::within(&bounds, &FromEye::new(&camera)).is_none());
        }
    }
}
