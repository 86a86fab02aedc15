// FCL 0.7 with OBBRSS trees, asked the same questions as `bvh-fast` on the same poses.
//
// fcl A.obj B.obj POSES.csv OUT.csv SWEEPS
// POSES.csv: x,y,z,qx,qy,qz,qw with a header, pose of B in A's frame.
// OUT.csv: pose,colliding,triangle_pairs,distance,detect_us,determine_us,distance_us; each time is the least of
// SWEEPS sweeps over all poses. The first line is a comment with the build times.
#include <fcl/fcl.h>

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
using Model = fcl::BVHModel<fcl::OBBRSSd>;

static double microseconds(Clock::time_point from) {
    return std::chrono::duration<double, std::micro>(Clock::now() - from).count();
}

static std::shared_ptr<Model> read_obj(const char *path, double &build_us) {
    std::ifstream in(path);
    if (!in) { std::cerr << path << ": cannot be read\n"; std::exit(2); }
    std::vector<fcl::Vector3d> points;
    std::vector<fcl::Triangle> triangles;
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
    if (argc != 6) { std::cerr << "fcl A.obj B.obj POSES.csv OUT.csv SWEEPS\n"; return 2; }
    double build_a, build_b;
    auto a = read_obj(argv[1], build_a), b = read_obj(argv[2], build_b);
    std::vector<fcl::Transform3d> poses;
    std::ifstream in(argv[3]);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream words(line);
        double x, y, z, qx, qy, qz, qw;
        words >> x >> y >> z >> qx >> qy >> qz >> qw;
        fcl::Transform3d pose = fcl::Transform3d::Identity();
        pose.linear() = fcl::Quaterniond(qw, qx, qy, qz).toRotationMatrix();
        pose.translation() = fcl::Vector3d(x, y, z);
        poses.push_back(pose);
    }
    const fcl::Transform3d here = fcl::Transform3d::Identity();
    std::vector<Row> rows(poses.size());
    for (int sweep = 0; sweep < std::atoi(argv[5]); ++sweep) {
        // One kind of query after the other, as ours are timed, so that each has the caches to itself.
        for (int kind = 0; kind < 3; ++kind) {
            for (std::size_t i = 0; i < poses.size(); ++i) {
                Row &row = rows[i];
                auto start = Clock::now();
                if (kind < 2) {
                    fcl::CollisionRequestd request;
                    request.num_max_contacts = kind == 0 ? 1 : std::numeric_limits<std::size_t>::max();
                    fcl::CollisionResultd result;
                    std::size_t found = fcl::collide(a.get(), here, b.get(), poses[i], request, result);
                    row.us[kind] = std::min(row.us[kind], microseconds(start));
                    if (kind == 0) row.colliding = found > 0; else row.pairs = found;
                } else {
                    fcl::DistanceRequestd request;
                    request.enable_nearest_points = true;
                    fcl::DistanceResultd result;
                    fcl::distance(a.get(), here, b.get(), poses[i], request, result);
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
