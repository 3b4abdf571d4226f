#include "kernels/lesson_file/parts.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/init.h"
#include "kernels/lesson_file/names.h"

namespace lanescope::lesson {
namespace {

// An array in a structure: more than any kernel's parameters (32764 bytes) or constants (64 KiB).
constexpr std::int64_t max_inner_array_bytes = 65536;
constexpr std::int64_t max_alignment = 256;  // bytes

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// A value as C++ lays it out, with zeros where nothing is.
struct LaidOut {
  std::vector<std::byte> bytes;
  std::uint64_t alignment = 1;
  std::vector<ArrayAddress> addresses;
  std::vector<TextureHandle> textures;

  // Adds a member at the next place that its alignment allows.
  void append(const LaidOut& member) {
    const std::uint64_t at = rounded_up(bytes.size(), member.alignment);
    bytes.resize(at);
    bytes.insert(bytes.end(), member.bytes.begin(), member.bytes.end());
    alignment = std::max(alignment, member.alignment);
    for (ArrayAddress address : member.addresses) {
      address.at += at;
      addresses.push_back(address);
    }
    for (TextureHandle texture : member.textures) {
      texture.at += at;
      textures.push_back(texture);
    }
  }
};

class ArgumentResolver {
 public:
  ArgumentResolver(const std::filesystem::path& folder, std::uint64_t max_array_bytes,
                   Evaluation& evaluation, Resolved& result)
      : folder_(folder),
        max_array_bytes_(max_array_bytes),
        evaluation_(evaluation),
        result_(result) {}

  void run(const VariantSpec& variant) {
    std::vector<const ArgumentSpec*> specs;
    for (const ArgumentSpec& spec : variant.args) specs.push_back(&spec);
    for (const ArgumentSpec& spec : variant.arrays) specs.push_back(&spec);
    // Arrays first: pointers need their sizes.
    for (std::size_t i = 0; i < specs.size() && !failed(); ++i) {
      result_.args.push_back(described(*specs[i]));
      result_.args.back().is_parameter = i < variant.args.size();
      if (i >= variant.args.size()) check_name(*specs[i], variant.args);
      if (specs[i]->count) resolve_array(*specs[i], result_.args.back());
    }
    for (const TextureSpec& spec : variant.textures) {
      if (failed()) return;
      result_.textures.push_back(resolve_texture(spec, arrays(), evaluation_));
    }
    for (std::size_t i = 0; i < specs.size() && !failed(); ++i) {
      if (!specs[i]->count) resolve_value(*specs[i], result_.args[i]);
    }
    for (std::size_t i = 0; i < variant.before.size(); ++i)
      resolve_earlier(variant.before[i].args, result_.before[i].args);
    are_symbols_ = true;
    for (const ArgumentSpec& spec : variant.symbols) {
      if (failed()) return;
      Argument& symbol = result_.symbols.emplace_back(described(spec));
      spec.count ? resolve_array(spec, symbol) : resolve_value(spec, symbol);
    }
  }

 private:
  [[nodiscard]] bool failed() const { return evaluation_.error.has_value(); }
  void fail(const Place& place, std::string message) {
    evaluation_.fail(place, std::move(message));
  }
  std::int64_t number(const Amount& amount) { return evaluation_.number(amount); }

  void resolve_earlier(const std::vector<ArgumentSpec>& specs, std::vector<Argument>& into) {
    for (const ArgumentSpec& spec : specs) {
      if (failed()) return;
      Argument& argument = into.emplace_back(described(spec));
      if (argument.name.empty()) argument.name = fmt::format("argument {}", into.size());
      resolve_value(spec, argument);
    }
  }

  Argument described(const ArgumentSpec& spec) {
    Argument argument;
    if (spec.address) {
      const std::int64_t address = number(*spec.address);
      if (address < 1)
        fail(spec.address->place, fmt::format("it is {}; an address is at least 1", address));
      argument.address = static_cast<std::uint64_t>(address);
      argument.is_simulators_own = spec.is_simulators_own;
    }
    argument.name = spec.name;
    argument.type = spec.type.element;
    argument.lanes = spec.type.lanes;
    argument.is_array = spec.count.has_value();
    argument.is_pointer = spec.pointer.has_value();
    if (spec.structure) argument.structure = spec.structure->text;
    argument.line = spec.place.line;
    return argument;
  }

