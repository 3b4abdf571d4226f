#include "kernels/compile/compile.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>

#include "kernels/compile/cache.h"
#include "kernels/compile/clang.h"
#include "kernels/compile/declarations.h"
#include "kernels/compile/flags.h"
#include "kernels/compile/headers.h"
#include "kernels/compile/host_code.h"
#include "kernels/compile/kernel_text.h"
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
    if (!is_identifier(name) || !is_of_one_line(value)) {
      return Failure{
          Failure::Kind::rejected,
          fmt::format("{}: '{}' cannot be defined: a parameter's name consists of "
                      "letters, digits and '_', and its value is one line without comments and "
                      "without a backslash at its end",
                      source.name, name),
          {}};
    }
  }
  return std::nullopt;
}

constexpr int max_rounds = 16;
constexpr std::chrono::seconds max_rounds_time{60};
// Where nvcc may be asked then. It takes a second or two, so a round that takes as long (of a text
// with the Toolkit's larger headers) is none of many.
constexpr std::chrono::seconds max_rounds_time_before_nvcc{10};
constexpr std::size_t max_errors = 20;

// Compiles the source as it stands, or else without its host code. `compile` takes a source.
template <typename FrontEnd, typename Compile>
auto without_host_code(const FrontEnd& compiler, const Source& source, const Compile& compile,
                       std::vector<LeftOut>& left_out, const std::stop_token& stop,
                       std::chrono::seconds rounds_time = max_rounds_time)
    -> decltype(compile(source)) {
  auto result = compile(source);
  if (result || result.error().kind != Failure::Kind::rejected) return result;
  const Headers headers = compiler.headers(source);
  HostCode host(source, compiler.availability().compiler, headers);
  const auto end = std::chrono::steady_clock::now() + rounds_time;
  const auto is_over = [&] {
    return stop.stop_requested() || std::chrono::steady_clock::now() >= end;
  };
  for (int round = 0; round < max_rounds && std::chrono::steady_clock::now() < end &&
                      host.leave_out(result.error(), is_over);
       round += host.took_header() ? 0 : 1) {
    result = compile(host.rest());
    if (result) left_out = host.left_out();
    if (result || result.error().kind != Failure::Kind::rejected) return result;
  }
  Failure& failure = result.error();
  Failure clash{Failure::Kind::rejected, {}, host.errors_behind(failure)};
  explain_parameter_clash(clash, source);
  if (!clash.summary.empty()) {
    failure = std::move(clash);
  } else {
    host.explain(failure);
  }
  if (failure.messages.size() > max_errors) {
    const std::size_t more = failure.messages.size() - max_errors;
    failure.messages.resize(max_errors);
    failure.messages.push_back(
        {MessageSeverity::error, source.name, 0, 0, fmt::format("and {} more errors", more), {}});
  }
  return result;
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
                                    const std::stop_token& stop, std::chrono::seconds rounds_time) {
  // nvcc reads host code.
  if constexpr (std::is_same_v<FrontEnd, Nvcc>) {
    tl::expected<Ptx, Failure> result = compiled_with_kernel(compiler, source, stop);
    if (!result) explain_parameter_clash(result.error(), source);
    return result;
  }
  std::vector<LeftOut> left_out;
  tl::expected<Ptx, Failure> result = without_host_code(
      compiler, source,
      [&](const Source& each) { return compiled_with_kernel(compiler, each, stop); }, left_out,
      stop, rounds_time);
  if (result) result->left_out = std::move(left_out);
  return result;
}

// What was left out stands before the PTX in a file of the cache, one line each: "//left out: LINE
// IS_MISSING WHAT<tab>FILE".
constexpr std::string_view left_out_mark = "//left out: ";

std::string left_out_lines(const std::vector<LeftOut>& left_out) {
  std::string lines;
  for (const LeftOut& each : left_out) {
    std::string rest = fmt::format("{}\t{}", each.what, each.file);
    std::replace(rest.begin(), rest.end(), '\n', ' ');
    lines += fmt::format("{}{} {} {}\n", left_out_mark, each.line, each.is_missing ? 1 : 0, rest);
  }
  return lines;
}

// Takes those lines off the front of the text.
std::vector<LeftOut> take_left_out(std::string& text) {
  std::vector<LeftOut> left_out;
  std::string_view rest = text;
  while (rest.starts_with(left_out_mark)) {
    std::string_view line =
        rest.substr(left_out_mark.size(), rest.find('\n') - left_out_mark.size());
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    LeftOut each;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), each.line);
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    const std::size_t tab = line.find('\t');
    if (error != std::errc() || line.size() < 3 || tab == std::string_view::npos) continue;
    each.is_missing = line[1] == '1';
    each.what = line.substr(3, tab - 3);
    each.file = line.substr(tab + 1);
    left_out.push_back(std::move(each));
  }
  text.erase(0, text.size() - rest.size());
  return left_out;
}

