#include "kernels/device/cuda_counters.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <fmt/format.h>

#include "kernels/device/cuda_check.h"

namespace lanescope::device {
namespace {

using Kind = JobFailure::Kind;

constexpr const char* locked_message =
    "only administrators can read the GPU's performance counters on this machine "
    "(ERR_NVGPUCTRPERM); times work without them. To open them to everybody, an administrator adds "
    "the line `options nvidia NVreg_RestrictProfilingToAdminUsers=0` to a file in /etc/modprobe.d "
    "and restarts the machine (https://developer.nvidia.com/ERR_NVGPUCTRPERM)";

// CUPTI's functions, looked up in the library. Each struct contains its size, so that a library of
// another release knows which fields it has.
struct Cupti {
  decltype(&::cuptiGetResultString) result_string = nullptr;
  decltype(&::cuptiProfilerInitialize) initialize = nullptr;
  decltype(&::cuptiDeviceGetChipName) chip_name = nullptr;
  decltype(&::cuptiProfilerGetCounterAvailability) counter_availability = nullptr;
  decltype(&::cuptiProfilerHostInitialize) host_initialize = nullptr;
  decltype(&::cuptiProfilerHostDeinitialize) host_deinitialize = nullptr;
  decltype(&::cuptiProfilerHostConfigAddMetrics) add_metrics = nullptr;
  decltype(&::cuptiProfilerHostGetConfigImageSize) config_size = nullptr;
  decltype(&::cuptiProfilerHostGetConfigImage) config = nullptr;
  decltype(&::cuptiProfilerHostEvaluateToGpuValues) evaluate = nullptr;
  decltype(&::cuptiRangeProfilerEnable) enable = nullptr;
  decltype(&::cuptiRangeProfilerDisable) disable = nullptr;
  decltype(&::cuptiRangeProfilerGetCounterDataSize) data_size = nullptr;
  decltype(&::cuptiRangeProfilerCounterDataImageInitialize) data_initialize = nullptr;
  decltype(&::cuptiRangeProfilerSetConfig) set_config = nullptr;
  decltype(&::cuptiRangeProfilerStart) start = nullptr;
  decltype(&::cuptiRangeProfilerStop) stop = nullptr;
  decltype(&::cuptiRangeProfilerPushRange) push_range = nullptr;
  decltype(&::cuptiRangeProfilerPopRange) pop_range = nullptr;
  decltype(&::cuptiRangeProfilerDecodeData) decode = nullptr;

  Cupti() {
    open();
    find(result_string, "cuptiGetResultString");
    find(initialize, "cuptiProfilerInitialize");
    find(chip_name, "cuptiDeviceGetChipName");
    find(counter_availability, "cuptiProfilerGetCounterAvailability");
    find(host_initialize, "cuptiProfilerHostInitialize");
    find(host_deinitialize, "cuptiProfilerHostDeinitialize");
    find(add_metrics, "cuptiProfilerHostConfigAddMetrics");
    find(config_size, "cuptiProfilerHostGetConfigImageSize");
    find(config, "cuptiProfilerHostGetConfigImage");
    find(evaluate, "cuptiProfilerHostEvaluateToGpuValues");
    find(enable, "cuptiRangeProfilerEnable");
    find(disable, "cuptiRangeProfilerDisable");
    find(data_size, "cuptiRangeProfilerGetCounterDataSize");
    find(data_initialize, "cuptiRangeProfilerCounterDataImageInitialize");
    find(set_config, "cuptiRangeProfilerSetConfig");
    find(start, "cuptiRangeProfilerStart");
    find(stop, "cuptiRangeProfilerStop");
    find(push_range, "cuptiRangeProfilerPushRange");
    find(pop_range, "cuptiRangeProfilerPopRange");
    find(decode, "cuptiRangeProfilerDecodeData");
  }

  void check(CUptiResult result, std::string_view what) const {
    if (result == CUPTI_SUCCESS) return;
    if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ||
        result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES) {
      throw CudaFailure{{Kind::counters_locked, locked_message}};
    }
    const char* name = "unknown error";
    result_string(result, &name);
    throw CudaFailure{
        {Kind::counters_missing,
         fmt::format("the GPU's counters can't be read; times work without them: {}: {}", what,
                     name)}};
  }

