#include "kernels/compile/nvrtc.h"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "kernels/compile/flags.h"
#include "kernels/compile/kernel_text.h"
#include "kernels/compile/log.h"
#include "kernels/compile/prelude_choice.h"

#ifdef LANESCOPE_HAVE_NVRTC
#include <nvrtc.h>
#endif

namespace lanescope::compile {

#ifdef LANESCOPE_HAVE_NVRTC

namespace {

constexpr std::string_view usual_standard = "--std=c++17";
constexpr std::chrono::seconds deadline{30};

const PreludeChoice& nvrtc_prelude_choice() {
  static const PreludeChoice choice({{"common", prelude::common}, {"stdlib", prelude::stdlib}});
  return choice;
}

// Whether the kernel includes a Toolkit header that defines int64_t and related types; the prelude
// defines them differently.
bool define_integers(const Headers& headers) {
  constexpr std::string_view names[] = {"/cuda/std/cstdint", "/cuda_awbarrier_helpers.h",
                                        "/cuda_pipeline_helpers.h"};
  return std::any_of(headers.found.begin(), headers.found.end(), [&](const Header& each) {
    return std::any_of(std::begin(names), std::end(names), [&](std::string_view name) {
      return std::string_view(each.path.native()).ends_with(name);
    });
  });
}

// Looks up one function of the library by name.
template <typename Function>
bool find_symbol(void* handle, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(::dlsym(handle, name));
  return function != nullptr;
}

}  // namespace

struct Nvrtc::Library {
  void* handle = nullptr;
  decltype(&nvrtcVersion) version = nullptr;
  decltype(&nvrtcGetErrorString) error_string = nullptr;
  decltype(&nvrtcCreateProgram) create_program = nullptr;
  decltype(&nvrtcDestroyProgram) destroy_program = nullptr;
  decltype(&nvrtcCompileProgram) compile_program = nullptr;
  decltype(&nvrtcGetPTXSize) ptx_size = nullptr;
  decltype(&nvrtcGetPTX) ptx = nullptr;
  decltype(&nvrtcGetProgramLogSize) log_size = nullptr;
  decltype(&nvrtcGetProgramLog) log = nullptr;
  // Missing from some releases.
  decltype(&nvrtcGetCUBINSize) cubin_size = nullptr;
  decltype(&nvrtcGetCUBIN) cubin = nullptr;
  nvrtcResult (*supported_architecture_count)(int*) = nullptr;
  nvrtcResult (*supported_architectures)(int*) = nullptr;
  nvrtcResult (*set_flow_callback)(nvrtcProgram, int (*)(void*, void*), void*) = nullptr;

  std::vector<std::string> options;
  std::vector<std::filesystem::path> include_folders;

  // Returns `why_not`; empty if all required functions were found.
  std::string open();
  // The folders of the Toolkit's headers, if the library belongs to a Toolkit: CUDA's own and those
  // of its C++ library. They serve #includes that the prelude does not cover.
  [[nodiscard]] std::vector<std::filesystem::path> toolkit_headers() const;
  [[nodiscard]] std::vector<int> known_architectures() const;  // ascending; empty: unknown
  [[nodiscard]] int architecture() const;
};

std::string Nvrtc::Library::open() {
  std::vector<std::string> names{LANESCOPE_NVRTC_LIBRARY, "libnvrtc.so", "libnvrtc.so.13",
                                 "libnvrtc.so.12"};
  if (const char* forced = std::getenv("LANESCOPE_NVRTC"); forced != nullptr && *forced != '\0') {
    if (std::string_view(forced) == "off") return "switched off by LANESCOPE_NVRTC=off";
    names = {forced};
  }
  std::string why_not;
  for (const std::string& name : names) {
    handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle != nullptr) break;
    why_not = ::dlerror();
  }
  if (handle == nullptr) return "the NVRTC library could not be opened: " + why_not;

