#pragma once

#include <opencv2/core/types.hpp>
#include <optional>
#include <vector>

#include "core/image/quad.h"

namespace gridlens {

// The quadrilateral around a point set that adds least area: its convex hull, with edges removed
// (their neighbours prolonged until they meet) until four are left, cheapest first. A missing or
// covered corner is thereby completed. nullopt where no four edges close. Clockwise in the image.
std::optional<Quad> enclosing_quad(const std::vector<cv::Point>& points);

// Area of the convex hull over the area of the quad: 1 for a quadrilateral blob, pi/4 for a disc.
double hull_share(const std::vector<cv::Point>& points, const Quad& quad);

}  // namespace gridlens
