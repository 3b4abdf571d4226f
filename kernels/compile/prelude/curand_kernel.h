// gives <curand_kernel.h>
// Lanescope's CUDA prelude for clang: <curand_kernel.h> (cuRAND Guide 13.0, "Device API"). The
// generators are published: XORWOW (Marsaglia, "Xorshift RNGs", 2003), MRG32k3a (L'Ecuyer, "Good
// Parameters and Implementations for Combined Multiple Recursive Random Number Generators", 1999),
// Philox4x32-10 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011), and Sobol
// sequences in Gray code order (Antonov and Saleev, 1979). States have CUDA's sizes and fields.
//
// All integers, uniform values and skips have the same bits as with the Toolkit's header. Normal,
// log-normal and Poisson values use log, exp, sinpi and erfcinv from libm.h, which come from the
// host's libm: within CUDA's error bounds, but not always the same bits. So a Poisson count can
// differ where its uniform value lies within such an error of the edge between two counts.
//
// Skipping: in a linear generator with the step x, n steps are x^n modulo the step's characteristic
// polynomial p. Its remainder c0 + c1 x + ... says which of the next states add up to the state
// that is n steps away. The powers below were computed from p by repeated squaring.
//
// Left out: MTGP32 and curand_discrete(), which need tables that cuRAND's host library fills.
#define __LANESCOPE_SPARE_NORMALS__ \
  int boxmuller_flag;               \
  int boxmuller_flag_double;        \
  float boxmuller_extra;            \
  double boxmuller_extra_double;

// Numbers to (0, 1], the 64-bit ones by their highest bits.
__LANESCOPE_FN__ float __lanescope_unit(unsigned x) { return (float)x * 0x1p-32f + 0x1p-33f; }
__LANESCOPE_FN__ float __lanescope_unit(unsigned long long x) {
  return __lanescope_unit((unsigned)(x >> 32));
}

__LANESCOPE_FN__ double __lanescope_unit_double(unsigned x) { return x * 0x1p-32 + 0x1p-32; }
__LANESCOPE_FN__ double __lanescope_unit_double(unsigned long long x) {
  return (double)(x >> 11) * 0x1p-53 + 0x1p-54;
}
__LANESCOPE_FN__ double __lanescope_unit_double(unsigned x, unsigned y) {
  return (double)(x ^ (unsigned long long)y << 21) * 0x1p-53 + 0x1p-54;
}

// Two normal values of u in (0, 1] and an angle (Box and Muller, 1958): in radians, and as a
// multiple of pi.
__LANESCOPE_FN__ float2 __lanescope_box_muller(float u, float a) {
  const float r = sqrtf(-2 * logf(u));
  float x, y;
  __sincosf(a, &x, &y);
  return make_float2(r * x, r * y);
}

__LANESCOPE_FN__ double2 __lanescope_box_muller_double(double u, double a) {
  const double r = sqrt(-2 * log(u));
  double x, y;
  sincospi(a, &x, &y);
  return make_double2(r * x, r * y);
}

__LANESCOPE_FN__ unsigned __lanescope_poisson_rounded(double l, double n) {
  return (unsigned)(sqrt(l) * n + l + 0.5);
}

