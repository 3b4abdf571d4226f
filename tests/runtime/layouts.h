// The sizes of the API's structures and the offsets of some members, once by our headers, once by
// the Toolkit's: included after either.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

struct Layout {
  std::string what;
  std::size_t bytes = 0;
};

std::vector<Layout> our_layouts();
std::vector<Layout> toolkit_layouts();  // empty: its headers are not here

#define LAYOUTS                                                                               \
  {                                                                                           \
    SIZE(cudaDeviceProp), SIZE(cudaMemcpy3DParms), SIZE(cudaMemcpy3DPeerParms),               \
        SIZE(cudaPointerAttributes), SIZE(cudaFuncAttributes), SIZE(cudaResourceDesc),        \
        SIZE(cudaTextureDesc), SIZE(cudaResourceViewDesc), SIZE(cudaLaunchConfig_t),          \
        SIZE(cudaLaunchAttribute), SIZE(cudaKernelNodeParams), SIZE(cudaMemsetParams),        \
        SIZE(cudaHostNodeParams), SIZE(cudaMemAllocNodeParams), SIZE(cudaGraphNodeParams),    \
        SIZE(cudaMemPoolProps), SIZE(cudaGraphInstantiateParams),                             \
        SIZE(cudaGraphExecUpdateResultInfo), SIZE(dim3), SIZE(float3), SIZE(float4),          \
        SIZE(double4), SIZE(long2), SIZE(char4), AT(cudaDeviceProp, totalGlobalMem),          \
        AT(cudaDeviceProp, multiProcessorCount), AT(cudaDeviceProp, maxTexture3D),            \
        AT(cudaDeviceProp, memoryBusWidth), AT(cudaDeviceProp, sharedMemPerBlockOptin),       \
        AT(cudaDeviceProp, clusterLaunch), AT(cudaFuncAttributes, maxDynamicSharedSizeBytes), \
        AT(cudaMemcpy3DParms, kind), AT(cudaTextureDesc, normalizedCoords),                   \
        AT(cudaLaunchAttribute, val), AT(cudaGraphNodeParams, kernel)                         \
  }
#define SIZE(type) \
  { #type, sizeof(type) }
#define AT(type, member) \
  { #type "::" #member, offsetof(type, member) }
