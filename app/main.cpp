#include <sys/prctl.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/command_line.h"
#include "kernels/device/worker.h"
#include "kernels/transfer/worker.h"

#if LANESCOPE_WITH_WINDOW
#include "app/window/window.h"
#endif

namespace {

lanescope::app::Screen this_builds_screen() {
#if LANESCOPE_WITH_WINDOW
  return {lanescope::app::open_window, lanescope::app::take_shot, lanescope::app::draw_sweep,
          lanescope::app::take_scene_shots, lanescope::app::draw_figure};
#else
  return {};
#endif
}

lanescope::app::Result run(const std::vector<std::string>& arguments) {
  using namespace lanescope::app;
  try {
    return run_command_line(arguments, this_builds_screen());
  } catch (const std::bad_alloc&) {
    return failure(ExitCode::not_on_this_machine,
                   "lanescope: this machine does not have enough memory");
  } catch (const std::exception& error) {
    return failure(ExitCode::wrong_input, std::string("lanescope: ") + error.what());
  }
}

bool print(std::FILE* stream, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stream) == text.size() &&
         std::fflush(stream) == 0;
}

// Reads in large pieces: a kernel's arrays may be gigabytes.
std::string all_of_input() {
  std::string text;
  std::vector<char> piece(std::size_t{1} << 20);
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), stdin))
    text.append(piece.data(), size);
  return text;
}

// `lanescope gpu-worker` (kernels/device/worker.h): internal, not for users.
int answer_one_question() {
  // Ends this process with its parent (Ctrl+C, a crash), so that no endless kernel is left running
  // on the GPU.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const std::string question = all_of_input();
  return print(stdout, lanescope::device::answer(question)) ? 0 : 2;
}

// `lanescope gpu-transfers` (kernels/transfer/worker.h): likewise.
int answer_with_rows() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  lanescope::transfer::serve(all_of_input(), [](const std::string& row) { print(stdout, row); });
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == lanescope::device::worker_command)
    return answer_one_question();
  if (argc == 2 && std::string_view(argv[1]) == lanescope::transfer::worker_command)
    return answer_with_rows();
  const lanescope::app::Result result =
      run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  print(stderr, result.err);
  if (!print(stdout, result.out)) {
    std::perror("lanescope: the output cannot be written");
    return static_cast<int>(lanescope::app::ExitCode::wrong_input);
  }
  return result.exit_code;
}
