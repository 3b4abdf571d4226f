// The texts of the global view: verdict, explanation, addresses as offsets into arrays, tooltips.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/global.h"
#include "sim/report/report.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {

// "A + 4,096", in bytes, if the address is in an array, otherwise "0x7f0000".
[[nodiscard]] std::string address_name(std::uint64_t address,
                                       const std::vector<report::ArrayInfo>& arrays);
// Like address_name, without the array's name: "+4,096".
[[nodiscard]] std::string address_offset(std::uint64_t address,
                                         const std::vector<report::ArrayInfo>& arrays);

// Of an asynchronous copy: of what it reads.
[[nodiscard]] memory::GlobalCost global_cost_of(const StageInput& input);
[[nodiscard]] Frame global_frame(const StageInput& input, const memory::GlobalCost& cost,
                                 const text::Texts& texts);

// The text stage.global.load.NAME, or that of stores or of atomics: a load fetches whole sectors, a
// store sends the bytes it writes, an atomic changes bytes in L2.
[[nodiscard]] std::string global_key(memory::Op op, std::string_view name);

// "lane 3 wants bytes 12..15 of A: A[3]"
[[nodiscard]] std::string lane_tooltip(const StageInput& input, int lane, const text::Texts& texts);

}  // namespace lanescope::picture
