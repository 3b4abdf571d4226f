#include "kernels/compile/cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "kernels/compile/digest.h"
#include "kernels/compile/process.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {
namespace {

Ptx ptx_with(std::string text) { return Ptx{std::move(text), "clang", "14.0.6", 1.0, false, {}}; }

TEST(CompileCache, gives_back_what_was_put_in) {
  Cache cache(1000);
  cache.insert("key", ptx_with("text"));
  ASSERT_TRUE(cache.find("key"));
  EXPECT_EQ(cache.find("key")->text, "text");
  EXPECT_FALSE(cache.find("other key"));
}

TEST(CompileCache, never_holds_more_than_its_limit) {
  Cache cache(1000);
  for (int i = 0; i < 100; ++i) cache.insert(std::to_string(i), ptx_with(std::string(100, 'x')));
  EXPECT_LE(cache.bytes(), 1000u);
  EXPECT_GT(cache.bytes(), 500u);
  EXPECT_TRUE(cache.find("99"));
  EXPECT_FALSE(cache.find("0"));
}

TEST(CompileCache, drops_what_was_not_used_for_longest) {
  Cache cache(250);
  cache.insert("a", ptx_with(std::string(100, 'a')));
  cache.insert("b", ptx_with(std::string(100, 'b')));
  ASSERT_TRUE(cache.find("a"));
  cache.insert("c", ptx_with(std::string(100, 'c')));
  EXPECT_TRUE(cache.find("a"));
  EXPECT_FALSE(cache.find("b"));
}

TEST(CompileCache, what_is_larger_than_the_whole_cache_is_not_kept) {
  Cache cache(100);
  cache.insert("a", ptx_with(std::string(200, 'a')));
  EXPECT_FALSE(cache.find("a"));
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(CompileCache, a_key_differs_for_the_folder_if_the_text_names_a_file_in_it) {
  const auto key_in = [](const char* folder, const char* text) {
    Source source{"name", text, {}};
    source.folder = folder;
    return cache_key("clang 14", source, "");
  };
  for (const char* text : {"a\n#line 7 \"b\"\n", "#  line 7", "a\n# 7 \"b\"\n"})
    EXPECT_NE(key_in("/one", text), key_in("/two", text)) << text;
  for (const char* text : {"a", "#define line 7\n", "#"})
    EXPECT_EQ(key_in("/one", text), key_in("/two", text)) << text;
}

TEST(CompileCache, a_key_differs_for_every_part_of_a_compilation) {
  const Source source{"name", "text A", {{"A", "1"}}};
  const std::string key = cache_key("clang 14", source, "");
  EXPECT_NE(key, cache_key("clang 15", source, ""));
  EXPECT_NE(key, cache_key("clang 14", {"name2", "text A", {{"A", "1"}}}, ""));
  EXPECT_NE(key, cache_key("clang 14", {"name", "text2 A", {{"A", "1"}}}, ""));
  EXPECT_NE(key, cache_key("clang 14", {"name", "text A", {{"A", "2"}}}, ""));
  EXPECT_NE(key, cache_key("clang 14", {"name", "text A", {}}, ""));
  EXPECT_NE(key, cache_key("clang 14", source, "1:a header"));
  EXPECT_EQ(key, cache_key("clang 14", source, ""));
}

TEST(CompileCache, a_define_counts_only_if_its_name_can_occur) {
  const auto counts = [](const std::string& text) {
    return cache_key("c", {"n", text, {{"N", "1"}}}, "") !=
           cache_key("c", {"n", text, {{"N", "2"}}}, "");
  };
  for (const char* text : {"", "n", "MN N2 _N N_", "/*n*/ \"NN\""})
    EXPECT_FALSE(counts(text)) << text;
  for (const char* text :
       {"N", "a[N]", "-N", "a ## b", "#include \"a.h\"", "# include <a>", "A\\\nB", "\\u004E"})
    EXPECT_TRUE(counts(text)) << text;
  // By the value of another define, and by the name of the wanted kernel.
  EXPECT_NE(cache_key("c", {"n", "M", {{"N", "1"}, {"M", "2 * N"}}}, ""),
            cache_key("c", {"n", "M", {{"N", "2"}, {"M", "2 * N"}}}, ""));
  Source wanted{"n", "", {{"N", "1"}}};
  wanted.kernel = "k<N>";
  const std::string key = cache_key("c", wanted, "");
  wanted.defines = {{"N", "2"}};
  EXPECT_NE(key, cache_key("c", wanted, ""));
}

TEST(CompileCache, no_part_of_a_key_runs_over_into_the_next) {
  EXPECT_NE(cache_key("c", {"n", "A B", {{"A", "1"}, {"B", "2"}}}, ""),
            cache_key("c", {"n", "A B", {{"A", "1B2"}}}, ""));
  EXPECT_NE(cache_key("c", {"ab", "t", {}}, ""), cache_key("ca", {"b", "t", {}}, ""));
}

TEST(CompileCache, a_digest_differs_for_texts_of_the_same_length) {
  EXPECT_EQ(digest_of("a prelude"), digest_of("a prelude"));
  EXPECT_NE(digest_of("a prelude"), digest_of("b prelude"));
  EXPECT_NE(digest_of(""), digest_of(std::string(1, '\0')));
  EXPECT_EQ(digest_of("a"), "1:af63dc4c8601ec8c");  // published by the authors of FNV
}

TEST(CompileCache, a_key_has_the_front_ends_version) {
  EXPECT_EQ(front_end_version.size(), 16u);
  EXPECT_NE(cache_key("c", {"n", "t", {}}, "").find(front_end_version), std::string::npos);
}

// The build runs this script.
TEST(CompileCache, the_front_ends_version_follows_the_content_of_its_files) {
  const tests::TemporaryFolder folder;
  const auto version = [&] {
    const std::filesystem::path output = folder.path() / "version";
    const ProcessResult run =
        run_process(program_path("cmake"),
                    {"-DFOLDER=" + folder.path().string(), "-DOUTPUT=" + output.string(), "-P",
                     LANESCOPE_SOURCE_DIR "/kernels/compile/front_end_version.cmake"},
                    {}, std::chrono::seconds(60));
    EXPECT_EQ(run.exit_status, 0) << run.error << run.errors;
    return tests::text_of(output);
  };
  folder.write("a.cpp", "int a;");
  folder.write("prelude/b.h", "int b;");
  const std::string first = version();
  EXPECT_EQ(version(), first);
  folder.write("a.cpp", "int c;");
  const std::string second = version();
  EXPECT_NE(second, first);
  folder.write("prelude/b.h", "int d;");
  EXPECT_NE(version(), second);
  folder.write("a.cpp", "int a;");
  folder.write("prelude/b.h", "int b;");
  EXPECT_EQ(version(), first);
}

}  // namespace
}  // namespace lanescope::compile::testing
