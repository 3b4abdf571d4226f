// Lanescope's CUDA prelude for clang: texture and surface objects and references.

typedef unsigned long long cudaTextureObject_t;

typedef unsigned long long cudaSurfaceObject_t;
enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};

// The types that a fetch can return: of floats, or of integers.
template <class T>
struct __lanescope_texel;
#define __LANESCOPE_TEXEL__(T, E, n, fl)           \
  template <>                                      \
  struct __lanescope_texel<T> {                    \
    typedef E __lanescope_element;                 \
    static constexpr int __lanescope_count = n;    \
    static constexpr bool __lanescope_floats = fl; \
  };
#define __LANESCOPE_TEXELS__(E, T1, T2, T4, fl) \
  __LANESCOPE_TEXEL__(E, E, 1, fl)              \
  __LANESCOPE_TEXEL__(T1, E, 1, fl)             \
  __LANESCOPE_TEXEL__(T2, E, 2, fl)             \
  __LANESCOPE_TEXEL__(T4, E, 4, fl)
__LANESCOPE_TEXEL__(char, char, 1, false)
__LANESCOPE_TEXELS__(signed char, char1, char2, char4, false)
__LANESCOPE_TEXELS__(unsigned char, uchar1, uchar2, uchar4, false)
__LANESCOPE_TEXELS__(short, short1, short2, short4, false)
__LANESCOPE_TEXELS__(unsigned short, ushort1, ushort2, ushort4, false)
__LANESCOPE_TEXELS__(int, int1, int2, int4, false)
__LANESCOPE_TEXELS__(unsigned, uint1, uint2, uint4, false)
__LANESCOPE_TEXELS__(float, float1, float2, float4, true)
template <class T>
__LANESCOPE_FN__ T __lanescope_texel_of(const unsigned* bs) {
  typedef __lanescope_texel<T> tt;
  typename tt::__lanescope_element vs[tt::__lanescope_count];
  for (int i = 0; i < tt::__lanescope_count; ++i) {
    if constexpr (tt::__lanescope_floats) {
      vs[i] = __lanescope_as<float>(bs[i]);
    } else {
      vs[i] = (typename tt::__lanescope_element)bs[i];
    }
  }
  return __lanescope_as<T>(vs);
}

// The inputs are named: a texture `t`, and what `at` contains.
#define __LANESCOPE_TEX_OF__(in, ty, at, ...)                                      \
  __asm__(in ".v4." ty "." at                                                      \
          : [d0] "=r"(bs[0]), [d1] "=r"(bs[1]), [d2] "=r"(bs[2]), [d3] "=r"(bs[3]) \
          : [t] "l"(tx), __VA_ARGS__)
#define __LANESCOPE_TEX__(nm, ps, in, co, at, ...)                                        \
  template <class T>                                                                      \
  __LANESCOPE_FN__ T nm ps {                                                              \
    unsigned bs[4];                                                                       \
    if constexpr (__lanescope_texel<T>::__lanescope_floats) {                             \
      __LANESCOPE_TEX_OF__(in, "f32", co " {%[d0], %[d1], %[d2], %[d3]}, [%[t], " at ";", \
                           __VA_ARGS__);                                                  \
    } else {                                                                              \
      __LANESCOPE_TEX_OF__(in, "s32", co " {%[d0], %[d1], %[d2], %[d3]}, [%[t], " at ";", \
                           __VA_ARGS__);                                                  \
    }                                                                                     \
    return __lanescope_texel_of<T>(bs);                                                   \
  }                                                                                       \
  template <class T, class... As>                                                         \
  __LANESCOPE_FN__ void nm(T* to, cudaTextureObject_t tx, As... as) {                     \
    *to = nm<T>(tx, as...);                                                               \
  }

__LANESCOPE_TEX__(tex1Dfetch, (cudaTextureObject_t tx, int x), "tex.1d", "s32",
                  "{%[x]}]", [x] "r"(x))

__LANESCOPE_TEX__(tex1D, (cudaTextureObject_t tx, float x), "tex.1d", "f32", "{%[x]}]", [x] "f"(x))

__LANESCOPE_TEX__(tex2D, (cudaTextureObject_t tx, float x, float y), "tex.2d", "f32",
                  "{%[x], %[y]}]", [x] "f"(x), [y] "f"(y))

