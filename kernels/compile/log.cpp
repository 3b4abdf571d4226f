#include "kernels/compile/log.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "kernels/compile/kernel_text.h"

namespace lanescope::compile {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Takes a number off the front of `text`.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes "error: ", "fatal error: ", "warning #177-D: " ... off the front; empty for notes and
// remarks.
std::optional<MessageSeverity> take_severity(std::string_view& text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view word = text.substr(0, colon);
  word = word.substr(0, word.find(" #"));
  std::optional<MessageSeverity> severity;
  if (word == "error" || word == "fatal error" || word == "catastrophic error" ||
      word == "internal error") {
    severity = MessageSeverity::error;
  } else if (word == "warning") {
    severity = MessageSeverity::warning;
  }
  if (severity) text.remove_prefix(colon + 2);
  return severity;
}

// Replaces the compilers' internal file name with the user's, everywhere.
std::string with_user_name(std::string_view text, const Source& source) {
  std::string result(text);
  for (std::size_t at = 0; (at = result.find(internal_source_name, at)) != std::string::npos;
       at += source.name.size()) {
    result.replace(at, internal_source_name.size(), source.name);
  }
  return result;
}

Message message_at(MessageSeverity severity, std::string_view file, int line, int column,
                   std::string_view text, const Source& source) {
  const bool in_source = file == internal_source_name;
  return Message{.severity = severity,
                 .file = with_user_name(file, source),
                 .line = line,
                 .column = column,
                 .text = with_user_name(text, source),
                 .line_text = in_source ? line_of(source.text, line) : std::string{}};
}

// NVRTC shows the line indented by two columns, then a caret.
int column_of_caret(const std::vector<std::string_view>& lines, std::size_t after,
                    const std::string& line_text) {
  for (std::size_t i = after; i + 1 < lines.size() && i < after + 4; ++i) {
    const std::string_view shown = lines[i];
    const std::string_view below = lines[i + 1];
    const std::size_t caret = below.find_first_not_of(" \t");
    if (shown.starts_with("  ") && shown.substr(2) == line_text &&
        caret != std::string_view::npos && caret >= 2 && below.substr(caret) == "^") {
      return static_cast<int>(caret) - 1;
    }
  }
  return 0;
}

// "<file>(<line>): <severity>: <text>" in line `i`, then the line and a caret below it.
std::optional<Message> message_in_brackets(const std::vector<std::string_view>& lines,
                                           std::size_t i, const Source& source) {
  // The first "(number): " that a severity follows: the path and the message may contain brackets
  // too.
  for (std::size_t open = lines[i].find('('); open != std::string_view::npos;
       open = lines[i].find('(', open + 1)) {
    std::string_view rest = lines[i].substr(open + 1);
    const std::optional<int> line = take_number(rest);
    if (!line || !take(rest, "): ")) continue;
    if (const auto severity = take_severity(rest)) {
      Message message = message_at(*severity, lines[i].substr(0, open), *line, 0, rest, source);
      message.column = column_of_caret(lines, i + 1, message.line_text);
      return message;
    }
  }
  return std::nullopt;
}

// "<file>:<line>:<column>: <severity>: <text>"; the file's name may contain colons, so look for the
// numbers.
std::optional<Message> message_after_colons(std::string_view line, const Source& source) {
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    std::string_view rest = line.substr(colon + 1);
    const std::optional<int> number = take_number(rest);
    if (!number || !take(rest, ":")) continue;
    const std::optional<int> column = take_number(rest);
    if (!column || !take(rest, ": ")) continue;
    const auto severity = take_severity(rest);
    if (!severity) return std::nullopt;
    return message_at(*severity, line.substr(0, colon), *number, *column, rest, source);
  }
  return std::nullopt;
}

// "nvcc fatal   : <text>", "nvcc error   : <text>", and of the programs that it runs "cc1plus:
// fatal error: <text>".
std::optional<Message> message_of_program(std::string_view line, const Source& source) {
  if (take(line, "nvcc ")) {
    const bool is_error = line.starts_with("fatal") || line.starts_with("error");
    const std::size_t colon = line.find(": ");
    if (!is_error || colon == std::string_view::npos) return std::nullopt;
    return message_at(MessageSeverity::error, "", 0, 0, line.substr(colon + 2), source);
  }
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || line.find(' ') < colon) return std::nullopt;
  std::string_view rest = line.substr(colon + 2);
  const auto severity = take_severity(rest);
  if (!severity) return std::nullopt;
  return message_at(*severity, "", 0, 0, rest, source);
}

}  // namespace

