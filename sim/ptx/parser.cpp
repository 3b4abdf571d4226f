#include "sim/ptx/parser.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/ptx/lexer.h"
#include "sim/ptx/token_stream.h"

namespace lanescope::ptx {
namespace {

class ModuleParser {
  using Loc = std::array<std::uint64_t, 3>;  // number of the file, line, column

 public:
  ModuleParser(TokenStream& in, Module& module) : in_(in), module_(module) {
    module_.locations.emplace_back();
    module_.callers.push_back(0);
  }

  bool run() {
    while (in_.peek().kind != TokenKind::end && !in_.failed()) directive();
    if (in_.failed()) return false;
    name_files();
    return true;
  }

  // Where to report an error: the most recent .loc.
  [[nodiscard]] SourcePlace place() {
    name_files();
    return module_.locations[current_loc_];
  }

 private:
  bool directive() {
    const Token& token = in_.peek();
    if (token.kind != TokenKind::dotted) {
      if (in_.take_if(';')) return true;
      return in_.fail("expected a directive");
    }
    if (token.text == "version") return version();
    if (token.text == "target") return target();
    if (token.text == "address_size") return address_size();
    if (token.text == "file") return file();
    if (token.text == "section") return section();
    if (token.text == "loc") {
      in_.take();
      current_loc_ = read_loc();
      return !in_.failed();
    }
    if (token.text == "alias" || token.text == "pragma" || token.text == "callprototype") {
      in_.skip_statement();
      return true;
    }
    return declaration();
  }

  bool version() {
    in_.take();
    // The lexer reads "9.0" as a floating-point literal; its text is the version.
    module_.version = std::string(in_.take().text);
    return true;
  }

  bool target() {
    in_.take();
    module_.target = std::string(in_.take().text);
    while (in_.take_if(',')) in_.take();
    return true;
  }

  bool address_size() {
    in_.take();
    const auto size = in_.expect_integer();
    if (!size) return false;
    if (*size != 64)
      return in_.fail(DiagnosticKind::ptx_unsupported, "only 64-bit addresses are executed");
    return true;
  }

  bool file() {
    in_.take();
    const auto index = in_.expect_integer();
    if (!index) return false;
    if (in_.peek().kind != TokenKind::string) return in_.fail("expected a file's name");
    files_[*index] = std::string(in_.take().text);
    while (in_.take_if(',')) in_.take();  // time stamp and size
    return true;
  }

  // Skips debug information: nothing in it is executed.
  bool section() {
    in_.take();
    if (in_.peek().kind == TokenKind::dotted || in_.peek().kind == TokenKind::word) in_.take();
    in_.skip_statement();
    return true;
  }

  // After ".loc": file line column [, function_name label [+ offset], inlined_at file line column]
  std::uint32_t read_loc() {
    const std::optional<Loc> loc = read_place();
    if (!loc) return current_loc_;
    std::uint32_t caller = 0;
    while (in_.take_if(',')) {
      const std::string_view word = in_.take().text;
      if (word == "function_name") {
        in_.take();
        if (in_.take_if('+')) in_.take();
      } else if (word == "inlined_at") {
        const std::optional<Loc> at = read_place();
        if (!at) return current_loc_;
        // The caller's own .loc came before, with its caller.
        const auto found = latest_loc_.find(*at);
        caller = found != latest_loc_.end() ? found->second : add_loc(*at, 0);
      }
    }
    return add_loc(*loc, caller);
  }

  std::optional<Loc> read_place() {
    const auto file = in_.expect_integer();
    const auto line = file ? in_.expect_integer() : std::nullopt;
    const auto column = line ? in_.expect_integer() : std::nullopt;
    return column ? std::optional(Loc{*file, *line, *column}) : std::nullopt;
  }

  std::uint32_t add_loc(const Loc& loc, std::uint32_t caller) {
    loc_files_.push_back(loc[0]);
    module_.locations.push_back({{}, static_cast<int>(loc[1]), static_cast<int>(loc[2])});
    module_.callers.push_back(caller);
    const auto index = static_cast<std::uint32_t>(module_.locations.size() - 1);
    latest_loc_[loc] = index;
    return index;
  }

  // ".file" may come after the code that refers to it.
  void name_files() {
    for (std::size_t i = 0; i < loc_files_.size(); ++i) {
      const auto found = files_.find(loc_files_[i]);
      if (found != files_.end()) module_.locations[i + 1].file = found->second;
    }
  }