// gives curandState curandState_t curandStateXORWOW curandStateXORWOW_t
struct curandStateXORWOW {
  unsigned d, v[5];
  __LANESCOPE_SPARE_NORMALS__
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
// Row k: x^(2^k) modulo p, whose bits 0 to 160 are 0x100000f0e0f3c0035000621210861003000060001 (of
// the step without Weyl's sequence d, found from its output by Berlekamp and Massey's algorithm).
// The lowest coefficients come first.
static __constant__ const unsigned __lanescope_xorwow_powers[131][5] = {
    {0x2, 0x0, 0x0, 0x0, 0x0},
    {0x4, 0x0, 0x0, 0x0, 0x0},
    {0x10, 0x0, 0x0, 0x0, 0x0},
    {0x100, 0x0, 0x0, 0x0, 0x0},
    {0x10000, 0x0, 0x0, 0x0, 0x0},
    {0x0, 0x1, 0x0, 0x0, 0x0},
    {0x0, 0x0, 0x1, 0x0, 0x0},
    {0x0, 0x0, 0x0, 0x0, 0x1},
    {0xbebd3534, 0x7064f5bc, 0x20be29eb, 0x536d5b32, 0x63a0069},
    {0x9df022be, 0x4c2ee09f, 0x939c7c8, 0xe711c2f8, 0xc6f135ae},
    {0xed64ec08, 0xafc48684, 0xd81c59ee, 0x1640314f, 0x2bf0ccef},
    {0x16ade0a0, 0x3ff6a2d3, 0x4746bd83, 0x2e65a497, 0x263e40a4},
    {0x9d10e028, 0xee56d79c, 0xfb1b3286, 0xf747418, 0x26f9476d},
    {0x284e9f80, 0x95328d41, 0x97ec0360, 0x1e655d95, 0x60a9306f},
    {0x3f490634, 0x9ae593fc, 0x1a95bb6b, 0xda10a3fc, 0xa3abaf54},
    {0xa80ecea0, 0x392ca981, 0x191e801e, 0xceb66042, 0x2f4edc3f},
    {0xfb9680e9, 0xbdaba0b2, 0x3986540f, 0x23fe6ccc, 0x994e82f},
    {0x4d53badb, 0x3e30e97d, 0x19abbaf6, 0x5cd52f87, 0x98663641},
    {0x32da6db4, 0x80135829, 0x3abd4734, 0x2060c3f9, 0x38b2dd97},
    {0xbd3a57bd, 0x66101a8, 0xb4f188e, 0x16890623, 0x8bf58771},
    {0xc5b636f, 0x4407a814, 0x60204515, 0x5bd4dbd2, 0x2509eeb5},
    {0xa87f2bfe, 0x143dfcb, 0x4b5142ba, 0xfd21a24b, 0x3dac4527},
    {0x21e9179d, 0x2b57aa94, 0x5f06e1fc, 0x6735dc98, 0x9aa0181f},
    {0x4a85a684, 0x2ff777f0, 0x8e58b0ed, 0xd4e84a39, 0x6d37f6a0},
    {0x793adf2b, 0x3d3e75c8, 0xb091758, 0x9deb3f50, 0xbcd116ec},
    {0x89c7a15d, 0x43629d41, 0x8a870ba5, 0xa7916f56, 0x9db15489},
    {0xfa8fc346, 0x694921b1, 0xf2bd4c48, 0x8b05ae1b, 0x2de7aee2},
    {0xbc1bc6b9, 0xd73ea395, 0xfbdd753d, 0xe45dbacd, 0x7b16eae0},
    {0xf144e1f3, 0xb9b4b3c4, 0x8222f622, 0x9072105a, 0x66083550},
    {0xd88a6c5e, 0x9ac20a72, 0x209ef9a8, 0xe8e4fd8a, 0x1ec855a5},
    {0xbd734cf1, 0x9254a905, 0xfb38236d, 0x11e62fd3, 0xf9e7d21e},
    {0x8d333839, 0x69fed6df, 0x79338fde, 0xa38a8714, 0xe538bca},
    {0x943999e4, 0xc05db913, 0x4e4010f3, 0x9b865d3d, 0xfd64174},
    {0x13da6451, 0x4f1636fa, 0x6e523e62, 0xac374f44, 0x69a2e37f},
    {0x19eb1bbb, 0xbaea3750, 0xfa8f206, 0xd49dd019, 0x9b3bccaf},
    {0x13e4fc6, 0x8fb0b988, 0xbad0233b, 0x63941ad7, 0xf5f02d75},
    {0xc97b5642, 0x2ebac13d, 0xbfe04058, 0x2c6a7132, 0x576780a5},
    {0x4add1023, 0x5f64e54e, 0xb0c250a8, 0xcf4bd212, 0x9a873149},
    {0xac5eea9, 0xa37bfcd3, 0x790ec91d, 0xba339dbc, 0xc83db5cd},
    {0x67dd06cb, 0xcbfe08ec, 0xf64e2fa5, 0x75fe23cf, 0xfc09983},
    {0xa33b53ff, 0x1ce9360d, 0x4727f89b, 0x5eacbcd, 0x1632278},
    {0x9aee97cb, 0xde7db52, 0x74719fda, 0x51b8e04b, 0x959e9904},
    {0x22b4f98c, 0xd23a7f5a, 0x8d420edd, 0xeadda806, 0xcfd2a002},
    {0x817ef0eb, 0xd19e838e, 0xb26e9dc8, 0xf5ba04fb, 0x8adf73e9},
    {0xf66ad52b, 0x3ab8e3d7, 0x1e8352a4, 0xe44a8605, 0x6c106869},
    {0x480973c1, 0xb4f4959e, 0x173d230a, 0x6f15e08e, 0xf07c940e},
    {0x79a31c08, 0xc28d5d18, 0x91649708, 0x8b1bb8f8, 0xf9158a86},
    {0x8e346bed, 0x85425fb6, 0xbcd60f3a, 0x4d16f104, 0xff233c77},
    {0x670f870e, 0xa7bb9766, 0xef013c78, 0xeb4a1373, 0x256f3323},
    {0x9d89e990, 0x682dbe05, 0xc85ca267, 0x2cbf3ed6, 0xfd2d1a54},
    {0xf333af18, 0x3b4e266b, 0xa872663e, 0x3888cd82, 0x4daf13ec},
    {0x304ad7f4, 0x3728f391, 0xbf3ca967, 0xc7b1330d, 0x264c2cbd},
    {0x75689dc9, 0x36bf3a9, 0x64ce979c, 0x3bdff14f, 0x51e43048},
    {0x42defd6d, 0xde992014, 0x478a54ff, 0x7802d9cb, 0xb6d27a79},
    {0xef06fe75, 0xefd6d1d8, 0x9319075, 0x69d568f5, 0x5b2bd898},
    {0x51c810c4, 0xfacd06d9, 0xe3a66475, 0x81ae21e0, 0x6418d45c},
    {0xf05ae255, 0xc4df4ca0, 0xf032420c, 0xf44ae9f0, 0xe0298de2},
    {0xf9b9947b, 0x7326e30a, 0x3366c775, 0x91d00e4c, 0x86c178cc},
    {0x2308bc9, 0xdbe74dee, 0xf4c5fe7d, 0xaac571a1, 0xaa1f5f8b},
    {0x32d9c79b, 0xd1bae44, 0x2bb4e02c, 0xc92178df, 0x6632236d},
    {0x6e8043ca, 0xed24ff6, 0x1e668b6a, 0x538fc45f, 0x4bfb509d},
    {0x9319804d, 0x48c2c289, 0xe00641cb, 0x49929826, 0x35e4c368},
    {0x9f564f7b, 0x543973e4, 0x9b33ee2c, 0x149df73a, 0x58f31585},
    {0xbfe990f7, 0xb6e2abc8, 0x11498fa, 0x240651ed, 0x88cb16b1},
    {0x6bd93537, 0x22ed6832, 0x8b017aaf, 0x13e131d3, 0x9c6b67eb},
    {0xd8c647e, 0xb53c8924, 0xeef4d989, 0x1d22be6, 0x425b5575},
    {0xaaa88fa0, 0xcbed02d4, 0x74c6e7f6, 0xefeef36c, 0xa9e3aec1},
    {0x26294934, 0x77bbc248, 0x1a87dad0, 0x930052d4, 0x947e6dd2},
    {0x5f39c379, 0x95e20ba6, 0x20e9ff72, 0x1244ce5e, 0xe8fd228f},
    {0xa7474d19, 0x37c549e0, 0x140877d2, 0x24c43924, 0xcd52ebec},
    {0xe0360ec5, 0xb1c96c24, 0xdbb91766, 0x666ff5dc, 0xf19a7e52},
    {0xfcc8f692, 0x35aa698a, 0x4ebbf85, 0x448304b0, 0x82f3fd5},
    {0x48c289bd, 0xe851cf98, 0x845ad581, 0xfd70752a, 0x2c3e63f6},
    {0xe502f5b3, 0x77859d31, 0x97e1cbb3, 0xea09047a, 0x61d5f37e},
    {0xb89326d0, 0x5a8655a9, 0xfb6e98f5, 0x2102162, 0x7e6fcf6f},
    {0xb3a15db4, 0xc6df3330, 0x1a8be751, 0xf1e4b221, 0x6bb61c05},
    {0x133de1d0, 0x361e4422, 0xc6131fcf, 0xd9719f45, 0x9658a164},
    {0x19e2bee8, 0xf8974218, 0x4e65536a, 0xa2570336, 0xe9b88082},
    {0x7863644b, 0x2a21ce84, 0x112e86f1, 0xed01ce0e, 0xba143e84},
    {0xe2cae2e, 0xd1011279, 0x58923768, 0x2bf650ba, 0xc985bcda},
    {0x213a286a, 0x6596b510, 0x6fc10eae, 0x38a13547, 0x11c7749e},
    {0x146281e7, 0xa45b4452, 0xafa8c695, 0x74a0ac94, 0x4b250e0a},
    {0x2306bc52, 0x790f3b4c, 0x2fe473b9, 0xbc81d7c0, 0x93efe98},
    {0x89658c8b, 0xf3914315, 0xa73fe84b, 0x3c5fadb6, 0xadba8dd6},
    {0x9e49814, 0x9caf5ed, 0x6b2460d9, 0x1b9981c1, 0x2d1fefc3},
    {0x82161afc, 0x9bb13c55, 0xfd20d7fb, 0x306d90b9, 0x92bf386f},
    {0x96d32350, 0xe081864, 0x69faa798, 0xe7faecf5, 0xf1f951be},
    {0x3e9058c1, 0x71da9705, 0xe2cb1f2b, 0x73456536, 0xbd6501b6},
    {0x990ffc6e, 0xbfdd1b5d, 0xc83e520b, 0xe972936a, 0xac79abb9},
    {0xb1321eb5, 0xb06d01a2, 0x51532012, 0x8fb59962, 0x141d3b0b},
    {0x3257dfe1, 0xd8a3d601, 0x3a58c735, 0x845f36e4, 0x112c611},
    {0xa0ffe9a4, 0xf57be00e, 0xe706880c, 0x191211ef, 0xee5664fb},
    {0x9a3385b8, 0xc540c30a, 0xb241d1e0, 0x626569, 0x6b355fe9},
    {0xe129d45d, 0xac3e698b, 0xd61f79fd, 0x7a72a28b, 0x7f4942be},
    {0x612501bb, 0xae7b767d, 0xaa66c165, 0x9bfaf8e, 0x3e55c16d},
    {0x874e26a7, 0x33bc5a47, 0xad95cba5, 0x67651c39, 0xf1f07dca},
    {0xb5ed0732, 0x30e7a573, 0x5c056714, 0x2304f8fa, 0xebc584e1},
    {0x4b324c2e, 0x2bdcc5a0, 0x53eb4240, 0xcac4fbc1, 0x13e529e7},
    {0xe1683e38, 0xa2339994, 0x7308a647, 0xc7c3f0b1, 0x4a3dcd33},
    {0x5fe4b704, 0xd77445c3, 0xb80eeb3c, 0x6720fc6d, 0x7da33f71},
    {0xea0715d2, 0x435bf5e0, 0x8b125b82, 0x2bf15174, 0x451636c0},
    {0x27786b0d, 0x55a8b8bb, 0xad73d087, 0x548172a6, 0xb8dcb607},
    {0xedbc74ac, 0x9333668e, 0x5330ec7e, 0x139bc173, 0x8df22694},
    {0x1e9372dd, 0xe081adcc, 0xf9650df2, 0xad599e4, 0x21aeba83},
    {0x81e94b95, 0x2bd032f, 0x4241ada2, 0x7cf446d1, 0x585759bb},
    {0x552ec26f, 0x2663dad8, 0x25bf8d5e, 0x538f9e9b, 0x804bfd4c},
    {0xaed86880, 0x7cc53d77, 0x2379080d, 0x66b5ba47, 0x271e9c90},
    {0xab750c90, 0x454415ef, 0xd94a347c, 0xd23c81be, 0x551c7096},
    {0x3024c55f, 0x9b3a9b08, 0xcef11c55, 0x3019557d, 0x8303d6d},
    {0xbc6d2665, 0xc1fd8153, 0xd43c38c9, 0xd70344cc, 0x279357c0},
    {0x685d57df, 0xda26a2f1, 0x5174006a, 0xe55bf1f1, 0x5f20a739},
    {0x88aced61, 0x3925e5e8, 0xc8af3caa, 0xefa299b1, 0xbc1538f8},
    {0x2b0ca967, 0xf25d1aba, 0x4062850b, 0x683d0590, 0xabd1b043},
    {0xc3051a0a, 0x11a68894, 0xec32c75, 0xb9e1af76, 0x45d20f13},
    {0xbd2198a4, 0xc68fea4b, 0x9de877e, 0x2b15c9cf, 0x7b2e8734},
    {0x54f062f0, 0xcf7989d8, 0x443e496b, 0x17d83e81, 0xa2be8639},
    {0x6cb408db, 0x56912973, 0xebc71d0f, 0x21fbfabc, 0xf266d5dc},
    {0x267af43c, 0x14dfd913, 0x2dbb25b6, 0x227b1a06, 0x24402bc6},
    {0xac63df96, 0x4e3cf79b, 0xe20e3c11, 0x1a5771cf, 0xc0e37c49},
    {0xad66cdfe, 0x7cfa6a50, 0x8fca746a, 0x7b18f04b, 0x28eeb28f},
    {0xef049d6f, 0xf7192531, 0xabc5f1de, 0x1ea75f09, 0x3be64a78},
    {0x37abb017, 0x7735fb03, 0x557fb7cd, 0x520ea993, 0x69e4a18d},
    {0xc83c8e40, 0x9fb2f16f, 0xf95170a2, 0x401ffac4, 0x6b70bfeb},
    {0x53140fdd, 0xdfb37a9, 0x88772b05, 0x20be07e3, 0x128c07bd},
    {0x5df0aeb5, 0x9f52cccd, 0xe8b1551, 0x6935a9c, 0x648b1463},
    {0x1e72e926, 0x829ca1d2, 0x84c2bd7, 0xcea065e7, 0xd2b401bf},
    {0xb97fcd4, 0xd9a6c1c6, 0x705a959a, 0xcc8d909, 0xe38aca23},
    {0x93d21898, 0x97c7960e, 0xb2899f9d, 0xd528a53d, 0x4f33fca},
    {0x942240e, 0xc18f6e56, 0x9551c4dd, 0x61c8179b, 0xead20f15},
    {0x6e1a24f, 0x4a7295af, 0x5534bfe6, 0x452ec8f1, 0x79685920},
    {0xa0bcccfe, 0x2de5181c, 0x33c9d258, 0xaf27908d, 0xcfd04995},
};
__LANESCOPE_FN__ void __lanescope_xorwow_step(unsigned (&v)[5]) {
  const unsigned t = v[0] ^ v[0] >> 2;
  const unsigned u = v[4] ^ v[4] << 4 ^ t ^ t << 1;
  v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4], v[4] = u;
}
// n * 2^k steps, k at most 67
__LANESCOPE_FN__ void __lanescope_xorwow_skip(unsigned (&v)[5], unsigned long long n, unsigned k) {
#pragma unroll 1
  for (; n != 0; n >>= 1, ++k) {
    if ((n & 1) == 0) continue;
    unsigned r[5] = {};
#pragma unroll 1
    for (unsigned i = 0; i < 5; ++i) {
      const unsigned c = __lanescope_xorwow_powers[k][i];
#pragma unroll
      for (unsigned j = 0; j < 32; ++j) {
        const unsigned m = -(c >> j & 1);
        for (unsigned w = 0; w < 5; ++w) r[w] ^= v[w] & m;
        __lanescope_xorwow_step(v);
      }
    }
    for (unsigned w = 0; w < 5; ++w) v[w] = r[w];
  }
}
__LANESCOPE_FN__ void skipahead(unsigned long long n, curandStateXORWOW* s) {
  __lanescope_xorwow_skip(s->v, n, 0);
  s->d += 362437 * (unsigned)n;
}
__LANESCOPE_FN__ void skipahead_sequence(unsigned long long n, curandStateXORWOW* s) {
  __lanescope_xorwow_skip(s->v, n, 67);  // d is the same after 2^32 steps
}
__LANESCOPE_FN__ void curand_init(unsigned long long e, unsigned long long q, unsigned long long o,
                                  curandStateXORWOW* s) {
  const unsigned a = 1099087573u * ((unsigned)e ^ 0xaad26b49u);
  const unsigned b = 2591861531u * ((unsigned)(e >> 32) ^ 0xf7dcefddu);
  unsigned v[5] = {123456789u + a, 362436069u ^ a, 521288629u + b, 88675123u ^ b, 5783321u + a};
#pragma unroll 1
  for (unsigned i = 0; i < 2; ++i) __lanescope_xorwow_skip(v, i == 0 ? q : o, i == 0 ? 67 : 0);
  *s = {6615241u + a + b + 362437u * (unsigned)o, {v[0], v[1], v[2], v[3], v[4]}, 0, 0, 0, 0};
}
__LANESCOPE_FN__ unsigned curand(curandStateXORWOW* s) {
  __lanescope_xorwow_step(s->v);
  s->d += 362437;
  return s->v[4] + s->d;
}
__LANESCOPE_FN__ double curand_uniform_double(curandStateXORWOW* s) {
  const unsigned a = curand(s);
  return __lanescope_unit_double(a, curand(s));
}

