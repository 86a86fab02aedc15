// Draws a solid into an orthographic depth map; its colours are its normals.
layout(location = 0) in vec3 p_local;
layout(location = 1) in vec3 normal;

uniform mat4 local_to_clip;
flat out vec3 surface_normal;

void main() {
    gl_Position = local_to_clip * vec4(p_local, 1.0);
    surface_normal = normal;
}
