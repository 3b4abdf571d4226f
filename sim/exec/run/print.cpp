#include "sim/exec/run/print.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdio>

#include <fmt/format.h>

#include "sim/exec/state/launch_config.h"

namespace lanescope::exec {
namespace {

// Upper limit for width and precision. The output of one conversion is cut off at twice this.
constexpr int max_width = 4096;

// One parsed % conversion.
struct Conversion {
  std::string flags;
  int width = -1;  // -1: not given
  int precision = -1;
  bool is_long = false;  // l, ll, j, z, t: 8 bytes
  int shorts = 0;        // h: 1, hh: 2
  char letter = 0;
};

class Formatter {
 public:
  Formatter(std::string_view format, const PrintSource& source)
      : format_(format), source_(source) {}

  Printed run() {
    while (at_ < format_.size()) {
      const std::size_t start = at_;
      if (format_[at_++] != '%') {
        const std::size_t next = std::min(format_.find('%', at_), format_.size());
        out_.text += format_.substr(start, next - start);
        at_ = next;
      } else if (!conversion()) {
        out_.text += format_.substr(start, at_ - start);
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] char peek() const { return at_ < format_.size() ? format_[at_] : '\0'; }

  bool conversion() {
    if (peek() == '%') {
      ++at_;
      out_.text += '%';
      return true;
    }
    Conversion c;
    while (peek() != '\0' && std::string_view("-+ #0").find(peek()) != std::string_view::npos)
      c.flags += format_[at_++];
    c.width = number();
    if (c.width < -1) {  // a negative width means the flag '-' and the absolute value
      c.flags += '-';
      c.width = -c.width;
    }
    if (peek() == '.') {
      ++at_;
      c.precision = std::max(number(), -1);
      if (c.precision == -1 && format_[at_ - 1] == '.') c.precision = 0;
    }
    for (bool more = true; more;) {
      switch (peek()) {
        case 'h':
          ++c.shorts;
          break;
        case 'l':
        case 'j':
        case 'z':
        case 't':
          c.is_long = true;
          break;
        default:
          more = false;
          continue;
      }
      ++at_;
    }
    c.letter = peek();
    if (c.letter == '\0') return false;
    ++at_;
    c.width = std::min(c.width, max_width);
    c.precision = std::min(c.precision, max_width);
    return print(c);
  }

  // Parses digits, or * for an argument; -1 if there is neither.
  int number() {
    if (peek() == '*') {
      ++at_;
      return static_cast<std::int32_t>(take(4));
    }
    int value = -1;
    const char* begin = format_.data() + at_;
    const auto end = std::from_chars(begin, format_.data() + format_.size(), value);
    if (end.ec == std::errc::result_out_of_range) value = max_width;
    at_ += static_cast<std::size_t>(end.ptr - begin);
    return value;
  }

  std::uint64_t take(std::uint32_t bytes) {
    offset_ = (offset_ + bytes - 1) / bytes * bytes;
    const auto value = source_.argument(offset_, bytes);
    offset_ += bytes;
    ++out_.arguments;
    return value.value_or(0);
  }

  // Formats with snprintf. `length` is the length modifier between precision and letter.
  template <class T>
  void put(const Conversion& c, std::string_view length, T value) {
    const std::string width = c.width >= 0 ? std::to_string(c.width) : "";
    const std::string precision = c.precision >= 0 ? "." + std::to_string(c.precision) : "";
    const std::string one = fmt::format("%{}{}{}{}{}", c.flags, width, precision, length, c.letter);
    std::array<char, 2 * max_width> text{};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int size = std::snprintf(text.data(), text.size(), one.c_str(), value);
#pragma GCC diagnostic pop
    out_.text.append(
        text.data(),
        std::min<std::size_t>(size > 0 ? static_cast<std::size_t>(size) : 0, text.size() - 1));
  }

  [[nodiscard]] static long long narrow_signed(const Conversion& c, std::uint64_t bits) {
    if (c.is_long) return static_cast<long long>(bits);
    if (c.shorts >= 2) return static_cast<std::int8_t>(bits);
    if (c.shorts == 1) return static_cast<std::int16_t>(bits);
    return static_cast<std::int32_t>(bits);
  }
  [[nodiscard]] static unsigned long long narrow_unsigned(const Conversion& c, std::uint64_t bits) {
    if (c.is_long) return bits;
    if (c.shorts >= 2) return static_cast<std::uint8_t>(bits);
    if (c.shorts == 1) return static_cast<std::uint16_t>(bits);
    return static_cast<std::uint32_t>(bits);
  }

  bool print(const Conversion& c) {
    switch (c.letter) {
      case 'd':
      case 'i':
        put(c, "ll", narrow_signed(c, take(c.is_long ? 8 : 4)));
        return true;
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        put(c, "ll", narrow_unsigned(c, take(c.is_long ? 8 : 4)));
        return true;
      case 'c':
        put(c, "", static_cast<int>(static_cast<unsigned char>(take(4))));
        return true;
      case 'p':
        put(c, "", std::bit_cast<void*>(take(8)));
        return true;
      case 's': {
        const std::uint64_t address = take(8);
        const auto text =
            address == 0 ? std::optional<std::string>("(null)") : source_.text(address);
        put(c, "", text ? text->c_str() : "(not a string)");
        return true;
      }
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        put(c, "", std::bit_cast<double>(take(8)));
        return true;
      default:
        return false;
    }
  }

  std::string_view format_;
  const PrintSource& source_;
  std::size_t at_ = 0;
  std::uint64_t offset_ = 0;  // offset of the next argument
  Printed out_;
};

}  // namespace

Printed format_print(std::string_view format, const PrintSource& source) {
  return Formatter(format, source).run();
}

void PrintLog::add(std::uint64_t block_index, const std::string& text) {
  if (bytes_ >= max_printed_bytes) {
    is_cut_ = true;
    return;
  }
  bytes_ += text.size();
  if (entries_.empty() || entries_.back().block_index != block_index)
    entries_.push_back({block_index, {}});
  entries_.back().text += text;
}

PrintedText printed_in_order(const std::vector<const PrintLog*>& logs) {
  PrintedText out;
  std::vector<const PrintLog::Entry*> entries;
  for (const PrintLog* log : logs) {
    out.is_cut = out.is_cut || log->is_cut();
    for (const PrintLog::Entry& entry : log->entries()) entries.push_back(&entry);
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto* a, const auto* b) { return a->block_index < b->block_index; });
  for (const PrintLog::Entry* entry : entries) out.text += entry->text;
  if (out.text.size() > max_printed_bytes) {
    out.text.resize(max_printed_bytes);
    out.is_cut = true;
  }
  return out;
}

}  // namespace lanescope::exec
