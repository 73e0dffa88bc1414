#pragma once

#include "tests/generator/clutter.h"

// The painters behind paint_clutter, shared between its files.
namespace gridlens::generator {

void paint_text_column(Canvas& canvas, cv::Rect2d area, double size_px, Random& random);
void paint_headline(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_advert(Canvas& canvas, cv::Rect2d area, Random& random);
void paint_picture(Canvas& canvas, cv::Rect2d area, Random& random);

}  // namespace gridlens::generator
