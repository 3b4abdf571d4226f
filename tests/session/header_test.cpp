// A header that a kernel includes is edited: it is one of the session's files, and the session then
// shows and keeps the run with the new header.
#include <filesystem>

#include <gtest/gtest.h>

#include "app/session/files/folder_watch.h"
#include "app/session/run/timing_key.h"
#include "app/session/session.h"
#include "reports.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

class SessionHeaders : public tests::InFolder<::testing::TestWithParam<compile::Compiler>> {
 protected:
  void SetUp() override {
    for (const compile::Availability& one : compile::available()) {
      if (one.compiler == GetParam() && !one.usable) GTEST_SKIP() << one.why_not;
    }
    write("lesson/lesson.toml",
          "source = \"kernel.cu\"\nkernel = \"k\"\n[launch]\ngrid = [1]\nblock = [32]\n"
          "[[args]]\nname = \"out\"\ntype = \"int\"\ncount = \"32\"\n");
    write("lesson/kernel.cu",
          "#include \"../common/value.h\"\n"
          "__global__ void k(int* out) { out[threadIdx.x] = VALUE; }\n");
    write("common/value.h", "#include \"number.h\"\n#define VALUE NUMBER\n");
    write("common/number.h", "#define NUMBER 101\n");
  }

  [[nodiscard]] Session begin() const {
    State state;
    state.lesson = (folder_ / "lesson").string();
    state.compiler = GetParam();
    return Session(state, {},
                   {[](const RunRequest& request, Progress* progress, std::stop_token stop) {
                      return run(request, progress, std::move(stop));
                    },
                    describe_lesson,
                    {}});
  }

  // What the window does between two frames.
  [[nodiscard]] bool reloads(Session& session) {
    watch_.follow(session.run().files());
    if (!watch_.changed()) return false;
    session.reload();
    return test::update_until_taken(session);
  }

  // Whether the kernel shown stores `number`.
  static bool stores(const Session& session, int number) {
    return session.run().shown() && session.run().shown()->ptx.text.find(
                                        ", " + std::to_string(number) + ";") != std::string::npos;
  }
  FolderWatch watch_;
};
INSTANTIATE_TEST_SUITE_P(, SessionHeaders,
                         ::testing::Values(compile::Compiler::nvrtc, compile::Compiler::clang),
                         [](const auto& tested) {
                           return std::string(tested.param == compile::Compiler::nvrtc ? "nvrtc"
                                                                                       : "clang");
                         });

TEST_P(SessionHeaders, in_the_lessons_folders_are_watched_too) {
  write("lesson/lesson.toml",
        "source = \"kernel.cu\"\nkernel = \"k\"\ninclude = [\"../common\"]\n[launch]\ngrid = [1]\n"
        "block = [32]\n[[args]]\nname = \"out\"\ntype = \"int\"\ncount = \"32\"\n");
  write("lesson/kernel.cu",
        "#include <value.h>\n"
        "__global__ void k(int* out) { out[threadIdx.x] = VALUE; }\n");
  Session session = begin();
  ASSERT_TRUE(test::update_until_taken(session));
  EXPECT_TRUE(stores(session, 101));
  EXPECT_FALSE(reloads(session));
  write("common/number.h", "#define NUMBER 122\n");
  EXPECT_TRUE(reloads(session));
  EXPECT_TRUE(stores(session, 122));
}

TEST_P(SessionHeaders, that_are_edited_run_the_kernel_again) {
  Session session = begin();
  ASSERT_TRUE(test::update_until_taken(session));
  EXPECT_TRUE(stores(session, 101));
  EXPECT_FALSE(reloads(session));
  const std::string text = hash_of_text(session.run().shown()->resolved);
  write("common/number.h", "#define NUMBER 122\n");
  EXPECT_TRUE(reloads(session));
  EXPECT_TRUE(stores(session, 122));
  // Earlier times belong to the earlier text.
  EXPECT_NE(hash_of_text(session.run().shown()->resolved), text);
  EXPECT_FALSE(reloads(session));
}

TEST_P(SessionHeaders, that_do_not_compile_run_the_kernel_once_they_are_mended) {
  Session session = begin();
  ASSERT_TRUE(test::update_until_taken(session));
  EXPECT_FALSE(reloads(session));
  write("common/number.h", "#define NUMBER nothing\n");
  EXPECT_TRUE(reloads(session));
  EXPECT_TRUE(session.run().problem());
  write("common/number.h", "#define NUMBER 333\n");
  EXPECT_TRUE(reloads(session));
  EXPECT_FALSE(session.run().problem());
  EXPECT_TRUE(stores(session, 333));
}

TEST_P(SessionHeaders, that_were_not_there_run_the_kernel_once_they_are) {
  fs::remove(folder_ / "common/number.h");
  Session session = begin();
  ASSERT_TRUE(test::update_until_taken(session));
  EXPECT_TRUE(session.run().problem());
  EXPECT_FALSE(reloads(session));
  write("common/number.h", "#define NUMBER 104\n");
  EXPECT_TRUE(reloads(session));
  EXPECT_TRUE(stores(session, 104));
}

}  // namespace
}  // namespace lanescope::app
