// A parallelogram in space.

layout(location = 0) in vec2 along;
layout(location = 1) in vec4 corner; // relative to the eye
layout(location = 2) in vec4 side_u;
layout(location = 3) in vec4 side_v;
layout(location = 4) in vec4 tint;   // premultiplied

uniform mat4 view_projection;

flat out vec4 v_tint;

void main() {
    v_tint = tint;
    vec3 p = corner.xyz + along.x * side_u.xyz + along.y * side_v.xyz;
    gl_Position = view_projection * vec4(p, 1.0);
}