std::optional<std::uint32_t> registers_in_log(std::string_view log, std::string_view symbol) {
  // "Compiling entry function 'name' for 'sm_90'", and a few lines later "Used 24 registers, ...".
  // Called device functions are listed in between, with their own numbers.
  constexpr std::string_view used = "Used ";
  const std::string entry = fmt::format("Compiling entry function '{}' for ", symbol);
  const std::size_t begin = log.find(entry);
  if (begin == std::string_view::npos) return std::nullopt;
  log.remove_prefix(begin + entry.size());
  log = log.substr(0, log.find("Compiling entry function"));
  const std::size_t at = log.find(used);
  if (at == std::string_view::npos) return std::nullopt;
  log.remove_prefix(at + used.size());
  std::uint32_t registers = 0;
  const auto [end, error] = std::from_chars(log.data(), log.data() + log.size(), registers);
  const bool named = std::string_view(end, static_cast<std::size_t>(log.data() + log.size() - end))
                         .starts_with(" registers");
  return error == std::errc() && named ? std::optional(registers) : std::nullopt;
}

bool has_error(const std::vector<Message>& messages) {
  return std::any_of(messages.begin(), messages.end(),
                     [](const Message& m) { return m.severity == MessageSeverity::error; });
}

std::string line_of(std::string_view text, int number) {
  for (int line = 1; line < number; ++line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  if (number < 1) return {};
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return std::string(text);
}

std::vector<Message> parse_nvrtc_log(std::string_view log, const Source& source) {
  std::vector<Message> messages;
  const std::vector<std::string_view> lines = lines_of(log);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view rest = lines[i];
    if (take(rest, "nvrtc: ") || take(rest, "nvrtc-compile: ")) {
      if (const auto severity = take_severity(rest))
        messages.push_back(message_at(*severity, "", 0, 0, rest, source));
      continue;
    }
    if (auto message = message_in_brackets(lines, i, source))
      messages.push_back(std::move(*message));
  }
  return messages;
}

std::vector<Message> parse_nvcc_log(std::string_view log, const Source& source) {
  std::vector<Message> messages;
  const std::vector<std::string_view> lines = lines_of(log.substr(0, std::size_t{1} << 20));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto message = message_in_brackets(lines, i, source);
    if (!message) message = message_after_colons(lines[i], source);
    if (!message) message = message_of_program(lines[i], source);
    if (!message) continue;
    // More than one of its parts may say the same.
    const bool is_known = std::any_of(messages.begin(), messages.end(), [&](const Message& other) {
      return other.file == message->file && other.line == message->line &&
             other.text == message->text;
    });
    if (!is_known) messages.push_back(std::move(*message));
    if (messages.size() == 100) break;  // nvcc itself stops here
  }
  return messages;
}

std::vector<Message> parse_clang_log(std::string_view log, const Source& source) {
  std::vector<Message> messages;
  for (const std::string_view line : lines_of(log)) {
    if (auto message = message_after_colons(line, source)) messages.push_back(std::move(*message));
    // The driver's messages and those of the back end have no place. The driver's last words say
    // only that there was an error.
    std::string_view rest = line;
    const bool is_driver = take(rest, "clang: ");
    if (const auto severity = take_severity(rest)) {
      const bool is_epitaph = is_driver && rest.find(" command failed ") != std::string_view::npos;
      if (!is_epitaph || !has_error(messages))
        messages.push_back(message_at(*severity, "", 0, 0, rest, source));
    }
  }
  return messages;
}

namespace {

bool is_of_launch(const Message& message, const Source& source) {
  return message.severity == MessageSeverity::error && message.line > 0 &&
         message.file == source.name &&
         // clang's words and NVRTC's; of a launch in one of the device runtime's streams, such as
         // cudaStreamTailLaunch, both may say only that they do not know the stream
         (message.text.find("__global__ function") != std::string::npos ||
          message.text.find("kernel launch") != std::string::npos ||
          message.text.find("cudaStream") != std::string::npos) &&
         line_of(source.text, message.line).find("<<<") != std::string::npos;
}

}  // namespace

bool refuses_launch(const Failure& failure, const Source& source) {
  return std::any_of(failure.messages.begin(), failure.messages.end(),
                     [&](const Message& message) { return is_of_launch(message, source); });
}

bool nests_too_deep(const Failure& failure) {
  return std::any_of(failure.messages.begin(), failure.messages.end(), [](const Message& each) {
    return each.severity == MessageSeverity::error &&
           each.text.starts_with("excessive recursion at instantiation of");
  });
}

bool needs_later_architecture(const Failure& failure) {
  return std::any_of(failure.messages.begin(), failure.messages.end(), [](const Message& each) {
    return each.severity == MessageSeverity::error &&
           each.text.ends_with("for this GPU architecture");
  });
}

void explain_launches(Failure& failure, const Source& source, const std::string& why) {
  std::set<int> lines;
  std::erase_if(failure.messages, [&](const Message& message) {
    return is_of_launch(message, source) && !lines.insert(message.line).second;
  });
  for (Message& message : failure.messages) {
    if (is_of_launch(message, source)) message.text = why;
  }
}

}  // namespace lanescope::compile
