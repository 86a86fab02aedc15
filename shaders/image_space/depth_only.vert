// One body of a pair, seen through the pair's window: only depth and coverage matter.
// With STACKED every pair lies in a layer of its own; with INSTANCED pairs come as instances.
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
// Index of the layer, and of the pair's counter; whole numbers.
layout(location = 8) in vec2 place;
flat out int pair;
#else
uniform mat4 local_to_clip;
uniform int layer;
#endif

// The schedules must give the same depths and edges, to the last bit.
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
