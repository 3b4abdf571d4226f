#include "kernels/lesson_file/expression.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <list>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <muParser.h>

#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

// Thrown through muParser, whose callbacks can fail only with an exception, and caught in
// evaluate().
struct Problem {
  std::string what;
};

// muParser passes doubles; between operations they are integers within the limit.
std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

double exact(std::int64_t value) {
  if (value > max_exact_integer || value < -max_exact_integer)
    throw Problem{"a value lies beyond +-2^53"};
  return static_cast<double>(value);
}

std::int64_t divisor(double value) {
  if (value == 0) throw Problem{"division by zero"};
  return whole(value);
}

double add(double a, double b) { return exact(whole(a) + whole(b)); }
double subtract(double a, double b) { return exact(whole(a) - whole(b)); }
double multiply(double a, double b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(whole(a), whole(b), &product)) product = max_exact_integer + 1;
  return exact(product);
}
double divide(double a, double b) { return exact(whole(a) / divisor(b)); }
double remainder(double a, double b) { return exact(whole(a) % divisor(b)); }
double negate(double a) { return exact(-whole(a)); }
double same(double a) { return a; }

double equal(double a, double b) { return a == b ? 1 : 0; }
double unequal(double a, double b) { return a != b ? 1 : 0; }
double less(double a, double b) { return a < b ? 1 : 0; }
double at_most(double a, double b) { return a <= b ? 1 : 0; }
double greater(double a, double b) { return a > b ? 1 : 0; }
double at_least(double a, double b) { return a >= b ? 1 : 0; }
double both(double a, double b) { return a != 0 && b != 0 ? 1 : 0; }
double either(double a, double b) { return a != 0 || b != 0 ? 1 : 0; }

// The quotient rounded up.
double ceil_div(double a, double b) {
  const std::int64_t dividend = whole(a), by = divisor(b);
  const std::int64_t quotient = dividend / by;
  const bool rounded_down = dividend % by != 0 && (dividend < 0) == (by < 0);
  return exact(quotient + (rounded_down ? 1 : 0));
}

double least(const double* values, int count) { return *std::min_element(values, values + count); }
double greatest(const double* values, int count) {
  return *std::max_element(values, values + count);
}

// Takes a number off the front of the remaining expression. Digits only: no fraction, exponent or
// hex.
int read_number(const char* text, int* position, double* value) {
  std::size_t size = 0;
  while (std::isdigit(static_cast<unsigned char>(text[size])) != 0) ++size;
  const char next = text[size];
  const bool starts_fraction = size == 0 && next == '.';
  if (size == 0 && !starts_fraction) return 0;
  if (next == '.' || next == '_' || std::isalpha(static_cast<unsigned char>(next)) != 0) {
    std::size_t end = size;
    while (text[end] == '.' || text[end] == '_' ||
           std::isalnum(static_cast<unsigned char>(text[end])) != 0) {
      ++end;
    }
    throw Problem{fmt::format("'{}' is not a whole number: write decimal digits only",
                              std::string_view(text, end))};
  }
  std::int64_t number = 0;
  for (std::size_t i = 0; i < size; ++i) number = whole(exact(number * 10 + (text[i] - '0')));
  *value = exact(number);
  *position += static_cast<int>(size);
  return 1;
}

constexpr const char* fact_name_characters =
    "0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

void set_up_conditions(mu::Parser& parser) {
  parser.DefineNameChars(fact_name_characters);
  parser.DefineOprtChars("+-*/%=!<>&|");
  parser.DefineOprt("||", either, mu::prLOR, mu::oaLEFT);
  parser.DefineOprt("&&", both, mu::prLAND, mu::oaLEFT);
  // In C++, == has a lower precedence than <. muParser has one precedence for both, so mixing them
  // requires parentheses.
  parser.DefineOprt("==", equal, mu::prCMP, mu::oaLEFT);
  parser.DefineOprt("!=", unequal, mu::prCMP, mu::oaLEFT);
  parser.DefineOprt("<", less, mu::prCMP, mu::oaLEFT);
  parser.DefineOprt("<=", at_most, mu::prCMP, mu::oaLEFT);
  parser.DefineOprt(">", greater, mu::prCMP, mu::oaLEFT);
  parser.DefineOprt(">=", at_least, mu::prCMP, mu::oaLEFT);
}

