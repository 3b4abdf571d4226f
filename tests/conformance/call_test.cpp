// Functions that the compiler does not inline: recursion, function pointers, virtual functions,
// structures by value.
#include "tests/conformance/elementwise.h"
#include "tests/conformance/on_both.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(Call);

// out[i] = shape(a[i], b[i]), for arguments that make neighbouring lanes diverge.
template <class F>
void expect_shape(compile::Compiler compiler, const char* text, F shape) {
  constexpr std::size_t count = 300;
  expect_map(compiler, {{"shape(x, y)"}, 0, text}, shape,
             each(count, [](std::size_t i) { return static_cast<int>(i); }),
             ints_between(-20, 40, count, 17));
}

// NOLINTBEGIN(misc-no-recursion)

namespace fibonacci {
LANESCOPE_ON_BOTH(
    text,
    DEVICE __attribute__((noinline)) int fib(int n) {
      return n < 2 ? n : fib(n - 1) + fib(n - 2);
    } DEVICE int shape(int x, int y) { return fib(x % 11) * y; });
}
TEST_P(Call, recursion_of_two_branches) {
  expect_shape(GetParam(), fibonacci::text, fibonacci::shape);
}

namespace ackermann {
LANESCOPE_ON_BOTH(
    text,
    DEVICE __attribute__((noinline)) int ack(int m, int n) {
      if (m == 0) return n + 1;
      if (n == 0) return ack(m - 1, 1);
      return ack(m - 1, ack(m, n - 1));
    } DEVICE int shape(int x, int y) { return ack(x % 3, (y + 20) % 4); });
}
TEST_P(Call, recursion_in_the_argument_of_recursion) {
  expect_shape(GetParam(), ackermann::text, ackermann::shape);
}

namespace hofstadter {
LANESCOPE_ON_BOTH(
    text, DEVICE int male(int n); DEVICE __attribute__((noinline)) int female(int n) {
      return n == 0 ? 1 : n - male(female(n - 1));
    } DEVICE __attribute__((noinline)) int male(int n) {
      return n == 0 ? 0 : n - female(male(n - 1));
    } DEVICE int shape(int x, int y) { return female(x % 13) * 100 + male((y + 20) % 9); });
}
TEST_P(Call, mutual_recursion) { expect_shape(GetParam(), hofstadter::text, hofstadter::shape); }

