// The models of sim/transfer beside measured rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/transfer/row.h"
#include "sim/transfer/copy_model.h"

namespace lanescope::transfer {

// Of the copies of one kind of host memory in one direction, as the rows name them.
struct CopyFit {
  std::string host, way;
  tl::expected<CopyModel, CopyProblem> model;
};
// In the order of the rows.
[[nodiscard]] std::vector<CopyFit> copy_fits(const Rows& rows);

// Microseconds that the model gives for a row of section "copy", "small_copies" or "overlap" (there
// from the measured parts of the same weight: pinned memory, no other cost). Empty: there is no
// model for it, or the rows that it needs are missing.
[[nodiscard]] std::optional<double> model_us(const Rows& rows, const Row& row);

// After how many copies in the memory of a row of section "get" has earned what getting and giving
// it back costs, against pageable memory. Empty: never; or a row that this needs is missing.
[[nodiscard]] std::optional<std::uint64_t> copies_that_pay(const Rows& rows, const Row& get);

}  // namespace lanescope::transfer
