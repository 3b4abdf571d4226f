// malloc and free, new and delete in kernels: lists that outlive a launch, arrays of a size that only
// the thread knows, and objects with virtual functions.
#include "common.h"

struct Link {
  int value;
  Link* next;
};

__global__ void grow(Link** heads, int each) {
  const int i = threadIdx.x;
  for (int k = 0; k < each + i; ++k) {
    Link* link = static_cast<Link*>(malloc(sizeof(Link)));
    link->value = i * 100 + k;
    link->next = heads[i];
    heads[i] = link;
  }
}

__global__ void add_up_and_free(Link** heads, int* sums, int* counts) {
  const int i = threadIdx.x;
  while (heads[i] != nullptr) {
    Link* link = heads[i];
    sums[i] += link->value;
    ++counts[i];
    heads[i] = link->next;
    free(link);
  }
}

__global__ void sieve(int* counts) {
  const int n = 50 * (threadIdx.x + 1);
  bool* is_composite = new bool[n]();
  int primes = 0;
  for (int i = 2; i < n; ++i) {
    if (is_composite[i]) continue;
    ++primes;
    for (int k = i * i; k < n; k += i) is_composite[k] = true;
  }
  delete[] is_composite;
  counts[threadIdx.x] = primes;
}

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Rectangle : Shape {
  int width, height;
  __device__ Rectangle(int w, int h) : width(w), height(h) {}
  __device__ int area() const override { return width * height; }
};

__global__ void make(Shape** shapes) {
  const int i = threadIdx.x;
  if (i % 2 == 0) {
    shapes[i] = new Square(i);
  } else {
    shapes[i] = new Rectangle(i, 2);
  }
}
__global__ void measure(Shape** shapes, int* areas) {
  areas[threadIdx.x] = shapes[threadIdx.x]->area();
  delete shapes[threadIdx.x];
}

void print(const char* name, const std::vector<int>& values) {
  std::printf("%s:", name);
  for (const int each : values) std::printf(" %d", each);
  std::printf("\n");
}

int main() {
  const int n = 12;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  const DeviceArray<Link*> heads(n);
  const DeviceArray<int> sums(n), counts(n);
  grow<<<1, n>>>(heads, 3);
  grow<<<1, n>>>(heads, 1);
  add_up_and_free<<<1, n>>>(heads, sums, counts);
  CHECK(cudaDeviceSynchronize());
  print("sums", sums.host());
  print("counts", counts.host());
  sieve<<<1, n>>>(counts);
  CHECK(cudaDeviceSynchronize());
  print("primes", counts.host());
  const DeviceArray<Shape*> shapes(n);
  make<<<1, n>>>(shapes);
  measure<<<1, n>>>(shapes, sums);
  CHECK(cudaDeviceSynchronize());
  print("areas", sums.host());
}
