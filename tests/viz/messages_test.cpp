#include "viz/text/messages.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "tests/paths.h"
#include "tests/some.h"
#include "tests/temporary_folder.h"
#include "viz/text/texts.h"

namespace lanescope::text {
namespace {

namespace fs = std::filesystem;

TEST(Messages, are_filled_in_any_order) {
  Messages messages;
  messages.add_message("{n} bytes before {array}", "{array}: -{n}");
  EXPECT_EQ(messages.translated("16 bytes before A"), "A: -16");
  EXPECT_EQ(messages.translated("16 bytes behind A"), "16 bytes behind A");
}

TEST(Messages, may_hold_others) {
  Messages messages;
  messages.add_frame("{place}: error: {text}", "{place}: Fehler: {text!}");
  messages.add_message("it takes {n} arguments", "es braucht {n} Argumente");
  messages.add_message("the emulator can't run '{name}': {why}", "'{name}' geht nicht: {why!}");
  EXPECT_EQ(messages.translated("a.cu:3: error: the emulator can't run 'f': it takes 2 arguments\n"
                                "a.cu:4: error: it takes 1 arguments\n"
                                "    of the compiler's own words"),
            "a.cu:3: Fehler: 'f' geht nicht: es braucht 2 Argumente\n"
            "a.cu:4: Fehler: es braucht 1 Argumente\n"
            "    of the compiler's own words");
}

TEST(Messages, the_one_with_more_fixed_text_wins) {
  Messages messages;
  messages.add_message("{what} is read", "short");
  messages.add_message("{what} is never read", "long");
  EXPECT_EQ(messages.translated("A is never read"), "long");
}

TEST(Messages, a_value_is_not_translated_unless_the_translation_says_so) {
  Messages messages;
  messages.add_message("load", "laden");
  messages.add_message("array {name}: {verb}", "Feld {name}: {verb!}");
  EXPECT_EQ(messages.translated("array load: load"), "Feld load: laden");
}

// ---- shipped translations against the messages in the code ----

// "{name}", "{:08x}", "({},{},{})" and adjacent ones become one "{}".
std::string normal(std::string text) {
  text = std::regex_replace(text, std::regex(R"(\{[^{}]*\})"), "{}");
  text = std::regex_replace(text, std::regex(R"(\(\{\}(,\{\})*\))"), "{}");
  return std::regex_replace(text, std::regex(R"((\{\})+)"), "{}");
}

// The string literals of a C++ file; adjacent ones are joined as the compiler does.
std::vector<std::string> literals_in(const std::string& code) {
  std::vector<std::string> found;
  bool joins = false;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const char c = code[at];
    if (code.compare(at, 2, "//") == 0) {
      at = std::min(code.find('\n', at), code.size());
    } else if (c == '\'' && (code[at + 2] == '\'' || code[at + 1] == '\\')) {
      at = code.find('\'', at + 2);
      joins = false;
    } else if (c == '"') {
      if (!joins) found.emplace_back();
      for (++at; at < code.size() && code[at] != '"'; ++at) {
        const bool escaped = code[at] == '\\';
        if (escaped) ++at;
        found.back() += escaped && code[at] == 'n' ? '\n' : code[at];
      }
      joins = true;
    } else if (c != ' ' && c != '\n') {
      joins = false;
    }
  }
  return found;
}

// The string literals of the code whose messages are translated.
std::set<std::string> literals() {
  const fs::path root = LANESCOPE_SOURCE_DIR;
  std::vector<fs::path> files;
  for (const char* folder :
       {"sim/exec", "sim/ptx", "sim/report", "kernels/compile", "kernels/device"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path& path = entry.path();
      const std::string extension = path.extension().string();
      // Timing traps have keys in the catalogues: "trap.few_waves". Programs are built for the
      // command line alone, which speaks English.
      if (path.string().find("/prelude/") != std::string::npos || path.stem() == "timing_traps" ||
          path.string().find("/compile/program") != std::string::npos ||
          (extension != ".cpp" && extension != ".h" && extension != ".def")) {
        continue;
      }
      files.push_back(path);
    }
  }
  for (const char* file :
       {"run/run.cpp", "run/launch_memory.cpp", "run/kernel_source.cpp", "run/kernel_list.cpp",
        "run/launch_limits.cpp", "run/measure.cpp", "sweeps/timings.cpp", "run/worker.cpp",
        "files/recordings.cpp", "course/exercise.cpp"}) {
    files.push_back(root / "app/session" / file);
  }
  for (const char* file : {"measure.cpp", "cuda_device.cpp"})
    files.push_back(root / "kernels/transfer" / file);
  files.push_back(root / "kernels/runtime/host_findings.cpp");
  std::set<std::string> found;
  for (const fs::path& path : files) {
    for (const std::string& text : literals_in(tests::text_of(path))) found.insert(normal(text));
  }
  return found;
}

// Reads the file itself, because Languages stores the keys in another form.
std::vector<std::string> keys_of(const std::string& language, const char* table) {
  const toml::table root =
      toml::parse_file(std::string(LANESCOPE_SOURCE_DIR) + "/assets/text/" + language + ".toml");
  std::vector<std::string> keys;
  if (const toml::table* messages = root[table].as_table()) {
    for (const auto& [key, own] : *messages) keys.emplace_back(key.str());
  }
  return keys;
}

// Three words in a row make a sentence, not a name, an option or a key.
bool is_sentence(const std::string& text) {
  static const std::regex words(R"([A-Za-z']+ [a-z']+ [a-z']+)");
  return std::regex_search(text, words);
}

// Sentences that users never see, and word lists that are not sentences.
bool is_for_others(const std::string& text) {
  for (const char* part : {
           "#pragma clang diagnostic",  // clang's prelude
           "file not found",            // parts of clang's messages, which we look for ...
           "Undefined external symbol",
           "Compiling entry function",  // ... ptxas's
           "cannot open source file",   // ... NVRTC's
           "excessive recursion at instantiation of",
           "No such file or directory",  // ... gcc's
           "Cuda compiler driver",
           "died due to signal",         // ... and nvcc's
           "the message is cut off",     // an internal error: our two processes disagree
           "\" is not of the form \"",   // a damaged recording, for its author
           "lanescope-ptx",              // the cache's files
           "/libcuda.so",                // a file
           "must stay in alphabetical",  // a static_assert
           "(not a string)",             // printf's text, as on a GPU
           " ftz",
           " rz rm",
           "pack sat u4",
           "add min max",
           "sat po",
           "NaN xorsign",
           " v2 v4",
           " v4 level grad",
           " v4 r g b a",
           "width height depth"  // suffixes of PTX
       }) {
    if (text.find(part) != std::string::npos) return true;
  }
  return false;
}

TEST(Messages, every_one_in_the_code_is_in_every_shipped_language) {
  const std::set<std::string> in_code = literals();
  ASSERT_GT(in_code.size(), 500U) << "the code is not where it was";
  for (const Language& language : tests::some(languages().all)) {
    if (language.code == "en") continue;
    std::string all;
    for (const char* table : {"message_frames", "messages"}) {
      for (const std::string& key : keys_of(language.code, table)) all += normal(key) + "\n";
    }
    for (const std::string& text : in_code) {
      if (!is_sentence(text) || is_for_others(text)) continue;
      EXPECT_NE(all.find(text), std::string::npos) << language.code << " lacks: " << text;
    }
  }
}

TEST(Messages, every_one_in_a_shipped_language_is_in_the_code) {
  const std::set<std::string> in_code = literals();
  for (const Language& language : tests::some(languages().all)) {
    for (const std::string& key : keys_of(language.code, "messages"))
      EXPECT_TRUE(in_code.contains(normal(key))) << language.code << " alone has: " << key;
  }
}

TEST(Messages, a_translation_uses_only_what_its_key_names) {
  static const std::regex name(R"(\{([^{}!]*)!?\})");
  for (const Language& language : tests::some(languages().all)) {
    const toml::table root = toml::parse_file(std::string(LANESCOPE_SOURCE_DIR) + "/assets/text/" +
                                              language.code + ".toml");
    for (const char* table : {"message_frames", "messages"}) {
      if (root[table].as_table() == nullptr) continue;
      for (const auto& [key, own] : *root[table].as_table()) {
        const std::string english(key.str());
        const std::string text = own.value_or(std::string());
        EXPECT_FALSE(text.empty()) << english;
        for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) {
          EXPECT_NE(english.find("{" + (*at)[1].str() + "}"), std::string::npos)
              << language.code << ": " << english << " has no {" << (*at)[1] << "}";
        }
      }
    }
  }
}