__LANESCOPE_TEX__(tex3D, (cudaTextureObject_t tx, float x, float y, float z), "tex.3d", "f32",
                  "{%[x], %[y], %[z], %[z]}]", [x] "f"(x), [y] "f"(y), [z] "f"(z))

__LANESCOPE_TEX__(tex1DLayered, (cudaTextureObject_t tx, float x, int ly), "tex.a1d", "f32",
                  "{%[l], %[x]}]", [l] "r"(ly), [x] "f"(x))

__LANESCOPE_TEX__(tex2DLayered, (cudaTextureObject_t tx, float x, float y, int ly), "tex.a2d",
                  "f32", "{%[l], %[x], %[y], %[y]}]", [l] "r"(ly), [x] "f"(x), [y] "f"(y))

__LANESCOPE_TEX__(texCubemap, (cudaTextureObject_t tx, float x, float y, float z), "tex.cube",
                  "f32", "{%[x], %[y], %[z], %[z]}]", [x] "f"(x), [y] "f"(y), [z] "f"(z))

__LANESCOPE_TEX__(texCubemapLayered, (cudaTextureObject_t tx, float x, float y, float z, int ly),
                  "tex.acube", "f32",
                  "{%[l], %[x], %[y], %[z]}]", [l] "r"(ly), [x] "f"(x), [y] "f"(y), [z] "f"(z))

__LANESCOPE_TEX__(tex1DLod, (cudaTextureObject_t tx, float x, float lv), "tex.level.1d", "f32",
                  "{%[x]}], %[m]", [x] "f"(x), [m] "f"(lv))

__LANESCOPE_TEX__(tex2DLod, (cudaTextureObject_t tx, float x, float y, float lv), "tex.level.2d",
                  "f32", "{%[x], %[y]}], %[m]", [x] "f"(x), [y] "f"(y), [m] "f"(lv))

__LANESCOPE_TEX__(
    tex3DLod, (cudaTextureObject_t tx, float x, float y, float z, float lv), "tex.level.3d", "f32",
    "{%[x], %[y], %[z], %[z]}], %[m]", [x] "f"(x), [y] "f"(y), [z] "f"(z), [m] "f"(lv))

__LANESCOPE_TEX__(tex1DLayeredLod, (cudaTextureObject_t tx, float x, int ly, float lv),
                  "tex.level.a1d", "f32",
                  "{%[l], %[x]}], %[m]", [l] "r"(ly), [x] "f"(x), [m] "f"(lv))

__LANESCOPE_TEX__(
    tex2DLayeredLod, (cudaTextureObject_t tx, float x, float y, int ly, float lv), "tex.level.a2d",
    "f32", "{%[l], %[x], %[y], %[y]}], %[m]", [l] "r"(ly), [x] "f"(x), [y] "f"(y), [m] "f"(lv))

__LANESCOPE_TEX__(
    texCubemapLod, (cudaTextureObject_t tx, float x, float y, float z, float lv), "tex.level.cube",
    "f32", "{%[x], %[y], %[z], %[z]}], %[m]", [x] "f"(x), [y] "f"(y), [z] "f"(z), [m] "f"(lv))

__LANESCOPE_TEX__(tex2DGrad, (cudaTextureObject_t tx, float x, float y, float2 dx, float2 dy),
                  "tex.grad.2d", "f32", "{%[x], %[y]}], {%[a], %[b]}, {%[c], %[e]}", [x] "f"(x),
                  [y] "f"(y), [a] "f"(dx.x), [b] "f"(dx.y), [c] "f"(dy.x), [e] "f"(dy.y))

__LANESCOPE_TEX__(__lanescope_gather_0, (cudaTextureObject_t tx, float x, float y), "tld4.r.2d",
                  "f32", "{%[x], %[y]}]", [x] "f"(x), [y] "f"(y))
__LANESCOPE_TEX__(__lanescope_gather_1, (cudaTextureObject_t tx, float x, float y), "tld4.g.2d",
                  "f32", "{%[x], %[y]}]", [x] "f"(x), [y] "f"(y))
__LANESCOPE_TEX__(__lanescope_gather_2, (cudaTextureObject_t tx, float x, float y), "tld4.b.2d",
                  "f32", "{%[x], %[y]}]", [x] "f"(x), [y] "f"(y))
__LANESCOPE_TEX__(__lanescope_gather_3, (cudaTextureObject_t tx, float x, float y), "tld4.a.2d",
                  "f32", "{%[x], %[y]}]", [x] "f"(x), [y] "f"(y))
