// SIMD video instructions: vadd2 to vset4 (PTX ISA, "SIMD Video Instructions"). Each half or byte
// of the operands is computed separately. The results are merged into the third operand or, with
// .add, their sum is added to it. NVRTC emits only vabsdiff2 and vabsdiff4 (__vsadu4 and similar),
// so the implementation is simple, element by element.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Type;
using Kind = ptx::Operand::Kind;

namespace {

using U32 = std::uint32_t;
using S32 = std::int32_t;

enum class VideoOperation : std::uint8_t { add, sub, average, distance, min, max, set };
enum class VideoComparison : std::uint8_t { eq, ne, lt, le, gt, ge };

// The suffixes, packed into the 32 bits of Instruction::constant.
struct VideoForm {
  VideoOperation operation = VideoOperation::add;
  VideoComparison comparison = VideoComparison::eq;
  bool bytes = false;  // four bytes, else two halves
  bool a_signed = false;
  bool b_signed = false;
  bool d_signed = false;
  bool saturates = false;
  bool accumulates = false;
  U32 mask = 0;  // the computed elements of the result

  [[nodiscard]] U32 packed() const {
    return static_cast<U32>(operation) | static_cast<U32>(comparison) << 4 | U32{bytes} << 8 |
           U32{a_signed} << 9 | U32{b_signed} << 10 | U32{d_signed} << 11 | U32{saturates} << 12 |
           U32{accumulates} << 13 | mask << 16;
  }
  explicit VideoForm(U32 bits)
      : operation(static_cast<VideoOperation>(bits & 15)),
        comparison(static_cast<VideoComparison>(bits >> 4 & 15)),
        bytes((bits >> 8 & 1) != 0),
        a_signed((bits >> 9 & 1) != 0),
        b_signed((bits >> 10 & 1) != 0),
        d_signed((bits >> 11 & 1) != 0),
        saturates((bits >> 12 & 1) != 0),
        accumulates((bits >> 13 & 1) != 0),
        mask(bits >> 16 & 15) {}
  VideoForm() = default;
};

bool compared(VideoComparison comparison, S32 a, S32 b) {
  switch (comparison) {
    case VideoComparison::eq:
      return a == b;
    case VideoComparison::ne:
      return a != b;
    case VideoComparison::lt:
      return a < b;
    case VideoComparison::le:
      return a <= b;
    case VideoComparison::gt:
      return a > b;
    case VideoComparison::ge:
      break;
  }
  return a >= b;
}

S32 computed(const VideoForm& form, S32 a, S32 b) {
  switch (form.operation) {
    case VideoOperation::add:
      return a + b;
    case VideoOperation::sub:
      return a - b;
    case VideoOperation::average:
      return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case VideoOperation::distance:
      return a < b ? b - a : a - b;
    case VideoOperation::min:
      return std::min(a, b);
    case VideoOperation::max:
      return std::max(a, b);
    case VideoOperation::set:
      break;
  }
  return compared(form.comparison, a, b) ? 1 : 0;
}

void simd_video(const Lanes& lanes, const Instruction& in) {
  const VideoForm form(in.constant);
  const U32* a = lanes.read<U32>(in.a);
  const U32* b = lanes.read<U32>(in.b);
  const U32* c = lanes.read<U32>(in.c);
  U32* d = lanes.write<U32>(in.d);
  const U32 width = form.bytes ? 8 : 16;
  const U32 ones = (U32{1} << width) - 1;
  const auto element = [&](U32 word, U32 i, bool is_signed) {
    const U32 bits = word >> (width * i) & ones;
    const bool negative = is_signed && (bits >> (width - 1)) != 0;
    return static_cast<S32>(negative ? bits | ~ones : bits);
  };
  const S32 lowest = form.d_signed ? -(S32{1} << (width - 1)) : 0;
  const S32 highest = static_cast<S32>(form.d_signed ? ones >> 1 : ones);
  for_lanes(lanes.mask, [&](int l) {
    U32 result = c[l];
    for (U32 i = 0; i < 32 / width; ++i) {
      if ((form.mask >> i & 1) == 0) continue;
      S32 t = computed(form, element(a[l], i, form.a_signed), element(b[l], i, form.b_signed));
      if (form.saturates) t = std::clamp(t, lowest, highest);
      if (form.accumulates) {
        result += static_cast<U32>(t);
      } else {
        result = (result & ~(ones << (width * i))) | (static_cast<U32>(t) & ones) << (width * i);
      }
    }
    d[l] = result;
  });
}

// Selects bytes of {b, a}, with prmt's selectors.
void pick_bytes(const Lanes& lanes, const Instruction& in) {
  const U32 selector = in.constant;
  const U32* a = lanes.read<U32>(in.a);
  const U32* b = lanes.read<U32>(in.b);
  U32* d = lanes.write<U32>(in.d);
  for_lanes(lanes.mask, [=](int l) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(b[l]) << 32 | a[l];
    U32 result = 0;
    for (U32 i = 0; i < 4; ++i)
      result |= static_cast<U32>(bytes >> (8 * (selector >> (4 * i) & 7)) & 0xff) << (8 * i);
    d[l] = result;
  });
}

