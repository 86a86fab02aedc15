// The screen rectangle that bounds a body, at the body's nearest depth.

layout(location = 0) in vec2 corner; // 0 or 1 each

uniform vec4 rectangle; // left, bottom, right, top in clip coordinates, -1 to 1
uniform float depth;    // clip coordinate, -1 near to 1 far

void main() {
    gl_Position = vec4(mix(rectangle.xy, rectangle.zw, corner), depth, 1.0);
}
