// Whole programs: their flags, what they are built of, and what an existing one is.
#include "kernels/compile/program.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/compile/process.h"
#include "kernels/compile/program_file.h"
#include "kernels/compile/program_flags.h"
#include "kernels/compile/program_headers.h"
#include "tests/built.h"
#include "tests/compile/fixture.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// ---- flags ----

TEST(ProgramFlags, are_joined_with_their_values) {
  EXPECT_EQ(
      program_flags_in("-arch sm_80 -I include -DN=3 -D M -Xcompiler '-Wall -O3' -l cublas"),
      (Words{"-arch=sm_80", "-Iinclude", "-DN=3", "-DM", "-Xcompiler=-Wall -O3", "-lcublas"}));
}

TEST(ProgramFlags, choose_the_highest_architecture_for_the_ptx) {
  const auto flags = program_flags(
      program_flags_in("-gencode arch=compute_75,code=sm_75 -gencode=arch=compute_90a,code=sm_90a"),
      Compiler::nvcc);
  ASSERT_TRUE(flags) << flags.error();
  EXPECT_EQ(flags->architecture, "90a");
  EXPECT_TRUE(flags->nvcc.empty());
}

TEST(ProgramFlags, that_the_program_decides_are_left_out) {
  const auto flags = program_flags(program_flags_in("-cudart static -lineinfo -g -O3 -G -rdc=true"),
                                   Compiler::nvcc);
  ASSERT_TRUE(flags) << flags.error();
  EXPECT_EQ(flags->nvcc, (Words{"-O3", "-G", "-rdc=true"}));
  EXPECT_TRUE(flags->has_optimization);
  EXPECT_TRUE(flags->has_device_debug);
}

TEST(ProgramFlags, for_the_host_reach_clang_as_its_own) {
  const auto flags = program_flags(
      program_flags_in("-std=c++20 -Xcompiler -fopenmp,-Wall -Xlinker -s -lm -isystem other a.o "
                       "--extended-lambda"),
      Compiler::clang);
  ASSERT_TRUE(flags) << flags.error();
  EXPECT_EQ(flags->standard, "c++20");
  EXPECT_EQ(flags->clang_host, (Words{"-fopenmp", "-Wall"}));
  EXPECT_EQ(flags->clang_link, (Words{"-Wl,-s", "-lm", "a.o"}));
  EXPECT_EQ(flags->clang_common, (Words{"-isystem", "other"}));
  EXPECT_EQ(flags->folders, (Words{"other"}));
  EXPECT_EQ(flags->files, (Words{"a.o"}));
  EXPECT_TRUE(flags->warnings.empty());
}

TEST(ProgramFlags, that_change_numbers_are_told_where_clang_has_none) {
  const auto flags = program_flags({"-use_fast_math"}, Compiler::clang);
  ASSERT_TRUE(flags) << flags.error();
  ASSERT_EQ(flags->warnings.size(), 1U);
  EXPECT_NE(flags->warnings[0].text.find("-use_fast_math"), std::string::npos);
}

TEST(ProgramFlags, that_would_build_no_program_are_refused_by_name) {
  for (const Compiler compiler : {Compiler::nvcc, Compiler::clang}) {
    for (const char* flag : {"-o=there", "-c", "-ptx", "--shared"}) {
      const auto flags = program_flags({flag}, compiler);
      ASSERT_FALSE(flags) << flag;
      EXPECT_NE(flags.error().find(flag), std::string::npos) << flags.error();
    }
  }
  EXPECT_FALSE(program_flags({"-arch"}, Compiler::nvcc)) << "without its value";
  EXPECT_FALSE(program_flags({"--made-up"}, Compiler::clang));
  EXPECT_TRUE(program_flags({"--made-up"}, Compiler::nvcc)) << "nvcc itself says what it takes";
  EXPECT_FALSE(program_flags({"-rdc=true"}, Compiler::clang));
}

// ---- programs that exist ----

// An ELF file with these sections, as far as read_program_file() looks.
class ElfMaker {
 public:
  std::string sections_data;
  std::vector<Elf64_Shdr> sections{Elf64_Shdr{}};
  std::string names = std::string(1, '\0');
  bool has_interpreter = true;