 private:
  void open() {
    std::vector<std::string> names{LANESCOPE_CUPTI_LIBRARY, "libcupti.so.13", "libcupti.so.12",
                                   "libcupti.so", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"};
    if (const char* forced = std::getenv("LANESCOPE_CUPTI"); forced != nullptr && *forced != '\0')
      names = {forced};
    for (const std::string& name : names) {
      library_ = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (library_ != nullptr) return;
    }
    throw CudaFailure{
        {Kind::counters_missing,
         fmt::format("reading the GPU's counters needs the CUPTI library of the CUDA Toolkit, and "
                     "it was not found ({}); times work without it",
                     ::dlerror())}};
  }

  template <class Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(library_, name));
    if (function != nullptr) return;
    throw CudaFailure{{Kind::counters_missing,
                       fmt::format("the CUPTI library has no {}: reading counters needs that of "
                                   "CUDA 12.6 or later; times work without it",
                                   name)}};
  }

  void* library_ = nullptr;
};

const Cupti& cupti() {
  static const Cupti found;
  return found;
}

// A Params struct with its size set and all else zero, as every call requires.
template <class Params>
Params params(std::size_t size) {
  Params value{};
  value.structSize = size;
  return value;
}
#define LANESCOPE_PARAMS(type) params<type>(type##_STRUCT_SIZE)

}  // namespace

