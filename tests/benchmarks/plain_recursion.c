/* Counts the solutions of n queens by plain recursion: the yardstick of test_counting.py.

   The search of handwritten/bitmasks.py, no symmetry, nothing looked ahead.
   cc -O2 plain_recursion.c -o plain_recursion && ./plain_recursion 15 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t board; /* a bit for each column */

static uint64_t count(uint32_t columns, uint32_t up, uint32_t down)
{
    if (columns == board)
        return 1;
    uint64_t solutions = 0;
    uint32_t open = board & ~(columns | up | down);
    while (open) {
        uint32_t bit = open & -open;
        open ^= bit;
        solutions += count(columns | bit, (up | bit) >> 1, (down | bit) << 1);
    }
    return solutions;
}

int main(int argc, char **argv)
{
    int n = argc == 2 ? atoi(argv[1]) : -1;
    if (n < 0 || n > 31) {
        fprintf(stderr, "usage: plain_recursion N, with N from 0 to 31\n");
        return 2;
    }
    board = (UINT32_C(1) << n) - 1;
    printf("%llu\n", (unsigned long long)count(0, 0, 0));
    return 0;
}
