// Lanescope's CUDA prelude for clang: vector types with CUDA's sizes and alignments, make_*, dim3.

// clang copies a 16-byte struct as two 8-byte words and never joins them. So where CUDA has a
// 16-byte access, assignment goes member by member. All members are read before any is written, and
// clang joins them into one 16-byte access. (An assignment operator keeps a struct an aggregate; a
// constructor would not.)
#define __LANESCOPE_WHOLE__(...)
#define __LANESCOPE_BY_MEMBER_2__(name, T)                                                        \
  __host__ __device__ __attribute__((always_inline, nodebug)) name& operator=(const name& from) { \
    T a = from.x, b = from.y;                                                                     \
    x = a, y = b;                                                                                 \
    return *this;                                                                                 \
  }
#define __LANESCOPE_BY_MEMBER_4__(name, T)                                                        \
  __host__ __device__ __attribute__((always_inline, nodebug)) name& operator=(const name& from) { \
    T a = from.x, b = from.y, c = from.z, d = from.w;                                             \
    x = a, y = b, z = c, w = d;                                                                   \
    return *this;                                                                                 \
  }
#define __LANESCOPE_VECTORS__(T, T1, T2, T3, T4, make1, make2, make3, make4, align2, align4, \
                              copy2, copy4)                                                  \
  struct T1 {                                                                                \
    T x;                                                                                     \
  };                                                                                         \
  struct __attribute__((aligned(align2))) T2 {                                               \
    T x, y;                                                                                  \
    copy2(T2, T)                                                                             \
  };                                                                                         \
  struct T3 {                                                                                \
    T x, y, z;                                                                               \
  };                                                                                         \
  struct __attribute__((aligned(align4))) T4 {                                               \
    T x, y, z, w;                                                                            \
    copy4(T4, T)                                                                             \
  };                                                                                         \
  __LANESCOPE_VECTOR_MAKER__ T1 make1(T x) { return {x}; }                                   \
  __LANESCOPE_VECTOR_MAKER__ T2 make2(T x, T y) { return {x, y}; }                           \
  __LANESCOPE_VECTOR_MAKER__ T3 make3(T x, T y, T z) { return {x, y, z}; }                   \
  __LANESCOPE_VECTOR_MAKER__ T4 make4(T x, T y, T z, T w) { return {x, y, z, w}; }
#define __LANESCOPE_VECTOR_MAKER__ \
  static __inline__ __attribute__((host, device, always_inline, nodebug))

__LANESCOPE_VECTORS__(signed char, char1, char2, char3, char4, make_char1, make_char2, make_char3,
                      make_char4, 2, 4, __LANESCOPE_WHOLE__, __LANESCOPE_WHOLE__)

__LANESCOPE_VECTORS__(unsigned char, uchar1, uchar2, uchar3, uchar4, make_uchar1, make_uchar2,
                      make_uchar3, make_uchar4, 2, 4, __LANESCOPE_WHOLE__, __LANESCOPE_WHOLE__)

__LANESCOPE_VECTORS__(short, short1, short2, short3, short4, make_short1, make_short2, make_short3,
                      make_short4, 4, 8, __LANESCOPE_WHOLE__, __LANESCOPE_WHOLE__)

__LANESCOPE_VECTORS__(unsigned short, ushort1, ushort2, ushort3, ushort4, make_ushort1,
                      make_ushort2, make_ushort3, make_ushort4, 4, 8, __LANESCOPE_WHOLE__,
                      __LANESCOPE_WHOLE__)

__LANESCOPE_VECTORS__(int, int1, int2, int3, int4, make_int1, make_int2, make_int3, make_int4, 8,
                      16, __LANESCOPE_WHOLE__, __LANESCOPE_BY_MEMBER_4__)

__LANESCOPE_VECTORS__(unsigned, uint1, uint2, uint3, uint4, make_uint1, make_uint2, make_uint3,
                      make_uint4, 8, 16, __LANESCOPE_WHOLE__, __LANESCOPE_BY_MEMBER_4__)

__LANESCOPE_VECTORS__(float, float1, float2, float3, float4, make_float1, make_float2, make_float3,
                      make_float4, 8, 16, __LANESCOPE_WHOLE__, __LANESCOPE_BY_MEMBER_4__)

__LANESCOPE_VECTORS__(long, long1, long2, long3, long4, make_long1, make_long2, make_long3,
                      make_long4, 16, 16, __LANESCOPE_BY_MEMBER_2__, __LANESCOPE_BY_MEMBER_4__)

__LANESCOPE_VECTORS__(unsigned long, ulong1, ulong2, ulong3, ulong4, make_ulong1, make_ulong2,
                      make_ulong3, make_ulong4, 16, 16, __LANESCOPE_BY_MEMBER_2__,
                      __LANESCOPE_BY_MEMBER_4__)

__LANESCOPE_VECTORS__(long long, longlong1, longlong2, longlong3, longlong4, make_longlong1,
                      make_longlong2, make_longlong3, make_longlong4, 16, 16,
                      __LANESCOPE_BY_MEMBER_2__, __LANESCOPE_BY_MEMBER_4__)

__LANESCOPE_VECTORS__(unsigned long long, ulonglong1, ulonglong2, ulonglong3, ulonglong4,
                      make_ulonglong1, make_ulonglong2, make_ulonglong3, make_ulonglong4, 16, 16,
                      __LANESCOPE_BY_MEMBER_2__, __LANESCOPE_BY_MEMBER_4__)

__LANESCOPE_VECTORS__(double, double1, double2, double3, double4, make_double1, make_double2,
                      make_double3, make_double4, 16, 16, __LANESCOPE_BY_MEMBER_2__,
                      __LANESCOPE_BY_MEMBER_4__)

// The name states the alignment, as in CUDA 13.
typedef double4 double4_16a;
struct __attribute__((aligned(32))) double4_32a {
  double x, y, z, w;
};

typedef longlong4 longlong4_16a;
struct __attribute__((aligned(32))) longlong4_32a {
  long long x, y, z, w;
};

struct dim3 {
  unsigned x, y, z;
  __host__ __device__
      __attribute__((nodebug)) constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ __attribute__((nodebug)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ __attribute__((nodebug)) constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};