template <class T>
__LANESCOPE_FN__ T tex2Dgather(cudaTextureObject_t tx, float x, float y, int cp = 0) {
  return cp == 0   ? __lanescope_gather_0<T>(tx, x, y)
         : cp == 1 ? __lanescope_gather_1<T>(tx, x, y)
         : cp == 2 ? __lanescope_gather_2<T>(tx, x, y)
                   : __lanescope_gather_3<T>(tx, x, y);
}
template <class T, class... As>
__LANESCOPE_FN__ void tex2Dgather(T* to, cudaTextureObject_t tx, As... as) {
  *to = tex2Dgather<T>(tx, as...);
}

// Chosen by size. Two words are one of 64 bits: the same bytes.
#define __LANESCOPE_SULD__(md, fm, at, ...)                                                      \
  if constexpr (sizeof(T) == 1) {                                                                \
    unsigned short d;                                                                            \
    __asm__ volatile("suld.b." fm ".b8." md " {%[d]}, [%[s], " at "];"                           \
                     : [d] "=h"(d)                                                               \
                     : [s] "l"(sf), __VA_ARGS__                                                  \
                     : "memory");                                                                \
    return __lanescope_as<T>((unsigned char)d);                                                  \
  } else if constexpr (sizeof(T) == 2) {                                                         \
    unsigned short d;                                                                            \
    __asm__ volatile("suld.b." fm ".b16." md " {%[d]}, [%[s], " at "];"                          \
                     : [d] "=h"(d)                                                               \
                     : [s] "l"(sf), __VA_ARGS__                                                  \
                     : "memory");                                                                \
    return __lanescope_as<T>(d);                                                                 \
  } else if constexpr (sizeof(T) == 4) {                                                         \
    unsigned d;                                                                                  \
    __asm__ volatile("suld.b." fm ".b32." md " {%[d]}, [%[s], " at "];"                          \
                     : [d] "=r"(d)                                                               \
                     : [s] "l"(sf), __VA_ARGS__                                                  \
                     : "memory");                                                                \
    return __lanescope_as<T>(d);                                                                 \
  } else if constexpr (sizeof(T) == 8) {                                                         \
    unsigned long long d;                                                                        \
    __asm__ volatile("suld.b." fm ".b64." md " {%[d]}, [%[s], " at "];"                          \
                     : [d] "=l"(d)                                                               \
                     : [s] "l"(sf), __VA_ARGS__                                                  \
                     : "memory");                                                                \
    return __lanescope_as<T>(d);                                                                 \
  } else {                                                                                       \
    static_assert(sizeof(T) == 16, "surfaces are read in 1, 2, 4, 8 or 16 bytes");               \
    unsigned d[4];                                                                               \
    __asm__ volatile("suld.b." fm ".v4.b32." md " {%[d0], %[d1], %[d2], %[d3]}, [%[s], " at "];" \
                     : [d0] "=r"(d[0]), [d1] "=r"(d[1]), [d2] "=r"(d[2]), [d3] "=r"(d[3])        \
                     : [s] "l"(sf), __VA_ARGS__                                                  \
                     : "memory");                                                                \
    return __lanescope_as<T>(d);                                                                 \
  }
#define __LANESCOPE_SUST__(md, fm, at, ...)                                                        \
  if constexpr (sizeof(T) == 1) {                                                                  \
    unsigned short d = __lanescope_as<unsigned char>(va);                                          \
    __asm__ volatile("sust.b." fm ".b8." md " [%[s], " at "], {%[d]};" ::[s] "l"(sf), [d] "h"(d),  \
                     __VA_ARGS__                                                                   \
                     : "memory");                                                                  \
  } else if constexpr (sizeof(T) == 2) {                                                           \
    unsigned short d = __lanescope_as<unsigned short>(va);                                         \
    __asm__ volatile("sust.b." fm ".b16." md " [%[s], " at "], {%[d]};" ::[s] "l"(sf), [d] "h"(d), \
                     __VA_ARGS__                                                                   \
                     : "memory");                                                                  \
  } else if constexpr (sizeof(T) == 4) {                                                           \
    unsigned d = __lanescope_as<unsigned>(va);                                                     \
    __asm__ volatile("sust.b." fm ".b32." md " [%[s], " at "], {%[d]};" ::[s] "l"(sf), [d] "r"(d), \
                     __VA_ARGS__                                                                   \
                     : "memory");                                                                  \
  } else if constexpr (sizeof(T) == 8) {                                                           \
    unsigned long long d = __lanescope_as<unsigned long long>(va);                                 \
    __asm__ volatile("sust.b." fm ".b64." md " [%[s], " at "], {%[d]};" ::[s] "l"(sf), [d] "l"(d), \
                     __VA_ARGS__                                                                   \
                     : "memory");                                                                  \
  } else {                                                                                         \
    static_assert(sizeof(T) == 16, "surfaces are written in 1, 2, 4, 8 or 16 bytes");              \
    const __lanescope_16_bytes d = __lanescope_as<__lanescope_16_bytes>(va);                       \
    __asm__ volatile("sust.b." fm ".v4.b32." md " [%[s], " at                                      \
                     "], {%[d0], %[d1], %[d2], %[d3]};" ::[s] "l"(sf),                             \
                     [d0] "r"(d.a), [d1] "r"(d.b), [d2] "r"(d.c), [d3] "r"(d.d), __VA_ARGS__       \
                     : "memory");                                                                  \
  }
