// The light of all scenes: a key light with soft shadows, light from the sky and from the ground, and haze that
// fades into the background.

uniform vec3 to_key_light;  // unit vector along the world's axes
uniform vec3 key_light;     // linear colours
uniform vec3 sky_light;
uniform vec3 ground_light;
uniform vec3 background_top;    // sRGB
uniform vec3 background_bottom; // sRGB
uniform float picture_height;   // pixels
uniform vec2 haze_depths;       // start and full strength, in units of the camera's distance

// Approximates the sRGB curve within 0.0005 above 0.01 (little here is darker) with square roots, which
// software rasterisers compute faster than powers.
vec3 to_srgb(vec3 linear) {
    vec3 root = sqrt(linear), fourth_root = sqrt(root), eighth_root = sqrt(fourth_root);
    return 0.662002687 * root + 0.684122060 * fourth_root - 0.323583601 * eighth_root - 0.022541147 * linear;
}

// Share of the haze at the fragment, 0 to 1.
float haze_share() {
    return clamp((1.0 / gl_FragCoord.w - haze_depths.x) / (haze_depths.y - haze_depths.x), 0.0, 1.0);
}

// The background behind the fragment, sRGB.
vec3 background() {
    return mix(background_bottom, background_top, smoothstep(0.0, 1.0, gl_FragCoord.y / picture_height));
}

#ifdef SHADOWS
uniform mat4 to_shadow;            // from the eye, in units of the camera's distance, to the map, 0 to 1 each
uniform sampler2DShadow shadow_map;
uniform vec2 shadow_softness;      // radius of the soft edge: share of the map's side; in units of the camera's distance

const int TAPS = 10;

// A number from 0 to 1 that differs from pixel to pixel: interleaved gradient noise (Jimenez 2014).
float pixel_noise() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}

// Share of the key light that arrives, 0 to 1; all of it outside the map.
float key_share(vec3 from_eye, vec3 normal) {
    // Moved out of the surface, so that a surface does not shade itself.
    float slant = clamp(dot(normal, to_key_light), 0.0, 1.0);
    vec3 at = (to_shadow * vec4(from_eye + normal * (shadow_softness.y * (1.6 - slant)), 1.0)).xyz;
    float turn = 6.2831853 * pixel_noise(), share = 0.0;
    for (int tap = 0; tap < TAPS; tap++) {
        float angle = turn + 2.3999632 * float(tap);
        float out_by = shadow_softness.x * sqrt((float(tap) + 0.5) / float(TAPS));
        vec2 place = at.xy + out_by * vec2(cos(angle), sin(angle));
        share += texture(shadow_map, vec3(place, at.z - 0.0004));
    }
    vec2 beside = abs(2.0 * at.xy - 1.0);
    return mix(share / float(TAPS), 1.0, smoothstep(0.85, 1.0, max(beside.x, beside.y)));
}
#endif
