#include "sim/ptx/token_stream.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace lanescope::ptx {
namespace {

// Limits far above what any compiler writes. They keep sizes within the integers that hold them.
constexpr std::uint64_t max_alignment = 65'536;
constexpr std::uint64_t max_bytes = 1ULL << 40;
constexpr int max_initialiser_nesting = 64;

struct Prefix {
  StateSpace space = StateSpace::global;
  Type type = Type::none;
  std::uint32_t alignment = 0;  // 0: natural
  std::uint32_t vector = 1;
  bool is_reference = false;
};

// Reads everything before the name: .global .align 16 .v4 .f32 .ptr .global .align 4 ...
std::optional<Prefix> parse_prefix(TokenStream& in) {
  Prefix prefix;
  bool pointer_attributes = false;  // .ptr: the space and alignment after it describe the pointee
  bool have_space = false;
  while (in.peek().kind == TokenKind::dotted) {
    const std::string_view text = in.take().text;
    if (text == "align") {
      const auto value = in.expect_integer();
      if (!value) return std::nullopt;
      if (!std::has_single_bit(*value) || (*value > max_alignment && !pointer_attributes)) {
        in.fail("an alignment is a power of two up to 65536; expected one");
        return std::nullopt;
      }
      if (!pointer_attributes) prefix.alignment = static_cast<std::uint32_t>(*value);
    } else if (text == "v2" || text == "v4" || text == "v8") {
      prefix.vector = static_cast<std::uint32_t>(text[1] - '0');
    } else if (text == "ptr") {
      pointer_attributes = true;
    } else if (text == "attribute") {
      if (!in.expect('(')) return std::nullopt;
      while (!in.peek().is(')') && in.peek().kind != TokenKind::end) in.take();
      in.take();
    } else if (const auto space = space_named(text)) {
      if (!have_space && !pointer_attributes) prefix.space = *space;
      have_space = true;
    } else if (const auto type = type_named(text)) {
      prefix.type = *type;
    } else if ((text == "texref" || text == "surfref") && prefix.space == StateSpace::global) {
      prefix.type = Type::u64;
      prefix.is_reference = true;
    } else {
      in.fail(DiagnosticKind::ptx_unsupported,
              fmt::format("the variable attribute .{} is not known", text));
      return std::nullopt;
    }
  }
  if (prefix.type == Type::none) {
    in.fail("expected a type");
    return std::nullopt;
  }
  return prefix;
}

class Initialiser {
 public:
  Initialiser(TokenStream& in, Variable& variable, std::uint32_t element_bytes)
      : in_(in), variable_(variable), element_bytes_(element_bytes) {}

  bool read() { return in_.peek().is('{') ? braces() : element(); }

 private:
  bool braces() {
    in_.take();
    if (++depth_ > max_initialiser_nesting) return in_.fail("the initialiser is nested too deeply");
    while (!in_.take_if('}')) {
      if (!read()) return false;
      if (!in_.peek().is('}') && !in_.expect(',')) return false;
    }
    --depth_;
    return true;
  }

  bool element() {
    const bool negative = in_.take_if('-');
    const Token token = in_.take();
    switch (token.kind) {
      case TokenKind::integer:
        return put(negative ? 0 - token.bits : token.bits);
      case TokenKind::float32:
        return put(negative ? token.bits ^ 0x8000'0000U : token.bits);
      case TokenKind::float64:
        return put(literal(token.bits, negative));
      case TokenKind::word:
        return address(token);
      default:
        return in_.fail("expected a value in the initialiser");
    }
  }

  // A decimal literal is a double; it is rounded for an f32 variable.
  [[nodiscard]] std::uint64_t literal(std::uint64_t bits, bool negative) const {
    double value = std::bit_cast<double>(bits);
    if (negative) value = -value;
    if (variable_.type == Type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<std::uint64_t>(value);
  }

  // name, name+4, generic(name), generic(name)+4
  bool address(const Token& token) {
    AddressInitialiser item;
    item.offset = variable_.initial.size();
    item.bytes = element_bytes_;
    item.symbol = token.text;
    if (token.text == "generic" && in_.take_if('(')) {
      item.generic = true;
      item.symbol = in_.take().text;
      if (!in_.expect(')')) return false;
    }
    const bool minus = in_.peek().is('-');
    if (minus || in_.peek().is('+')) {
      in_.take();
      const auto value = in_.expect_integer();
      if (!value) return false;
      item.addend = static_cast<std::int64_t>(minus ? 0 - *value : *value);
    }
    if (item.bytes > 8) return in_.fail("an address does not have this type");
    variable_.addresses.push_back(item);
    return put(0);
  }

  bool put(std::uint64_t bits) {
    if (element_bytes_ == 0) return in_.fail("a variable of this type has no initialiser");
    for (std::uint32_t i = 0; i < element_bytes_; ++i)
      variable_.initial.push_back(static_cast<std::uint8_t>(i < 8 ? bits >> (8 * i) : 0));
    return true;
  }

  TokenStream& in_;
  Variable& variable_;
  std::uint32_t element_bytes_;
  int depth_ = 0;
};

bool parse_one(TokenStream& in, const Prefix& prefix, Variable& variable) {
  const Token& name = in.peek();
  if (name.kind != TokenKind::word) return in.fail("expected a variable's name");
  in.take();
  variable.name = name.text;
  variable.ptx_line = name.line;
  variable.space = prefix.space;
  variable.type = prefix.type;
  variable.is_reference = prefix.is_reference;
  const std::uint32_t element = bytes_of(prefix.type) * prefix.vector;
  variable.alignment = std::max({prefix.alignment, element, 1U});
  std::uint64_t count = 1;
  bool unsized = false;
  while (in.take_if('[')) {
    if (in.take_if(']')) {
      unsized = true;
      continue;
    }
    const auto size = in.expect_integer();
    if (!size || !in.expect(']')) return false;
    if (*size > max_bytes / std::max<std::uint64_t>(count * element, 1))
      return in.fail("the variable is larger than any memory; expected a smaller one");
    count *= *size;
  }
  variable.bytes = unsized ? 0 : count * element;
  if (in.take_if('=')) {
    if (!Initialiser(in, variable, bytes_of(prefix.type)).read()) return false;
    if (unsized) variable.bytes = variable.initial.size();
    if (variable.initial.size() > variable.bytes)
      return in.fail("the initialiser is larger than the variable");
  }
  return true;
}

}  // namespace

std::vector<Variable> parse_variables(TokenStream& in, bool single, bool is_extern) {
  std::vector<Variable> variables;
  const auto prefix = parse_prefix(in);
  if (!prefix) return variables;
  do {
    Variable variable;
    variable.is_extern = is_extern;
    if (!parse_one(in, *prefix, variable)) return variables;
    variables.push_back(std::move(variable));
  } while (!single && in.take_if(','));
  return variables;
}

}  // namespace lanescope::ptx
