#include "kernels/host_program/fat_binary.h"

#include <elf.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <sstream>

#include <fmt/format.h>
#ifdef LANESCOPE_HAVE_LZ4
#include <lz4.h>
#endif
#ifdef LANESCOPE_HAVE_ZSTD
#include <zstd.h>
#endif

namespace lanescope::host_program {
namespace {

constexpr std::uint32_t wrapper_magic = 0x466243b1;
constexpr std::uint32_t container_magic = 0xba55ed50;
constexpr std::uint32_t elf_magic = 0x464c457f;
constexpr std::uint64_t lz4_flag = 0x2000;
constexpr std::uint64_t zstd_flag = 0x8000;
constexpr std::uint64_t max_text_bytes = 1ULL << 30;

struct Wrapper {
  std::uint32_t magic = 0;
  std::uint32_t version =
      0;  // 1: `data` is the fat binary; 2: linked, `parts` are those of its files
  const void* data = nullptr;
  const void* const* parts = nullptr;  // the last is nullptr
};

struct ContainerHead {
  std::uint32_t magic = 0;
  std::uint16_t version = 0;
  std::uint16_t head_bytes = 0;
  std::uint64_t bytes = 0;  // of the entries
};

struct EntryHead {
  std::uint16_t kind = 0;
  std::uint16_t version = 0;
  std::uint32_t head_bytes = 0;
  std::uint64_t bytes = 0;  // of the data, with padding
  std::uint32_t compressed_bytes = 0;
  std::uint32_t options_at = 0;
  std::uint16_t minor = 0, major = 0;
  std::uint32_t architecture = 0;
  std::uint32_t name_at = 0, name_bytes = 0;
  std::uint64_t flags = 0;
  std::uint64_t unused = 0;
  std::uint64_t uncompressed_bytes = 0;
};
static_assert(sizeof(EntryHead) == 64);

template <class T>
T read_at(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Without the zero bytes at its end.
std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

// An entry's data as they were before they were compressed.
tl::expected<std::string, std::string> unpacked(const EntryHead& head, const std::byte* data) {
  const auto* bytes = reinterpret_cast<const char*>(data);
  if ((head.flags & (lz4_flag | zstd_flag)) == 0) return std::string(bytes, head.bytes);
  if (head.uncompressed_bytes > max_text_bytes)
    return tl::unexpected(std::string("its PTX is larger than 1 GiB"));
  std::string text(head.uncompressed_bytes, '\0');
  if ((head.flags & zstd_flag) != 0) {
#ifdef LANESCOPE_HAVE_ZSTD
    const std::size_t size =
        ZSTD_decompress(text.data(), text.size(), bytes, head.compressed_bytes);
    if (ZSTD_isError(size) == 0) return text.substr(0, size);
    return tl::unexpected(fmt::format("its PTX can't be unpacked: {}", ZSTD_getErrorName(size)));
#endif
  } else {
#ifdef LANESCOPE_HAVE_LZ4
    const int size = LZ4_decompress_safe(
        bytes, text.data(), static_cast<int>(head.compressed_bytes), static_cast<int>(text.size()));
    if (size >= 0) return text.substr(0, static_cast<std::size_t>(size));
    return tl::unexpected(std::string("its PTX can't be unpacked: damaged LZ4 data"));
#endif
  }
  return tl::unexpected(
      std::string("its PTX is compressed, and this Lanescope was built without the library for it; "
                  "compile with "
                  "nvcc --no-compress"));
}

// Calls use(entry, data) for each entry of a container, until it returns false.
template <class Use>
void for_entries(const std::byte* container, Use use) {
  const auto head = read_at<ContainerHead>(container);
  const std::byte* at = container + head.head_bytes;
  const std::byte* end = at + head.bytes;
  while (at + sizeof(EntryHead) <= end) {
    const auto entry = read_at<EntryHead>(at);
    if (entry.head_bytes < sizeof(EntryHead) ||
        entry.bytes > static_cast<std::uint64_t>(end - at) - entry.head_bytes)
      return;
    if (!use(entry, at + entry.head_bytes)) return;
    at += entry.head_bytes + entry.bytes;
  }
}

// The newest PTX of a container; "" if it has none.
tl::expected<std::string, std::string> newest_text(const std::byte* container) {
  tl::expected<std::string, std::string> newest;
  std::uint32_t architecture = 0;
  for_entries(container, [&](const EntryHead& entry, const std::byte* data) {
    if (entry.kind != 1 || entry.architecture < architecture) return true;
    newest = unpacked(entry, data).map(trimmed);
    architecture = entry.architecture;
    return newest.has_value();
  });
  return newest;
}

// The machine code of a container that a GPU of this architecture runs; "" if it has none.
std::string machine_code(const std::byte* container, int architecture) {
  std::string newest;
  std::uint32_t newest_for = 0;
  const auto wanted = static_cast<std::uint32_t>(architecture);
  for_entries(container, [&](const EntryHead& entry, const std::byte* data) {
    const bool runs = entry.architecture / 10 == wanted / 10 && entry.architecture <= wanted;
    if (entry.kind != 2 || !runs || entry.architecture < newest_for) return true;
    newest = unpacked(entry, data).value_or("");
    newest_for = entry.architecture;
    return true;
  });
  return newest;
}

// The bytes of a section, or what of them the file has.
std::string_view bytes_of(std::string_view file, const Elf64_Shdr& section) {
  return file.substr(std::min<std::uint64_t>(section.sh_offset, file.size()), section.sh_size);
}

std::string_view word_at(std::string_view texts, std::size_t at) {
  const std::string_view rest = texts.substr(std::min(at, texts.size()));
  return rest.substr(0, rest.find('\0'));
}

// The structure at this place of the bytes; zeros where they end before it does.
template <class T>
T part_at(std::string_view bytes, std::uint64_t at) {
  T value{};
  if (at <= bytes.size() && bytes.size() - at >= sizeof value)
    std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void add_registers(std::string_view file, RegisterCounts& counts) {
  constexpr std::uint8_t sized = 4, register_count = 0x2f;  // formats and attributes of .nv.info
  const auto head = part_at<Elf64_Ehdr>(file, 0);
  const auto section = [&](std::uint64_t i) {
    return part_at<Elf64_Shdr>(file, head.e_shoff + i * sizeof(Elf64_Shdr));
  };
  const std::string_view names = bytes_of(file, section(head.e_shstrndx));
  std::string_view info, symbols, symbol_names;
  for (std::uint64_t i = 0; i < head.e_shnum; ++i) {
    const Elf64_Shdr one = section(i);
    if (word_at(names, one.sh_name) == ".nv.info") info = bytes_of(file, one);
    if (one.sh_type != SHT_SYMTAB) continue;
    symbols = bytes_of(file, one);
    symbol_names = bytes_of(file, section(one.sh_link));
  }
  // Format and attribute, a byte each; 16 bits: a value, or the size of the data that follow.
  while (info.size() >= 4) {
    const auto format = part_at<std::uint8_t>(info, 0), attribute = part_at<std::uint8_t>(info, 1);
    const std::size_t size = format == sized ? part_at<std::uint16_t>(info, 2) : 0;
    if (format == sized && attribute == register_count && size >= 8) {
      const auto symbol = part_at<Elf64_Sym>(
          symbols, std::uint64_t{part_at<std::uint32_t>(info, 4)} * sizeof(Elf64_Sym));
      counts.emplace(word_at(symbol_names, symbol.st_name), part_at<std::uint32_t>(info, 8));
    }
    info.remove_prefix(std::min(info.size(), 4 + size));
  }
}

// The containers and texts of an image.
std::vector<const std::byte*> parts_of(const void* image) {
  std::vector<const std::byte*> parts;
  const auto add = [&](const void* part) {
    if (part != nullptr) parts.push_back(static_cast<const std::byte*>(part));
  };
  if (image == nullptr) return parts;
  const auto* bytes = static_cast<const std::byte*>(image);
  if (read_at<std::uint32_t>(bytes) != wrapper_magic) {
    add(image);
    return parts;
  }
  const auto wrapper = read_at<Wrapper>(bytes);
  add(wrapper.data);
  if (wrapper.version == 2 && wrapper.parts != nullptr) {
    for (const void* const* part = wrapper.parts; *part != nullptr; ++part) add(*part);
  }
  return parts;
}

// Adds to the number of a file behind each of the words.
std::string renumbered(std::string_view line, std::initializer_list<std::string_view> words,
                       std::uint64_t base) {
  std::string result;
  for (const std::string_view word : words) {
    const std::size_t at = line.find(word);
    const std::size_t digit =
        at != line.npos ? line.find_first_of("0123456789", at + word.size()) : line.npos;
    if (digit == line.npos) continue;
    std::uint64_t number = 0;
    const char* end = std::from_chars(line.data() + digit, line.data() + line.size(), number).ptr;
    result += line.substr(0, digit);
    result += std::to_string(number + base);
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  }
  return result += line;
}

// What a device linker does of the texts of several files: one module, without declarations of
// variables that another file defines. nvcc makes the names of one file alone unique, but for those
// of strings ($str) and the numbers of .file.
std::string linked(const std::vector<std::string>& texts) {
  std::string result;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::uint64_t file_base = 1'000'000 * i;
    std::istringstream text(texts[i]);
    for (std::string line; std::getline(text, line); result += line + '\n') {
      const std::string_view start =
          std::string_view(line).substr(std::min(line.find_first_not_of(" \t"), line.size()));
      if (start.starts_with(".file")) {
        line = renumbered(line, {".file"}, file_base);
      } else if (start.starts_with(".loc\t") || start.starts_with(".loc ")) {
        line = renumbered(line, {".loc", "inlined_at"}, file_base);
      } else if (start.starts_with(".extern .global") || start.starts_with(".extern .const")) {
        line.clear();
      } else if (i > 0) {
        for (std::size_t at = 0; (at = line.find("$str", at)) != line.npos; at += 4)
          line.insert(at + 4, std::to_string(i) + "_");
      }
    }
  }
  return result;
}

}  // namespace

tl::expected<std::vector<std::string>, std::string> ptx_texts_of(const void* image) {
  if (image == nullptr) return tl::unexpected(std::string("there is no image"));
  std::vector<std::string> texts;
  for (const std::byte* container : parts_of(image)) {
    const auto magic = read_at<std::uint32_t>(container);
    if (magic == wrapper_magic) {
      auto inner = ptx_texts_of(container);
      if (inner) texts.insert(texts.end(), inner->begin(), inner->end());
    } else if (magic == container_magic) {
      auto text = newest_text(container);
      if (!text) return tl::unexpected(text.error());
      if (!text->empty()) texts.push_back(*std::move(text));
    } else if (magic != elf_magic) {
      const std::string_view text(reinterpret_cast<const char*>(container));
      if (text.find(".version") != std::string_view::npos) texts.emplace_back(text);
    }
  }
  if (texts.empty()) {
    return tl::unexpected(
        std::string("it holds machine code only, no PTX: compile it with -gencode "
                    "arch=compute_90,code=compute_90 (or -arch=compute_90), beside other targets"));
  }
  // Kernels and functions of the files of a device link call each other. What libcudadevrt brings
  // for launches by kernels, the emulator has itself.
  if (texts.size() > 1) {
    std::erase_if(
        texts, [](const std::string& text) { return text.find("__cuda_syscall_") != text.npos; });
    texts = {linked(texts)};
  }
  return texts;
}

RegisterCounts registers_in(const void* image, int architecture) {
  RegisterCounts counts;
  // What a device linker made comes before what it was made of.
  for (const std::byte* container : parts_of(image)) {
    const auto magic = read_at<std::uint32_t>(container);
    if (magic == wrapper_magic) {
      counts.merge(registers_in(container, architecture));
    } else if (magic == container_magic) {
      add_registers(machine_code(container, architecture), counts);
    }
  }
  return counts;
}

}  // namespace lanescope::host_program