  const bool complete = find_symbol(handle, "nvrtcVersion", version) &&
                        find_symbol(handle, "nvrtcGetErrorString", error_string) &&
                        find_symbol(handle, "nvrtcCreateProgram", create_program) &&
                        find_symbol(handle, "nvrtcDestroyProgram", destroy_program) &&
                        find_symbol(handle, "nvrtcCompileProgram", compile_program) &&
                        find_symbol(handle, "nvrtcGetPTXSize", ptx_size) &&
                        find_symbol(handle, "nvrtcGetPTX", ptx) &&
                        find_symbol(handle, "nvrtcGetProgramLogSize", log_size) &&
                        find_symbol(handle, "nvrtcGetProgramLog", log);
  if (!complete) return "the NVRTC library lacks functions that are needed";
  find_symbol(handle, "nvrtcGetCUBINSize", cubin_size);
  find_symbol(handle, "nvrtcGetCUBIN", cubin);
  find_symbol(handle, "nvrtcGetNumSupportedArchs", supported_architecture_count);
  find_symbol(handle, "nvrtcGetSupportedArchs", supported_architectures);
  find_symbol(handle, "nvrtcSetFlowCallback", set_flow_callback);

  // Functions without __host__ or __device__ are device code: there is no host code here.
  options = {"-lineinfo", std::string(usual_standard), "--device-int128",
             "--device-as-default-execution-space"};
  include_folders = toolkit_headers();
  for (const auto& folder : include_folders) options.push_back("--include-path=" + folder.string());
  return {};
}

std::vector<std::filesystem::path> Nvrtc::Library::toolkit_headers() const {
  Dl_info where{};
  if (::dladdr(reinterpret_cast<const void*>(version), &where) == 0) return {};
  std::error_code ignored;
  const std::filesystem::path folder =
      std::filesystem::canonical(where.dli_fname, ignored).parent_path();
  std::vector<std::filesystem::path> found;
  for (const char* relative : {"../include", "../../cuda_runtime/include"}) {
    const std::filesystem::path include = (folder / relative).lexically_normal();
    if (!std::filesystem::exists(include / "cuda_fp16.h", ignored)) continue;
    found.push_back(include);
    if (std::filesystem::exists(include / "cccl", ignored)) found.push_back(include / "cccl");
    break;
  }
  return found;
}

std::vector<int> Nvrtc::Library::known_architectures() const {
  int count = 0;
  if (supported_architecture_count == nullptr || supported_architectures == nullptr ||
      supported_architecture_count(&count) != NVRTC_SUCCESS || count <= 0) {
    return {};
  }
  std::vector<int> all(static_cast<std::size_t>(count));
  if (supported_architectures(all.data()) != NVRTC_SUCCESS) return {};
  std::sort(all.begin(), all.end());
  return all;
}

// The lowest supported architecture that is at least the preferred one.
int Nvrtc::Library::architecture() const {
  const std::vector<int> all = known_architectures();
  if (all.empty()) return preferred_architecture;
  const auto found = std::lower_bound(all.begin(), all.end(), preferred_architecture);
  return found == all.end() ? all.back() : *found;
}

Nvrtc::Nvrtc() : library_(std::make_unique<Library>()) {
  availability_ = {Compiler::nvrtc, false, {}, library_->open()};
  if (!availability_.why_not.empty()) return;
  int major = 0, minor = 0;
  if (library_->version(&major, &minor) != NVRTC_SUCCESS) {
    availability_.why_not = "the NVRTC library does not report its version";
    return;
  }
  availability_.usable = true;
  availability_.version = fmt::format("{}.{}", major, minor);
  fingerprint_ = fmt::format("nvrtc {} {} {}", availability_.version, library_->architecture(),
                             fmt::join(library_->options, " "));
}

// The library stays open: it has threads and caches that do not survive dlclose().
Nvrtc::~Nvrtc() = default;

namespace {

// Tells the compiler's progress callback whether to go on.
struct Patience {
  std::stop_token stop;
  std::chrono::steady_clock::time_point end;
  [[nodiscard]] bool over() const {
    return stop.stop_requested() || std::chrono::steady_clock::now() > end;
  }
};

Failure cancelled_or_late(const std::stop_token& stop) {
  if (stop.stop_requested()) return {Failure::Kind::cancelled, "compiling was cancelled", {}};
  return {Failure::Kind::rejected, "NVRTC took longer than 30 s and was stopped", {}};
}

// Headers that NVRTC is handed as texts, by each name that an #include may have for them: those of
// Source::header_texts, and those that begin with a byte-order mark, without it. NVRTC refuses it
// in those that it reads itself; nvcc and clang do not.
struct HeaderTexts {
  HeaderTexts(const Source& source, const Headers& headers) {
    const std::filesystem::path folder = absolute_folder(source);
    for (const auto& [path, text] : source.header_texts)
      add(path, without_known_headers(text, Compiler::nvrtc), headers, folder);
    for (const Header& header : headers.found) {
      if (!source.header_texts.empty()) break;  // they are all there, without the mark
      std::ifstream file(header.path, std::ios::binary);
      std::string start(byte_order_mark.size(), '\0');
      if (!file.read(start.data(), static_cast<std::streamsize>(start.size())) ||
          start != byte_order_mark) {
        continue;
      }
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      add(std::filesystem::absolute(header.path).lexically_normal(), text, headers, folder);
    }
    finish();
  }
  HeaderTexts(const HeaderTexts&) = delete;
  HeaderTexts& operator=(const HeaderTexts&) = delete;
  [[nodiscard]] int count() const { return static_cast<int>(names.size()); }
  // The header that NVRTC calls so in a message, or the name itself.
  [[nodiscard]] std::string path_of(const std::string& name) const {
    const auto found = paths.find(name);
    return found == paths.end() ? name : found->second;
  }

