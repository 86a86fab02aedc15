// No colour: a query counts the fragments that pass the depth test.

void main() {}
