// A line of constant width on the screen. A rectangle around it extends beyond the segment by half the line's width and
// a fringe of one pixel; the drawn triangle is the smallest one with a right angle around the rectangle. The fragment
// shader rounds the ends, smooths the edges and leaves the rest of the triangle empty.

layout(location = 0) in vec4 start; // from the eye, in units of the camera's distance; w: width in points
layout(location = 1) in vec4 end;   // like start; w: the line moves towards the eye by this fraction of its distance
layout(location = 2) in vec4 tint;  // premultiplied

uniform mat4 view_projection;
uniform vec2 half_viewport; // pixels
uniform float pixel_scale;  // pixels per point
uniform float opacity;      // 0 to 1
uniform vec3 parallel_back; // direction towards the eye for parallel rays, otherwise zero

noperspective out vec2 v_along_across; // pixels from the start
flat out float v_length;               // pixels
flat out float v_half_width;           // pixels
flat out vec4 v_tint;

// x: 0 at the rectangle's start, 1 at its end; y: -1 and 1 at its sides.
const vec2 CORNERS[3] = vec2[](vec2(0.0, -1.0), vec2(2.0, -1.0), vec2(0.0, 3.0));

void main() {
    vec2 corner = CORNERS[gl_VertexID % 3];
    // In perspective a point keeps its place on the screen when it moves along its ray; parallel rays all have the
    // same direction.
    bool parallel = parallel_back != vec3(0.0);
    float pull = parallel ? 1.0 : 1.0 - end.w;
    vec3 push = parallel_back * end.w;
    vec4 a = view_projection * vec4(start.xyz * pull + push, 1.0);
    vec4 b = view_projection * vec4(end.xyz * pull + push, 1.0);
    // Clip at the near plane, because a projection is meaningless behind the eye.
    float a_in = a.z + a.w, b_in = b.z + b.w;
    bool hidden = a_in < 0.0 && b_in < 0.0;
    if (a_in < 0.0 && b_in > 0.0) a = mix(a, b, a_in / (a_in - b_in));
    if (b_in < 0.0 && a_in > 0.0) b = mix(b, a, b_in / (b_in - a_in));
    vec2 a_px = a.xy / a.w * half_viewport, b_px = b.xy / b.w * half_viewport;

    vec2 along = b_px - a_px;
    float length_px = length(along);
    along = length_px > 1e-6 ? along / length_px : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    float width = start.w * pixel_scale;
    float half_width = 0.5 * max(width, 1.0);
    float reach = half_width + 0.5;

    vec2 p = mix(a_px - along * reach, b_px + along * reach, corner.x) + across * corner.y * reach;
    v_along_across = vec2(mix(-reach, length_px + reach, corner.x), corner.y * reach);
    v_length = length_px;
    v_half_width = half_width;
    // A line thinner than a pixel is drawn fainter.
    v_tint = tint * (opacity * min(width, 1.0));
    float depth = mix(a.z / a.w, b.z / b.w, corner.x);
    gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(p / half_viewport, depth, 1.0);
}
