#include "tests/survey/brute_force.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "sim/memory/async_copy.h"

namespace lanescope::survey::test {
namespace {

using memory::Op;
using memory::Space;

struct Lane {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

std::vector<Lane> lanes_of(const report::Event& event) {
  std::vector<Lane> lanes;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (!event.access.lane_is_active(lane)) continue;
    const auto index = static_cast<std::size_t>(lane);
    const std::uint64_t bytes =
        event.copy != nullptr ? event.copy->bytes_read[index] : event.access.bytes;
    lanes.push_back({event.access.address[index], bytes});
  }
  return lanes;
}

class Reader {
 public:
  explicit Reader(const Traced& launch) : launch_(launch) {
    survey_.machine = launch.machine;
    survey_.grid = launch.grid;
    survey_.block = launch.block;
    survey_.warps_per_block = (launch.block[0] * launch.block[1] * launch.block[2] + 31) / 32;
    survey_.blocks_run = launch.blocks.size();
    for (const report::ArrayInfo& info : launch.arrays) {
      ArraySurvey& array = survey_.arrays.emplace_back();
      array.array = info;
      array.reads.resize(info.count);
      array.writes.resize(info.count);
      array.first_warp.resize(info.count);
      array.sector_moves.resize(sector_count(info));
      array.sector_used.resize(sector_count(info));
    }
  }

  Survey read() {
    for (const std::vector<report::WarpTrace>& block : launch_.blocks) {
      Cost sum;
      for (const report::WarpTrace& warp : block) {
        survey_.warps.push_back(read(warp));
        sum += survey_.warps.back();
      }
      survey_.blocks.push_back(sum);
      survey_.total += sum;
    }
    survey_.rows_total = survey_.rows.size();
    for (ArraySurvey& array : survey_.arrays) {
      drop_if_zero(array.reads);
      drop_if_zero(array.writes);
      drop_if_zero(array.first_warp);
      drop_if_zero(array.sector_moves);
      drop_if_zero(array.sector_used);
    }
    return std::move(survey_);
  }

 private:
  template <class T>
  static void drop_if_zero(std::vector<T>& map) {
    if (std::ranges::all_of(map, [](T value) { return value == 0; })) map.clear();
  }

  ArraySurvey* array_at(std::uint64_t address) {
    for (ArraySurvey& array : survey_.arrays) {
      const std::uint64_t end = array.array.address + array.array.count * array.array.element_bytes;
      if (address >= array.array.address && address < end) return &array;
    }
    return nullptr;
  }

  Cost read(const report::WarpTrace& trace) {
    Cost cost;
    const WarpNumber warp = survey_.warp_number(trace.position.block, trace.position.warp);
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
      const report::Event& event = trace.events[i];
      if (event.kind != report::EventKind::access) continue;
      ++cost.requests;
      switch (event.access.space) {
        case Space::global:
          cost.global_sectors += event.cost;
          cost.global_ideal += event.ideal;
          read_global(event, warp);
          break;
        case Space::shared:
          cost.shared_wavefronts += event.cost;
          cost.shared_ideal += event.ideal;
          read_shared(event, warp, i);
          break;
        case Space::local:
          cost.local_sectors += event.cost;
          cost.local_ideal += event.ideal;
          break;
        case Space::constant:
          cost.constant_transactions += event.cost;
          cost.constant_ideal += event.ideal;
          break;
      }
    }
    for (const report::BranchStep& step : trace.branches) {
      ++cost.branches;
      cost.divergent_branches += step.taken != 0 && step.taken != step.active ? 1 : 0;
    }
    return cost;
  }

  void read_global(const report::Event& event, WarpNumber warp) {
    for (const Lane& lane : lanes_of(event)) {
      std::set<std::pair<ArraySurvey*, std::uint64_t>> elements;
      for (std::uint64_t at = lane.address; at < lane.address + lane.bytes; ++at) {
        ArraySurvey* array = array_at(at);
        if (array != nullptr)
          elements.emplace(array, (at - array->array.address) / array->array.element_bytes);
      }
      if (elements.empty() && lane.bytes != 0) ++survey_.touches_outside;
      for (const auto& [array, element] : elements) {
        if (event.access.op != Op::store) {
          if (array->reads[element] != max_counted) ++array->reads[element];
          ++array->total_reads;
        }
        if (event.access.op != Op::load) {
          if (array->writes[element] != max_counted) ++array->writes[element];
          ++array->total_writes;
        }
        std::uint32_t& first = array->first_warp[element];
        first = first == no_warp ? warp + 1 : std::min(first, warp + 1);
      }
    }
    read_sectors(event);
  }

