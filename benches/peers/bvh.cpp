// FCL 0.7, or coal 3 with -DCOAL, with OBBRSS trees: asked the same questions as `bvh-fast` on the same poses.
//
// bvh A.obj B.obj POSES.csv OUT.csv SWEEPS
// POSES.csv: x,y,z,qx,qy,qz,qw with a header, pose of B in A's frame.
// OUT.csv: pose,colliding,triangle_pairs,distance,detect_us,determine_us,distance_us; each time is the least of
// SWEEPS sweeps over all poses. The first line is a comment with the build times.
#ifdef COAL
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>
namespace library = coal;
using Point = coal::Vec3s;
using Transform = coal::Transform3s;
using Model = coal::BVHModel<coal::OBBRSS>;
using Triangle = coal::Triangle;
using CollisionRequest = coal::CollisionRequest;
using CollisionResult = coal::CollisionResult;
using DistanceRequest = coal::DistanceRequest;
using DistanceResult = coal::DistanceResult;
#else
#include <fcl/fcl.h>
namespace library = fcl;
using Point = fcl::Vector3d;
using Transform = fcl::Transform3d;
using Model = fcl::BVHModel<fcl::OBBRSSd>;
using Triangle = fcl::Triangle;
using CollisionRequest = fcl::CollisionRequestd;
using CollisionResult = fcl::CollisionResultd;
using DistanceRequest = fcl::DistanceRequestd;
using DistanceResult = fcl::DistanceResultd;
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;

static double microseconds(Clock::time_point from) {
    return std::chrono::duration<double, std::micro>(Clock::now() - from).count();
}

static std::shared_ptr<Model> read_obj(const char *path, double &build_us) {
    std::ifstream in(path);
    if (!in) { std::cerr << path << ": cannot be read\n"; std::exit(2); }
    std::vector<Point> points;
    std::vector<Triangle> triangles;
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            double x, y, z;
            words >> x >> y >> z;
            points.emplace_back(x, y, z);
        } else if (kind == "f") {
            std::size_t a, b, c;
            words >> a >> b >> c;
            triangles.emplace_back(a - 1, b - 1, c - 1);
        }
    }
    auto start = Clock::now();
    auto model = std::make_shared<Model>();
    model->beginModel();
    model->addSubModel(points, triangles);
    model->endModel();
    build_us = microseconds(start);
    return model;
}

struct Row {
    bool colliding = false;
    std::size_t pairs = 0;
    double distance = 0;
    double us[3] = {1e300, 1e300, 1e300};
};

int main(int argc, char **argv) {
    if (argc != 6) { std::cerr << "bvh A.obj B.obj POSES.csv OUT.csv SWEEPS\n"; return 2; }
    double build_a, build_b;
    auto a = read_obj(argv[1], build_a), b = read_obj(argv[2], build_b);
    std::vector<Transform> poses;
    std::ifstream in(argv[3]);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream words(line);
        double x, y, z, qx, qy, qz, qw;
        words >> x >> y >> z >> qx >> qy >> qz >> qw;
        const Eigen::Matrix3d turn = Eigen::Quaterniond(qw, qx, qy, qz).toRotationMatrix();
#ifdef COAL
        Transform pose(turn, Point(x, y, z));
#else
        Transform pose = Transform::Identity();
        pose.linear() = turn;
        pose.translation() = Point(x, y, z);
#endif
        poses.push_back(pose);
    }
#ifdef COAL
    const Transform here;
#else
    const Transform here = Transform::Identity();
#endif
    std::vector<Row> rows(poses.size());
    for (int sweep = 0; sweep < std::atoi(argv[5]); ++sweep) {
        // One kind of query after the other, as ours are timed, so that each has the caches to itself.
        for (int kind = 0; kind < 3; ++kind) {
            for (std::size_t i = 0; i < poses.size(); ++i) {
                Row &row = rows[i];
                auto start = Clock::now();
                if (kind < 2) {
                    CollisionRequest request;
                    request.num_max_contacts = kind == 0 ? 1 : std::numeric_limits<std::size_t>::max();
                    CollisionResult result;
                    std::size_t found = library::collide(a.get(), here, b.get(), poses[i], request, result);
                    row.us[kind] = std::min(row.us[kind], microseconds(start));
                    if (kind == 0) row.colliding = found > 0; else row.pairs = found;
                } else {
                    DistanceRequest request;
                    request.enable_nearest_points = true;
                    DistanceResult result;
                    library::distance(a.get(), here, b.get(), poses[i], request, result);
                    row.us[kind] = std::min(row.us[kind], microseconds(start));
                    row.distance = result.min_distance;
                }
            }
        }
    }
    std::FILE *out = std::fopen(argv[4], "w");
    if (!out) { std::cerr << argv[4] << ": cannot be written\n"; return 2; }
    std::fprintf(out, "# build_us %.0f %.0f\n", build_a, build_b);
    std::fprintf(out, "pose,colliding,triangle_pairs,distance,detect_us,determine_us,distance_us\n");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row &r = rows[i];
        std::fprintf(out, "%zu,%d,%zu,%.17g,%.3f,%.3f,%.3f\n", i, r.colliding, r.pairs, r.distance, r.us[0],
                     r.us[1], r.us[2]);
    }
    std::fclose(out);
    return 0;
}