// Parses ".b7654" or ".h32" as a byte selector; empty if it is not one.
std::optional<U32> byte_selector(std::string_view text, bool bytes) {
  const std::size_t count = bytes ? 4 : 2;
  if (text.size() != count + 1 || text[0] != (bytes ? 'b' : 'h')) return std::nullopt;
  U32 selector = 0;
  for (std::size_t i = 1; i <= count; ++i) {  // the highest element comes first
    const auto digit = static_cast<U32>(text[i] - '0');
    if (digit > (bytes ? 7U : 3U)) return std::nullopt;
    selector = bytes ? selector << 4 | digit : selector << 8 | (2 * digit + 1) << 4 | 2 * digit;
  }
  return selector;
}

// Parses ".b20" as the set {2, 0}; empty if it is not one.
std::optional<U32> element_mask(std::string_view text, bool bytes) {
  if (text.size() < 2 || text[0] != (bytes ? 'b' : 'h')) return std::nullopt;
  U32 mask = 0;
  for (const char c : text.substr(1)) {
    const auto digit = static_cast<U32>(c - '0');
    if (digit > (bytes ? 3U : 1U)) return std::nullopt;
    mask |= U32{1} << digit;
  }
  return mask;
}

}  // namespace

// vop{2|4}.dtype.atype.btype{.sat|.add} d{.mask}, a{.asel}, b{.bsel}, c
// vset{2|4}.atype.btype.cmp{.add} ...
bool Decoder::emit_video(const In& in, unsigned operation, bool bytes) {
  VideoForm form;
  form.operation = static_cast<VideoOperation>(operation);
  form.bytes = bytes;
  const bool sets = form.operation == VideoOperation::set;
  if (in.types.size() != (sets ? 2U : 3U)) return refuse(in, "expected more types");
  for (const Type type : in.types) {
    if (type != Type::u32 && type != Type::s32) return refuse(in, "needs .u32 or .s32");
  }
  form.d_signed = !sets && in.types[0] == Type::s32;
  form.a_signed = in.types[sets ? 0 : 1] == Type::s32;
  form.b_signed = in.types[sets ? 1 : 2] == Type::s32;
  form.saturates = in.has("sat");
  form.accumulates = in.has("add");
  if (sets) {
    constexpr std::array<std::string_view, 6> names = {"eq", "ne", "lt", "le", "gt", "ge"};
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](std::string_view name) { return in.has(name); });
    if (found == names.end()) return refuse(in, "this comparison is not known");
    form.comparison = static_cast<VideoComparison>(found - names.begin());
  }
  // The selectors belong to the instruction, not to the names of the operands.
  std::array<ptx::Operand, 4> operands;
  std::array<std::string_view, 3> selectors;
  for (std::size_t i = 0; i < 4; ++i) {
    operands[i] = in.operands[i];
    if (i < 3) selectors[i] = operands[i].selector;
    operands[i].selector = {};
  }
  const auto mask = selectors[0].empty() ? std::optional<U32>(bytes ? 15U : 3U)
                                         : element_mask(selectors[0], bytes);
  if (!mask) return refuse(in, "this set of elements is not known");
  form.mask = *mask;
  const auto a = source(in, operands[1], 4);
  const auto b = a ? source(in, operands[2], 4) : std::nullopt;
  const auto c = b ? source(in, operands[3], 4) : std::nullopt;
  const auto d = c ? destination(in, operands[0], 4) : std::nullopt;
  if (!d) return false;
  Row picked[2] = {*a, *b};
  for (std::size_t i = 0; i < 2; ++i) {
    if (selectors[i + 1].empty()) continue;
    const auto selector = byte_selector(selectors[i + 1], bytes);
    if (!selector) return refuse(in, "this choice of elements is not known");
    picked[i] = new_row(4);
    push_compute(in, &pick_bytes, picked[i], *a, *b);
    program_.code.back().constant = *selector;
  }
  push_compute(in, &simd_video, *d, picked[0], picked[1], *c);
  program_.code.back().constant = form.packed();
  return true;
}

#define LANESCOPE_VIDEO(name, operation)                                            \
  bool Decoder::decode_##name##2(const In& in) {                                    \
    return emit_video(in, static_cast<unsigned>(VideoOperation::operation), false); \
  }                                                                                 \
  bool Decoder::decode_##name##4(const In& in) {                                    \
    return emit_video(in, static_cast<unsigned>(VideoOperation::operation), true);  \
  }
LANESCOPE_VIDEO(vadd, add)
LANESCOPE_VIDEO(vsub, sub)
LANESCOPE_VIDEO(vavrg, average)
LANESCOPE_VIDEO(vabsdiff, distance)
LANESCOPE_VIDEO(vmin, min)
LANESCOPE_VIDEO(vmax, max)
LANESCOPE_VIDEO(vset, set)
#undef LANESCOPE_VIDEO

}  // namespace lanescope::exec
