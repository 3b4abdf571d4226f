// The sentence under an access says only what is true of it: for random masks and addresses, each
// sentence is read and compared with the lanes.
#include <bit>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/global_text.h"

namespace lanescope::picture {
namespace {

using memory::Op;
using memory::Space;

class Accesses {
 public:
  // Masks and addresses as kernels have them, and any others.
  memory::WarpAccess next(Space space, Op op) {
    memory::WarpAccess access;
    access.space = space;
    access.op = op;
    access.bytes = static_cast<std::uint8_t>(1U << one_of(5));
    if (memory::is_atomic(op)) access.bytes = static_cast<std::uint8_t>(4U << one_of(2));
    access.mask = mask();
    const std::uint64_t start = (space == Space::global ? 0x7f00'0000'0000ULL : 8192) +
                                std::uint64_t{access.bytes} * one_of(64);
    const std::uint64_t step = access.bytes * steps[one_of(std::size(steps))];
    const std::uint64_t key = one_of(32);
    const std::uint32_t form = one_of(6);
    std::uint64_t taking_part = 0;
    for (std::uint64_t l = 0; l < 32; ++l) {
      std::uint64_t& to = access.address[l];
      to = start + step * l;
      if (form == 1) to = start + step * (31 - l);
      if (form == 2) to = start + access.bytes * std::uint64_t{one_of(128)};
      if (form == 3) to = start + step * taking_part;
      if (form == 4) to = start + step * (l ^ key);
      if (form == 5) to = start + step * (l / 4);
      if (access.lane_is_active(static_cast<int>(l))) ++taking_part;
    }
    return access;
  }

 private:
  static constexpr std::uint64_t steps[] = {0, 1, 1, 1, 2, 3, 4, 8, 31, 32, 33, 64, 1024};

  std::uint32_t one_of(std::size_t count) { return static_cast<std::uint32_t>(numbers_() % count); }
  std::uint32_t mask() {
    const std::uint32_t any = static_cast<std::uint32_t>(numbers_()) | 1U << one_of(32);
    switch (one_of(7)) {
      case 0:
      case 1:
        return 0xffff'ffffU;
      case 2:
        return 0xffff'ffffU >> one_of(32);
      case 3:
        return 0xffff'ffffU << one_of(32);
      case 4: {
        std::uint32_t every = 0;
        const std::uint32_t step = 2 + one_of(7);
        for (std::uint32_t l = one_of(step); l < 32; l += step) every |= 1U << l;
        return every;
      }
      case 5:
        return 1U << one_of(32);
      default:
        return any;
    }
  }

  std::mt19937_64 numbers_{20260701};
};

// What an access really does, computed from its lanes alone.
struct Truth {
  explicit Truth(const memory::WarpAccess& access) : bytes(access.bytes) {
    for (int l = 0; l < 32; ++l) {
      if (!access.lane_is_active(l)) continue;
      lanes.push_back(l);
      const std::uint64_t first = access.address[static_cast<std::size_t>(l)];
      at.push_back(first);
      std::set<std::uint64_t> own;
      for (std::uint64_t b = first; b < first + bytes; ++b) {
        used.insert(b);
        sectors.insert(b / 32);
        own.insert(b / 32);
        lines.insert(b / 128);
        words.insert(b / 4);
      }
      sectors_of_lanes += own.size();
    }
    for (const std::uint64_t word : words) banks.insert(word % 32);
  }
  [[nodiscard]] bool lanes_are_neighbours() const {
    return lanes.back() - lanes.front() + 1 == static_cast<int>(lanes.size());
  }
  [[nodiscard]] bool are_apart(std::uint64_t distance) const {
    bool up = true;
    bool down = true;
    for (std::size_t i = 1; i < at.size(); ++i) {
      up = up && at[i] - at[i - 1] == distance;
      down = down && at[i - 1] - at[i] == distance;
    }
    return up || down;
  }

