// The recorded transfers that ship: transfers-*.jsonl in $LANESCOPE_RECORDED, or where
// lesson::shipped_folders() looks for `recorded`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/transfer/row.h"

namespace lanescope::transfer {

// All that can be read, by name.
[[nodiscard]] std::vector<Rows> all_shipped();
// The first by name, read once; empty if there is none, or it can't be read.
[[nodiscard]] const Rows& kept_shipped_rows();
// The first by name. The error says what is missing, or names the file and the line.
[[nodiscard]] tl::expected<Rows, std::string> shipped_rows();
[[nodiscard]] tl::expected<Rows, std::string> rows_in(const std::filesystem::path& file);

}  // namespace lanescope::transfer
