#include "viz/picture/access/stage.h"

#include <algorithm>
#include <set>

#include "sim/memory/global.h"
#include "sim/memory/shared.h"
#include "viz/picture/access/bank_layout.h"
#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/global_text.h"
#include "viz/picture/access/global_transactions.h"

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

namespace {

void scale_banks(const StageInput& a, const StageInput& b, StageScale& scale) {
  std::set<std::uint64_t> words;
  int fewest = memory::banks;
  for (const StageInput* input : {&a, &b}) {
    const memory::SharedSchedule schedule =
        schedule_of(input->access, input->copy.get(), machine_of(*input));
    const WordPicture picture = word_picture(*input, schedule);
    for (const auto& [word, state] : picture.words) words.insert(word);
    scale.wavefronts = std::max(scale.wavefronts, schedule.wavefronts.size());
    scale.groups = std::max(scale.groups, schedule.groups.size());
    scale.banks = std::max(scale.banks, picture.banks);
    scale.shared_bytes = std::max(scale.shared_bytes, input->shared.bytes);
    fewest = std::min(fewest, picture.banks);
  }
  scale.words.assign(words.begin(), words.end());
  if (fewest == scale.banks) return;  // with equal bank counts, equal words make equal rows
  const std::uint64_t last = words.empty() ? 0 : *words.rbegin() + 1;
  const std::uint64_t all = std::max<std::uint64_t>(last, scale.shared_bytes / memory::bank_bytes);
  const auto banks_per_row = static_cast<std::uint64_t>(fewest);
  scale.rows = static_cast<float>((all + banks_per_row - 1) / banks_per_row);
}

void scale_lines(const StageInput& a, const StageInput& b, StageScale& scale) {
  for (const StageInput* input : {&a, &b}) {
    const std::vector<memory::Transaction> moved = transactions_of(*input);
    const std::vector<memory::TouchedLine> lines =
        with_moved(memory::touched_lines(input->access), moved);
    scale.lines = std::max(scale.lines, lines.size());
    if (!moved.empty()) scale.tracks = std::max(scale.tracks, tracks_of(brackets_of(moved, lines)));
    for (const memory::TouchedLine& line : lines) {
      std::string name = address_name(line.address, input->arrays);
      if (name.size() > scale.row_name.size()) scale.row_name = std::move(name);
    }
  }
}

std::size_t addresses_of(const memory::WarpAccess& access) {
  std::set<std::uint64_t> addresses;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (access.lane_is_active(lane))
      addresses.insert(access.address[static_cast<std::size_t>(lane)]);
  }
  return addresses.size();
}

}  // namespace

StageScale common_scale(const StageInput& a, const StageInput& b) {
  StageScale scale;
  if (a.access.space != b.access.space) return scale;
  switch (a.access.space) {
    case memory::Space::shared:
      scale_banks(a, b, scale);
      break;
    case memory::Space::global:
      scale_lines(a, b, scale);
      break;
    case memory::Space::local:
    case memory::Space::constant:
      scale.lines = std::max(addresses_of(a.access), addresses_of(b.access));
      break;
  }
  return scale;
}

}  // namespace lanescope::picture
