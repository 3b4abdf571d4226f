// Divergent control flow: lanes of a warp take different paths and reconverge.
#include "tests/conformance/elementwise.h"
#include "tests/conformance/on_both.h"

namespace lanescope::conformance {
namespace control_test {
namespace {

LANESCOPE_CONFORMANCE(Control);

// out[i] = shape(a[i], b[i]), for arguments that make neighbouring lanes diverge.
template <class F>
void expect_shape(compile::Compiler compiler, const char* text, F shape) {
  constexpr std::size_t count = 400;
  expect_map(compiler, {{"shape(x, y)"}, 0, text}, shape,
             each(count, [](std::size_t i) { return static_cast<int>(i); }),
             ints_between(-20, 40, count, 11));
}

namespace if_else_chain {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int r = 1;
      if (x % 4 == 0) {
        r = x + y;
      } else if (x % 4 == 1) {
        r = x - y;
        if (y > 10) r *= 3;
      } else if (y < 0) {
        r = -y;
      } else {
        r = 7;
      }
      return r * 2 + 1;
    });
}
TEST_P(Control, a_chain_of_else_ifs) {
  expect_shape(GetParam(), if_else_chain::text, if_else_chain::shape);
}

namespace nested_breaks {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int sum = 0;
      for (int a = 0; a < x % 9; ++a) {
        if (a == 3 && x % 2 != 0) continue;
        for (int b = 0; b < 11; ++b) {
          if (b * a > x) break;
          if ((b + y) % 5 == 0) continue;
          sum += a * 10 + b;
        }
        if (sum > 200) break;
      }
      return sum;
    });
}
TEST_P(Control, nested_loops_with_break_and_continue) {
  expect_shape(GetParam(), nested_breaks::text, nested_breaks::shape);
}

namespace early_returns {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      if (x % 7 == 0) return -1;
      int sum = 0;
      for (int i = 0; i < x; ++i) {
        if (sum > 1000 + y) return sum;
        if (i == 50 + y) return -i;
        sum += i * (x % 3 + 1);
      }
      return sum + 1;
    });
}
TEST_P(Control, early_returns_out_of_a_loop) {
  expect_shape(GetParam(), early_returns::text, early_returns::shape);
}

namespace dense_switch {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int r = y;
      switch (x % 10) {
        case 0:
          r += 100;
          break;
        case 1:
          r -= 7;
          [[fallthrough]];
        case 2:
          r *= 2;
          [[fallthrough]];
        case 3:
          r ^= 0x55;
          break;
        case 5:
          return r - x;
        case 6:
        case 7:
          r = x * y;
          break;
        case 8:
          for (int i = 0; i < y; ++i) r += i;
          break;
        default:
          r = -r;
      }
      return r + 1;
    });
}
TEST_P(Control, a_switch_that_falls_through) {
  expect_shape(GetParam(), dense_switch::text, dense_switch::shape);
}

namespace sparse_switch {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      switch (x * 37 % 1000) {
        case 0:
          return 1;
        case 37:
          return y * 3;
        case 111:
          return y - 4;
        case 370:
          return y ^ 0x33;
        case 999:
          return x * y;
        case 703:
          return x + 2 * y;
      }
      return x - y;
    });
}
TEST_P(Control, a_switch_over_values_far_apart) {
  expect_shape(GetParam(), sparse_switch::text, sparse_switch::shape);
}

namespace switch_in_loop {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int state = x % 5;
      int steps = 0;
      while (steps < 40) {
        ++steps;
        switch (state) {
          case 0:
            state = (x + steps) % 3 == 0 ? 2 : 1;
            continue;
          case 1:
            state = y > steps ? 3 : 4;
            break;
          case 2:
            if (steps > 20) return steps * 10;
            state = 3;
            break;
          case 3:
            state = 0;
            break;
          default:
            return steps;
        }
        if ((x + y + steps) % 17 == 0) break;
      }
      return -state - steps;
    });
}
TEST_P(Control, a_state_machine_in_a_loop) {
  expect_shape(GetParam(), switch_in_loop::text, switch_in_loop::shape);
}

