#include "kernels/compile/program_flags.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "kernels/compile/flags.h"

namespace lanescope::compile {
namespace {

// What to do with a flag, or with all that begin as it does.
enum class Use {
  architecture,
  decided,   // the program decides it: left out
  device,    // of nvcc's device half; clang does without
  numbers,   // as device, but it changes numbers
  macro,     // both halves, as it stands
  folder,    // both halves, and headers are looked for there
  included,  // a header before the text
  standard,
  optimize,
  debug,     // -G
  host,      // the host's half
  compiler,  // its value goes to the host compiler
  linker,    // its value goes to the linker
  link,      // as it stands
  relocatable,
  refused,
};

struct ProgramFlagRow {
  std::string_view name;
  bool takes_value;
  Use use;
};

// A name that ends with '*' stands for all that begin so. The first row that fits counts.
constexpr ProgramFlagRow program_flag_rows[] = {
    {"-arch", true, Use::architecture},
    {"--gpu-architecture", true, Use::architecture},
    {"-code", true, Use::architecture},
    {"--gpu-code", true, Use::architecture},
    {"-gencode", true, Use::architecture},
    {"--generate-code", true, Use::architecture},
    {"-cudart", true, Use::decided},
    {"--cudart", true, Use::decided},
    {"-g", false, Use::decided},
    {"--debug", false, Use::decided},
    {"-lineinfo", false, Use::decided},
    {"--generate-line-info", false, Use::decided},
    {"-w", false, Use::decided},
    {"--disable-warnings", false, Use::decided},
    {"-m64", false, Use::decided},
    {"-t", true, Use::decided},
    {"--threads", true, Use::decided},
    {"-G", false, Use::debug},
    {"--device-debug", false, Use::debug},
    {"-o", true, Use::refused},
    {"--output-file", true, Use::refused},
    {"-c", false, Use::refused},
    {"--compile", false, Use::refused},
    {"-E", false, Use::refused},
    {"-ptx", false, Use::refused},
    {"--ptx", false, Use::refused},
    {"-cubin", false, Use::refused},
    {"--cubin", false, Use::refused},
    {"-fatbin", false, Use::refused},
    {"-lib", false, Use::refused},
    {"--lib", false, Use::refused},
    {"-shared", false, Use::refused},
    {"--shared", false, Use::refused},
    {"-dlink", false, Use::refused},
    {"-x", true, Use::refused},
    {"-dc", false, Use::relocatable},
    {"--device-c", false, Use::relocatable},
    {"-rdc", true, Use::relocatable},
    {"--relocatable-device-code", true, Use::relocatable},
    {"-std", true, Use::standard},
    {"--std", true, Use::standard},
    {"-isystem", true, Use::folder},
    {"--system-include", true, Use::folder},
    {"-include", true, Use::included},
    {"--pre-include", true, Use::included},
    {"-Xcompiler", true, Use::compiler},
    {"--compiler-options", true, Use::compiler},
    {"-Xlinker", true, Use::linker},
    {"--linker-options", true, Use::linker},
    {"-Xptxas", true, Use::device},
    {"--ptxas-options", true, Use::device},
    {"-Xnvlink", true, Use::device},
    {"-ccbin", true, Use::device},
    {"--compiler-bindir", true, Use::device},
    {"-maxrregcount", true, Use::device},
    {"--maxrregcount", true, Use::device},
    {"-extended-lambda", false, Use::device},
    {"--extended-lambda", false, Use::device},
    {"-expt-extended-lambda", false, Use::device},
    {"--expt-extended-lambda", false, Use::device},
    {"-expt-relaxed-constexpr", false, Use::device},
    {"--expt-relaxed-constexpr", false, Use::device},
    {"-diag-suppress", true, Use::device},
    {"--diag-suppress", true, Use::device},
    {"-Wno-deprecated-gpu-targets", false, Use::device},
    {"-use_fast_math", false, Use::numbers},
    {"--use_fast_math", false, Use::numbers},
    {"-ftz*", false, Use::numbers},
    {"--ftz*", false, Use::numbers},
    {"-prec-div*", false, Use::numbers},
    {"--prec-div*", false, Use::numbers},
    {"-prec-sqrt*", false, Use::numbers},
    {"--prec-sqrt*", false, Use::numbers},
    {"-fmad*", false, Use::numbers},
    {"--fmad*", false, Use::numbers},
    {"-D*", true, Use::macro},
    {"-U*", true, Use::macro},
    {"-I*", true, Use::folder},
    {"-O*", false, Use::optimize},
    {"-l*", true, Use::link},
    {"-L*", true, Use::link},
    {"-Wl,*", false, Use::link},
    {"-f*", false, Use::host},
    {"-m*", false, Use::host},
    {"-W*", false, Use::host},
    {"-p*", false, Use::host},
};

const ProgramFlagRow* row_of_flag(std::string_view flag) {
  for (const ProgramFlagRow& row : program_flag_rows) {
    if (row.name.ends_with('*') ? flag.starts_with(row.name.substr(0, row.name.size() - 1))
                                : flag.substr(0, flag.find('=')) == row.name) {
      return &row;
    }
  }
  return nullptr;
}

// Whether the value of a flag with one still follows.
bool wants_value(std::string_view flag, const ProgramFlagRow& row) {
  if (!row.takes_value || flag.find('=') != flag.npos) return false;
  return !row.name.ends_with('*') || flag.size() + 1 == row.name.size();
}

std::string_view value_of_flag(std::string_view flag) {
  const std::size_t equals = flag.find('=');
  return equals == flag.npos ? std::string_view{} : flag.substr(equals + 1);
}

// "80" of "arch=compute_75,code=[sm_80,compute_80]": the highest.
std::string highest_architecture(std::string_view text) {
  std::string highest;
  int best = 0;
  for (std::size_t at = text.find('_'); at != text.npos; at = text.find('_', at + 1)) {
    const std::string_view rest = text.substr(at + 1);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (digits == 0 || digits > 4) continue;
    const int number = std::stoi(std::string(rest.substr(0, digits)));
    if (number <= best) continue;
    best = number;
    const bool has_letter = digits < rest.size() && (rest[digits] == 'a' || rest[digits] == 'f');
    highest = rest.substr(0, digits + (has_letter ? 1 : 0));
  }
  return highest;
}

std::vector<std::string> parted(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

std::vector<std::string> program_flags_in(std::string_view text) {
  std::vector<std::string> words = words_in(text), flags;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const ProgramFlagRow* row = row_of_flag(words[i]);
    flags.push_back(words[i]);
    if (row == nullptr || !wants_value(words[i], *row) || i + 1 == words.size()) continue;
    flags.back() += (row->name.ends_with('*') ? "" : "=") + words[++i];
  }
  return flags;
}

tl::expected<ProgramFlags, std::string> program_flags(const std::vector<std::string>& flags,
                                                      Compiler compiler) {
  ProgramFlags result;
  const bool is_nvcc = compiler == Compiler::nvcc;
  std::string architectures;
  for (const std::string& flag : flags) {
    if (!flag.starts_with('-')) {  // an object or a library
      result.files.push_back(flag);
      result.nvcc.push_back(flag);
      result.clang_link.push_back(flag);
      continue;
    }
    const ProgramFlagRow* row = row_of_flag(flag);
    if (row == nullptr) {
      if (!is_nvcc)
        return tl::unexpected(
            fmt::format("--flags: '{}' is no flag that clang is given here", flag));
      result.nvcc.push_back(flag);
      continue;
    }
    if (wants_value(flag, *row))
      return tl::unexpected(fmt::format("--flags: '{}' needs a value", flag));
    const std::string value(value_of_flag(flag));
    bool is_for_nvcc = true;
    switch (row->use) {
      case Use::architecture:
        architectures += value + " ";
        is_for_nvcc = false;
        break;
      case Use::decided:
        is_for_nvcc = false;
        break;
      case Use::refused:
        return tl::unexpected(fmt::format(
            "--flags: '{}' may not be given: a whole program is built, and its place is "
            "Lanescope's own",
            flag));
      case Use::relocatable:
        if (flag.ends_with("=false")) break;
        if (!is_nvcc) {
          return tl::unexpected(fmt::format(
              "--flags: '{}': clang builds each file's device code by itself; nvcc can", flag));
        }
        is_for_nvcc = false;
        result.nvcc.emplace_back("-rdc=true");
        break;
      case Use::device:
        break;
      case Use::numbers:
        if (!is_nvcc) {
          result.warnings.push_back(
              {MessageSeverity::warning, "", 0, 0,
               fmt::format("clang has no {}: the program is compiled without it", flag), ""});
        }
        break;
      case Use::macro:
        result.clang_common.push_back(flag);
        break;
      case Use::folder:
        if (flag.starts_with("-I")) {
          result.folders.push_back(flag.substr(2));
          result.clang_common.push_back(flag);
        } else {
          result.folders.push_back(value);
          result.clang_common.insert(result.clang_common.end(), {"-isystem", value});
        }
        break;
      case Use::included:
        result.files.push_back(value);
        result.clang_common.insert(result.clang_common.end(), {"-include", value});
        break;
      case Use::standard:
        result.standard = value;
        break;
      case Use::optimize:
        result.has_optimization = true;
        result.clang_host.push_back(flag);
        break;
      case Use::debug:
        result.has_device_debug = true;
        break;
      case Use::host:
        result.clang_host.push_back(flag);
        if (is_nvcc && !flag.starts_with("-W")) {
          is_for_nvcc = false;
          result.nvcc.push_back("-Xcompiler=" + flag);
        }
        break;
      case Use::compiler:
        for (const std::string& part : parted(value, ',')) {
          for (std::string& word : words_in(part)) result.clang_host.push_back(std::move(word));
        }
        break;
      case Use::linker:
        result.clang_link.push_back("-Wl," + value);
        break;
      case Use::link:
        result.clang_link.push_back(flag);
        if (flag.starts_with("-Wl,")) {
          is_for_nvcc = false;
          for (const std::string& part : parted(std::string_view(flag).substr(4), ','))
            result.nvcc.push_back("-Xlinker=" + part);
        }
        break;
    }
    if (is_for_nvcc) result.nvcc.push_back(flag);
  }
  result.architecture = highest_architecture(architectures);
  return result;
}

std::string vendor_library_in(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> libraries[] = {
      {"cublas", "cuBLAS"},     {"cudnn", "cuDNN"},       {"cufft", "cuFFT"},
      {"curand", "cuRAND"},     {"cusparse", "cuSPARSE"}, {"cusolver", "cuSOLVER"},
      {"cutensor", "cuTENSOR"}, {"nccl", "NCCL"},         {"nppi", "NPP"},
      {"nvjpeg", "nvJPEG"},     {"nvml", "NVML"}};
  for (const auto& [prefix, name] : libraries) {
    if (text.find(fmt::format("`{}", prefix)) != text.npos) return std::string(name);
  }
  return {};
}

}  // namespace lanescope::compile
