// The folders above a kernel's file that have the headers it includes.
#include "app/session/start/header_folders.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/session/run/run.h"
#include "app/session/start/own_kernel.h"
#include "kernels/lesson_file/lesson.h"
#include "tests/environment.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using Folders = std::vector<std::string>;

// The kernel is repository/chapter/sums/k.cu.
class HeaderFolders : public tests::InFolder<::testing::Test> {
 protected:
  void SetUp() override { write("repository/.git/HEAD", ""); }
  [[nodiscard]] Folders of(const std::string& text) const {
    return header_folders_for(folder_ / "repository/chapter/sums/k.cu", text);
  }
};

TEST_F(HeaderFolders, are_above_the_kernel_or_have_a_usual_name_there) {
  write("repository/chapter/include/a.h", "");
  EXPECT_EQ(of("#include \"a.h\"\n"), Folders{"../include"});
  write("repository/common/inc/b.h", "");
  EXPECT_EQ(of("#include <b.h>\n"), Folders{"../../common/inc"});
  write("repository/parts/c.h", "");
  EXPECT_EQ(of("#include \"parts/c.h\"\n"), Folders{"../.."});
  write("repository/chapter/sums/src/d.h", "");
  EXPECT_EQ(of("#include \"d.h\"\n"), Folders{"src"});
}

TEST_F(HeaderFolders, are_not_needed_for_a_header_beside_the_kernel) {
  write("repository/chapter/sums/a.h", "");
  write("repository/chapter/include/a.h", "");
  EXPECT_EQ(of("#include \"a.h\"\n"), Folders{});
  EXPECT_EQ(of("#include <a.h>\n"), Folders{"."});
}

TEST_F(HeaderFolders, are_the_nearest_ones) {
  write("repository/include/a.h", "");
  write("repository/chapter/common/a.h", "");
  write("repository/include/b.h", "");
  const Folders nearest_first{"../common", "../../include"};
  EXPECT_EQ(of("#include <a.h>\n#include <b.h>\n"), nearest_first);
  EXPECT_EQ(of("#include <b.h>\n#include <a.h>\n"), nearest_first);
}

TEST_F(HeaderFolders, are_also_those_of_headers_that_a_header_includes) {
  write("repository/include/a.h", "#include \"beside.h\"\n#include <parts/b.h>\n");
  write("repository/include/beside.h", "");
  write("repository/src/parts/b.h", "");
  EXPECT_EQ(of("#include \"a.h\"\n"), (Folders{"../../include", "../../src"}));
}

TEST_F(HeaderFolders, are_none_for_a_header_that_is_nowhere_or_known_or_only_named) {
  for (const char* name : {"vector", "cuda_runtime.h", "data.h", "other/a.h"})
    write(std::string("repository/include/") + name, "");
  EXPECT_EQ(of("#include \"a.h\"\n#include <vector>\n#include <cuda_runtime.h>\n"
               "#define DATA \"data.h\"\n#if __has_include(\"data.h\")\n#endif\n"),
            Folders{});
}

TEST_F(HeaderFolders, are_not_above_the_top_of_the_repository) {
  write("include/a.h", "");
  write("a.h", "");
  EXPECT_EQ(of("#include \"a.h\"\n#include \"../a.h\"\n"), Folders{});
  fs::remove_all(folder_ / "repository/.git");
  EXPECT_EQ(of("#include \"a.h\"\n"), Folders{"../../.."});
}

TEST_F(HeaderFolders, are_at_most_four_above_a_kernel_outside_a_repository) {
  write("1/include/a.h", "");
  const auto in = [&](const char* folder) {
    return header_folders_for(folder_ / folder / "k.cu", "#include \"a.h\"\n");
  };
  EXPECT_EQ(in("1/2/3/4/5"), Folders{"../../../../include"});
  EXPECT_EQ(in("1/2/3/4/5/6"), Folders{});
}

TEST_F(HeaderFolders, are_never_the_home_folder_or_above) {
  fs::remove_all(folder_ / "repository/.git");
  write("repository/include/a.h", "");
  EXPECT_EQ(of("#include \"a.h\"\n"), Folders{"../../include"});
  const tests::Variable home("HOME", (folder_ / "repository/").string());
  EXPECT_EQ(of("#include \"a.h\"\n"), Folders{});
}

class HeaderFoldersOfALesson : public HeaderFolders {
 protected:
  [[nodiscard]] fs::path lesson() const {
    const fs::path kernel =
        write("repository/chapter/sums/k.cu",
              "#include <value.h>\n__global__ void k(int* out) { out[threadIdx.x] = VALUE; }\n");
    return write_lesson_for(kernel, "guessed").value();
  }
  static auto outcome_of(const fs::path& lesson) {
    RunRequest request;
    request.lesson = lesson.string();
    return run(request);
  }
};

TEST_F(HeaderFoldersOfALesson, are_written_into_it_as_guesses) {
  write("repository/common/inc/value.h", "#define VALUE 1\n");
  const fs::path file = lesson();
  const std::string text = tests::text_of(file);
  EXPECT_NE(text.find("kernel = \"k\"\n# Guesses: the nearest folders with headers that the text "
                      "includes.\ninclude = [\"../../common/inc\"]\n\n[params]\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nELEMENTS = "), std::string::npos) << text;  // the header may have an N
  const auto outcome = outcome_of(file);
  EXPECT_TRUE(outcome) << outcome.error().message;
}

TEST_F(HeaderFoldersOfALesson, are_no_key_of_it_where_there_are_none) {
  const fs::path file = lesson();
  EXPECT_EQ(tests::text_of(file).find("include ="), std::string::npos);
  const auto outcome = outcome_of(file);
  ASSERT_FALSE(outcome);
  EXPECT_NE(outcome.error().message.find("value.h"), std::string::npos) << outcome.error().message;
}

}  // namespace
}  // namespace lanescope::app
