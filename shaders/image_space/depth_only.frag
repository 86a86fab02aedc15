// Colour writes are off: only the depth and stencil tests have an effect.
void main() {}
