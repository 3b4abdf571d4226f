#include "kernels/runtime/runtime.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "kernels/machine_file/machine_file.h"
#include "kernels/runtime/host_findings.h"
#include "kernels/runtime/recorder.h"
#include "kernels/runtime/textures.h"

namespace lanescope::runtime {

// The H200's machine file, for where no files are beside the library.
extern const std::string_view default_machine;

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

CheckSet checks_from(const std::string& text) {
  if (text.empty() || text == "all") return CheckSet::all();
  CheckSet checks = CheckSet::none();
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    if (const auto kind = switchable_kind_named(text.substr(at, end - at))) checks.set(*kind, true);
    at = end + 1;
  }
  return checks;
}

// Where the machine files are: named by the environment, the user's, or beside this library.
std::vector<std::filesystem::path> machine_folders() {
  std::vector<std::filesystem::path> folders;
  if (const std::string named = environment("LANESCOPE_DEVICES"); !named.empty())
    folders.emplace_back(named);
  folders.push_back(machine::user_folder());
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&machine_folders), &info) != 0 &&
      info.dli_fname != nullptr) {
    std::error_code error;
    const auto library = std::filesystem::canonical(info.dli_fname, error);
    folders.push_back(library.parent_path() / "../../../share/lanescope/shipped/devices");
  }
  return folders;
}

}  // namespace

Runtime& Runtime::get() {
  static Runtime* runtime = new Runtime();
  return *runtime;
}

Runtime::Runtime() {
  settings.checks = checks_from(environment("LANESCOPE_CHECK"));
  settings.machine = environment("LANESCOPE_MACHINE");
  settings.max_instructions =
      std::strtoull(environment("LANESCOPE_MAX_INSTRUCTIONS").c_str(), nullptr, 10);
  settings.threads = std::atoi(environment("LANESCOPE_THREADS").c_str());
  settings.record = environment("LANESCOPE_RECORD");
  settings.leaks = !environment("LANESCOPE_LEAKS").empty();
  if (settings.leaks) memory.keep_callers();
  if (settings.checks.has(DiagnosticKind::uninitialised_read)) memory.know_unwritten();
  install_fault_handler();
  on_exit([](int code, void* runtime) { static_cast<Runtime*>(runtime)->at_exit(code); }, this);
}

void Runtime::at_exit(int code) {
  report_end(*this, printed_.size());
  if (recorder_ != nullptr) recorder_->finish(code, failed_calls);
}

const machine::Profile& Runtime::profile() {
  if (profile_ != nullptr) return *profile_;
  const std::string id =
      settings.machine.empty() ? std::string(machine::default_id) : settings.machine;
  for (const std::filesystem::path& folder : machine_folders()) {
    const std::filesystem::path path = folder / (id + ".toml");
    std::ifstream file(path);
    if (!file) continue;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    auto read = machine::read_profile(text, path.string());
    if (read) return *(profile_ = std::make_unique<machine::Profile>(*std::move(read)));
    say(read.error().formatted());
  }
  if (!settings.machine.empty()) say(fmt::format("there is no machine '{}'; H200 is used", id));
  auto read = machine::read_profile(default_machine, "h200.toml");
  profile_ = std::make_unique<machine::Profile>(*std::move(read));
  return *profile_;
}

Recorder* Runtime::recorder() {
  if (!has_recorder_) {
    has_recorder_ = true;
    if (!settings.record.empty()) recorder_ = Recorder::create(settings);
  }
  return recorder_.get();
}

void Runtime::show_printed() {
  if (printed_.empty()) return;
  std::fwrite(printed_.data(), 1, printed_.size(), stdout);
  printed_.clear();
}

void Runtime::say(std::string_view text) {
  std::fflush(stdout);
  fmt::print(stderr, "lanescope: {}\n", text);
}

void Runtime::say_once(const std::string& text) {
  static auto* said = new std::set<std::string>();
  if (said->insert(text).second) say(text);
}

void Runtime::reset() {
  show_printed();
  forget_textures();
  modules.forget_memory();
  memory.release_all();
  fault = cudaSuccess;
  fault_was_seen = false;
  fault_caller = nullptr;
  last_error() = cudaSuccess;
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

cudaError_t not_supported(const char* name) {
  return api(
      [&](Runtime& runtime) {
        runtime.say_once(
            fmt::format("{}() is not supported; it returns cudaErrorNotSupported", name));
        return cudaErrorNotSupported;
      },
      Needs::nothing);
}

}  // namespace lanescope::runtime

namespace lanescope::runtime {

int refuse(const char* name);  // refused.cpp
int refuse(const char* name) { return not_supported(name); }

}  // namespace lanescope::runtime
