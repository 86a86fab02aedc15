// The time that FCL's dynamic tree of boxes takes per frame, for benches/broad_phases.rs, which builds and runs it.
//
// Needs libfcl-dev: c++ -O3 -DNDEBUG -std=c++17 broad_phase.cpp -o broad_phase $(pkg-config --cflags --libs fcl)
// Input, the first argument: u64 bodies, u64 frames, then per frame and body six f64, the box's lower and upper
// corner. The second argument: how many rounds over all frames. Output: a line per way, "name frame pairs
// microseconds" for every frame, the fastest of the rounds.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fcl/fcl.h>
#include <memory>
#include <string>
#include <vector>

using Box = fcl::AABB<double>;
using Tree = fcl::DynamicAABBTreeCollisionManager<double>;

// Its box is set from the file, so that no time goes into shapes and poses.
struct Body : fcl::CollisionObject<double> {
  uint32_t index;
  Body(const std::shared_ptr<fcl::CollisionGeometry<double>>& shape, uint32_t index)
      : fcl::CollisionObject<double>(shape), index(index) {}
  void place(const double* corners) {
    aabb.min_ = fcl::Vector3d(corners[0], corners[1], corners[2]);
    aabb.max_ = fcl::Vector3d(corners[3], corners[4], corners[5]);
  }
};

static bool note(fcl::CollisionObject<double>* a, fcl::CollisionObject<double>* b, void* pairs) {
  auto found = static_cast<std::vector<std::pair<uint32_t, uint32_t>>*>(pairs);
  found->emplace_back(static_cast<Body*>(a)->index, static_cast<Body*>(b)->index);
  return false;
}

enum class Way { Refit, Reinsert, Build };

int main(int count, char** arguments) {
  if (count < 3) return std::fputs("usage: broad_phase BOXES ROUNDS\n", stderr), 2;
  FILE* file = std::fopen(arguments[1], "rb");
  uint64_t head[2];
  if (!file || std::fread(head, 8, 2, file) != 2) return std::perror(arguments[1]), 2;
  const size_t bodies = head[0], frames = head[1];
  std::vector<double> corners(frames * bodies * 6);
  if (std::fread(corners.data(), 8, corners.size(), file) != corners.size()) return std::perror(arguments[1]), 2;
  std::fclose(file);

  const auto shape = std::make_shared<fcl::Box<double>>(1.0, 1.0, 1.0);
  for (auto [way, name] : {std::pair(Way::Refit, "refit"), {Way::Reinsert, "reinsert"}, {Way::Build, "build"}}) {
    std::vector<double> fastest(frames, 1e300);
    std::vector<size_t> pairs(frames);
    for (int round = 0; round < std::stoi(arguments[2]); ++round) {
      std::vector<std::unique_ptr<Body>> owned;
      std::vector<fcl::CollisionObject<double>*> all;
      for (uint32_t i = 0; i < bodies; ++i) {
        owned.push_back(std::make_unique<Body>(shape, i));
        all.push_back(owned.back().get());
      }
      auto tree = std::make_unique<Tree>();
      std::vector<std::pair<uint32_t, uint32_t>> found;
      for (size_t frame = 0; frame < frames; ++frame) {
        for (size_t i = 0; i < bodies; ++i) owned[i]->place(&corners[(frame * bodies + i) * 6]);
        found.clear();
        if (way == Way::Build) tree = std::make_unique<Tree>();
        const auto start = std::chrono::steady_clock::now();
        if (frame == 0 || way == Way::Build) {
          tree->registerObjects(all);
          tree->setup();
        } else if (way == Way::Refit) {
          tree->update();
        } else {
          tree->update(all);
        }
        tree->collide(&found, note);
        const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
        fastest[frame] = std::min(fastest[frame], time.count());
        pairs[frame] = found.size();
      }
    }
    for (size_t frame = 0; frame < frames; ++frame)
      std::printf("%s %zu %zu %.3f\n", name, frame, pairs[frame], fastest[frame]);
  }
}