// Neither a frame nor a message with more text takes another's place.
TEST(Messages, each_is_translated_by_its_own_entry) {
  static const std::regex name(R"(\{([^{}!]*)!?\})");
  for (const Language& language : tests::some(languages().all)) {
    const toml::table root = toml::parse_file(std::string(LANESCOPE_SOURCE_DIR) + "/assets/text/" +
                                              language.code + ".toml");
    if (root["messages"].as_table() == nullptr) continue;
    for (const auto& [key, own] : *root["messages"].as_table()) {
      const std::string said = std::regex_replace(std::string(key.str()), name, "<$1>");
      const std::string expected = std::regex_replace(own.value_or(std::string()), name, "<$1>");
      EXPECT_EQ(language.messages.translated(said), expected) << key.str();
    }
  }
}

TEST(Messages, are_translated_to_chinese) {
  const Texts texts("zh");
  const std::pair<const char*, const char*> said[] = {
      {"out-of-range load of 4 bytes by thread (32,0,0) of block (1,0,0) and 31 more lanes of its "
       "warp: 128 bytes past the end of A (4096 bytes), as element 1056 of 0 to 1023, 4 bytes each",
       "越界的 4 字节读取，来自线程块 (1,0,0) 的线程 (32,0,0)（及同一 warp 的另外 31 个 lane）：在 "
       "A "
       "末尾（共 4096 字节）之后 128 字节处，相当于元素 1056，而元素为 0 到 1023，每个 4 字节"},
      {"race on tile[3] (elements of 4 bytes): read here by thread (3,0,0) of block (0,0,0), "
       "written "
       "at race.cu:7 by thread (35,0,0); no __syncthreads() between the two",
       "tile[3]（元素 4 字节）上的数据竞争：线程块 (0,0,0) 的线程 (3,0,0) 在这里读取，线程 "
       "(35,0,0) "
       "在 "
       "race.cu:7 写入；两者之间没有 __syncthreads()"},
      {"an address computed from s points outside of it, to u[0] (elements of 4 bytes): written by "
       "thread (0,0,0) of block (0,0,0)",
       "由 s 算出的地址越出了它，落在 u[0]（元素 4 字节） 中：由线程块 (0,0,0) 的线程 (0,0,0)写入"},
      {"the run has reached its limit of 1000 warp instructions; the kernel was stopped here, "
       "in a loop (k.cu:3-5) that may be endless [block (0,0,0), thread (0,0,0)]",
       "本次运行已达到 1000 条 warp 指令的上限；kernel 停在这里，位于循环之中（k.cu:3-5"
       "），可能是死循环 [线程块 (0,0,0)，线程 (0,0,0)]"},
      {"k.cu:3:7: error: expected ';' before '}'", "k.cu:3:7: 错误：此处应为 ';'，却遇到 '}'"},
      {"copying the arrays to the GPU: out of memory (cudaErrorMemoryAllocation)",
       "把数组拷贝到 GPU：out of memory（cudaErrorMemoryAllocation）"},
      {"k.cu made clang 14.0.6 crash, which is that compiler's fault: NVRTC or a newer clang may "
       "do "
       "better (clang)",
       "k.cu 使 clang 14.0.6 崩溃，这是该编译器的问题：可以换用 NVRTC 或更新的 clang（clang）"},
  };
  for (const auto& [english, chinese] : said) EXPECT_EQ(texts.say(english), chinese);
}

}  // namespace
}  // namespace lanescope::text
