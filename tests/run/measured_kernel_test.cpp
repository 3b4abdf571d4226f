// Kernels of many instructions on many bit patterns, compared with an NVIDIA H200 (driver 580, CUDA
// 13.0): the arrays must be equal bit for bit, including NaNs. The hashes come from that GPU.
#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

// clang-format off
// A word of every kind: zeros, infinities, NaNs, subnormals, small and large numbers.
const std::string words = R"(__device__ __forceinline__ unsigned gen(unsigned i)
{
    unsigned x = i * 2654435761u;
    x ^= x >> 15;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    switch (i % 13) {
        case 0: return 0;
        case 1: return 0x80000000u;
        case 2: return 0x7f800000u;
        case 3: return 0xffffffffu;
        case 4: return 0x7fc00001u;
        case 5: return x & 0x807fffffu;
        case 6: return x % 40;
        case 7: return 0xff800000u;
        case 8: return (x & 0x80ffffffu) | 0x3f000000u;
        case 9: return (x & 0x80ffffffu) | 0x40000000u;
    }
    return x;
}
)";

// o[i] of each thread is the result of instruction i.
const std::string one_each = words + R"(
#define ONE(i, text, ...) { unsigned r; asm volatile(text : "=r"(r) : __VA_ARGS__); o[i] = r; }
__global__ void k(unsigned* out)
{
    int i = blockIdx.x * 96 + threadIdx.x;
    unsigned a = gen(i), b = gen(i * 7 + 3), c = gen(i * 31 + 11);
    float fa = __uint_as_float(a), fb = __uint_as_float(b), fc = __uint_as_float(c);
    unsigned* o = out + i * COUNT;
)";

