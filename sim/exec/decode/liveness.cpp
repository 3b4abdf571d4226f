// Liveness by the standard backward data-flow equations over basic blocks; places by greedy
// colouring of the interference graph.
#include "sim/exec/decode/liveness.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "sim/exec/decode/basic_blocks.h"

namespace lanescope::exec {
namespace {

class Set {
 public:
  explicit Set(std::size_t size) : words_((size + 63) / 64) {}
  void insert(std::uint32_t i) { words_[i / 64] |= bit(i); }
  void erase(std::uint32_t i) { words_[i / 64] &= ~bit(i); }
  void add(const Set& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  template <class F>
  void for_each(F f) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        f(static_cast<std::uint32_t>(64 * i) + static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
    }
  }
  bool operator==(const Set&) const = default;

 private:
  static std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << (i % 64); }
  std::vector<std::uint64_t> words_;
};

BasicBlocks blocks_of(const std::vector<RegisterUse>& program) {
  return find_blocks(program.size(), [&](std::size_t i) {
    const RegisterUse& use = program[i];
    FlowOf f;
    if (use.target) {
      f = {*use.target, use.conditional, true, {}, 0};
    } else if (!use.more_targets.empty()) {
      f = {no_target, use.conditional, true, use.more_targets, 0};
    } else if (use.ends) {
      f = {no_target, use.conditional, !use.conditional, {}, 0};
    }
    return f;
  });
}

void step_back(const RegisterUse& use, Set& live) {
  if (!use.may_skip) {
    for (const std::uint32_t r : use.writes) live.erase(r);
  }
  for (const std::uint32_t r : use.reads) live.insert(r);
}

struct Liveness {
  BasicBlocks blocks;
  std::vector<Set> at_start;  // live registers at the start of each block

  [[nodiscard]] Set at_end(std::uint32_t block, std::size_t register_count) const {
    Set live(register_count);
    for (const std::uint32_t s : blocks.successors[block]) live.add(at_start[s]);
    return live;
  }
};

Liveness liveness_of(const std::vector<RegisterUse>& program, std::size_t register_count) {
  Liveness result{blocks_of(program), {}};
  const BasicBlocks& blocks = result.blocks;
  result.at_start.assign(blocks.first.size(), Set(register_count));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = blocks.exit(); b-- > 0;) {
      Set live = result.at_end(b, register_count);
      for (std::uint32_t i = blocks.first[b + 1]; i-- > blocks.first[b];) {
        step_back(program[i], live);
      }
      if (live != result.at_start[b]) {
        result.at_start[b] = std::move(live);
        changed = true;
      }
    }
  }
  return result;
}

// The pairs of registers that must not share a place.
class Conflicts {
 public:
  Conflicts(const std::vector<RegisterUse>& program, const std::vector<std::uint32_t>& classes)
      : classes_(classes), of_(classes.size()) {
    const Liveness liveness = liveness_of(program, classes.size());
    const BasicBlocks& blocks = liveness.blocks;
    for (std::uint32_t b = 0; b < blocks.exit(); ++b) {
      Set live = liveness.at_end(b, classes.size());
      for (std::uint32_t i = blocks.first[b + 1]; i-- > blocks.first[b];) {
        const RegisterUse& use = program[i];
        for (const std::uint32_t w : use.writes) {
          live.for_each([&](std::uint32_t other) { add(w, other); });
          for (const std::uint32_t other : use.writes) add(w, other);
          // One part of an instruction may write before another part reads.
          for (const std::uint32_t other : use.reads) add(w, other);
        }
        step_back(use, live);
      }
    }
    liveness.at_start[0].for_each([&](std::uint32_t one) {
      liveness.at_start[0].for_each([&](std::uint32_t other) { add(one, other); });
    });
  }

  [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t r) const { return of_[r]; }
  // True if the graph is too large to be worth its memory: a kernel with thousands of live values.
  [[nodiscard]] bool too_many() const { return count_ > most; }

 private:
  void add(std::uint32_t a, std::uint32_t b) {
    if (a == b || classes_[a] != classes_[b] || classes_[a] == own_place) return;
    if (++count_ > most) return;
    of_[a].push_back(b);
    of_[b].push_back(a);
  }
  static constexpr std::uint64_t most = 10'000'000;
  const std::vector<std::uint32_t>& classes_;
  std::vector<std::vector<std::uint32_t>> of_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::vector<std::uint32_t> live_at_entry(const std::vector<RegisterUse>& program,
                                         std::size_t register_count) {
  std::vector<std::uint32_t> result;
  if (program.empty()) return result;
  liveness_of(program, register_count).at_start[0].for_each([&](std::uint32_t r) {
    result.push_back(r);
  });
  return result;
}

std::vector<std::uint32_t> shared_places(const std::vector<RegisterUse>& program,
                                         const std::vector<std::uint32_t>& classes) {
  constexpr std::uint32_t none = 0xffff'ffffU;
  std::vector<std::uint32_t> place_of(classes.size(), none);
  if (std::ranges::all_of(classes, [](std::uint32_t c) { return c == own_place; })) {
    std::iota(place_of.begin(), place_of.end(), 0U);
    return place_of;
  }
  std::vector<std::uint32_t> class_of_place;
  const Conflicts conflicts(program, classes);
  std::vector<std::uint32_t> taken_by;  // for each place: 1 + the last conflicting register
  for (std::uint32_t r = 0; r < classes.size(); ++r) {
    std::uint32_t& place = place_of[r];
    if (classes[r] != own_place && !conflicts.too_many()) {
      for (const std::uint32_t other : conflicts.of(r)) {
        if (place_of[other] != none) taken_by[place_of[other]] = r + 1;
      }
      for (std::uint32_t p = 0; p < class_of_place.size() && place == none; ++p) {
        if (class_of_place[p] == classes[r] && taken_by[p] != r + 1) place = p;
      }
    }
    if (place == none) {
      place = static_cast<std::uint32_t>(class_of_place.size());
      class_of_place.push_back(classes[r]);
      taken_by.push_back(0);
    }
  }
  return place_of;
}

}  // namespace lanescope::exec
