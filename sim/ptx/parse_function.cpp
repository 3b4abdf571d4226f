
#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "sim/ptx/token_stream.h"

namespace lanescope::ptx {
namespace {

constexpr int max_operand_nesting = 16;           // nested operands; PTX needs 3
constexpr std::size_t max_registers = 1'000'000;  // of one function, in all families

// The axis of a special register ("%tid.x") is part of its name, not a modifier of the instruction.
Axis axis_named(std::string_view text) {
  if (text == "x") return Axis::x;
  if (text == "y") return Axis::y;
  if (text == "z") return Axis::z;
  if (text == "w") return Axis::w;
  return Axis::none;
}

// The declarations of one { } scope. Compilers open one for each call, and inline PTX often does;
// all of them use the same names.
struct Scope {
  std::uint32_t number = 0;
  std::map<std::string_view, std::uint32_t> variables;  // Function::variables

  // ".reg .b32 %r<14>;" declares %r0 to %r13 at once.
  void add_family(std::string_view prefix, std::uint32_t first, std::uint32_t count) {
    families_[prefix] = {first, count};
  }
  void add(std::string_view name, std::uint32_t index) { names_[name] = index; }

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const {
    if (const auto found = names_.find(name); found != names_.end()) return found->second;
    // The number may be any suffix of digits: "%r12" is number 12 of %r<..>, or number 2 of
    // %r1<..>.
    for (std::size_t split = name.size(); split > 1; --split) {
      if (std::isdigit(static_cast<unsigned char>(name[split - 1])) == 0) break;
      const auto found = families_.find(name.substr(0, split - 1));
      if (found == families_.end()) continue;
      std::uint32_t index = 0;
      std::from_chars(name.data() + split - 1, name.data() + name.size(), index);
      if (index < found->second.count) return found->second.first + index;
    }
    return std::nullopt;
  }

 private:
  struct Family {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  std::map<std::string_view, std::uint32_t> names_;
  std::map<std::string_view, Family> families_;
};

class BodyParser {
 public:
  BodyParser(TokenStream& in, Function& function, std::uint32_t& current_loc,
             const std::function<std::uint32_t()>& read_loc)
      : in_(in), function_(function), current_loc_(current_loc), read_loc_(read_loc) {}

  bool run() {
    open_scope();
    for (const auto* formals : {&function_.returns, &function_.params}) {
      for (const Variable& formal : *formals) {
        if (formal.space == StateSpace::reg) add_register(formal.name, formal.type);
      }
    }
    while (!scopes_.empty() && !in_.failed()) {
      if (in_.peek().kind == TokenKind::end) return in_.fail("expected '}'");
      statement();
    }
    return !in_.failed() && resolve_labels();
  }

 private:
  bool statement() {
    const Token& token = in_.peek();
    if (in_.take_if('{')) {
      open_scope();
      return true;
    }
    if (in_.take_if('}')) {
      scopes_.pop_back();
      return true;
    }
    if (in_.take_if(';')) return true;
    if (token.kind == TokenKind::dotted) return directive();
    if (token.kind == TokenKind::word && in_.peek(1).is(':')) return label();
    return instruction();
  }

  bool directive() {
    const Token& token = in_.peek();
    if (token.text == "loc") {
      in_.take();
      current_loc_ = read_loc_();
      return !in_.failed();
    }
    if (token.text == "reg") {
      in_.take();
      return registers();
    }
    if (token.text == "pragma" || token.text == "callprototype" || token.text == "calltargets") {
      in_.skip_statement();
      return true;
    }
    if (token.text == "branchtargets") return branch_targets();
    if (space_named(token.text)) {
      auto declared = parse_variables(in_, false, false);
      if (in_.failed()) return false;
      for (Variable& variable : declared) {
        scopes_.back().variables[variable.name] =
            static_cast<std::uint32_t>(function_.variables.size());
        function_.variables.push_back(std::move(variable));
      }
      return in_.expect(';');
    }
    return in_.fail(DiagnosticKind::ptx_unsupported,
                    fmt::format("the directive .{} is not known inside a function", token.text));
  }

