// Our occupancy against NVIDIA's own header, if the CUDA Toolkit is installed.
#include <random>

#include <gtest/gtest.h>

#include "kernels/machine_file/machine_file.h"
#include "sim/machine/occupancy.h"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define HAVE_CUDA_OCCUPANCY 1
#endif

namespace lanescope::machine {
namespace {

#ifdef HAVE_CUDA_OCCUPANCY

cudaOccDeviceProp properties_of(const Profile& profile) {
  const auto count = [&](Figure figure) {
    return static_cast<int>(profile.count(figure).value_or(0));
  };
  cudaOccDeviceProp all;
  all.computeMajor = profile.major;
  all.computeMinor = profile.minor;
  all.maxThreadsPerBlock = count(Figure::threads_per_block);
  all.maxThreadsPerMultiprocessor = count(Figure::threads_per_sm);
  all.regsPerBlock = count(Figure::registers_per_block);
  all.regsPerMultiprocessor = count(Figure::registers_per_sm);
  all.warpSize = count(Figure::warp_size);
  all.sharedMemPerBlock = static_cast<std::size_t>(count(Figure::shared_per_block));
  all.sharedMemPerMultiprocessor = static_cast<std::size_t>(count(Figure::shared_per_sm));
  all.numSms = count(Figure::multiprocessors);
  all.sharedMemPerBlockOptin = static_cast<std::size_t>(count(Figure::shared_per_block_optin));
  all.reservedSharedMemPerBlock = static_cast<std::size_t>(count(Figure::shared_reserved));
  return all;
}

TEST(NvidiaOccupancy, agrees_on_random_kernels_for_every_machine_that_its_header_knows) {
  std::mt19937_64 random(5);
  int machines = 0;
  for (const Entry& entry : catalogue()) {
    ASSERT_TRUE(entry.profile);
    const Profile& profile = **entry.profile;
    if (profile.major < 3) continue;
    ++machines;
    const cudaOccDeviceProp properties = properties_of(profile);
    const std::size_t max_shared =
        std::max(properties.sharedMemPerBlock, properties.sharedMemPerBlockOptin);
    for (int i = 0; i < 3'000; ++i) {
      KernelNeeds kernel;
      kernel.threads_per_block = 1 + static_cast<std::uint32_t>(random() % 1024);
      kernel.registers = 1 + static_cast<std::uint32_t>(random() % 255);
      if (random() % 3 != 0) kernel.shared_bytes = random() % (max_shared + 1);
      if (random() % 3 == 0) kernel.shared_bytes %= 16'384;
      cudaOccFuncAttributes attributes;
      attributes.maxThreadsPerBlock = 1024;
      attributes.numRegs = static_cast<int>(*kernel.registers);
      attributes.sharedSizeBytes = 0;
      attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
      attributes.maxDynamicSharedSizeBytes = kernel.shared_bytes;
      attributes.numBlockBarriers = 1;
      const cudaOccDeviceState state;
      cudaOccResult theirs{};
      ASSERT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &properties, &attributes, &state,
                                                        static_cast<int>(kernel.threads_per_block),
                                                        kernel.shared_bytes),
                CUDA_OCC_SUCCESS);
      const auto ours = occupancy(kernel, profile);
      ASSERT_TRUE(ours);
      const auto blocks = static_cast<std::uint64_t>(theirs.activeBlocksPerMultiprocessor);
      ASSERT_EQ(ours->blocks, blocks)
          << entry.id << ": " << kernel.threads_per_block << " threads, " << *kernel.registers
          << " registers, " << kernel.shared_bytes << " bytes of shared memory; theirs: registers "
          << theirs.blockLimitRegs << " shared " << theirs.blockLimitSharedMem << " warps "
          << theirs.blockLimitWarps << " barriers " << theirs.blockLimitBarriers;
      ASSERT_EQ(ours->is_limited_by(Resource::registers),
                (theirs.limitingFactors & OCC_LIMIT_REGISTERS) != 0);
      ASSERT_EQ(ours->is_limited_by(Resource::warps),
                (theirs.limitingFactors & OCC_LIMIT_WARPS) != 0);
      ASSERT_EQ(ours->is_limited_by(Resource::blocks),
                (theirs.limitingFactors & OCC_LIMIT_BLOCKS) != 0);
    }
  }
  EXPECT_GE(machines, 9);
}

#else

TEST(NvidiaOccupancy, agrees_on_random_kernels_for_every_machine_that_its_header_knows) {
  GTEST_SKIP() << "cuda_occupancy.h is not installed";
}

#endif

}  // namespace
}  // namespace lanescope::machine
