// CUDA 11 and 12: their libraries have calls that CUDA 13's has not, and calls of the same name
// with other parameters. Where those changed, the functions of CUDA 13 are here under the name with
// which late versions of CUDA 12 call them, and earlier_cuda.cpp has the plain names.
#pragma once

#include "kernels/runtime/include/cuda_runtime.h"

namespace lanescope::runtime {

// 11, 12 or 13: of which version of CUDA this library is. In tests 13.
[[nodiscard]] int cuda_version();

// As CUDA 13 has them, and in the layouts of CUDA 12 (1,032 bytes) and of CUDA 11 (728 bytes).
cudaError_t current_properties(cudaDeviceProp* properties, int device);
cudaError_t properties_of_12(void* properties, int device);
cudaError_t properties_of_11(void* properties, int device);

}  // namespace lanescope::runtime

extern "C" {
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                        unsigned long long* id, cudaGraph_t* graph,
                                        const cudaGraphNode_t** after,
                                        const cudaGraphEdgeData** edges, size_t* count);
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        size_t count);
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to,
                                           const cudaGraphEdgeData* edges, size_t count);
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* after,
                                            cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                              cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* after, const cudaGraphEdgeData* edges,
                                size_t count, cudaGraphNodeParams* params);
cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t bytes, cudaMemLocation location,
                                    unsigned flags, cudaStream_t stream);
cudaError_t cudaMemAdvise_v2(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                             cudaMemLocation location);
}
