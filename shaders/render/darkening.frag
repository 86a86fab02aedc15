// Darkens the picture by the ambient occlusion, averaged over its neighbouring pixels.

uniform sampler2D occlusion;
uniform vec2 pixel; // size of a pixel of the occlusion, as a share of the picture
uniform vec2 to_share; // from pixels of the picture to shares

out vec4 color;

void main() {
    vec2 at = gl_FragCoord.xy * to_share;
    float open = 0.0;
    // Each bilinear reading between four pixels is their mean: 4 × 4 pixels in all.
    for (int i = 0; i < 4; i++) {
        open += texture(occlusion, at + pixel * (2.0 * vec2(i & 1, i >> 1) - 1.0)).r;
    }
    color = vec4(0.0, 0.0, 0.0, 1.0 - 0.25 * open);
}
