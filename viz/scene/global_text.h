// What the global view says: verdict, the sentence behind it, addresses as offsets into arrays,
// tooltips.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/global.h"
#include "sim/report/report.h"
#include "viz/scene/frame.h"
#include "viz/scene/stage.h"

namespace lanescope::scene {

// "A + 0x1000" where an array holds the address, "0x7f0000" otherwise.
[[nodiscard]] std::string address_name(std::uint64_t address,
                                       const std::vector<report::ArrayInfo>& arrays);
// As above without the array's name: "+0x1000".
[[nodiscard]] std::string address_offset(std::uint64_t address,
                                         const std::vector<report::ArrayInfo>& arrays);

// Bytes between neighbouring participating lanes, when it is the same for all.
[[nodiscard]] std::optional<std::int64_t> byte_stride(const memory::WarpAccess& access);

[[nodiscard]] Frame global_frame(const StageInput& input, const memory::GlobalCost& cost,
                                 const text::Texts& texts);

// "lane 3 wants bytes 12..15 of A: A[3]"
[[nodiscard]] std::string lane_tooltip(const StageInput& input, int lane, const text::Texts& texts);

}  // namespace lanescope::scene