namespace queens {
LANESCOPE_ON_BOTH(
    text,
    DEVICE __attribute__((noinline)) int place(int n, int row, int columns, int left, int right) {
      if (row == n) return 1;
      int count = 0;
      for (int c = 0; c < n; ++c) {
        const int bit = 1 << c;
        if ((columns & bit) != 0 || (left & bit) != 0 || (right & bit) != 0) continue;
        count += place(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
      }
      return count;
    } DEVICE int shape(int x, int y) { return place(x % 6, 0, 0, 0, 0) + y; });
}
TEST_P(Call, recursion_inside_a_loop_with_continue) {
  expect_shape(GetParam(), queens::text, queens::shape);
}

namespace quicksort {
LANESCOPE_ON_BOTH(
    text,
    DEVICE __attribute__((noinline)) void sort(int* data, int first, int last) {
      if (first >= last) return;
      const int pivot = data[(first + last) / 2];
      int i = first;
      int j = last;
      while (i <= j) {
        while (data[i] < pivot) ++i;
        while (data[j] > pivot) --j;
        if (i > j) break;
        const int swapped = data[i];
        data[i] = data[j];
        data[j] = swapped;
        ++i;
        --j;
      }
      sort(data, first, j);
      sort(data, i, last);
    } DEVICE int shape(int x, int y) {
      int data[12];
      for (int i = 0; i < 12; ++i) data[i] = (x * 31 + i * 17 + y) % 23;
      sort(data, 0, 11);
      int sum = 0;
      for (int i = 0; i < 12; ++i) sum = sum * 3 + data[i];
      return sum;
    });
}
TEST_P(Call, recursion_over_a_local_array_of_the_caller) {
  expect_shape(GetParam(), quicksort::text, quicksort::shape);
}

namespace own_arrays {
LANESCOPE_ON_BOTH(
    text,
    DEVICE __attribute__((noinline)) int digits(int n, int depth) {
      int mine[6];
      for (int i = 0; i < 6; ++i) mine[i] = n + i * depth;
      int below = 0;
      if (depth > 0) below = digits(n + mine[depth % 6], depth - 1);
      int sum = below;
      for (int i = 0; i < 6; ++i) sum = (sum * 5 + mine[(i + n % 6 + 6) % 6]) % 100003;
      return sum;
    } DEVICE int shape(int x, int y) { return digits(y + 20, x % 7); });
}
TEST_P(Call, an_array_of_its_own_in_every_frame) {
  expect_shape(GetParam(), own_arrays::text, own_arrays::shape);
}

// NOLINTEND(misc-no-recursion)

namespace structures {
LANESCOPE_ON_BOTH(
    text,
    struct Record {
      int number;
      signed char letter;
      double weight;
      short pair[3];
    };
    DEVICE __attribute__((noinline)) Record make(int x, signed char letter) {
      Record r;
      r.number = x;
      r.letter = letter;
      r.weight = x * 0.5;
      for (int i = 0; i < 3; ++i) r.pair[i] = static_cast<short>(x + i);
      return r;
    } DEVICE __attribute__((noinline)) Record change(Record r, int by) {
      r.number += by;
      r.letter = static_cast<signed char>(-r.letter);
      r.weight *= 2;
      r.pair[by % 3] = 7;
      return r;
    } DEVICE int shape(int x, int y) {
      Record r = make(x, static_cast<signed char>(y));
      const Record changed = change(r, x % 5);
      return r.number + changed.number * 3 + changed.letter * 5 + static_cast<int>(changed.weight) +
             changed.pair[0] * 7 + changed.pair[1] * 11 + changed.pair[2] * 13;
    });
}
TEST_P(Call, structures_by_value_in_and_out) {
  expect_shape(GetParam(), structures::text, structures::shape);
}

namespace indexed_structure {
LANESCOPE_ON_BOTH(
    text,
    struct Table {
      int first;
      short entries[7];
    };
    DEVICE __attribute__((noinline)) int pick(Table t, int i) {
      return t.entries[i] * t.first;
    } DEVICE int shape(int x, int y) {
      Table t;
      t.first = y;
      for (int i = 0; i < 7; ++i) t.entries[i] = static_cast<short>(x * i - 50);
      return pick(t, x % 7);
    });
}
TEST_P(Call, an_array_in_a_structure_by_value) {
  expect_shape(GetParam(), indexed_structure::text, indexed_structure::shape);
}

// The compilers take the argument's address: PTX ISA, "mov".
namespace written_table {
LANESCOPE_ON_BOTH(
    text,
    struct LongTable {
      int before;
      short at[45];
      double after;
    };
    DEVICE __attribute__((noinline)) int fill_and_sum(LongTable table, int from, int count) {
      int sum = 0;
      for (int i = 0; i < count; ++i) {
        table.at[(from + i) % 45] += 3;
        sum += table.at[(from * 7 + i) % 45] * (i + 1);
      }
      return sum + table.before + static_cast<int>(table.after);
    } DEVICE int shape(int x, int y) {
      LongTable table;
      table.before = x;
      table.after = y * 2;
      for (int i = 0; i < 45; ++i) table.at[i] = static_cast<short>(x + i * y);
      return fill_and_sum(table, x % 40, 3 + (y + 20) % 5) * 50 + table.at[x % 45];
    });
}
TEST_P(Call, a_structure_by_value_that_the_function_writes_to_is_a_copy) {
  expect_shape(GetParam(), written_table::text, written_table::shape);
}

namespace many_types {
LANESCOPE_ON_BOTH(
    text,
    DEVICE __attribute__((noinline)) long long mix(signed char a, unsigned char b, short c,
                                                   unsigned short d, int e, unsigned f, long long g,
                                                   unsigned long long h, float i, double j, bool k,
                                                   const int* l) {
      return a + b * 2 + c * 3 + d * 5 + e * 7LL + static_cast<long long>(f % 1000) + g / 3 +
             static_cast<long long>(h % 77) + static_cast<long long>(i * 4) +
             static_cast<long long>(j * 8) + (k ? 1000 : 0) + *l;
    } DEVICE int shape(int x, int y) {
      int here = x ^ y;
      return static_cast<int>(mix(static_cast<signed char>(y), static_cast<unsigned char>(y),
                                  static_cast<short>(y * 100), static_cast<unsigned short>(y), x,
                                  static_cast<unsigned>(y), -1LL * x * x, 5ULL * x,
                                  static_cast<float>(x) * 0.25F, y * 0.125, x % 2 == 0, &here));
    });
}
TEST_P(Call, arguments_of_every_type) {
  expect_shape(GetParam(), many_types::text, many_types::shape);
}

namespace early_returns {
LANESCOPE_ON_BOTH(
    text,
    DEVICE __attribute__((noinline)) int find(int wanted, int from) {
      if (from < 0) return -1;
      for (int i = from; i < 40; ++i) {
        if (i * i % 37 == wanted) return i;
        if (i % 13 == 12) {
          if (wanted % 2 == 0) return -i;
        }
      }
      return 99;
    } DEVICE int shape(int x, int y) {
      int sum = 0;
      for (int i = 0; i < x % 5 + 1; ++i) {
        const int found = find((x + i) % 37, y);
        if (found == 99) continue;
        sum = sum * 3 + found;
        if (sum > 500) break;
      }
      return sum;
    });
}
TEST_P(Call, returns_early_in_a_loop_with_break) {
  expect_shape(GetParam(), early_returns::text, early_returns::shape);
}

namespace pointers {
LANESCOPE_ON_BOTH(
    text, typedef int (*Operation)(int, int);
    DEVICE __attribute__((noinline)) int sum(int a, int b) { return a + b; } DEVICE
    __attribute__((noinline)) int product(int a, int b) { return a * b; } DEVICE
    __attribute__((noinline)) int larger(int a, int b) { return a > b ? a : b; } DEVICE
    __attribute__((noinline)) int fold(Operation f, int x, int count) {
      int value = x;
      for (int i = 1; i <= count; ++i) value = f(value, i) % 10007;
      return value;
    } DEVICE int shape(int x, int y) {
      Operation f = sum;
      if (x % 3 == 1) f = product;
      if (x % 3 == 2) f = larger;
      return fold(f, x, (y + 20) % 7);
    });
}
TEST_P(Call, pointers_to_functions_that_differ_by_lane) {
  expect_shape(GetParam(), pointers::text, pointers::shape);
}

namespace virtual_functions {
LANESCOPE_ON_BOTH(
    text, struct Shape {
      DEVICE virtual int area() const = 0;
      DEVICE virtual int corners() const { return 4; }

     protected:
      ~Shape() = default;
    };
    struct Square final : Shape {
      int side;
      DEVICE explicit Square(int s) : side(s) {} DEVICE int area() const override {
        return side * side;
      }
    };
    struct Triangle final : Shape {
      int base, height;
      DEVICE Triangle(int b, int h) : base(b), height(h) {} DEVICE int area() const override {
        return base * height / 2;
      } DEVICE int corners() const override { return 3; }
    };
    DEVICE __attribute__((noinline)) int describe(const Shape& s) {
      return s.area() * 10 + s.corners();
    } DEVICE int shape(int x, int y) {
      Square square(x % 50);
      Triangle triangle(x % 40, y + 20);
      const Shape* one = x % 2 == 0 ? static_cast<const Shape*>(&square)
                                    : static_cast<const Shape*>(&triangle);
      return describe(*one);
    });
}
TEST_P(Call, virtual_functions_of_another_class_in_each_lane) {
  expect_shape(GetParam(), virtual_functions::text, virtual_functions::shape);
}

TEST_P(Call, a_table_of_functions_in_device_memory) {
  KernelCase kernel(R"(
__device__ int triple(int x) { return 3 * x; }
__device__ int square(int x) { return x * x; }
__device__ int negate(int x) { return -x; }
typedef int (*Function)(int);
__device__ Function table[3] = {triple, square, negate};
__global__ void k(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[i % 3](i);
}
)");
  kernel.grid(2).block(48);
  kernel
      .out(each(96,
                [](std::size_t at) {
                  const int i = static_cast<int>(at);
                  return i % 3 == 0 ? 3 * i : i % 3 == 1 ? i * i : -i;
                }))
      .check(GetParam());
}

// All threads of a block with odd dimensions reach the barrier inside the function.
TEST_P(Call, a_barrier_inside_a_function) {
  KernelCase kernel(R"(
__device__ __noinline__ int rotate(int* shared, int at, int count, int value) {
  shared[at] = value;
  __syncthreads();
  int next = shared[(at + 1) % count];
  __syncthreads();
  return next;
}
__global__ void k(int* out) {
  __shared__ int shared[105];
  int at = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int value = at * 2;
  for (int i = 0; i < 3; ++i) value = rotate(shared, at, 105, value);
  out[blockIdx.x * 105 + at] = value + blockIdx.x;
}
)");
  kernel.grid(2).block(5, 7, 3);
  kernel
      .out(each(210,
                [](std::size_t i) { return static_cast<int>((i % 105 + 3) % 105 * 2 + i / 105); }))
      .check(GetParam());
}

TEST_P(Call, special_registers_inside_a_function) {
  KernelCase kernel(R"(
__device__ __noinline__ int where() {
  return threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * blockIdx.x + 100000 * blockIdx.y +
         10000000 * gridDim.y;
}
__global__ void k(int* out) {
  int at = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 30 + at] = where();
}
)");
  kernel.grid(3, 2).block(5, 3, 2);
  kernel
      .out(each(180,
                [](std::size_t at) {
                  const int i = static_cast<int>(at);
                  const int t = i % 30;
                  return t % 5 + t / 5 % 3 * 10 + t / 15 * 100 + i / 30 % 3 * 1000 +
                         i / 90 * 100000 + 20000000;
                }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
