// The part of BoardSession that looks at pictures and holds what is read there.
#include <algorithm>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/pipeline/board_session.h"
#include "core/pipeline/frame_work.h"

namespace gridlens {

namespace {

// Looks at one picture after the first: where the cells are cut out a little aside, lines and
// neighbours lie elsewhere in each crop, and what was doubtful by chance mostly settles.
constexpr std::array<std::array<double, 2>, 4> kJitters{
    {{0.04, 0.04}, {-0.04, 0.04}, {0.04, -0.04}, {-0.04, -0.04}}};  // cells, x and y
constexpr int kJitteredLooks = static_cast<int>(kJitters.size());

// Units of FrameWork.
constexpr double kCostAFirstCell = 55;  // which way up and who wrote it are found out, too
constexpr double kCostACell = 35;
constexpr double kCostADecodingUnit = 0.7;  // of SearchBudget, which counts what costs most
// A board whose look takes longer is decoded with the next picture. A new one is worth twice that:
// at once up to 25 x 25 with AVX2.
constexpr double kMostAtOnceUs = 20e3;

constexpr int kDoubtsOutlived = 4;   // by a sure reading, one after another
constexpr int kFurtherPictures = 3;  // of a board in doubt, until it was looked at enough

double cost_of_cells(int cells, bool first_look) {
  return cells * (first_look ? kCostAFirstCell : kCostACell);
}

}  // namespace

bool BoardSession::wants_jittered_look() const {
  const bool tells_little = reading_.is_puzzle
                                ? reading_.state == ReadState::reading
                                : !is_shown(state_) && track.far_away() && track.has_box_evidence();
  return tells_little && reader_.frames() > 0 && reader_.frames() <= kJitteredLooks &&
         in_use<"aside_looks">();
}

// Where the blank cells show ink, a reading in doubt is tried without it.
bool BoardSession::wants_background_subtracted() const {
  if (decoding_waits_ || !was_read() || !reader_.background_shows()) return false;
  if (reading_.other_puzzle || (reading_.is_puzzle && reading_.state == ReadState::sure))
    return false;
  return in_use<"background_off">() && !wants_jittered_look() &&
         (!still() || subtracted_looks() <= kJitteredLooks);
}

int BoardSession::subtracted_looks() const {
  return without_background_ ? without_background_->frames() : 0;
}

bool BoardSession::wants_more() const {
  if (decoding_waits_) return still();
  // A reader that begins afresh forgets how often it looked.
  // Half of the looks are without background.
  if (still() && looks_ >= 2 * (1 + kJitteredLooks)) return false;
  // A picture that contradicts what was read may show a page that is being exchanged: further looks
  // at this one would only repeat what it says.
  if (!still() && verdict_ == LookVerdict::doubtful && in_use<"lone_contradiction">()) return false;
  return wants_jittered_look() ||
         (wants_background_subtracted() && (still() || !subtracted_background_));
}

BoardSession::Look BoardSession::next_look() const {
  Look look;
  look.background_subtracted = looks_ > 0 && wants_background_subtracted();
  const int before = look.background_subtracted ? subtracted_looks()
                     : wants_jittered_look()    ? reader_.frames()
                                                : 0;
  if (before > 0 && before <= kJitteredLooks)
    look.jitter = kJitters[static_cast<size_t>(before) - 1];
  return look;
}

double BoardSession::next_cost() const {
  return (decoding_waits_ ? 0 : cost_of_cells(track.cells(), reader_.frames() == 0)) + decode_cost_;
}

double BoardSession::look(const FramePicture& picture) {
  const Look look = next_look();
  const bool first_look = looks_++ == 0;
  if (decoding_waits_) return decode();
  const bool plain = look.jitter == std::array<double, 2>{};
  const RectifiedBoard rectified =
      plain ? rectified_ : track.rectified(picture, reader_.wants_colour(), look.jitter);
  subtracted_background_ = subtracted_background_ || look.background_subtracted;
  if (look.background_subtracted) return look_with_background_subtracted(rectified);
  const bool known = was_read();
  double cost = cost_of_cells(track.cells(), reader_.frames() == 0);
  // Of a puzzle with other than one solution a much sharper picture may show more.
  const bool proved = standing_ != Standing::sure || reading_.proof == SolveState::unique ||
                      !in_use<"unproved_gives_way">();
  verdict_ = reader_.add(rectified, occluded_, proved ? standing_ : Standing::once_sure);
  if (plain) cost += look_around(picture, reader_);
  if (verdict_ == LookVerdict::doubtful && first_look) cost += take_other_page(picture);
  if (verdict_ == LookVerdict::restarted) start_page();
  if (reader_.frames() == 1) standing_ = Standing::open;  // it may have begun afresh by itself
  note_shown();
  if (first_look && verdict_ != LookVerdict::doubtful) watch_.remember(rectified_);
  decoding_waits_ =
      !still() && cost * us_per_work_unit() > (known ? kMostAtOnceUs : 2 * kMostAtOnceUs);
  return decoding_waits_ ? cost : cost + decode();
}

double BoardSession::look_around(const FramePicture& picture, BoardReader& reader) const {
  const bool not_sure = was_read() && reading_.state != ReadState::sure;
  if ((!not_sure && track.has_box_evidence()) || !reader.wants_surroundings()) return 0;
  reader.add_surroundings(track.surroundings(picture));
  return 4 * track.board().n * kCostACell;
}

double BoardSession::decode() {
  decoding_waits_ = false;
  hold(decode_evidence());
  return decode_cost_;
}

BoardReading BoardSession::decode_evidence() {
  BoardReading decoded = reader_.decode(options_.effort);
  decode_cost_ = kCostADecodingUnit * decoded.work;
  if (decoded.state == ReadState::sure)
    standing_ = Standing::sure;
  else if (standing_ == Standing::sure)
    standing_ = Standing::once_sure;
  return decoded;
}

void BoardSession::correct(const Corrections& corrections) {
  reader_.correct(corrections, reading_);
  if (without_background_) without_background_->correct(corrections, reading_);
  BoardReading decoded = decode_evidence();
  // What is remembered with these corrections is worth more than a poor look with them.
  const bool remembered = state_ == TrackState::recalled && reading_.corrections == corrections;
  if (remembered && decoded.state != ReadState::sure) return;
  reading_ = std::move(decoded);
  apply(event());
}

// The newest decoding takes the place of the last one, but for two cases. A rectified board that
// contradicts the evidence may be another page: nothing is claimed until the next pictures tell. A
// sure reading outlives a few blurred pictures that agree with it and yet leave the new decoding in
// doubt.
void BoardSession::hold(BoardReading decoded) {
  pictures_since_read_ = 0;
  const bool sure = decoded.state == ReadState::sure;
  if (verdict_ == LookVerdict::doubtful) {
    if (sure) decoded.object("last_look_contradicts", "reading");
  } else if (!sure) {
    const bool outlives = reading_.state == ReadState::sure && standing_ == Standing::once_sure;
    if (outlives && record_.doubts < kDoubtsOutlived && in_use<"outlived_doubts">()) {
      if (looks_ <= 1) count_picture();
      ++record_.doubts;
      return;
    }
  } else {
    record_.doubts = 0;
    without_background_.reset();
  }
  reading_ = std::move(decoded);
  if (looks_ <= 1)
    count_picture();
  else
    record_.for_it += reading_.is_puzzle;
}

void BoardSession::count_picture() {
  // Verdicts on smeared pictures give way to a much sharper one.
  if (reading_.is_puzzle && record_.contested &&
      rectified_.detail() > kSharperThanRejected * record_.sharpest_against &&
      in_use<"record_afresh">())
    record_ = {};
  ++record_.readings;
  if (reading_.is_puzzle) {
    ++record_.for_it;
    record_.against = 0;
    return;
  }
  record_.contested = true;
  record_.refuted = record_.refuted || !reading_.insufficient_evidence;
  ++record_.against;
  record_.sharpest_against = std::max(record_.sharpest_against, rectified_.detail());
}

void BoardSession::note_shown() {
  if (verdict_ == LookVerdict::doubtful) return;
  if (never_observed_.empty()) never_observed_ = CellFlags(occluded_.size(), true);
  for (int cell = 0; cell < occluded_.size(); ++cell)
    if (!occluded_[cell]) never_observed_[cell] = false;
}

void BoardSession::start_page() {
  record_ = {};
  never_observed_ = {};
  track.forget_cover();
  without_background_.reset();
  standing_ = Standing::open;
  apply(TrackEvent::page_exchanged);
}

// A rectified board that contradicts what was surely read, and with nothing lying on it is surely
// read as another puzzle, is another page: no need to wait for more of it.
double BoardSession::take_other_page(const FramePicture& picture) {
  if (reading_.state != ReadState::sure || count_of(occluded_) > 0) return 0;
  BoardReader fresh(*network_, track.board());
  fresh.add(rectified_, occluded_);
  const double around = look_around(picture, fresh);
  const BoardReading other = fresh.decode(options_.effort);
  if (other.state == ReadState::sure && other.is_puzzle && !same_puzzle(other, reading_) &&
      in_use<"other_page_at_once">()) {
    reader_ = std::move(fresh);
    verdict_ = LookVerdict::restarted;
  }
  return cost_of_cells(track.cells(), true) + around + kCostADecodingUnit * other.work;
}

double BoardSession::look_with_background_subtracted(const RectifiedBoard& rectified) {
  double cost = cost_of_cells(track.cells(), !without_background_);
  if (!without_background_) {
    without_background_.emplace(*network_, track.board());
    without_background_->subtract_background();
    without_background_->correct(reader_.corrections(), reading_);
  }
  without_background_->add(rectified, occluded_);
  BoardReading without = without_background_->decode(options_.effort);
  cost += kCostADecodingUnit * without.work;
  pictures_since_read_ = 0;
  if (is_clearly_solved(without) && !has_more_than_givens(without.clues)) {
    reader_ = std::move(*without_background_);
    without_background_.reset();
    standing_ = Standing::sure;
    verdict_ = LookVerdict::agrees;
    record_ = {};
    reading_ = std::move(without);
    count_picture();
  }
  return cost;
}

bool BoardSession::looked_enough() const {
  return reader_.frames() > kJitteredLooks && record_.readings > kFurtherPictures;
}

}  // namespace gridlens
