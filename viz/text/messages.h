// Translates messages of the simulator, the compilers and the GPU measurements.
//
// They are produced in English, because they also go into JSON, through the pipe of the GPU
// process, and into recordings. The catalogue's table [messages] maps each English message to its
// translation; {names} stand for the values:
//
//   "the kernel takes {wanted} arguments, not {given}" = "kernel 需要 {wanted} 个参数，而不是
//   {given}"
//
// {why!} in a translation means that the value is itself a message, to be translated too. The table
// [message_frames] is tried first: texts around a message (its place, how often it occurred) and
// messages assembled from parts. A message without a key stays English. A test compares the keys
// with the messages in the code.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::text {

class Messages {
 public:
  // Frames are tried before messages. Within each, the entry with the most fixed text is tried
  // first.
  void add_frame(std::string_view english, std::string_view translation) {
    add(frames_, english, translation);
  }
  void add_message(std::string_view english, std::string_view translation) {
    add(messages_, english, translation);
  }
  // Translates each line separately. A line that matches no key stays English.
  [[nodiscard]] std::string translated(std::string_view english) const;

 private:
  // "a {b} c {d}": the texts around the names, one more than names.
  struct Pattern {
    std::vector<std::string> around, names;
    std::size_t fixed_bytes = 0;  // bytes of fixed text; entries with more are tried first
  };
  struct Entry {
    Pattern english, translation;
  };
  [[nodiscard]] static Pattern parsed(std::string_view text);
  [[nodiscard]] static std::optional<std::vector<std::string_view>> match(const Pattern& pattern,
                                                                          std::string_view text);
  static void add(std::vector<Entry>& to, std::string_view english, std::string_view translation);
  [[nodiscard]] std::string filled(const Entry& entry, const std::vector<std::string_view>& values,
                                   int depth) const;
  [[nodiscard]] std::string line(std::string_view english, int depth) const;

  std::vector<Entry> frames_, messages_;
};

}  // namespace lanescope::text
