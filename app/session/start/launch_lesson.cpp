#include "app/session/start/launch_lesson.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/files/settings.h"
#include "app/session/run/compiled_text.h"
#include "app/session/start/launch_arguments.h"
#include "app/session/start/ptx_lesson.h"
#include "kernels/lesson_file/element_type.h"
#include "kernels/lesson_file/names.h"
#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/state/global_memory.h"
#include "sim/ptx/parser.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using Content = std::vector<std::byte>;

// The type of a value without a known one, by the PTX's type and size.
lesson::ValueType value_type_by_size(const ptx::Variable& parameter) {
  using lesson::ElementType;
  const bool is_real = ptx::is_floating(parameter.type);
  switch (parameter.bytes) {
    case 1:
      return {ElementType::u8, 1};
    case 2:
      return {ElementType::u16, 1};
    case 4:
      return {is_real ? ElementType::f32 : ElementType::i32, 1};
    default:
      return {is_real ? ElementType::f64 : ElementType::i64, 1};
  }
}

bool writes_bytes(const fs::path& path, std::span<const std::byte> bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(out.flush());
}

bool is_all_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte each) { return each == std::byte{0}; });
}

// Where the grid is cut into blocks, another size can be tried: the kernel reads it, and nothing
// else depends on it.
bool takes_other_blocks(const launches::Launch& launch, const ptx::Function& kernel,
                        const exec::Program& program) {
  const bool is_a_row = launch.block[1] == 1 && launch.block[2] == 1;
  if (!is_a_row || launch.dynamic_shared_bytes != 0 || launch.is_cooperative) return false;
  if (kernel.required_block[0] != 0 || launch.block[0] % 32 != 0) return false;
  for (const exec::ProgramVariable& each : program.variables) {
    if (each.space == ptx::StateSpace::shared) return false;
  }
  return std::ranges::any_of(kernel.instructions, [](const ptx::Instruction& instruction) {
    return std::ranges::any_of(instruction.operands, [](const ptx::Operand& operand) {
      return operand.kind == ptx::Operand::Kind::special && operand.name == "%ntid";
    });
  });
}

// The runtime refused it, for example because a block has too many threads.
bool did_not_run(const launches::Launch& launch) {
  return launch.outcome.status == launches::Status::refused;
}

class LessonOfLaunch {
 public:
  LessonOfLaunch(const launches::File& file, const launches::Launch& launch, fs::path folder)
      : file_(file), launch_(launch), folder_(std::move(folder)), ranges_(launch) {}

