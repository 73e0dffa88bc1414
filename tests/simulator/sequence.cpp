#include "tests/simulator/sequence.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/simulator/sensor.h"
#include "tests/simulator/sequence_writer.h"

namespace gridlens::generator {
namespace {

struct EventName {
  Event event;
  const char* name;
};
constexpr EventName kNames[] = {
    {Event::slide_in, "slide_in"},   {Event::swap, "swap"},
    {Event::hand, "hand"},           {Event::sheet, "sheet"},
    {Event::turn_over, "turn_over"}, {Event::leave, "leave"},
    {Event::defocus, "defocus"},     {Event::light, "light"},
    {Event::zoom, "zoom"},           {Event::pan, "pan"},
    {Event::shake, "shake"},         {Event::rotate, "rotate"},
    {Event::window, "window"},       {Event::move_window, "move_window"},
    {Event::animation, "animation"}};

constexpr double kMostSeconds = 4.2;  // of events

}  // namespace

const char* to_string(Event event) {
  for (const EventName& row : kNames)
    if (row.event == event) return row.name;
  return "?";
}

std::optional<Event> event_named(const std::string& name) {
  for (const EventName& row : kNames)
    if (name == row.name) return row.event;
  return std::nullopt;
}

const std::vector<Event>& all_events() {
  static const std::vector<Event> list = [] {
    std::vector<Event> events;
    for (const EventName& row : kNames) events.push_back(row.event);
    return events;
  }();
  return list;
}

Sequence::Sequence(const SequenceOptions& options) : stage_(std::make_unique<Stage>()) {
  SequenceWriter writer(*stage_, options);
  Random random = Random(options.seed).fork("events");
  const int count = random.integer(2, 5);
  // At times the first event begins at once.
  if (random.chance(0.7)) writer.pause(random.uniform(0.1, 0.8));
  for (int i = 0; i < count; ++i) {
    const bool last = i + 1 == count || (i >= 1 && writer.now_s() > kMostSeconds);
    std::vector<Event> choices = writer.choices();
    Event event = random.pick(choices);
    for (int tries = 0; tries < 5 && !events_.empty() && event == events_.back(); ++tries)
      event = random.pick(choices);
    if (!last && options.last == Event::leave && event == Event::leave) event = Event::hand;
    if (last && options.last) event = *options.last;
    if (std::find(choices.begin(), choices.end(), event) == choices.end()) event = choices[0];
    writer.add(event);
    events_.push_back(event);
    if (last) break;
    if (random.chance(0.6)) writer.pause(random.uniform(0.03, 0.5));
  }
  rest_from_ =
      int(std::ceil(writer.now_s() * stage_->fps + 0.5 * stage_->exposure_s * stage_->fps));
  scene_ = writer.scene();
  view_ = std::make_unique<StageView>(*stage_);
  if (!stage_->captured) sensor_ = std::make_shared<const Sensor>(stage_->size, stage_->light);
}

std::string Sequence::about() const {
  std::string text =
      std::to_string(size().width) + "x" + std::to_string(size().height) + " " + scene_ + ":";
  for (const Event event : events_) text += std::string(" ") + to_string(event);
  return text;
}

FrameTruth Sequence::truth(int index, std::vector<BoardFacts>& facts) const {
  FrameTruth truth;
  facts.clear();
  view_->tell(index / stage_->fps, truth, facts);
  truth.frame = index;
  truth.scenario = "sequence";
  return truth;
}

SequenceFrame Sequence::frame(int index) const {
  SequenceFrame frame;
  frame.truth = truth(index, frame.facts);
  const double time_s = index / stage_->fps, half_s = stage_->exposure_s / 2;
  if (stage_->captured) {
    frame.bgr = stage_->things.front().display->picture(time_s);
    return frame;
  }
  cv::Mat light = expose(view_->layers(time_s - half_s, time_s + half_s), time_s - half_s,
                         time_s + half_s, stage_->size);
  const Random noise = Random(stage_->seed).fork("noise").fork(std::uint64_t(index));
  frame.bgr = sensor_->take(light, stage_->gain.at(time_s), stage_->defocus_px.at(time_s), noise);
  return frame;
}

std::vector<int> Sequence::readable_boards() const {
  std::map<int, int> frames;
  std::vector<BoardFacts> facts;
  for (int i = rest_from_; i < this->frames(); ++i) {
    const FrameTruth now = truth(i, facts);
    for (size_t b = 0; b < facts.size(); ++b)
      if (now.boards[b].readable.value_or(false)) ++frames[facts[b].board];
  }
  std::vector<int> boards;
  for (const auto& [board, count] : frames)
    if (count == kRestFrames) boards.push_back(board);
  return boards;
}

}  // namespace gridlens::generator
