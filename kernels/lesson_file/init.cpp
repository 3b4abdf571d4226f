#include "kernels/lesson_file/init.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/names.h"
#include "sim/text/number.h"

namespace lanescope::lesson {
namespace {

struct Form {
  InitKind kind;
  const char* name;
  const char* argument;  // "" if it takes none
};

constexpr Form forms[] = {
    {InitKind::zero, "zero", ""},         {InitKind::constant, "constant", "V"},
    {InitKind::iota, "iota", ""},         {InitKind::mod, "mod", "M"},
    {InitKind::hash, "hash", "M"},        {InitKind::uniform, "uniform", "SEED"},
    {InitKind::normal, "normal", "SEED"}, {InitKind::random, "random", "SEED:M"},
    {InitKind::file, "file", "PATH"}};

std::string form_text(const Form& form) {
  return *form.argument == '\0' ? std::string(form.name)
                                : fmt::format("{}:{}", form.name, form.argument);
}

}  // namespace

tl::expected<Init, std::string> parse_init(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  std::vector<std::string> known;
  for (const Form& form : forms) {
    known.push_back(form_text(form));
    if (name != form.name) continue;
    const bool wants_argument = *form.argument != '\0';
    const std::string argument(colon == text.npos ? "" : text.substr(colon + 1));
    const auto parts = [](std::string_view list) { return std::ranges::count(list, ':'); };
    const bool fits = form.kind == InitKind::file || parts(argument) == parts(form.argument);
    if (!fits || wants_argument != !argument.empty() || (!wants_argument && colon != text.npos))
      return tl::unexpected(fmt::format("'{}' must be written as {}", name, form_text(form)));
    return Init{form.kind, argument};
  }
  return tl::unexpected(fmt::format("unknown init '{}'; there are {}", text, list_of(known)));
}

std::vector<InitNumber> numbers_of(const Init& init) {
  switch (init.kind) {
    case InitKind::mod:
    case InitKind::hash:
      return {{init.argument, 1}};
    case InitKind::uniform:
    case InitKind::normal:
      return {{init.argument, 0}};
    case InitKind::random: {
      const std::size_t colon = init.argument.find(':');
      return {{init.argument.substr(0, colon), 0}, {init.argument.substr(colon + 1), 1}};
    }
    case InitKind::zero:
    case InitKind::constant:
    case InitKind::iota:
    case InitKind::file:
      break;
  }
  return {};
}

const char* name_of(InitKind kind) {
  for (const Form& form : forms) {
    if (form.kind == kind) return form.name;
  }
  return "";
}

namespace {

// The whole text as a number: "0.5", "1e-3", "inf".
std::optional<double> real_number(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace

bool is_number(std::string_view text) {
  return whole_number<std::int64_t>(text) || whole_number<std::uint64_t>(text) || real_number(text);
}

std::optional<std::vector<std::byte>> constant_bytes(ElementType type, std::string_view number) {
  if (const auto integer = whole_number<std::int64_t>(number)) return scalar_bytes(type, *integer);
  // Above the signed ones only this type holds every number.
  const auto large = whole_number<std::uint64_t>(number);
  if (large && type == ElementType::u64)
    return scalar_bytes(type, static_cast<std::int64_t>(*large));
  const auto real = real_number(number);
  return real ? scalar_bytes(type, *real) : std::nullopt;
}

// ---- filling arrays before the launch ----
//
// Each in one pass with loops that the compiler vectorises: 16 M
// floats take some milliseconds.

namespace {

template <typename T>
void store(std::byte* out, std::uint64_t i, T value) {
  std::memcpy(out + i * sizeof(T), &value, sizeof value);
}

template <typename T>
void fill_iota(std::byte* out, std::uint64_t count) {
  // 32-bit indices are converted to any type eight at a time; 64-bit ones are not.
  const std::uint64_t narrow =
      std::min<std::uint64_t>(count, std::numeric_limits<std::int32_t>::max());
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(narrow); ++i)
    store(out, static_cast<std::uint64_t>(i), static_cast<T>(i));
  for (std::uint64_t i = narrow; i < count; ++i) store(out, i, static_cast<T>(i));
}

// Repeats the first bytes to the end: copies what is there, doubling it each time.
void repeat(std::byte* out, std::uint64_t first, std::uint64_t bytes) {
  for (std::uint64_t done = first; done < bytes;) {
    const std::uint64_t more = std::min(done, bytes - done);
    std::memcpy(out + done, out, more);
    done += more;
  }
}

template <typename T>
void fill_mod(std::byte* out, std::uint64_t count, std::uint64_t modulus) {
  const std::uint64_t period = std::min(count, modulus);
  fill_iota<T>(out, period);
  repeat(out, period * sizeof(T), count * sizeof(T));
}

template <typename T>
void fill_hash(std::byte* out, std::uint64_t count, std::uint64_t modulus) {
  // The hash has 24 bits. The remainder is computed with a product; the quotient is off by at most
  // one.
  const auto m = static_cast<std::int32_t>(std::min<std::uint64_t>(modulus, 1u << 24));
  const double reciprocal = 1.0 / m;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto hash = static_cast<std::int32_t>((static_cast<std::uint32_t>(i) * 2654435761u) >> 8);
    const auto quotient = static_cast<std::int32_t>(hash * reciprocal);
    std::int32_t rest = hash - quotient * m;
    rest += rest < 0 ? m : 0;
    rest -= rest >= m ? m : 0;
    store(out, i, static_cast<T>(rest));
  }
}

// The (i+1)-th number of SplitMix64 (Steele, Lea, Flood 2014) started at the seed.
std::uint64_t split_mix(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Uniform in [-1, 1), from 24 bits, so that every value is exact as a float.
template <typename T>
void fill_uniform(std::byte* out, std::uint64_t count, std::uint64_t seed) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto top = static_cast<std::int32_t>(split_mix(seed, i) >> 40);
    store(out, i, static_cast<T>(static_cast<float>(top) * 0x1p-23f - 1.0f));
  }
}

// ---- the normal distribution ----
//
// The inverse of its cumulative distribution at a uniform number: Wichura, "Algorithm AS 241: The
// percentage points of the normal distribution", Applied Statistics 37 (1988), PPND16. Only + - * /
// and the square root, which IEEE 754 rounds the same everywhere, and no contraction to fma
// (CMakeLists.txt): every machine gets the same bits. That is why the logarithm is not the
// library's.

// c[0] + c[1] r + ... + c[7] r^7
double polynomial(const double (&c)[8], double r) {
  double sum = c[7];
  for (int i = 6; i >= 0; --i) sum = sum * r + c[i];
  return sum;
}

// The natural logarithm of a positive normal number, within some units of the last place: of
// 2^e m, with m about 1, it is e log 2 + 2 artanh((m - 1) / (m + 1)).
double logarithm(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // in [0.5, 1)
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  const double t = (m - 1) / (m + 1);
  double sum = 0;
  for (int power = 25; power >= 1; power -= 2) sum = sum * (t * t) + 1.0 / power;
  return exponent * 0.69314718055994530942 + 2 * t * sum;
}

double normal_quantile(double p) {
  constexpr double a[8] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                           1.9715909503065514427e+3, 1.3731693765509461125e+4,
                           4.5921953931549871457e+4, 6.7265770927008700853e+4,
                           3.3430575583588128105e+4, 2.5090809287301226727e+3};
  constexpr double b[8] = {1.0,
                           4.2313330701600911252e+1,
                           6.8718700749205790830e+2,
                           5.3941960214247511077e+3,
                           2.1213794301586595867e+4,
                           3.9307895800092710610e+4,
                           2.8729085735721942674e+4,
                           5.2264952788528545610e+3};
  constexpr double c[8] = {1.42343711074968357734e+0, 4.63033784615654529590e+0,
                           5.76949722146069140550e+0, 3.64784832476320460504e+0,
                           1.27045825245236838258e+0, 2.41780725177450611770e-1,
                           2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double d[8] = {1.0,
                           2.05319162663775882187e+0,
                           1.67638483018380384940e+0,
                           6.89767334985100004550e-1,
                           1.48103976427480074590e-1,
                           1.51986665636164571966e-2,
                           5.47593808499534494600e-4,
                           1.05075007164441684324e-9};
  constexpr double e[8] = {6.65790464350110377720e+0, 5.46378491116411436990e+0,
                           1.78482653991729133580e+0, 2.96560571828504891230e-1,
                           2.65321895265761230930e-2, 1.24266094738807843860e-3,
                           2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double f[8] = {1.0,
                           5.99832206555887937690e-1,
                           1.36929880922735805310e-1,
                           1.48753612908506148525e-2,
                           7.86869131145613259100e-4,
                           1.84631831751005468180e-5,
                           1.42151175831644588870e-7,
                           2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  const double r = std::sqrt(-logarithm(q < 0 ? p : 1 - p));
  const double x = r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6)
                          : polynomial(e, r - 5) / polynomial(f, r - 5);
  return q < 0 ? -x : x;
}

// Mean 0, variance 1. The uniform number is the middle of one of 2^52 equal parts of (0, 1), which
// a double holds exactly, and so does 1 minus it.
template <typename T>
void fill_normal(std::byte* out, std::uint64_t count, std::uint64_t seed) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto top = static_cast<double>(split_mix(seed, i) >> 12);
    store(out, i, static_cast<T>(normal_quantile((top + 0.5) * 0x1p-52)));
  }
}

