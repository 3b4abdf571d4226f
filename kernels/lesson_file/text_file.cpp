#include "kernels/lesson_file/text_file.h"

#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

// Or UTF-32: by the mark, or by the zero byte of an ASCII character at the start.
bool is_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  return text.size() >= 2 && (text[0] == '\0') != (text[1] == '\0');
}

}  // namespace

tl::expected<std::string, std::string> read_text_file(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return tl::unexpected<std::string>("no such file");
  if (status.type() == fs::file_type::directory) return tl::unexpected<std::string>("is a folder");
  // Reading a pipe or a device could block forever.
  if (status.type() != fs::file_type::regular) {
    return tl::unexpected<std::string>(error ? error.message() : "is not a regular file");
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return tl::unexpected(error.message());
  if (size > max_text_file_bytes) {
    return tl::unexpected(
        fmt::format("is larger than a text may be ({})", readable_bytes(max_text_file_bytes)));
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  if (!file) return tl::unexpected<std::string>("cannot be opened for reading");
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.gcount() != static_cast<std::streamsize>(text.size())) {
    return tl::unexpected<std::string>("could not be read to its end");
  }
  if (is_utf16(text)) {
    return tl::unexpected<std::string>("is in UTF-16 or UTF-32; save it as UTF-8");
  }
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

}  // namespace lanescope::lesson
