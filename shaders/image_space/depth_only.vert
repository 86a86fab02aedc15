// One body of a pair, seen through the pair's window: only depth and coverage matter.
layout(location = 0) in vec3 p_local;

uniform mat4 local_to_clip;

void main() {
    gl_Position = local_to_clip * vec4(p_local, 1.0);
}