// gives curandStateMRG32k3a curandStateMRG32k3a_t
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
  __LANESCOPE_SPARE_NORMALS__
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
// One of the two recurrences: s[n] = a0 s[n-3] + a1 s[n-2] + a2 s[n-1] modulo m = 2^32 - c.
template <unsigned a0, unsigned a1, unsigned a2, unsigned c>
struct __lanescope_mrg {
  typedef unsigned long long wide;
  // n modulo m, but not always below m: at most (c + 1) 2^32.
  __LANESCOPE_MEMBER__ static wide folded(wide n) { return (n >> 32) * c + (unsigned)n; }
  // n: a sum of at most three folded numbers, or below 2^53.
  __LANESCOPE_MEMBER__ static unsigned reduced(wide n) {
    n = folded(folded(n));
    return n >= (1ull << 32) - c ? (unsigned)n + c : (unsigned)n;
  }
  __LANESCOPE_MEMBER__ static unsigned times(unsigned m, unsigned n) {
    return reduced(folded((wide)m * n));
  }
  __LANESCOPE_MEMBER__ static unsigned dot(unsigned l0, unsigned l1, unsigned l2, unsigned r0,
                                           unsigned r1, unsigned r2) {
    return reduced(folded((wide)l0 * r0) + folded((wide)l1 * r1) + folded((wide)l2 * r2));
  }
  // r = r g modulo x^3 - a2 x^2 - a1 x - a0
  __LANESCOPE_MEMBER__ static void multiply(unsigned (&r)[3], const unsigned (&g)[3]) {
    unsigned t[3][3] = {{r[0], r[1], r[2]}};  // r, x r, x^2 r
    for (unsigned i = 1; i < 3; ++i) {
      const unsigned(&b)[3] = t[i - 1];
      t[i][0] = times(a0, b[2]);
      t[i][1] = reduced(folded((wide)a1 * b[2]) + b[0]);
      t[i][2] = reduced(folded((wide)a2 * b[2]) + b[1]);
    }
    for (unsigned i = 0; i < 3; ++i) r[i] = dot(t[0][i], t[1][i], t[2][i], g[0], g[1], g[2]);
  }
  // n times the steps of the power g0 + g1 x + g2 x^2
  __LANESCOPE_MEMBER__ static void skip(unsigned (&s)[3], wide n, unsigned g0, unsigned g1,
                                        unsigned g2) {
    unsigned r[3] = {1, 0, 0}, g[3] = {g0, g1, g2};
#pragma unroll 1
    for (; n != 0; n >>= 1) {
      if ((n & 1) != 0) multiply(r, g);
      const unsigned h[3] = {g[0], g[1], g[2]};
      multiply(g, h);
    }
    unsigned v[5] = {s[0], s[1], s[2]};
    for (unsigned i = 3; i < 5; ++i) v[i] = dot(a0, a1, a2, v[i - 3], v[i - 2], v[i - 1]);
    for (unsigned i = 0; i < 3; ++i) s[i] = dot(r[0], r[1], r[2], v[i], v[i + 1], v[i + 2]);
  }
};
typedef __lanescope_mrg<4294967087u - 810728u, 1403580u, 0, 209> __lanescope_mrg_1;
typedef __lanescope_mrg<4294944443u - 1370589u, 0, 527612u, 22853> __lanescope_mrg_2;
__LANESCOPE_FN__ void skipahead(unsigned long long n, curandStateMRG32k3a* s) {
  __lanescope_mrg_1::skip(s->s1, n, 0, 1, 0);
  __lanescope_mrg_2::skip(s->s2, n, 0, 1, 0);
}
// x^(2^76)
__LANESCOPE_FN__ void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* s) {
  __lanescope_mrg_1::skip(s->s1, n, 82758667u, 1871391091u, 4127413238u);
  __lanescope_mrg_2::skip(s->s2, n, 1511326704u, 3759209742u, 1610795712u);
}
// x^(2^127)
__LANESCOPE_FN__ void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* s) {
  __lanescope_mrg_1::skip(s->s1, n, 2427906178u, 3580155704u, 949770784u);
  __lanescope_mrg_2::skip(s->s2, n, 1464411153u, 277697599u, 1610723613u);
}
__LANESCOPE_FN__ void curand_init(unsigned long long e, unsigned long long q, unsigned long long o,
                                  curandStateMRG32k3a* s) {
  *s = {{12345, 12345, 12345}, {12345, 12345, 12345}, 0, 0, 0, 0};
  if (e != 0) {
    const unsigned a = (unsigned)e ^ 0x55555555u, b = (unsigned)(e >> 32) ^ 0xaaaaaaaau;
    for (unsigned i = 0; i < 3; ++i) {
      s->s1[i] = __lanescope_mrg_1::times(i == 1 ? b : a, 12345);
      s->s2[i] = __lanescope_mrg_2::times(i == 1 ? a : b, 12345);
    }
  }
  skipahead_subsequence(q, s);
  skipahead(o, s);
}
// 1 to 2^32 - 209
__LANESCOPE_FN__ unsigned __lanescope_mrg_next(curandStateMRG32k3a* s) {
  const unsigned a =
      __lanescope_mrg_1::reduced(1403580ull * s->s1[1] + 810728ull * (4294967087u - s->s1[0]));
  const unsigned b =
      __lanescope_mrg_2::reduced(527612ull * s->s2[2] + 1370589ull * (4294944443u - s->s2[0]));
  s->s1[0] = s->s1[1], s->s1[1] = s->s1[2], s->s1[2] = a;
  s->s2[0] = s->s2[1], s->s2[1] = s->s2[2], s->s2[2] = b;
  return a <= b ? a - b + 4294967087u : a - b;
}
__LANESCOPE_FN__ unsigned curand(curandStateMRG32k3a* s) {
  return (unsigned)(__lanescope_mrg_next(s) * 1.000000048662);  // to all 32 bits
}
__LANESCOPE_FN__ double curand_uniform_double(curandStateMRG32k3a* s) {
  return __lanescope_mrg_next(s) * (1 / 4294967087.0);
}
__LANESCOPE_FN__ float curand_uniform(curandStateMRG32k3a* s) {
  return (float)curand_uniform_double(s);
}
__LANESCOPE_FN__ float2 curand_normal2(curandStateMRG32k3a* s) {
  const float a = curand_uniform(s);
  return __lanescope_box_muller(a, curand_uniform(s) * 6.2831855f);
}
__LANESCOPE_FN__ double2 curand_normal2_double(curandStateMRG32k3a* s) {
  const double a = curand_uniform_double(s);
  return __lanescope_box_muller_double(a, curand_uniform_double(s) * 2);
}

