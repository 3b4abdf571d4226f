#include "kernels/runtime/host_findings.h"

#include <dlfcn.h>
#include <execinfo.h>

#include <array>
#include <cstdlib>
#include <map>
#include <string_view>

#include "kernels/runtime/faults.h"
#include "kernels/runtime/recorder.h"
#include "kernels/runtime/runtime.h"

namespace lanescope::runtime {
namespace {

std::string_view library_of(const void* code) {
  Dl_info info;
  return dladdr(code, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

// The program's instruction that called the API. Calls are deep in templates here, so the stack is
// asked, which only mistakes cost.
const void* calling_code() {
  std::array<void*, 64> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  const std::string_view ours = library_of(reinterpret_cast<const void*>(&calling_code));
  for (int i = 0; i < count; ++i) {
    const void* frame = frames[static_cast<std::size_t>(i)];
    const std::string_view library = library_of(frame);
    // libcuda.so.1, which stands between, is beside this library.
    if (library != ours && library.find("/libcuda.so") == library.npos)
      return static_cast<const char*>(frame) - 1;  // a return address is that of what follows
  }
  return nullptr;
}

}  // namespace

SourcePlace place_of_code(const void* code) {
  if (code == nullptr) return {};
  static auto* known = new std::map<const void*, SourcePlace>();
  const auto found = known->find(code);
  if (found != known->end()) return found->second;
  SourcePlace& result = (*known)[code];
  const std::string text = place_in_program(code);
  const std::size_t open = text.rfind('(');
  const std::string place =
      open == std::string::npos ? text : text.substr(open + 1, text.size() - open - 2);
  const std::size_t colon = place.rfind(':');
  if (colon != std::string::npos)
    result = {place.substr(0, colon), std::atoi(place.c_str() + colon + 1), 0};
  return result;
}

void report_host_error(DiagnosticKind kind, const std::string& message, const void* code) {
  if (code == nullptr) code = calling_code();
  Diagnostic finding;
  finding.kind = kind;
  finding.message = message;
  finding.place = place_of_code(code);
  if (Recorder* recorder = Runtime::get().recorder(); recorder != nullptr) {
    recorder->add_finding(finding);
  } else {
    Runtime::say(finding.text());
  }
}

}  // namespace lanescope::runtime
