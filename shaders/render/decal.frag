// One colour, or a colour that fades towards the rim of the inscribed ellipse.

in vec2 v_corner;
flat in float v_softness;
flat in vec4 v_tint;

out vec4 color;

void main() {
    float inside = max(1.0 - dot(v_corner, v_corner), 0.0);
    color = v_tint * mix(1.0, inside * inside, v_softness);
}
