// Streams, events, and graphs by capture and by hand.
#include <vector>

#include <gtest/gtest.h>

#include "kernels/runtime/runtime.h"
#include "tests/runtime/ptx_program.h"

namespace lanescope::tests {
namespace {

class Graphs : public testing::Test {
 protected:
  Graphs() {
    runtime::Runtime::get().reset();
    cudaStreamCreate(&stream_);
    const unsigned zero = 0;
    cudaMemcpyToSymbol(sample_.count, &zero, sizeof zero);
  }
  ~Graphs() override { cudaStreamDestroy(stream_); }
  unsigned count() {
    unsigned value = 0;
    EXPECT_EQ(cudaMemcpyFromSymbol(&value, sample_.count, sizeof value), cudaSuccess);
    return value;
  }
  void tick() {
    EXPECT_EQ(cudaLaunchKernel(&sample_.tick, dim3(1), dim3(1), nullptr, 0, stream_), cudaSuccess);
  }
  Sample& sample_ = Sample::get();
  cudaStream_t stream_ = nullptr;
};

TEST_F(Graphs, what_is_captured_runs_only_when_the_graph_is_launched) {
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  tick();
  tick();
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  EXPECT_EQ(count(), 0U);
  size_t nodes = 0;
  ASSERT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 2U);
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(count(), 6U);
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(Graphs, nodes_run_after_those_they_depend_on) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 4), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  int first = 1, seen = 0;
  cudaGraphNode_t read = nullptr, write = nullptr;
  ASSERT_EQ(
      cudaGraphAddMemcpyNode1D(&read, graph, nullptr, 0, &seen, memory, 4, cudaMemcpyDeviceToHost),
      cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&write, graph, nullptr, 0, memory, &first, 4,
                                     cudaMemcpyHostToDevice),
            cudaSuccess);
  ASSERT_EQ(cudaGraphAddDependencies(graph, &write, &read, nullptr, 1), cudaSuccess);
  cudaGraphExec_t executable = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(executable, stream_), cudaSuccess);
  EXPECT_EQ(seen, 1);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

TEST_F(Graphs, a_call_that_waits_ends_the_capture) {
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  tick();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(stream_, &graph), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(graph, nullptr);
}

TEST_F(Graphs, an_event_joins_a_second_stream_to_the_capture) {
  cudaStream_t second = nullptr;
  cudaEvent_t fork = nullptr, join = nullptr;
  cudaStreamCreate(&second);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  ASSERT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaSuccess);
  tick();
  ASSERT_EQ(cudaEventRecord(fork, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(second, fork, 0), cudaSuccess);
  ASSERT_EQ(cudaLaunchKernel(&sample_.tick, dim3(1), dim3(1), nullptr, 0, second), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(join, second), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(stream_, join, 0), cudaSuccess);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream_, &graph), cudaSuccess);
  size_t edges = 0;
  ASSERT_EQ(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges), cudaSuccess);
  EXPECT_EQ(edges, 1U);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(second);
}

TEST_F(Graphs, events_measure_the_emulator_s_own_time) {
  cudaEvent_t from = nullptr, to = nullptr;
  ASSERT_EQ(cudaEventCreate(&from), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&to), cudaSuccess);
  float milliseconds = -1;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, from, to), cudaErrorInvalidResourceHandle);
  ASSERT_EQ(cudaEventRecord(from, stream_), cudaSuccess);
  tick();
  ASSERT_EQ(cudaEventRecord(to, stream_), cudaSuccess);
  ASSERT_EQ(cudaEventElapsedTime(&milliseconds, from, to), cudaSuccess);
  EXPECT_GT(milliseconds, 0);
}

}  // namespace
}  // namespace lanescope::tests