// gives curandStatePhilox4_32_10 curandStatePhilox4_32_10_t
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;  // how many numbers of `output` are used: 0 to 3
  __LANESCOPE_SPARE_NORMALS__
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
__LANESCOPE_FN__ uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
#pragma unroll
  for (unsigned i = 0; i < 10; ++i) {
    const unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
    c = make_uint4((unsigned)(b >> 32) ^ c.y ^ k.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ k.y,
                   (unsigned)a);
    k.x += 0x9e3779b9u, k.y += 0xbb67ae85u;
  }
  return c;
}
// Adds n to the 128-bit counter and fills `output`.
__LANESCOPE_FN__ void __lanescope_philox_add(curandStatePhilox4_32_10* s, unsigned long long n) {
  const unsigned long long a = s->ctr.x | (unsigned long long)s->ctr.y << 32;
  const unsigned long long b = s->ctr.z | (unsigned long long)s->ctr.w << 32;
  const unsigned long long c = a + n, d = b + (c < n);
  s->ctr = make_uint4((unsigned)c, (unsigned)(c >> 32), (unsigned)d, (unsigned)(d >> 32));
  s->output = curand_Philox4x32_10(s->ctr, s->key);
}
__LANESCOPE_FN__ void skipahead(unsigned long long n, curandStatePhilox4_32_10* s) {
  const unsigned a = s->STATE + (unsigned)(n & 3);
  s->STATE = a & 3;
  __lanescope_philox_add(s, n / 4 + a / 4);
}
__LANESCOPE_FN__ void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* s) {
  const unsigned long long a = (s->ctr.z | (unsigned long long)s->ctr.w << 32) + n;
  s->ctr.z = (unsigned)a, s->ctr.w = (unsigned)(a >> 32);
  s->output = curand_Philox4x32_10(s->ctr, s->key);
}
__LANESCOPE_FN__ void curand_init(unsigned long long e, unsigned long long q, unsigned long long o,
                                  curandStatePhilox4_32_10* s) {
  s->ctr = make_uint4(0, 0, (unsigned)q, (unsigned)(q >> 32));
  s->key = make_uint2((unsigned)e, (unsigned)(e >> 32));
  s->STATE = 0;
  s->boxmuller_flag = s->boxmuller_flag_double = 0;
  s->boxmuller_extra = 0, s->boxmuller_extra_double = 0;
  skipahead(o, s);
}
__LANESCOPE_FN__ unsigned curand(curandStatePhilox4_32_10* s) {
  const unsigned n = s->STATE++;
  const unsigned r = n == 1   ? s->output.y
                     : n == 2 ? s->output.z
                     : n == 3 ? s->output.w
                              : s->output.x;
  if (s->STATE == 4) {
    s->STATE = 0;
    __lanescope_philox_add(s, 1);
  }
  return r;
}
__LANESCOPE_FN__ uint4 curand4(curandStatePhilox4_32_10* s) {
  const uint4 a = s->output;
  __lanescope_philox_add(s, 1);
  const uint4 b = s->output;
  const unsigned n = s->STATE;
  return n == 1   ? make_uint4(a.y, a.z, a.w, b.x)
         : n == 2 ? make_uint4(a.z, a.w, b.x, b.y)
         : n == 3 ? make_uint4(a.w, b.x, b.y, b.z)
                  : a;
}
__LANESCOPE_FN__ float4 curand_uniform4(curandStatePhilox4_32_10* s) {
  const uint4 a = curand4(s);
  return make_float4(__lanescope_unit(a.x), __lanescope_unit(a.y), __lanescope_unit(a.z),
                     __lanescope_unit(a.w));
}
__LANESCOPE_FN__ double2 curand_uniform2_double(curandStatePhilox4_32_10* s) {
  const uint4 a = curand4(s);
  return make_double2(__lanescope_unit_double(a.x, a.y), __lanescope_unit_double(a.z, a.w));
}
__LANESCOPE_FN__ double4 curand_uniform4_double(curandStatePhilox4_32_10* s) {
  const double2 a = curand_uniform2_double(s), b = curand_uniform2_double(s);
  return make_double4(a.x, a.y, b.x, b.y);
}