#define __LANESCOPE_SURFACE_READ__(nm, fm, at, ...)  \
  if (md == cudaBoundaryModeZero) {                  \
    __LANESCOPE_SULD__("zero", fm, at, __VA_ARGS__)  \
  } else if (md == cudaBoundaryModeClamp) {          \
    __LANESCOPE_SULD__("clamp", fm, at, __VA_ARGS__) \
  } else {                                           \
    __LANESCOPE_SULD__("trap", fm, at, __VA_ARGS__)  \
  }
#define __LANESCOPE_SURFACE_WRITE__(nm, fm, at, ...) \
  if (md == cudaBoundaryModeZero) {                  \
    __LANESCOPE_SUST__("zero", fm, at, __VA_ARGS__)  \
  } else if (md == cudaBoundaryModeClamp) {          \
    __LANESCOPE_SUST__("clamp", fm, at, __VA_ARGS__) \
  } else {                                           \
    __LANESCOPE_SUST__("trap", fm, at, __VA_ARGS__)  \
  }
#define __LANESCOPE_WITH_MODE__(...) \
  (__VA_ARGS__, cudaSurfaceBoundaryMode md = cudaBoundaryModeTrap)
#define __LANESCOPE_SURFACE__(rd, wr, ps, fm, at, ...)                                             \
  template <class T>                                                                               \
  __LANESCOPE_FN__ T rd __LANESCOPE_WITH_MODE__(cudaSurfaceObject_t sf, __LANESCOPE_INSIDE__ ps) { \
    __LANESCOPE_SURFACE_READ__(rd, fm, at, __VA_ARGS__)                                            \
  }                                                                                                \
  template <class T, class... As>                                                                  \
  __LANESCOPE_FN__ void rd(T* to, cudaSurfaceObject_t sf, As... as) {                              \
    *to = rd<T>(sf, as...);                                                                        \
  }                                                                                                \
  template <class T>                                                                               \
  __LANESCOPE_FN__ void wr __LANESCOPE_WITH_MODE__(T va, cudaSurfaceObject_t sf,                   \
                                                   __LANESCOPE_INSIDE__ ps) {                      \
    __LANESCOPE_SURFACE_WRITE__(wr, fm, at, __VA_ARGS__)                                           \
  }
#define __LANESCOPE_INSIDE__(...) __VA_ARGS__

__LANESCOPE_SURFACE__(surf1Dread, surf1Dwrite, (int x), "1d", "{%[x]}", [x] "r"(x))

__LANESCOPE_SURFACE__(surf2Dread, surf2Dwrite, (int x, int y), "2d",
                      "{%[x], %[y]}", [x] "r"(x), [y] "r"(y))

__LANESCOPE_SURFACE__(surf3Dread, surf3Dwrite, (int x, int y, int z), "3d",
                      "{%[x], %[y], %[z], %[z]}", [x] "r"(x), [y] "r"(y), [z] "r"(z))

__LANESCOPE_SURFACE__(surf1DLayeredread, surf1DLayeredwrite, (int x, int ly), "a1d",
                      "{%[l], %[x]}", [l] "r"(ly), [x] "r"(x))

__LANESCOPE_SURFACE__(surf2DLayeredread, surf2DLayeredwrite, (int x, int y, int ly), "a2d",
                      "{%[l], %[x], %[y], %[y]}", [l] "r"(ly), [x] "r"(x), [y] "r"(y))

