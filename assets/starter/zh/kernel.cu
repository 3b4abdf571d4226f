// 每个线程块转置一个 32 x 32 的 float tile。
// 用任何编辑器修改这个文件，保存后会自动重新运行。
// 试试：按 P，PAD 变为 1。这时读取 tile 要花多少？
// 试试：最后一行写成 tile[y][x]。还有冲突吗？
// 试试：故意写错。错误信息会出现在那一行旁边。
// PAD 是参数，由 lesson.toml 声明。

__global__ void my_kernel(const float* in, float* out)
{
    __shared__ float tile[32][32 + PAD];
    int x = threadIdx.x, y = threadIdx.y;
    int first = blockIdx.x * 32 * 32;  // 这个线程块的 tile 从这里开始
    tile[y][x] = in[first + 32 * y + x];
    __syncthreads();
    out[first + 32 * y + x] = tile[x][y];
}