  void check_name(const ArgumentSpec& spec, const std::vector<ArgumentSpec>& others) {
    for (const ArgumentSpec& other : others) {
      if (other.name != spec.name) continue;
      fail(spec.place, fmt::format("there is an argument '{}' already, in line {}", other.name,
                                   other.place.line));
    }
  }

  // ---- arrays ----

  void resolve_array(const ArgumentSpec& spec, Argument& argument) {
    const std::int64_t count = number(*spec.count);
    if (count < 1)
      fail(spec.count->place, fmt::format("it is {}; an array has at least 1 element", count));
    if (failed()) return;
    argument.count = static_cast<std::uint64_t>(count);
    argument.init = resolve_init(spec);
    argument.written = spec.written;
    argument.is_scratch = spec.is_scratch;
    resolve_shape(spec, argument);
    if (!failed()) count_bytes(spec, argument);
  }

  void resolve_shape(const ArgumentSpec& spec, Argument& argument) {
    std::uint64_t elements = 1;
    bool fits = true;
    for (const Amount& extent : spec.shape) {
      const std::int64_t size = number(extent);
      if (size < 1) fail(extent.place, fmt::format("it is {}; each extent is at least 1", size));
      argument.shape.push_back(static_cast<std::uint64_t>(size));
      fits = fits && !__builtin_mul_overflow(elements, argument.shape.back(), &elements);
    }
    if (!spec.shape.empty() && (!fits || elements != argument.count)) {
      fail(spec.shape_place,
           fmt::format("{}{} elements, but count is {}", fmt::join(argument.shape, " x "),
                       fits ? fmt::format(" = {}", elements) : "", argument.count));
    }
  }

  // All arrays together must fit in memory.
  void count_bytes(const ArgumentSpec& spec, const Argument& argument) {
    std::uint64_t bytes = 0;
    const bool too_many =
        __builtin_mul_overflow(argument.count, std::uint64_t{bytes_of(argument.type)}, &bytes) ||
        __builtin_add_overflow(result_.array_bytes, bytes, &result_.array_bytes);
    if (too_many || result_.array_bytes > max_array_bytes_) {
      const std::string needed =
          too_many ? std::string("more than 16 EiB") : readable_bytes(result_.array_bytes);
      fail(spec.count->place,
           fmt::format("the arrays up to '{}' need {} of memory; at most {} may be used", spec.name,
                       needed, readable_bytes(max_array_bytes_)));
      return;
    }
    check_init_file(spec, bytes);
  }

  // Evaluates what the init takes: mod:N becomes mod:1024.
  std::string resolve_init(const ArgumentSpec& spec) {
    const Init init = parse_init(spec.init.text).value_or(Init{});
    if (init.kind == InitKind::constant) return resolve_constant(spec, init.argument);
    const std::vector<InitNumber> numbers = numbers_of(init);
    if (numbers.empty()) return spec.init.text;
    std::string text = name_of(init.kind);
    for (const InitNumber& expected : numbers) {
      const std::int64_t value = number({expected.text, spec.init.place});
      if (!failed() && value < expected.least) {
        fail(spec.init.place, fmt::format("{} takes a number of at least {}, not {}",
                                          name_of(init.kind), expected.least, value));
      }
      text += fmt::format(":{}", value);
    }
    return text;
  }

  std::string resolve_constant(const ArgumentSpec& spec, const std::string& written) {
    const std::string value =
        is_number(written) ? written : fmt::format("{}", number({written, spec.init.place}));
    if (!failed() && !constant_bytes(spec.type.element, value))
      fail(spec.init.place, fmt::format("{} does not fit in {}", value, name_of(spec.type)));
    return fmt::format("{}:{}", name_of(InitKind::constant), value);
  }

  void check_init_file(const ArgumentSpec& spec, std::uint64_t bytes) {
    const Init init = parse_init(spec.init.text).value_or(Init{});
    if (init.kind != InitKind::file) return;
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(folder_ / init.argument, error);
    if (error) {
      fail(spec.init.place,
           fmt::format("{}: {}", (folder_ / init.argument).string(), error.message()));
    } else if (size != bytes) {
      fail(spec.init.place, fmt::format("{} has {} bytes; the array has {}",
                                        (folder_ / init.argument).string(), size, bytes));
    }
  }

  // ---- values ----

