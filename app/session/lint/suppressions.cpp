#include "app/session/lint/suppressions.h"

#include <algorithm>
#include <cctype>

namespace lanescope::app {
namespace {

constexpr std::string_view mark = "lanescope: allow(";

std::string_view stripped(std::string_view text) {
  const auto is_blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string> rules_in(std::string_view list) {
  std::vector<std::string> rules;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (const auto rule = stripped(list.substr(0, comma)); !rule.empty()) rules.emplace_back(rule);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return rules;
}

// The text after the mark in a comment of this line; empty: there is none.
std::string_view after_mark(std::string_view line, std::size_t& comment) {
  comment = std::min(line.find("//"), line.find("/*"));
  if (comment == line.npos) return {};
  const std::size_t at = line.find(mark, comment);
  return at == line.npos ? std::string_view() : line.substr(at + mark.size());
}

}  // namespace

std::vector<Suppression> suppressions_in(std::string_view text) {
  std::vector<Suppression> all;
  std::size_t waiting = 0;  // from here on: for the next line with code
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::size_t comment = line.npos;
    const std::string_view rest = after_mark(line, comment);
    const std::string_view code = stripped(line.substr(0, std::min(comment, line.size())));
    if (!code.empty()) {
      for (; waiting < all.size(); ++waiting) all[waiting].line = number;
    }
    const std::size_t close = rest.find(')');
    if (close == rest.npos) continue;
    std::string_view reason = stripped(rest.substr(close + 1));
    if (reason.ends_with("*/")) reason = stripped(reason.substr(0, reason.size() - 2));
    all.push_back({number, number, rules_in(rest.substr(0, close)), std::string(reason)});
    if (!code.empty()) waiting = all.size();
  }
  return all;
}

}  // namespace lanescope::app
