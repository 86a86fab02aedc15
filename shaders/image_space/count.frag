// Counts the fragments per pair that pass the stencil and depth test.
layout(early_fragment_tests) in;
layout(std430, binding = 0) buffer Counts {
    uint counts[];
};

// Counter index of the round's first pair.
uniform int first;
flat in int pair;

void main() {
    atomicAdd(counts[first + pair], 1u);
}