namespace short_circuits {
LANESCOPE_ON_BOTH(
    text,
    DEVICE bool costly(int v, int* calls) {
      ++*calls;
      for (int i = 2; i * i <= v; ++i)
        if (v % i == 0) return false;
      return v > 1;
    } DEVICE int shape(int x, int y) {
      int calls = 0;
      bool both = costly(x, &calls) && costly(x + 2, &calls);
      bool either = costly(y, &calls) || costly(x + 6, &calls) || x % 3 == 0;
      bool mixed = (x > 100 && costly(x - 100, &calls)) || (y < 0 && !costly(-y, &calls));
      return calls * 8 + both * 4 + either * 2 + mixed;
    });
}
TEST_P(Control, short_circuits_call_only_what_they_need) {
  expect_shape(GetParam(), short_circuits::text, short_circuits::shape);
}

namespace collatz {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      unsigned n = static_cast<unsigned>(x * 64 + y + 21);
      int steps = 0;
      while (n != 1) {
        n = n % 2 != 0 ? 3 * n + 1 : n / 2;
        ++steps;
      }
      return steps;
    });
}
TEST_P(Control, a_trip_count_of_its_own_for_each_lane) {
  expect_shape(GetParam(), collatz::text, collatz::shape);
}

namespace do_while {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int v = x * 1000 + y + 20;
      int digits = 0;
      int sum = 0;
      do {
        sum += v % 10;
        v /= 10;
        ++digits;
      } while (v != 0);
      return digits * 100 + sum;
    });
}
TEST_P(Control, do_while_runs_once_at_least) {
  expect_shape(GetParam(), do_while::text, do_while::shape);
}

namespace several_exits {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int r = 0;
      for (int i = 0; i < 64; ++i) {
        if (i > y && i % 5 == x % 5) {
          r = 1000 + i;
          break;
        }
        if (i == x % 23) {
          r = 2000 - i;
          goto done;
        }
        r += i;
        if (r > 300) return r;
      }
      r *= 2;
    done:
      return r + 5;
    });
}
TEST_P(Control, a_loop_with_several_exits) {
  expect_shape(GetParam(), several_exits::text, several_exits::shape);
}

namespace irreducible {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int r = 0;
      int turns = x % 13 + 1;
      if (y > 10) goto second;
    first:
      r = r * 3 + 1;
      if (--turns <= 0) return r;
      if ((r + y) % 4 == 0) goto first;
    second:
      r = r * 5 + 2;
      if (--turns <= 0) return -r;
      if (r % 3 != 0) goto second;
      goto first;
    });
}
TEST_P(Control, an_irreducible_loop_entered_at_two_places) {
  expect_shape(GetParam(), irreducible::text, irreducible::shape);
}

namespace backward_goto {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int i = 0;
      int r = y;
    again:
      r += i * x;
      if (++i < x % 6) goto again;
      if (r < 0) {
        r = -r;
        i = 0;
        if (x % 2 != 0) goto again;
      }
      return r;
    });
}
TEST_P(Control, goto_backwards_out_of_an_if) {
  expect_shape(GetParam(), backward_goto::text, backward_goto::shape);
}

namespace triple_nest {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int found = 0;
      for (int a = 1; a < 12; ++a) {
        for (int b = a; b < 14 + x % 4; ++b) {
          for (int c = b; c < 20; ++c) {
            if (a * a + b * b == c * c) {
              found += c;
              goto next_a;
            }
            if (c > b + x % 9 + 1) break;
          }
        }
        found += y % 3;
      next_a:;
      }
      return found;
    });
}
TEST_P(Control, three_loops_left_at_once_by_goto) {
  expect_shape(GetParam(), triple_nest::text, triple_nest::shape);
}

namespace ternaries {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      return x > 200 ? (y > 0 ? x / (y + 1) : x % 11)
                     : (x % 2 != 0 ? (y < -10 ? -1 : y) : (x > y ? x - y : y - x));
    });
}
TEST_P(Control, nested_conditional_expressions) {
  expect_shape(GetParam(), ternaries::text, ternaries::shape);
}

