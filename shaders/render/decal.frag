// One colour, or a colour that fades towards the rim of the inscribed ellipse; shadows of the key light on it.

in vec2 v_corner;
in vec3 v_from_eye;
flat in float v_softness;
flat in vec4 v_tint;

uniform vec4 shadow_tint; // premultiplied, of a full shadow; zero for none

out vec4 color;

void main() {
    float inside = max(1.0 - dot(v_corner, v_corner), 0.0);
    float fade = mix(1.0, inside * inside, v_softness);
    color = v_tint * fade;
#ifdef SHADOWS
    if (shadow_tint.a > 0.0) {
        float dark = (1.0 - key_share(v_from_eye, vec3(0.0, 1.0, 0.0))) * fade;
        color = shadow_tint * dark + color * (1.0 - shadow_tint.a * dark);
    }
#endif
}
