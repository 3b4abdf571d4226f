// A kernel's headers: which files they are, and that no cached result is used after they change.
#include "kernels/compile/headers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "tests/compile/fixture.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {
namespace {

namespace fs = std::filesystem;

class FolderOfHeaders : public tests::TemporaryFolder {
 public:
  [[nodiscard]] Source source(std::string text) const {
    Source result = source_of(std::move(text));
    result.folder = path();
    return result;
  }
};

class CompileHeaders : public ::testing::Test {
 protected:
  [[nodiscard]] Headers headers(const Source& source, std::vector<fs::path> folders = {},
                                bool are_of_toolkit = false) const {
    return headers_of(source, Compiler::nvrtc, {source.folder, std::move(folders), are_of_toolkit});
  }
  // File names relative to the folder, sorted.
  [[nodiscard]] std::vector<std::string> names(const Headers& headers) const {
    std::vector<std::string> result;
    for (const Header& each : headers.found)
      result.push_back(each.path.lexically_normal().lexically_relative(files_.path()).string());
    std::sort(result.begin(), result.end());
    return result;
  }
  [[nodiscard]] std::vector<std::string> found(const std::string& text) const {
    return names(headers(files_.source(text)));
  }

  FolderOfHeaders files_;
};

using Strings = std::vector<std::string>;

TEST_F(CompileHeaders, are_none_if_the_text_includes_none) {
  files_.write("a.h", "");
  const Headers none = headers(files_.source("__global__ void k() {}\n#pragma unroll\n"));
  EXPECT_EQ(none, Headers{});
  EXPECT_EQ(none.digest(), "");
  EXPECT_EQ(headers(files_.source("#include <cuda_runtime.h>\n#include <cstdint>\n")).digest(), "");
}

TEST_F(CompileHeaders, are_found_in_the_users_folders) {
  files_.write("more/a.h", "#include \"b.h\"\n");
  files_.write("more/b.h", "");
  const Source source = files_.source("#include <a.h>\n#include <none.h>\n");
  const Headers all =
      headers_of(source, Compiler::nvcc, {source.folder, {}, false, {files_.path() / "more"}});
  EXPECT_EQ(names(all), (Strings{"more/a.h", "more/b.h"}));
  EXPECT_NE(std::find(all.absent.begin(), all.absent.end(), files_.path() / "more/none.h"),
            all.absent.end());
}

TEST_F(CompileHeaders, are_found_beside_their_includer_and_in_the_folders) {
  files_.write("a.h", "#include \"sub/b.h\"\n");
  files_.write("sub/b.h", "#include \"c.h\"\n#include <d.h>\n");
  files_.write("sub/c.h", "");
  files_.write("more/d.h", "");
  files_.write("c.h", "another");
  const Source source = files_.source("#include \"a.h\"\n#include <c.h>\n");
  EXPECT_EQ(names(headers(source)), (Strings{"a.h", "sub/b.h", "sub/c.h"}));
  EXPECT_EQ(names(headers(source, {files_.path() / "more"})),
            (Strings{"a.h", "more/d.h", "sub/b.h", "sub/c.h"}));
}

TEST_F(CompileHeaders, are_all_files_that_a_name_may_mean) {
  files_.write("a.h", "");
  files_.write("more/a.h", "");
  EXPECT_EQ(names(headers(files_.source("#include \"a.h\"\n"), {files_.path() / "more"})),
            (Strings{"a.h", "more/a.h"}));
}

TEST_F(CompileHeaders, are_found_however_the_include_is_written) {
  files_.write("a.h", "");
  for (const char* text :
       {"#include \"a.h\"", "  #  include\t\"a.h\" // why", "#include/* */\"a.h\"",
        "/* so */ #include \"a.h\"", "/* begun\n before */ #include \"a.h\"",
        "#inc\\\nlude \\\n \"a.h\"", "%:include \"a.h\"", "#if 0\n#include \"a.h\"\n#endif",
        "#import \"a.h\"", "#include_next \"a.h\"", "#if __has_include(\"a.h\")\n#endif",
        "#if defined(X) && __has_include ( \"a.h\" )\n#endif", "#include \"./b/../a.h\"",
        "#define HEADER \"a.h\"\n#include HEADER"}) {
    files_.write("b/b.h", "");
    EXPECT_EQ(found(text), Strings{"a.h"}) << text;
  }
  EXPECT_EQ(found("#include \"" + (files_.path() / "a.h").string() + "\"\n"), Strings{"a.h"});
  EXPECT_EQ(found("// #include \"a.h\"\nint include;\n/* #include \"a.h\" */\n"), Strings{});
}

TEST_F(CompileHeaders, that_only_a_preprocessor_can_name_are_unknown) {
  files_.write("a.h", "#define NAME(x) #x\n#include NAME(b.h)\n");
  EXPECT_FALSE(headers(files_.source("#include HEADER\n")).all_known);
  EXPECT_FALSE(headers(files_.source("#if __has_include(HEADER)\n#endif\n")).all_known);
  EXPECT_FALSE(headers(files_.source("#include \"a.h\"\n")).all_known);
  EXPECT_TRUE(headers(files_.source("// whom to #include HEADER for\n#include <b.h>\n")).all_known);
  EXPECT_TRUE(headers(files_.source("#include <a.h>\n"), {files_.path()}, true).all_known);
}

TEST_F(CompileHeaders, that_include_each_other_are_found_once) {
  files_.write("x/a.h", "#include \"../x/b.h\"\n");
  files_.write("x/b.h", "#include \"../x/a.h\"\n");
  EXPECT_EQ(found("#include \"x/a.h\"\n"), (Strings{"x/a.h", "x/b.h"}));
}

TEST_F(CompileHeaders, have_a_digest_of_their_names_and_contents) {
  files_.write("a.h", "one");
  files_.write("b.h", "one");
  const auto digest = [&](const std::string& text) {
    return headers(files_.source(text)).digest();
  };
  const std::string before = digest("#include \"a.h\"\n");
  EXPECT_NE(before, "");
  EXPECT_NE(before, digest("#include \"b.h\"\n"));
  files_.write("a.h", "two");
  EXPECT_NE(before, digest("#include \"a.h\"\n"));
  files_.write("a.h", "one");
  EXPECT_EQ(before, digest("#include \"a.h\"\n"));
}

// Recordings store this digest, and it must be the same on another machine.
TEST_F(CompileHeaders, of_the_user_have_a_digest_that_does_not_depend_on_the_folder) {
  const FolderOfHeaders other;
  for (const FolderOfHeaders* each : {&other, static_cast<const FolderOfHeaders*>(&files_)}) {
    each->write("a.h", "#include \"b.h\"\n#include <cuda/barrier>\n");
    each->write("b.h", "one");
  }
  const std::string text = "#include \"a.h\"\n#include \"not_there.h\"\n";
  const OwnHeaders own = own_headers(files_.source(text));
  EXPECT_EQ(own.digest, own_headers(other.source(text)).digest);
  const auto has = [&](const char* name) {
    return std::count(own.files.begin(), own.files.end(), files_.path() / name) == 1;
  };
  EXPECT_TRUE(has("a.h") && has("b.h") && has("not_there.h"));
  files_.write("b.h", "two");
  EXPECT_NE(own.digest, own_headers(files_.source(text)).digest);
  EXPECT_EQ(own_headers(files_.source("__global__ void k() {}\n")).digest, "");
}

// Cached results, in memory and on disk, for both compilers.
class CompiledHeaders : public BothCompilers {
 protected:
  void SetUp() override {
    BothCompilers::SetUp();
    ::setenv("XDG_CACHE_HOME", (files_.path() / "cache").c_str(), 1);
  }
  void TearDown() override {
    ::setenv("LANESCOPE_CACHE", "off", 1);
    ::unsetenv("XDG_CACHE_HOME");
    ::unsetenv("CPATH");
  }

