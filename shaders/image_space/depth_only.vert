// Draws one body of a pair in the pair's window; only depth and coverage matter.
// With STACKED every pair has its own layer; with INSTANCED pairs are instances.
#ifdef STACKED
#ifdef GL_ARB_shader_viewport_layer_array
#extension GL_ARB_shader_viewport_layer_array : require
#else
#extension GL_AMD_vertex_shader_layer : require
#endif
#endif

layout(location = 0) in vec3 p_local;

#ifdef INSTANCED
layout(location = 4) in mat4 local_to_clip;
// Layer index and counter index; whole numbers.
layout(location = 8) in vec2 place;
flat out int pair;
#else
uniform mat4 local_to_clip;
uniform int layer;
#endif

// All schedules must produce the same depths and edges, to the last bit.
invariant gl_Position;

void main() {
    gl_Position = local_to_clip * vec4(p_local, 1.0);
#ifdef INSTANCED
    pair = int(place.y);
    gl_Layer = int(place.x);
#elif defined(STACKED)
    gl_Layer = layer;
#endif
}
