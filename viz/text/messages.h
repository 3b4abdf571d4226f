// What the simulator, the compilers' wrappers and the measuring say, in another language.
//
// They say it in English and know no other: their messages go into JSON, over a pipe from the
// process that uses the GPU, and into recordings that are read years later. So a catalogue
// translates the finished text. Its table [messages] has the English message as the key, with
// {names} for what is filled in:
//
//   "the kernel takes {wanted} arguments, not {given}" = "kernel 需要 {wanted} 个参数，而不是
//   {given}"
//
// A part may be a message itself: {why!} in the translation is translated, too. The table
// [message_frames] holds what is put around a message (its place, how often it came) and those that
// are put together from pieces; it is tried first. What no key matches stays English. A test
// compares the keys of [messages] with the texts in the code.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::text {

class Messages {
 public:
  // Frames are tried before messages, and of each the ones with the longest fixed texts first.
  void add_frame(std::string_view english, std::string_view own) { add(frames_, english, own); }
  void add_message(std::string_view english, std::string_view own) { add(messages_, english, own); }
  // Line by line; English where no key matches.
  [[nodiscard]] std::string translated(std::string_view english) const;

 private:
  // "a {b} c {d}": the texts around the names, one more than names.
  struct Pattern {
    std::vector<std::string> around, names;
    std::size_t fixed_bytes = 0;  // of the texts: the more, the closer a match is
  };
  struct Entry {
    Pattern english, own;
  };
  [[nodiscard]] static Pattern parsed(std::string_view text);
  [[nodiscard]] static std::optional<std::vector<std::string_view>> match(const Pattern& pattern,
                                                                          std::string_view text);
  static void add(std::vector<Entry>& to, std::string_view english, std::string_view own);
  [[nodiscard]] std::string filled(const Entry& entry, const std::vector<std::string_view>& values,
                                   int depth) const;
  [[nodiscard]] std::string line(std::string_view english, int depth) const;

  std::vector<Entry> frames_, messages_;
};

}  // namespace lanescope::text
