// Graphs: made by hand or by capture (streams.cpp), and their executables.
#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "kernels/runtime/earlier_cuda.h"
#include "kernels/runtime/handles.h"
#include "kernels/runtime/runtime.h"
#include "kernels/runtime/streams.h"
#include "sim/exec/run/launch.h"

namespace lanescope::runtime {

CUgraphNode_st* add_node(CUgraph_st& graph, Work work, std::vector<CUgraphNode_st*> after) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->graph = &graph;
  node->work = std::move(work);
  node->after = std::move(after);
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

}  // namespace lanescope::runtime

using namespace lanescope::runtime;

std::vector<CUgraphNode_st*> CUgraph_st::in_order() const {
  std::vector<CUgraphNode_st*> ordered;
  std::set<const CUgraphNode_st*> done;
  while (ordered.size() < nodes.size()) {
    const std::size_t before = ordered.size();
    for (const auto& node : nodes) {
      if (done.contains(node.get())) continue;
      const bool is_ready =
          std::ranges::all_of(node->after, [&](auto* each) { return done.contains(each); });
      if (!is_ready) continue;
      done.insert(node.get());
      ordered.push_back(node.get());
    }
    if (ordered.size() == before) return {};
  }
  return ordered;
}

std::shared_ptr<CUgraph_st> CUgraph_st::copy() const {
  auto made = std::make_shared<CUgraph_st>();
  std::map<const CUgraphNode_st*, CUgraphNode_st*> copies;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Work work = nodes[i]->work;
    if (auto* child = std::get_if<ChildWork>(&work)) child->graph = child->graph->copy();
    CUgraphNode_st* node = add_node(*made, std::move(work), {});
    node->is_enabled = nodes[i]->is_enabled;
    node->copied_from = i;
    copies[nodes[i].get()] = node;
  }
  for (const auto& node : nodes) {
    for (const CUgraphNode_st* each : node->after)
      copies[node.get()]->after.push_back(copies[each]);
  }
  return made;
}

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return api([&](Runtime&) {
    if (graph == nullptr || flags != 0) return cudaErrorInvalidValue;
    auto made = std::make_shared<CUgraph_st>();
    *graph = made.get();
    handles().graphs[*graph] = std::move(made);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api([&](Runtime&) {
    return handles().graphs.erase(graph) != 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return api([&](Runtime&) {
    const auto found = handles().graphs.find(graph);
    if (clone == nullptr || found == handles().graphs.end()) return cudaErrorInvalidValue;
    auto made = found->second->copy();
    *clone = made.get();
    handles().graphs[*clone] = std::move(made);
    return cudaSuccess;
  });
}

static cudaError_t add_to_graph(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* after, size_t count, Work work) {
  const auto found = handles().graphs.find(graph);
  if (node == nullptr || found == handles().graphs.end() || (count != 0 && after == nullptr))
    return cudaErrorInvalidValue;
  *node = add_node(*found->second, std::move(work), {after, after + count});
  return cudaSuccess;
}

static cudaError_t kernel_work(const cudaKernelNodeParams* params, KernelWork& work) {
  if (params == nullptr) return cudaErrorInvalidValue;
  Kernel* kernel = Runtime::get().modules.kernel(params->func);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  const auto dimensions = [](const dim3& from) {
    return lanescope::exec::Dim3{from.x, from.y, from.z};
  };
  if (!lanescope::launch::check_limits({dimensions(params->gridDim), dimensions(params->blockDim)})
           .ok())
    return cudaErrorInvalidValue;
  work.kernel = kernel;
  work.grid = params->gridDim;
  work.block = params->blockDim;
  work.shared_bytes = params->sharedMemBytes;
  work.arguments.clear();
  for (std::size_t i = 0; i < kernel->entry->params.size(); ++i) {
    if (params->kernelParams == nullptr) return cudaErrorInvalidValue;
    const auto* bytes = static_cast<const std::byte*>(params->kernelParams[i]);
    work.arguments.emplace_back(bytes, bytes + kernel->entry->params[i].bytes);
  }
  return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* params) {
  return api([&](Runtime&) {
    KernelWork work;
    const cudaError_t error = kernel_work(params, work);
    if (error != cudaSuccess) return error;
    const cudaError_t added = add_to_graph(node, graph, after, count, std::move(work));
    if (added == cudaSuccess) (*node)->kernel_params = *params;
    return added;
  });
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* params) {
  return api([&](Runtime&) {
    if (params == nullptr) return cudaErrorInvalidValue;
    const cudaError_t error = copy_3d(*params, true);
    return error != cudaSuccess ? error
                                : add_to_graph(node, graph, after, count, CopyWork{*params});
  });
}
static cudaMemcpy3DParms linear_copy(void* to, const void* from, size_t bytes,
                                     cudaMemcpyKind kind) {
  cudaMemcpy3DParms how = {};
  how.dstPtr = {to, bytes, bytes, 1};
  how.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
  how.extent = {bytes, 1, 1};
  how.kind = kind;
  return how;
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t bytes, cudaMemcpyKind kind) {
  const cudaMemcpy3DParms how = linear_copy(to, from, bytes, kind);
  return cudaGraphAddMemcpyNode(node, graph, after, count, &how);
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* after, size_t count,
                                           const void* symbol, const void* from, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
  return api([&](Runtime& runtime) {
    const Variable* variable = runtime.modules.variable(symbol);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    void* to = reinterpret_cast<void*>(variable->address + offset);
    return add_to_graph(node, graph, after, count, CopyWork{linear_copy(to, from, bytes, kind)});
  });
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* after, size_t count, void* to,
                                             const void* symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  return api([&](Runtime& runtime) {
    const Variable* variable = runtime.modules.variable(symbol);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    const void* from = reinterpret_cast<const void*>(variable->address + offset);
    return add_to_graph(node, graph, after, count, CopyWork{linear_copy(to, from, bytes, kind)});
  });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* params) {
  return api([&](Runtime&) {
    if (params == nullptr) return cudaErrorInvalidValue;
    return add_to_graph(node, graph, after, count, MemsetWork{*params});
  });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* params) {
  return api([&](Runtime&) {
    if (params == nullptr || params->fn == nullptr) return cudaErrorInvalidValue;
    return add_to_graph(node, graph, after, count, HostWork{*params});
  });
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  return api([&](Runtime&) {
    const auto found = handles().graphs.find(child);
    if (found == handles().graphs.end()) return cudaErrorInvalidValue;
    return add_to_graph(node, graph, after, count, ChildWork{found->second->copy()});
  });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count) {
  return api([&](Runtime&) { return add_to_graph(node, graph, after, count, EmptyWork{}); });
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count,
                                        cudaEvent_t event) {
  return api([&](Runtime&) { return add_to_graph(node, graph, after, count, RecordWork{event}); });
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* after, size_t count,
                                      cudaEvent_t event) {
  return api([&](Runtime&) { return add_to_graph(node, graph, after, count, WaitWork{event}); });
}
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count,
                                     cudaMemAllocNodeParams* params) {
  return api([&](Runtime& runtime) {
    if (params == nullptr) return cudaErrorInvalidValue;
    Allocation* made =
        runtime.memory.allocate(params->bytesize, MemoryKind::device, "cudaGraphAddMemAllocNode");
    if (made == nullptr) return cudaErrorMemoryAllocation;
    params->dptr = reinterpret_cast<void*>(made->address);
    return add_to_graph(node, graph, after, count, AllocateWork{*params});
  });
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* after, size_t count, void* pointer) {
  return api([&](Runtime&) { return add_to_graph(node, graph, after, count, FreeWork{pointer}); });
}
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                size_t count, cudaGraphNodeParams* params) {
  if (params == nullptr) return cudaErrorInvalidValue;
  switch (params->type) {
    case cudaGraphNodeTypeKernel: {
      cudaKernelNodeParams kernel;
      static_assert(sizeof kernel == sizeof params->kernel);
      std::memcpy(static_cast<void*>(&kernel), &params->kernel, sizeof kernel);
      return cudaGraphAddKernelNode(node, graph, after, count, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, after, count, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      cudaMemsetParams memset;
      std::memcpy(&memset, &params->memset, sizeof memset);
      return cudaGraphAddMemsetNode(node, graph, after, count, &memset);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host{params->host.fn, params->host.userData};
      return cudaGraphAddHostNode(node, graph, after, count, &host);
    }
    case cudaGraphNodeTypeGraph:
      return cudaGraphAddChildGraphNode(node, graph, after, count, params->graph.graph);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, after, count, params->eventRecord.event);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, after, count, params->eventWait.event);
    default:
      return not_supported("cudaGraphAddNode, this type of node,");
  }
}
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                        size_t count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      if (std::ranges::find(to[i]->after, from[i]) != to[i]->after.end())
        return cudaErrorInvalidValue;
      to[i]->after.push_back(from[i]);
    }
    return cudaSuccess;
  });
}
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                           size_t count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) std::erase(to[i]->after, from[i]);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return api([&](Runtime&) {
    if (node == nullptr) return cudaErrorInvalidValue;
    CUgraph_st& graph = *node->graph;
    for (const auto& other : graph.nodes) std::erase(other->after, node);
    std::erase_if(graph.nodes, [&](const auto& each) { return each.get() == node; });
    return cudaSuccess;
  });
}

}  // extern "C"

