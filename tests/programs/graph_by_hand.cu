// A graph made node by node: memset, two kernels, a copy, a host function, a child graph; then its
// parameters are changed and a node is switched off.
#include "common.h"

__global__ void add(int* values, int n, int amount) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += amount;
}

__global__ void scale(int* values, int n, int factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= factor;
}

void note(void* data) { *static_cast<int*>(data) += 100; }

int main() {
  int n = 200, amount = 3, factor = 7, notes = 0;
  const DeviceArray<int> array(n);
  int* values = array;
  std::vector<int> found(n);
  cudaGraph_t graph = nullptr, child = nullptr;
  CHECK(cudaGraphCreate(&graph, 0));

  cudaGraphNode_t set, adds, scales, copies, calls, nested;
  cudaMemsetParams fill = {};
  fill.dst = values;
  fill.elementSize = 4;
  fill.value = 10;
  fill.width = n;
  fill.height = 1;
  CHECK(cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &fill));
  void* of_add[] = {&values, &n, &amount};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)add;
  kernel.gridDim = dim3(4);
  kernel.blockDim = dim3(64);
  kernel.kernelParams = of_add;
  CHECK(cudaGraphAddKernelNode(&adds, graph, &set, 1, &kernel));
  void* of_scale[] = {&values, &n, &factor};
  cudaKernelNodeParams second = kernel;
  second.func = (void*)scale;
  second.kernelParams = of_scale;
  CHECK(cudaGraphAddKernelNode(&scales, graph, nullptr, 0, &second));
  CHECK(cudaGraphAddDependencies(graph, &adds, &scales, nullptr, 1));

  // The child adds twice.
  cudaGraphNode_t first_of_child, second_of_child;
  CHECK(cudaGraphCreate(&child, 0));
  CHECK(cudaGraphAddKernelNode(&first_of_child, child, nullptr, 0, &kernel));
  CHECK(cudaGraphAddKernelNode(&second_of_child, child, &first_of_child, 1, &kernel));
  CHECK(cudaGraphAddChildGraphNode(&nested, graph, &scales, 1, child));
  CHECK(cudaGraphAddMemcpyNode1D(&copies, graph, &nested, 1, found.data(), values, n * sizeof(int),
                                 cudaMemcpyDeviceToHost));
  cudaHostNodeParams host = {note, &notes};
  CHECK(cudaGraphAddHostNode(&calls, graph, &copies, 1, &host));

  std::size_t count = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &count));
  cudaGraphNodeType kind;
  CHECK(cudaGraphNodeGetType(nested, &kind));
  std::printf("%zu nodes, the child's kind %d\n", count, static_cast<int>(kind));
  CHECK(cudaGraphNodeGetDependencies(scales, nullptr, nullptr, &count));
  std::printf("scale depends on %zu\n", count);

  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  const auto run = [&](const char* name) {
    CHECK(cudaGraphLaunch(executable, nullptr));
    CHECK(cudaStreamSynchronize(nullptr));
    std::printf("%s: %d %d, notes %d\n", name, found[0], found[n - 1], notes);
  };
  run("as made");
  run("again");
  amount = 1000;  // parameters were copied when the node was added
  run("same");
  CHECK(cudaGraphExecKernelNodeSetParams(executable, adds, &kernel));
  run("one thousand");
  fill.value = 0;
  CHECK(cudaGraphExecMemsetNodeSetParams(executable, set, &fill));
  run("from zero");
  CHECK(cudaGraphNodeSetEnabled(executable, scales, 0));
  run("not scaled");
  CHECK(cudaGraphNodeSetEnabled(executable, scales, 1));
  run("scaled");
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(child));
  CHECK(cudaGraphDestroy(graph));
}
