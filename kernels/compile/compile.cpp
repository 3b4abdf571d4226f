#include "kernels/compile/compile.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "kernels/compile/cache.h"
#include "kernels/compile/clang.h"
#include "kernels/compile/headers.h"
#include "kernels/compile/nvcc.h"
#include "kernels/compile/nvrtc.h"
#include "kernels/compile/parameter_clash.h"
#include "kernels/compile/wanted_kernel.h"

namespace lanescope::compile {
namespace {

constexpr std::size_t cache_limit_bytes = 64u << 20;

// What this process keeps: the compilers that it found, and their results.
class Service {
 public:
  Cache cache{cache_limit_bytes};

  const Nvrtc& nvrtc() {
    std::call_once(nvrtc_once_, [this] { nvrtc_.emplace(); });
    return *nvrtc_;
  }

  // Searched again if the environment variables change.
  std::shared_ptr<const Clang> clang() {
    std::string where;
    for (const char* name : {"LANESCOPE_CLANG", "PATH"}) {
      const char* value = std::getenv(name);
      where += value != nullptr ? value : "";
      where += '\n';
    }
    const std::lock_guard lock(clang_mutex_);
    if (!clang_ || where != clang_where_) {
      clang_ = std::make_shared<const Clang>(Clang::find());
      clang_where_ = where;
    }
    return clang_;
  }

  std::shared_ptr<const Nvcc> nvcc() {
    const std::string where = Nvcc::environment();
    const std::lock_guard lock(nvcc_mutex_);
    if (!nvcc_ || where != nvcc_where_) {
      nvcc_ = std::make_shared<const Nvcc>(Nvcc::find());
      nvcc_where_ = where;
    }
    return nvcc_;
  }

