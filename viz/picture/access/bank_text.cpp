#include "viz/picture/access/bank_text.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "viz/picture/access/passes.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/core/word_pattern.h"

namespace lanescope::picture {
namespace {

// Atomics of lanes that meet in a bank: a word is not shared, as by loads.
std::string queue_text(const memory::SharedSchedule& schedule, const text::Texts& texts) {
  return texts.get("stage.bank.queue", fmt::arg("ideal", schedule.cost.ideal_wavefronts));
}

// How the stride between neighbouring lanes maps to banks.
std::string stride_text(std::int64_t stride, std::int64_t banks, const text::Texts& texts) {
  const auto on = static_cast<std::uint64_t>(((stride % banks) + banks) % banks);
  const auto half = static_cast<std::uint64_t>(banks) / 2;
  if (stride == 0) return texts.get("stage.bank.step_broadcast");
  if (on == 0) return texts.get("stage.bank.step_same");
  if (on > half) return texts.count("stage.bank.step_back", 2 * half - on);
  return texts.count("stage.bank.step_on", on);
}

// How many words are wanted, and in how many banks they lie.
std::pair<std::uint32_t, std::uint32_t> words_and_banks(const memory::SharedSchedule& schedule) {
  std::uint32_t wanted = 0;
  std::uint32_t used = 0;
  for (const std::uint32_t words : schedule.bank_words) {
    wanted += words;
    used += words > 0 ? 1 : 0;
  }
  return {wanted, used};
}

std::string exclusive_or_text(const memory::SharedSchedule& schedule, const text::Texts& texts) {
  const auto [wanted, used] = words_and_banks(schedule);
  return wanted == used ? texts.get("stage.bank.step_own")
                        : texts.get("stage.bank.step_banks",
                                    fmt::arg("words", texts.count("stage.words", wanted)),
                                    fmt::arg("banks", texts.count("stage.banks", used)));
}

int busiest_bank(const memory::SharedSchedule& schedule) {
  const auto most = std::max_element(schedule.bank_load.begin(), schedule.bank_load.end());
  return static_cast<int>(most - schedule.bank_load.begin());
}

// The bank rule of the machine, as a sentence.
std::string rule_of(const memory::MemoryRules& machine, std::uint32_t bytes,
                    const text::Texts& texts) {
  switch (machine.shared) {
    case memory::SharedRule::measured:
      break;
    case memory::SharedRule::paired_rows:
      return texts.get("stage.machine.paired_rows");
    case memory::SharedRule::whole_warp:
      return texts.get(bytes == 16 ? "stage.machine.whole_warp_16" : "stage.machine.whole_warp");
    case memory::SharedRule::half_warps:
      return texts.get(bytes > 4 ? "stage.machine.half_warps_wide" : "stage.machine.half_warps");
  }
  return texts.get("stage.bank.rule");
}

std::vector<std::string> explanations(const memory::WarpAccess& access,
                                      const memory::SharedSchedule& schedule,
                                      const memory::MemoryRules& machine,
                                      const text::Texts& texts) {
  std::vector<std::string> result;
  const auto groups = schedule.groups.size();
  const std::string rule = rule_of(machine, access.bytes, texts);
  const bool queues = memory::is_atomic(access.op) && schedule.cost.conflicts > 0;
  if (const auto pattern = word_pattern(access)) {
    const std::string words =
        texts.get(access.bytes > 4 ? "stage.bank.lane_wants_from" : "stage.bank.lane_wants",
                  fmt::arg("formula", formula(*pattern)));
    const std::string banks_met = queues ? queue_text(schedule, texts)
                                  : pattern->has_exclusive_or()
                                      ? exclusive_or_text(schedule, texts)
                                      : stride_text(pattern->stride, machine.bank_count(), texts);
    const std::string joined = texts.get("stage.bank.affine", fmt::arg("rule", rule),
                                         fmt::arg("words", words), fmt::arg("step", banks_met));
    if (groups > 1) result.push_back(joined + texts.count("stage.bank.groups", groups));
    result.push_back(joined);
    result.push_back(texts.get("stage.bank.affine_short", fmt::arg("words", words),
                               fmt::arg("step", banks_met)));
    result.push_back(banks_met);
    return result;
  }
  const auto [wanted, used] = words_and_banks(schedule);
  const int bank = busiest_bank(schedule);
  const char* key = queues           ? "stage.bank.plain_queue"
                    : wanted == used ? "stage.bank.plain_free"
                                     : "stage.bank.plain";
  const std::string truth =
      texts.get(key, fmt::arg("lanes", std::popcount(access.mask)),
                fmt::arg("words", texts.count("stage.words", wanted)),
                fmt::arg("banks", texts.count("stage.banks", used)), fmt::arg("bank", bank),
                fmt::arg("load", schedule.bank_load[static_cast<std::size_t>(bank)]),
                fmt::arg("queue", queue_text(schedule, texts)));
  result.push_back(
      texts.get("stage.bank.plain_with_rule", fmt::arg("rule", rule), fmt::arg("truth", truth)));
  result.push_back(truth);
  if (queues) result.push_back(queue_text(schedule, texts));
  result.push_back(rule);
  return result;
}

// Explains how an asynchronous copy is served; the longer sentence first.
std::vector<std::string> explanations_of_copy(const memory::AsyncCopy& copy,
                                              const text::Texts& texts) {
  const std::string rule =
      texts.get(copy.bypasses_l1 ? "stage.bank.copy_past_l1" : "stage.bank.copy");
  const std::string brief =
      texts.get(copy.bypasses_l1 ? "stage.bank.copy_past_l1_short" : "stage.bank.copy_short");
  if (!copy.bypasses_l1 || !copy.fills_zeros) return {rule, brief};
  const std::string zeros = texts.get("stage.bank.copy_zeros");
  const auto with_zeros = [&](const std::string& sentence) {
    return texts.get("stage.bank.copy_with_zeros", fmt::arg("rule", sentence),
                     fmt::arg("zeros", zeros));
  };
  return {with_zeros(rule), with_zeros(brief), brief};
}

// A copy that bypasses L1 has no N-way conflict degree, because its groups are pairs of lines.
std::string copy_verdict(const memory::AsyncCopy& copy, const memory::SharedCost& cost,
                         const text::Texts& texts) {
  if (cost.conflicts == 0 && cost.wavefronts > 1)
    return texts.get("stage.verdict.groups", fmt::arg("wavefronts", cost.wavefronts));
  if (cost.conflicts == 0) return texts.get("stage.verdict.conflict_free");
  if (copy.bypasses_l1) return texts.count("stage.wavefronts", cost.wavefronts);
  return texts.get("stage.verdict.ways", fmt::arg("n", cost.worst_ways));
}

std::string bank_verdict(const memory::SharedCost& cost, const text::Texts& texts) {
  if (cost.worst_ways > 1) return texts.get("stage.verdict.ways", fmt::arg("n", cost.worst_ways));
  if (cost.ideal_wavefronts > 1)
    return texts.get("stage.verdict.groups", fmt::arg("wavefronts", cost.wavefronts));
  return texts.get("stage.verdict.conflict_free");
}

}  // namespace

WordRange words_of(const memory::WarpAccess& access, int lane) {
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  const std::uint64_t first = address / memory::bank_bytes;
  const std::uint64_t last = (address + access.bytes - 1) / memory::bank_bytes;
  return {first, static_cast<std::uint32_t>(last - first + 1)};
}

memory::SharedSchedule schedule_of(const memory::WarpAccess& access, const memory::AsyncCopy* copy,
                                   const memory::MemoryRules& machine) {
  return copy != nullptr ? memory::async_copy_schedule(*copy)
                         : memory::shared_schedule(access, machine);
}

memory::MemoryRules machine_of(const StageInput& input) {
  return input.copy != nullptr ? memory::MemoryRules{} : input.machine;
}

Frame bank_frame(const StageInput& input, const memory::SharedSchedule& schedule,
                 const text::Texts& texts) {
  const memory::SharedCost& cost = schedule.cost;
  const memory::WarpAccess& access = input.access;
  const memory::AsyncCopy* copy = input.copy.get();
  Frame frame;
  frame.form = input.scale.frame;
  frame.machine = input.machine_name;
  frame.title = trimmed(input.source_text);
  frame.subtitle = describe(access, texts, copy != nullptr);
  frame.costly = cost.conflicts > 0;
  if (cost.wavefronts == 0) {
    frame.verdict = texts.get("stage.verdict.nothing");
    return frame;
  }
  frame.verdict = copy != nullptr ? copy_verdict(*copy, cost, texts) : bank_verdict(cost, texts);
  frame.other_verdicts = {texts.get("stage.verdict.conflict_free"),
                          texts.get("stage.verdict.ways", fmt::arg("n", memory::warp_lanes))};
  frame.detail = texts.get("stage.bank.detail",
                           fmt::arg("wavefronts", texts.count("stage.wavefronts", cost.wavefronts)),
                           fmt::arg("ideal", cost.ideal_wavefronts),
                           fmt::arg("conflicts", texts.count("stage.conflicts", cost.conflicts)));
  frame.explanations = copy != nullptr ? explanations_of_copy(*copy, texts)
                                       : explanations(access, schedule, input.machine, texts);
  if (copy != nullptr && !input.machine_name.empty())
    frame.explanations.insert(frame.explanations.begin(), texts.get("stage.machine.copy"));
  return frame;
}

std::string lane_words_tooltip(const StageInput& input, int lane, const text::Texts& texts) {
  if (!input.access.lane_is_active(lane))
    return texts.get("stage.lane_off", fmt::arg("lane", lane));
  const WordRange range = words_of(input.access, lane);
  const auto banks = static_cast<std::uint64_t>(machine_of(input).bank_count());
  const std::uint64_t last = range.first + range.count - 1;
  return texts.get(range.count == 1 ? "pass.lane_word" : "pass.lane_words", fmt::arg("lane", lane),
                   fmt::arg("first", range.first), fmt::arg("last", last),
                   fmt::arg("bank", range.first % banks), fmt::arg("last_bank", last % banks));
}

std::string word_tooltip(const memory::WarpAccess& access, std::uint64_t word, std::uint32_t lanes,
                         int banks, const text::Texts& texts) {
  const std::uint64_t first_byte = word * memory::bank_bytes;
  const auto bank = word % static_cast<std::uint64_t>(banks);
  if (lanes == 0)
    return texts.get("stage.bank.word_unwanted", fmt::arg("word", word), fmt::arg("bank", bank));
  const bool one = std::popcount(lanes) == 1;
  std::string text =
      texts.get(one                            ? "stage.bank.word_one"
                : memory::is_atomic(access.op) ? "stage.bank.word_queue"
                                               : "stage.bank.word_many",
                fmt::arg("lanes", lane_list(lanes, texts)), fmt::arg("n", std::popcount(lanes)),
                fmt::arg("word", word), fmt::arg("first", first_byte),
                fmt::arg("last", first_byte + memory::bank_bytes - 1), fmt::arg("bank", bank));
  if (one && access.bytes > memory::bank_bytes) {
    const WordRange range = words_of(access, first_lane(lanes));
    text +=
        texts.get("stage.bank.word_of_range", fmt::arg("bytes", access.bytes),
                  fmt::arg("first", range.first), fmt::arg("last", range.first + range.count - 1));
  }
  return text;
}

std::string bank_tooltip(const memory::SharedSchedule& schedule, int bank,
                         const memory::MemoryRules& machine, const text::Texts& texts) {
  const auto index = static_cast<std::size_t>(bank);
  const std::uint32_t words = schedule.bank_words[index];
  if (words == 0) return texts.get("stage.bank.bank_idle", fmt::arg("bank", bank));
  // With other rules, and in atomics, a word may take several wavefronts; with other rules one
  // wavefront may also serve two words.
  const bool one_by_one =
      machine.shared == memory::SharedRule::measured && schedule.bank_load[index] <= words;
  return texts.count(one_by_one ? "stage.bank.bank_busy" : "stage.machine.bank_busy", words,
                     fmt::arg("bank", bank),
                     fmt::arg("load", texts.count("stage.wavefronts", schedule.bank_load[index])));
}

std::string wavefront_sentence(const memory::WarpAccess& access,
                               std::optional<std::uint32_t> wavefront, const text::Texts& texts,
                               const memory::AsyncCopy* copy, const memory::MemoryRules& machine) {
  StageInput input;
  input.access = access;
  input.machine = machine;
  // Not owned by this pointer.
  if (copy != nullptr) input.copy = {std::shared_ptr<const memory::AsyncCopy>(), copy};
  const Passes passes = passes_of(input);
  if (passes.positions.empty()) return {};
  return wavefront ? position_sentence(input, passes, passes.clamped(*wavefront), texts)
                   : all_positions_sentence(passes, access.space == memory::Space::shared, texts);
}

}  // namespace lanescope::picture
