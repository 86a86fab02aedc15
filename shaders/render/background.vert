// One triangle that covers the whole view (corners in clip coordinates), at the far plane.

layout(location = 0) in vec2 position;

out float v_height;

void main() {
    v_height = 0.5 + 0.5 * position.y;
    gl_Position = vec4(position, 1.0, 1.0);
}
