// A single surface: pose and size of its body relative to the eye, in units of the camera's distance.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

uniform vec4 row_x;
uniform vec4 row_y;
uniform vec4 row_z;
uniform vec4 tint;
uniform mat4 view_projection;

out vec3 v_from_eye;
out vec3 v_normal;
flat out vec4 v_tint;
#ifdef GROUND
uniform vec4 metres; // from the vertex positions to the ground's own frame: offset, and scale

out vec3 v_place;
#endif

void main() {
    vec4 p = vec4(position, 1.0);
    v_from_eye = vec3(dot(row_x, p), dot(row_y, p), dot(row_z, p));
    // The rows are a rotation times a uniform scale, so the normal is correct except for its length.
    v_normal = vec3(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
    v_tint = tint;
#ifdef GROUND
    v_place = metres.xyz + metres.w * position;
#endif
    gl_Position = view_projection * vec4(v_from_eye, 1.0);
}
