// malloc, free, new and __nv_aligned_device_malloc as they come: each case has its own launches, in
// which threads allocate by chance, keep pointers in an array from one launch to the next, and look
// whether all bytes are what they wrote. Where an allocation lies, and how many fit, is a GPU's own
// affair and is not printed.
#include "common.h"

constexpr int threads = 64, blocks = 2, slots = 6;

struct Slot {
  unsigned char* bytes;
  unsigned size;
  unsigned seed;
};

// The numbers of a thread: two launches of one case differ.
struct Chance {
  unsigned state;
  __device__ explicit Chance(unsigned seed) : state(seed * 2654435761u + 12345u) {}
  __device__ unsigned next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
  __device__ unsigned below(unsigned limit) { return next() % limit; }
};

struct Counts {
  int allocated, refused, freed, misaligned, damaged, not_cleared;
  unsigned long long bytes;
  unsigned sum;  // of what was read
};

__device__ unsigned char byte_of(unsigned seed, unsigned i) { return (seed + i * 131u) >> 3; }

__device__ unsigned size_by(Chance& chance) {
  switch (chance.below(8)) {
    case 0:
      return 0;
    case 1:
    case 2:
    case 3:
      return 1 + chance.below(40);
    case 4:
    case 5:
      return 1 + chance.below(600);
    case 6:
      return 4 * (1 + chance.below(400));
    default:
      return 1 + chance.below(9000);
  }
}

// One step of a thread: it frees a slot that is taken and fills one that is empty.
__global__ void step(Slot* all, Counts* all_counts, unsigned seed, int launch) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  Chance chance(seed * 7919u + launch * 131071u + thread);
  Counts& counts = all_counts[thread];
  for (int k = 0; k < 3; ++k) {
    Slot& slot = all[thread * slots + chance.below(slots)];
    if (slot.bytes != nullptr) {
      unsigned wrong = 0;
      for (unsigned i = 0; i < slot.size; ++i) {
        wrong += slot.bytes[i] != byte_of(slot.seed, i);
        counts.sum += slot.bytes[i];
      }
      counts.damaged += wrong != 0;
      free(slot.bytes);
      slot.bytes = nullptr;
      ++counts.freed;
      continue;
    }
    const unsigned size = size_by(chance);
    unsigned alignment = 16;
    void* got = nullptr;
    if (chance.below(4) == 0) {
      alignment = 16u << chance.below(5);
      got = __nv_aligned_device_malloc(size, alignment);
    } else {
      got = malloc(size);
    }
    if (got == nullptr) {
      ++counts.refused;
      continue;
    }
    ++counts.allocated;
    counts.misaligned += reinterpret_cast<unsigned long long>(got) % alignment != 0;
    counts.bytes += size;
    slot.bytes = static_cast<unsigned char*>(got);
    slot.size = size;
    slot.seed = chance.next();
    for (unsigned i = 0; i < size; ++i) slot.bytes[i] = byte_of(slot.seed, i);
  }
}

// Another thread than the one that allocated looks at a slot and frees it; the rest are objects of
// `new`.
__global__ void hand_on(Slot* all, Counts* all_counts, unsigned seed) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
  Counts& counts = all_counts[thread];
  Slot& slot = all[(count - 1 - thread) * slots];
  if (slot.bytes != nullptr) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < slot.size; ++i) wrong += slot.bytes[i] != byte_of(slot.seed, i);
    counts.damaged += wrong != 0;
    free(slot.bytes);
    slot.bytes = nullptr;
    ++counts.freed;
  }
  Chance chance(seed + thread);
  const int n = 1 + chance.below(300);
  int* cleared = new int[n]();
  long long* pair = new long long[2];
  for (int i = 0; i < n; ++i) counts.not_cleared += cleared[i] != 0;
  pair[0] = n;
  pair[1] = thread;
  cleared[n - 1] = static_cast<int>(pair[0] + pair[1]);
  counts.sum += cleared[n - 1];
  delete[] cleared;
  delete[] pair;
  free(nullptr);
}

__global__ void free_all(Slot* all) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < slots; ++i) free(all[thread * slots + i].bytes);
}

// A compiler may leave out an allocation that nobody uses, and take it for one that succeeded.
__device__ void* volatile kept;
__device__ void* allocate(size_t bytes) {
  kept = malloc(bytes);
  return kept;
}