namespace binary_search {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int low = 0;
      int high = 1000;
      const int wanted = x * x + y;
      while (low < high) {
        const int middle = (low + high) / 2;
        if (middle * middle == wanted) return middle;
        if (middle * middle < wanted)
          low = middle + 1;
        else
          high = middle;
      }
      return -low;
    });
}
TEST_P(Control, a_binary_search_that_may_end_early) {
  expect_shape(GetParam(), binary_search::text, binary_search::shape);
}

namespace infinite_loop {
LANESCOPE_ON_BOTH(
    text, DEVICE int shape(int x, int y) {
      int i = 0;
      for (;;) {
        i += 3;
        if (i > x) break;
        if (i % (y + 25) == 0) return i * 2;
      }
      return i;
    });
}
TEST_P(Control, a_loop_that_only_a_break_or_a_return_ends) {
  expect_shape(GetParam(), infinite_loop::text, infinite_loop::shape);
}

TEST_P(Control, barriers_after_divergent_ifs) {
  const std::string text = R"(
    __global__ void k(int* out) {
      __shared__ int s[96];
      int t = threadIdx.x;
      s[t] = t;
      __syncthreads();
      for (int round = 1; round < 6; ++round) {
        int v;
        if (t % 2) {
          v = s[(t + round) % 96];
          if (t % 3 == 0) v += 5; else v -= 1;
        } else {
          v = s[(t * round) % 96] * 2;
          while (v > 50) v -= 13;
        }
        __syncthreads();
        s[t] = v;
        __syncthreads();
      }
      out[blockIdx.x * 96 + t] = s[t] + blockIdx.x;
    })";
  std::vector<int> s = each(96, [](std::size_t i) { return static_cast<int>(i); });
  for (int round = 1; round < 6; ++round) {
    std::vector<int> next(96);
    for (int t = 0; t < 96; ++t) {
      int v = t % 2 != 0 ? s[(t + round) % 96] + (t % 3 == 0 ? 5 : -1) : s[t * round % 96] * 2;
      while (t % 2 == 0 && v > 50) v -= 13;
      next[t] = v;
    }
    s = next;
  }
  KernelCase(text)
      .grid(3)
      .block(96)
      .out(each(288, [&](std::size_t i) { return s[i % 96] + static_cast<int>(i / 96); }))
      .check(GetParam());
}

TEST_P(Control, threads_that_leave_before_the_last_barriers_of_others) {
  // Whole warps exit; the others still meet at barriers.
  const std::string text = R"(
    __global__ void k(int* out, int n) {
      __shared__ int s[128];
      int t = threadIdx.x;
      s[t] = t * t;
      __syncthreads();
      if (t >= n) return;
      int v = s[127 - t];
      __syncthreads();
      s[t] = v;
      __syncthreads();
      out[t] = s[(t + 1) % n];
    })";
  KernelCase(text)
      .block(128)
      .out(each(128,
                [](std::size_t i) {
                  const int from = static_cast<int>((i + 1) % 64);
                  return i < 64 ? (127 - from) * (127 - from) : 0;
                }))
      .value(64)
      .check(GetParam());
}

TEST_P(Control, loops_of_one_warp_only) {
  const std::string text = R"(
    __global__ void k(unsigned* out) {
      unsigned t = threadIdx.x, v = t;
      if (t / 32 == 1) {
        for (unsigned i = 0; i < t; ++i) v = v * 5 + i;
      } else if (t / 32 == 2 && t % 32 < 7) {
        do { v += 3; } while (v % 8 != 0);
      }
      out[t] = v;
    })";
  KernelCase(text)
      .block(100)
      .out(each(100,
                [](std::size_t i) {
                  auto v = static_cast<unsigned>(i);
                  if (i / 32 == 1)
                    for (unsigned j = 0; j < i; ++j) v = v * 5 + j;
                  if (i / 32 == 2 && i % 32 < 7) {
                    v = static_cast<unsigned>(i) + 3;
                    while (v % 8 != 0) v += 3;
                  }
                  return v;
                }))
      .check(GetParam());
}

// ---- calls that the compiler does not inline ----

namespace factorial {
LANESCOPE_ON_BOTH(
    text,
    DEVICE unsigned recurse(unsigned n) {
      return n < 2 ? 1U : n * recurse(n - 1);
    } DEVICE int shape(int x, int y) {
      return static_cast<int>(recurse(static_cast<unsigned>(x) % 13)) + y;
    });
}
TEST_P(Control, recursion_to_a_depth_of_each_lane) {
  expect_shape(GetParam(), factorial::text, factorial::shape);
}