const std::string integer_instructions = R"PTX(
    ONE(0, "prmt.b32.f4e %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(1, "prmt.b32.b4e %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(2, "prmt.b32.rc8 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(3, "prmt.b32.ecl %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(4, "prmt.b32.ecr %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(5, "prmt.b32.rc16 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(6, "dp4a.s32.s32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(7, "dp2a.lo.s32.s32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(8, "dp2a.hi.s32.s32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(9, "dp4a.s32.u32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(10, "dp2a.lo.s32.u32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(11, "dp2a.hi.s32.u32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(12, "dp4a.u32.s32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(13, "dp2a.lo.u32.s32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(14, "dp2a.hi.u32.s32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(15, "dp4a.u32.u32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(16, "dp2a.lo.u32.u32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(17, "dp2a.hi.u32.u32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(18, "bmsk.clamp.b32 %0,%1,%2;", "r"(a%50),"r"(b%50))
    ONE(19, "bmsk.clamp.b32 %0,%1,%2;", "r"(a),"r"(b))
    ONE(20, "szext.clamp.u32 %0,%1,%2;", "r"(a),"r"(b%40))
    ONE(21, "szext.clamp.u32 %0,%1,%2;", "r"(a),"r"(b))
    ONE(22, "szext.clamp.s32 %0,%1,%2;", "r"(a),"r"(b%40))
    ONE(23, "szext.clamp.s32 %0,%1,%2;", "r"(a),"r"(b))
    ONE(24, "bmsk.wrap.b32 %0,%1,%2;", "r"(a%50),"r"(b%50))
    ONE(25, "bmsk.wrap.b32 %0,%1,%2;", "r"(a),"r"(b))
    ONE(26, "szext.wrap.u32 %0,%1,%2;", "r"(a),"r"(b%40))
    ONE(27, "szext.wrap.u32 %0,%1,%2;", "r"(a),"r"(b))
    ONE(28, "szext.wrap.s32 %0,%1,%2;", "r"(a),"r"(b%40))
    ONE(29, "szext.wrap.s32 %0,%1,%2;", "r"(a),"r"(b))
    ONE(30, "fns.b32 %0,%1,%2,%3;", "r"(a),"r"(b%32),"r"((int)(c%13)-6))
    ONE(31, "bfind.shiftamt.u32 %0,%1;", "r"(a))
    ONE(32, "bfind.u32 %0,%1;", "r"(a))
    ONE(33, "bfind.shiftamt.s32 %0,%1;", "r"(a))
    ONE(34, "bfind.s32 %0,%1;", "r"(a))
    ONE(35, "{.reg .b64 t; mov.b64 t,{%1,%2}; bfind.shiftamt.u64 %0,t;}", "r"(a),"r"(b))
    ONE(36, "{.reg .b64 t; mov.b64 t,{%1,%2}; bfind.shiftamt.s64 %0,t;}", "r"(a),"r"(b))
    ONE(37, "slct.u32.s32 %0,%1,%2,%3;", "r"(a),"r"(b),"r"(c))
    ONE(38, "slct.u32.f32 %0,%1,%2,%3;", "r"(a),"r"(b),"f"(fc))
    ONE(39, "set.eq.u32.f32 %0,%1,%2;", "f"(fa),"f"(fb))
    ONE(40, "set.lt.u32.f32 %0,%1,%2;", "f"(fa),"f"(fb))
    ONE(41, "set.geu.u32.f32 %0,%1,%2;", "f"(fa),"f"(fb))
    ONE(42, "set.num.u32.f32 %0,%1,%2;", "f"(fa),"f"(fb))
    ONE(43, "set.nan.u32.f32 %0,%1,%2;", "f"(fa),"f"(fb))
    ONE(44, "set.neu.u32.f32 %0,%1,%2;", "f"(fa),"f"(fb))
    ONE(45, "set.gt.f32.s32 %0,%1,%2;", "r"(a),"r"(b))
    ONE(46, "{.reg .pred p; setp.ne.u32 p,%3,0; set.lo.and.s32.u32 %0,%1,%2,!p;}", "r"(a),"r"(b),"r"(c&1))
    ONE(47, "{.reg .pred p; testp.finite.f32 p,%1; selp.u32 %0,1,0,p;}", "f"(fa))
    ONE(48, "{.reg .pred p; testp.infinite.f32 p,%1; selp.u32 %0,1,0,p;}", "f"(fa))
    ONE(49, "{.reg .pred p; testp.number.f32 p,%1; selp.u32 %0,1,0,p;}", "f"(fa))
    ONE(50, "{.reg .pred p; testp.notanumber.f32 p,%1; selp.u32 %0,1,0,p;}", "f"(fa))
    ONE(51, "{.reg .pred p; testp.subnormal.f32 p,%1; selp.u32 %0,1,0,p;}", "f"(fa))
)PTX";

const std::string float_instructions = R"PTX(
    ONE(0, "{.reg .f32 t; add.rn.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(1, "{.reg .f32 t; sub.rn.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(2, "{.reg .f32 t; mul.rn.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(3, "{.reg .f32 t; div.rn.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(4, "{.reg .f32 t; fma.rn.f32 t,%1,%2,%3; mov.b32 %0,t;}", "f"(fa),"f"(fb),"f"(fc))
    ONE(5, "{.reg .f32 t; sqrt.rn.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(6, "{.reg .f32 t; rcp.rn.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(7, "{.reg .f32 t; cvt.rn.f32.s32 t,%1; mov.b32 %0,t;}", "r"(a))
    ONE(8, "{.reg .f32 t; cvt.rn.f32.u32 t,%1; mov.b32 %0,t;}", "r"(a))
    ONE(9, "{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rn.f32.s64 t,q; mov.b32 %0,t;}", "r"(a),"r"(b))
    ONE(10, "{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rn.f32.u64 t,q; mov.b32 %0,t;}", "r"(a),"r"(b))
    ONE(11, "{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rn.f64.s64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", "r"(a),"r"(b))
    ONE(12, "{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rn.f64.u64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", "r"(a),"r"(b))
    ONE(13, "{.reg .f32 t; .reg .f64 q; mov.b64 q,{%1,%2}; cvt.rn.f32.f64 t,q; mov.b32 %0,t;}", "r"(a),"r"((b&0x800fffff)|((b>>3&0x7ff)%256+0x380<<20)))
    ONE(14, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; add.rn.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(15, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; mul.rn.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(16, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; div.rn.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(17, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; fma.rn.f64 p,p,q,p; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(18, "{.reg .f32 t; add.rz.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(19, "{.reg .f32 t; sub.rz.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(20, "{.reg .f32 t; mul.rz.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(21, "{.reg .f32 t; div.rz.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(22, "{.reg .f32 t; fma.rz.f32 t,%1,%2,%3; mov.b32 %0,t;}", "f"(fa),"f"(fb),"f"(fc))
    ONE(23, "{.reg .f32 t; sqrt.rz.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(24, "{.reg .f32 t; rcp.rz.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(25, "{.reg .f32 t; cvt.rz.f32.s32 t,%1; mov.b32 %0,t;}", "r"(a))
    ONE(26, "{.reg .f32 t; cvt.rz.f32.u32 t,%1; mov.b32 %0,t;}", "r"(a))
    ONE(27, "{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rz.f32.s64 t,q; mov.b32 %0,t;}", "r"(a),"r"(b))
    ONE(28, "{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rz.f32.u64 t,q; mov.b32 %0,t;}", "r"(a),"r"(b))
    ONE(29, "{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rz.f64.s64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", "r"(a),"r"(b))
    ONE(30, "{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rz.f64.u64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", "r"(a),"r"(b))
    ONE(31, "{.reg .f32 t; .reg .f64 q; mov.b64 q,{%1,%2}; cvt.rz.f32.f64 t,q; mov.b32 %0,t;}", "r"(a),"r"((b&0x800fffff)|((b>>3&0x7ff)%256+0x380<<20)))
    ONE(32, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; add.rz.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(33, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; mul.rz.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(34, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; div.rz.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(35, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; fma.rz.f64 p,p,q,p; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(36, "{.reg .f32 t; add.rm.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(37, "{.reg .f32 t; sub.rm.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(38, "{.reg .f32 t; mul.rm.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(39, "{.reg .f32 t; div.rm.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(40, "{.reg .f32 t; fma.rm.f32 t,%1,%2,%3; mov.b32 %0,t;}", "f"(fa),"f"(fb),"f"(fc))
    ONE(41, "{.reg .f32 t; sqrt.rm.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(42, "{.reg .f32 t; rcp.rm.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(43, "{.reg .f32 t; cvt.rm.f32.s32 t,%1; mov.b32 %0,t;}", "r"(a))
    ONE(44, "{.reg .f32 t; cvt.rm.f32.u32 t,%1; mov.b32 %0,t;}", "r"(a))
    ONE(45, "{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rm.f32.s64 t,q; mov.b32 %0,t;}", "r"(a),"r"(b))
    ONE(46, "{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rm.f32.u64 t,q; mov.b32 %0,t;}", "r"(a),"r"(b))
    ONE(47, "{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rm.f64.s64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", "r"(a),"r"(b))
    ONE(48, "{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rm.f64.u64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", "r"(a),"r"(b))
    ONE(49, "{.reg .f32 t; .reg .f64 q; mov.b64 q,{%1,%2}; cvt.rm.f32.f64 t,q; mov.b32 %0,t;}", "r"(a),"r"((b&0x800fffff)|((b>>3&0x7ff)%256+0x380<<20)))
    ONE(50, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; add.rm.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(51, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; mul.rm.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(52, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; div.rm.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(53, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; fma.rm.f64 p,p,q,p; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(54, "{.reg .f32 t; add.rp.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(55, "{.reg .f32 t; sub.rp.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(56, "{.reg .f32 t; mul.rp.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(57, "{.reg .f32 t; div.rp.f32 t,%1,%2; mov.b32 %0,t;}", "f"(fa),"f"(fb))
    ONE(58, "{.reg .f32 t; fma.rp.f32 t,%1,%2,%3; mov.b32 %0,t;}", "f"(fa),"f"(fb),"f"(fc))
    ONE(59, "{.reg .f32 t; sqrt.rp.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(60, "{.reg .f32 t; rcp.rp.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(61, "{.reg .f32 t; cvt.rp.f32.s32 t,%1; mov.b32 %0,t;}", "r"(a))
    ONE(62, "{.reg .f32 t; cvt.rp.f32.u32 t,%1; mov.b32 %0,t;}", "r"(a))
    ONE(63, "{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rp.f32.s64 t,q; mov.b32 %0,t;}", "r"(a),"r"(b))
    ONE(64, "{.reg .f32 t; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rp.f32.u64 t,q; mov.b32 %0,t;}", "r"(a),"r"(b))
    ONE(65, "{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rp.f64.s64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", "r"(a),"r"(b))
    ONE(66, "{.reg .f64 t; .reg .b32 x,y; .reg .b64 q; mov.b64 q,{%1,%2}; cvt.rp.f64.u64 t,q; mov.b64 {x,y},t; xor.b32 %0,x,y;}", "r"(a),"r"(b))
    ONE(67, "{.reg .f32 t; .reg .f64 q; mov.b64 q,{%1,%2}; cvt.rp.f32.f64 t,q; mov.b32 %0,t;}", "r"(a),"r"((b&0x800fffff)|((b>>3&0x7ff)%256+0x380<<20)))
    ONE(68, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; add.rp.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(69, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; mul.rp.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(70, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; div.rp.f64 p,p,q; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(71, "{.reg .f64 p,q; .reg .b32 x,y; mov.b64 p,{%1,%2}; mov.b64 q,{%2,%3}; fma.rp.f64 p,p,q,p; mov.b64 {x,y},p; xor.b32 %0,x,y;}", "r"(a),"r"(b&0xbfffffff),"r"(c&0xbfffffff))
    ONE(72, "cvt.rni.s32.f32 %0,%1;", "f"(fa))
    ONE(73, "cvt.rni.u32.f32 %0,%1;", "f"(fa))
    ONE(74, "{.reg .f32 t; cvt.rni.f32.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(75, "cvt.rzi.s32.f32 %0,%1;", "f"(fa))
    ONE(76, "cvt.rzi.u32.f32 %0,%1;", "f"(fa))
    ONE(77, "{.reg .f32 t; cvt.rzi.f32.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(78, "cvt.rmi.s32.f32 %0,%1;", "f"(fa))
    ONE(79, "cvt.rmi.u32.f32 %0,%1;", "f"(fa))
    ONE(80, "{.reg .f32 t; cvt.rmi.f32.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
    ONE(81, "cvt.rpi.s32.f32 %0,%1;", "f"(fa))
    ONE(82, "cvt.rpi.u32.f32 %0,%1;", "f"(fa))
    ONE(83, "{.reg .f32 t; cvt.rpi.f32.f32 t,%1; mov.b32 %0,t;}", "f"(fa))
)PTX";

const std::string exchanges = words + R"(
__global__ void k(unsigned* out){
    int t=threadIdx.x;
    unsigned v=gen(t);
    unsigned m=~0u;
    unsigned*o=out+t*9;
    o[0]=__reduce_add_sync(m,v);
    o[1]=__reduce_min_sync(m,v);
    o[2]=__reduce_max_sync(m,(int)v);
    o[3]=__reduce_and_sync(m,v|7);
    o[4]=__reduce_or_sync(m,v);
    o[5]=__reduce_xor_sync(m,v);
    o[6]=__match_any_sync(m,v%3);
    int p;
    o[7]=__match_all_sync(m,(unsigned long long)(t/64),&p);
    o[8]=p;
    if(t%2){ o[0]+=__reduce_add_sync(0xaaaaaaaau,v&0xffff);
    o[6]^=__match_any_sync(0xaaaaaaaau,(unsigned long long)(v%5));
    } }
)";
// clang-format on

class MeasuredKernel : public BothCompilers {
 protected:
  void expect_measured(const std::string& text, int grid, int count,
                       const std::string& hash) const {
    const LessonOnDisk lesson(text, fmt::format("[launch]\ngrid = [{}]\nblock = [96]\n", grid) +
                                        array("out", "uint", std::to_string(count)));
    const OutcomePtr outcome = run_good(lesson);
    ASSERT_NE(outcome, nullptr);
    EXPECT_TRUE(outcome->report.diagnostics.empty());
    EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash);
  }
  void expect_each(const std::string& instructions, int count, const std::string& hash) const {
    const std::string text =
        fmt::format("#define COUNT {}\n{}{}}}\n", count, one_each, instructions);
    expect_measured(text, 2, 2 * 96 * count, hash);
  }
};

TEST_P(MeasuredKernel, of_bit_and_dot_product_and_selection_instructions) {
  expect_each(integer_instructions, 52, "2093ab1c7cebc4ae");
}

TEST_P(MeasuredKernel, of_arithmetic_and_conversions_in_every_rounding) {
  expect_each(float_instructions, 84, "b38f2364846841ff");
}

TEST_P(MeasuredKernel, of_reductions_and_matches_in_a_warp) {
  expect_measured(exchanges, 1, 96 * 9, "c6090a22846e9c72");
}

LANESCOPE_BOTH_COMPILERS(MeasuredKernel);

}  // namespace
}  // namespace lanescope::app
