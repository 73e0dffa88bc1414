#pragma once

#include <opencv2/core/types.hpp>
#include <vector>

#include "core/image/quad.h"

namespace gridlens {

// The convex hull of a point set, as enclosing_quads and hull_share want it.
std::vector<cv::Point> convex_hull(const std::vector<cv::Point>& points);

// The quadrilateral around a convex hull that adds least area: edges are removed (their neighbours
// prolonged until they meet) until four are left, cheapest first. A missing or covered corner is
// thereby completed. Where the hull is a stout octagon (two lines each way whose ends stick out,
// and no border), the quadrilateral on its other four edges comes second. Clockwise in the image;
// empty where no four edges close.
std::vector<Quad> enclosing_quads(const std::vector<cv::Point>& hull);

// Area of the convex hull over the area of the quad: 1 for a quadrilateral blob, pi/4 for a disc.
double hull_share(const std::vector<cv::Point>& hull, const Quad& quad);

}  // namespace gridlens
