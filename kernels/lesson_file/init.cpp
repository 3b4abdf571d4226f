#include "kernels/lesson_file/init.h"

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
    if (wants_argument != !argument.empty() || (!wants_argument && colon != text.npos)) {
      return tl::unexpected(fmt::format("'{}' must be written as {}", name, form_text(form)));
    }
    return Init{form.kind, argument};
  }
  return tl::unexpected(fmt::format("unknown init '{}'; there are {}", text, list_of(known)));
}

bool takes_number(InitKind kind) {
  return kind == InitKind::mod || kind == InitKind::hash || kind == InitKind::uniform;
}

const char* name_of(InitKind kind) {
  for (const Form& form : forms) {
    if (form.kind == kind) return form.name;
  }
  return "";
}

}  // namespace lanescope::lesson
