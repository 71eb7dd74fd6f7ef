// yoga ROUNDS < TREE: lays out a tree from scratch ROUNDS times with Yoga. Prints the nanoseconds
// of the fastest layout, then the frame of each node, relative to its parent's frame.

#include <yoga/Yoga.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

/// A node, read from one line of the numbers that `as_numbers` in trees.py writes.
struct Record {
  int children, direction, align, justify, wrap;
  float grow, shrink, width, height, padding[4], margin[4], gap;
};

constexpr YGEdge edges[] = {YGEdgeTop, YGEdgeRight, YGEdgeBottom, YGEdgeLeft};

std::vector<Record> read() {
  int count = 0;
  if (std::scanf("%d", &count) != 1) std::exit(2);
  std::vector<Record> records(count);
  for (Record &r : records) {
    int read = std::scanf("%d %d %d %d %d %f %f %f %f %f %f %f %f %f %f %f %f %f", &r.children, &r.direction, &r.align,
                          &r.justify, &r.wrap, &r.grow, &r.shrink, &r.width, &r.height, &r.padding[0], &r.padding[1],
                          &r.padding[2], &r.padding[3], &r.margin[0], &r.margin[1], &r.margin[2], &r.margin[3], &r.gap);
    if (read != 18) std::exit(2);
  }
  return records;
}

YGNodeRef build(const std::vector<Record> &records, size_t &next, YGConfigConstRef config) {
  const Record &r = records[next++];
  YGNodeRef node = YGNodeNewWithConfig(config);
  YGNodeStyleSetFlexDirection(node, r.direction ? YGFlexDirectionColumn : YGFlexDirectionRow);
  YGNodeStyleSetAlignItems(node, r.align == 0 ? YGAlignStretch : r.align == 1 ? YGAlignCenter : YGAlignFlexStart);
  YGNodeStyleSetAlignContent(node, YGAlignFlexStart);
  YGNodeStyleSetJustifyContent(node, r.justify ? YGJustifySpaceBetween : YGJustifyFlexStart);
  YGNodeStyleSetFlexWrap(node, r.wrap ? YGWrapWrap : YGWrapNoWrap);
  YGNodeStyleSetFlexGrow(node, r.grow);
  YGNodeStyleSetFlexShrink(node, r.shrink);
  YGNodeStyleSetMinWidth(node, 0);
  YGNodeStyleSetMinHeight(node, 0);
  if (r.width >= 0) YGNodeStyleSetWidth(node, r.width);
  if (r.height >= 0) YGNodeStyleSetHeight(node, r.height);
  for (int edge = 0; edge < 4; ++edge) {
    if (r.padding[edge] != 0) YGNodeStyleSetPadding(node, edges[edge], r.padding[edge]);
    if (r.margin[edge] != 0) YGNodeStyleSetMargin(node, edges[edge], r.margin[edge]);
  }
  YGNodeStyleSetGap(node, YGGutterAll, r.gap);
  for (int child = 0; child < r.children; ++child) YGNodeInsertChild(node, build(records, next, config), child);
  return node;
}

void print(YGNodeConstRef node) {
  std::printf("%.6f %.6f %.6f %.6f\n", YGNodeLayoutGetLeft(node), YGNodeLayoutGetTop(node), YGNodeLayoutGetWidth(node),
              YGNodeLayoutGetHeight(node));
  for (size_t child = 0; child < YGNodeGetChildCount(node); ++child)
    print(YGNodeGetChild(const_cast<YGNodeRef>(node), child));
}

long long nanoseconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

}  // namespace

int main(int, char **arguments) {
  const std::vector<Record> records = read();
  YGConfigRef config = YGConfigNew();
  YGConfigSetPointScaleFactor(config, 0);  // no rounding
  long long fastest = -1;
  int rounds = std::atoi(arguments[1]);
  for (int round = 0; round < rounds; ++round) {
    size_t next = 0;
    YGNodeRef root = build(records, next, config);
    long long start = nanoseconds();
    YGNodeCalculateLayout(root, YGUndefined, YGUndefined, YGDirectionLTR);
    long long time = nanoseconds() - start;
    fastest = fastest < 0 ? time : std::min(fastest, time);
    if (round == rounds - 1) {
      std::printf("%lld\n", fastest);
      print(root);
    }
    YGNodeFreeRecursive(root);
  }
}
