// Ambient occlusion in the space of the screen: how much of the sky the surfaces around a point hide from it, measured
// at points around it (after McGuire et al. 2011).

uniform sampler2D depths;
uniform vec2 pixel;     // size of a pixel of the depths, as a share of the picture
uniform mat4 from_clip; // clip coordinates to coordinates from the eye, in units of the camera's distance
uniform vec4 to_w;      // from those coordinates to w of the clip coordinates
uniform vec2 reach;     // radius of the neighbourhood as a share of the picture, where w is 1
uniform float radius;   // the same in units of the camera's distance

out vec4 color;

const int POINTS = 12;

// The surface in the pixel that contains a place of the picture.
vec3 place(vec2 at) {
    at = (floor(at / pixel) + 0.5) * pixel;
    vec4 p = from_clip * vec4(2.0 * vec3(at, texture(depths, at).r) - 1.0, 1.0);
    return p.xyz / p.w;
}

// The shorter of two differences, so that a normal does not span an edge.
vec3 shorter(vec3 a, vec3 b) {
    return dot(a, a) < dot(b, b) ? a : b;
}

void main() {
    vec2 at = (2.0 * floor(gl_FragCoord.xy) + 0.5) * pixel;
    if (texture(depths, at).r >= 1.0) {
        color = vec4(1.0);
        return;
    }
    vec3 here = place(at);
    vec2 right = vec2(pixel.x, 0.0), up = vec2(0.0, pixel.y);
    vec3 across = shorter(place(at + right) - here, here - place(at - right));
    vec3 upwards = shorter(place(at + up) - here, here - place(at - up));
    vec3 normal = normalize(cross(across, upwards));
    float w = dot(to_w, vec4(here, 1.0));
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float hidden = 0.0;
    for (int point = 0; point < POINTS; point++) {
        float share = (float(point) + 0.5) / float(POINTS), angle = turn + 2.3999632 * float(point);
        vec3 to = place(at + reach / w * share * vec2(cos(angle), sin(angle))) - here;
        float square = dot(to, to);
        float near = max(1.0 - square / (radius * radius), 0.0);
        float above = dot(to, normal) * inversesqrt(square + 1e-12) - 0.12;
        hidden += near * max(above, 0.0);
    }
    color = vec4(vec3(1.0 - clamp(1.7 * hidden / float(POINTS), 0.0, 0.8)), 1.0);
}
