// A soft gradient; noise of less than one step prevents bands.

in float v_height;

uniform vec3 top;    // sRGB
uniform vec3 bottom; // sRGB

out vec4 color;

void main() {
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    color = vec4(mix(bottom, top, smoothstep(0.0, 1.0, v_height)) + (noise - 0.5) / 255.0, 1.0);
}
