// The depth of the triangle's plane at the sample, moved into the body by what it changes over `shift`, which
// reaches back from a sample that is covered only because corners are snapped. What the rasteriser interpolated is
// not used: its corners are snapped and cut at the window's sides, and where that leaves a narrow triangle, its
// slope is rounding all over.
uniform vec4 tile; // middle of the tile in pixels, clip units per pixel
uniform vec2 shift; // clip units across and up
uniform float inwards; // 1: away from the eye, -1: towards it

flat in vec3 slopes_and_depth;

void main() {
    float deeper = length(slopes_and_depth.xy * shift);
    // A side so steep that this is four windows deep decides nothing; nor does one without a slope.
    if (!(deeper < 8.0)) discard;
    vec2 at = (gl_FragCoord.xy - tile.xy) * tile.zw;
    float depth = dot(slopes_and_depth.xy, at) + slopes_and_depth.z + inwards * deeper;
    gl_FragDepth = 0.5 * depth + 0.5;
}