  std::uint32_t add(const std::string& name, std::uint32_t type, const std::string& data,
                    std::uint32_t link = 0) {
    Elf64_Shdr section{};
    section.sh_name = static_cast<std::uint32_t>(names.size());
    names += name + '\0';
    section.sh_type = type;
    section.sh_link = link;
    section.sh_offset = header_bytes + sections_data.size();
    section.sh_size = data.size();
    sections_data += data;
    sections.push_back(section);
    return static_cast<std::uint32_t>(sections.size() - 1);
  }
  // With these libraries, and a run path or none.
  void link_with(const Words& libraries, bool has_run_path) {
    std::string strings(1, '\0'), entries;
    const auto entry = [&entries](std::int64_t tag, std::uint64_t value) {
      Elf64_Dyn made{};
      made.d_tag = tag;
      made.d_un.d_val = value;
      entries.append(reinterpret_cast<const char*>(&made), sizeof made);
    };
    for (const std::string& each : libraries) {
      entry(DT_NEEDED, strings.size());
      strings += each + '\0';
    }
    if (has_run_path) entry(DT_RPATH, 0);
    entry(DT_NULL, 0);
    const std::uint32_t link = add(".dynstr", SHT_STRTAB, strings);
    add(".dynamic", SHT_DYNAMIC, entries, link);
  }
  [[nodiscard]] std::string text() {
    const std::uint32_t index = add(".shstrtab", SHT_STRTAB, "");
    sections[index].sh_offset = header_bytes + sections_data.size();
    sections[index].sh_size = names.size();
    sections_data += names;
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_DYN;
    header.e_phoff = sizeof header;
    header.e_phentsize = sizeof(Elf64_Phdr);
    header.e_phnum = 1;
    header.e_shoff = header_bytes + sections_data.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<std::uint16_t>(sections.size());
    header.e_shstrndx = static_cast<std::uint16_t>(index);
    Elf64_Phdr segment{};
    segment.p_type = has_interpreter ? PT_INTERP : PT_LOAD;
    std::string all(reinterpret_cast<const char*>(&header), sizeof header);
    all.append(reinterpret_cast<const char*>(&segment), sizeof segment);
    all += sections_data;
    for (const Elf64_Shdr& each : sections)
      all.append(reinterpret_cast<const char*>(&each), sizeof each);
    return all;
  }

 private:
  static constexpr std::size_t header_bytes = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
};

void append_number(std::string& text, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i)
    text += static_cast<char>(i < sizeof value ? value >> (8 * i) & 0xff : 0);
}

// A fat binary with images of these kinds (1: PTX, 2: machine code) for sm_80.
std::string fat_binary(const std::vector<int>& kinds) {
  std::string images;
  for (const int kind : kinds) {
    const std::size_t begin = images.size();
    append_number(images, static_cast<std::uint64_t>(kind), 2);
    append_number(images, 0x101, 2);
    append_number(images, 64, 4);  // of this header
    append_number(images, 16, 8);  // of the image
    append_number(images, 0, 12);
    append_number(images, 80, 4);  // at byte 28
    images.resize(begin + 64 + 16);
  }
  std::string text;
  append_number(text, 0xBA55ED50, 4);
  append_number(text, 1, 2);
  append_number(text, 16, 2);
  append_number(text, images.size(), 8);
  return text + images;
}

class ExistingProgram : public tests::InFolder<::testing::Test> {
 protected:
  fs::path write_program(const std::string& text) const {
    const fs::path file = write("program", text);
    fs::permissions(file, fs::perms::owner_all);
    return file;
  }
  // What is wrong with it. The runtime of CUDA 13 stands in here.
  [[nodiscard]] std::string problem_of(ElfMaker& elf) const {
    const fs::path runtimes = write("runtimes/libcudart.so.13", "").parent_path();
    const auto file = read_program_file(write_program(elf.text()));
    if (!file) return file.error();
    return why_not_runnable(*file, "./program", runtimes);
  }
};

TEST_F(ExistingProgram, runs_with_the_shared_runtime_and_ptx) {
  ElfMaker elf;
  elf.add(".nv_fatbin", SHT_PROGBITS, fat_binary({2}) + fat_binary({2, 1}));
  elf.link_with({"libstdc++.so.6", "libcudart.so.13"}, false);
  EXPECT_EQ(problem_of(elf), "");
}

TEST_F(ExistingProgram, that_lacks_something_is_told_what_and_how_to_build_it) {
  ElfMaker with_static_runtime;
  with_static_runtime.add(".nv_fatbin", SHT_PROGBITS, fat_binary({1}));
  with_static_runtime.link_with({"libc.so.6"}, false);
  const std::string no_runtime = problem_of(with_static_runtime);
  EXPECT_NE(no_runtime.find("lacks the shared CUDA runtime"), std::string::npos) << no_runtime;
  EXPECT_EQ(no_runtime.find("PTX ("), std::string::npos) << no_runtime;
  EXPECT_NE(no_runtime.find("nvcc -cudart shared -gencode arch=compute_90,code=compute_90"),
            std::string::npos)
      << no_runtime;

  ElfMaker without_ptx;
  without_ptx.add(".nv_fatbin", SHT_PROGBITS, fat_binary({2}));
  without_ptx.link_with({"libcudart.so.13"}, false);
  const std::string no_ptx = problem_of(without_ptx);
  EXPECT_NE(no_ptx.find("lacks PTX (it holds machine code for sm_80 alone)"), std::string::npos)
      << no_ptx;

  ElfMaker of_another_cuda;
  of_another_cuda.link_with({"libcudart.so.9.0"}, false);
  EXPECT_NE(problem_of(of_another_cuda).find("needs libcudart.so.9.0"), std::string::npos);

  ElfMaker linked_statically;
  linked_statically.has_interpreter = false;
  EXPECT_NE(problem_of(linked_statically).find("is linked statically"), std::string::npos);
}