  void resolve_value(const ArgumentSpec& spec, Argument& argument) {
    LaidOut value = laid_out(spec);
    argument.value = std::move(value.bytes);
    argument.alignment = value.alignment;
    argument.addresses = std::move(value.addresses);
    argument.textures = std::move(value.textures);
    if (!spec.has_type && !argument.addresses.empty() && spec.pointer)
      argument.type = arrays()[argument.addresses.front().array]->type;
  }

  LaidOut laid_out(const ArgumentSpec& spec) {
    LaidOut value = spec.structure ? structure(spec)
                    : spec.pointer ? pointer(spec)
                    : spec.texture ? texture_handle(spec)
                    : spec.count   ? inner_array(spec)
                                   : numbers(spec);
    if (spec.align) raise_alignment(value, *spec.align);
    // The tail of a structure: in an array of them, each is aligned. An empty one has a byte.
    if (spec.structure) {
      value.bytes.resize(
          rounded_up(std::max<std::uint64_t>(value.bytes.size(), 1), value.alignment));
    }
    return value;
  }

  LaidOut structure(const ArgumentSpec& spec) {
    LaidOut value;
    for (const ArgumentSpec& member : spec.members) value.append(laid_out(member));
    return value;
  }

  void raise_alignment(LaidOut& value, const Amount& align) {
    const std::int64_t bytes = number(align);
    if (bytes < 1 || bytes > max_alignment ||
        !std::has_single_bit(static_cast<std::uint64_t>(bytes))) {
      fail(align.place,
           fmt::format("it is {}; an alignment is a power of two up to {}", bytes, max_alignment));
      return;
    }
    if (static_cast<std::uint64_t>(bytes) < value.alignment) {
      fail(align.place, fmt::format("it is {}, but what is in it is aligned to {} bytes; align "
                                    "can only raise that",
                                    bytes, value.alignment));
      return;
    }
    value.alignment = static_cast<std::uint64_t>(bytes);
  }

  LaidOut numbers(const ArgumentSpec& spec) {
    LaidOut value;
    value.alignment = alignment_of(spec.type);
    for (const Amount& amount : spec.values) {
      const std::vector<std::byte> bytes = number_bytes(spec.type.element, amount);
      value.bytes.insert(value.bytes.end(), bytes.begin(), bytes.end());
    }
    return value;
  }

  std::vector<std::byte> number_bytes(ElementType type, const Amount& amount) {
    const auto* fraction = std::get_if<double>(&amount.value);
    if (fraction == nullptr) return scalar_bytes(type, number(amount));
    if (auto bytes = scalar_bytes(type, *fraction)) return std::move(*bytes);
    fail(amount.place, fmt::format("{} does not fit in {}", *fraction, name_of(type)));
    return {};
  }

  LaidOut inner_array(const ArgumentSpec& spec) {
    LaidOut value;
    value.alignment = alignment_of(spec.type);
    const std::int64_t most = max_inner_array_bytes / bytes_of(spec.type);
    const std::int64_t count = number(*spec.count);
    if (count < 1 || count > most) {
      fail(spec.count->place,
           fmt::format("it is {}; an array in a structure has 1 to {} elements of {}", count, most,
                       name_of(spec.type)));
    }
    Argument array = described(spec);
    array.init = resolve_init(spec);
    if (failed()) return value;
    array.count = static_cast<std::uint64_t>(count);
    value.bytes.resize(array.count * bytes_of(spec.type));
    if (const auto filled = fill(array, folder_, value.bytes.data()); !filled)
      fail(spec.init.place,
           fmt::format("{}{}{}", filled.error().file, filled.error().file.empty() ? "" : ": ",
                       filled.error().message));
    return value;
  }

  // ---- pointers ----

  [[nodiscard]] std::vector<const Argument*> arrays() const {
    std::vector<const Argument*> all;
    for (const Argument& argument : result_.args) {
      if (argument.is_array) all.push_back(&argument);
    }
    return all;
  }

  // "0x7f0012340000": an address that is in no array, as a mistaken program may pass it.
  static std::optional<std::uint64_t> raw_address(std::string_view text) {
    if (!text.starts_with("0x")) return std::nullopt;
    text.remove_prefix(2);
    std::uint64_t address = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), address, 16);
    const bool is_whole = error == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(address) : std::nullopt;
  }

