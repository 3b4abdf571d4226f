// Leaves out host code where a text does not compile as it stands.
//
// Other people's CUDA files hold more than kernels: main(), <iostream>, functions on std::vector,
// headers that are not here. None of it matters to a kernel, and no compiler here knows the host's
// headers. So the compiler's own errors decide: what holds an error and cannot be for the device is
// left out, and the rest is compiled again. Rejected: to tell host from device code beforehand. It
// would take out functions that NVRTC compiles for the device though they have no marker, and a
// text without host code would pay for it.
//
// What may go: functions without __device__, __global__ and constexpr; variables without
// __device__, __constant__ and __managed__; using and typedef; types that contain no marker, and
// the bodies of host member functions in those that do; headers that were not found or serve host
// code only. All else stays, with its errors. So does a type or a variable of whose name there is
// another one, such as a template beside its specialisation: without it the other one would take
// its place, and the kernel would be compiled to something else. What goes is blanked, so every
// line and column stays.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/compile/compile.h"
#include "kernels/compile/declarations.h"
#include "kernels/compile/headers.h"
#include "kernels/compile/tokens.h"

namespace lanescope::compile {

class HostCode {
 public:
  // `headers`: of the source, for this compiler, as it stands.
  HostCode(const Source& source, Compiler compiler, const Headers& headers);

  // Leaves out what these errors show. False: nothing of it may be left out, so compiling again
  // would not help. The first call also leaves out main(), the functions that launch kernels and
  // those that no other code names, and skips the headers of host code. `is_over`: whether to stop
  // before the last error.
  [[nodiscard]] bool leave_out(const Failure& failure, const std::function<bool()>& is_over = {});
  // Whether the last call left out a header that was not found. A compiler stops at the first one,
  // so each takes a round.
  [[nodiscard]] bool took_header() const { return took_header_; }
  // The source without what was left out.
  [[nodiscard]] const Source& rest() const { return rest_; }
  // In the order of the text. Headers that were skipped because they serve only host code are not
  // listed.
  [[nodiscard]] std::vector<LeftOut> left_out() const;

  // The errors that remain, and those of what was left out although they need it.
  [[nodiscard]] std::vector<Message> errors_behind(const Failure& failure) const;
  // Of errors that remain: those that come from what was left out are told by that cause, in one
  // line each. Messages show the lines of the source as it was.
  void explain(Failure& failure) const;

 private:
  struct Text {
    std::filesystem::path path;  // of a header; empty: the source itself
    std::string name;            // in messages
    std::string original, rest;
    std::vector<Declaration> declarations;
    std::vector<Token> tokens;                                              // of `original`
    std::unordered_map<std::string_view, std::vector<std::size_t>> places;  // of a token, in tokens
  };
  // A name that the compiler does not know, with the tokens beside it.
  struct Unknown {
    std::string name;
    bool is_of_std = false;     // std::name
    bool is_qualifier = false;  // name::
    auto operator<=>(const Unknown&) const = default;
  };
  struct Gone {
    std::size_t text = 0;
    Declaration declaration;
    bool is_missing = false;
    Message error{};  // that it had; no text: none
  };

  void begin();
  void leave_out_missing_header(const Message& error);
  void leave_out_alike(const Message& error, const std::function<bool()>& is_over);
  [[nodiscard]] static std::vector<std::size_t> offsets_of(const Unknown& unknown,
                                                           const Text& text);
  void leave_out_unused_functions();
  void leave_out_at(const Message& error);
  bool leave_out(std::size_t text, const Declaration& declaration, const Message& error,
                 bool is_missing = false);
  [[nodiscard]] bool has_just_gone(std::size_t text, const Declaration& declaration) const;
  [[nodiscard]] const Text* text_of(const std::string& file) const;
  [[nodiscard]] bool may_go(const Declaration& declaration) const;
  [[nodiscard]] bool would_be_replaced(std::size_t text, const Declaration& declaration) const;
  [[nodiscard]] const Gone* named_in(const std::string& message) const;
  [[nodiscard]] bool names_device_code(const std::string& message) const;
  [[nodiscard]] std::string of_missing() const;
  [[nodiscard]] std::string of_host_code(const Gone& cause) const;
  void explain_call_of_host(Message& message) const;

  const Source& source_;
  Compiler compiler_;
  const Headers& headers_;
  Source rest_;
  std::vector<Text> texts_;  // the source, then its headers
  std::vector<Gone> gone_;
  // Of these: text and first byte, and the index in gone_.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> gone_places_;
  // Types, aliases and variables that are no members, by name: text, and index in its declarations.
  std::unordered_map<std::string_view, std::vector<std::pair<std::size_t, std::size_t>>> named_;
  std::set<Unknown> unknown_;  // so far
  bool has_begun_ = false;
  std::size_t before_round_ = 0;  // of gone_
  bool took_header_ = false;
};

}  // namespace lanescope::compile
