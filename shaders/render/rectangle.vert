// A body as far as it could reach on the screen: a rectangle, all of it at the body's nearest depth.

layout(location = 0) in vec2 corner; // 0 or 1 each

uniform vec4 rectangle; // left, bottom, right, top, from -1 to 1
uniform float depth;    // -1 near, 1 far

void main() {
    gl_Position = vec4(mix(rectangle.xy, rectangle.zw, corner), depth, 1.0);
}