  // The number stored by `p[0] = VALUE`. If it does not compile, the test fails and the result is
  // 0.
  [[nodiscard]] int value(const std::string& includes) {
    const Source source = files_.source(includes + "__global__ void k(int* p) { p[0] = VALUE; }\n");
    const tl::expected<Ptx, Failure> ptx = to_ptx(source, GetParam());
    if (!ptx) {
      ADD_FAILURE() << ptx.error().summary;
      for (const Message& message : ptx.error().messages) ADD_FAILURE() << message.formatted();
      return 0;
    }
    was_kept_ = ptx->from_cache;
    for (int value = 101; value < 120; ++value) {
      if (!lines_with(ptx->text, ", " + std::to_string(value) + ";").empty()) return value;
    }
    return 0;
  }

  // Compiles twice and expects the second result to come from the cache; only from disk unless
  // `in_memory`.
  void expect_kept(const std::string& includes, int expected, bool in_memory) {
    EXPECT_EQ(value(includes), expected);
    if (!in_memory) clear_cache();
    EXPECT_EQ(value(includes), expected);
    EXPECT_TRUE(was_kept_);
    if (!in_memory) clear_cache();
  }
  // Runs f with results cached in memory, then on disk.
  template <class F>
  void for_each_cache(F f) {
    for (const bool in_memory : {true, false}) {
      SCOPED_TRACE(in_memory ? "in memory" : "on disk");
      clear_cache();
      ::setenv("LANESCOPE_CACHE", in_memory ? "off" : "", 1);
      f(in_memory);
    }
  }