  LaidOut pointer(const ArgumentSpec& spec) {
    LaidOut value;
    value.bytes.resize(sizeof(std::uint64_t));
    value.alignment = sizeof(std::uint64_t);
    std::string_view text = spec.pointer->text;
    const auto skip_blanks = [&text] {
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    };
    skip_blanks();
    if (const auto address = raw_address(text)) {
      std::memcpy(value.bytes.data(), &*address, sizeof *address);
      return value;
    }
    const std::size_t end = std::min(text.find_first_of(" +-"), text.size());
    const std::string name(text.substr(0, end));
    text.remove_prefix(end);
    skip_blanks();
    if (name == "nullptr" && text.empty()) return value;
    if (!is_identifier(name) || (!text.empty() && text.front() != '+' && text.front() != '-')) {
      fail(spec.pointer->place,
           fmt::format("'{}' must be nullptr, the name of an array, or that name with an offset in "
                       "elements, such as A + 128",
                       spec.pointer->text));
      return value;
    }
    if (name == "nullptr") {
      fail(spec.pointer->place, "nullptr takes no offset");
      return value;
    }
    const bool has_sign = !text.empty();
    if (text.starts_with('+')) text.remove_prefix(1);
    skip_blanks();
    if (has_sign && text.empty()) {
      fail(spec.pointer->place,
           fmt::format("'{}' lacks the offset in elements", spec.pointer->text));
      return value;
    }
    const std::int64_t offset = text.empty() ? 0 : number({std::string(text), spec.pointer->place});
    if (const auto address = address_of(spec, name, offset)) value.addresses.push_back(*address);
    return value;
  }

  std::optional<ArrayAddress> address_of(const ArgumentSpec& spec, const std::string& name,
                                         std::int64_t offset) {
    if (are_symbols_) {
      fail(spec.pointer->place,
           "a variable is set before the arrays have addresses: a pointer in it can only be "
           "nullptr");
      return std::nullopt;
    }
    const std::vector<const Argument*> known = arrays();
    const auto found = std::ranges::find(known, name, &Argument::name);
    if (found == known.end()) {
      std::vector<std::string> names;
      for (const Argument* array : known) names.push_back(array->name);
      fail(spec.pointer->place, fmt::format("there is no array '{}'{}; there are {}", name,
                                            did_you_mean(name, names), list_of(names)));
      return std::nullopt;
    }
    const Argument& array = **found;
    // Both are at most 2^53 x 32.
    const ValueType type = spec.has_type ? spec.type : ValueType{array.type, 1};
    const std::int64_t bytes = offset * std::int64_t{bytes_of(type)};
    const std::uint64_t size = array.count * bytes_of(array.type);
    if (!failed() && (bytes < 0 || static_cast<std::uint64_t>(bytes) > size)) {
      fail(spec.pointer->place,
           fmt::format("element {} of '{}' is outside: it has {} elements of {}, and a pointer may "
                       "point to each, or behind the last",
                       offset, array.name, size / bytes_of(type), name_of(type)));
    }
    return ArrayAddress{0, static_cast<std::size_t>(found - known.begin()),
                        static_cast<std::uint64_t>(bytes)};
  }

  // ---- textures ----

  LaidOut texture_handle(const ArgumentSpec& spec) {
    LaidOut value;
    value.bytes.resize(sizeof(std::uint64_t));
    value.alignment = sizeof(std::uint64_t);
    const Place& place = spec.texture->place;
    const auto found = std::ranges::find(result_.textures, spec.texture->text, &TextureView::name);
    if (found == result_.textures.end()) {
      std::vector<std::string> names;
      for (const TextureView& view : result_.textures) names.push_back(view.name);
      fail(place, fmt::format("there is no texture '{}'{}; [[textures]] has {}", spec.texture->text,
                              did_you_mean(spec.texture->text, names), list_of(names)));
      return value;
    }
    if (spec.is_surface && found->how.memory != texture::Memory::array)
      fail(place,
           fmt::format("a surface needs memory = \"array\", and '{}' has another", found->name));
    value.textures.push_back(
        {0, static_cast<std::size_t>(found - result_.textures.begin()), spec.is_surface});
    return value;
  }

  const std::filesystem::path& folder_;
  const std::uint64_t max_array_bytes_;
  Evaluation& evaluation_;
  Resolved& result_;
  bool are_symbols_ = false;
};

}  // namespace

void resolve_arguments(const VariantSpec& variant, const std::filesystem::path& folder,
                       std::uint64_t max_array_bytes, Evaluation& evaluation, Resolved& into) {
  ArgumentResolver(folder, max_array_bytes, evaluation, into).run(variant);
}

}  // namespace lanescope::lesson
