#include "kernels/compile/program_file.h"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lanescope::compile {
namespace {

namespace fs = std::filesystem;
using Bytes = std::string_view;

// What begins at an offset; none: the file ends before.
template <class T>
std::optional<T> object_at(Bytes bytes, std::uint64_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T object;
  std::memcpy(&object, bytes.data() + offset, sizeof object);
  return object;
}

Bytes slice_of(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size()) return {};
  return bytes.substr(offset, size);
}

std::string text_in(Bytes strings, std::uint64_t offset) {
  if (offset >= strings.size()) return {};
  const Bytes rest = strings.substr(offset);
  return std::string(rest.substr(0, rest.find('\0')));
}

// What precedes each image in a fat binary (as cuobjdump shows it; the layout is NVIDIA's own and
// has not changed since CUDA 5).
struct FatHeader {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;
};
constexpr std::uint32_t fat_magic = 0xBA55ED50;
struct ImageHeader {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;
  std::uint32_t compressed_bytes, unknown;
  std::uint16_t minor, major;
  std::uint32_t architecture;
};
constexpr std::uint16_t image_of_ptx = 1, image_of_machine_code = 2;

void read_images(Bytes images, ProgramFile& file) {
  while (const auto image = object_at<ImageHeader>(images, 0)) {
    if (image->header_bytes < sizeof(ImageHeader)) return;
    file.has_device_code = true;
    if (image->kind == image_of_ptx) file.has_ptx = true;
    if (image->kind == image_of_machine_code)
      file.machine_code.push_back(static_cast<int>(image->architecture));
    const std::uint64_t size = image->header_bytes + image->bytes;
    if (size < image->bytes || size > images.size()) return;
    images.remove_prefix(size);
  }
}

void read_fat_binaries(Bytes section, ProgramFile& file) {
  // clang embeds a file as it is; ours is PTX.
  if (section.find(".version") != section.npos && section.find(".target") != section.npos &&
      section.find(".address_size") != section.npos) {
    file.has_device_code = file.has_ptx = true;
  }
  for (std::uint64_t at = 0; at + sizeof(FatHeader) <= section.size(); at += 8) {
    const auto header = object_at<FatHeader>(section, at);
    if (!header || header->magic != fat_magic) continue;
    read_images(slice_of(section, at + header->header_bytes, header->bytes), file);
  }
}

void read_dynamic(Bytes bytes, const Elf64_Shdr& section, Bytes strings, ProgramFile& file) {
  for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= section.sh_size; at += sizeof(Elf64_Dyn)) {
    const auto entry = object_at<Elf64_Dyn>(bytes, section.sh_offset + at);
    if (!entry || entry->d_tag == DT_NULL) return;
    if (entry->d_tag == DT_NEEDED) file.needed.push_back(text_in(strings, entry->d_un.d_val));
    if (entry->d_tag == DT_RPATH) file.has_run_path = true;
  }
}

ProgramFile read_elf(Bytes bytes, const Elf64_Ehdr& header) {
  ProgramFile file;
  file.is_elf = true;
  file.is_static = true;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const auto segment =
        object_at<Elf64_Phdr>(bytes, header.e_phoff + std::uint64_t{i} * header.e_phentsize);
    if (segment && segment->p_type == PT_INTERP) file.is_static = false;
  }
  std::vector<Elf64_Shdr> sections;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto section =
        object_at<Elf64_Shdr>(bytes, header.e_shoff + std::uint64_t{i} * header.e_shentsize);
    if (!section) break;
    sections.push_back(*section);
  }
  const auto contents = [&](std::size_t i) {
    return i < sections.size() ? slice_of(bytes, sections[i].sh_offset, sections[i].sh_size)
                               : Bytes{};
  };
  const Bytes names = contents(header.e_shstrndx);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string name = text_in(names, sections[i].sh_name);
    if (sections[i].sh_type == SHT_DYNAMIC)
      read_dynamic(bytes, sections[i], contents(sections[i].sh_link), file);
    if (name == ".nv_fatbin" || name == "__nv_relfatbin") read_fat_binaries(contents(i), file);
  }
  std::ranges::sort(file.machine_code);
  file.machine_code.erase(std::unique(file.machine_code.begin(), file.machine_code.end()),
                          file.machine_code.end());
  return file;
}

}  // namespace

std::string ProgramFile::runtime() const {
  const auto found = std::ranges::find_if(
      needed, [](const std::string& name) { return name.starts_with("libcudart.so"); });
  return found != needed.end() ? *found : std::string();
}

tl::expected<ProgramFile, std::string> read_program_file(const fs::path& path) {
  const auto wrong = [&](std::string_view why) {
    return tl::unexpected(fmt::format("{}: {}", path.string(), why));
  };
  std::error_code error;
  if (!fs::exists(path, error)) return wrong("there is no such program");
  if (!fs::is_regular_file(path, error)) return wrong("is not a program");
  std::ifstream stream(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream && bytes.empty()) return wrong("cannot be read");
  if (::access(path.c_str(), X_OK) != 0) return wrong("may not be executed");
  const auto header = object_at<Elf64_Ehdr>(bytes, 0);
  if (!bytes.starts_with(ELFMAG)) {
    if (bytes.starts_with("#!")) return ProgramFile{};
    return wrong("is not a program: neither an ELF file nor a script");
  }
  if (!header || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_ident[EI_DATA] != ELFDATA2LSB) {
    return wrong("is not a program for this kind of machine");
  }
  if (header->e_type != ET_EXEC && header->e_type != ET_DYN)
    return wrong("is an object file, not a program");
  return read_elf(bytes, *header);
}

std::string why_not_runnable(const ProgramFile& file, const fs::path& path,
                             const fs::path& runtimes) {
  constexpr std::string_view rebuild =
      "Build it with: nvcc -cudart shared -gencode arch=compute_90,code=compute_90 -lineinfo";
  if (!file.is_elf) return {};
  const std::string name = path.string();
  if (file.is_static) {
    return fmt::format(
        "{}: is linked statically, so nothing can take the CUDA runtime's place. Link it with "
        "shared libraries. {}",
        name, rebuild);
  }
  const std::string runtime = file.runtime();
  std::error_code error;
  if (!runtime.empty() && !fs::exists(runtimes / runtime, error)) {
    return fmt::format("{}: needs {}, a CUDA runtime that Lanescope does not stand in for. {}",
                       name, runtime, rebuild);
  }
  std::vector<std::string> missing;
  if (file.has_device_code && runtime.empty()) {
    missing.emplace_back(
        "the shared CUDA runtime (libcudart.so is linked statically, which is nvcc's default)");
  }
  if (file.has_device_code && !file.has_ptx) {
    missing.push_back(fmt::format("PTX (it holds machine code for sm_{} alone)",
                                  fmt::join(file.machine_code, ", sm_")));
  }
  if (missing.empty()) return {};
  return fmt::format("{}: lacks {}. {}", name, fmt::join(missing, ", and "), rebuild);
}

}  // namespace lanescope::compile