 private:
  std::once_flag nvrtc_once_;
  std::optional<Nvrtc> nvrtc_;
  std::mutex clang_mutex_;
  std::shared_ptr<const Clang> clang_;
  std::string clang_where_;
  std::mutex nvcc_mutex_;
  std::shared_ptr<const Nvcc> nvcc_;
  std::string nvcc_where_;
};

Service& service() {
  static Service instance;
  return instance;
}

bool is_identifier(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  }
  return true;
}

// Each define becomes one #define line, so the name must be an identifier and the value one line.
std::optional<Failure> refused_define(const Source& source) {
  for (const auto& [name, value] : source.defines) {
    if (!is_identifier(name) || value.find_first_of("\r\n") != std::string::npos) {
      return Failure{Failure::Kind::rejected,
                     fmt::format("{}: '{}' cannot be defined: a parameter's name consists of "
                                 "letters, digits and '_', and its value is one line",
                                 source.name, name),
                     {}};
    }
  }
  return std::nullopt;
}

// The user pasted a whole program. The compiler's own message does not help, so add to it.
void explain_host_code(Failure& failure) {
  for (Message& message : failure.messages) {
    const std::size_t name = message.text.find("cuda");
    const bool quoted = name != std::string::npos && name > 0 &&
                        (message.text[name - 1] == '"' || message.text[name - 1] == '\'');
    if (message.severity != MessageSeverity::error || !quoted) continue;
    message.text +=
        ": this is host code; leave out main() and its calls to the CUDA runtime: a lesson's file "
        "holds only kernels and the functions that they call";
    return;
  }
}

// With the wanted kernel's symbol. A text that has no such kernel is compiled without: it is then
// known which kernels it has.
template <typename FrontEnd>
tl::expected<Ptx, Failure> compiled_with_kernel(const FrontEnd& compiler, const Source& source,
                                                const std::stop_token& stop) {
  tl::expected<Ptx, Failure> result = compiler.compile(source, stop);
  if (!is_kernel_expression(source.kernel)) return result;
  if (!result && lacks_wanted_kernel(result.error())) {
    Source plain = source;
    plain.kernel.clear();
    result = compiler.compile(plain, stop);
  }
  if (!result) return result;
  result->text = with_wanted_kernel(std::move(result->text));
  result->kernel = wanted_kernel_in(result->text);
  return result;
}

template <typename FrontEnd>
tl::expected<Ptx, Failure> compiled(const FrontEnd& compiler, const Source& source,
                                    const std::stop_token& stop) {
  tl::expected<Ptx, Failure> result = compiled_with_kernel(compiler, source, stop);
  if (!result) {
    explain_host_code(result.error());
    explain_parameter_clash(result.error(), source);
  }
  return result;
}

// The text kept for `key`, in memory or on disk. One from disk is then in memory too.
std::optional<Ptx> stored(const std::string& key, const Availability& made_by) {
  if (std::optional<Ptx> found = service().cache.find(key)) {
    found->from_cache = true;
    return found;
  }
  std::optional<std::string> text = DiskCache::from_environment().find(key);
  if (!text) return std::nullopt;
  Ptx ptx{.text = std::move(*text),
          .compiler = name_of(made_by.compiler),
          .compiler_version = made_by.version,
          .compile_ms = 0,
          .from_cache = true,
          .warnings = {}};
  ptx.kernel = wanted_kernel_in(ptx.text);
  service().cache.insert(key, ptx);
  return ptx;
}

void keep(const std::string& key, const Ptx& ptx) {
  service().cache.insert(key, ptx);
  // The file holds no warnings, so a text with warnings is compiled again to show them each time.
  if (ptx.warnings.empty()) DiskCache::from_environment().insert(key, ptx.text);
}

// The cached result, or a new one from `compiler`.
template <typename FrontEnd>
tl::expected<Ptx, Failure> cached(const FrontEnd& compiler, const Source& source,
                                  const std::stop_token& stop) {
  const Headers headers = compiler.headers(source);
  if (!headers.all_known) return compiled(compiler, source, stop);
  const std::string key = cache_key(compiler.fingerprint(), source, headers.digest());
  if (std::optional<Ptx> found = stored(key, compiler.availability())) return std::move(*found);
  tl::expected<Ptx, Failure> result = compiled(compiler, source, stop);
  // A header may have changed while the compiler ran; it is unknown which version was read.
  if (result && compiler.headers(source) == headers) keep(key, *result);
  return result;
}

tl::expected<Ptx, Failure> unavailable(std::string_view compiler, std::string_view why_not) {
  return tl::unexpected(Failure{
      Failure::Kind::unavailable, fmt::format("{} cannot be used: {}", compiler, why_not), {}});
}

tl::expected<Ptx, Failure> by_nvcc(const Source& source, const std::stop_token& stop) {
  const std::shared_ptr<const Nvcc> nvcc = service().nvcc();
  if (!nvcc->availability().usable) return unavailable("nvcc", nvcc->availability().why_not);
  return cached(*nvcc, source, stop);
}

// NVRTC, or clang where it is not.
tl::expected<Ptx, Failure> by_device_compiler(const Source& source, Compiler compiler,
                                              const std::stop_token& stop) {
  if (compiler != Compiler::clang) {
    const Nvrtc& nvrtc = service().nvrtc();
    if (nvrtc.availability().usable) return cached(nvrtc, source, stop);
    if (compiler == Compiler::nvrtc) return unavailable("NVRTC", nvrtc.availability().why_not);
  }
  const std::shared_ptr<const Clang> clang = service().clang();
  if (clang->availability().usable) return cached(*clang, source, stop);
  if (compiler == Compiler::clang) return unavailable("clang", clang->availability().why_not);
  return tl::unexpected(
      Failure{Failure::Kind::unavailable,
              fmt::format("no compiler for CUDA kernels: NVRTC: {}; clang: {}",
                          service().nvrtc().availability().why_not, clang->availability().why_not),
              {}});
}

// Whether a text that was rejected may be a whole program. A wrong answer costs a second: nvcc then
// says what is wrong with it.
bool may_be_program(const Failure& failure, const Source& source) {
  constexpr std::string_view in_texts[] = {"<<<", "main("};
  // What NVRTC and clang say of host functions, of headers that they do not have, and of the
  // libraries' names.
  constexpr std::string_view in_messages[] = {
      "__host__", "cannot open source file", "not found", "namespace", "\"cuda", "'cuda"};
  const auto has_any = [](std::string_view text, const auto& words) {
    return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) {
      return text.find(word) != std::string_view::npos;
    });
  };
  return has_any(source.text, in_texts) ||
         std::any_of(failure.messages.begin(), failure.messages.end(), [&](const Message& each) {
           return each.severity == MessageSeverity::error && has_any(each.text, in_messages);
         });
}

