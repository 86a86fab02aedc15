// Draws all points near a triangle: those that differ from one of its points by at most `grow` in every direction of
// the window. One rectangle per triangle, at the window's middle depth; the fragment shader does the rest.
layout(location = 0) in vec3 a_local;
layout(location = 1) in vec3 b_local;
layout(location = 2) in vec3 c_local;
layout(location = 3) in vec2 corner; // of the rectangle: 0 or 1 across and up

uniform mat4 local_to_clip;
uniform vec3 grow; // clip units across, up and away from the eye
uniform vec3 rounding; // largest error of a corner's position, clip units
uniform float far_side; // 1: the far end of the points on a ray, -1: the near end

flat out vec3 edge_a; // the sample is near the triangle only if dot(edge.xy, sample) >= edge.z
flat out vec3 edge_b;
flat out vec3 edge_c;
flat out vec3 plane; // slopes and depth at the window's centre of a plane beyond all near points
flat out float bound; // a depth beyond all points of the triangle

// The line through p and q, moved outwards by `grow` and all rounding; `turn` is the triangle's orientation.
vec3 edge(vec2 p, vec2 q, float turn, vec2 size) {
    vec2 inwards = turn * vec2(p.y - q.y, q.x - p.x);
    float slack = 2.0 * dot(rounding.yx, size + 2.0 * grow.xy) + dot(abs(inwards), rounding.xy + grow.xy + 1e-6);
    return vec3(inwards, dot(inwards, p) - slack);
}

void main() {
    vec3 a = (local_to_clip * vec4(a_local, 1.0)).xyz;
    vec3 b = (local_to_clip * vec4(b_local, 1.0)).xyz;
    vec3 c = (local_to_clip * vec4(c_local, 1.0)).xyz;
    vec3 low = min(a, min(b, c));
    vec3 high = max(a, max(b, c));
    gl_Position = vec4(mix(low.xy - grow.xy, high.xy + grow.xy, corner), 0.0, 1.0);

    // The normal, and a bound on the error of each of its coordinates.
    vec3 n = cross(b - a, c - a);
    vec3 size = high - low + 2.0 * rounding;
    vec3 error = 4.0 * (rounding.yzx * size.zxy + rounding.zxy * size.yzx) + 1e-6 * size.yzx * size.zxy;

    // Seen edge-on, a triangle has no orientation: then the whole rectangle is kept.
    float turn = abs(n.z) > error.z ? sign(n.z) : 0.0;
    edge_a = edge(b.xy, c.xy, turn, size.xy);
    edge_b = edge(c.xy, a.xy, turn, size.xy);
    edge_c = edge(a.xy, b.xy, turn, size.xy);

    bound = (far_side > 0.0 ? high.z : low.z) + far_side * grow.z;
    vec2 slopes = -n.xy / n.z;
    vec2 steeper = (error.xy + abs(slopes) * error.z) / max(abs(n.z) - error.z, 1e-30);
    float beyond = dot(abs(slopes), grow.xy + 2e-6) + 2.0 * dot(steeper, size.xy + 2.0 * grow.xy) + grow.z + 2e-6;
    // Steep planes say less than the triangle's own nearest or farthest depth. Not finite: likewise.
    bool flat_enough = abs(n.z) > error.z && beyond < 4.0;
    plane = flat_enough
        ? vec3(slopes, a.z - dot(slopes, a.xy) + far_side * beyond)
        : vec3(0.0, 0.0, far_side * 4.0);
}
