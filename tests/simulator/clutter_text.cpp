#include <algorithm>
#include <cctype>

#include "tests/simulator/clutter.h"
#include "tests/simulator/clutter_parts.h"

namespace gridlens::generator {
namespace {

const std::vector<std::string>& words() {
  static const std::vector<std::string> list{
      "the",     "river",   "council", "of",      "a",      "morning", "train",  "to",     "and",
      "evening", "market",  "winter",  "bridge",  "garden", "under",   "after",  "people", "old",
      "new",     "station", "weather", "between", "school", "letter",  "in",     "on",     "with",
      "harbour", "window",  "street",  "coffee",  "number", "seven",   "answer", "years",  "light",
      "paper",   "early",   "concert", "library", "summer", "village", "quiet",  "road",   "from",
      "walks",   "opens",   "finds",   "keeps",   "says",   "without", "little", "north",  "local"};
  return list;
}

}  // namespace

std::string random_sentence(Random& random, int letters) {
  std::string text;
  while (static_cast<int>(text.size()) < letters) {
    if (!text.empty()) text += ' ';
    text += random.pick(words());
  }
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

void paint_text_column(Canvas& canvas, cv::Rect2d area, double size_px, Random& random) {
  const bool serif = random.chance(0.7);
  const Font& face = font(serif ? "caladea_regular.ttf" : "cabin_regular.otf");
  const Font& bold = font(serif ? "caladea_bold.ttf" : "cabin_bold.otf");
  TextStyle style{size_px, 0, 0, 1, 0};
  const Colour ink{35, 35, 38};
  double y = area.y + size_px * 1.2;
  if (random.chance(0.6)) {  // a heading of its own
    TextStyle head{size_px * 1.9, 0, 0, 1, 0};
    std::string line = random_sentence(random, 6);
    for (int tries = 0; tries < 12; ++tries) {
      const std::string longer = line + ' ' + random.pick(words());
      if (bold.width_px(longer, head) > area.width) break;
      line = longer;
    }
    if (bold.width_px(line, head) <= area.width && y + size_px < area.br().y)
      canvas.text(bold.at_baseline(line, {area.x, y + size_px}, head), ink);
    y += size_px * 3.4;
  }
  int left_in_paragraph = random.integer(4, 11);
  bool first_line = true;
  while (y < area.br().y) {
    const double indent = first_line ? size_px * 1.3 : 0;
    const double full = area.width - indent;
    std::string line;
    double width = 0;
    std::vector<std::string> picked;
    while (true) {
      const std::string& word = random.pick(words());
      const double w = face.width_px(word, style);
      if (width + w + 0.5 * size_px * static_cast<double>(picked.size()) > full) break;
      picked.push_back(word), width += w;
    }
    if (picked.empty()) return;
    const bool last_line = --left_in_paragraph <= 0;
    const double gap = last_line || picked.size() < 2
                           ? size_px * 0.55
                           : (full - width) / static_cast<double>(picked.size() - 1);
    double x = area.x + indent;
    for (const std::string& word : picked) {
      canvas.text(face.at_baseline(word, {x, y}, style), ink);
      x += face.width_px(word, style) + gap;
    }
    y += size_px * 1.75;
    first_line = last_line;
    if (last_line) left_in_paragraph = random.integer(4, 11);
  }
}

void paint_headline(Canvas& canvas, cv::Rect2d area, Random& random) {
  const Font& face = font(random.chance(0.5) ? "caladea_bold.ttf" : "league_spartan_bold.otf");
  TextStyle style{std::min(area.height * 0.55, area.width / 14), 0, 0, 1, 0};
  std::string line = random_sentence(random, 14);
  const double width = face.width_px(line, style);
  style.size_px *= std::min(1.0, area.width * 0.97 / width);
  canvas.text(face.at_baseline(line, {area.x, area.y + area.height * 0.75}, style), {25, 25, 28});
  canvas.rule({area.x, area.br().y - 4}, {area.br().x, area.br().y - 4}, 2.5, {60, 60, 60});
}

void paint_advert(Canvas& canvas, cv::Rect2d area, Random& random) {
  const std::vector<Colour> backgrounds{{200, 60, 50}, {40, 90, 160},   {235, 200, 70},
                                        {60, 130, 90}, {230, 230, 225}, {30, 30, 34}};
  const Colour background = random.pick(backgrounds);
  const bool dark = background.red + background.green + background.blue < 420;
  const Colour ink = dark ? Colour{250, 250, 245} : Colour{30, 30, 30};
  canvas.fill_rect(area.x, area.y, area.br().x, area.br().y, background);
  canvas.disc({area.x + area.width * random.uniform(0.25, 0.75), area.y + area.height * 0.62},
              std::min(area.width, area.height) * random.uniform(0.12, 0.25),
              mix(background, ink, 0.35));
  const Font& face = font("league_spartan_bold.otf");
  for (int i = 0; i < 2; ++i) {
    TextStyle style{std::min(area.height, area.width) * (i == 0 ? 0.14 : 0.08), 0, 0, 1, 0};
    const std::string line = i == 0 ? random_sentence(random, 6)
                                    : "only " + std::to_string(random.integer(3, 99)) + ".90";
    style.size_px *= std::min(1.0, area.width * 0.9 / face.width_px(line, style));
    canvas.text(
        face.centred(line, {area.x + area.width / 2, area.y + area.height * (i == 0 ? 0.25 : 0.8)},
                     style),
        ink);
  }
}

void paint_picture(Canvas& canvas, cv::Rect2d area, Random& random) {
  // A landscape of a few soft hills: a photograph's worth of smooth tone.
  const double horizon = random.uniform(0.35, 0.6);
  SmoothNoise hills(random, 0.5, 3), grain(random, 5, 30, 12);
  const Colour sky{200, 210, 222}, land{90, 98, 84};
  const int strips = std::max(1, int(area.width / 3));
  for (int i = 0; i < strips; ++i) {
    const double u = double(i) / strips, x0 = area.x + u * area.width;
    const double top = area.y + area.height * (horizon + 0.1 * hills.at(u) + 0.01 * grain.at(u));
    canvas.fill_rect(x0, area.y, x0 + area.width / strips, top, sky);
    const double y1 = area.br().y, steps = 6;
    for (int s = 0; s < steps; ++s)
      canvas.fill_rect(x0, top + (y1 - top) * s / steps, x0 + area.width / strips,
                       top + (y1 - top) * (s + 1) / steps, mix(land, {30, 34, 30}, s / steps));
  }
}

}  // namespace gridlens::generator
