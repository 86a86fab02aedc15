// One premultiplied colour for the whole parallelogram.

flat in vec4 v_tint;

out vec4 color;

void main() {
    color = v_tint;
}
