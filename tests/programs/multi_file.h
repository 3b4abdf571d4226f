// What the two files of the program multi_file share.
#pragma once

struct Image {
  int width, height;
  int* pixels;  // on the device
};

void invert(Image& image, int most);
void threshold(Image& image, int limit);
int launches_of_filters();

template <int steps>
__global__ void brighten(int* pixels, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pixels[i] += steps;
}