// Configures the parser for this format, without muParser's own functions and constants.
void set_up(mu::Parser& parser, Operators operators) {
  parser.ClearFun();
  parser.ClearConst();
  parser.ClearInfixOprt();
  parser.ClearPostfixOprt();
  parser.EnableBuiltInOprt(false);
  parser.DefineOprtChars("+-*/%");
  if (operators == Operators::conditions) set_up_conditions(parser);
  // No constant folding: muParser's own rules would bypass the checks above.
  parser.EnableOptimizer(false);
  parser.DefineOprt("+", add, mu::prADD_SUB, mu::oaLEFT);
  parser.DefineOprt("-", subtract, mu::prADD_SUB, mu::oaLEFT);
  parser.DefineOprt("*", multiply, mu::prMUL_DIV, mu::oaLEFT);
  parser.DefineOprt("/", divide, mu::prMUL_DIV, mu::oaLEFT);
  parser.DefineOprt("%", remainder, mu::prMUL_DIV, mu::oaLEFT);
  parser.DefineInfixOprt("-", negate);
  parser.DefineInfixOprt("+", same);
  parser.DefineFun("ceil_div", ceil_div);
  parser.DefineFun("min", least);
  parser.DefineFun("max", greatest);
  parser.AddValIdent(read_number);
}

std::string explain(const mu::Parser::exception_type& error, const Values& names) {
  const std::string token = error.GetToken();
  std::string undotted = token;
  std::replace(undotted.begin(), undotted.end(), '.', '_');
  if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN && is_identifier(undotted)) {
    std::vector<std::string> known;
    for (const auto& [name, value] : names) known.push_back(name);
    return fmt::format("unknown name '{}'; there are {} and ceil_div, min, max{}", token,
                       known.empty() ? "no parameters" : list_of(known),
                       did_you_mean(token, known));
  }
  if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN)
    return fmt::format("'{}' is not understood here", token);
  std::string message = error.GetMsg();
  while (message.ends_with('.')) message.pop_back();
  return message;
}

}  // namespace

bool is_reserved_name(const std::string& name) {
  return name == "ceil_div" || name == "min" || name == "max";
}

tl::expected<std::int64_t, std::string> evaluate(const std::string& expression, const Values& names,
                                                 Operators operators) {
  const auto failed = [&expression](const std::string& why) {
    return tl::unexpected(fmt::format("\"{}\": {}", expression, why));
  };
  constexpr std::size_t longest = 1000;
  if (expression.size() > longest) return tl::unexpected<std::string>("the expression is too long");
  if (expression.find_first_not_of(" \t") == std::string::npos)
    return failed("an empty expression");
  // muParser has operators that no setting removes, such as ?:.
  const bool is_condition = operators == Operators::conditions;
  const auto is_foreign = [is_condition](char c) {
    constexpr std::string_view allowed = " \t+-*/%(),._", compares = "=!<>&|";
    return std::isalnum(static_cast<unsigned char>(c)) == 0 && allowed.find(c) == allowed.npos &&
           !(is_condition && compares.find(c) != compares.npos);
  };
  const auto foreign = std::find_if(expression.begin(), expression.end(), is_foreign);
  if (foreign != expression.end()) {
    return failed(fmt::format(
        "{} has no meaning here; an expression holds whole numbers, "
        "{} ceil_div min max",
        std::isprint(static_cast<unsigned char>(*foreign)) != 0 ? fmt::format("'{}'", *foreign)
                                                                : "a character that is not ASCII",
        is_condition ? "facts, + - * / % ( ) == != < <= > >= && ||" : "parameters, + - * / % ( )"));
  }
  try {
    mu::Parser parser;
    set_up(parser, operators);
    std::list<double> variables;  // muParser keeps their addresses
    for (const auto& [name, value] : names) {
      variables.push_back(static_cast<double>(value));
      parser.DefineVar(name, &variables.back());
    }
    parser.SetExpr(expression);
    int results = 0;
    const double* values = parser.Eval(results);
    if (results != 1) return failed("one value is wanted, not a list");
    return whole(values[0]);
  } catch (const Problem& problem) {
    return failed(problem.what);
  } catch (const mu::Parser::exception_type& error) {
    return failed(explain(error, names));
  }
}

std::vector<std::string> names_in(const std::string& expression) {
  std::vector<std::string> names;
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  for (auto at = expression.begin(); at != expression.end();) {
    const auto begin = std::find_if(at, expression.end(), is_part);
    at = std::find_if_not(begin, expression.end(), is_part);
    std::string name(begin, at);
    const bool is_name = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
    const bool is_new = std::find(names.begin(), names.end(), name) == names.end();
    if (is_name && is_new && !is_reserved_name(name)) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace lanescope::lesson
