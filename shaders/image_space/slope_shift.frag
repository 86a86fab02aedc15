// Moves a surface's depth into the body by what it changes over a small part of a pixel: at a sample that
// the triangle covers only because its corners were snapped to the raster, the depth lies beyond its edge.
uniform float shift_px; // positive: away from the eye

void main() {
    float shift = shift_px * (abs(dFdx(gl_FragCoord.z)) + abs(dFdy(gl_FragCoord.z)));
    // A side as steep as that says nothing (and a triangle without area has no slope at all).
    if (!(abs(shift) < 1.0)) discard;
    gl_FragDepth = gl_FragCoord.z + shift;
}
