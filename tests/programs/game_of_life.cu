// Conway's Game of Life on a torus: a glider, a blinker and an R-pentomino, drawn after some
// generations; the halo is in shared memory.
#include <utility>

#include "common.h"

constexpr int width = 48, height = 24, tile = 8;

__global__ void generation(const unsigned char* now, unsigned char* next) {
  __shared__ unsigned char cells[tile + 2][tile + 2];
  for (int i = threadIdx.y * tile + threadIdx.x; i < (tile + 2) * (tile + 2); i += tile * tile) {
    const int x = (blockIdx.x * tile + i % (tile + 2) + width - 1) % width;
    const int y = (blockIdx.y * tile + i / (tile + 2) + height - 1) % height;
    cells[i / (tile + 2)][i % (tile + 2)] = now[y * width + x];
  }
  __syncthreads();
  int neighbours = 0;
  for (int dy = 0; dy <= 2; ++dy)
    for (int dx = 0; dx <= 2; ++dx)
      if (dx != 1 || dy != 1) neighbours += cells[threadIdx.y + dy][threadIdx.x + dx];
  const bool lives = neighbours == 3 || (neighbours == 2 && cells[threadIdx.y + 1][threadIdx.x + 1]);
  next[(blockIdx.y * tile + threadIdx.y) * width + blockIdx.x * tile + threadIdx.x] = lives;
}

void draw(int number, const std::vector<unsigned char>& cells) {
  int alive = 0;
  for (const unsigned char each : cells) alive += each;
  std::printf("generation %d: %d alive\n", number, alive);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) std::putchar(cells[y * width + x] ? '#' : '.');
    std::putchar('\n');
  }
}

int main() {
  std::vector<unsigned char> cells(width * height);
  const int glider[][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
  const int pentomino[][2] = {{31, 10}, {32, 10}, {30, 11}, {31, 11}, {31, 12}};
  for (const auto& [x, y] : glider) cells[y * width + x] = 1;
  for (const auto& [x, y] : pentomino) cells[y * width + x] = 1;
  for (int x = 10; x < 13; ++x) cells[20 * width + x] = 1;
  DeviceArray<unsigned char> a(cells), b(cells.size());
  unsigned char *now = a, *next = b;
  draw(0, cells);
  for (int number = 1; number <= 60; ++number) {
    generation<<<dim3(width / tile, height / tile), dim3(tile, tile)>>>(now, next);
    CHECK(cudaGetLastError());
    std::swap(now, next);
    if (number == 5 || number == 60) draw(number, number % 2 == 0 ? a.host() : b.host());
  }
}
