// One body of a pair, fatter by `grow`: each vertex moves along its push-out vector.
layout(location = 0) in vec3 p_local;
layout(location = 1) in vec3 push; // units of the buffer per such unit by which the body grows

uniform mat4 local_to_clip;
uniform float grow; // units of the buffer

void main() {
    gl_Position = local_to_clip * vec4(p_local + grow * push, 1.0);
}