struct CompilerName {
  Compiler compiler;
  const char* name;
};
constexpr CompilerName compiler_names[] = {{Compiler::automatic, "auto"},
                                           {Compiler::nvrtc, "nvrtc"},
                                           {Compiler::clang, "clang"},
                                           {Compiler::nvcc, "nvcc"}};

}  // namespace

const char* name_of(Compiler compiler) {
  for (const CompilerName& each : compiler_names) {
    if (each.compiler == compiler) return each.name;
  }
  return "";
}

std::optional<Compiler> compiler_named(std::string_view name) {
  for (const CompilerName& each : compiler_names) {
    if (each.name == name) return each.compiler;
  }
  return std::nullopt;
}

std::string Message::formatted() const {
  std::string prefix = file;
  if (line > 0) prefix += fmt::format(":{}", line);
  if (line > 0 && column > 0) prefix += fmt::format(":{}", column);
  if (!prefix.empty()) prefix += ": ";
  std::string result = fmt::format("{}{}: {}", prefix,
                                   severity == MessageSeverity::error ? "error" : "warning", text);
  if (!line_text.empty()) result += fmt::format("\n    {}", line_text);
  return result;
}

tl::expected<Ptx, Failure> to_ptx(const Source& source, Compiler compiler, std::stop_token stop) {
  if (stop.stop_requested())
    return tl::unexpected(Failure{Failure::Kind::cancelled, "compiling was cancelled", {}});
  if (std::optional<Failure> refused = refused_define(source)) return tl::unexpected(*refused);

  if (compiler == Compiler::nvcc) return by_nvcc(source, stop);
  tl::expected<Ptx, Failure> result = by_device_compiler(source, compiler, stop);
  if (result || compiler != Compiler::automatic) return result;
  const Failure& failure = result.error();
  const bool asks_nvcc =
      failure.kind == Failure::Kind::unavailable ||
      (failure.kind == Failure::Kind::rejected && may_be_program(failure, source));
  if (!asks_nvcc) return result;
  tl::expected<Ptx, Failure> whole = by_nvcc(source, stop);
  return whole || whole.error().kind != Failure::Kind::unavailable ? whole : result;
}

tl::expected<DeviceCode, Failure> to_device_code(const Source& source, int architecture,
                                                 std::stop_token stop) {
  if (std::optional<Failure> refused = refused_define(source)) return tl::unexpected(*refused);
  return service().nvrtc().compile_for(source, architecture, std::move(stop));
}

tl::expected<std::uint32_t, Failure> registers_of(const Source& source, const std::string& symbol,
                                                  int architecture, std::stop_token stop) {
  if (std::optional<Failure> refused = refused_define(source)) return tl::unexpected(*refused);
  const Nvrtc& nvrtc = service().nvrtc();
  const Headers headers = nvrtc.headers(source);
  if (!headers.all_known) return nvrtc.registers_of(source, symbol, architecture, std::move(stop));
  const std::string key = fmt::format("registers of {} for sm_{}\n{}", symbol, architecture,
                                      cache_key(nvrtc.fingerprint(), source, headers.digest()));
  if (const std::optional<Ptx> found = stored(key, nvrtc.availability())) {
    std::uint32_t value = 0;
    const char* const last = found->text.data() + found->text.size();
    const auto [end, error] = std::from_chars(found->text.data(), last, value);
    if (error == std::errc() && end == last) return value;
  }
  const auto registers = nvrtc.registers_of(source, symbol, architecture, std::move(stop));
  if (registers && nvrtc.headers(source) == headers) {
    Ptx text;
    text.text = fmt::format("{}", *registers);
    keep(key, text);
  }
  return registers;
}

std::vector<Availability> available() {
  return {service().nvrtc().availability(), service().clang()->availability(),
          service().nvcc()->availability()};
}

OwnHeaders own_headers(const Source& source) {
  const Headers headers =
      headers_of(source, Compiler::nvrtc, {source.folder, {}, false, source.include});
  OwnHeaders own{headers.absent, {}};
  for (const Header& each : headers.found) {
    own.files.push_back(each.path);
    own.digest += each.digest + '\n';
  }
  return own;
}

void clear_cache() { service().cache.clear(); }

}  // namespace lanescope::compile