// gives curandStateSobol32 curandStateSobol32_t curandStateScrambledSobol32
// gives curandStateScrambledSobol32_t curandStateSobol64 curandStateSobol64_t
// gives curandStateScrambledSobol64 curandStateScrambledSobol64_t curandDirectionVectors32_t
// gives curandDirectionVectors64_t
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
template <class T, bool scrambled>
struct __lanescope_sobol {
  T i, x, c, direction_vectors[8 * sizeof(T)];
};
typedef __lanescope_sobol<unsigned, false> curandStateSobol32, curandStateSobol32_t;
typedef __lanescope_sobol<unsigned, true> curandStateScrambledSobol32,
    curandStateScrambledSobol32_t;
typedef __lanescope_sobol<unsigned long long, false> curandStateSobol64, curandStateSobol64_t;
typedef __lanescope_sobol<unsigned long long, true> curandStateScrambledSobol64,
    curandStateScrambledSobol64_t;
template <class T>
struct __lanescope_itself {
  typedef T type;
};
#define __LANESCOPE_SOBOL_NUMBER__ typename __lanescope_itself<T>::type
template <class T, bool b>
__LANESCOPE_FN__ void skipahead(__LANESCOPE_SOBOL_NUMBER__ n, __lanescope_sobol<T, b>* s) {
  s->i += n;
  s->x = s->c;
  const T g = s->i ^ s->i >> 1;
  for (unsigned k = 0; k < 8 * sizeof(T); ++k) {
    if ((g >> k & 1) != 0) s->x ^= s->direction_vectors[k];
  }
}
template <class T>
__LANESCOPE_FN__ void curand_init(const T* v, __LANESCOPE_SOBOL_NUMBER__ c,
                                  __LANESCOPE_SOBOL_NUMBER__ o, __lanescope_sobol<T, true>* s) {
  s->i = 0, s->c = c;
  for (unsigned k = 0; k < 8 * sizeof(T); ++k) s->direction_vectors[k] = v[k];
  skipahead(o, s);
}
template <class T>
__LANESCOPE_FN__ void curand_init(const T* v, __LANESCOPE_SOBOL_NUMBER__ o,
                                  __lanescope_sobol<T, false>* s) {
  s->i = 0, s->c = 0;
  for (unsigned k = 0; k < 8 * sizeof(T); ++k) s->direction_vectors[k] = v[k];
  skipahead(o, s);
}
// The direction is that of the lowest 0 of i.
template <class T, bool b>
__LANESCOPE_FN__ T curand(__lanescope_sobol<T, b>* s) {
  const T r = s->x;
  const unsigned k = __ffsll((long long)~(unsigned long long)s->i) - 1;
  s->x ^= s->direction_vectors[k < 8 * sizeof(T) ? k : 8 * sizeof(T) - 1];
  ++s->i;
  return r;
}
// The inverse of the normal distribution, at the number made of the highest bits of x.
__LANESCOPE_FN__ float __lanescope_inverse_normal(unsigned x) {
  const bool h = x > 0x80000000u;
  return (h ? 1.4142135f : -1.4142135f) * erfcinvf(2 * __lanescope_unit(h ? ~x : x));
}
__LANESCOPE_FN__ float __lanescope_inverse_normal(unsigned long long x) {
  return __lanescope_inverse_normal((unsigned)(x >> 32));
}
__LANESCOPE_FN__ double __lanescope_inverse_normal_double(unsigned x) {
  const bool h = x > 0x80000000u;
  const double p = (h ? ~x : x) * 0x1p-32 + 0x1p-33;
  return (h ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2 * p);
}
__LANESCOPE_FN__ double __lanescope_inverse_normal_double(unsigned long long x) {
  const bool h = x >> 11 > 1ull << 52;
  const double p = ((h ? ~x : x) >> 11) * 0x1p-53 + 0x1p-54;
  return (h ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2 * p);
}
template <class T, bool b>
__LANESCOPE_FN__ float curand_normal(__lanescope_sobol<T, b>* s) {
  return __lanescope_inverse_normal(curand(s));
}
template <class T, bool b>
__LANESCOPE_FN__ double curand_normal_double(__lanescope_sobol<T, b>* s) {
  return __lanescope_inverse_normal_double(curand(s));
}
template <class T, bool b>
__LANESCOPE_FN__ float curand_log_normal(__lanescope_sobol<T, b>* s, float m, float d) {
  return expf(m + d * curand_normal(s));
}
template <class T, bool b>
__LANESCOPE_FN__ double curand_log_normal_double(__lanescope_sobol<T, b>* s, double m, double d) {
  return exp(m + d * curand_normal_double(s));
}
// One number is enough: the count at which the sum of the probabilities passes it. They are summed
// in steps of 500, so that exp() stays above 0.
template <class T, bool b>
__LANESCOPE_FN__ unsigned curand_poisson(__lanescope_sobol<T, b>* s, double l) {
  const T x = curand(s);
  if (!(l < 1000)) return __lanescope_poisson_rounded(l, __lanescope_inverse_normal_double(x));
  const double u =
      sizeof(T) == 4 ? (double)x * 0x1p-32 + 0x1p-33 : (double)(x >> 11) * 0x1p-53 + 0x1p-55;
  double p = 1, q = 1;
  unsigned k = 0;
  int n = 0;
  do {
    const double e = exp(l > n + 500.0 ? -500.0 : n - l);
    p *= e, q *= e;
    for (n += 500; u > q; q += p) p *= l / ++k;
  } while (n < l);
  return k;
}

