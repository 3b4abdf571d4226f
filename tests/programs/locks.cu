// Blocks that wait for each other: a lock by compare and swap, tickets, and a list that all push to
// without a lock.
#include <algorithm>

#include "common.h"

__device__ int lock_word, tickets, served;

__device__ void lock() {
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void unlock() {
  __threadfence();
  atomicExch(&lock_word, 0);
}

// One thread of each block at a time has the account.
__global__ void pay(volatile int* account, volatile int* largest) {
  if (threadIdx.x != 0) return;
  lock();
  const int amount = static_cast<int>(blockIdx.x % 7) + 1;
  *account = *account + amount;
  if (amount > *largest) *largest = amount;
  unlock();
}

// In the order of their tickets.
__global__ void queue(volatile int* order, volatile int* count) {
  if (threadIdx.x != 0) return;
  const int own = atomicAdd(&tickets, 1);
  while (atomicAdd(&served, 0) != own) {
  }
  __threadfence();
  order[*count] = own;
  *count = *count + 1;
  __threadfence();
  atomicAdd(&served, 1);
}

struct Entry {
  int value, next;
};
__global__ void push(Entry* entries, int* head, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  entries[i].value = i * 3;
  int seen = *(volatile int*)head;
  for (;;) {
    entries[i].next = seen;
    __threadfence();
    const int before = atomicCAS(head, seen, i);
    if (before == seen) break;
    seen = before;
  }
}

int main() {
  const DeviceArray<int> account(2), order(40), count(1), head(std::vector<int>{-1});
  pay<<<50, 32>>>(account, account + 1);
  CHECK(cudaDeviceSynchronize());
  std::printf("account: %d, largest payment %d\n", account.host()[0], account.host()[1]);
  queue<<<40, 32>>>(order, count);
  CHECK(cudaDeviceSynchronize());
  const std::vector<int> found = order.host();
  std::printf("served: %d, in order: %d\n", count.host()[0], std::is_sorted(found.begin(), found.end()));
  const int n = 500;
  const DeviceArray<Entry> entries(n);
  push<<<(n + 63) / 64, 64>>>(entries, head, n);
  CHECK(cudaDeviceSynchronize());
  const std::vector<Entry> list = entries.host();
  int length = 0;
  long long sum = 0;
  for (int i = head.host()[0]; i >= 0; i = list[i].next, ++length) sum += list[i].value;
  std::printf("list: %d entries, sum %lld\n", length, sum);
}