namespace fibonacci {
LANESCOPE_ON_BOTH(
    text,
    DEVICE int recurse(int n) {
      if (n < 2) return n;
      return recurse(n - 1) + recurse(n - 2);
    } DEVICE int shape(int x, int y) { return recurse(x % 9) * 100 + y; });
}
TEST_P(Control, recursion_that_calls_itself_twice) {
  expect_shape(GetParam(), fibonacci::text, fibonacci::shape);
}

namespace ackermann {
LANESCOPE_ON_BOTH(
    text,
    DEVICE int recurse(int m, int n) {
      if (m == 0) return n + 1;
      if (n == 0) return recurse(m - 1, 1);
      return recurse(m - 1, recurse(m, n - 1));
    } DEVICE int shape(int x, int y) { return recurse(x % 3, (y + 20) % 4); });
}
TEST_P(Control, recursion_in_an_argument_of_itself) {
  expect_shape(GetParam(), ackermann::text, ackermann::shape);
}

namespace mutual {
LANESCOPE_ON_BOTH(
    text, DEVICE bool odd(unsigned n); DEVICE bool even(unsigned n) {
      return n == 0 || odd(n - 1);
    } DEVICE bool odd(unsigned n) { return n != 0 && even(n - 1); } DEVICE int shape(int x, int y) {
      return even(static_cast<unsigned>(x) % 40) * 2 + odd(static_cast<unsigned>(y + 20));
    });
}
TEST_P(Control, two_functions_that_call_each_other) {
  expect_shape(GetParam(), mutual::text, mutual::shape);
}

namespace hanoi {
LANESCOPE_ON_BOTH(
    text,
    DEVICE void move(int n, int from, int to, int* pegs) {
      if (n == 0) return;
      const int other = 3 - from - to;
      move(n - 1, from, other, pegs);
      --pegs[from];
      pegs[to] += n;
      move(n - 1, other, to, pegs);
    } DEVICE int shape(int x, int y) {
      int pegs[3] = {20, 20, 20};
      move(x % 6, 0, 1 + (y & 1), pegs);
      return pegs[0] * 10000 + pegs[1] * 100 + pegs[2];
    });
}
TEST_P(Control, recursion_that_writes_to_an_array_of_the_caller) {
  expect_shape(GetParam(), hanoi::text, hanoi::shape);
}

namespace quicksort {
LANESCOPE_ON_BOTH(
    text,
    DEVICE void sort(int* v, int low, int high) {
      if (low >= high) return;
      const int pivot = v[(low + high) / 2];
      int i = low;
      int j = high;
      while (i <= j) {
        while (v[i] < pivot) ++i;
        while (v[j] > pivot) --j;
        if (i <= j) {
          const int swap = v[i];
          v[i++] = v[j];
          v[j--] = swap;
        }
      }
      sort(v, low, j);
      sort(v, i, high);
    } DEVICE int shape(int x, int y) {
      int v[12];
      for (int i = 0; i < 12; ++i) v[i] = (x * 31 + i * (y + 21) * 7) % 100;
      sort(v, 0, 11);
      int code = 0;
      for (int i = 0; i < 12; ++i) code = code * 3 % 1000003 + v[i];
      return code;
    });
}
TEST_P(Control, a_quicksort_of_a_local_array) {
  expect_shape(GetParam(), quicksort::text, quicksort::shape);
}

TEST_P(Control, functions_that_are_not_inlined_return_structures) {
  expect_map(
      GetParam(),
      {{"shape(x, y)"},
       0,
       "struct Pair { long long sum; short low; float part[3]; };\n"
       "__device__ __noinline__ Pair make(int x, int y) {\n"
       "  Pair p; p.sum = (long long)x << 20; p.low = (short)(x * y);\n"
       "  for (int i = 0; i < 3; ++i) p.part[i] = y * 0.5f + i;\n  return p;\n}\n"
       "__device__ __noinline__ long long take(Pair p, int i) { return p.sum + p.low + "
       "(int)(p.part[i] * 2); }\n"
       "__device__ long long shape(int x, int y) { return take(make(x, y), x % 3); }\n"},
      [](int x, int y) {
        return (std::int64_t{x} << 20) + static_cast<short>(x * y) + y + x % 3 * 2;
      },
      ints_between(0, 90, 200, 1), ints_between(0, 300, 200, 2));
}

