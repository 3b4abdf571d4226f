// The instructions in the PTX ISA document, release 9.0, chapter 9.7, by section, and whether we
// execute or refuse them. An entry is a heading of the document: if headings name forms of one
// opcode (cp.async, cp.async.bulk), each form has its own entry.
#pragma once

#include <string_view>

namespace lanescope::ptx {

enum class Fate { executed, refused };

struct IsaInstruction {
  std::string_view name;  // as in the heading
  Fate fate = Fate::executed;
  // Refused: text that the reason must contain. For a form that the opcode's decoder refuses,
  // tests/exec has an example in PTX.
  std::string_view says = {};
  [[nodiscard]] constexpr std::string_view opcode() const { return name.substr(0, name.find('.')); }
  // The opcode has other forms, executed or not.
  bool is_form = false;
};

struct IsaSection {
  std::string_view title;
  const IsaInstruction* first;
  const IsaInstruction* last;
};

namespace isa {

constexpr IsaInstruction refused(std::string_view name, std::string_view says) {
  return {name, Fate::refused, says, false};
}
// The opcode is executed, but not this form.
constexpr IsaInstruction refused_form(std::string_view name, std::string_view says) {
  return {name, Fate::refused, says, true};
}

inline constexpr IsaInstruction integer_arithmetic[] = {
    {"add"}, {"sub"},  {"mul"}, {"mad"}, {"mul24"}, {"mad24"}, {"sad"},  {"div"},
    {"rem"}, {"abs"},  {"neg"}, {"min"}, {"max"},   {"popc"},  {"clz"},  {"bfind"},
    {"fns"}, {"brev"}, {"bfe"}, {"bfi"}, {"szext"}, {"bmsk"},  {"dp4a"}, {"dp2a"}};

inline constexpr IsaInstruction extended_precision[] = {{"add.cc"}, {"addc"},   {"sub.cc"},
                                                        {"subc"},   {"mad.cc"}, {"madc"}};

inline constexpr IsaInstruction floating_point[] = {
    {"testp"}, {"copysign"}, {"add"}, {"sub"}, {"mul"}, {"fma"}, {"mad"},
    {"div"},   {"abs"},      {"neg"}, {"min"}, {"max"}, {"rcp"}, {"sqrt"},
    {"rsqrt"}, {"sin"},      {"cos"}, {"lg2"}, {"ex2"}, {"tanh"}};

inline constexpr IsaInstruction half_precision[] = {{"add"}, {"sub"}, {"mul"}, {"fma"},  {"neg"},
                                                    {"abs"}, {"min"}, {"max"}, {"tanh"}, {"ex2"}};

inline constexpr IsaInstruction mixed_precision[] = {{"add"}, {"sub"}, {"fma"}};

inline constexpr IsaInstruction comparison[] = {{"set"}, {"setp"}, {"selp"}, {"slct"}};

inline constexpr IsaInstruction half_comparison[] = {{"set"}, {"setp"}};

inline constexpr IsaInstruction logic_and_shift[] = {{"and"},  {"or"},  {"xor"}, {"not"}, {"cnot"},
                                                     {"lop3"}, {"shf"}, {"shl"}, {"shr"}};

inline constexpr IsaInstruction data_movement[] = {
    {"mov"},
    {"shfl"},
    {"shfl.sync"},
    {"prmt"},
    {"ld"},
    {"ld.global.nc"},
    {"ldu"},
    {"st"},
    refused_form("st.async", "clusters"),
    refused_form("st.bulk", "TMA"),
    refused("multimem.ld_reduce", "multi-GPU"),
    refused("multimem.st", "multi-GPU"),
    refused("multimem.red", "multi-GPU"),
    {"prefetch"},
    {"prefetchu"},
    {"applypriority"},
    {"discard"},
    {"createpolicy"},
    {"isspacep"},
    {"cvta"},
    {"cvt"},
    {"cvt.pack"},
    refused("mapa", "clusters"),
    refused("getctarank", "clusters"),
    {"cp.async"},
    {"cp.async.commit_group"},
    {"cp.async.wait_group"},
    {"cp.async.wait_all"},
    refused_form("cp.async.bulk", "TMA"),
    refused_form("cp.reduce.async.bulk", "TMA"),
    refused_form("cp.async.bulk.prefetch", "TMA"),
    refused_form("cp.async.bulk.tensor", "TMA"),
    refused_form("cp.reduce.async.bulk.tensor", "TMA"),
    refused_form("cp.async.bulk.prefetch.tensor", "TMA"),
    refused_form("cp.async.bulk.commit_group", "TMA"),
    refused_form("cp.async.bulk.wait_group", "TMA"),
    refused("tensormap.replace", "TMA"),
};

inline constexpr IsaInstruction texture[] = {
    {"tex"}, {"tld4"}, {"txq"}, refused("istypep", "references")};

inline constexpr IsaInstruction surface[] = {
    {"suld"}, {"sust"}, refused("sured", "surfaces"), {"suq"}};

inline constexpr IsaInstruction control_flow[] = {
    {"bra"}, {"brx.idx"}, {"call"}, {"ret"}, {"exit"}};

inline constexpr IsaInstruction synchronization[] = {
    {"bar"},
    {"barrier"},
    {"bar.warp.sync"},
    refused_form("barrier.cluster", "clusters"),
    {"membar"},
    {"fence"},
    {"atom"},
    {"red"},
    refused_form("red.async", "clusters"),
    {"vote"},
    {"vote.sync"},
    {"match.sync"},
    {"activemask"},
    {"redux.sync"},
    {"griddepcontrol"},
    {"elect.sync"},
    {"mbarrier.init"},
    {"mbarrier.inval"},
    {"mbarrier.expect_tx"},
    {"mbarrier.complete_tx"},
    {"mbarrier.arrive"},
    {"mbarrier.arrive_drop"},
    {"cp.async.mbarrier.arrive"},
    {"mbarrier.test_wait"},
    {"mbarrier.try_wait"},
    {"mbarrier.pending_count"},
    refused("tensormap.cp_fenceproxy", "TMA"),
    refused("clusterlaunchcontrol.try_cancel", "clusters"),
    refused("clusterlaunchcontrol.query_cancel", "clusters"),
};

inline constexpr IsaInstruction warp_matrix[] = {
    refused("wmma.load", "tensor-core"),
    refused("wmma.store", "tensor-core"),
    refused("wmma.mma", "tensor-core"),
    refused("mma", "tensor-core"),
    refused("mma.sp", "tensor-core"),
    {"ldmatrix"},
    {"stmatrix"},
    {"movmatrix"},
};

inline constexpr IsaInstruction warpgroup_matrix[] = {
    refused("wgmma.mma_async", "tensor-core"), refused("wgmma.mma_async.sp", "tensor-core"),
    refused("wgmma.fence", "tensor-core"), refused("wgmma.commit_group", "tensor-core"),
    refused("wgmma.wait_group", "tensor-core")};

inline constexpr IsaInstruction fifth_generation[] = {
    refused("tcgen05.alloc", "tensor-core"),
    refused("tcgen05.dealloc", "tensor-core"),
    refused("tcgen05.relinquish_alloc_permit", "tensor-core"),
    refused("tcgen05.ld", "tensor-core"),
    refused("tcgen05.st", "tensor-core"),
    refused("tcgen05.wait", "tensor-core"),
    refused("tcgen05.cp", "tensor-core"),
    refused("tcgen05.shift", "tensor-core"),
    refused("tcgen05.mma", "tensor-core"),
    refused("tcgen05.mma.sp", "tensor-core"),
    refused("tcgen05.mma.ws", "tensor-core"),
    refused("tcgen05.mma.ws.sp", "tensor-core"),
    refused("tcgen05.fence", "tensor-core"),
    refused("tcgen05.commit", "tensor-core")};

inline constexpr IsaInstruction stack[] = {{"stacksave"}, {"stackrestore"}, {"alloca"}};

inline constexpr IsaInstruction video[] = {{"vadd"}, {"vsub"}, {"vabsdiff"}, {"vmin"}, {"vmax"},
                                           {"vshl"}, {"vshr"}, {"vmad"},     {"vset"}};

inline constexpr IsaInstruction simd_video[] = {
    {"vadd2"},     {"vadd4"}, {"vsub2"}, {"vsub4"}, {"vavrg2"}, {"vavrg4"}, {"vabsdiff2"},
    {"vabsdiff4"}, {"vmin2"}, {"vmin4"}, {"vmax2"}, {"vmax4"},  {"vset2"},  {"vset4"}};

inline constexpr IsaInstruction miscellaneous[] = {
    {"brkpt"}, {"nanosleep"}, {"pmevent"}, {"trap"}, refused("setmaxnreg", "register")};

template <std::size_t count>
constexpr IsaSection section(std::string_view title, const IsaInstruction (&list)[count]) {
  return {title, list, list + count};
}

inline constexpr IsaSection sections[] = {
    section("9.7.1 Integer Arithmetic", integer_arithmetic),
    section("9.7.2 Extended-Precision Integer Arithmetic", extended_precision),
    section("9.7.3 Floating-Point", floating_point),
    section("9.7.4 Half Precision Floating-Point", half_precision),
    section("9.7.5 Mixed Precision Floating-Point", mixed_precision),
    section("9.7.6 Comparison and Selection", comparison),
    section("9.7.7 Half Precision Comparison", half_comparison),
    section("9.7.8 Logic and Shift", logic_and_shift),
    section("9.7.9 Data Movement and Conversion", data_movement),
    section("9.7.10 Texture", texture),
    section("9.7.11 Surface", surface),
    section("9.7.12 Control Flow", control_flow),
    section("9.7.13 Parallel Synchronization and Communication", synchronization),
    section("9.7.14 Warp Level Matrix Multiply-Accumulate", warp_matrix),
    section("9.7.15 Asynchronous Warpgroup Level Matrix Multiply-Accumulate", warpgroup_matrix),
    section("9.7.16 TensorCore 5th Generation Family", fifth_generation),
    section("9.7.17 Stack Manipulation", stack),
    section("9.7.18 Video", video),
    section("9.7.18 SIMD Video", simd_video),
    section("9.7.19 Miscellaneous", miscellaneous),
};

}  // namespace isa
}  // namespace lanescope::ptx
