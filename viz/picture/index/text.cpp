#include "viz/picture/index/text.h"

#include <fmt/format.h>

#include "viz/picture/core/units.h"

namespace lanescope::picture {
namespace {

using launch::Dim3;

// "(z * Dy + y) * Dx + x", with as many terms as there are dimensions.
std::string flattened(const std::array<std::string, 3>& at, const std::array<std::string, 3>& size,
                      int dimensions) {
  if (dimensions == 1) return at[0];
  if (dimensions == 2) return fmt::format("{} * {} + {}", at[1], size[0], at[0]);
  return fmt::format("({} * {} + {}) * {} + {}", at[2], size[1], at[1], size[0], at[0]);
}

std::array<std::string, 3> fields(std::string_view variable) {
  return {fmt::format("{}.x", variable), fmt::format("{}.y", variable),
          fmt::format("{}.z", variable)};
}

std::array<std::string, 3> numbers(const Dim3& of) {
  return {std::to_string(of[0]), std::to_string(of[1]), std::to_string(of[2])};
}

Formula flattening(std::string name, const char* at_variable, const char* size_variable,
                   const Dim3& at, const Dim3& extents, std::uint64_t value) {
  const int dimensions = launch::dimensions_of(extents);
  Formula formula;
  formula.name = std::move(name);
  formula.symbols = flattened(fields(at_variable), fields(size_variable), dimensions);
  if (dimensions > 1) formula.numbers = flattened(numbers(at), numbers(extents), dimensions);
  formula.value = std::to_string(value);
  return formula;
}

}  // namespace

std::string shape_text(const Dim3& extents) {
  std::string text = std::to_string(extents[0]);
  for (int axis = 1; axis < launch::dimensions_of(extents); ++axis)
    text += fmt::format(" × {}", extents[static_cast<std::size_t>(axis)]);
  return text;
}

std::vector<Formula> formulas_of(const IndexInput& input) {
  const launch::Shape& shape = input.shape;
  const std::uint64_t block = launch::block_number(shape.grid, input.position.block);
  const std::uint32_t thread = launch::thread_number(shape.block, input.position.thread);
  const std::uint64_t index = launch::global_index(shape, input.position);
  return {{"i", "block * size + thread",
           fmt::format("{} * {} + {}", block, launch::threads_in(shape.block), thread),
           std::to_string(index)},
          flattening("thread", "threadIdx", "blockDim", input.position.thread, shape.block, thread),
          flattening("block", "blockIdx", "gridDim", input.position.block, shape.grid, block),
          {"warp", "thread / 32", fmt::format("{} / 32", thread),
           std::to_string(launch::warp_of(thread))},
          {"lane", "thread % 32", fmt::format("{} % 32", thread),
           std::to_string(launch::lane_of(thread))}};
}

std::string warps_text(std::uint32_t first_thread, std::uint32_t last_thread,
                       const text::Texts& texts) {
  const std::uint32_t first = launch::warp_of(first_thread);
  const std::uint32_t last = launch::warp_of(last_thread);
  return first == last
             ? texts.get("index.warp_n", fmt::arg("warp", first))
             : texts.get("index.warps_n", fmt::arg("first", first), fmt::arg("last", last));
}

std::string thread_tooltip(const IndexInput& input, std::uint32_t number,
                           const text::Texts& texts) {
  launch::ThreadPosition position = input.position;
  position.thread = launch::thread_at(input.shape.block, number);
  const std::string at = position_text(input.shape.block, position.thread);
  const std::string index = text::Texts::grouped(launch::global_index(input.shape, position));
  return texts.get("index.thread_tip", fmt::arg("thread", at), fmt::arg("number", number),
                   fmt::arg("warp", launch::warp_of(number)),
                   fmt::arg("lane", launch::lane_of(number)), fmt::arg("index", index));
}

std::string block_tooltip(const IndexInput& input, std::uint64_t number, const text::Texts& texts) {
  const std::string at =
      position_text(input.shape.grid, launch::block_at(input.shape.grid, number));
  const std::uint64_t threads = launch::threads_in(input.shape.block);
  const std::string of_all = text::Texts::grouped(number);
  const std::string first = text::Texts::grouped(number * threads);
  const std::string last = text::Texts::grouped(number * threads + threads - 1);
  return texts.get("index.block_tip", fmt::arg("block", at), fmt::arg("number", of_all),
                   fmt::arg("first", first), fmt::arg("last", last));
}

std::string limit_text(const launch::Shape& wanted, const launch::LimitCheck& check,
                       const text::Texts& texts) {
  constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  const auto axis = fmt::arg("axis", axes.at(check.axis));
  const std::string value = text::Texts::grouped(check.value);
  const std::string allowed = text::Texts::grouped(check.allowed);
  const std::string shape = shape_text(wanted.block);
  std::string text;
  switch (check.violation) {
    case launch::LimitViolation::none:
      return {};
    case launch::LimitViolation::zero:
      text = texts.get(check.of_grid ? "index.limit.grid_zero" : "index.limit.block_zero", axis);
      break;
    case launch::LimitViolation::grid_extent:
      text = texts.get("index.limit.grid", axis, fmt::arg("value", value),
                       fmt::arg("allowed", allowed));
      break;
    case launch::LimitViolation::block_extent:
      text = texts.get("index.limit.block", axis, fmt::arg("value", value),
                       fmt::arg("allowed", allowed));
      break;
    case launch::LimitViolation::block_threads:
      text = texts.get("index.limit.threads", fmt::arg("shape", shape), fmt::arg("value", value),
                       fmt::arg("allowed", allowed));
      break;
    case launch::LimitViolation::countless:
      return texts.get("index.limit.countless");
  }
  return text + " " + texts.get("index.limit.answer");
}

}  // namespace lanescope::picture
