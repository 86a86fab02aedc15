// Nothing to see: what passes the depth test is counted, that is all.

void main() {}