TEST_F(ExistingProgram, without_device_code_may_get_it_elsewhere) {
  ElfMaker of_the_driver_api;
  of_the_driver_api.link_with({"libcuda.so.1"}, false);
  EXPECT_EQ(problem_of(of_the_driver_api), "");
}

TEST_F(ExistingProgram, says_whether_it_has_a_run_path) {
  for (const bool has_run_path : {false, true}) {
    ElfMaker elf;
    elf.link_with({"libcudart.so.13"}, has_run_path);
    const auto file = read_program_file(write_program(elf.text()));
    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->has_run_path, has_run_path);
    EXPECT_EQ(file->runtime(), "libcudart.so.13");
  }
}

TEST_F(ExistingProgram, that_is_none_is_refused_in_one_line) {
  const auto problem = [&](const fs::path& path) {
    const auto file = read_program_file(path);
    EXPECT_FALSE(file);
    if (file) return std::string();
    EXPECT_EQ(file.error().find('\n'), std::string::npos) << file.error();
    return file.error();
  };
  EXPECT_NE(problem(folder_ / "nothing").find("there is no such program"), std::string::npos);
  EXPECT_NE(problem(folder_).find("is not a program"), std::string::npos);
  EXPECT_NE(problem(write("plain", "text")).find("may not be executed"), std::string::npos);
  EXPECT_NE(problem(write_program("text")).find("neither an ELF file nor a script"),
            std::string::npos);
  EXPECT_NE(problem(write_program(ELFMAG)).find("not a program for this kind of machine"),
            std::string::npos);
  const auto script = read_program_file(write_program("#!/bin/sh\n"));
  ASSERT_TRUE(script) << script.error();
  EXPECT_EQ(why_not_runnable(*script, "script", folder_), "");
}

// However it is cut off, reading it ends.
TEST_F(ExistingProgram, that_is_cut_off_is_read_as_far_as_it_goes) {
  ElfMaker elf;
  elf.add(".nv_fatbin", SHT_PROGBITS, fat_binary({1, 2}));
  elf.link_with({"libcudart.so.13"}, true);
  const std::string text = elf.text();
  for (std::size_t size = 0; size < text.size(); size += 7)
    (void)read_program_file(write_program(text.substr(0, size)));
}

// ---- building ----

constexpr const char* scale_kernel =
    "#include \"factor.h\"\n"
    "template <typename T> __global__ void scale(T* p)\n"
    "{\n"
    "  p[threadIdx.x] = factor() * p[threadIdx.x];\n"
    "}\n"
    "void run_scale(float* p) { scale<float><<<1, 32>>>(p); }\n";
constexpr const char* main_of_scale =
    "#include <cstdio>\n"
    "#include <cuda_runtime.h>\n"
    "void run_scale(float* p);\n"
    "int main() {\n"
    "  float* p = nullptr;\n"
    "  if (cudaMalloc((void**)&p, 128) != cudaSuccess) return 1;\n"
    "  run_scale(p);\n"
    "  std::printf(\"%d\\n\", (int)cudaDeviceSynchronize());\n"
    "}\n";

class ProgramCompilers : public tests::InFolder<::testing::TestWithParam<Compiler>> {
 protected:
  void SetUp() override {
    if (const char* before = std::getenv("XDG_CACHE_HOME")) cache_before_ = before;
    ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
    ::unsetenv("LANESCOPE_CACHE");
    if (const std::string why_not = why_unusable(GetParam()); !why_not.empty())
      GTEST_SKIP() << why_not;
    write("factor.h", "__device__ inline float factor() { return FACTOR; }\n");
    write("scale.cu", scale_kernel);
    write("main.cpp", main_of_scale);
  }
  void TearDown() override {
    ::setenv("LANESCOPE_CACHE", "off", 1);
    if (cache_before_.empty()) {
      ::unsetenv("XDG_CACHE_HOME");
    } else {
      ::setenv("XDG_CACHE_HOME", cache_before_.c_str(), 1);
    }
  }

