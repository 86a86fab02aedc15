// Draws one body of a pair, enlarged by `grow` or shrunk. Every triangle has its own plane, which gives the depth.
layout(location = 0) in vec3 p_local;
layout(location = 1) in vec3 push; // displacement per unit of `grow`, in units of the buffer
layout(location = 2) in vec4 plane; // normal n and offset d: n . p >= d + grow at the corners p of the drawn triangle

uniform mat4 local_to_clip;
uniform float grow; // units of the buffer
uniform float inwards; // 1: near side, -1: far side

// The triangle's plane in clip space: the slopes of its depth along the window's two axes, and its depth at the
// window's centre. The values are equal at all three corners.
flat out vec3 slopes_and_depth;

void main() {
    gl_Position = local_to_clip * vec4(p_local + grow * push, 1.0);
    // The three rows are orthogonal; n / length^2 along each is the plane's normal in clip space.
    mat3 rows = transpose(mat3(local_to_clip));
    vec3 n = vec3(dot(plane.xyz, rows[0]), dot(plane.xyz, rows[1]), dot(plane.xyz, rows[2]))
        / vec3(dot(rows[0], rows[0]), dot(rows[1], rows[1]), dot(rows[2], rows[2]));
    vec3 center = local_to_clip[3].xyz;
    float depth = center.z + (plane.w + grow + n.x * center.x + n.y * center.y) / n.z;
    slopes_and_depth = vec3(-n.x / n.z, -n.y / n.z, depth);
    // A plane that faces the other way proves nothing about this side, so its triangle is moved out of view.
    if (!(n.z * inwards < 0.0)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    }
}