template <class S>
__LANESCOPE_FN__ float curand_uniform(S* s) {
  return __lanescope_unit(curand(s));
}

template <class S>
__LANESCOPE_FN__ double curand_uniform_double(S* s) {
  return __lanescope_unit_double(curand(s));
}

// ---- normal values: by pairs; the second one is kept for the next call ----
__LANESCOPE_FN__ float2 __lanescope_normal_pair(unsigned x, unsigned y) {
  const float c = 6.2831855f * 0x1p-32f;
  return __lanescope_box_muller(__lanescope_unit(x), (float)y * c + c / 2);
}

template <class S>
__LANESCOPE_FN__ float2 curand_normal2(S* s) {
  const unsigned x = curand(s);
  return __lanescope_normal_pair(x, curand(s));
}

template <class S>
__LANESCOPE_FN__ double2 curand_normal2_double(S* s) {
  const unsigned a = curand(s), b = curand(s), c = curand(s), d = curand(s);
  return __lanescope_box_muller_double(__lanescope_unit_double(a, b),
                                       2 * __lanescope_unit_double(c, d));
}

template <class S>
__LANESCOPE_FN__ float4 curand_normal4(S* s) {
  const uint4 n = curand4(s);
  const float2 a = __lanescope_normal_pair(n.x, n.y), b = __lanescope_normal_pair(n.z, n.w);
  return make_float4(a.x, a.y, b.x, b.y);
}

