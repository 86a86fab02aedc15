// Writes the nearest or the farthest depth on the sample's ray of the points near a triangle, rounded outwards.
uniform vec4 tile; // centre of the tile in pixels, clip units per pixel
uniform float far_side;

flat in vec3 edge_a;
flat in vec3 edge_b;
flat in vec3 edge_c;
flat in vec3 plane;
flat in float bound;

void main() {
    vec2 at = (gl_FragCoord.xy - tile.xy) * tile.zw;
    vec3 inside = vec3(dot(edge_a.xy, at) - edge_a.z, dot(edge_b.xy, at) - edge_b.z, dot(edge_c.xy, at) - edge_c.z);
    if (any(lessThan(inside, vec3(0.0)))) discard;
    float depth = dot(plane.xy, at) + plane.z;
    depth = far_side > 0.0 ? min(depth, bound) : max(depth, bound);
    gl_FragDepth = 0.5 * depth + 0.5;
}
