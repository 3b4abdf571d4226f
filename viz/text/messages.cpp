#include "viz/text/messages.h"

#include <algorithm>
#include <utility>

namespace lanescope::text {
namespace {

constexpr int max_depth = 6;  // of messages inside messages

}  // namespace

Messages::Pattern Messages::parsed(std::string_view text) {
  Pattern pattern;
  std::string fixed;
  while (!text.empty()) {
    const std::size_t end = text.front() == '{' ? text.find('}') : std::string_view::npos;
    if (end == std::string_view::npos) {
      fixed += text.front();
      text.remove_prefix(1);
      continue;
    }
    pattern.fixed_bytes += fixed.size();
    pattern.around.push_back(std::move(fixed));
    fixed.clear();
    pattern.names.emplace_back(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
  }
  pattern.fixed_bytes += fixed.size();
  pattern.around.push_back(std::move(fixed));
  return pattern;
}

void Messages::add(std::vector<Entry>& to, std::string_view english, std::string_view translation) {
  Entry entry{parsed(english), parsed(translation)};
  const auto at = std::find_if(to.begin(), to.end(), [&](const Entry& other) {
    return other.english.fixed_bytes < entry.english.fixed_bytes;
  });
  to.insert(at, std::move(entry));
}

// The text must begin with the first fixed part and end with the last. Each part between is matched
// at its first occurrence.
std::optional<std::vector<std::string_view>> Messages::match(const Pattern& pattern,
                                                             std::string_view text) {
  if (!text.starts_with(pattern.around.front())) return std::nullopt;
  text.remove_prefix(pattern.around.front().size());
  std::vector<std::string_view> values;
  for (std::size_t i = 1; i < pattern.around.size(); ++i) {
    const std::string& next = pattern.around[i];
    const bool is_last = i + 1 == pattern.around.size();
    if (is_last && !text.ends_with(next)) return std::nullopt;
    const std::size_t at = is_last ? text.size() - next.size() : text.find(next);
    if (at == std::string_view::npos) return std::nullopt;
    values.push_back(text.substr(0, at));
    text.remove_prefix(at + next.size());
  }
  return text.empty() ? std::optional(std::move(values)) : std::nullopt;
}

std::string Messages::filled(const Entry& entry, const std::vector<std::string_view>& values,
                             int depth) const {
  std::string text = entry.translation.around.front();
  for (std::size_t i = 0; i < entry.translation.names.size(); ++i) {
    std::string_view name = entry.translation.names[i];
    const bool is_message = name.ends_with('!');
    if (is_message) name.remove_suffix(1);
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (entry.english.names[k] != name) continue;
      text += is_message ? line(values[k], depth + 1) : std::string(values[k]);
    }
    text += entry.translation.around[i + 1];
  }
  return text;
}

std::string Messages::line(std::string_view english, int depth) const {
  if (depth > max_depth) return std::string(english);
  for (const std::vector<Entry>* entries : {&frames_, &messages_}) {
    for (const Entry& entry : *entries) {
      if (const auto values = match(entry.english, english)) return filled(entry, *values, depth);
    }
  }
  return std::string(english);
}

std::string Messages::translated(std::string_view english) const {
  std::string all;
  while (true) {
    const std::size_t end = english.find('\n');
    all += line(english.substr(0, end), 0);
    if (end == std::string_view::npos) return all;
    all += '\n';
    english.remove_prefix(end + 1);
  }
}

}  // namespace lanescope::text
