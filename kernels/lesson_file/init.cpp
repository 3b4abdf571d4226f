#include "kernels/lesson_file/init.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

struct Form {
  InitKind kind;
  const char* name;
  const char* argument;  // "" if it takes none
};

constexpr Form forms[] = {{InitKind::zero, "zero", ""},
                          {InitKind::iota, "iota", ""},
                          {InitKind::mod, "mod", "M"},
                          {InitKind::hash, "hash", "M"},
                          {InitKind::uniform, "uniform", "SEED"},
                          {InitKind::random, "random", "SEED:M"},
                          {InitKind::file, "file", "PATH"}};

std::string form_text(const Form& form) {
  return *form.argument == '\0' ? std::string(form.name)
                                : fmt::format("{}:{}", form.name, form.argument);
}

}  // namespace

tl::expected<Init, std::string> parse_init(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  std::vector<std::string> known;
  for (const Form& form : forms) {
    known.push_back(form_text(form));
    if (name != form.name) continue;
    const bool wants_argument = *form.argument != '\0';
    const std::string argument(colon == text.npos ? "" : text.substr(colon + 1));
    const auto parts = [](std::string_view list) { return std::ranges::count(list, ':'); };
    const bool fits = form.kind == InitKind::file || parts(argument) == parts(form.argument);
    if (!fits || wants_argument != !argument.empty() || (!wants_argument && colon != text.npos)) {
      return tl::unexpected(fmt::format("'{}' must be written as {}", name, form_text(form)));
    }
    return Init{form.kind, argument};
  }
  return tl::unexpected(fmt::format("unknown init '{}'; there are {}", text, list_of(known)));
}

std::vector<InitNumber> numbers_of(const Init& init) {
  switch (init.kind) {
    case InitKind::mod:
    case InitKind::hash:
      return {{init.argument, 1}};
    case InitKind::uniform:
      return {{init.argument, 0}};
    case InitKind::random: {
      const std::size_t colon = init.argument.find(':');
      return {{init.argument.substr(0, colon), 0}, {init.argument.substr(colon + 1), 1}};
    }
    case InitKind::zero:
    case InitKind::iota:
    case InitKind::file:
      break;
  }
  return {};
}

const char* name_of(InitKind kind) {
  for (const Form& form : forms) {
    if (form.kind == kind) return form.name;
  }
  return "";
}

}  // namespace lanescope::lesson
