// The compiler takes functions without a body in a package that has a file like this one.
