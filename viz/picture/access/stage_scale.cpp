// The common scale of two pictures of accesses: what is larger in one is drawn larger.
#include <algorithm>
#include <set>

#include "sim/memory/global.h"
#include "sim/memory/shared.h"
#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/bank_view_parts.h"
#include "viz/picture/access/global_text.h"
#include "viz/picture/access/global_transactions.h"
#include "viz/picture/access/stage.h"

namespace lanescope::picture {
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
    if (!moved.empty()) {
      scale.tracks = std::max(scale.tracks, tracks_of(brackets_of(moved, lines)));
    }
    for (const memory::TouchedLine& line : lines) {
      std::string name = address_name(line.address, input->arrays);
      if (name.size() > scale.row_name.size()) scale.row_name = std::move(name);
    }
  }
}

std::size_t addresses_of(const memory::WarpAccess& access) {
  std::set<std::uint64_t> addresses;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (access.lane_is_active(lane)) {
      addresses.insert(access.address[static_cast<std::size_t>(lane)]);
    }
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
