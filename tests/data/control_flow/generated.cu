// Kernels of divergent control flow that reach their joins by every path: made by a random generator, then fixed.
// C(k) is a condition by data and T(k) one of four cases, different in each round; S(k) leaves a trace in o[k].
#define EXIT asm volatile("exit;")
#define C(k) (load(a, t * 5 + (k) * 37 + i++ * 11) & 1)
#define T(k) (load(a, t * 5 + (k) * 37 + i++ * 11) & 3)
#define S(k) store(o + (k) * 64 + t, i)

// In assembly, so that no compiler merges or drops accesses.
__device__ __forceinline__ int load(const int* a, int at)
{
    int value;
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(a + (at & 255)) : "memory");
    return value;
}
__device__ __forceinline__ void store(int* o, int i)
{
    int value;
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(o) : "memory");
    asm volatile("st.global.s32 [%0], %1;" : : "l"(o), "r"(value + i) : "memory");
}

__global__ void if_0(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    switch (T(0)) {
    case 0:
        S(1);
        if (C(1)) return;
        break;
    case 1:
        S(3);
        break;
    }
    if (C(2)) {
        if (C(3)) {
            if (C(4)) {
                S(4);
                if (C(5)) { return; }
                S(6);
                S(7);
            } else {
                S(8);
            }
            S(9);
        }
        if ((C(6) || C(7)) && C(8)) {
            if (C(9) && C(10)) {
                S(10);
            } else {
                S(11);
            }
            S(12);
            if (C(11)) { return; }
        } else {
            S(14);
        }
        S(15);
        if (C(12)) { S(16); return; }
    }
    S(17);
    S(18);
}
__global__ void if_1(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        S(0);
        if (C(1) && C(2)) { return; }
        if (C(3)) {
            if (C(4) || C(5)) {
                S(2);
                if (C(6)) { return; }
                S(4);
            }
        }
        if (C(7)) { S(5); return; }
    }
    S(6);
}
__global__ void if_2(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1)) {
            S(0);
            if (C(2) || C(3)) {
                S(1);
            } else {
                S(2);
                S(3);
                S(4);
            }
            S(5);
        }
    } else {
        S(6);
    }
    S(7);
    S(8);
}
__global__ void if_3(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        S(0);
        if (C(1) && C(2)) {
            if (C(3) && C(4)) {
                S(1);
                S(2);
            } else {
                S(3);
                if ((C(5) || C(6)) && C(7)) { return; }
            }
            S(5);
            S(6);
        }
    }
    S(7);
    if (C(8)) {
        S(8);
    } else {
        S(9);
    }
    S(10);
    if (C(9) && C(10)) { S(11); return; }
    S(12);
}
__global__ void if_4(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        S(0);
        switch (T(1)) {
        case 0:
            S(1);
            break;
        case 1:
            S(2);
            if (C(2)) return;
            break;
        case 2:
            S(4);
            break;
        case 3:
            S(5);
            if (C(3)) S(6); return;
            break;
        }
    }
    S(7);
    if (C(4)) {
        if (C(5)) {
            if (C(6)) {
                S(8);
            }
            S(9);
            if (C(7)) {
                S(10);
            }
            S(11);
        } else {
            S(12);
        }
        S(13);
        if (C(8)) { return; }
    }
    S(15);
}
__global__ void if_5(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        S(0);
    } else {
        if (C(1)) {
            S(1);
        }
        S(2);
        if ((C(2) || C(3)) && C(4)) {
            S(3);
            if (C(5)) {
                S(4);
            } else {
                S(5);
                S(6);
            }
        } else {
            if (C(6)) {
                S(7);
            }
        }
    }
    if (C(7)) { S(8); return; }
    S(9);
}
__global__ void if_6(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0) && C(1)) {
        if (C(2) && C(3)) {
            if (C(4) && C(5)) {
                S(0);
                S(1);
                S(2);
            }
            S(3);
            if (C(6)) {
                S(4);
                if (C(7)) { S(5); return; }
                S(6);
            }
            if (C(8)) { return; }
        } else {
            S(8);
        }
        S(9);
    } else {
        S(10);
    }
    S(11);
    if (C(9)) { return; }
    S(13);
}
__global__ void if_7(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1)) {
            if (C(2)) {
                S(0);
                S(1);
            } else {
                S(2);
            }
            S(3);
            if ((C(3) || C(4)) && C(5)) {
                S(4);
                if (C(6)) { return; }
                S(6);
                if (C(7)) { return; }
                S(8);
            }
            S(9);
            if (C(8)) {
                S(10);
            } else {
                S(11);
            }
            S(12);
        } else {
            S(13);
        }
    } else {
        S(14);
    }
    S(15);
}
__global__ void if_8(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    if (C(0) && C(1)) {
        if (C(2)) {
            if (C(3)) {
                S(1);
                S(2);
            } else {
                S(3);
                S(4);
                if (C(4)) { S(5); return; }
            }
            if (C(5)) {
                S(6);
                S(7);
            } else {
                S(8);
            }
            S(9);
        } else {
            S(10);
        }
    }
    S(11);
    S(12);
}
__global__ void if_9(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    if (C(0) && C(1)) {
        S(1);
        if (C(2) && C(3)) {
            if (C(4)) {
                S(2);
                if (C(5)) { return; }
                S(4);
                S(5);
            }
        } else {
            S(6);
        }
    }
    S(7);
}
__global__ void if_10(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1)) {
            S(0);
            if (C(2)) {
                S(1);
                S(2);
            }
            S(3);
            if (C(3)) {
                S(4);
                if (C(4)) { return; }
            } else {
                S(6);
            }
            S(7);
        } else {
            S(8);
        }
    } else {
        S(9);
    }
    S(10);
    S(11);
}
__global__ void if_11(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        S(0);
        if (C(1) || C(2)) {
            if (C(3)) {
                S(1);
                S(2);
                if (C(4)) { return; }
            } else {
                S(4);
                S(5);
            }
            S(6);
        } else {
            if (C(5)) {
                S(7);
            }
            S(8);
            if (C(6)) { return; }
        }
        S(10);
    }
    S(11);
}
__global__ void loop_0(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    while (C(0)) {
        if (C(1) || C(2)) {
            if (C(3) || C(4)) {
                S(0);
            } else {
                S(1);
                S(2);
                S(3);
            }
            if (C(5)) { S(4); continue; }
        } else {
            if (C(6)) {
                S(5);
            } else {
                S(6);
            }
            S(7);
        }
    }
    S(8);
    S(9);
}
__global__ void loop_1(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        switch (T(1)) {
        case 0:
            S(0);
            break;
        case 1:
            S(1);
            break;
        case 2:
            S(2);
            break;
        default:
            return;
        }
        S(4);
    } else {
        if (C(2)) {
            if (C(3) && C(4)) {
                S(5);
            }
            S(6);
            if (C(5)) {
                S(7);
            }
            S(8);
        } else {
            S(9);
        }
    }
    S(10);
}
__global__ void loop_2(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0) && C(1)) {
        while (C(2)) {
            if (C(3)) { S(0); continue; }
        }
        S(1);
        if (C(4)) {
            if (C(5)) {
                S(2);
            }
            S(3);
        } else {
            S(4);
        }
        S(5);
    }
    S(6);
    S(7);
}
__global__ void loop_3(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    while (C(0)) {
        if (C(1)) {
            if (C(2)) { S(0); break; }
            if (C(3)) {
                S(1);
            } else {
                S(2);
            }
        } else {
            do {
                S(3);
                S(4);
            } while (C(4));
            S(5);
        }
        S(6);
    }
    S(7);
}
__global__ void loop_4(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    while (C(0)) {
        for (;;) {
            if ((C(1) || C(2)) && C(3)) {
                S(0);
                S(1);
            } else {
                S(2);
            }
            if (C(4)) break;
        }
        S(3);
    }
    S(4);
    S(5);
}
__global__ void loop_5(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    do {
        if (C(0)) {
            if (C(1)) { S(1); break; }
            if (C(2) && C(3)) {
                S(2);
                S(3);
                S(4);
            } else {
                S(5);
            }
        } else {
            S(6);
        }
    } while (C(4));
    S(7);
}
__global__ void loop_6(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1)) {
            switch (T(2)) {
            case 0:
                S(0);
                break;
            case 1:
                S(1);
                if (C(3)) return;
                break;
            case 2:
                S(3);
                break;
            }
            S(4);
        } else {
            for (;;) {
                S(5);
                if (C(4)) break;
            }
            while (C(5)) {
                S(6);
                S(7);
            }
        }
        S(8);
    }
    S(9);
}
__global__ void loop_7(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    switch (T(0)) {
    case 0:
        S(0);
        break;
    case 1:
        S(1);
        break;
    case 2:
        S(2);
    case 3:
        S(3);
        if (C(1)) S(4); return;
        break;
    }
    for (;;) {
        if (C(2)) break;
        if (C(3)) break;
    }
    switch (T(4)) {
    case 0:
        S(5);
    case 1:
        S(6);
        break;
    default:
        return;
    }
    S(8);
}
__global__ void loop_8(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1)) {
            S(0);
        }
        S(1);
        switch (T(2)) {
        case 0:
            S(2);
        case 1:
            S(3);
            if (C(3)) return;
            break;
        case 2:
            S(5);
        case 3:
            S(6);
            if (C(4)) return;
            break;
        }
    }
    S(8);
    S(9);
    S(10);
}
__global__ void loop_9(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    switch (T(0)) {
    case 0:
        S(0);
        if (C(1)) S(1); return;
        break;
    case 1:
        S(2);
    case 2:
        S(3);
        break;
    }
    if (C(2) && C(3)) {
        S(4);
        switch (T(4)) {
        case 0:
            S(5);
            break;
        case 1:
            S(6);
        case 2:
            S(7);
            break;
        default:
            return;
        }
        if (C(5) && C(6)) {
            S(9);
            while (C(7)) {
                S(10);
            }
        }
    }
    S(11);
}
__global__ void loop_10(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    S(1);
    while (C(0)) {
        if (C(1)) {
            if (C(2) && C(3)) { S(2); break; }
            if (C(4)) {
                S(3);
            } else {
                S(4);
            }
            S(5);
        } else {
            S(6);
        }
        S(7);
    }
    S(8);
    S(9);
}
__global__ void loop_11(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    switch (T(0)) {
    case 0:
        S(0);
        if (C(1)) return;
        break;
    case 1:
        S(2);
        if (C(2)) return;
        break;
    }
    if (C(3) && C(4)) {
        if (C(5)) {
            if (C(6)) {
                S(4);
                S(5);
            } else {
                S(6);
            }
        }
    }
    S(7);
    S(8);
}
__global__ void loop_12(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        S(0);
    } else {
        switch (T(1)) {
        case 0:
            S(1);
        case 1:
            S(2);
            break;
        }
        if (C(2)) {
            while (C(3)) {
                S(3);
                S(4);
            }
            S(5);
            for (;;) {
                S(6);
                if (C(4)) break;
            }
        }
    }
    S(7);
    S(8);
}
__global__ void loop_13(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    do {
        S(1);
        if (C(0)) {
            if (C(1)) continue;
        } else {
            if (C(2) || C(3)) {
                S(2);
            } else {
                S(3);
            }
            S(4);
        }
        S(5);
    } while (C(4));
    S(6);
    S(7);
}
__global__ void mix_0(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        while (C(1)) {
            while (C(2)) {
                S(0);
                S(1);
                S(2);
            }
        }
        do {
            if (C(3)) {
                S(3);
            }
        } while (C(4));
        S(4);
        if (C(5) && C(6)) { return; }
    } else {
        S(6);
    }
    S(7);
    S(8);
}
__global__ void mix_1(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    for (;;) {
        if (C(0)) { S(0); continue; }
        if (C(1)) break;
    }
    if (C(2)) {
        if (C(3)) {
            for (;;) {
                S(1);
                S(2);
                if (C(4)) { S(3); return; }
                if (C(5)) break;
            }
            S(4);
            if (C(6) && C(7)) { return; }
            if (C(8) && C(9)) {
                S(6);
                S(7);
                if (C(10) || C(11)) { return; }
            }
        } else {
            S(9);
        }
        S(10);
        if (C(12)) { return; }
    }
    S(12);
}
__global__ void mix_2(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    while (C(0)) {
        if (C(1)) break;
        if (C(2)) { S(0); return; }
        do {
            if (C(3)) {
                S(1);
                if (C(4)) { return; }
                S(3);
            } else {
                S(4);
                S(5);
                S(6);
            }
        } while (C(5));
        S(7);
    }
    S(8);
    if (C(6)) {
        S(9);
        if (C(7)) {
            S(10);
        } else {
            S(11);
        }
    }
    S(12);
    S(13);
}
__global__ void mix_3(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    while (C(0)) {
        if (C(1)) { S(0); break; }
        if (C(2)) { return; }
        for (;;) {
            if (C(3) || C(4)) break;
            if (C(5)) break;
        }
        S(2);
    }
    S(3);
    if (C(6) && C(7)) { return; }
    S(5);
}
__global__ void mix_4(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    while (C(0)) {
        if (C(1)) break;
        if (C(2)) {
            if (C(3)) break;
            if (C(4)) { return; }
            S(2);
            if (C(5)) { return; }
        }
        S(4);
        if (C(6)) { return; }
    }
    S(6);
}
__global__ void mix_5(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    switch (T(0)) {
    case 0:
        S(0);
        if (C(1)) return;
        break;
    case 1:
        S(2);
        break;
    case 2:
        S(3);
        break;
    }
    while (C(2)) {
        if (C(3)) break;
        if (C(4) || C(5)) {
            if (C(6)) continue;
            if (C(7)) break;
            if (C(8)) { return; }
        }
        S(5);
        for (;;) {
            if (C(9)) {
                S(6);
                S(7);
            } else {
                S(8);
            }
            if (C(10)) break;
        }
        S(9);
    }
    S(10);
    S(11);
}
__global__ void mix_6(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    for (;;) {
        for (;;) {
            if (C(0)) {
                S(0);
                S(1);
            }
            S(2);
            if (C(1) || C(2)) {
                S(3);
            }
            S(4);
            if (C(3)) { return; }
            if (C(4)) break;
        }
        S(6);
        if (C(5)) break;
    }
    S(7);
    do {
        if (C(6)) {
            while (C(7)) {
                S(8);
                S(9);
            }
            S(10);
        }
    } while (C(8));
    S(11);
}
__global__ void mix_7(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    do {
        if (C(0)) {
            if (C(1)) { S(0); break; }
        } else {
            if (C(2)) {
                S(1);
            } else {
                S(2);
                S(3);
            }
            S(4);
        }
        if (C(3)) { return; }
    } while (C(4));
    S(6);
    if (C(5)) {
        S(7);
    }
    S(8);
}
__global__ void mix_8(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    for (;;) {
        do {
            if (C(0)) {
                S(0);
            }
            if (C(1)) {
                S(1);
                S(2);
                S(3);
            }
            S(4);
            S(5);
        } while (C(2));
        S(6);
        S(7);
        if ((C(3) || C(4)) && C(5)) { return; }
        if (C(6)) break;
    }
    S(9);
    S(10);
}
__global__ void mix_9(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    while (C(0)) {
        if (C(1)) {
            if (C(2)) break;
            if (C(3)) { S(0); continue; }
        }
        S(1);
        for (;;) {
            if (C(4) || C(5)) {
                S(2);
                if (C(6) || C(7)) { return; }
                S(4);
                S(5);
            } else {
                S(6);
                S(7);
                if ((C(8) || C(9)) && C(10)) { return; }
            }
            S(9);
            if (C(11)) break;
        }
        S(10);
    }
    S(11);
    S(12);
}
__global__ void mix_10(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        switch (T(1)) {
        case 0:
            S(0);
        case 1:
            S(1);
        case 2:
            S(2);
            break;
        }
        switch (T(2)) {
        case 0:
            S(3);
            if (C(3)) S(4); return;
            break;
        case 1:
            S(5);
            break;
        case 2:
            S(6);
        }
    } else {
        S(7);
    }
    S(8);
    S(9);
}
__global__ void mix_11(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0) || C(1)) {
        S(0);
        S(1);
    } else {
        if (C(2)) {
            if (C(3)) {
                S(2);
                S(3);
                S(4);
                if (C(4)) { S(5); return; }
            } else {
                S(6);
            }
            S(7);
        } else {
            S(8);
        }
    }
    if (C(5) || C(6)) { return; }
    S(10);
}
__global__ void mix_12(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    if (C(0) || C(1)) { return; }
    switch (T(2)) {
    case 0:
        S(2);
        break;
    case 1:
        S(3);
        break;
    case 2:
        S(4);
        if (C(3)) return;
        break;
    case 3:
        S(6);
        if (C(4)) return;
        break;
    default:
        S(8); return;
    }
    S(9);
}
__global__ void mix_13(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1)) {
            if (C(2)) {
                S(0);
            }
        } else {
            if (C(3)) {
                S(1);
                if (C(4) && C(5)) { return; }
                S(3);
                S(4);
            }
            S(5);
            if (C(6) && C(7)) {
                S(6);
            }
            S(7);
            if (C(8) && C(9)) { return; }
        }
        S(9);
    }
    S(10);
}
__global__ void mix_14(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    while (C(0)) {
        if (C(1)) {
            while (C(2)) {
                S(0);
                S(1);
            }
            S(2);
        } else {
            if (C(3) || C(4)) { S(3); break; }
            if ((C(5) || C(6)) && C(7)) {
                S(4);
                S(5);
            } else {
                S(6);
            }
        }
    }
    S(7);
}
__global__ void mix_15(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    if (C(0)) {
        if (C(1)) {
            S(1);
            S(2);
            if (C(2) || C(3)) {
                S(3);
            }
            if (C(4) || C(5)) { return; }
        } else {
            if (C(6)) {
                S(5);
            } else {
                S(6);
            }
        }
        S(7);
    } else {
        S(8);
    }
    S(9);
    if (C(7)) { return; }
    S(11);
}
__global__ void mix_16(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        while (C(1)) {
            if (C(2) || C(3)) {
                S(0);
                S(1);
                S(2);
            } else {
                S(3);
                if (C(4) && C(5)) { return; }
            }
            S(5);
            if (C(6) || C(7)) {
                S(6);
            }
            S(7);
        }
    }
    S(8);
    S(9);
}
__global__ void mix_17(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1)) {
            while (C(2)) {
                S(0);
                S(1);
            }
            S(2);
        }
        S(3);
    }
    if (C(3)) {
        S(4);
        S(5);
    } else {
        S(6);
        for (;;) {
            S(7);
            if (C(4)) break;
        }
    }
    S(8);
}
__global__ void mix_18(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    switch (T(0)) {
    case 0:
        S(0);
        break;
    case 1:
        S(1);
        break;
    case 2:
        S(2);
        break;
    }
    if (C(1)) {
        S(3);
        if (C(2)) {
            switch (T(3)) {
            case 0:
                S(4);
            case 1:
                S(5);
                break;
            case 2:
                S(6);
                break;
            default:
                return;
            }
        }
        S(8);
        if (C(4) || C(5)) { return; }
        if (C(6)) {
            while (C(7)) {
                S(10);
                if (C(8) && C(9)) { S(11); return; }
            }
        }
    }
    S(12);
}
__global__ void mix_19(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1)) {
            S(0);
            for (;;) {
                S(1);
                S(2);
                S(3);
                if (C(2)) break;
            }
            S(4);
        } else {
            switch (T(3)) {
            case 0:
                S(5);
                break;
            case 1:
                S(6);
                if (C(4)) return;
                break;
            case 2:
                S(8);
                if (C(5)) return;
                break;
            }
        }
        if (C(6)) {
            do {
                S(10);
            } while (C(7));
            S(11);
        } else {
            S(12);
        }
        if (C(8)) { return; }
    }
    S(14);
    S(15);
}
__global__ void exit_0(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        for (;;) {
            S(0);
            if (C(1)) break;
        }
        S(1);
        if (C(2)) {
            if (C(3)) {
                S(2);
                S(3);
            }
            S(4);
            while (C(4)) {
                S(5);
            }
            if (C(5)) { return; }
        } else {
            S(7);
        }
        S(8);
    } else {
        S(9);
    }
    S(10);
    S(11);
}
__global__ void exit_1(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        S(0);
        if (C(1)) { S(1); EXIT; }
        if (C(2)) {
            S(2);
        } else {
            switch (T(3)) {
            case 0:
                S(3);
            case 1:
                S(4);
                break;
            case 2:
                S(5);
                if (C(4)) EXIT;
                break;
            default:
                return;
            }
            S(8);
        }
    } else {
        switch (T(5)) {
        case 0:
            S(9);
            break;
        case 1:
            S(10);
            break;
        default:
            S(11); EXIT;
        }
        switch (T(6)) {
        case 0:
            S(12);
        case 1:
            S(13);
            break;
        }
        if (C(7)) { S(14); EXIT; }
        if (C(8) && C(9)) {
            S(15);
            if (C(10)) { EXIT; }
            if (C(11)) {
                S(17);
            } else {
                S(18);
            }
        } else {
            S(19);
        }
    }
    S(20);
}
__global__ void exit_2(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    do {
        if (C(0)) {
            do {
                S(0);
                S(1);
            } while (C(1));
            S(2);
            if (C(2)) continue;
        } else {
            while (C(3)) {
                S(3);
                if (C(4)) { EXIT; }
                S(5);
                S(6);
            }
            if (C(5)) {
                S(7);
            } else {
                S(8);
            }
            S(9);
        }
        S(10);
    } while (C(6));
    S(11);
    S(12);
}
__global__ void exit_3(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    S(0);
    if (C(0)) {
        S(1);
        switch (T(1)) {
        case 0:
            S(2);
            break;
        case 1:
            S(3);
        }
        if (C(2)) {
            switch (T(3)) {
            case 0:
                S(4);
                if (C(4)) return;
                break;
            case 1:
                S(6);
                break;
            case 2:
                S(7);
                if (C(5)) return;
                break;
            default:
                S(9); EXIT;
            }
            switch (T(6)) {
            case 0:
                S(10);
            case 1:
                S(11);
                break;
            default:
                return;
            }
        }
        S(13);
        if (C(7) || C(8)) { S(14); EXIT; }
    }
    S(15);
    S(16);
}
__global__ void exit_4(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0) || C(1)) {
        if (C(2)) {
            while (C(3)) {
                S(0);
                S(1);
                S(2);
            }
            S(3);
            if (C(4) && C(5)) { return; }
            if (C(6)) {
                S(5);
            } else {
                S(6);
                S(7);
            }
        } else {
            S(8);
        }
        S(9);
        if (C(7) || C(8)) { EXIT; }
    } else {
        S(11);
    }
    S(12);
}
__global__ void exit_5(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    do {
        if (C(0)) {
            if (C(1)) {
                S(0);
                S(1);
                S(2);
                if ((C(2) || C(3)) && C(4)) { S(3); EXIT; }
            }
            if ((C(5) || C(6)) && C(7)) { return; }
        }
        S(5);
        if (C(8)) {
            if (C(9)) {
                S(6);
            }
            S(7);
        } else {
            S(8);
        }
    } while (C(10));
    S(9);
    S(10);
}
__global__ void exit_6(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    if (C(0)) {
        if (C(1) && C(2)) {
            S(0);
        } else {
            if (C(3) || C(4)) {
                S(1);
            } else {
                S(2);
            }
            S(3);
        }
        S(4);
        if (C(5) || C(6)) { return; }
    } else {
        switch (T(7)) {
        case 0:
            S(6);
            break;
        case 1:
            S(7);
            if (C(8)) S(8); EXIT;
            break;
        case 2:
            S(9);
        }
        if (C(9) && C(10)) { return; }
        if (C(11) || C(12)) {
            S(11);
        } else {
            S(12);
        }
        S(13);
        if (C(13) && C(14)) { S(14); EXIT; }
    }
    S(15);
}
__global__ void exit_7(const int* a, int* o)
{
    int t = threadIdx.x, i = 0;
    for (;;) {
        S(0);
        if (C(0)) { S(1); EXIT; }
        if (C(1) && C(2)) break;
        if (C(3)) { S(2); EXIT; }
        if (C(4)) break;
    }
    S(3);
    while (C(5)) {
        S(4);
        S(5);
        S(6);
    }
    S(7);
}