  FolderOfHeaders files_;
  bool was_kept_ = false;
};
INSTANTIATE_TEST_SUITE_P(, CompiledHeaders, ::testing::Values(Compiler::nvrtc, Compiler::clang),
                         compiler_name);

TEST_P(CompiledHeaders, that_are_edited_are_compiled_again) {
  for_each_cache([&](bool in_memory) {
    files_.write("value.h", "#define VALUE 101\n");
    expect_kept("#include \"value.h\"\n", 101, in_memory);
    files_.write("value.h", "#define VALUE 102\n");
    expect_kept("#include \"value.h\"\n", 102, in_memory);
    files_.write("value.h", "#define VALUE 101\n");
    EXPECT_EQ(value("#include \"value.h\"\n"), 101);
    EXPECT_TRUE(was_kept_);
  });
}

TEST_P(CompiledHeaders, named_by_their_whole_path_are_compiled_again) {
  const std::string include = "#include \"" + (files_.path() / "value.h").string() + "\"\n";
  for_each_cache([&](bool in_memory) {
    files_.write("value.h", "#define VALUE 101\n");
    expect_kept(include, 101, in_memory);
    files_.write("value.h", "#define VALUE 102\n");
    EXPECT_EQ(value(include), 102);
  });
}

TEST_P(CompiledHeaders, that_other_headers_include_are_compiled_again) {
  files_.write("outer.h", "#include \"sub/middle.h\"\n");
  files_.write("sub/middle.h", "#include \"inner.h\"\n");
  for_each_cache([&](bool in_memory) {
    files_.write("sub/inner.h", "#define VALUE 101\n");
    expect_kept("#include \"outer.h\"\n", 101, in_memory);
    files_.write("sub/inner.h", "#define VALUE 102\n");
    EXPECT_EQ(value("#include \"outer.h\"\n"), 102);
  });
}

TEST_P(CompiledHeaders, may_begin_with_a_byte_order_mark) {
  const std::string mark = "\xEF\xBB\xBF";
  files_.write("value.h", mark + "#define VALUE 101\n");
  files_.write("outer.h", mark + "#pragma once\n#include \"sub/inner.h\"\n");
  files_.write("sub/inner.h", mark + "#include \"innermost.h\"\n");
  files_.write("sub/innermost.h", mark + "#define VALUE 102\n");
  const std::string whole = "#include \"" + (files_.path() / "value.h").string() + "\"\n";
  for_each_cache([&](bool in_memory) {
    expect_kept("#include \"value.h\"\n", 101, in_memory);
    expect_kept(whole, 101, in_memory);
    expect_kept("#include \"outer.h\"\n#include \"outer.h\"\n", 102, in_memory);
  });
}

TEST_P(CompiledHeaders, with_a_byte_order_mark_are_not_taken_for_others_of_their_name) {
  files_.write("outer.h", "#include \"sub/inner.h\"\n");
  files_.write("sub/inner.h", "#include \"value.h\"\n");
  files_.write("sub/value.h", "#define VALUE 102\n");
  files_.write("value.h", "\xEF\xBB\xBF#define OTHER 101\n");
  for_each_cache([&](bool in_memory) {
    expect_kept("#include \"outer.h\"\n#if 0\n#include \"value.h\"\n#endif\n", 102, in_memory);
  });
}

TEST_P(CompiledHeaders, that_a_macro_chooses_are_compiled_again) {
  files_.write("wide.h", "#define VALUE 101\n");
  const std::string chosen = "#define WIDE 1\n#if WIDE\n#include \"wide.h\"\n#endif\n";
  const std::string named = "#define HEADER \"wide.h\"\n#include HEADER\n";
  const std::string made = "#define TEXT(x) #x\n#include TEXT(wide.h)\n";
  for_each_cache([&](bool in_memory) {
    files_.write("wide.h", "#define VALUE 101\n");
    expect_kept(chosen, 101, in_memory);
    EXPECT_EQ(value(named), 101);
    EXPECT_EQ(value(made), 101);
    files_.write("wide.h", "#define VALUE 102\n");
    EXPECT_EQ(value(chosen), 102);
    EXPECT_EQ(value(named), 102);
    EXPECT_EQ(value(made), 102);
  });
}

TEST_P(CompiledHeaders, found_before_another_of_the_same_name_are_compiled) {
  const std::string include = "#include \"sub/outer.h\"\n";
  files_.write("sub/outer.h",
               "#if __has_include(\"own.h\")\n#include \"own.h\"\n#else\n#define VALUE 101\n"
               "#endif\n");
  for_each_cache([&](bool in_memory) {
    fs::remove(files_.path() / "sub/own.h");
    expect_kept(include, 101, in_memory);
    files_.write("sub/own.h", "#define VALUE 102\n");
    EXPECT_EQ(value(include), 102);
  });
}

TEST_P(CompiledHeaders, of_another_folder_are_different_headers) {
  const FolderOfHeaders other;
  files_.write("value.h", "#define VALUE 101\n");
  other.write("value.h", "#define VALUE 102\n");
  for_each_cache([&](bool in_memory) {
    expect_kept("#include \"value.h\"\n", 101, in_memory);
    const Source there =
        other.source("#include \"value.h\"\n__global__ void k(int* p) { p[0] = VALUE; }\n");
    EXPECT_FALSE(lines_with(ptx_of(there, GetParam()), ", 102;").empty());
  });
}

TEST_P(CompiledHeaders, may_be_in_a_folder_of_any_name) {
  files_.write("a b'c/value.h", "#define VALUE 103\n");
  Source source =
      files_.source("#include \"value.h\"\n__global__ void k(int* p) { p[0] = VALUE; }\n");
  source.folder = files_.path() / "a b'c";
  EXPECT_FALSE(lines_with(ptx_of(source, GetParam()), ", 103;").empty());
}

TEST_P(CompiledHeaders, that_are_not_there_are_looked_for_again) {
  const Source source =
      files_.source("#include \"value.h\"\n__global__ void k(int* p) { p[0] = VALUE; }\n");
  EXPECT_FALSE(to_ptx(source, GetParam()));
  files_.write("value.h", "#define VALUE 1\n");
  EXPECT_TRUE(to_ptx(source, GetParam()));
}

TEST_P(CompiledHeaders, are_named_in_messages) {
  files_.write("wrong.h", "\n__device__ int f() { return nothing; }\n");
  const auto result = to_ptx(files_.source("#include \"wrong.h\"\n"), GetParam());
  ASSERT_FALSE(result);
  ASSERT_EQ(result.error().messages.size(), 1u);
  EXPECT_TRUE(result.error().messages[0].file.ends_with("wrong.h"));
  EXPECT_EQ(result.error().messages[0].line, 2);
}

// clang reads header folders from an environment variable.
TEST_P(CompiledHeaders, in_folders_of_the_environment_are_compiled_again) {
  if (GetParam() != Compiler::clang) GTEST_SKIP() << "NVRTC does not read CPATH";
  ::setenv("CPATH", (files_.path() / "more").c_str(), 1);
  for_each_cache([&](bool in_memory) {
    fs::remove(files_.path() / "value.h");
    files_.write("more/value.h", "#define VALUE 101\n");
    expect_kept("#include \"value.h\"\n", 101, in_memory);
    files_.write("more/value.h", "#define VALUE 102\n");
    expect_kept("#include \"value.h\"\n", 102, in_memory);
    files_.write("value.h", "#define VALUE 103\n");
    EXPECT_EQ(value("#include \"value.h\"\n"), 103);
  });
}

TEST(CompiledRegisters, are_counted_again_for_an_edited_header) {
  if (!why_unusable(Compiler::nvrtc).empty()) GTEST_SKIP() << why_unusable(Compiler::nvrtc);
  ::setenv("LANESCOPE_CACHE", "off", 1);
  clear_cache();
  const FolderOfHeaders files;
  const Source source = files.source(
      "#include \"count.h\"\nextern \"C\" __global__ void k(const int* in, int* out) {\n"
      "  int kept[COUNT];\n#pragma unroll\n  for (int i = 0; i < COUNT; ++i) kept[i] = in[i * 7];\n"
      "  __syncthreads();\n#pragma unroll\n  for (int i = 0; i < COUNT; ++i) out[i * 5] = "
      "kept[i];\n"
      "}\n");
  files.write("count.h", "#define COUNT 4\n");
  const auto few = registers_of(source, "k", 90);
  files.write("count.h", "#define COUNT 40\n");
  const auto many = registers_of(source, "k", 90);
  ASSERT_TRUE(few && many);
  EXPECT_LT(*few, *many);
}

}  // namespace
}  // namespace lanescope::compile::testing
