// Colour writes are off: only the depth and stencil tests have an effect.
// With MAY_DISCARD the tests have to wait for the shader, although it discards nothing: `never` is 0.
#ifdef MAY_DISCARD
uniform float never;

void main() {
    if (never > 0.5) discard;
}
#else
void main() {}
#endif
