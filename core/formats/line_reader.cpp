#include "core/formats/line_reader.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace gridlens {

LineReader::LineReader(const std::string& path) : path_(path) {
  file_ = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file_ == nullptr) error_ = "cannot open " + path_ + ": " + std::strerror(errno);
}

LineReader::LineReader(std::string text, std::string name)
    : text_(std::move(text)), path_(std::move(name)) {
  file_ = fmemopen(text_.data(), text_.size(), "rb");
  if (file_ == nullptr) error_ = "cannot read " + path_ + ": " + std::strerror(errno);
}

LineReader::~LineReader() {
  if (file_ != nullptr && file_ != stdin) std::fclose(file_);
}

bool LineReader::next(Line& line) {
  if (!error_.empty()) return false;
  line.text.clear();
  line.too_long = false;
  bool anything = false;
  for (int c = 0; (c = std::getc(file_)) != EOF;) {
    anything = true;
    if (c == '\n') break;
    if (line.text.size() < kMaxLength)
      line.text.push_back(static_cast<char>(c));
    else
      line.too_long = true;
  }
  if (std::ferror(file_)) {
    error_ = "cannot read " + path_ + ": " + std::strerror(errno);
    return false;
  }
  // Windows programs mark their text files in front.
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (number_ == 0 && line.text.starts_with(kByteOrderMark))
    line.text.erase(0, kByteOrderMark.size());
  if (number_ == 0 && (line.text.starts_with("\xff\xfe") || line.text.starts_with("\xfe\xff"))) {
    error_ = "cannot read " + path_ + ": it is UTF-16 text; save it as UTF-8";
    return false;
  }
  if (anything) line.number = ++number_;
  return anything;
}

bool LineReader::begins_with_markup() {
  if (!error_.empty()) return false;
  int c = std::getc(file_);
  for (const int of_mark : {0xEF, 0xBB, 0xBF}) {
    if (c != of_mark) break;
    c = std::getc(file_);
  }
  std::ungetc(c, file_);
  return c == '{' || c == '<';
}

std::string LineReader::rest(size_t limit) {
  std::string bytes;
  std::string part(kMaxLength, '\0');
  while (error_.empty() && bytes.size() <= limit) {
    const size_t count = std::fread(part.data(), 1, part.size(), file_);
    bytes.append(part, 0, count);
    if (std::ferror(file_)) error_ = "cannot read " + path_ + ": " + std::strerror(errno);
    if (count < part.size()) break;
  }
  return bytes;
}

}  // namespace gridlens