  std::uint64_t bytes;
  std::vector<int> lanes;
  std::vector<std::uint64_t> at;
  std::set<std::uint64_t> used, sectors, lines, words, banks;
  std::size_t sectors_of_lanes = 0;
};

const std::regex& pattern(const std::string& text) {
  static std::map<std::string, std::regex> all;
  const auto found = all.find(text);
  return found != all.end() ? found->second : all.emplace(text, text).first->second;
}

std::uint64_t number_in(std::string text) {
  std::erase(text, ',');
  return std::stoull(text);
}

std::string described(const memory::WarpAccess& access) {
  std::string text = fmt::format("{} bytes, mask {:08x}:", access.bytes, access.mask);
  for (int l = 0; l < 32; ++l) {
    if (access.lane_is_active(l))
      text += fmt::format(" {}:{:x}", l, access.address[static_cast<std::size_t>(l)]);
  }
  return text;
}

// "" if the sentence is true.
std::string wrong_in(const std::string& sentence, const Truth& truth) {
  std::smatch found;
  const bool says_active = sentence.find("active lanes") != std::string::npos;
  if (std::regex_search(sentence, found, pattern("^neighbouring .*lanes, neighbouring bytes"))) {
    if (!says_active && !truth.lanes_are_neighbours()) return "the lanes are no neighbours";
    if (!truth.are_apart(truth.bytes)) return "the bytes are no neighbours";
    const bool is_ideal = sentence.find("the fewest possible") != std::string::npos;
    const std::size_t fewest = (truth.used.size() + 31) / 32;
    if (is_ideal != (truth.sectors.size() == fewest)) return "the fewest possible, or not";
    if (!is_ideal && *truth.used.begin() % 32 == 0) return "it is the start of a sector";
    std::regex_search(sentence, found, pattern("([0-9]+) sectors?"));
    return number_in(found[1]) == truth.sectors.size() ? "" : "number of sectors";
  }
  if (std::regex_search(sentence, found, pattern("lanes are ([0-9,]+) bytes apart"))) {
    if (!says_active && !truth.lanes_are_neighbours()) return "lanes between take no part";
    if (!truth.are_apart(number_in(found[1]))) return "distance";
    const bool own = sentence.find("a sector of its own") != std::string::npos;
    if (own && (truth.sectors.size() != truth.lanes.size() ||
                truth.sectors_of_lanes != truth.lanes.size()))
      return "sectors of their own";
    if (!own && truth.used.size() == 32 * truth.sectors.size()) return "nothing lies between";
    return "";
  }
  if (std::regex_search(sentence, found, pattern("^all .*lanes "))) {
    if (!says_active && truth.lanes.size() != 32) return "not all lanes take part";
    if (!truth.are_apart(0) || truth.sectors.size() != 1) return "more than one address";
    return "";
  }
  if (std::regex_search(
          sentence, found,
          pattern("^([0-9]+) lanes? touch(?:es)? ([0-9]+) sectors? in ([0-9]+) cache lines?"))) {
    if (number_in(found[1]) != truth.lanes.size()) return "lanes";
    if (number_in(found[2]) != truth.sectors.size()) return "sectors";
    return number_in(found[3]) == truth.lines.size() ? "" : "lines";
  }
  return "a sentence that this test does not know";
}

// The captions of random accesses to the space. `frame_of` draws an access; `wrong_in` says what is
// wrong in a sentence about it.
template <class FrameOf, class WrongIn>
void expect_true_captions(Space space, const FrameOf& frame_of, const WrongIn& wrong_in) {
  Accesses accesses;
  const text::Texts texts("en");
  std::set<std::string> kinds;
  int wrong = 0;
  for (int i = 0; i < 4'000 && wrong < 10; ++i) {
    StageInput input;
    input.access = accesses.next(space, i % 2 == 0 ? Op::load : Op::store);
    for (const std::string& sentence : frame_of(input, texts).explanations) {
      kinds.insert(std::regex_replace(sentence, pattern("[0-9,]+"), "#"));
      const std::string what = wrong_in(sentence, Truth(input.access));
      if (what.empty()) continue;
      ++wrong;
      ADD_FAILURE() << sentence << "\n" << what << "\n" << described(input.access);
    }
  }
  EXPECT_GE(kinds.size(), 12U);
}

TEST(Captions, of_global_accesses_are_true_for_any_mask_and_addresses) {
  expect_true_captions(
      Space::global,
      [](const StageInput& input, const text::Texts& texts) {
        return global_frame(input, global_cost_of(input), texts);
      },
      wrong_in);
}

std::string wrong_in_banks(const std::string& sentence, const Truth& truth) {
  std::smatch found;
  if (sentence.find("all lanes share one word, a broadcast") != std::string::npos)
    return truth.words.size() * 4 <= std::max<std::uint64_t>(truth.bytes, 4) ? "" : "one word";
  if (sentence.find("every lane lands in the same bank") != std::string::npos) {
    for (const std::uint64_t at : truth.at) {
      if (at / 4 % 32 != truth.at.front() / 4 % 32) return "banks";
    }
    return "";
  }
  if (std::regex_search(sentence, found, pattern("each lane (one|[0-9]+) banks? (further|back)"))) {
    const std::uint64_t banks = found[1] == "one" ? 1 : number_in(found[1]);
    const std::uint64_t step = found[2] == "back" ? 32 - banks : banks;
    for (std::size_t i = 0; i < truth.at.size(); ++i) {
      const auto lane = static_cast<std::uint64_t>(truth.lanes[i] - truth.lanes[0]);
      if ((truth.at[0] / 4 + step * lane) % 32 != truth.at[i] / 4 % 32) return "step";
    }
    return "";
  }
  if (std::regex_search(sentence, found, pattern("([0-9]+) lanes? wants? ([0-9]+) words?"))) {
    if (number_in(found[1]) != truth.lanes.size()) return "lanes";
    if (number_in(found[2]) != truth.words.size()) return "words";
    if (std::regex_search(sentence, found, pattern("words? in ([0-9]+) banks?")) &&
        number_in(found[1]) != truth.banks.size())
      return "banks";
    if (sentence.find("a bank of its own") != std::string::npos &&
        truth.banks.size() != truth.words.size())
      return "words share a bank";
    return "";
  }
  if (sentence.find("each in a bank of its own") != std::string::npos)
    return truth.banks.size() == truth.words.size() ? "" : "words share a bank";
  if (std::regex_search(sentence, found, pattern("([0-9]+) words? in ([0-9]+) banks?"))) {
    return number_in(found[1]) == truth.words.size() && number_in(found[2]) == truth.banks.size()
               ? ""
               : "words and banks";
  }
  return sentence == "bank = word % 32" ? "" : "a sentence that this test does not know";
}

TEST(Captions, of_shared_accesses_are_true_for_any_mask_and_addresses) {
  expect_true_captions(
      Space::shared,
      [](const StageInput& input, const text::Texts& texts) {
        return bank_frame(input, schedule_of(input.access, nullptr, machine_of(input)), texts);
      },
      wrong_in_banks);
}

}  // namespace
}  // namespace lanescope::picture
