#include "guide_lessons.h"

#include <fstream>
#include <string>

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* lesson_toml =
    R"(title = { en = "Reading with an offset", zh = "带偏移的读取" }
source = "shift.cu"
kernel = "shift"
[params]
OFFSET = { default = 0, min = 0, max = 32 }
[launch]
grid = [2]
block = [64]
[[args]]
name = "in"
type = "float"
count = 192
[[args]]
name = "out"
type = "float"
count = 128
)";

constexpr const char* kernel = R"(__global__ void shift(const float* in, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + OFFSET];
}
)";

constexpr const char* guide_toml = R"([[steps]]
name = "aligned"
view = "global,access=global_load"

[[steps.questions]]
name = "how_many"
kind = "number"
value = "access.sectors"
min = 0
max = 128
unit = "sectors"

[[steps]]
name = "shifted"
set = { OFFSET = 1 }
view = "global,access=global_load"

[[steps.questions]]
name = "more"
kind = "choice"
against = { set = { OFFSET = 0 } }
choices = [
  { name = "yes", when = "access.sectors > other.access.sectors" },
  { name = "no", when = "access.sectors <= other.access.sectors" },
]

[[steps.questions]]
name = "which"
kind = "sectors"

[[steps]]
name = "calm"
view = "global,access=global_store"

[exercise]
set = { OFFSET = 1 }
goals = [ { name = "least", when = "global_load.sectors == global_load.ideal_sectors" } ]
solution = { set = { OFFSET = 8 } }
)";

constexpr const char* guide_en = R"(# goal
You will understand why a **shifted** read moves one sector more.

# step.aligned
## Where it begins
Lane `i` reads `in[i]`. The 32 lanes want 128 bytes.

# question.how_many
How many **sectors** of 32 bytes does this warp touch?

# answer.how_many
128 bytes from an aligned start: {access.sectors} sectors.

# step.shifted
## One float further
Now lane `i` reads `in[i + 1]`.

# question.more
Does it touch more sectors than before?

# choice.more.yes
Yes, more than before

# choice.more.no
No, as many as before

# hint.more
Where does lane 31 read now?

# answer.more
It is {access.sectors} now; it was {other.access.sectors}.

# question.which
Which sectors does it touch? Mark them in the picture.

# answer.which
The bytes begin at 4, so the last lane's are in the next line.

# step.calm
## The store
The store goes to `out[i]` as before.

# exercise
## Shift without a loss
Find an `OFFSET` other than 0 that costs nothing.

# exercise.least
No sector more than the least that there can be

# exercise.done
A multiple of 8 floats is a multiple of a sector.
)";

constexpr const char* guide_zh = R"(# goal
你会明白，为什么**错开**的读取要多搬一个扇区。

# step.aligned
## 从哪里开始
lane `i` 读取 `in[i]`。32 个 lane 一共要 128 字节。

# question.how_many
这个 warp 碰到多少个 32 字节的**扇区**？

# answer.how_many
从对齐的地址起 128 字节：{access.sectors} 个扇区。
)";

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

}  // namespace

fs::path write_course(const fs::path& folder) {
  const fs::path kernels = folder / "kernels";
  write(kernels / "course.toml", R"([[parts]]
name = "one"
title = { en = "The first part", zh = "第一部分" }
lessons = ["first", "second", "broken"]
)");
  write(kernels / "first" / "lesson.toml", lesson_toml);
  write(kernels / "first" / "shift.cu", kernel);
  write(kernels / "first" / "guide.toml", guide_toml);
  write(kernels / "first" / "guide.en.md", guide_en);
  write(kernels / "first" / "guide.zh.md", guide_zh);
  std::string second = lesson_toml;
  second.replace(second.find("Reading with an offset"), 22, "Zebra");
  write(kernels / "second" / "lesson.toml", second);
  write(kernels / "second" / "shift.cu", kernel);
  write(kernels / "second" / "guide.toml", "[[steps]]\nname = \"only\"\n");
  write(kernels / "second" / "guide.en.md",
        "# goal\nNothing new.\n\n# step.only\n## Once\nText.\n");
  write(kernels / "broken" / "lesson.toml", "source = \n");
  return kernels;
}

}  // namespace lanescope::app::test
