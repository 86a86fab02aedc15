// Colour writes are off: depth and stencil test do all the work.
void main() {}