  std::vector<const char*> names;
  std::vector<const char*> texts;
  std::map<std::string, std::string> paths;  // by name

 private:
  // By its path; as an #include in the kernel may name it; and by the last parts of its path, as an
  // #include in another header may. The names only if no other header can be meant.
  void add(const std::filesystem::path& path, const std::string& text, const Headers& headers,
           const std::filesystem::path& folder) {
    all_.emplace(path.string(), text);
    paths.emplace(path.string(), path.string());
    std::vector<std::filesystem::path> possible{path.lexically_relative(folder.lexically_normal())};
    std::filesystem::path last;
    for (auto part = path.end(); part != path.begin() && possible.size() < 5;) {
      --part;
      last = last.empty() ? *part : *part / last;
      possible.push_back(last);
    }
    for (const auto& name : possible) {
      const auto may_mean = [&](const Header& each) {
        return each.path.native().ends_with("/" + name.native());
      };
      if (std::ranges::count_if(headers.found, may_mean) > 1) continue;
      all_.emplace(name.string(), text);
      paths.emplace(name.string(), path.string());
    }
  }
  void finish() {
    for (const auto& [name, text] : all_) {
      names.push_back(name.c_str());
      texts.push_back(text.c_str());
    }
  }

  std::map<std::string, std::string> all_;  // text by name
};

}  // namespace

// A compiled program; destroyed with this.
struct Nvrtc::Compiled {
  struct Destroy {
    decltype(&nvrtcDestroyProgram) destroy;
    void operator()(nvrtcProgram program) const { destroy(&program); }
  };
  std::unique_ptr<std::remove_pointer_t<nvrtcProgram>, Destroy> program;
  std::vector<Message> messages;
  std::string log;
  std::map<std::string, std::string> header_paths;  // HeaderTexts::paths
};

namespace {

// Without the CUDA runtime's functions and types, textures and surfaces (--minimal), NVRTC takes
// some 14 ms less of 45.
bool may_do_without_runtime(const Source& source) {
  if (!source.header_texts.empty()) return false;
  constexpr std::string_view signs[] = {"#include", "cuda", "tex", "surf", "<<<"};
  return std::ranges::none_of(
      signs, [&](std::string_view sign) { return source.text.find(sign) != std::string::npos; });
}

// NVRTC takes a name that it was handed for one in the working directory. `.file` names the header.
std::string with_header_paths(const std::string& ptx,
                              const std::map<std::string, std::string>& paths) {
  std::error_code ignored;
  const std::string here = std::filesystem::current_path(ignored).string();
  std::string result = ptx;
  for (const auto& [name, path] : paths) {
    if (name.starts_with('/')) continue;
    const std::string wrong = fmt::format("\"{}/{}\"", here, name);
    for (std::size_t at = result.find(wrong); at != std::string::npos;
         at = result.find(wrong, at + 1)) {
      const std::size_t line = result.rfind('\n', at) + 1;  // npos + 1: the first line
      if (std::string_view(result).substr(line, at - line).find(".file") != std::string_view::npos)
        result.replace(at, wrong.size(), fmt::format("\"{}\"", path));
    }
  }
  return result;
}

}  // namespace

