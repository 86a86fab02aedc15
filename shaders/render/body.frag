// Lighting: key light, hemispherical ambient light, a soft rim, and haze with distance.

in vec3 v_from_eye; // along the world's axes, in units of the camera's distance
in vec3 v_normal;   // outwards, along the world's axes, of any length
flat in vec4 v_tint; // linear colour; alpha: share that is emitted without light

uniform vec3 to_key_light; // unit vector along the world's axes
uniform vec3 haze;        // linear colour
uniform vec2 haze_depths; // start and full strength, in units of the camera's distance
uniform float opacity;    // 1 for solid bodies; translucent ones are more opaque where seen at a slant

out vec4 color;

const vec3 KEY = vec3(1.0, 0.96, 0.90) * 1.12;
const vec3 SKY = vec3(0.34, 0.42, 0.54);
const vec3 GROUND = vec3(0.11, 0.11, 0.13);

// Approximates the sRGB curve within 0.0005 above 0.01 (nothing here is darker) with square roots, which
// software rasterisers compute faster than powers.
vec3 to_srgb(vec3 linear) {
    vec3 root = sqrt(linear), fourth_root = sqrt(root), eighth_root = sqrt(fourth_root);
    return 0.662002687 * root + 0.684122060 * fourth_root - 0.323583601 * eighth_root - 0.022541147 * linear;
}

void main() {
    vec3 normal = normalize(gl_FrontFacing ? v_normal : -v_normal);
    vec3 to_eye = -normalize(v_from_eye);

    float key = max(dot(normal, to_key_light), 0.0);
    vec3 ambient = mix(GROUND, SKY, 0.5 + 0.5 * normal.y);
    float facing = max(dot(normal, to_eye), 0.0);
    float rim = (1.0 - facing) * (1.0 - facing) * (1.0 - facing);
    float gloss = max(dot(normal, normalize(to_key_light + to_eye)), 0.0);
    gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;

    vec3 lit = v_tint.rgb * (KEY * key + ambient + v_tint.a);
    lit += SKY * (0.28 * rim * (0.4 + 0.6 * key)) + KEY * (0.10 * gloss * key);

    float depth = 1.0 / gl_FragCoord.w;
    float far_away = clamp((depth - haze_depths.x) / (haze_depths.y - haze_depths.x), 0.0, 1.0);
    float alpha = mix(opacity, 1.0, 0.5 * rim);
    color = vec4(to_srgb(mix(lit, haze, far_away)) * alpha, alpha);
}