// Whole numbers in [0, modulus).
template <typename T>
void fill_random(std::byte* out, std::uint64_t count, std::uint64_t seed, std::uint64_t modulus) {
  for (std::uint64_t i = 0; i < count; ++i)
    store(out, i, static_cast<T>(split_mix(seed, i) % modulus));
}

tl::expected<void, std::string> fill_from_file(const std::filesystem::path& path, std::byte* out,
                                               std::uint64_t bytes) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected<std::string>("cannot be opened for reading");
  file.read(reinterpret_cast<char*>(out), static_cast<std::streamsize>(bytes));
  const auto found = static_cast<std::uint64_t>(file.gcount());
  if (found < bytes)
    return tl::unexpected(fmt::format("has {} bytes; the array has {}", found, bytes));
  if (file.peek() != std::ifstream::traits_type::eof())
    return tl::unexpected(fmt::format("has more bytes than the array, {}", bytes));
  return {};
}

}  // namespace

tl::expected<void, Error> fill(const Argument& argument, const std::filesystem::path& lesson_folder,
                               std::byte* out) {
  const auto failed = [&argument](std::string file, std::string message) {
    return tl::unexpected(
        Error{std::move(file), 0, fmt::format("args.{}.init", argument.name), std::move(message)});
  };
  const tl::expected<Init, std::string> init = parse_init(argument.init);
  if (!init) return failed("", init.error());
  const std::uint64_t bytes = argument.count * bytes_of(argument.type);
  std::vector<std::uint64_t> numbers;
  for (const auto& [text, least] : numbers_of(*init)) {
    const auto number = whole_number<std::uint64_t>(text);
    if (!number || *number < static_cast<std::uint64_t>(least)) {
      return failed("",
                    fmt::format("'{}' is not a number that {} takes", text, name_of(init->kind)));
    }
    numbers.push_back(*number);
  }
  if (init->kind == InitKind::zero) {
    std::memset(out, 0, bytes);
    return {};
  }
  if (init->kind == InitKind::constant) {
    const auto element = constant_bytes(argument.type, init->argument);
    if (!element) {
      return failed("", fmt::format("'{}' is not a number that fits in {}", init->argument,
                                    name_of(argument.type)));
    }
    std::ranges::copy(*element, out);
    repeat(out, element->size(), bytes);
    return {};
  }
  if (init->kind == InitKind::file) {
    const std::filesystem::path path = lesson_folder / init->argument;
    if (auto read = fill_from_file(path, out, bytes); !read)
      return failed(path.string(), read.error());
    return {};
  }
  with_type(argument.type, [&](auto zero) {
    using T = decltype(zero);
    if (init->kind == InitKind::iota) fill_iota<T>(out, argument.count);
    if (init->kind == InitKind::mod) fill_mod<T>(out, argument.count, numbers[0]);
    if (init->kind == InitKind::hash) fill_hash<T>(out, argument.count, numbers[0]);
    if (init->kind == InitKind::uniform) fill_uniform<T>(out, argument.count, numbers[0]);
    if (init->kind == InitKind::normal) fill_normal<T>(out, argument.count, numbers[0]);
    if (init->kind == InitKind::random) fill_random<T>(out, argument.count, numbers[0], numbers[1]);
  });
  return {};
}

tl::expected<std::vector<std::byte>, Error> written_bits(
    const Argument& argument, const std::filesystem::path& lesson_folder) {
  std::vector<std::byte> bits((argument.count * bytes_of(argument.type) + 7) / 8);
  constexpr std::string_view from_file = "file:";
  if (!argument.written.starts_with(from_file)) return bits;
  const std::filesystem::path path = lesson_folder / argument.written.substr(from_file.size());
  if (auto read = fill_from_file(path, bits.data(), bits.size()); !read) {
    return tl::unexpected(Error{path.string(), 0, fmt::format("args.{}.written", argument.name),
                                std::move(read.error())});
  }
  return bits;
}

}  // namespace lanescope::lesson
