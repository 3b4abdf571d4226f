#include "kernels/compile/compile.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "kernels/compile/cache.h"
#include "kernels/compile/clang.h"
#include "kernels/compile/declarations.h"
#include "kernels/compile/headers.h"
#include "kernels/compile/host_code.h"
#include "kernels/compile/nvrtc.h"
#include "kernels/compile/parameter_clash.h"

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

 private:
  std::once_flag nvrtc_once_;
  std::optional<Nvrtc> nvrtc_;
  std::mutex clang_mutex_;
  std::shared_ptr<const Clang> clang_;
  std::string clang_where_;
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

constexpr int max_rounds = 16;
constexpr std::chrono::seconds max_rounds_time{60};
constexpr std::size_t max_errors = 20;

// Compiles the source as it stands, or else without its host code. `compile` takes a source.
template <typename FrontEnd, typename Compile>
auto without_host_code(const FrontEnd& compiler, const Source& source, const Compile& compile,
                       std::vector<LeftOut>& left_out) -> decltype(compile(source)) {
  auto result = compile(source);
  if (result || result.error().kind != Failure::Kind::rejected) return result;
  const Headers headers = compiler.headers(source);
  HostCode host(source, compiler.availability().compiler, headers);
  const auto end = std::chrono::steady_clock::now() + max_rounds_time;
  for (int round = 0; round < max_rounds && std::chrono::steady_clock::now() < end &&
                      host.leave_out(result.error());
       ++round) {
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

template <typename FrontEnd>
tl::expected<Ptx, Failure> compiled(const FrontEnd& compiler, const Source& source,
                                    const std::stop_token& stop) {
  std::vector<LeftOut> left_out;
  tl::expected<Ptx, Failure> result = without_host_code(
      compiler, source, [&](const Source& each) { return compiler.compile(each, stop); }, left_out);
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
          .compiler = made_by.compiler == Compiler::nvrtc ? "nvrtc" : "clang",
          .compiler_version = made_by.version,
          .compile_ms = 0,
          .from_cache = true,
          .warnings = {},
          .left_out = std::move(left_out)};
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

}  // namespace

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

tl::expected<DeviceCode, Failure> to_device_code(const Source& source, int architecture,
                                                 std::stop_token stop) {
  if (std::optional<Failure> refused = refused_define(source)) return tl::unexpected(*refused);
  const Nvrtc& nvrtc = service().nvrtc();
  std::vector<LeftOut> left_out;
  return without_host_code(
      nvrtc, source,
      [&](const Source& each) { return nvrtc.compile_for(each, architecture, stop); }, left_out);
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
        left_out);
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
  return {service().nvrtc().availability(), service().clang()->availability()};
}

OwnHeaders own_headers(const Source& source) {
  const Headers headers = headers_of(source, Compiler::nvrtc, {source.folder, {}, false});
  OwnHeaders own{headers.absent, {}};
  for (const Header& each : headers.found) {
    own.files.push_back(each.path);
    own.digest += each.digest + '\n';
  }
  return own;
}

int line_of_device_launch(std::string_view text) {
  if (text.find("<<<") == std::string_view::npos) return 0;
  for (const Declaration& each : declarations_of(text)) {
    if (each.is_device && each.launch_line > 0) return each.launch_line;
  }
  return 0;
}

void clear_cache() { service().cache.clear(); }

}  // namespace lanescope::compile
