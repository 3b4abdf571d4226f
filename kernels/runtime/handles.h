// The streams, events and graphs that exist. A handle that is in none of these is refused, not
// followed.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "kernels/runtime/streams.h"

namespace lanescope::runtime {

struct Handles {
  std::map<cudaStream_t, std::unique_ptr<CUstream_st>> streams;
  std::map<cudaEvent_t, std::unique_ptr<CUevent_st>> events;
  std::map<cudaGraph_t, std::shared_ptr<CUgraph_st>> graphs;
  std::map<cudaGraphExec_t, std::shared_ptr<CUgraph_st>> executables;
  CUstream_st per_thread;
  unsigned long long next_id = 3;  // after the legacy and the per-thread stream
  unsigned long long next_capture = 1;
  unsigned long long next_executable = 0;
};
[[nodiscard]] Handles& handles();

CUgraphNode_st* add_node(CUgraph_st& graph, Work work, std::vector<CUgraphNode_st*> after);

}  // namespace lanescope::runtime
