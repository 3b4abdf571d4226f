// The library is made of kernels/runtime and what that uses.