__LANESCOPE_SURFACE__(surfCubemapread, surfCubemapwrite, (int x, int y, int fc), "a2d",
                      "{%[l], %[x], %[y], %[y]}", [l] "r"(fc), [x] "r"(x), [y] "r"(y))

__LANESCOPE_SURFACE__(surfCubemapLayeredread, surfCubemapLayeredwrite, (int x, int y, int lf),
                      "a2d", "{%[l], %[x], %[y], %[y]}", [l] "r"(lf), [x] "r"(x), [y] "r"(y))

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

// References, which CUDA had before version 12. The compiler makes a .texref or .surfref of a
// variable of these types, and gives a function its handle.
template <class R>
__LANESCOPE_FN__ unsigned long long __lanescope_handle(R rf) {
  unsigned long long hd;
  __asm__("mov.b64 %0, %1;" : "=l"(hd) : "l"(rf));
  return hd;
}

enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
template <class T, int dm = 1, cudaTextureReadMode md = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture {
  int __lanescope_unused;
};
template <int n>
struct __lanescope_floats_of {
  typedef float __lanescope_type;
};
template <>
struct __lanescope_floats_of<2> {
  typedef float2 __lanescope_type;
};
template <>
struct __lanescope_floats_of<4> {
  typedef float4 __lanescope_type;
};
template <class T, cudaTextureReadMode md>
struct __lanescope_read {
  typedef T __lanescope_type;
};
template <class T>
struct __lanescope_read<T, cudaReadModeNormalizedFloat> {
  typedef typename __lanescope_floats_of<__lanescope_texel<T>::__lanescope_count>::__lanescope_type
      __lanescope_type;
};
#define __LANESCOPE_TEXREF__(nm)                                                                  \
  template <class T, int dm, cudaTextureReadMode md, class... As>                                 \
  __LANESCOPE_FN__ typename __lanescope_read<T, md>::__lanescope_type nm(texture<T, dm, md> rf,   \
                                                                         As... as) {              \
    return nm<typename __lanescope_read<T, md>::__lanescope_type>(__lanescope_handle(rf), as...); \
  }
__LANESCOPE_TEXREF__(tex1Dfetch)
__LANESCOPE_TEXREF__(tex1D)
__LANESCOPE_TEXREF__(tex2D)
__LANESCOPE_TEXREF__(tex3D)
__LANESCOPE_TEXREF__(tex1DLayered)
__LANESCOPE_TEXREF__(tex2DLayered)
__LANESCOPE_TEXREF__(texCubemap)
__LANESCOPE_TEXREF__(texCubemapLayered)
__LANESCOPE_TEXREF__(tex1DLod)
__LANESCOPE_TEXREF__(tex2DLod)
__LANESCOPE_TEXREF__(tex3DLod)

template <class T, int dm = 1>
struct __attribute__((device_builtin_surface_type)) surface;
template <int dm>
struct __attribute__((device_builtin_surface_type)) surface<void, dm> {
  int __lanescope_unused;
};
#define __LANESCOPE_SURFREF__(rd, wr)                               \
  template <class T, int dm, class... As>                           \
  __LANESCOPE_FN__ T rd(surface<void, dm> rf, As... as) {           \
    return rd<T>(__lanescope_handle(rf), as...);                    \
  }                                                                 \
  template <class T, int dm, class... As>                           \
  __LANESCOPE_FN__ void rd(T* to, surface<void, dm> rf, As... as) { \
    *to = rd<T>(__lanescope_handle(rf), as...);                     \
  }                                                                 \
  template <class T, int dm, class... As>                           \
  __LANESCOPE_FN__ void wr(T va, surface<void, dm> rf, As... as) {  \
    wr(va, __lanescope_handle(rf), as...);                          \
  }
__LANESCOPE_SURFREF__(surf1Dread, surf1Dwrite)
__LANESCOPE_SURFREF__(surf2Dread, surf2Dwrite)
__LANESCOPE_SURFREF__(surf3Dread, surf3Dwrite)
__LANESCOPE_SURFREF__(surf1DLayeredread, surf1DLayeredwrite)
__LANESCOPE_SURFREF__(surf2DLayeredread, surf2DLayeredwrite)
__LANESCOPE_SURFREF__(surfCubemapread, surfCubemapwrite)
