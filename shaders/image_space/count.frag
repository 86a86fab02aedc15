// Counts the fragments that pass stencil and depth test, per pair.
layout(early_fragment_tests) in;
layout(std430, binding = 0) buffer Counts {
    uint counts[];
};

// Index of the counter of the round's first pair.
uniform int first;
flat in int pair;

void main() {
    atomicAdd(counts[first + pair], 1u);
}
