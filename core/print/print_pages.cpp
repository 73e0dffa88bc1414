#include "core/print/print_pages.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "core/print/board_drawing.h"
#include "core/print/page_layout.h"
#include "core/print/page_type.h"
#include "core/solver/solver.h"

namespace gridlens {

namespace {

using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;
using Context = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;

cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
  try {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  } catch (...) {  // no exception may pass through cairo
    return CAIRO_STATUS_NO_MEMORY;
  }
}

void require_drawn(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("the page cannot be drawn: ") +
                             cairo_status_to_string(status));
}

Context context_of(const Surface& surface) {
  return {cairo_create(surface.get()), cairo_destroy};
}

std::optional<Grid> only_solution(const PuzzleDocument& document, const PrintOptions& options) {
  if (!options.solution) return std::nullopt;
  SolveOptions search;
  search.max_nodes = options.max_nodes;
  SolveResult result = Solver(rules_of(document)).solve(document.givens, search);
  if (result.state != SolveState::unique) return std::nullopt;
  return std::move(result.solutions.front());
}

// "Each row, column and box holds 1 to 9 once."
std::string rules_text(const PuzzleDocument& document) {
  const auto n = static_cast<std::size_t>(document.shape.n());
  const std::string first = document.symbols.empty() ? "1" : document.symbols.front();
  const std::string last = document.symbols.empty() ? std::to_string(n) : document.symbols.back();
  std::string units = document.shape.box_rows > 1 && document.shape.box_cols > 1
                          ? "Each row, column and box"
                          : "Each row and column";
  if (document.rules == RuleKind::x) units = "Each row, column, box and long diagonal";
  if (document.rules == RuleKind::jigsaw) units = "Each row, column and region";
  return units + " holds " + first + " to " + last + " once.";
}

// One line from `left` on, smaller or cut where it is too long.
void draw_text(cairo_t* cairo, cairo_font_face_t* face, double size, const PageLayout& page,
               double baseline, std::string text) {
  constexpr std::size_t kMostBytes = 400;
  const bool cut = text.size() > kMostBytes;
  text = drawable(text.substr(0, kMostBytes)) + (cut ? "..." : "");
  cairo_set_font_face(cairo, face);
  cairo_set_font_size(cairo, size);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, text.c_str(), &extents);
  constexpr double kSmallest = 0.5;
  const double scale = std::clamp(page.text_width / std::max(1.0, extents.width), kSmallest, 1.0);
  cairo_set_font_size(cairo, size * scale);
  cairo_save(cairo);
  cairo_rectangle(cairo, page.left, baseline - 2 * size, page.text_width, 3 * size);
  cairo_clip(cairo);
  cairo_move_to(cairo, page.left, baseline);
  cairo_show_text(cairo, text.c_str());
  cairo_restore(cairo);
}

void draw_page(cairo_t* cairo, const PageType& type, const PuzzleDocument& document,
               const PrintOptions& options) {
  const std::optional<Grid> solution = only_solution(document, options);
  const PageLayout page = layout_page(document.shape.n(), solution.has_value());
  cairo_set_source_rgb(cairo, 0, 0, 0);
  const std::string n = std::to_string(document.shape.n());
  const std::string title = document.title.empty() ? "Sudoku " + n + " x " + n : document.title;
  draw_text(cairo, type.semi_bold(), page.title_size, page, page.title_baseline, title);
  std::string words = rules_text(document);
  for (const std::string& more : {document.author, document.source})
    if (!more.empty()) words += "  \xc2\xb7  " + more;
  cairo_set_source_rgb(cairo, 0.3, 0.3, 0.3);
  draw_text(cairo, type.medium(), page.words_size, page, page.words_baseline, words);
  draw_board(cairo, type, document, {page.board_left, page.board_top, page.board_side},
             options.entries);
  if (!solution) return;
  cairo_save(cairo);
  const double half = page.solution_side / 2;
  cairo_translate(cairo, page.solution_left + half, page.solution_top + half);
  cairo_rotate(cairo, std::numbers::pi);
  draw_solution(cairo, type, document, *solution, {-half, -half, page.solution_side});
  cairo_restore(cairo);
}

}  // namespace

std::string print_pages(std::span<const PuzzleDocument> documents, PageFormat format,
                        const PrintOptions& options) {
  if (documents.empty()) throw std::invalid_argument("there is no puzzle to print");
  if (format == PageFormat::svg && documents.size() > 1)
    throw std::invalid_argument("an SVG file holds one puzzle, not " +
                                std::to_string(documents.size()));
  const PageType type;
  std::string bytes;
  const auto create = format == PageFormat::svg ? cairo_svg_surface_create_for_stream
                                                : cairo_pdf_surface_create_for_stream;
  const Surface surface(create(append, &bytes, PageLayout::kWidth, PageLayout::kHeight),
                        cairo_surface_destroy);
  if (format == PageFormat::pdf) {
    const std::string title = drawable(documents.front().title);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "GridLens");
    // The same puzzles make the same bytes, whatever the day.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  }
  const Context cairo = context_of(surface);
  for (const PuzzleDocument& document : documents) {
    draw_page(cairo.get(), type, document, options);
    cairo_show_page(cairo.get());
    require_drawn(cairo_status(cairo.get()));
  }
  cairo_surface_finish(surface.get());
  require_drawn(cairo_surface_status(surface.get()));
  return bytes;
}

PagePicture print_picture(const PuzzleDocument& document, double dpi, const PrintOptions& options) {
  if (!(dpi >= 10 && dpi <= 600)) throw std::invalid_argument("a page has 10 to 600 dots an inch");
  const double scale = dpi / 72;
  PagePicture picture;
  picture.width = static_cast<int>(std::lround(PageLayout::kWidth * scale));
  picture.height = static_cast<int>(std::lround(PageLayout::kHeight * scale));
  const PageType type;
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, picture.width, picture.height),
      cairo_surface_destroy);
  {
    const Context cairo = context_of(surface);
    cairo_set_source_rgb(cairo.get(), 1, 1, 1);
    cairo_paint(cairo.get());
    cairo_scale(cairo.get(), scale, scale);
    draw_page(cairo.get(), type, document, options);
    require_drawn(cairo_status(cairo.get()));
  }
  cairo_surface_flush(surface.get());
  const unsigned char* const data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  picture.bgr.reserve(static_cast<std::size_t>(picture.width) *
                      static_cast<std::size_t>(picture.height) * 3);
  for (int row = 0; row < picture.height; ++row) {
    const auto* pixel = reinterpret_cast<const std::uint32_t*>(data + std::ptrdiff_t{row} * stride);
    for (int col = 0; col < picture.width; ++col)
      for (const int shift : {0, 8, 16})
        picture.bgr.push_back(static_cast<std::uint8_t>(pixel[col] >> shift & 0xff));
  }
  return picture;
}

}  // namespace gridlens