template <class Nodes>
static cudaError_t give_nodes(const Nodes& found, cudaGraphNode_t* nodes, size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (nodes != nullptr) {
    for (size_t i = 0; i < *count; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
    *count = std::min(*count, found.size());
  } else {
    *count = found.size();
  }
  return cudaSuccess;
}

extern "C" {

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> all;
    for (const auto& node : graph->nodes) all.push_back(node.get());
    return give_nodes(all, nodes, count);
  });
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> roots;
    for (const auto& node : graph->nodes) {
      if (node->after.empty()) roots.push_back(node.get());
    }
    return give_nodes(roots, nodes, count);
  });
}
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* edges, size_t* count) {
  return api([&](Runtime&) {
    if (!handles().graphs.contains(graph)) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> firsts, seconds;
    for (const auto& node : graph->nodes) {
      for (CUgraphNode_st* each : node->after) {
        firsts.push_back(each);
        seconds.push_back(node.get());
      }
    }
    if (edges != nullptr) std::memset(edges, 0, *count * sizeof *edges);
    size_t again = count != nullptr ? *count : 0;
    const cudaError_t error = give_nodes(firsts, from, count);
    return error != cudaSuccess ? error : give_nodes(seconds, to, &again);
  });
}
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* after,
                                            cudaGraphEdgeData*, size_t* count) {
  return api([&](Runtime&) {
    if (node == nullptr) return cudaErrorInvalidValue;
    return give_nodes(node->after, after, count);
  });
}
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                              cudaGraphEdgeData*, size_t* count) {
  return api([&](Runtime&) {
    if (node == nullptr) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> later;
    for (const auto& other : node->graph->nodes) {
      if (std::ranges::find(other->after, node) != other->after.end()) later.push_back(other.get());
    }
    return give_nodes(later, nodes, count);
  });
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return api([&](Runtime&) {
    if (node == nullptr || type == nullptr) return cudaErrorInvalidValue;
    // In the order of Work.
    constexpr cudaGraphNodeType types[] = {
        cudaGraphNodeTypeEmpty,       cudaGraphNodeTypeKernel,    cudaGraphNodeTypeMemcpy,
        cudaGraphNodeTypeMemset,      cudaGraphNodeTypeHost,      cudaGraphNodeTypeHost,
        cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeGraph,
        cudaGraphNodeTypeMemAlloc,    cudaGraphNodeTypeMemFree};
    static_assert(std::size(types) == std::variant_size_v<Work>);
    *type = types[node->work.index()];
    return cudaSuccess;
  });
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params) {
  return api([&](Runtime&) {
    auto* work = node != nullptr ? std::get_if<KernelWork>(&node->work) : nullptr;
    if (work == nullptr || params == nullptr) return cudaErrorInvalidValue;
    node->argument_pointers.clear();
    for (auto& bytes : work->arguments) node->argument_pointers.push_back(bytes.data());
    *params = node->kernel_params;
    if (params->func == nullptr) params->func = work->kernel;
    params->gridDim = work->grid;
    params->blockDim = work->block;
    params->sharedMemBytes = static_cast<unsigned>(work->shared_bytes);
    params->kernelParams = node->argument_pointers.data();
    params->extra = nullptr;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
  return api([&](Runtime&) {
    auto* work = node != nullptr ? std::get_if<KernelWork>(&node->work) : nullptr;
    if (work == nullptr) return cudaErrorInvalidValue;
    node->kernel_params = *params;
    return kernel_work(params, *work);
  });
}

// The node of the executable graph that was made of this one.
static CUgraphNode_st* node_of(cudaGraphExec_t executable, cudaGraphNode_t node) {
  const auto found = handles().executables.find(executable);
  if (found == handles().executables.end() || node == nullptr) return nullptr;
  const auto& originals = node->graph->nodes;
  for (std::size_t i = 0; i < originals.size(); ++i) {
    if (originals[i].get() != node) continue;
    for (const auto& copy : found->second->nodes) {
      if (copy->copied_from == i) return copy.get();
    }
  }
  return nullptr;
}
}  // extern "C"

template <class Kind, class Change>
static cudaError_t change_node(cudaGraphExec_t executable, cudaGraphNode_t node, Change change) {
  return api([&](Runtime&) {
    CUgraphNode_st* copy = node_of(executable, node);
    Kind* work = copy != nullptr ? std::get_if<Kind>(&copy->work) : nullptr;
    return work != nullptr ? change(*work) : cudaErrorInvalidValue;
  });
}

extern "C" {

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
  return change_node<KernelWork>(executable, node,
                                 [&](KernelWork& work) { return kernel_work(params, work); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* params) {
  return change_node<CopyWork>(executable, node, [&](CopyWork& work) {
    work.how = *params;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               void* to, const void* from, size_t bytes,
                                               cudaMemcpyKind kind) {
  const cudaMemcpy3DParms how = linear_copy(to, from, bytes, kind);
  return cudaGraphExecMemcpyNodeSetParams(executable, node, &how);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* params) {
  return change_node<MemsetWork>(executable, node, [&](MemsetWork& work) {
    work.how = *params;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params) {
  return change_node<HostWork>(executable, node, [&](HostWork& work) {
    work.how = *params;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned is_enabled) {
  return api([&](Runtime&) {
    CUgraphNode_st* copy = node_of(executable, node);
    if (copy == nullptr) return cudaErrorInvalidValue;
    copy->is_enabled = is_enabled != 0;
    return cudaSuccess;
  });
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned* is_enabled) {
  return api([&](Runtime&) {
    const CUgraphNode_st* copy = node_of(executable, node);
    if (copy == nullptr) return cudaErrorInvalidValue;
    *is_enabled = copy->is_enabled ? 1 : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long /*flags*/) {
  return api([&](Runtime&) {
    const auto found = handles().graphs.find(graph);
    if (executable == nullptr || found == handles().graphs.end()) return cudaErrorInvalidValue;
    if (!graph->nodes.empty() && graph->in_order().empty()) return cudaErrorInvalidValue;
    auto made = found->second->copy();
    // No pointer: cudaGraphExecUpdate() replaces the object.
    *executable = reinterpret_cast<cudaGraphExec_t>(16 * ++handles().next_executable);
    handles().executables[*executable] = std::move(made);
    return cudaSuccess;
  });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params) {
  const cudaError_t error = cudaGraphInstantiate(executable, graph, params->flags);
  params->errNode_out = nullptr;
  params->result_out =
      error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return error;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  return api([&](Runtime&) {
    const auto found = handles().executables.find(executable);
    const auto source = handles().graphs.find(graph);
    if (found == handles().executables.end() || source == handles().graphs.end())
      return cudaErrorInvalidValue;
    const auto& before = found->second->nodes;
    const auto& after = source->second->nodes;
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    if (before.size() != after.size()) result = cudaGraphExecUpdateErrorTopologyChanged;
    for (std::size_t i = 0; result == cudaGraphExecUpdateSuccess && i < before.size(); ++i) {
      if (before[i]->work.index() != after[i]->work.index())
        result = cudaGraphExecUpdateErrorNodeTypeChanged;
      else if (before[i]->after.size() != after[i]->after.size())
        result = cudaGraphExecUpdateErrorTopologyChanged;
    }
    // In CUDA 11 a node is received there, and the result behind it.
    if (info != nullptr && cuda_version() != 11) *info = {result, nullptr, nullptr};
    if (result != cudaGraphExecUpdateSuccess) return cudaErrorGraphExecUpdateFailure;
    found->second = source->second->copy();
    return cudaSuccess;
  });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return api([&](Runtime&) {
    return handles().executables.erase(executable) != 0 ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t, unsigned long long* flags) {
  *flags = 0;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t) {
  return api([&](Runtime&) {
    return handles().executables.contains(executable) ? cudaSuccess : cudaErrorInvalidValue;
  });
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return api([&](Runtime&) {
    const auto found = handles().executables.find(executable);
    if (found == handles().executables.end()) return cudaErrorInvalidValue;
    return submit(stream, ChildWork{found->second});
  });
}

}  // extern "C"