// More than the heap has; and more than its other half, while one half is taken.
__global__ void ask_for_too_much(size_t heap, int* answers) {
  answers[0] = allocate(heap + 1) == nullptr;
  answers[1] = allocate(heap * 64) == nullptr;
  for (int round = 0; round < 2; ++round) {  // what was refused took nothing
    void* half = allocate(heap / 2);
    answers[2 + round] = half != nullptr && allocate(heap / 2 + heap / 4) == nullptr;
    free(half);
  }
}

// Allocates until there is nothing left, frees all of it, and does it again.
__global__ void exhaust(size_t heap, size_t each, int* answers) {
  for (int round = 0; round < 2; ++round) {
    void** chain = nullptr;
    size_t count = 0;
    while (void** next = static_cast<void**>(malloc(each))) {
      *next = chain;
      chain = next;
      ++count;
    }
    answers[round * 2] = count * each <= heap;
    answers[round * 2 + 1] = count * each > heap / 4;
    while (chain != nullptr) {
      void** next = static_cast<void**>(*chain);
      free(chain);
      chain = next;
    }
  }
}

// Whether so many allocations fit: the heap has the size that was asked for.
__global__ void count(size_t each, int wanted, int* answer) {
  int got = 0;
  while (got < wanted && allocate(each) != nullptr) ++got;
  *answer = got;
}

void set_limit(std::size_t bytes) {
  const char* status = cudaGetErrorName(cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes));
  std::size_t limit = 0;
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  cudaGetLastError();
  std::printf("set %zu: %s, now %zu\n", bytes, status, limit);
}

// The limit is rounded, and settled by the first kernel that allocates, until the device is reset.
void show_limits() {
  set_limit(64 << 20);
  CHECK(cudaDeviceReset());
  for (const std::size_t bytes : {0, 1000, 5 << 20, (8 << 20) + 1, 32 << 20}) set_limit(bytes);
  for (int round = 0; round < 2; ++round) {
    {
      const DeviceArray<int> answer(1);
      count<<<1, 1>>>(1 << 20, round == 0 ? 20 : 5, answer);
      std::printf("allocations of 1 MiB: %d\n", answer.host()[0]);
    }
    set_limit(16 << 20);
    CHECK(cudaDeviceReset());
  }
  set_limit(16 << 20);
}

int main() {
  const std::size_t heap = 8 << 20;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, heap));
  std::size_t limit = 0;
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  std::printf("heap %zu\n", limit);
  const int count = threads * blocks;
  for (unsigned seed = 1; seed <= 16; ++seed) {
    const DeviceArray<Slot> all(count * slots);
    const DeviceArray<Counts> all_counts(count);
    for (int launch = 0; launch < 6; ++launch) {
      step<<<blocks, threads>>>(all, all_counts, seed, launch);
      if (launch % 2 == 1) hand_on<<<blocks, threads>>>(all, all_counts, seed);
    }
    CHECK(cudaDeviceSynchronize());
    Counts sum{};
    for (const Counts& each : all_counts.host()) {
      sum.allocated += each.allocated;
      sum.refused += each.refused;
      sum.freed += each.freed;
      sum.misaligned += each.misaligned;
      sum.damaged += each.damaged;
      sum.not_cleared += each.not_cleared;
      sum.bytes += each.bytes;
      sum.sum = sum.sum * 31 + each.sum;
    }
    std::printf("case %u: allocated %d refused %d freed %d bytes %llu", seed, sum.allocated,
                sum.refused, sum.freed, sum.bytes);
    std::printf(" misaligned %d damaged %d not cleared %d sum %u\n", sum.misaligned, sum.damaged,
                sum.not_cleared, sum.sum);
    int left = 0;
    for (const Slot& each : all.host()) left += each.bytes != nullptr;
    std::printf("  left %d\n", left);
    free_all<<<blocks, threads>>>(all);
    CHECK(cudaDeviceSynchronize());
  }
  {
    const DeviceArray<int> answers(4);
    ask_for_too_much<<<1, 1>>>(heap, answers);
    CHECK(cudaDeviceSynchronize());
    std::printf("too much:");
    for (const int each : answers.host()) std::printf(" %d", each);
    for (const std::size_t each : {4096, 65536, 1000000}) {
      exhaust<<<1, 1>>>(heap, each, answers);
      CHECK(cudaDeviceSynchronize());
      std::printf("\nall of it by %zu bytes:", each);
      for (const int answer : answers.host()) std::printf(" %d", answer);
    }
    std::printf("\n");
  }
  show_limits();
}
