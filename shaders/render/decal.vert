// A rectangle on the floor: the floor itself, or a soft shadow.

layout(location = 0) in vec2 corner; // -1 or 1 each
layout(location = 1) in vec4 center; // from the eye, in units of the camera's distance; w: 0 for a hard rectangle, 1 for a soft disc
layout(location = 2) in vec2 half_size; // along x and z, in the same units
layout(location = 3) in vec4 tint;   // premultiplied

uniform mat4 view_projection;

out vec2 v_corner;
out vec3 v_from_eye;
flat out float v_softness;
flat out vec4 v_tint;

void main() {
    v_corner = corner;
    v_softness = center.w;
    v_tint = tint;
    vec3 p = center.xyz + vec3(corner.x * half_size.x, 0.0, corner.y * half_size.y);
    v_from_eye = p;
    gl_Position = view_projection * vec4(p, 1.0);
}