TEST_P(Control, a_call_in_a_divergent_loop_that_returns_early) {
  expect_map(
      GetParam(),
      {{"shape(x, y)"},
       0,
       "__device__ __noinline__ int step(int v, int limit) {\n"
       "  if (v > limit) return v / 2;\n"
       "  for (int i = 0; i < 5; ++i) { if (v % 7 == i) return v * 3 + i; v += i; }\n"
       "  return v + 1;\n}\n"
       "__device__ int shape(int x, int y) {\n"
       "  int v = x;\n  for (int i = 0; i < x % 11; ++i) v = step(v, y * 10 + 200);\n  return "
       "v;\n}\n"},
      [](int x, int y) {
        const auto step = [](int v, int limit) {
          if (v > limit) return v / 2;
          for (int i = 0; i < 5; ++i) {
            if (v % 7 == i) return v * 3 + i;
            v += i;
          }
          return v + 1;
        };
        int v = x;
        for (int i = 0; i < x % 11; ++i) v = step(v, y * 10 + 200);
        return v;
      },
      each(300, [](std::size_t i) { return static_cast<int>(i); }), ints_between(-20, 40, 300, 11));
}

TEST_P(Control, a_barrier_in_a_function_that_is_not_inlined) {
  KernelCase(R"(
    __device__ __noinline__ int exchange(int* s, int v) {
      s[threadIdx.x] = v;
      __syncthreads();
      int other = s[blockDim.x - 1 - threadIdx.x];
      __syncthreads();
      return other;
    }
    __global__ void k(int* out) {
      __shared__ int s[96];
      int v = threadIdx.x * 2;
      for (int i = 0; i < 3; ++i) v = exchange(s, v + i);
      out[threadIdx.x] = v;
    })")
      .block(96)
      .out(each(96, [](std::size_t t) { return static_cast<int>((95 - t) * 2 + 3); }))
      .check(GetParam());
}

TEST_P(Control, function_pointers_chosen_by_each_lane) {
  KernelCase(R"(
    __device__ int add(int a, int b) { return a + b; }
    __device__ int subtract(int a, int b) { return a - b; }
    __device__ int multiply(int a, int b) { return a * b; }
    typedef int (*Operation)(int, int);
    __device__ Operation operations[3] = {add, subtract, multiply};
    __global__ void k(int* out) {
      int t = threadIdx.x;
      out[t] = operations[t % 3](t, 5) + operations[(t / 3) % 3](t, 2);
    })")
      .block(64)
      .out(each(64,
                [](std::size_t lane) {
                  const int t = static_cast<int>(lane);
                  const auto apply = [&](int which, int b) {
                    return which == 0 ? t + b : which == 1 ? t - b : t * b;
                  };
                  return apply(t % 3, 5) + apply(t / 3 % 3, 2);
                }))
      .check(GetParam());
}

TEST_P(Control, virtual_functions_of_objects_made_in_the_kernel) {
  KernelCase(R"(
    struct Shape { __device__ virtual int area() const = 0; int id; };
    struct Square : Shape { int side; __device__ int area() const override { return side * side; } };
    struct Box : Shape { int w, h; __device__ int area() const override { return w * h + id; } };
    __device__ __noinline__ int measure(const Shape* s) { return s->area(); }
    __global__ void k(int* out) {
      int t = threadIdx.x;
      Square square;
      square.id = 1;
      square.side = t;
      Box box;
      box.id = 7;
      box.w = t;
      box.h = 3;
      const Shape* chosen = t % 2 ? (const Shape*)&square : (const Shape*)&box;
      out[t] = measure(chosen);
    })")
      .block(64)
      .out(each(64, [](std::size_t t) { return static_cast<int>(t % 2 != 0 ? t * t : t * 3 + 7); }))
      .check(GetParam());
}

}  // namespace
}  // namespace control_test
}  // namespace lanescope::conformance
