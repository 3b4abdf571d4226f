#include "viz/picture/access/stage.h"

#include "viz/picture/access/address_text.h"
#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/global_text.h"

namespace lanescope::picture {

std::uint32_t lanes_out_of_range(const memory::WarpAccess& access,
                                 const std::vector<report::ArrayInfo>& arrays) {
  if (access.space != memory::Space::global || arrays.empty()) return 0;
  std::uint32_t bad = 0;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (!access.lane_is_active(lane)) continue;
    const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
    const report::ArrayInfo* array = report::array_at(arrays, address);
    const bool good =
        array != nullptr && array->bytes() - (address - array->address) >= access.bytes;
    if (!good) bad |= 1U << lane;
  }
  return bad;
}

FrameForm stage_form(const StageInput& input, const Style& style, float width, float height) {
  const Canvas canvas(style, width, height);
  const text::Texts& texts = canvas.texts();
  switch (input.access.space) {
    case memory::Space::shared:
      return form_of(
          canvas,
          bank_frame(input, schedule_of(input.access, input.copy.get(), machine_of(input)), texts));
    case memory::Space::global:
      return form_of(canvas, global_frame(input, global_cost_of(input), texts));
    case memory::Space::local:
    case memory::Space::constant:
      break;
  }
  return form_of(canvas, address_frame(input, texts));
}

PartedList build_stage_parted(const StageInput& input, const Style& style, float width,
                              float height) {
  switch (input.access.space) {
    case memory::Space::shared:
      return build_bank_view_parted(input, style, width, height);
    case memory::Space::global:
      return build_global_view_parted(input, style, width, height);
    case memory::Space::local:
    case memory::Space::constant:
      break;
  }
  return {build_address_view(input, style, width, height)};
}

DrawList build_stage(const StageInput& input, const Style& style, float width, float height) {
  return build_stage_parted(input, style, width, height).list;
}

}  // namespace lanescope::picture