// The text kept for `key`, in memory or on disk. One from disk is then in memory too.
std::optional<Ptx> stored(const std::string& key, const Availability& made_by) {
  if (std::optional<Ptx> found = service().cache.find(key)) {
    found->from_cache = true;
    return found;
  }
  std::optional<std::string> text = DiskCache::from_environment().find(key);
  if (!text) return std::nullopt;
  std::vector<LeftOut> left_out = take_left_out(*text);
  Ptx ptx{.text = std::move(*text),
          .compiler = name_of(made_by.compiler),
          .compiler_version = made_by.version,
          .compile_ms = 0,
          .from_cache = true,
          .warnings = {},
          .left_out = std::move(left_out)};
  ptx.kernel = wanted_kernel_in(ptx.text);
  service().cache.insert(key, ptx);
  return ptx;
}

void keep(const std::string& key, const Ptx& ptx) {
  service().cache.insert(key, ptx);
  // The file holds no warnings, so a text with warnings is compiled again to show them each time.
  if (ptx.warnings.empty())
    DiskCache::from_environment().insert(key, left_out_lines(ptx.left_out) + ptx.text);
}

// The cached result, or a new one from `compiler`.
template <typename FrontEnd>
tl::expected<Ptx, Failure> cached(const FrontEnd& compiler, const Source& source,
                                  const std::stop_token& stop,
                                  std::chrono::seconds rounds_time = max_rounds_time) {
  const Headers headers = compiler.headers(source);
  if (!headers.all_known) return compiled(compiler, source, stop, rounds_time);
  const std::string key = cache_key(compiler.fingerprint(), source, headers.digest());
  if (std::optional<Ptx> found = stored(key, compiler.availability())) return std::move(*found);
  tl::expected<Ptx, Failure> result = compiled(compiler, source, stop, rounds_time);
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
                                              const std::stop_token& stop,
                                              std::chrono::seconds rounds_time) {
  if (compiler != Compiler::clang) {
    const Nvrtc& nvrtc = service().nvrtc();
    if (nvrtc.availability().usable) return cached(nvrtc, source, stop, rounds_time);
    if (compiler == Compiler::nvrtc) return unavailable("NVRTC", nvrtc.availability().why_not);
  }
  const std::shared_ptr<const Clang> clang = service().clang();
  if (clang->availability().usable) return cached(*clang, source, stop, rounds_time);
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
  constexpr std::string_view in_messages[] = {"__host__",  "cannot open source file", "not found",
                                              "namespace", "qualified name",          "\"cuda",
                                              "'cuda"};
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

// Whether the PTX has the wanted kernel, as far as its symbols tell: "scan" is in _Z4scanIfEvPT_.
// If none is named: whether it has any.
bool has_wanted_kernel(const Ptx& ptx, const Source& source) {
  if (source.kernel.empty()) return ptx.text.find(".entry ") != std::string::npos;
  if (!ptx.kernel.empty()) return true;
  if (is_kernel_expression(source.kernel)) return false;
  const std::string name = source.kernel.substr(source.kernel.rfind(':') + 1);
  const std::string mangled = fmt::format("{}{}", name.size(), name);
  constexpr std::string_view entry = ".entry ";
  for (std::size_t at = ptx.text.find(entry); at != std::string::npos;
       at = ptx.text.find(entry, at + entry.size())) {
    std::string_view symbol = std::string_view(ptx.text).substr(at + entry.size());
    symbol = symbol.substr(0, symbol.find_first_of("(;\n"));
    if (symbol == name || symbol == source.kernel || symbol.find(mangled) != symbol.npos)
      return true;
  }
  return false;
}

// Whether nvcc may do better, for templates that are nested deeply, too. It may also where host
// code was left out: the host's half may be what instantiates the kernel.
bool asks_nvcc(const tl::expected<Ptx, Failure>& result, const Source& source) {
  if (result) return !has_wanted_kernel(*result, source) && may_be_program({}, source);
  const Failure& failure = result.error();
  return failure.kind == Failure::Kind::unavailable ||
         (failure.kind == Failure::Kind::rejected &&
          (may_be_program(failure, source) || nests_too_deep(failure)));
}

template <typename FrontEnd>
std::string key_of(const FrontEnd& compiler, const Source& source) {
  const Headers headers = compiler.headers(source);
  return headers.all_known ? cache_key(compiler.fingerprint(), source, headers.digest())
                           : std::string();
}

// The key under which it is kept that only nvcc does for the source, so that the other compiler
// need not be asked again each time; empty: it is not kept.
std::string key_of_need(const Source& source) {
  const Nvrtc& nvrtc = service().nvrtc();
  const std::shared_ptr<const Clang> clang = service().clang();
  std::string key;
  if (nvrtc.availability().usable) {
    key = key_of(nvrtc, source);
  } else if (clang->availability().usable) {
    key = key_of(*clang, source);
  }
  return key.empty() ? key : fmt::format("nvcc for {}\n{}", source.kernel, key);
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
  if (compiler != Compiler::automatic)
    return by_device_compiler(source, compiler, stop, max_rounds_time);
  const bool is_program = may_be_program({}, source);
  const std::string needs_nvcc = is_program ? key_of_need(source) : std::string();
  if (!needs_nvcc.empty() && stored(needs_nvcc, service().nvcc()->availability())) {
    tl::expected<Ptx, Failure> whole = by_nvcc(source, stop);
    if (whole && has_wanted_kernel(*whole, source)) return whole;
  }
  const bool has_nvcc = is_program && service().nvcc()->availability().usable;
  tl::expected<Ptx, Failure> result = by_device_compiler(
      source, compiler, stop, has_nvcc ? max_rounds_time_before_nvcc : max_rounds_time);
  if (!asks_nvcc(result, source)) return result;
  tl::expected<Ptx, Failure> whole = by_nvcc(source, stop);
  if (whole && (!result || has_wanted_kernel(*whole, source))) {
    if (!needs_nvcc.empty()) keep(needs_nvcc, Ptx{});
    return whole;
  }
  // What keeps nvcc from the whole program is why the kernel is missing.
  if (whole) return result;
  if (whole.error().kind != Failure::Kind::unavailable) return whole;
  // It is there, but does not work. (A failure without messages is told by its summary.)
  if (!service().nvcc()->availability().usable) return result;
  Message broken{MessageSeverity::warning, "", 0, 0, whole.error().summary, ""};
  if (result) {
    result->warnings.push_back(std::move(broken));
  } else if (!result.error().messages.empty()) {
    result.error().messages.push_back(std::move(broken));
  }
  return result;
}

tl::expected<DeviceCode, Failure> to_device_code(const Source& source, int architecture,
                                                 std::stop_token stop) {
  if (std::optional<Failure> refused = refused_define(source)) return tl::unexpected(*refused);
  const Nvrtc& nvrtc = service().nvrtc();
  std::vector<LeftOut> left_out;
  return without_host_code(
      nvrtc, source,
      [&](const Source& each) { return nvrtc.compile_for(each, architecture, stop); }, left_out,
      stop);
}

tl::expected<std::uint32_t, Failure> registers_of(const Source& source, const std::string& symbol,
                                                  int architecture, std::stop_token stop) {
  if (std::optional<Failure> refused = refused_define(source)) return tl::unexpected(*refused);
  const Nvrtc& nvrtc = service().nvrtc();
  const Headers headers = nvrtc.headers(source);
  std::vector<LeftOut> left_out;
  const auto compute = [&] {
    return without_host_code(
        nvrtc, source,
        [&](const Source& each) { return nvrtc.registers_of(each, symbol, architecture, stop); },
        left_out, stop);
  };
  if (!headers.all_known) return compute();
  const std::string key = fmt::format("registers of {} for sm_{}\n{}", symbol, architecture,
                                      cache_key(nvrtc.fingerprint(), source, headers.digest()));
  if (const std::optional<Ptx> found = stored(key, nvrtc.availability())) {
    std::uint32_t value = 0;
    const char* const last = found->text.data() + found->text.size();
    const auto [end, error] = std::from_chars(found->text.data(), last, value);
    if (error == std::errc() && end == last) return value;
  }
  const auto registers = compute();
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

int line_of_device_launch(const Source& source) {
  if (source.text.find("<<<") == std::string::npos) return 0;
  for (const Declaration& each :
       declarations_of(source.text, device_words_of(defines_of(source)))) {
    // A class may also hold a host member that launches. Its members follow it in the list.
    if (each.kind == DeclarationKind::type) continue;
    if (each.is_device && each.launch_line > 0) return each.launch_line;
  }
  return 0;
}

void clear_cache() { service().cache.clear(); }

}  // namespace lanescope::compile