  [[nodiscard]] tl::expected<Program, Failure> build(const Words& names, Words flags = {}) const {
    ProgramSource source;
    for (const std::string& name : names) source.files.push_back(folder_ / name);
    source.flags = std::move(flags);
    source.runtime_library = tests::built("lib/lanescope/cudart/libcudart.so.13");
    return build_program(source, GetParam());
  }
  [[nodiscard]] static std::string told(const tl::expected<Program, Failure>& program) {
    if (program) return {};
    std::string text = program.error().summary;
    for (const Message& each : program.error().messages) text += "\n" + each.formatted();
    return text;
  }

 private:
  std::string cache_before_;
};

TEST_P(ProgramCompilers, build_several_files_with_headers_and_flags) {
  const auto program = build({"main.cpp", "scale.cu"}, {"-DFACTOR=2", "-std=c++17"});
  ASSERT_TRUE(program) << told(program);
  EXPECT_EQ(program->compiler, name_of(GetParam()));
  const auto file = read_program_file(program->file);
  ASSERT_TRUE(file) << file.error();
  EXPECT_TRUE(file->has_ptx);
  EXPECT_TRUE(file->machine_code.empty());
  EXPECT_TRUE(file->runtime().starts_with("libcudart.so.")) << file->runtime();
  std::size_t beside = 0;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    (void)entry;
    ++beside;
  }
  EXPECT_EQ(beside, 4U) << "the three files and the cache";
}

TEST_P(ProgramCompilers, build_again_only_what_has_changed) {
  const Words flags{"-DFACTOR=2"};
  const auto first = build({"main.cpp", "scale.cu"}, flags);
  ASSERT_TRUE(first) << told(first);
  EXPECT_FALSE(first->from_cache);
  const auto second = build({"main.cpp", "scale.cu"}, flags);
  ASSERT_TRUE(second) << told(second);
  EXPECT_TRUE(second->from_cache);
  EXPECT_EQ(second->file, first->file);
  write("factor.h", "__device__ inline float factor() { return FACTOR + 1; }\n");
  const auto third = build({"main.cpp", "scale.cu"}, flags);
  ASSERT_TRUE(third) << told(third);
  EXPECT_FALSE(third->from_cache);
}

TEST_P(ProgramCompilers, tell_errors_with_file_and_line) {
  write("wrong.cu", "__global__ void k(int* p)\n{\n  p[0] = undefined_name;\n}\nint main() {}\n");
  const auto program = build({"wrong.cu"});
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().kind, Failure::Kind::rejected);
  EXPECT_NE(program.error().summary.find("wrong.cu does not compile"), std::string::npos)
      << program.error().summary;
  ASSERT_FALSE(program.error().messages.empty());
  const Message& message = program.error().messages.front();
  EXPECT_EQ(fs::path(message.file).filename(), "wrong.cu");
  EXPECT_EQ(message.line, 3);
  EXPECT_EQ(message.line_text, "  p[0] = undefined_name;");
}

TEST_P(ProgramCompilers, name_the_library_that_is_not_imitated) {
  write("blas.cu",
        "extern \"C\" int cublasCreate_v2(void**);\n"
        "int main() {\n"
        "  return cublasCreate_v2(nullptr);\n"
        "}\n");
  const auto program = build({"blas.cu"});
  ASSERT_FALSE(program);
  const std::string text = told(program);
  EXPECT_NE(text.find("cublasCreate_v2"), std::string::npos) << text;
  EXPECT_NE(text.find("a function of cuBLAS"), std::string::npos) << text;
}

TEST_P(ProgramCompilers, refuse_what_is_no_file_or_no_flag) {
  const auto missing = build({"nothing.cu"});
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().summary.find("nothing.cu: cannot be read"), std::string::npos);
  const auto flag = build({"main.cpp", "scale.cu"}, {"-c"});
  ASSERT_FALSE(flag);
  EXPECT_NE(flag.error().summary.find("'-c' may not be given"), std::string::npos);
}

TEST_P(ProgramCompilers, can_be_stopped) {
  std::stop_source stop;
  stop.request_stop();
  ProgramSource source;
  source.files = {folder_ / "scale.cu"};
  source.runtime_library = tests::built("lib/lanescope/cudart/libcudart.so.13");
  const auto program = build_program(source, GetParam(), stop.get_token());
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().kind, Failure::Kind::cancelled);
}

INSTANTIATE_TEST_SUITE_P(All, ProgramCompilers, ::testing::Values(Compiler::nvcc, Compiler::clang),
                         compiler_name);

TEST(ProgramHeaders, have_the_prelude_and_what_programs_include) {
  std::vector<std::string> names;
  for (const auto& [name, text] : program_headers()) {
    names.push_back(name);
    EXPECT_FALSE(text.empty()) << name;
  }
  for (const char* name : {"lanescope_program.h", "cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h",
                           "cooperative_groups.h", "vector_types.h"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

}  // namespace
}  // namespace lanescope::compile::testing
