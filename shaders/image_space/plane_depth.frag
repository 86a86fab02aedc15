// Writes the depth of the triangle's plane at the sample, moved into the body by the depth's change over `shift`. The
// shift compensates for samples that are covered only because corners are snapped. The interpolated depth is not used:
// corners are snapped and clipped at the window's sides, and in a narrow remaining triangle the interpolated slope is
// mostly rounding error.
uniform vec4 tile; // centre of the tile in pixels, clip units per pixel
uniform vec2 shift; // clip units across and up
uniform float inwards; // 1: away from the eye, -1: towards it

flat in vec3 slopes_and_depth;

void main() {
    float deeper = length(slopes_and_depth.xy * shift);
    // Discards the fragment if the side is so steep that the depth would change by four times the window's depth, or
    // if its slope is not finite: such a fragment proves nothing.
    if (!(deeper < 8.0)) discard;
    vec2 at = (gl_FragCoord.xy - tile.xy) * tile.zw;
    float depth = dot(slopes_and_depth.xy, at) + slopes_and_depth.z + inwards * deeper;
    gl_FragDepth = 0.5 * depth + 0.5;
}