tl::expected<Nvrtc::Compiled, Failure> Nvrtc::compile_to(const std::string& target,
                                                         const Source& source, std::stop_token stop,
                                                         const char* more) const {
  if (!availability_.usable)
    return tl::unexpected(Failure{Failure::Kind::unavailable, availability_.why_not, {}});
  std::vector<std::string> own{"--gpu-architecture=" + target};
  if (more != nullptr) own.emplace_back(more);
  if (may_do_without_runtime(source)) {
    std::vector<std::string> quick = own;
    quick.emplace_back("--minimal");
    auto compiled = compile_with(source, stop, std::move(quick));
    if (compiled || compiled.error().kind != Failure::Kind::rejected) return compiled;
    // Either the text needs what was left out, or NVRTC does not know the option, or the text has a
    // mistake, which is reported as without the option.
  }
  return compile_with(source, std::move(stop), std::move(own));
}

tl::expected<Nvrtc::Compiled, Failure> Nvrtc::compile_with(const Source& source,
                                                           std::stop_token stop,
                                                           std::vector<std::string> own) const {
  if (stop.stop_requested()) return tl::unexpected(cancelled_or_late(stop));
  const auto start = std::chrono::steady_clock::now();
  const std::string text = framed_text(source, nvrtc_prelude_choice(), Compiler::nvrtc);
  const Headers found = headers(source);
  const HeaderTexts texts(source, found);

  nvrtcProgram program = nullptr;
  // The folder in which NVRTC looks for `#include "..."`. Messages show the file name of the #line
  // instead.
  const std::string name = source.folder.empty() ? std::string(internal_source_name)
                                                 : (absolute_folder(source) / "source.cu").string();
  nvrtcResult status = library_->create_program(&program, text.c_str(), name.c_str(), texts.count(),
                                                texts.texts.data(), texts.names.data());
  if (status != NVRTC_SUCCESS) {
    return tl::unexpected(Failure{
        Failure::Kind::rejected, fmt::format("NVRTC: {}", library_->error_string(status)), {}});
  }
  Compiled compiled{{program, {library_->destroy_program}}, {}, {}, {}};

  Patience patience{stop, start + deadline};
  if (library_->set_flow_callback != nullptr) {
    library_->set_flow_callback(
        program,
        [](void* payload, void*) { return static_cast<Patience*>(payload)->over() ? 1 : 0; },
        &patience);
  }
  const CompilerFlags flags = flags_for(source.flags, Compiler::nvrtc);
  own.push_back("--std=" + flags.standard);
  own.insert(own.end(), flags.options.begin(), flags.options.end());
  for (const auto& folder : source.include) own.push_back("--include-path=" + folder.string());
  std::vector<const char*> options;
  for (const std::string& option : own) options.push_back(option.c_str());
  for (const std::string& option : library_->options) {
    if (option != usual_standard) options.push_back(option.c_str());
  }
  if (define_integers(found))
    options.push_back("--define-macro=__LANESCOPE_INTEGERS__=<cuda/std/cstdint>");
  status = library_->compile_program(program, static_cast<int>(options.size()), options.data());
  if (stop.stop_requested() || (status != NVRTC_SUCCESS && patience.over()))
    return tl::unexpected(cancelled_or_late(stop));

  std::string log;
  std::size_t size = 0;
  if (library_->log_size(program, &size) == NVRTC_SUCCESS && size > 1) {
    log.resize(size);
    library_->log(program, log.data());
    log.resize(size - 1);  // its terminating 0
  }
  compiled.messages = parse_nvrtc_log(log, source);
  for (Message& each : compiled.messages) each.file = texts.path_of(each.file);
  compiled.header_paths = texts.paths;
  compiled.log = log;
  if (status == NVRTC_SUCCESS) return compiled;
  if (!has_error(compiled.messages)) {
    const std::string what = log.empty() ? library_->error_string(status) : log;
    compiled.messages.push_back({MessageSeverity::error, source.name, 0, 0, what, {}});
  }
  return tl::unexpected(Failure{Failure::Kind::rejected,
                                fmt::format("{} does not compile (NVRTC)", source.name),
                                std::move(compiled.messages)});
}

Headers Nvrtc::headers(const Source& source) const {
  return headers_of(source, Compiler::nvrtc,
                    {source.folder, library_->include_folders, true, source.include});
}