  // The label of "name: .branchtargets a, b;" has already been read; it names the list.
  bool branch_targets() {
    in_.take();
    if (function_.labels.empty()) return in_.fail("expected a label before .branchtargets");
    Operand list;
    list.kind = Operand::Kind::list;
    do {
      Operand target;
      target.kind = Operand::Kind::label;
      target.name = in_.take().text;
      list.elements.push_back(std::move(target));
    } while (in_.take_if(','));
    branch_tables_[{function_.labels.back().name, scopes_.back().number}] = std::move(list);
    return in_.expect(';');
  }

  void open_scope() {
    Scope scope;
    scope.number = static_cast<std::uint32_t>(parents_.size());
    parents_.push_back(scopes_.empty() ? scope.number : scopes_.back().number);
    scopes_.push_back(std::move(scope));
  }

  void add_register(std::string_view name, Type type) {
    scopes_.back().add(name, static_cast<std::uint32_t>(function_.registers.size()));
    function_.registers.push_back({type, std::string(name)});
  }

  bool registers() {
    std::uint32_t vector = 1;
    Type type = Type::none;
    while (in_.peek().kind == TokenKind::dotted) {
      const std::string_view text = in_.take().text;
      if (text == "v2" || text == "v4") {
        vector = static_cast<std::uint32_t>(text[1] - '0');
      } else if (const auto named = type_named(text)) {
        type = *named;
      } else {
        return in_.fail("expected a register type");
      }
    }
    if (type == Type::none) return in_.fail("expected a register type");
    if (vector != 1)
      return in_.fail(DiagnosticKind::ptx_unsupported, "vector registers are not supported");
    do {
      const Token& name = in_.take();
      if (name.kind != TokenKind::word) return in_.fail("expected a register's name");
      const auto first = static_cast<std::uint32_t>(function_.registers.size());
      if (in_.take_if('<')) {
        const auto count = in_.expect_integer();
        if (!count || !in_.expect('>')) return false;
        if (*count > max_registers - first) return in_.fail("the register family is too large");
        for (std::uint64_t i = 0; i < *count; ++i)
          function_.registers.push_back({type, fmt::format("{}{}", name.text, i)});
        scopes_.back().add_family(name.text, first, static_cast<std::uint32_t>(*count));
      } else {
        if (first >= max_registers) return in_.fail("the function has too many registers");
        add_register(name.text, type);
      }
    } while (in_.take_if(','));
    return in_.expect(';');
  }

  bool label() {
    Label label;
    label.name = in_.take().text;
    label.instruction = static_cast<std::uint32_t>(function_.instructions.size());
    function_.labels.push_back(label);
    // Inline PTX may define the same label in several { } scopes.
    if (!labels_.emplace(Scoped{label.name, scopes_.back().number}, label.instruction).second) {
      return in_.fail(DiagnosticKind::ptx_unsupported,
                      fmt::format("the label {} is defined twice", label.name));
    }
    return in_.expect(':');
  }

  [[nodiscard]] std::optional<std::uint32_t> find_register(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->find(name)) return found;
    }
    return std::nullopt;
  }

  bool instruction() {
    Instruction instruction;
    instruction.loc = current_loc_;
    instruction.ptx_line = in_.peek().line;
    if (in_.take_if('@') && !guard(instruction)) return false;
    const Token& name = in_.peek();
    if (name.kind != TokenKind::word) return in_.fail("expected an instruction");
    const auto opcode = opcode_named(name.text);
    if (!opcode) {
      return in_.fail(
          DiagnosticKind::ptx_unsupported,
          fmt::format("'{}' is not a PTX instruction that this program knows", name.text));
    }
    in_.take();
    instruction.opcode = *opcode;
    may_negate_ = *opcode == Opcode::vmad;
    while (in_.peek().kind == TokenKind::dotted) {
      const std::string_view suffix = in_.take().text;
      instruction.modifiers.push_back(suffix);
      if (const auto type = type_named(suffix)) instruction.types.push_back(*type);
    }
    if (!operands(instruction)) return false;
    function_.instructions.push_back(std::move(instruction));
    scope_of_.push_back(scopes_.back().number);
    return in_.expect(';');
  }

  bool guard(Instruction& instruction) {
    Guard guard;
    guard.negated = in_.take_if('!');
    const auto found = find_register(in_.peek().text);
    if (!found || function_.registers[*found].type != Type::pred)
      return in_.fail("expected a predicate register");
    in_.take();
    guard.reg = *found;
    instruction.guard = guard;
    return true;
  }

