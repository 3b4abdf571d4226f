#include "kernels/lesson_file/parts.h"

#include <utility>
#include <variant>

#include "kernels/lesson_file/expression.h"

namespace lanescope::lesson {

void Evaluation::fail(const Place& place, std::string message) {
  if (!error) error = Error{file, place.line, place.key, std::move(message)};
}

std::int64_t Evaluation::number(const Amount& amount) {
  if (const auto* value = std::get_if<std::int64_t>(&amount.value)) return *value;
  const auto value = evaluate(std::get<std::string>(amount.value), values);
  if (value) return *value;
  fail(amount.place, value.error());
  return 1;
}

}  // namespace lanescope::lesson
