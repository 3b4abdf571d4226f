// What the programs of this folder share: a check of each call, arrays on the device, numbers that
// are the same in every run.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Ends the program with exit code 9 if a call of the runtime fails.
#define CHECK(call)                                                     \
  do {                                                                  \
    const cudaError_t status = (call);                                  \
    if (status != cudaSuccess) {                                        \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorName(status)); \
      std::exit(9);                                                     \
    }                                                                   \
  } while (false)

// An array on the device, freed with its owner.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    CHECK(cudaMalloc((void**)&data_, size * sizeof(T)));
    CHECK(cudaMemset(data_, 0, size * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& host) : size_(host.size()) {
    CHECK(cudaMalloc((void**)&data_, size_ * sizeof(T)));
    set(host);
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  operator T*() const { return data_; }
  std::size_t size() const { return size_; }
  void set(const std::vector<T>& host) {
    CHECK(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> host() const {
    std::vector<T> copy(size_);
    CHECK(cudaMemcpy(copy.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return copy;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// A linear congruential generator (Knuth, MMIX): its upper 32 bits.
class Random {
 public:
  explicit Random(std::uint64_t seed = 1) : state_(seed) {}
  std::uint32_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>(state_ >> 32);
  }
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint32_t>(limit)); }

 private:
  std::uint64_t state_;
};

// FNV-1a of the bytes of an array.
template <class T>
unsigned checksum(const std::vector<T>& values) {
  unsigned hash = 2166136261U;
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 16777619U;
  return hash;
}
