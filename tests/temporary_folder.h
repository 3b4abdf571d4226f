// Files of tests: temporary folders, and the text of a file.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace lanescope::tests {

// Errors: std::system_error.
inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::system_error(errno, std::generic_category(), file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

// An empty folder; the destructor deletes it. Errors: std::system_error.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lanescope-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category());
    path_ = std::filesystem::canonical(name);
  }
  ~TemporaryFolder() {
    std::error_code ignored;  // it does not matter if files stay in the system's temporary folder
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // Writes the file and makes its folder; returns its path.
  std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream file(path_ / name, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::system_error(EIO, std::generic_category(), name.string());
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

// Base of tests that each have a folder of their own. Base: testing::Test or
// testing::TestWithParam.
template <class Base>
class InFolder : public Base {
 protected:
  std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const {
    return temporary_.write(name, text);
  }

 private:
  TemporaryFolder temporary_;

 protected:
  const std::filesystem::path folder_ = temporary_.path();
};

}  // namespace lanescope::tests
