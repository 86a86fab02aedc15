// Coverage of the pixel by the segment's outline: round ends, smooth edges.

noperspective in vec2 v_along_across;
flat in float v_length;
flat in float v_half_width;
flat in vec4 v_tint;

out vec4 color;

void main() {
    float beyond = v_along_across.x - clamp(v_along_across.x, 0.0, v_length);
    float distance_px = length(vec2(beyond, v_along_across.y));
    float cover = clamp(v_half_width + 0.5 - distance_px, 0.0, 1.0);
    color = v_tint * cover;
}
