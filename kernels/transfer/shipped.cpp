#include "kernels/transfer/shipped.h"

#include <fstream>
#include <iterator>

#include "kernels/lesson_file/places.h"

namespace lanescope::transfer {

tl::expected<Rows, std::string> rows_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) return tl::unexpected(path.string() + ": can't be read");
  auto rows = rows_from_json_lines(text);
  if (!rows) return tl::unexpected(path.string() + ": " + rows.error());
  return rows;
}

tl::expected<Rows, std::string> shipped_rows() {
  for (const auto& folder : lesson::shipped_folders("LANESCOPE_RECORDED", "recorded")) {
    for (const auto& path : lesson::files_in(folder, ".jsonl"))
      if (path.filename().string().starts_with("transfers-")) return rows_in(path);
  }
  return tl::unexpected(std::string("no recorded transfers were found"));
}

}  // namespace lanescope::transfer