struct CudaCounters::Session {
  CUcontext context = nullptr;
  std::string chip;
  std::vector<std::uint8_t> availability, config, data;
  CUpti_Profiler_Host_Object* host = nullptr;
  CUpti_RangeProfiler_Object* profiler = nullptr;
  std::vector<std::string> metrics;  // those that the GPU has

  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    if (profiler != nullptr) {
      auto disable = LANESCOPE_PARAMS(CUpti_RangeProfiler_Disable_Params);
      disable.pRangeProfilerObject = profiler;
      cupti().disable(&disable);
    }
    if (host != nullptr) {
      auto deinitialize = LANESCOPE_PARAMS(CUpti_Profiler_Host_Deinitialize_Params);
      deinitialize.pHostObject = host;
      cupti().host_deinitialize(&deinitialize);
    }
  }

  void find_chip() {
    auto initialize = LANESCOPE_PARAMS(CUpti_Profiler_Initialize_Params);
    cupti().check(cupti().initialize(&initialize), "starting the profiler");
    int device = 0;
    check(cudaGetDevice(&device), "asking which GPU is in use");
    auto name = LANESCOPE_PARAMS(CUpti_Device_GetChipName_Params);
    name.deviceIndex = static_cast<std::size_t>(device);
    cupti().check(cupti().chip_name(&name), "asking which chip the GPU has");
    chip = name.pChipName;
  }

  void enable() {
    auto available = LANESCOPE_PARAMS(CUpti_Profiler_GetCounterAvailability_Params);
    available.ctx = context;
    cupti().check(cupti().counter_availability(&available), "asking which counters there are");
    availability.resize(available.counterAvailabilityImageSize);
    available.pCounterAvailabilityImage = availability.data();
    cupti().check(cupti().counter_availability(&available), "asking which counters there are");
    auto start = LANESCOPE_PARAMS(CUpti_RangeProfiler_Enable_Params);
    start.ctx = context;
    cupti().check(cupti().enable(&start), "opening the counters");
    profiler = start.pRangeProfilerObject;
  }

  void start_host() {
    auto initialize = LANESCOPE_PARAMS(CUpti_Profiler_Host_Initialize_Params);
    initialize.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    initialize.pChipName = chip.c_str();
    initialize.pCounterAvailabilityImage = availability.data();
    cupti().check(cupti().host_initialize(&initialize), "reading the chip's list of counters");
    host = initialize.pHostObject;
  }

  void end_host() {
    auto deinitialize = LANESCOPE_PARAMS(CUpti_Profiler_Host_Deinitialize_Params);
    deinitialize.pHostObject = host;
    cupti().host_deinitialize(&deinitialize);
    host = nullptr;
  }

  bool add(const std::vector<const char*>& names) {
    auto request = LANESCOPE_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params);
    request.pHostObject = host;
    std::vector<const char*> list = names;
    request.ppMetricNames = list.data();
    request.numMetrics = list.size();
    return cupti().add_metrics(&request) == CUPTI_SUCCESS;
  }

  // Chips have different metrics. Tries each by itself, then configures those that work together.
  void choose_metrics(const std::vector<std::string>& wanted) {
    for (const std::string& metric : wanted) {
      start_host();
      if (add({metric.c_str()})) metrics.push_back(metric);
      end_host();
    }
    if (metrics.empty()) {
      throw CudaFailure{
          {Kind::counters_missing,
           fmt::format("the GPU ({}) has none of the counters that are read here", chip)}};
    }
    start_host();
    std::vector<const char*> names = metric_names();
    auto request = LANESCOPE_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params);
    request.pHostObject = host;
    request.ppMetricNames = names.data();
    request.numMetrics = names.size();
    cupti().check(cupti().add_metrics(&request), "choosing the counters");
  }

  [[nodiscard]] std::vector<const char*> metric_names() const {
    std::vector<const char*> names;
    for (const std::string& metric : metrics) names.push_back(metric.c_str());
    return names;
  }

  void make_images() {
    auto size = LANESCOPE_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params);
    size.pHostObject = host;
    cupti().check(cupti().config_size(&size), "planning the passes");
    config.resize(size.configImageSize);
    auto image = LANESCOPE_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params);
    image.pHostObject = host;
    image.configImageSize = config.size();
    image.pConfigImage = config.data();
    cupti().check(cupti().config(&image), "planning the passes");

    std::vector<const char*> names = metric_names();
    auto data_size = LANESCOPE_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params);
    data_size.pRangeProfilerObject = profiler;
    data_size.pMetricNames = names.data();
    data_size.numMetrics = names.size();
    data_size.maxNumOfRanges = 1;
    data_size.maxNumRangeTreeNodes = 1;
    cupti().check(cupti().data_size(&data_size), "allocating memory for the counts");
    data.resize(data_size.counterDataSize);
    auto initialize = LANESCOPE_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
    initialize.pRangeProfilerObject = profiler;
    initialize.counterDataSize = data.size();
    initialize.pCounterData = data.data();
    cupti().check(cupti().data_initialize(&initialize), "allocating memory for the counts");
  }

  void set_config() {
    auto set = LANESCOPE_PARAMS(CUpti_RangeProfiler_SetConfig_Params);
    set.pRangeProfilerObject = profiler;
    set.configSize = config.size();
    set.pConfig = config.data();
    set.counterDataImageSize = data.size();
    set.pCounterDataImage = data.data();
    set.range = CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = 1;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    set.targetNestingLevel = 1;
    cupti().check(cupti().set_config(&set), "setting the counters");
  }

  // Runs one pass. Returns true if it was the last.
  bool pass(const std::function<void()>& launch) {
    auto start = LANESCOPE_PARAMS(CUpti_RangeProfiler_Start_Params);
    start.pRangeProfilerObject = profiler;
    cupti().check(cupti().start(&start), "starting the counters");
    auto push = LANESCOPE_PARAMS(CUpti_RangeProfiler_PushRange_Params);
    push.pRangeProfilerObject = profiler;
    push.pRangeName = "launch";
    cupti().check(cupti().push_range(&push), "starting the counters");
    launch();
    auto pop = LANESCOPE_PARAMS(CUpti_RangeProfiler_PopRange_Params);
    pop.pRangeProfilerObject = profiler;
    cupti().check(cupti().pop_range(&pop), "stopping the counters");
    check(cudaDeviceSynchronize(), "the kernel failed on the GPU");
    auto stop = LANESCOPE_PARAMS(CUpti_RangeProfiler_Stop_Params);
    stop.pRangeProfilerObject = profiler;
    cupti().check(cupti().stop(&stop), "stopping the counters");
    return stop.isAllPassSubmitted != 0;
  }

  std::map<std::string, double> values() {
    auto decode = LANESCOPE_PARAMS(CUpti_RangeProfiler_DecodeData_Params);
    decode.pRangeProfilerObject = profiler;
    cupti().check(cupti().decode(&decode), "reading the counters");
    std::vector<const char*> names = metric_names();
    std::vector<double> numbers(names.size());
    auto evaluate = LANESCOPE_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params);
    evaluate.pHostObject = host;
    evaluate.pCounterDataImage = data.data();
    evaluate.counterDataImageSize = data.size();
    evaluate.rangeIndex = 0;
    evaluate.ppMetricNames = names.data();
    evaluate.numMetrics = names.size();
    evaluate.pMetricValues = numbers.data();
    cupti().check(cupti().evaluate(&evaluate), "reading the counters");
    std::map<std::string, double> result;
    for (std::size_t i = 0; i < metrics.size(); ++i) result[metrics[i]] = numbers[i];
    return result;
  }
};

CudaCounters::CudaCounters(const std::vector<std::string>& metrics)
    : session_(std::make_unique<Session>()) {
  decltype(&::cuCtxGetCurrent) get_current = nullptr;
  find_in_driver(get_current, "cuCtxGetCurrent");
  check(static_cast<cudaError_t>(get_current(&session_->context)), "asking for the context");
  session_->find_chip();
  session_->enable();
  session_->choose_metrics(metrics);
  session_->make_images();
}

CudaCounters::~CudaCounters() = default;

std::map<std::string, double> CudaCounters::read(const std::function<void()>& prepare,
                                                 const std::function<void()>& launch) {
  session_->set_config();
  bool is_last = false;
  while (!is_last) {
    prepare();
    check(cudaDeviceSynchronize(), "preparing the arrays");
    is_last = session_->pass(launch);
  }
  return session_->values();
}

}  // namespace lanescope::device
