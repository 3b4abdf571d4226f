#include "sim/steps/recording.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "sim/exec/arithmetic/half.h"

namespace lanescope::steps {

std::size_t Recording::bytes() const {
  return steps.size() * sizeof(Step) + frames.size() * sizeof(Frame) +
         events.size() * sizeof(report::Event) + writes.size() * sizeof(Write) +
         (words.size() + by_register.size() + lists.size()) * sizeof(std::uint32_t);
}

const Instruction& Recording::instruction_of(std::size_t step) const {
  return listing->instructions[steps[step].instruction];
}

std::size_t Recording::first_write(std::size_t step) const {
  return step < steps.size() ? steps[step].first_write : writes.size();
}

std::size_t Recording::first_event(std::size_t step) const {
  return step < steps.size() ? steps[step].first_event : events.size();
}

const Write* Recording::last_write(std::uint32_t frame, std::uint32_t reg, std::size_t step) const {
  const std::size_t list = frames[frame].first_list + reg;
  const auto begin = by_register.begin() + lists[list];
  const auto end = by_register.begin() + lists[list + 1];
  const auto after = std::upper_bound(
      begin, end, step, [&](std::size_t at, std::uint32_t w) { return at < writes[w].step; });
  return after == begin ? nullptr : &writes[*(after - 1)];
}

std::optional<Value> Recording::value_of(const Write& write, std::uint32_t lane) const {
  if ((write.defined >> lane & 1U) == 0) return std::nullopt;
  const Register& reg = listing->functions[frames[write.frame].function].registers[write.reg];
  const std::uint32_t* from = words.data() + write.value;
  if (write.form == Write::Form::predicate) return Value{*from >> lane & 1U, 0};
  const std::uint32_t bytes = ptx::bytes_of(reg.type);
  const auto one = [&](std::size_t index) {
    if (bytes <= 4) return Value{from[index], 0};
    const std::uint32_t* at = from + index * (bytes / 4);
    Value value{at[0] | std::uint64_t{at[1]} << 32, 0};
    if (bytes == 16) value.high = at[2] | std::uint64_t{at[3]} << 32;
    return value;
  };
  switch (write.form) {
    case Write::Form::uniform:
      return one(0);
    case Write::Form::line: {
      Value value{one(0).low + lane * one(1).low, 0};
      if (bytes < 8) value.low &= (std::uint64_t{1} << (8 * std::max(bytes, 2U))) - 1;
      return value;
    }
    case Write::Form::lanes:
    case Write::Form::predicate:
      break;
  }
  return one(lane);
}

std::optional<Value> Recording::value_at(std::uint32_t frame, std::uint32_t reg, std::uint32_t lane,
                                         std::size_t step) const {
  const Write* write = last_write(frame, reg, step);
  return write == nullptr ? std::nullopt : value_of(*write, lane);
}

bool is_conflict(const report::Event& event) {
  return event.kind == report::EventKind::access && event.cost > event.ideal;
}

namespace {

template <class Matches>
std::optional<std::size_t> next_event(const Recording& recording, std::size_t from, int direction,
                                      Matches matches) {
  if (direction > 0) {
    for (std::size_t e = recording.first_event(from + 1); e < recording.events.size(); ++e) {
      if (matches(recording.events[e])) return step_of_event(recording, e);
    }
    return std::nullopt;
  }
  for (std::size_t e = recording.first_event(from); e-- > 0;) {
    if (matches(recording.events[e])) return step_of_event(recording, e);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> next_access(const Recording& recording, std::size_t from,
                                       int direction) {
  return next_event(recording, from, direction, [](const report::Event& event) {
    return event.kind == report::EventKind::access;
  });
}

std::optional<std::size_t> next_conflict(const Recording& recording, std::size_t from,
                                         int direction) {
  return next_event(recording, from, direction, &is_conflict);
}

std::optional<std::size_t> next_on_line(const Recording& recording, std::size_t from,
                                        std::string_view file, int line) {
  const std::size_t count = recording.steps.size();
  const auto is_there = [&](std::size_t step) {
    const SourcePlace& place = recording.instruction_of(step).place;
    return place.line == line && place.file == file;
  };
  for (std::size_t i = 1; i <= count; ++i) {
    const std::size_t step = (from + i) % count;
    // `step` is in the middle of a visit, not at its beginning.
    if (is_there(step) && (step == 0 || !is_there(step - 1))) return step;
  }
  return std::nullopt;
}

std::optional<std::size_t> step_of_event(const Recording& recording, std::size_t event) {
  if (event >= recording.events.size()) return std::nullopt;
  const auto after = std::upper_bound(
      recording.steps.begin(), recording.steps.end(), event,
      [](std::size_t wanted, const Step& step) { return wanted < step.first_event; });
  return static_cast<std::size_t>(after - recording.steps.begin()) - 1;
}

std::optional<std::size_t> event_of_step(const Recording& recording, std::size_t step) {
  if (step >= recording.steps.size()) return std::nullopt;
  const std::size_t event = recording.first_event(step);
  if (event == recording.first_event(step + 1)) return std::nullopt;
  return event;
}

namespace {

using exec::BFloat16;
using exec::Binary16;
using exec::widened;
using ptx::Type;

template <class T>
std::string number_text(T value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return fmt::format("{}", value);  // the shortest text that reads back as the same value
}

std::string pair_text(float low, float high) {
  return fmt::format("({}, {})", number_text(low), number_text(high));
}

std::string floating_text(Type type, const Value& value) {
  const auto low = static_cast<std::uint32_t>(value.low);
  switch (type) {
    case Type::bf16:
      return number_text(widened<BFloat16>(low));
    case Type::f16x2:
      return pair_text(widened<Binary16>(low), widened<Binary16>(low >> 16));
    case Type::bf16x2:
      return pair_text(widened<BFloat16>(low), widened<BFloat16>(low >> 16));
    case Type::f32x2:
      return pair_text(std::bit_cast<float>(low),
                       std::bit_cast<float>(static_cast<std::uint32_t>(value.low >> 32)));
    default:
      break;
  }
  if (ptx::bytes_of(type) == 8) return number_text(std::bit_cast<double>(value.low));
  if (ptx::bytes_of(type) == 2) return number_text(widened<Binary16>(low));
  return number_text(std::bit_cast<float>(low));
}

std::int64_t signed_of(std::uint64_t bits, std::uint32_t bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

}  // namespace

std::string value_text(const Register& reg, const Value& value) {
  const std::uint32_t bytes = ptx::bytes_of(reg.type);
  switch (reg.reading) {
    case Reading::predicate:
      return value.low != 0 ? "true" : "false";
    case Reading::floating:
      return floating_text(reg.number != Type::none ? reg.number : reg.type, value);
    case Reading::signed_integer:
      return fmt::format("{}", signed_of(value.low, bytes));
    case Reading::unsigned_integer:
      return fmt::format("{}", value.low);
    case Reading::address:
      return fmt::format("0x{:x}", value.low);
    case Reading::bits:
      break;
  }
  if (bytes == 16) return fmt::format("0x{:016x}{:016x}", value.high, value.low);
  return fmt::format("0x{:0{}x}", value.low, 2 * bytes);
}

}  // namespace lanescope::steps
