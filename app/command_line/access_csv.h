// Tables of warp accesses: reads `name,space,op,bytes,mask,o0..o31`, writes the cost of each
// access.
//
// Columns are found by their name in the first line; unknown columns are ignored. Cells are
// separated by commas and may be in double quotes ("" is a quote).
//   space  global or shared
//   op     ld, st, atom (gives the old value back), red (does not); or, as `export` writes them,
//          load, store, atomic, reduction
//   bytes  per lane: 1, 2, 4, 8 or 16
//   mask   participating lanes, lane 0 in bit 0; decimal, or hexadecimal after 0x
//   o0..   byte offset of each participating lane from an aligned base that is on bank 0. At most
//          2^62.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sim/memory/memory_rules.h"

namespace lanescope::app {

struct NamedAccess {
  std::string name;
  memory::WarpAccess access;
};

// The error is "file_name:line: what is wrong".
[[nodiscard]] tl::expected<std::vector<NamedAccess>, std::string> read_accesses(
    std::string_view text, std::string_view file_name);

// A header line, then `name,space,op,bytes,mask,sectors,tag_lookups,wavefronts,conflicts` for each
// access, in order. A cell is empty if hardware has no such counter: sectors of shared accesses,
// wavefronts of global ones, tag_lookups of atomics.
[[nodiscard]] std::string costs_csv(const std::vector<NamedAccess>& accesses,
                                    const memory::MemoryRules& machine = {});

}  // namespace lanescope::app
