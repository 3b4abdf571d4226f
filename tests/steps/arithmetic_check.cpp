#include "tests/steps/arithmetic_check.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace lanescope::steps {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (c != ' ' && c != ',') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  return words;
}

float as_float(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

// The result of an instruction, implemented literally from the PTX ISA. Nothing for instructions
// that are not checked.
std::optional<std::uint64_t> evaluate(const std::string& opcode,
                                      const std::vector<std::uint64_t>& in) {
  const auto low = [](std::uint64_t value) { return value & 0xffff'ffffU; };
  const auto wide = [](std::uint64_t value) {
    return static_cast<std::int64_t>(static_cast<std::int32_t>(value));
  };
  if (opcode == "add.s32" || opcode == "add.u32") return low(in[0] + in[1]);
  if (opcode == "sub.s32" || opcode == "sub.u32") return low(in[0] - in[1]);
  if (opcode == "add.s64" || opcode == "add.u64") return in[0] + in[1];
  if (opcode == "mul.lo.s32" || opcode == "mul.lo.u32") return low(in[0] * in[1]);
  if (opcode == "mad.lo.s32" || opcode == "mad.lo.u32") return low(in[0] * in[1] + in[2]);
  if (opcode == "mul.wide.s32") return static_cast<std::uint64_t>(wide(in[0]) * wide(in[1]));
  if (opcode == "mul.wide.u32") return low(in[0]) * low(in[1]);
  if (opcode == "shl.b32") return in[1] > 31 ? 0 : low(in[0] << in[1]);
  if (opcode == "and.b32") return low(in[0] & in[1]);
  if (opcode == "or.b32") return low(in[0] | in[1]);
  if (opcode == "xor.b32") return low(in[0] ^ in[1]);
  if (opcode == "shr.u32") return in[1] > 31 ? 0 : low(in[0]) >> in[1];
  if (opcode == "add.f32" || opcode == "add.rn.f32")
    return bits_of(as_float(in[0]) + as_float(in[1]));
  if (opcode == "mul.f32" || opcode == "mul.rn.f32")
    return bits_of(as_float(in[0]) * as_float(in[1]));
  if (opcode == "fma.rn.f32")
    return bits_of(std::fma(as_float(in[0]), as_float(in[1]), as_float(in[2])));
  if (opcode == "setp.lt.s32") return wide(in[0]) < wide(in[1]) ? 1 : 0;
  if (opcode == "setp.ne.s32") return low(in[0]) != low(in[1]) ? 1 : 0;
  if (opcode == "setp.eq.s32") return low(in[0]) == low(in[1]) ? 1 : 0;
  if (opcode == "setp.gt.u32") return low(in[0]) > low(in[1]) ? 1 : 0;
  return std::nullopt;
}

class Check {
 public:
  explicit Check(const Recording& recording) : recording_(recording) {}

  ArithmeticCheck operator()() {
    for (std::size_t s = 0; s < recording_.steps.size() && result_.mismatch.empty(); ++s) {
      std::vector<std::string> words = words_of(recording_.instruction_of(s).text);
      if (words.front().starts_with("@")) words.erase(words.begin());
      if (words.size() < 3) continue;
      for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
        if ((recording_.steps[s].executing >> lane & 1U) != 0) check(s, lane, words);
      }
    }
    return result_;
  }

 private:
  [[nodiscard]] std::optional<std::uint64_t> operand(const std::string& word, std::uint32_t lane,
                                                     std::size_t step) const {
    if (word.starts_with("0f")) return std::stoull(word.substr(2), nullptr, 16);
    if (!word.starts_with("%")) {
      const bool is_number = word.find_first_not_of("-0123456789") == std::string::npos;
      return is_number ? std::optional(static_cast<std::uint64_t>(std::stoll(word))) : std::nullopt;
    }
    const std::uint32_t frame = recording_.steps[step].frame;
    const Function& function = recording_.listing->functions[recording_.frames[frame].function];
    for (std::uint32_t r = 0; r < function.registers.size(); ++r) {
      if (function.registers[r].name != word) continue;
      const auto value = recording_.value_at(frame, r, lane, step);
      return value ? std::optional(value->low) : std::nullopt;
    }
    return std::nullopt;  // special registers are not checked
  }

  void check(std::size_t step, std::uint32_t lane, const std::vector<std::string>& words) {
    std::vector<std::uint64_t> in;
    for (std::size_t i = 2; i < words.size(); ++i) {
      // The value before this step: the destination may also be a source.
      const bool is_register = words[i].starts_with("%");
      if (step == 0 && is_register) return;
      const auto value = operand(words[i], lane, is_register ? step - 1 : step);
      if (!value) return;
      in.push_back(*value);
    }
    in.resize(3);
    const auto expected = evaluate(words[0], in);
    if (!expected) return;
    ++result_.checked;
    const auto found = operand(words[1], lane, step);
    if (found == expected) return;
    std::ostringstream text;
    text << "step " << step << ", lane " << lane << ": " << recording_.instruction_of(step).text
         << ": recorded " << (found ? std::to_string(*found) : "nothing") << ", expected "
         << *expected;
    result_.mismatch = text.str();
  }

  const Recording& recording_;
  ArithmeticCheck result_;
};

}  // namespace

ArithmeticCheck check_arithmetic(const Recording& recording) { return Check(recording)(); }

}  // namespace lanescope::steps
