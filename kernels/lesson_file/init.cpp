#include "kernels/lesson_file/init.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>

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

constexpr Form forms[] = {{InitKind::zero, "zero", ""},
                          {InitKind::iota, "iota", ""},
                          {InitKind::mod, "mod", "M"},
                          {InitKind::hash, "hash", "M"},
                          {InitKind::uniform, "uniform", "SEED"},
                          {InitKind::random, "random", "SEED:M"},
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
      return {{init.argument, 0}};
    case InitKind::random: {
      const std::size_t colon = init.argument.find(':');
      return {{init.argument.substr(0, colon), 0}, {init.argument.substr(colon + 1), 1}};
    }
    case InitKind::zero:
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

template <typename T>
void fill_mod(std::byte* out, std::uint64_t count, std::uint64_t modulus) {
  const std::uint64_t period = std::min(count, modulus);
  fill_iota<T>(out, period);
  for (std::uint64_t done = period; done < count;) {  // copies what is there, doubling it each time
    const std::uint64_t more = std::min(done, count - done);
    std::memcpy(out + done * sizeof(T), out, more * sizeof(T));
    done += more;
  }
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
    if (init->kind == InitKind::random) fill_random<T>(out, argument.count, numbers[0], numbers[1]);
  });
  return {};
}

}  // namespace lanescope::lesson