  bool operands(Instruction& instruction) {
    while (!in_.peek().is(';')) {
      Operand operand;
      if (!parse_operand(operand)) return false;
      instruction.operands.push_back(std::move(operand));
      if (!in_.take_if(',')) break;
    }
    const OpcodeRow& row = row_of(instruction.opcode);
    const auto count = static_cast<int>(instruction.operands.size());
    if (row.refused.empty() && (count < row.min_operands || count > row.max_operands)) {
      return in_.fail(fmt::format("{} takes {} to {} operands, but has {}", row.name,
                                  row.min_operands, row.max_operands, count));
    }
    return true;
  }

  bool parse_operand(Operand& operand) {
    if (!parse_simple(operand)) return false;
    if (!in_.take_if('|')) return true;
    Operand pair;  // %p|%q
    pair.kind = Operand::Kind::pair;
    pair.elements.push_back(std::move(operand));
    Operand second;
    if (!parse_simple(second)) return false;
    pair.elements.push_back(std::move(second));
    operand = std::move(pair);
    return true;
  }

  bool parse_simple(Operand& operand) {
    if (++depth_ > max_operand_nesting) return in_.fail("the operand is nested too deeply");
    const bool good = parse_form(operand);
    --depth_;
    return good;
  }

  bool parse_form(Operand& operand) {
    const Token& token = in_.peek();
    if (token.is('{')) return elements(operand, Operand::Kind::vector, '}');
    if (token.is('(')) return elements(operand, Operand::Kind::list, ')');
    if (token.is('[')) return address(operand);
    const bool minus = may_negate_ && token.is('-') && in_.peek(1).kind == TokenKind::word;
    if (in_.take_if('!') || (minus && in_.take_if('-'))) {
      if (!parse_simple(operand)) return false;
      operand.negated = !operand.negated;
      return true;
    }
    if (token.is('-') || token.is('~')) return negative_number(operand);
    if (token.kind == TokenKind::word) return name(operand);
    return number(operand);
  }

  bool elements(Operand& operand, Operand::Kind kind, char close) {
    in_.take();
    operand.kind = kind;
    while (!in_.take_if(close)) {
      Operand element;
      if (!parse_operand(element)) return false;
      operand.elements.push_back(std::move(element));
      if (!in_.peek().is(close) && !in_.expect(',')) return false;
    }
    return true;
  }

  // [base], [base+4], [base+-4], [base, {coordinates}]
  bool address(Operand& operand) {
    in_.take();
    operand.kind = Operand::Kind::address;
    Operand base;
    if (!parse_simple(base)) return false;
    operand.offset = base.offset;
    base.offset = 0;
    operand.elements.push_back(std::move(base));
    if (!offset(operand)) return false;
    while (in_.take_if(',')) {
      Operand extra;
      if (!parse_simple(extra)) return false;
      operand.elements.push_back(std::move(extra));
    }
    return in_.expect(']');
  }

  // An optional "+4", "-4" or "+-4" behind a base.
  bool offset(Operand& operand) {
    const bool minus = in_.peek().is('-');
    if (!minus && !in_.peek().is('+')) return true;
    in_.take();
    const bool second_minus = in_.take_if('-');
    const auto value = in_.expect_integer();
    if (!value) return false;
    const std::uint64_t change = minus != second_minus ? 0 - *value : *value;
    operand.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(operand.offset) + change);
    return true;
  }

  bool negative_number(Operand& operand) {
    const bool complement = in_.take().is('~');
    if (!number(operand)) return false;
    switch (operand.kind) {
      case Operand::Kind::immediate:
        operand.bits = complement ? ~operand.bits : 0 - operand.bits;
        return true;
      case Operand::Kind::float32:
        operand.bits ^= 0x8000'0000U;
        return true;
      default:
        operand.bits ^= 0x8000'0000'0000'0000U;
        return true;
    }
  }

  bool number(Operand& operand) {
    const Token& token = in_.peek();
    switch (token.kind) {
      case TokenKind::integer:
        operand.kind = Operand::Kind::immediate;
        break;
      case TokenKind::float32:
        operand.kind = Operand::Kind::float32;
        break;
      case TokenKind::float64:
        operand.kind = Operand::Kind::float64;
        break;
      default:
        return in_.fail("expected an operand");
    }
    operand.bits = in_.take().bits;
    return true;
  }