  void read_sectors(const report::Event& event) {
    std::map<std::uint64_t, std::set<std::uint64_t>> wanted;  // sector -> bytes
    std::map<std::uint64_t, std::map<std::uint64_t, std::uint32_t>>
        queues;  // sector -> word -> lanes
    const std::uint64_t word_bytes = std::max<std::uint64_t>(event.access.bytes, 4);
    for (const Lane& lane : lanes_of(event)) {
      std::set<std::uint64_t> of_lane;
      for (std::uint64_t at = lane.address; at < lane.address + lane.bytes; ++at) {
        wanted[at / 32].insert(at);
        of_lane.insert(at / 32);
      }
      for (const std::uint64_t sector : of_lane) ++queues[sector][lane.address / word_bytes];
    }
    std::map<std::uint64_t, std::uint32_t> moves;
    const bool other_rule = launch_.machine.global != memory::GlobalRule::sectors &&
                            !is_atomic(event.access.op) && event.copy == nullptr;
    if (other_rule) {
      for (const memory::Transaction& each : memory::transactions(event.access, launch_.machine)) {
        for (std::uint32_t byte = 0; byte < each.bytes; byte += 32)
          ++moves[(each.address + byte) / 32];
      }
    } else {
      for (const auto& [sector, words] : queues) {
        std::uint32_t longest = 0;
        for (const auto& [word, lanes] : words) longest = std::max(longest, lanes);
        moves[sector] = is_atomic(event.access.op) ? longest : 1;
      }
    }
    for (const auto& [sector, times] : moves) {
      ArraySurvey* array = array_at(sector * 32);
      if (array == nullptr) {
        survey_.moves_outside += times;
        continue;
      }
      const std::uint64_t index = sector - array->array.address / 32;
      const auto used = static_cast<std::uint32_t>(wanted[sector].size());
      array->sector_moves[index] += times;
      array->sector_used[index] += used;
      array->total_moves += times;
      array->total_used += used;
    }
  }

  void read_shared(const report::Event& event, WarpNumber warp, std::uint32_t index) {
    const memory::SharedSchedule schedule =
        event.copy != nullptr ? memory::async_copy_schedule(*event.copy)
                              : memory::shared_schedule(event.access, launch_.machine);
    BankPattern pattern;
    pattern.wavefronts = static_cast<std::uint16_t>(event.cost);
    pattern.ideal = static_cast<std::uint16_t>(event.ideal);
    pattern.ways = static_cast<std::uint16_t>(event.ways);
    for (const memory::Wavefront& wavefront : schedule.wavefronts) {
      for (const memory::ServedWord& word : wavefront.served) ++pattern.words[word.bank];
    }
    auto found = std::ranges::find(survey_.patterns, pattern);
    if (found == survey_.patterns.end())
      found = survey_.patterns.insert(survey_.patterns.end(), pattern);
    survey_.rows.push_back(
        {warp, index, event.site, static_cast<std::uint32_t>(found - survey_.patterns.begin())});
  }

  const Traced& launch_;
  Survey survey_;
};

template <class T>
std::string first_difference(const std::string& what, const std::vector<T>& expected,
                             const std::vector<T>& found) {
  if (expected == found) return {};
  if (expected.size() != found.size())
    return what + ": " + std::to_string(expected.size()) + " expected, " +
           std::to_string(found.size()) + " found; ";
  const auto at = std::ranges::mismatch(expected, found).in1 - expected.begin();
  std::string text = what + "[" + std::to_string(at) + "]";
  if constexpr (std::is_integral_v<T>) {
    const auto index = static_cast<std::size_t>(at);
    text += " is " + std::to_string(found[index]) + ", not " + std::to_string(expected[index]);
  }
  return text + "; ";
}

}  // namespace

Survey brute_force(const Traced& launch) { return Reader(launch).read(); }

std::string difference(const Survey& expected, const Survey& found) {
  std::string text;
  if (expected.arrays.size() != found.arrays.size()) return "not as many arrays";
  for (std::size_t i = 0; i < expected.arrays.size(); ++i) {
    const ArraySurvey& a = expected.arrays[i];
    const ArraySurvey& b = found.arrays[i];
    const std::string& name = a.array.name;
    text += first_difference(name + ".reads", a.reads, b.reads);
    text += first_difference(name + ".writes", a.writes, b.writes);
    text += first_difference(name + ".first_warp", a.first_warp, b.first_warp);
    text += first_difference(name + ".sector_moves", a.sector_moves, b.sector_moves);
    text += first_difference(name + ".sector_used", a.sector_used, b.sector_used);
    if (!(a == b) && text.empty()) text += name + ": its sums; ";
  }
  if (expected.moves_outside != found.moves_outside) text += "moves_outside; ";
  if (expected.touches_outside != found.touches_outside) text += "touches_outside; ";
  if (!(expected.total == found.total)) text += "total; ";
  text += first_difference("blocks", expected.blocks, found.blocks);
  text += first_difference("warps", expected.warps, found.warps);
  text += first_difference("rows", expected.rows, found.rows);
  text += first_difference("patterns", expected.patterns, found.patterns);
  if (expected.rows_total != found.rows_total) text += "rows_total; ";
  if (expected.blocks_run != found.blocks_run) text += "blocks_run; ";
  return text;
}

}  // namespace lanescope::survey::test