tl::expected<Ptx, Failure> Nvrtc::compile(const Source& source, std::stop_token stop) const {
  const auto start = std::chrono::steady_clock::now();
  const int architecture = availability_.usable ? library_->architecture() : 0;
  const std::string target = fmt::format("compute_{}", architecture);
  auto compiled = compile_to(target, source, stop);
  // A kernel that launches kernels compiles only so. Other texts keep the PTX that they have.
  if (!compiled && refuses_launch(compiled.error(), source) && line_of_device_launch(source) > 0)
    compiled = compile_to(target, source, stop, "--relocatable-device-code=true");
  if (!compiled && needs_later_architecture(compiled.error()) && !cannot_target(later_architecture))
    compiled = compile_to(fmt::format("compute_{}", later_architecture), source, stop);
  if (!compiled) return tl::unexpected(std::move(compiled.error()));
  Ptx result{.text = {},
             .compiler = "nvrtc",
             .compiler_version = availability_.version,
             .compile_ms = 0,
             .from_cache = false,
             .warnings = std::move(compiled->messages)};
  std::string ptx;
  std::size_t size = 0;
  if (library_->ptx_size(compiled->program.get(), &size) == NVRTC_SUCCESS && size > 0) {
    ptx.resize(size);
    library_->ptx(compiled->program.get(), ptx.data());
    ptx.resize(size - 1);
  }
  result.text = with_source_name(with_header_paths(ptx, compiled->header_paths), source.name);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  result.compile_ms = took.count();
  return result;
}

std::optional<Failure> Nvrtc::cannot_target(int architecture) const {
  if (!availability_.usable) return std::nullopt;  // compile_to reports it
  const std::vector<int> known = library_->known_architectures();
  if (library_->cubin != nullptr && library_->cubin_size != nullptr &&
      std::binary_search(known.begin(), known.end(), architecture)) {
    return std::nullopt;
  }
  return Failure{
      Failure::Kind::unavailable,
      fmt::format("NVRTC {} can't compile for sm_{}", availability_.version, architecture),
      {}};
}

tl::expected<std::uint32_t, Failure> Nvrtc::registers_of(const Source& source,
                                                         const std::string& symbol,
                                                         int architecture,
                                                         std::stop_token stop) const {
  if (auto failure = cannot_target(architecture)) return tl::unexpected(std::move(*failure));
  const auto compiled =
      compile_to(fmt::format("sm_{}", architecture), source, std::move(stop), "--ptxas-options=-v");
  if (!compiled) return tl::unexpected(compiled.error());
  if (const auto registers = registers_in_log(compiled->log, symbol)) return *registers;
  return tl::unexpected(Failure{
      Failure::Kind::rejected,
      fmt::format("NVRTC {} does not report the registers of {}", availability_.version, symbol),
      {}});
}

tl::expected<DeviceCode, Failure> Nvrtc::compile_for(const Source& source, int architecture,
                                                     std::stop_token stop) const {
  if (auto failure = cannot_target(architecture)) return tl::unexpected(std::move(*failure));
  auto compiled = compile_to(fmt::format("sm_{}", architecture), source, std::move(stop));
  if (!compiled) {
    explain_launches(compiled.error(), source,
                     "a kernel that launches kernels is only emulated: on a GPU it must be linked "
                     "with CUDA's device runtime, which is not done here");
    return tl::unexpected(std::move(compiled.error()));
  }
  DeviceCode code{{}, availability_.version};
  std::size_t size = 0;
  if (library_->cubin_size(compiled->program.get(), &size) == NVRTC_SUCCESS && size > 0) {
    code.cubin.resize(size);
    library_->cubin(compiled->program.get(), reinterpret_cast<char*>(code.cubin.data()));
  }
  return code;
}

#else  // built without the CUDA Toolkit

struct Nvrtc::Library {};
Nvrtc::Nvrtc()
    : availability_{Compiler::nvrtc, false, {}, "this program was built without the CUDA Toolkit"} {
}
Nvrtc::~Nvrtc() = default;
Headers Nvrtc::headers(const Source&) const { return {}; }
tl::expected<Ptx, Failure> Nvrtc::compile(const Source&, std::stop_token) const {
  return tl::unexpected(Failure{Failure::Kind::unavailable, availability_.why_not, {}});
}
tl::expected<DeviceCode, Failure> Nvrtc::compile_for(const Source&, int, std::stop_token) const {
  return tl::unexpected(Failure{Failure::Kind::unavailable, availability_.why_not, {}});
}
tl::expected<std::uint32_t, Failure> Nvrtc::registers_of(const Source&, const std::string&, int,
                                                         std::stop_token) const {
  return tl::unexpected(Failure{Failure::Kind::unavailable, availability_.why_not, {}});
}

#endif

const Availability& Nvrtc::availability() const { return availability_; }
const std::string& Nvrtc::fingerprint() const { return fingerprint_; }

}  // namespace lanescope::compile
