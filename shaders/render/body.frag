// Lighting of bodies, surfaces and fabrics; GROUND and FABRIC select a material.

in vec3 v_from_eye; // along the world's axes, in units of the camera's distance
in vec3 v_normal;   // outwards, along the world's axes, of any length
flat in vec4 v_tint; // linear colour; alpha: share that is emitted without light
#ifdef GROUND
in vec3 v_place; // in the ground's own frame, metres
#endif
#ifdef FABRIC
in vec2 v_thread; // place on the cloth at rest, in threads
#endif

uniform float opacity; // 1 for solid bodies; translucent ones are more opaque where seen at a slant
uniform float floor_height; // of the floor below, from the eye, in units of the camera's distance
uniform float floor_reach;  // height above the floor up to which it darkens, likewise

out vec4 color;

#ifdef GROUND
// Noise of about 0 to 1 from values at the corners of a grid of unit squares.
float at_corner(vec2 corner) {
    return fract(sin(dot(corner, vec2(127.1, 311.7))) * 43758.5453);
}

float noise(vec2 at) {
    vec2 corner = floor(at), part = fract(at);
    part = part * part * (3.0 - 2.0 * part);
    return mix(mix(at_corner(corner), at_corner(corner + vec2(1.0, 0.0)), part.x),
        mix(at_corner(corner + vec2(0.0, 1.0)), at_corner(corner + vec2(1.0, 1.0)), part.x), part.y);
}

// Grass where the ground is flat, bare soil where it is steep, concrete where it is sheer; coarse and fine noise, which fades where a pixel
// covers more than its grain.
vec3 material(vec3 tint, vec3 normal) {
    vec2 at = v_place.xz;
    float wide = max(length(dFdx(at)), length(dFdy(at)));
    float coarse = noise(0.21 * at);
    float middle = mix(noise(1.3 * at), 0.5, clamp(1.3 * wide, 0.0, 1.0));
    float fine = mix(noise(9.0 * at), 0.5, clamp(9.0 * wide, 0.0, 1.0));
    float bare = smoothstep(0.05, 0.3, (1.0 - normal.y) * 2.5 + 0.35 * (coarse - 0.5) + 0.2 * (middle - 0.5));
    vec3 soil = vec3(0.235, 0.195, 0.15);
    vec3 ground = mix(tint * (0.8 + 0.4 * coarse), soil, 0.75 * bare);
    // Sheer walls and undersides are of concrete: the sides of ramps, and bridges.
    ground = mix(vec3(0.6, 0.6, 0.58), ground, smoothstep(0.1, 0.35, normal.y));
    return ground * (0.62 + 0.36 * middle + 0.40 * fine);
}
#endif

#ifdef FABRIC
// A plain weave: threads pass over and under each other. It fades where a thread is narrower than two pixels.
float weave() {
    vec2 wide = fwidth(v_thread);
    float seen = 1.0 - smoothstep(0.25, 0.6, max(wide.x, wide.y));
    vec2 thread = fract(v_thread) - 0.5;
    float over = mod(floor(v_thread.x) + floor(v_thread.y), 2.0);
    float across = mix(thread.x, thread.y, over);
    float along = mix(thread.y, thread.x, over);
    float round_thread = 1.0 - 2.2 * across * across;
    float dips = 1.0 - 1.3 * along * along;
    return mix(0.86, round_thread * dips, seen);
}
#endif

void main() {
    vec3 normal = normalize(gl_FrontFacing ? v_normal : -v_normal);
    vec3 to_eye = -normalize(v_from_eye);
    vec3 tint = v_tint.rgb;

    float key = max(dot(normal, to_key_light), 0.0);
#ifdef FABRIC
    // Light shines through thin cloth, and its fibres scatter it.
    key = 0.75 * key + 0.25 * abs(dot(normal, to_key_light));
    tint *= weave();
#endif
#ifdef GROUND
    tint = material(tint, normal);
#endif
#ifdef SHADOWS
    key *= key_share(v_from_eye, normal);
#endif
    float facing = max(dot(normal, to_eye), 0.0);
    vec3 ambient = mix(ground_light, sky_light, 0.5 + 0.5 * normal.y) * (0.8 + 0.3 * facing);
    // The floor below keeps the light of the sky from what is near it and looks down or sideways.
    float near_floor = clamp(1.0 - (v_from_eye.y - floor_height) / floor_reach, 0.0, 1.0);
    ambient *= 1.0 - 0.45 * near_floor * near_floor * (0.5 - 0.5 * normal.y);
    vec3 lit = tint * (key_light * key + ambient + v_tint.a);

    float rim = (1.0 - facing) * (1.0 - facing) * (1.0 - facing);
#ifdef FABRIC
    lit += sky_light * tint * (0.35 * rim);
#elif !defined(GROUND)
    float gloss = max(dot(normal, normalize(to_key_light + to_eye)), 0.0);
    gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
    lit += sky_light * (0.28 * rim * (0.4 + 0.6 * key)) + key_light * (0.12 * gloss * key);
#endif

    float alpha = mix(opacity, 1.0, 0.5 * rim);
    color = vec4(mix(to_srgb(lit), background(), haze_share()) * alpha, alpha);
}