  bool name(Operand& operand) {
    const Token& token = in_.take();
    operand.name = token.text;
    if (token.text == "_") {
      operand.kind = Operand::Kind::discard;
      return true;
    }
    if (const auto found = find_register(token.text)) {
      operand.kind = Operand::Kind::reg;
      operand.index = *found;
      if (in_.peek().kind == TokenKind::dotted) operand.selector = in_.take().text;
      return true;
    }
    if (token.text.starts_with('%')) {
      operand.kind = Operand::Kind::special;
      if (in_.peek().kind == TokenKind::dotted) {
        operand.axis = axis_named(in_.take().text);
        if (operand.axis == Axis::none) return in_.fail("expected .x, .y or .z");
      }
      return true;
    }
    // A label or a variable. Labels are known only after the whole body has been read.
    operand.kind = Operand::Kind::symbol;
    operand.index = find_variable(token.text);
    return in_.peek().is('+') || in_.peek().is('-') ? offset(operand) : true;
  }

  [[nodiscard]] std::uint32_t find_variable(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const auto found = scope->variables.find(name);
      if (found != scope->variables.end()) return found->second;
    }
    return Operand::not_local;
  }

  // Looks the name up in the scope `number`, then in the scopes around it.
  template <class Named>
  [[nodiscard]] const typename Named::mapped_type* visible(const Named& named,
                                                           std::string_view name,
                                                           std::uint32_t number) const {
    while (true) {
      const auto found = named.find(Scoped{name, number});
      if (found != named.end()) return &found->second;
      if (parents_[number] == number) return nullptr;
      number = parents_[number];
    }
  }

  bool resolve(Operand& target, const Instruction& instruction, std::uint32_t scope) {
    const std::uint32_t* found = visible(labels_, target.name, scope);
    if (found == nullptr) {
      return in_.fail(
          DiagnosticKind::ptx_unsupported,
          fmt::format("the branch in PTX line {} goes to '{}', but there is no such label",
                      instruction.ptx_line, target.name));
    }
    target.kind = Operand::Kind::label;
    target.index = *found;
    return true;
  }

  bool resolve_labels() {
    for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
      Instruction& instruction = function_.instructions[i];
      if (instruction.opcode == Opcode::bra &&
          !resolve(instruction.operands[0], instruction, scope_of_[i])) {
        return false;
      }
      if (instruction.opcode == Opcode::brx && !resolve_table(instruction, scope_of_[i]))
        return false;
    }
    return true;
  }

  // brx.idx %r, name;
  bool resolve_table(Instruction& instruction, std::uint32_t scope) {
    const std::string_view name = instruction.operands[1].name;
    const Operand* table = visible(branch_tables_, name, scope);
    if (table == nullptr) {
      return in_.fail(DiagnosticKind::ptx_unsupported,
                      fmt::format("no .branchtargets are named '{}' (PTX line {})", name,
                                  instruction.ptx_line));
    }
    instruction.operands[1] = *table;
    for (Operand& target : instruction.operands[1].elements) {
      if (!resolve(target, instruction, scope)) return false;
    }
    return true;
  }

  using Scoped = std::pair<std::string_view, std::uint32_t>;  // name and scope number

  TokenStream& in_;
  Function& function_;
  std::uint32_t& current_loc_;
  const std::function<std::uint32_t()>& read_loc_;
  std::vector<Scope> scopes_;               // the open scopes
  std::vector<std::uint32_t> parents_;      // parent of each scope, by number; the first is its own
  std::vector<std::uint32_t> scope_of_;     // scope of each entry of Function::instructions
  std::map<Scoped, std::uint32_t> labels_;  // the instruction that follows each label
  std::map<Scoped, Operand> branch_tables_;
  bool may_negate_ = false;  // the instruction takes -%r for a register
  int depth_ = 0;            // nesting depth of the operand being read
};

}  // namespace

bool parse_body(TokenStream& in, Function& function, std::uint32_t& current_loc,
                const std::function<std::uint32_t()>& read_loc) {
  return BodyParser(in, function, current_loc, read_loc).run();
}

}  // namespace lanescope::ptx
