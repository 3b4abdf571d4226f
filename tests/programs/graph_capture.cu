// A graph by capture: a stream forks into two and joins again, with copies, kernels and a host
// function; launched many times, updated with new parameters, cloned, and counted.
#include "common.h"

__global__ void add(int* values, int n, int amount) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += amount;
}

__global__ void join(const int* a, const int* b, int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += a[i] * b[i];
}

void count(void* data) { ++*static_cast<int*>(data); }

int main() {
  const int n = 256;
  int *a, *b, *sum, *host, calls = 0;
  CHECK(cudaMalloc(&a, n * sizeof(int)));
  CHECK(cudaMalloc(&b, n * sizeof(int)));
  CHECK(cudaMalloc(&sum, n * sizeof(int)));
  CHECK(cudaMallocHost(&host, n * sizeof(int)));
  CHECK(cudaMemset(sum, 0, n * sizeof(int)));
  for (int i = 0; i < n; ++i) host[i] = i;
  cudaStream_t one, two;
  cudaEvent_t fork, joined;
  CHECK(cudaStreamCreate(&one));
  CHECK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));

  const auto capture = [&](int amount) {
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemcpyAsync(a, host, n * sizeof(int), cudaMemcpyHostToDevice, one));
    CHECK(cudaEventRecord(fork, one));
    CHECK(cudaStreamWaitEvent(two, fork, 0));
    CHECK(cudaMemsetAsync(b, 0, n * sizeof(int), two));
    add<<<2, 128, 0, two>>>(b, n, amount);
    CHECK(cudaEventRecord(joined, two));
    add<<<2, 128, 0, one>>>(a, n, 1);
    CHECK(cudaStreamWaitEvent(one, joined, 0));
    join<<<2, 128, 0, one>>>(a, b, sum, n);
    CHECK(cudaLaunchHostFunc(one, count, &calls));
    CHECK(cudaStreamEndCapture(one, &graph));
    return graph;
  };
  const auto show = [&](const char* name) {
    std::vector<int> found(n);
    CHECK(cudaStreamSynchronize(one));
    CHECK(cudaMemcpy(found.data(), sum, n * sizeof(int), cudaMemcpyDeviceToHost));
    std::printf("%s: %d %d, %d calls\n", name, found[0], found[n - 1], calls);
  };
  cudaGraph_t graph = capture(2);
  std::size_t nodes = 0, roots = 0, edges = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  std::printf("%zu nodes, %zu roots, %zu edges\n", nodes, roots, edges);
  show("captured, not run");
  cudaGraphExec_t executable = nullptr;
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 10; ++i) CHECK(cudaGraphLaunch(executable, one));
  show("ten times");
  cudaGraph_t changed = capture(5);
  cudaGraphExecUpdateResultInfo info = {};
  CHECK(cudaGraphExecUpdate(executable, changed, &info));
  std::printf("update: %d\n", info.result == cudaGraphExecUpdateSuccess);
  CHECK(cudaGraphLaunch(executable, one));
  show("with fives");
  cudaGraph_t clone = nullptr;
  cudaGraphExec_t of_clone = nullptr;
  CHECK(cudaGraphClone(&clone, graph));
  CHECK(cudaGraphInstantiate(&of_clone, clone, 0));
  CHECK(cudaGraphLaunch(of_clone, one));
  show("the clone");
  CHECK(cudaGraphExecDestroy(of_clone));
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(clone));
  CHECK(cudaGraphDestroy(changed));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(fork));
  CHECK(cudaEventDestroy(joined));
  CHECK(cudaStreamDestroy(one));
  CHECK(cudaStreamDestroy(two));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(sum));
  CHECK(cudaFreeHost(host));
}
