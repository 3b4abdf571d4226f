// A linked list, a binary tree and a string in unified memory, made by the host, changed by kernels,
// read by the host: the same pointers on both sides.
#include <cstring>
#include <new>

#include "common.h"

// Objects of classes derived from it lie in unified memory.
struct Managed {
  static void* operator new(std::size_t bytes) {
    void* place = nullptr;
    CHECK(cudaMallocManaged(&place, bytes));
    return place;
  }
  static void operator delete(void* place) { cudaFree(place); }
};

struct Link : Managed {
  int value = 0;
  Link* next = nullptr;
};

struct Tree : Managed {
  int key = 0;
  long long below = 0;
  Tree *left = nullptr, *right = nullptr;
};

__global__ void reverse(Link** head) {
  Link* reversed = nullptr;
  for (Link* each = *head; each != nullptr;) {
    Link* next = each->next;
    each->next = reversed;
    each->value *= 10;
    reversed = each;
    each = next;
  }
  *head = reversed;
}

__device__ long long add_up(Tree* tree) {
  if (tree == nullptr) return 0;
  tree->below = add_up(tree->left) + add_up(tree->right);
  return tree->below + tree->key;
}
__global__ void add_up_all(Tree* tree, long long* sum) { *sum = add_up(tree); }

__global__ void to_upper(char* text) {
  char& each = text[threadIdx.x];
  if (each >= 'a' && each <= 'z') each = static_cast<char>(each - 'a' + 'A');
}

void insert(Tree*& tree, int key) {
  if (tree == nullptr) {
    tree = new Tree;
    tree->key = key;
  } else if (key != tree->key) {
    insert(key < tree->key ? tree->left : tree->right, key);
  }
}
int depth(const Tree* tree) {
  if (tree == nullptr) return 0;
  const int left = depth(tree->left), right = depth(tree->right);
  return 1 + (left > right ? left : right);
}
void destroy(Tree* tree) {
  if (tree == nullptr) return;
  destroy(tree->left);
  destroy(tree->right);
  delete tree;
}

int main() {
  Link** head = nullptr;
  CHECK(cudaMallocManaged(&head, sizeof *head));
  *head = nullptr;
  for (int i = 0; i < 10; ++i) {
    Link* link = new Link;
    link->value = i;
    link->next = *head;
    *head = link;
  }
  reverse<<<1, 1>>>(head);
  CHECK(cudaDeviceSynchronize());
  for (Link* each = *head; each != nullptr;) {
    std::printf("%d%s", each->value, each->next != nullptr ? " -> " : "\n");
    Link* next = each->next;
    delete each;
    each = next;
  }
  CHECK(cudaFree(head));

  Tree* tree = nullptr;
  Random random(14);
  for (int i = 0; i < 200; ++i) insert(tree, random.below(10000));
  long long* sum = nullptr;
  CHECK(cudaMallocManaged(&sum, sizeof *sum));
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
  add_up_all<<<1, 1>>>(tree, sum);
  CHECK(cudaDeviceSynchronize());
  std::printf("tree of depth %d: %lld, below the root %lld\n", depth(tree), *sum, tree->below);
  destroy(tree);
  CHECK(cudaFree(sum));

  char* text = nullptr;
  const char* words = "one memory, two processors";
  CHECK(cudaMallocManaged(&text, std::strlen(words) + 1));
  std::strcpy(text, words);
  to_upper<<<1, static_cast<unsigned>(std::strlen(words))>>>(text);
  CHECK(cudaDeviceSynchronize());
  std::printf("%s\n", text);
  CHECK(cudaFree(text));
}
