// The error table: wrong calls about streams, events, captures and graphs.
#include "errors.h"

__global__ void one(int* out) { *out = 1; }

void handles() {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr, other = nullptr, untimed = nullptr;
  float time = 0;
  row("cudaStreamCreate, null", cudaStreamCreate(nullptr));
  row("cudaStreamCreateWithFlags, wrong flags", cudaStreamCreateWithFlags(&stream, 77));
  row("cudaStreamDestroy, null", cudaStreamDestroy(nullptr));
  row("cudaEventCreate, null", cudaEventCreate(nullptr));
  row("cudaEventCreateWithFlags, wrong flags", cudaEventCreateWithFlags(&event, 0x100));
  row("cudaEventDestroy, null", cudaEventDestroy(nullptr));
  row("cudaEventRecord, null", cudaEventRecord(nullptr, nullptr));
  row("cudaEventQuery, null", cudaEventQuery(nullptr));
  row("cudaEventSynchronize, null", cudaEventSynchronize(nullptr));
  row("cudaStreamWaitEvent, null", cudaStreamWaitEvent(nullptr, nullptr, 0));
  row("cudaLaunchHostFunc, no function", cudaLaunchHostFunc(nullptr, nullptr, nullptr));
  row("cudaStreamAddCallback, no function", cudaStreamAddCallback(nullptr, nullptr, nullptr, 0));
  cudaEventCreate(&event);
  cudaEventCreate(&other);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  row("cudaEventQuery, never recorded", cudaEventQuery(event));
  row("cudaEventSynchronize, never recorded", cudaEventSynchronize(event));
  row("cudaStreamWaitEvent, never recorded", cudaStreamWaitEvent(nullptr, event, 0));
  row("cudaEventElapsedTime, never recorded", cudaEventElapsedTime(&time, event, other));
  cudaEventRecord(event);
  row("cudaEventElapsedTime, one recorded", cudaEventElapsedTime(&time, event, other));
  cudaEventRecord(other);
  cudaEventRecord(untimed);
  cudaDeviceSynchronize();
  row("cudaEventElapsedTime", cudaEventElapsedTime(&time, event, other));
  row("cudaEventElapsedTime, null", cudaEventElapsedTime(nullptr, event, other));
  row("cudaEventElapsedTime, without timing", cudaEventElapsedTime(&time, event, untimed));
  row("cudaStreamWaitEvent, wrong flags", cudaStreamWaitEvent(nullptr, event, 77));
  cudaEventDestroy(event);
  cudaEventDestroy(other);
  cudaEventDestroy(untimed);
}

// Ends a capture, whatever became of it.
void end(const char* name, cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  row(name, cudaStreamEndCapture(stream, &graph));
  if (graph != nullptr) cudaGraphDestroy(graph);
}

void captures(int* out) {
  const auto global = cudaStreamCaptureModeGlobal;
  cudaStream_t stream, other;
  cudaEvent_t event;
  cudaGraph_t graph = nullptr;
  void* p = nullptr;
  int host = 0;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEventCreate(&event);
  row("begin, legacy stream", cudaStreamBeginCapture(nullptr, global));
  row("begin, wrong mode", cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(77)));
  row("end, never begun", cudaStreamEndCapture(stream, &graph));
  row("begin", cudaStreamBeginCapture(stream, global));
  row("begin, twice", cudaStreamBeginCapture(stream, global));
  one<<<1, 1, 0, stream>>>(out);
  end("end", stream);

  cudaStreamBeginCapture(stream, global);
  row("capturing: cudaMalloc", cudaMalloc(&p, 4));
  end("then the end", stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  row("relaxed: cudaMalloc", cudaMalloc(&p, 4));
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  row("capturing: cudaStreamSynchronize", cudaStreamSynchronize(stream));
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  row("capturing: cudaStreamQuery", cudaStreamQuery(stream));
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  row("capturing: cudaDeviceSynchronize", cudaDeviceSynchronize());
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  row("capturing: cudaMemcpy", cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost));
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  one<<<1, 1>>>(out);
  row("capturing: a launch in the legacy stream", cudaPeekAtLastError());
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  row("capturing: cudaMemcpyAsync, too long", cudaMemcpyAsync(&host, out, 1 << 24, cudaMemcpyDeviceToHost, stream));
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  cudaEventRecord(event, stream);
  row("capturing: cudaEventSynchronize", cudaEventSynchronize(event));
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  cudaEventRecord(event, stream);
  row("capturing: cudaEventQuery", cudaEventQuery(event));
  end("then the end", stream);
  cudaStreamBeginCapture(stream, global);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(other, event, 0);
  one<<<1, 1, 0, other>>>(out);
  row("end of a stream that joined", cudaStreamEndCapture(other, &graph));
  end("then the end, not joined", stream);
  cudaGetLastError();
  cudaStreamBeginCapture(stream, global);
  cudaStreamBeginCapture(other, global);
  cudaEventRecord(event, stream);
  row("waiting for another capture", cudaStreamWaitEvent(other, event, 0));
  end("then the end of one", stream);
  end("then the end of the other", other);
  one<<<1, 1, 0, stream>>>(out);
  row("the stream still works", cudaStreamSynchronize(stream));
  cudaFree(p);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
}

void graphs(int* out) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaGraphNode_t first = nullptr, second = nullptr;
  row("cudaGraphCreate, null", cudaGraphCreate(nullptr, 0));
  row("cudaGraphCreate, wrong flags", cudaGraphCreate(&graph, 77));
  row("cudaGraphDestroy, null", cudaGraphDestroy(nullptr));
  row("cudaGraphInstantiate, null", cudaGraphInstantiate(&executable, nullptr, 0));
  row("cudaGraphLaunch, null", cudaGraphLaunch(nullptr, nullptr));
  row("cudaGraphExecDestroy, null", cudaGraphExecDestroy(nullptr));
  cudaGraphCreate(&graph, 0);
  row("an empty node without a graph", cudaGraphAddEmptyNode(&first, nullptr, nullptr, 0));
  cudaGraphAddEmptyNode(&first, graph, nullptr, 0);
  cudaGraphAddEmptyNode(&second, graph, &first, 1);
  row("a dependency twice", cudaGraphAddDependencies(graph, &first, &second, nullptr, 1));
  row("a cycle", cudaGraphAddDependencies(graph, &second, &first, nullptr, 1));
  row("then cudaGraphInstantiate", cudaGraphInstantiate(&executable, graph, 0));
  cudaKernelNodeParams kernel = {};
  void* arguments[] = {&out};
  kernel.func = (void*)one;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(2048);
  kernel.kernelParams = arguments;
  row("a kernel node of 2048 threads", cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel));
  kernel.blockDim = dim3(1);
  kernel.func = nullptr;
  row("a kernel node without a kernel", cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel));
  row("a copy node from null", cudaGraphAddMemcpyNode1D(&first, graph, nullptr, 0, out, nullptr, 4,
                                                        cudaMemcpyHostToDevice));
  cudaGraphDestroy(graph);
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  handles();
  captures(out);
  graphs(out);
  row("the device still works", cudaDeviceSynchronize());
  cudaFree(out);
}