template <class S>
__LANESCOPE_FN__ double4 curand_normal4_double(S* s) {
  const double2 a = curand_normal2_double(s), b = curand_normal2_double(s);
  return make_double4(a.x, a.y, b.x, b.y);
}

// ---- normal values one by one: of each pair, the second one is kept for the next call ----
template <class S>
__LANESCOPE_FN__ float curand_normal(S* s) {
  const bool k = s->boxmuller_flag == 1;
  s->boxmuller_flag = !k;
  if (k) return s->boxmuller_extra;
  const float2 a = curand_normal2(s);
  s->boxmuller_extra = a.y;
  return a.x;
}

template <class S>
__LANESCOPE_FN__ double curand_normal_double(S* s) {
  const bool k = s->boxmuller_flag_double == 1;
  s->boxmuller_flag_double = !k;
  if (k) return s->boxmuller_extra_double;
  const double2 a = curand_normal2_double(s);
  s->boxmuller_extra_double = a.y;
  return a.x;
}

// ---- log-normal values: exp() of normal ones with the mean m and the standard deviation d ----
template <class S>
__LANESCOPE_FN__ float2 curand_log_normal2(S* s, float m, float d) {
  const float2 a = curand_normal2(s);
  return make_float2(expf(m + d * a.x), expf(m + d * a.y));
}

template <class S>
__LANESCOPE_FN__ double2 curand_log_normal2_double(S* s, double m, double d) {
  const double2 a = curand_normal2_double(s);
  return make_double2(exp(m + d * a.x), exp(m + d * a.y));
}

template <class S>
__LANESCOPE_FN__ float4 curand_log_normal4(S* s, float m, float d) {
  const float4 a = curand_normal4(s);
  return make_float4(expf(m + d * a.x), expf(m + d * a.y), expf(m + d * a.z), expf(m + d * a.w));
}

template <class S>
__LANESCOPE_FN__ double4 curand_log_normal4_double(S* s, double m, double d) {
  const double4 a = curand_normal4_double(s);
  return make_double4(exp(m + d * a.x), exp(m + d * a.y), exp(m + d * a.z), exp(m + d * a.w));
}