  // Empty: it is written.
  std::string write() {
    if (did_not_run(launch_)) {
      return fmt::format("launch {} did not run, and there is nothing of it to show: {}",
                         launch_.number, launch_.outcome.error_name);
    }
    if (!launch_.needs.empty()) {
      return fmt::format("launch {} can't be shown by itself: it needs {}", launch_.number,
                         launch_.needs);
    }
    auto ptx = file_.ptx(launch_.module);
    if (!ptx) return ptx.error();
    if (auto error = parse(*ptx); !error.empty()) return error;
    names_ = names_of_arguments(file_, launch_);
    if (auto error = find_arrays(); !error.empty()) return error;
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed) return fmt::format("{}: {}", folder_.string(), failed.message());
    write_sources(*ptx);
    write_file("kernel.ptx", std::as_bytes(std::span(*ptx)));
    const std::string toml = lesson_text();
    write_file("lesson.toml", std::as_bytes(std::span(toml)));
    return error_;
  }

 private:
  std::string parse(const std::string& ptx) {
    auto module = ptx::parse(ptx);
    if (!module)
      return fmt::format("its PTX: {}: {}", module.error().ptx_line, module.error().message);
    module_ = std::move(*module);
    kernel_ = module_.find_function(launch_.symbol);
    if (kernel_ == nullptr || kernel_->params.size() != launch_.arguments.size())
      return fmt::format("its module has no kernel {} with these arguments", launch_.kernel);
    auto program = exec::decode(module_, *kernel_);
    if (!program) {
      const Diagnostic& first = program.error().front();
      return fmt::format("its PTX: {}: {}", first.ptx_line, first.message);
    }
    program_.emplace(std::move(*program));
    types_ = array_types_of(*program_, *kernel_);
    return {};
  }

  // ---- which arrays ----

  std::string find_arrays() {
    std::vector<LaunchRange> open;
    std::set<std::pair<bool, std::size_t>> seen;
    const auto reach = [&](const LaunchRange& range) {
      if (seen.insert({range.is_variable, range.index}).second) open.push_back(range);
    };
    const auto use = [&](std::span<const std::byte> bytes) {
      for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
        const launches::TextureObject* texture = texture_at(bytes.data() + at);
        const LaunchRange* range = texture != nullptr ? ranges_.at(texture->address) : nullptr;
        if (range == nullptr || range->is_variable) continue;
        used_textures_.insert({texture->handle, range->index});
        reach(*range);
      }
    };
    for (const launches::Argument& each : launch_.arguments) use(each.bytes);
    for (const launches::Argument& each : launch_.arguments)
      ranges_.each_pointer(each.bytes, reach);
    for (std::size_t i = 0; i < launch_.variables.size(); ++i) {
      if (auto error = load(true, i, reach); !error.empty()) return error;
      if (variables_.at(i).size() == 8) use(variables_.at(i));
    }
    while (!open.empty()) {
      const LaunchRange range = open.back();
      open.pop_back();
      if (range.is_variable) {
        pointed_variables_.insert(range.index);
      } else if (auto error = load(false, range.index, reach); !error.empty()) {
        return error;
      }
    }
    return check_textures();
  }

  // nullptr: the 8 bytes are no handle of a texture or surface.
  [[nodiscard]] const launches::TextureObject* texture_at(const std::byte* at) const {
    const auto found =
        std::ranges::find(launch_.textures, word_of(at), &launches::TextureObject::handle);
    return found != launch_.textures.end() ? &*found : nullptr;
  }

  // What [[textures]] can't say; empty: nothing.
  [[nodiscard]] std::string check_textures() const {
    const auto refusal = [this](std::string_view what) {
      return fmt::format("launch {} can't be a lesson: {}", launch_.number, what);
    };
    if (launch_.textures.empty()) return {};
    for (const auto* contents : {&arrays_, &variables_}) {
      for (const auto& [index, bytes] : *contents) {
        if (contents == &variables_ && bytes.size() == 8) continue;
        for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
          if (word_of(bytes.data() + at) >= exec::texture_window &&
              texture_at(bytes.data() + at) != nullptr)
            return refusal("a handle of a texture is among the data of an array");
        }
      }
    }
    for (const auto& [handle, array] : used_textures_) {
      const launches::TextureObject& texture = texture_with(handle);
      if (texture.address != launch_.arrays[array].address)
        return refusal("a texture begins within an array");
      if (texture.how.pitch_bytes < texture.how.width * texture::texel_bytes(texture.how))
        return refusal("the rows of a texture overlap");
      if (texture.how.width == 0) return refusal("a texture has no texels");
    }
    return {};
  }
  [[nodiscard]] const launches::TextureObject& texture_with(std::uint64_t handle) const {
    return *std::ranges::find(launch_.textures, handle, &launches::TextureObject::handle);
  }
  [[nodiscard]] std::string texture_name(std::uint64_t handle) const {
    return fmt::format("texture{}",
                       1 + std::distance(used_textures_.begin(), used_textures_.find(handle)));
  }
  // `texture = "texture1"` or `surface = "texture1"`.
  [[nodiscard]] std::string texture_key(const launches::TextureObject& texture) const {
    return fmt::format("{} = \"{}\"", texture.is_surface ? "surface" : "texture",
                       texture_name(texture.handle));
  }

  // Reads the content, and follows the pointers in it.
  std::string load(bool is_variable, std::size_t index, const auto& reach) {
    const auto content =
        is_variable ? launch_.variables[index].content : launch_.arrays[index].content;
    if (!content) {
      return fmt::format(
          "the arrays of launch {} were not kept; `lanescope run --at {}` keeps them",
          launch_.number, launch_.number);
    }
    auto bytes = file_.content(*content);
    if (!bytes) return bytes.error();
    if (!is_variable && launch_.arrays[index].written) {
      auto written = file_.content(*launch_.arrays[index].written);
      if (!written) return written.error();
      written_[index] = std::move(*written);
    }
    ranges_.each_pointer(*bytes, [&](const LaunchRange& range) {
      has_addresses_ = true;
      reach(range);
    });
    (is_variable ? variables_ : arrays_)[index] = std::move(*bytes);
    return {};
  }

  // ---- files ----

  void write_file(const std::string& name, std::span<const std::byte> bytes) {
    if (error_.empty() && !writes_bytes(folder_ / name, bytes))
      error_ = fmt::format("{}: it can't be written", (folder_ / name).string());
  }

  // The source files beside the PTX, which then names them there.
  void write_sources(std::string& ptx) {
    std::set<std::string> taken{"kernel.ptx", "lesson.toml"};
    std::string marks;
    for (const std::string& path : file_.source_paths()) {
      const std::string name = fs::path(path).filename().string();
      const auto text = file_.source(path);
      const std::string written = "\"" + path + "\"";
      if (!text || ptx.find(written) == ptx.npos || !taken.insert(name).second) continue;
      write_file(name, std::as_bytes(std::span(*text)));
      marks += mark_of_text(name, *text);
      for (std::size_t at = ptx.find(written); at != ptx.npos; at = ptx.find(written, at + 1))
        ptx.replace(at + 1, path.size(), name);
    }
    if (!marks.empty()) ptx += "\n" + marks;
  }

  // "" for zeros, else the line that fills it.
  std::string init_text(const std::string& name, const Content& bytes) {
    if (is_all_zero(bytes)) return {};
    write_file(name + ".bin", bytes);
    return fmt::format("init = {}\n", toml_string("file:" + name + ".bin"));
  }

  // The line that says which bytes of an array are written; "": all.
  std::string written_text(const std::string& name, std::size_t index) {
    if (!written_.contains(index)) return {};
    if (is_all_zero(written_.at(index))) return "written = \"none\"\n";
    write_file(name + ".written.bin", written_.at(index));
    return fmt::format("written = {}\n", toml_string("file:" + name + ".written.bin"));
  }

  // ---- the lesson's text ----

  std::string lesson_text() {
    const launches::Program& program = file_.program();
    const std::string place =
        launch_.place.line > 0
            ? fmt::format(" ({}:{})", fs::path(launch_.place.file).filename().string(),
                          launch_.place.line)
            : std::string();
    std::string text = fmt::format(
        "# Launch {} of {}{}, recorded {}.\ntitle = {}\nprogram = {}\nsource = \"kernel.ptx\"\n"
        "kernel = {}\n",
        launch_.number, one_line(program.command), place, program.date,
        toml_string(fmt::format("{}, launch {} of {}", launch_.kernel, launch_.number,
                                fs::path(program.command).filename().string())),
        toml_string(program.sources.empty()
                        ? (fs::path(program.folder) / program.command).lexically_normal().string()
                        : program.sources.front()),
        toml_string(kernel_name()));
    text += shape_text();
    note_addresses_in_arguments();
    name_arrays();
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i) text += argument_text(i);
    for (const auto& [index, content] : arrays_) {
      if (!owners_.contains(index)) text += array_text("arrays", array_names_.at(index), index);
    }
    for (const auto& [handle, array] : used_textures_)
      text += texture_text(texture_with(handle), array_names_.at(array));
    for (const auto& [index, content] : variables_) text += variable_text(index, content);
    return text;
  }

  std::string texture_text(const launches::TextureObject& object, const std::string& array) const {
    const texture::Texture& how = object.how;
    const bool is_cube = texture::is_cube(how.geometry);
    const bool is_linear = how.memory == texture::Memory::linear;
    static constexpr const char* types[] = {"uchar", "char", "ushort", "short",
                                            "uint",  "int",  "half",   "float"};
    static constexpr const char* modes[] = {"wrap", "mirror", "clamp", "border"};
    std::string text = fmt::format(
        "\n[[textures]]\nname = \"{}\"\narray = \"{}\"\ntype = \"{}\"\nchannels = {}\nwidth = {}\n",
        texture_name(object.handle), array, types[static_cast<std::size_t>(how.channel)],
        how.channels, how.width);
    if (is_linear) return text + "memory = \"linear\"\n" + read_text(how);
    const bool is_volume = how.geometry == texture::Geometry::volume;
    const bool is_plane =
        how.geometry == texture::Geometry::plane || how.geometry == texture::Geometry::planes;
    if (is_cube) text += "kind = \"cube\"\n";
    if (is_volume || is_plane) text += fmt::format("height = {}\n", how.height);
    if (is_volume) text += fmt::format("depth = {}\n", how.depth);
    if (texture::has_layers(how.geometry))
      text += fmt::format("layers = {}\n", how.layers / (is_cube ? 6 : 1));
    if (how.memory == texture::Memory::pitch)
      text += fmt::format("memory = \"pitch\"\npitch = {}\n", how.pitch_bytes);
    if (object.is_surface) return text;
    text += fmt::format("address = [\"{}\", \"{}\", \"{}\"]\n",
                        modes[static_cast<std::size_t>(how.address[0])],
                        modes[static_cast<std::size_t>(how.address[1])],
                        modes[static_cast<std::size_t>(how.address[2])]);
    if (how.filter == texture::Filter::linear) text += "filter = \"linear\"\n";
    if (how.is_normalized) text += "normalized = 1\n";
    text += read_text(how);
    const bool has_border =
        std::ranges::find(how.address, texture::Address::border) != how.address.end() &&
        texture::returns_floats(how);
    if (has_border)
      text += fmt::format("border = [{}]\n",
                          fmt::join(std::span(how.border).first(how.channels), ", "));
    return text;
  }
  static std::string read_text(const texture::Texture& how) {
    return how.reads_fractions ? "read = \"normalized\"\n" : "";
  }

  static std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  // The name by which it is found again: the plain one, unless several share it.
  std::string kernel_name() const {
    for (const std::string& name : exec::kernel_names(module_)) {
      if (exec::find_kernel(module_, name) == kernel_) return name;
    }
    return launch_.symbol;
  }

  std::string shape_text() const {
    const launches::Dim3& grid = launch_.grid;
    std::string text;
    std::string first = fmt::format("{}", grid[0]), threads = fmt::format("{}", launch_.block[0]);
    if (takes_other_blocks(launch_, *kernel_, *program_)) {
      const std::uint64_t most =
          kernel_->max_block_threads != 0 ? kernel_->max_block_threads / 32 * 32 : 1024;
      text += fmt::format(
          "\n[params]\nBLOCK = {{ default = {}, min = 32, max = {}, step = 32, label = {{ en = "
          "\"threads per block\", zh = \"线程块大小\" }} }}\n",
          launch_.block[0], std::max<std::uint64_t>(most, launch_.block[0]));
      first = fmt::format("\"ceil_div({}, BLOCK)\"", std::uint64_t{grid[0]} * launch_.block[0]);
      threads = "\"BLOCK\"";
    }
    text += fmt::format("\n[launch]\ngrid = [{}, {}, {}]\nblock = [{}, {}, {}]\n", first, grid[1],
                        grid[2], threads, launch_.block[1], launch_.block[2]);
    if (launch_.dynamic_shared_bytes != 0)
      text += fmt::format("dynamic_shared = {}\n", launch_.dynamic_shared_bytes);
    if (launch_.is_cooperative) text += "cooperative = 1\n";
    return text;
  }

  // What a parameter points to, if its type says so or, without a type, if it does.
  [[nodiscard]] std::optional<std::string> pointee_of(std::size_t i) const {
    const std::string& type = names_[i].second;
    if (launch_.arguments[i].bytes.size() != 8) return std::nullopt;
    if (!type.empty()) return pointed_to(type);
    if (types_.contains(i) || range_of(i) != nullptr) return "";
    return std::nullopt;
  }
  [[nodiscard]] const LaunchRange* range_of(std::size_t i, bool end = false) const {
    const launches::Argument& argument = launch_.arguments[i];
    const LaunchRange* range =
        argument.bytes.size() == 8 ? ranges_.at(word_of(argument.bytes.data()), end) : nullptr;
    // The lesson has no pointers to variables.
    return range != nullptr && !range->is_variable && arrays_.contains(range->index) ? range
                                                                                     : nullptr;
  }

  // An element type for `bytes`, for a pointer to `pointee` ("": not known) of parameter i.
  std::string element_type(const std::string& pointee, std::optional<std::size_t> i,
                           std::uint64_t bytes) const {
    std::string type;
    if (const auto known = lesson::value_type_of_cpp(pointee)) {
      type = lesson::name_of(known->element);
    } else if (pointee == "bool") {
      type = "uchar";
    } else if (pointee.ends_with('*')) {
      type = "ulonglong";
    } else if (i && types_.contains(*i)) {
      type = types_.at(*i);
    } else {
      type = "uint";
    }
    const std::uint64_t size = lesson::bytes_of(*lesson::element_type_of(type));
    return bytes % size == 0 ? type : "uchar";
  }

  // Each array gets the name of the parameter that points to its start, or one of its own.
  void name_arrays() {
    std::set<std::string> taken;
    for (const auto& [name, type] : names_) taken.insert(name);
    for (const auto& [index, content] : arrays_) {
      const launches::Array& array = launch_.arrays[index];
      std::optional<std::size_t> first;
      for (std::size_t i = 0; i < names_.size(); ++i) {
        const LaunchRange* range = pointee_of(i) ? range_of(i) : nullptr;
        if (range == nullptr || range->index != index) continue;
        const bool is_start = word_of(launch_.arguments[i].bytes.data()) == array.address;
        const std::string type = element_type(*pointee_of(i), i, array.bytes);
        if (!first || (is_start && !owners_.contains(index))) {
          array_types_[index] = type;
          first = i;
        }
        const bool fits = type == element_type(*pointee_of(i), i, 0);
        if (is_start && fits && !owners_.contains(index)) owners_[index] = i;
      }
      if (!first) array_types_[index] = element_type("", std::nullopt, array.bytes);
      std::string name = array.name;
      if (owners_.contains(index)) {
        name = names_[owners_[index]].first;
      } else {
        if (!lesson::is_identifier(name)) name = fmt::format("array{}", index + 1);
        while (!taken.insert(name).second) name += "_";
      }
      array_names_[index] = name;
    }
  }

  std::string array_text(const char* table, const std::string& name, std::size_t index) {
    const launches::Array& array = launch_.arrays[index];
    const std::string& type = array_types_.at(index);
    const std::uint64_t count = array.bytes / lesson::bytes_of(*lesson::element_type_of(type));
    std::string text = fmt::format("\n[[{}]]\nname = {}\ntype = \"{}\"\ncount = {}\n", table,
                                   toml_string(name), type, count);
    text += init_text(name, arrays_.at(index)) + written_text(name, index);
    const bool is_fixed = keeps_addresses() || array.address % 256 != 0;
    text += fmt::format("{} = 0x{:x}\n", is_fixed ? "address" : "simulated_address", array.address);
    return text;
  }
  [[nodiscard]] bool keeps_addresses() const {
    return has_addresses_ || !pointed_variables_.empty();
  }

  // None: it is a structure.
  [[nodiscard]] std::optional<lesson::ValueType> value_type_of(std::size_t i) const {
    const std::size_t bytes = launch_.arguments[i].bytes.size();
    const ptx::Variable& parameter = kernel_->params[i];
    const std::string& type = names_[i].second;
    const bool is_plain = parameter.bytes == ptx::bytes_of(parameter.type);
    auto value_type = lesson::value_type_of_cpp(type);
    if (!value_type && type == "bool") value_type = lesson::ValueType{lesson::ElementType::u8, 1};
    if (!value_type && is_plain && bytes == parameter.bytes)
      value_type = value_type_by_size(parameter);
    return value_type && lesson::bytes_of(*value_type) == bytes ? value_type : std::nullopt;
  }

  // Arguments that hold an address and are written as numbers: the arrays stay where they are.
  void note_addresses_in_arguments() {
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i) {
      if (pointee_of(i) || (!value_type_of(i) && kernel_->params[i].alignment >= 8)) continue;
      ranges_.each_pointer(launch_.arguments[i].bytes,
                           [this](const LaunchRange& /*range*/) { has_addresses_ = true; });
    }
  }

  std::string argument_text(std::size_t i) {
    if (launch_.arguments[i].bytes.size() == 8) {
      if (const auto* texture = texture_at(launch_.arguments[i].bytes.data()))
        return fmt::format("\n[[args]]\nname = \"{}\"\n{}\n", names_[i].first,
                           texture_key(*texture));
    }
    if (const auto pointee = pointee_of(i)) return pointer_text(i, *pointee);
    const auto value_type = value_type_of(i);
    if (!value_type) return structure_text(i);
    return fmt::format("\n[[args]]\nname = \"{}\"\ntype = \"{}\"\nvalue = {}\n", names_[i].first,
                       lesson::name_of(*value_type),
                       numbers_text(*value_type, launch_.arguments[i].bytes));
  }

  std::string pointer_text(std::size_t i, const std::string& pointee) {
    const std::string& name = names_[i].first;
    const std::uint64_t address = word_of(launch_.arguments[i].bytes.data());
    const LaunchRange* range = range_of(i);
    if (range != nullptr && owners_.contains(range->index) && owners_.at(range->index) == i)
      return array_text("args", name, range->index);
    std::string text = fmt::format("\n[[args]]\nname = \"{}\"\n", name);
    if (range == nullptr) range = range_of(i, true);
    if (range != nullptr) return text + place_text(*range, address, pointee, i);
    // Without a type, a number that points nowhere is a number: pointee_of() said so.
    const auto known = lesson::value_type_of_cpp(pointee);
    if (known) text += fmt::format("type = \"{}\"\n", lesson::name_of(known->element));
    return text + (address == 0 ? std::string("pointer = \"nullptr\"\n")
                                : fmt::format("pointer = \"0x{:x}\"\n", address));
  }

  // type and pointer = "A + N" of an address in an array.
  std::string place_text(const LaunchRange& range, std::uint64_t address,
                         const std::string& pointee, std::optional<std::size_t> i) const {
    const std::uint64_t offset = address - range.address;
    const std::string type = element_type(pointee, i, offset);
    const std::uint64_t size = lesson::bytes_of(*lesson::element_type_of(type));
    std::string place = array_names_.at(range.index);
    if (offset != 0) place += fmt::format(" + {}", offset / size);
    return fmt::format("type = \"{}\"\npointer = \"{}\"\n", type, place);
  }

  // A structure as the words that it is made of; pointers among them follow their arrays.
  std::string structure_text(std::size_t i) {
    const Content& bytes = launch_.arguments[i].bytes;
    const std::uint64_t alignment = kernel_->params[i].alignment;
    const std::size_t word = std::min<std::uint64_t>(std::max<std::uint64_t>(alignment, 1), 4);
    const char* word_type = word == 4 ? "uint" : word == 2 ? "ushort" : "uchar";
    std::string members;
    std::vector<std::uint64_t> values;
    const auto flush = [&] {
      if (values.empty()) return;
      members +=
          fmt::format("  {{ type = \"{}\", value = [{}] }},\n", word_type, fmt::join(values, ", "));
      values.clear();
    };
    bool has_pointer = false;
    for (std::size_t at = 0; at < bytes.size();) {
      const bool may_point = alignment >= 8 && at % 8 == 0 && at + 8 <= bytes.size();
      const std::uint64_t value = may_point ? word_of(bytes.data() + at) : 0;
      const auto* texture = may_point ? texture_at(bytes.data() + at) : nullptr;
      if (texture != nullptr && used_textures_.contains(texture->handle)) {
        flush();
        members += fmt::format("  {{ {} }},\n", texture_key(*texture));
        has_pointer = true;
        at += 8;
        continue;
      }
      const LaunchRange* range = may_point ? ranges_.at(value) : nullptr;
      if (range != nullptr && !range->is_variable && arrays_.contains(range->index)) {
        flush();
        std::string place = array_names_.at(range->index);
        if (value != range->address) place += fmt::format(" + {}", value - range->address);
        members += fmt::format("  {{ type = \"uchar\", pointer = \"{}\" }},\n", place);
        has_pointer = true;
        at += 8;
        continue;
      }
      std::uint64_t number = 0;
      const std::size_t count = std::min(word, bytes.size() - at);
      std::memcpy(&number, bytes.data() + at, count);
      values.push_back(number);
      at += count;
    }
    flush();
    std::string type = names_[i].second.empty() ? "Structure" : names_[i].second;
    std::string text = fmt::format(
        "\n[[args]]\nname = \"{}\"\nstruct = {}  # as the words that it is made of\nmembers = [\n"
        "{}]\n",
        names_[i].first, toml_string(type), members);
    const std::uint64_t natural = has_pointer ? 8 : word;
    if (alignment > natural) text += fmt::format("align = {}\n", alignment);
    return text;
  }

  // A variable that has another content than the PTX gives it.
  std::string variable_text(std::size_t index, const Content& content) {
    const launches::Variable& variable = launch_.variables[index];
    const auto found = std::ranges::find(module_.variables, std::string_view(variable.symbol),
                                         &ptx::Variable::name);
    if (found == module_.variables.end()) return {};
    const auto* texture = content.size() == 8 ? texture_at(content.data()) : nullptr;
    if (texture != nullptr)
      return fmt::format("\n[[symbols]]\nname = {}\n{}\n",
                         toml_string(exec::demangled(variable.symbol)), texture_key(*texture));
    const bool is_pointed_to = pointed_variables_.contains(index);
    Content initial(content.size());
    const std::size_t given = std::min(found->initial.size(), initial.size());
    if (given > 0) std::memcpy(initial.data(), found->initial.data(), given);
    // The PTX's own addresses are those of the lesson, too.
    if (!found->addresses.empty() || (initial == content && !is_pointed_to)) return {};
    const std::string name = exec::demangled(variable.symbol);
    const char* type = content.size() % 4 == 0 ? "uint" : "uchar";
    std::string text =
        fmt::format("\n[[symbols]]\nname = {}\ntype = \"{}\"\ncount = {}\n", toml_string(name),
                    type, content.size() % 4 == 0 ? content.size() / 4 : content.size());
    text += init_text(fmt::format("variable{}", index + 1), content);
    if (is_pointed_to) text += fmt::format("address = 0x{:x}\n", variable.address);
    return text;
  }

  const launches::File& file_;
  const launches::Launch& launch_;
  fs::path folder_;
  LaunchRanges ranges_;
  ptx::Module module_;
  const ptx::Function* kernel_ = nullptr;
  std::optional<exec::Program> program_;
  std::map<std::size_t, std::string> types_;                // of arrays, by parameter
  std::vector<std::pair<std::string, std::string>> names_;  // of arguments, with their types
  std::map<std::size_t, Content> arrays_, variables_;       // by their indices in the launch
  std::map<std::size_t, Content> written_;                  // of arrays: which bytes are
  std::set<std::size_t> pointed_variables_;
  std::map<std::uint64_t, std::size_t> used_textures_;  // handles to their arrays
  bool has_addresses_ = false;                          // in an array or a variable
  std::map<std::size_t, std::size_t> owners_;           // array to parameter
  std::map<std::size_t, std::string> array_names_, array_types_;
  std::string error_;
};

}  // namespace

tl::expected<fs::path, std::string> write_launch_lesson(const launches::File& file,
                                                        std::uint64_t number,
                                                        const fs::path& folder) {
  const launches::Launch* launch = file.launch(number);
  if (launch == nullptr) {
    return tl::unexpected(fmt::format("{} has no launch {}; it has {}", file.path().string(),
                                      number, file.launches().size()));
  }
  if (std::string error = LessonOfLaunch(file, *launch, folder).write(); !error.empty())
    return tl::unexpected(std::move(error));
  return folder / "lesson.toml";
}

std::optional<std::uint64_t> shown_instead_of(const launches::File& file, std::uint64_t number) {
  const launches::Launch* wanted = file.launch(number);
  if (wanted == nullptr) return std::nullopt;
  const auto is_shown = [](const launches::Launch& each) {
    return each.needs.empty() && each.has_contents() && !did_not_run(each);
  };
  if (is_shown(*wanted)) return number;
  for (const launches::Launch& each : file.launches()) {
    if (is_shown(each) && each.symbol == wanted->symbol && each.module == wanted->module &&
        each.grid == wanted->grid && each.block == wanted->block)
      return each.number;
  }
  return std::nullopt;
}

}  // namespace lanescope::app
