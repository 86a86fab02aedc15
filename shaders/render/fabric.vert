// A fabric: smooth normals, a tint per side. Positions are relative to the fabric's centre, in the fabric's unit.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal; // towards the front, of length 1
layout(location = 2) in vec3 front;  // linear
layout(location = 3) in vec3 back;   // linear
layout(location = 4) in vec2 thread; // place on the cloth at rest, in threads

uniform vec4 middle;    // from the eye, in units of the camera's distance; w: the fabric's unit, likewise
uniform float is_front; // 1 while front sides are drawn, otherwise 0
uniform mat4 view_projection;

out vec3 v_from_eye;
out vec3 v_normal;
flat out vec4 v_tint;
#ifdef FABRIC
out vec2 v_thread;
#endif

void main() {
    v_from_eye = middle.xyz + middle.w * position;
    v_normal = normal;
#ifdef FABRIC
    v_thread = thread;
#endif
    v_tint = vec4(mix(back, front, is_front), 0.06);
    gl_Position = view_projection * vec4(v_from_eye, 1.0);
}
