// No colour: the fragments that pass the depth test are only counted, by a query.

void main() {}