template <class S>
__LANESCOPE_FN__ float curand_log_normal(S* s, float m, float d) {
  const bool k = s->boxmuller_flag == 2;
  s->boxmuller_flag = k ? 0 : 2;
  if (k) return s->boxmuller_extra;
  const float2 a = curand_log_normal2(s, m, d);
  s->boxmuller_extra = a.y;
  return a.x;
}

template <class S>
__LANESCOPE_FN__ double curand_log_normal_double(S* s, double m, double d) {
  const bool k = s->boxmuller_flag_double == 2;
  s->boxmuller_flag_double = k ? 0 : 2;
  if (k) return s->boxmuller_extra_double;
  const double2 a = curand_log_normal2_double(s, m, d);
  s->boxmuller_extra_double = a.y;
  return a.x;
}

// ---- Poisson's distribution with the mean l ----
// Below 64: how many factors in (0, 1] it takes to bring e^l to 1 (Knuth, volume 2, 3.4.1).
template <class S>
__LANESCOPE_FN__ unsigned __lanescope_poisson_product(S* s, float l) {
  unsigned k = 0;
  for (float p = expf(l) * curand_uniform(s); p > 1; p *= curand_uniform(s)) ++k;
  return k;
}

// Up to 4000: by rejection. The candidate's distribution is an approximation of the incomplete
// gamma function that has a simple inverse. Its constants and the instructions it uses are CUDA's.
#define __LANESCOPE_POISSON_STEP__(name, instruction)         \
  __LANESCOPE_FN__ float name(float a) {                      \
    __asm__(instruction ".approx.ftz.f32 %0, %0;" : "+f"(a)); \
    return a;                                                 \
  }
__LANESCOPE_POISSON_STEP__(__lanescope_poisson_rsqrt, "rsqrt")
__LANESCOPE_POISSON_STEP__(__lanescope_poisson_rcp, "rcp")
__LANESCOPE_POISSON_STEP__(__lanescope_poisson_ex2, "ex2")
__LANESCOPE_POISSON_STEP__(__lanescope_poisson_lg2, "lg2")
__LANESCOPE_FN__ float __lanescope_poisson_exp(float a) {
  return __lanescope_poisson_ex2((float)(a * 1.4426950408889634));
}
__LANESCOPE_FN__ float __lanescope_poisson_log(float a) {
  return (float)(__lanescope_poisson_lg2(a) * 0.6931471805599453);
}
// ln((n - 1)!), above 8 by Stirling's series (Hart et al., "Computer Approximations", 1968, 5404).
__LANESCOPE_FN__ double __lanescope_log_factorial(int n) {
  const double a = fabs((double)n);
  if (n <= 8) {
    const double f[] = {0,
                        0,
                        0.6931471805599453,
                        1.791759469228055,
                        3.1780538303479458,
                        4.787491742782046,
                        6.579251212010101,
                        8.525161361065415,
                        10.604602902745251};
    const int k = (int)a - 1;
    return k < 0 || k > 8 ? 0 : f[k];
  }
  const double b = 1 / a, t = b * b;
  double r = -0.1633436431e-2;
  r = r * t + 0.83645878922e-3;
  r = r * t - 0.5951896861197e-3;
  r = r * t + 0.793650576493454e-3;
  r = r * t - 0.277777777735865004e-2;
  r = r * t + 0.833333333333331018375e-1;
  r = r * b + 0.918938533204672;
  const double h = 0.5 * log(a), w = a - 0.5;
  return (h * w + r) + (h * w - a);
}
struct __lanescope_poisson_curve {
  float l, a, b;
  __LANESCOPE_MEMBER__ explicit __lanescope_poisson_curve(float m)
      : l(m),
        a(1.43248035075540910f * __lanescope_poisson_rsqrt(m - 0.12400979329415655f) +
          0.00025361074907033f),
        b(0.21096734870196546f * __lanescope_poisson_rsqrt(m - 1.97381164089999420f) +
          0.94201734077887530f) {}
  __LANESCOPE_MEMBER__ float at(float x) const {
    const float t = 1 + __lanescope_poisson_exp(a * (l - x) - b);
    return __lanescope_poisson_rcp(t * t);
  }
  __LANESCOPE_MEMBER__ float inverse(float y) const {
    const float t = b + __lanescope_poisson_log(__lanescope_poisson_rsqrt(y) - 1);
    return -t * __lanescope_poisson_rcp(a) + l;
  }
};
template <class S>
__LANESCOPE_FN__ unsigned __lanescope_poisson_rejection(S* s, float l) {
  const __lanescope_poisson_curve c(l);
  const float g = __lanescope_poisson_log(l);
  while (true) {
    const float x = floorf(c.inverse(curand_uniform(s)));
    const float z = curand_uniform(s);
    const float v = (c.at(x + 1) - c.at(x)) * 1.3f;
    const float f = (float)__lanescope_log_factorial((int)(1 + x));
    const float t = __lanescope_poisson_exp(-l + x * g - f);
    if (z * v < t && v >= 1e-20) return (unsigned)x;
  }
}

template <class S>
__LANESCOPE_FN__ unsigned curand_poisson(S* s, double l) {
  if (l < 64) return __lanescope_poisson_product(s, (float)l);
  if (l > 4000) return __lanescope_poisson_rounded(l, curand_normal_double(s));
  return __lanescope_poisson_rejection(s, (float)l);
}

template <class S>
__LANESCOPE_FN__ uint4 curand_poisson4(S* s, double l) {
  if (l > 4000) {
    const double4 a = curand_normal4_double(s);
    return make_uint4(__lanescope_poisson_rounded(l, a.x), __lanescope_poisson_rounded(l, a.y),
                      __lanescope_poisson_rounded(l, a.z), __lanescope_poisson_rounded(l, a.w));
  }
  uint4 r{};
#pragma unroll 1
  for (unsigned i = 0; i < 4; ++i) r = make_uint4(r.y, r.z, r.w, curand_poisson(s, l));
  return r;
}
