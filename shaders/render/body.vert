// One body per instance: pose and size relative to the eye, in units of the camera's distance.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 row_x;
layout(location = 3) in vec4 row_y;
layout(location = 4) in vec4 row_z;
layout(location = 5) in vec4 tint;

uniform mat4 view_projection;

out vec3 v_from_eye;
out vec3 v_normal;
flat out vec4 v_tint;

void main() {
    vec4 p = vec4(position, 1.0);
    v_from_eye = vec3(dot(row_x, p), dot(row_y, p), dot(row_z, p));
    // The rows are a rotation times a uniform scale, so the normal is correct except for its length.
    v_normal = vec3(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
    v_tint = tint;
    gl_Position = view_projection * vec4(v_from_eye, 1.0);
}
