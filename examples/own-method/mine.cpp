// A collision detector of your own for Collidoscope. No libraries, and no JSON reader: numbers are collected by name.
//
//     c++ -O2 -std=c++17 -o mine mine.cpp
//     collidoscope grade --homework homework/02-convex.toml --program ./mine
//
// It finds every collision, but also reports some that are none: see TODO.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>
using Vec = std::array<double, 3>;
struct Mesh { std::vector<Vec> vertices; std::vector<std::array<int, 3>> triangles; };

static double dot(Vec p, Vec q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
static Vec minus(Vec p, Vec q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
static Vec cross(Vec p, Vec q) {
    return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

// All numbers behind "name": in the line, to the end of its list or object. They come in a fixed order.
static std::vector<double> numbers(const std::string& line, const std::string& name) {
    std::vector<double> found;
    size_t at = line.find("\"" + name + "\":");
    if (at == std::string::npos) return found;
    int depth = 0;
    for (const char* c = line.c_str() + at + name.size() + 3; *c; ++c) {
        if (*c == '[' || *c == '{') ++depth;
        if ((*c == ']' || *c == '}') && --depth <= 0) break;
        if (*c == ',' && depth == 0) break;
        if (*c == '-' || (*c >= '0' && *c <= '9')) {
            char* end;
            found.push_back(std::strtod(c, &end));
            c = end - 1;
        }
    }
    return found;
}

static std::string text(const std::string& line, const std::string& name) {
    size_t at = line.find("\"" + name + "\":\"") + name.size() + 4;
    return line.substr(at, line.find('"', at) - at);
}

// The corners at a pose, in world coordinates: 3 numbers of the position, 4 of the rotation, 12 of the matrix.
static Mesh in_world(Mesh mesh, const std::vector<double>& pose) {
    for (Vec& v : mesh.vertices) {
        Vec p = v;
        for (int i = 0; i < 3; ++i) {
            const double* row = &pose[7 + 4 * i];
            v[i] = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
        }
    }
    return mesh;
}

// True if a plane along a face of a has a behind it and b in front of it.
static bool parted(const Mesh& a, const Mesh& b, std::array<double, 4>& plane) {
    // TODO: two edges can face each other while no face does. Which normals are missing?
    for (const auto& t : a.triangles) {
        Vec p = a.vertices[t[0]], n = cross(minus(a.vertices[t[1]], p), minus(a.vertices[t[2]], p));
        double end = -1e300, start = 1e300;
        for (const Vec& v : a.vertices) end = std::max(end, dot(n, v));
        for (const Vec& v : b.vertices) start = std::min(start, dot(n, v));
        plane = {n[0], n[1], n[2], (end + start) / 2};
        if (end < start) return true;
    }
    return false;
}

int main() {
    std::map<std::string, Mesh> meshes;
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find("\"hello\":") != std::string::npos) {
            std::printf("{\"hello\":1,\"name\":\"mine.cpp\"}\n");
        } else if (line.find("\"mesh\":") != std::string::npos) {
            Mesh& mesh = meshes[text(line, "mesh")];
            auto v = numbers(line, "vertices"), t = numbers(line, "triangles");
            for (size_t i = 0; i + 2 < v.size(); i += 3) mesh.vertices.push_back({v[i], v[i + 1], v[i + 2]});
            for (size_t i = 0; i + 2 < t.size(); i += 3)
                mesh.triangles.push_back({int(t[i]), int(t[i + 1]), int(t[i + 2])});
            continue;  // a mesh has no answer
        } else {
            Mesh a = in_world(meshes[text(line, "a")], numbers(line, "a_pose"));
            Mesh b = in_world(meshes[text(line, "b")], numbers(line, "b_pose"));
            std::array<double, 4> p;
            std::printf("{\"id\":%.0f,", numbers(line, "id")[0]);
            if (parted(a, b, p) || parted(b, a, p))
                std::printf("\"colliding\":false,\"plane\":[%.17g,%.17g,%.17g,%.17g]}\n", p[0], p[1], p[2], p[3]);
            else
                std::printf("\"colliding\":true}\n");  // TODO: add "point":[x,y,z] as the proof
        }
        std::fflush(stdout);
    }
}