  bool declaration() {
    bool is_extern = false;
    while (true) {
      const std::string_view text = in_.peek().text;
      if (text == "extern") is_extern = true;
      if (text != "extern" && text != "visible" && text != "weak" && text != "common") break;
      in_.take();
    }
    if (in_.take_if_dotted("entry")) return function(true, is_extern);
    if (in_.take_if_dotted("func")) return function(false, is_extern);
    if (in_.peek().kind == TokenKind::dotted && space_named(in_.peek().text)) {
      auto declared = parse_variables(in_, false, is_extern);
      if (in_.failed()) return false;
      for (Variable& variable : declared) module_.variables.push_back(std::move(variable));
      return in_.expect(';');
    }
    return in_.fail(DiagnosticKind::ptx_unsupported,
                    fmt::format("the directive .{} is not known", in_.peek().text));
  }

  bool parameters(std::vector<Variable>& variables) {
    if (!in_.expect('(')) return false;
    while (!in_.take_if(')')) {
      auto parsed =
          in_.peek().is_dotted("reg") ? register_parameter() : parse_variables(in_, true, false);
      if (in_.failed()) return false;
      for (Variable& variable : parsed) variables.push_back(std::move(variable));
      if (!in_.peek().is(')') && !in_.expect(',')) return false;
    }
    return true;
  }

  // Old-style ".reg" parameters of device functions.
  std::vector<Variable> register_parameter() {
    auto parsed = parse_variables(in_, true, false);
    for (Variable& variable : parsed) variable.space = StateSpace::reg;
    return parsed;
  }

  bool function(bool is_entry, bool is_extern) {
    Function function;
    function.is_entry = is_entry;
    function.ptx_line = in_.peek().line;
    while (in_.peek().is_dotted("noreturn") || in_.peek().is_dotted("attribute")) {
      const bool is_attribute = in_.take().text == "attribute";
      function.returns_never = function.returns_never || !is_attribute;
      if (is_attribute) {
        while (!in_.peek().is(')') && in_.peek().kind != TokenKind::end) in_.take();
        in_.take();
      }
    }
    if (in_.peek().is('(') && !parameters(function.returns)) return false;
    if (in_.peek().kind != TokenKind::word) return in_.fail("expected a function's name");
    function.name = in_.take().text;
    if (in_.peek().is('(') && !parameters(function.params)) return false;
    if (!function_attributes(function)) return false;
    if (in_.take_if(';')) {
      function.is_declaration = true;
    } else {
      if (is_extern) return in_.fail("an external function has no body; expected ';'");
      if (!in_.expect('{')) return false;
      if (!parse_body(in_, function, current_loc_, [this] { return read_loc(); })) return false;
    }
    module_.functions.push_back(std::move(function));
    return true;
  }

  // .maxntid 256, 1, 1  .minnctapersm 2  .noreturn ... up to '{' or ';'
  bool function_attributes(Function& function) {
    while (in_.peek().kind == TokenKind::dotted) {
      const std::string_view name = in_.take().text;
      std::vector<std::uint64_t> numbers;
      while (in_.peek().kind == TokenKind::integer) {
        numbers.push_back(in_.expect_integer().value_or(0));
        if (!in_.take_if(',')) break;
      }
      if (name == "reqntid" || name == "maxntid") limit_block(function, name, std::move(numbers));
      if (name == "reqnctapercluster") {
        function.cluster_blocks =
            std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{1}, std::multiplies());
      }
      if (name == "pragma") in_.skip_statement();
      if (name == "noreturn") function.returns_never = true;
    }
    return !in_.failed();
  }

  // Numbers that are not given are 1.
  static void limit_block(Function& function, std::string_view name,
                          std::vector<std::uint64_t> numbers) {
    numbers.resize(3, 1);
    if (name == "reqntid") {
      std::copy(numbers.begin(), numbers.end(), function.required_block.begin());
    } else {
      function.max_block_threads = numbers[0] * numbers[1] * numbers[2];
    }
  }

  TokenStream& in_;
  Module& module_;
  std::map<std::uint64_t, std::string> files_;
  std::vector<std::uint64_t> loc_files_;     // file number of each entry of Module::locations[1..]
  std::map<Loc, std::uint32_t> latest_loc_;  // indices into Module::locations
  std::uint32_t current_loc_ = 0;
};

}  // namespace

tl::expected<Module, Diagnostic> parse(std::string text) {
  Module module;
  module.text = std::make_shared<const std::string>(std::move(text));
  const auto tokens = lex(*module.text);
  if (!tokens) return tl::unexpected(tokens.error());
  TokenStream in(*tokens);
  ModuleParser parser(in, module);
  if (!parser.run()) {
    Diagnostic error = in.error();
    error.place = parser.place();
    return tl::unexpected(std::move(error));
  }
  return module;
}

}  // namespace lanescope::ptx
