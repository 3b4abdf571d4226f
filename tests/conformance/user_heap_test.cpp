// malloc, free, new and delete in kernels (CUDA C++ Programming Guide 13.0, "Dynamic Global Memory
// Allocation and Operations").
#include <algorithm>
#include <vector>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(UserHeap);

TEST_P(UserHeap, each_thread_sorts_in_memory_of_its_own) {
  constexpr int n = 96;
  KernelCase(R"(
    __global__ void k(int* out) {
      int t = blockIdx.x * blockDim.x + threadIdx.x, count = t % 7 + 1;
      int* a = (int*)malloc(count * sizeof(int));
      if (a == NULL) return;
      for (int i = 0; i < count; ++i) a[i] = (i * 5 + t) % 11;
      for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && a[j - 1] > a[j]; --j) { int x = a[j]; a[j] = a[j - 1]; a[j - 1] = x; }
      out[t] = a[count / 2];
      free(a);
    })")
      .grid(3)
      .out(each(n,
                [](std::size_t t) {
                  std::vector<int> a;
                  for (std::size_t i = 0; i < t % 7 + 1; ++i)
                    a.push_back(static_cast<int>((i * 5 + t) % 11));
                  std::sort(a.begin(), a.end());
                  return a[a.size() / 2];
                }))
      .check(GetParam());
}

TEST_P(UserHeap, a_list_of_new_nodes_is_deleted_by_another_thread) {
  KernelCase(R"(
    struct Node { int value; Node* next; __device__ Node(int v, Node* n) : value(v), next(n) {} };
    __global__ void k(int* out) {
      __shared__ Node* heads[32];
      int t = threadIdx.x;
      Node* head = nullptr;
      for (int i = 0; i <= t % 4; ++i) head = new Node(t * 10 + i, head);
      heads[t] = head;
      __syncthreads();
      int sum = 0;
      for (Node* each = heads[31 - t]; each != nullptr;) {
        sum += each->value;
        Node* done = each;
        each = each->next;
        delete done;
      }
      out[t] = sum;
    })")
      .out(each(32,
                [](std::size_t t) {
                  const int from = 31 - static_cast<int>(t);
                  int sum = 0;
                  for (int i = 0; i <= from % 4; ++i) sum += from * 10 + i;
                  return sum;
                }))
      .check(GetParam());
}

TEST_P(UserHeap, one_thread_allocates_for_its_block) {
  KernelCase(R"(
    __global__ void k(float* out) {
      __shared__ float* data;
      if (threadIdx.x == 0) data = new float[blockDim.x];
      __syncthreads();
      data[threadIdx.x] = threadIdx.x * 0.5f + blockIdx.x;
      __syncthreads();
      out[blockIdx.x * blockDim.x + threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
      __syncthreads();
      if (threadIdx.x == 0) delete[] data;
    })")
      .grid(3)
      .block(64)
      .out(each(192,
                [](std::size_t i) {
                  return static_cast<float>(63 - i % 64) * 0.5F + static_cast<float>(i / 64);
                }))
      .check(GetParam());
}

TEST_P(UserHeap, memory_is_aligned_and_placed_objects_are_made_in_it) {
  KernelCase(R"(
    struct Pair { int a, b; __device__ Pair(int x) : a(x), b(x + 1) {} };
    __global__ void k(int* out) {
      char* p = (char*)__nv_aligned_device_malloc(sizeof(Pair), 256);
      Pair* q = new (p) Pair(threadIdx.x);
      out[threadIdx.x] = q->a + q->b + (int)((size_t)p % 256);
      void* m = malloc(3);
      out[threadIdx.x] += (int)((size_t)m % 16);
      free(m);
      free(p);
    })")
      .out(each(32, [](std::size_t t) { return static_cast<int>(2 * t + 1); }))
      .check(GetParam());
}

TEST_P(UserHeap, an_exhausted_heap_gives_null) {
  KernelCase(R"(
    __global__ void k(int* out) {
      void* p = malloc(threadIdx.x < 2 ? 1000 : 100 << 20);
      if (p != nullptr) *(volatile int*)p = 1;  // or compilers leave the allocation out
      out[threadIdx.x] = p == nullptr;
      free(p);
    })")
      .out(each(32, [](std::size_t t) { return static_cast<int>(t >= 2); }))
      .check(GetParam());
}

TEST_P(UserHeap, threads_that_sleep_go_on) {
  KernelCase(R"(
    __global__ void k(int* out) {
      __nanosleep(threadIdx.x * 10);
      out[threadIdx.x] = threadIdx.x;
    })")
      .out(each(32, [](std::size_t t) { return static_cast<int>(t); }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
