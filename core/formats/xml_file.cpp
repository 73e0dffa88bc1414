#include "core/formats/xml_file.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace gridlens {

namespace {

// A tree takes up to sixteen times the memory of its file.
constexpr std::size_t kMaxXmlBytes = std::size_t{16} << 20;

struct StringWriter : pugi::xml_writer {
  void write(const void* data, std::size_t size) override {
    text.append(static_cast<const char*>(data), size);
  }
  std::string text;
};

}  // namespace

XmlFile::XmlFile(std::string_view bytes) : bytes_(bytes) {
  if (bytes.size() > kMaxXmlBytes)
    throw FormatError(0, "XML of more than " + std::to_string(kMaxXmlBytes >> 20) + " MiB");
  const pugi::xml_parse_result result =
      document_.load_buffer(bytes.data(), bytes.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result)
    throw FormatError(line_at(result.offset), std::string("not XML: ") + result.description());
  if (!root()) throw FormatError(1, "XML without an element");
}

int XmlFile::line_at(std::ptrdiff_t offset) const {
  const auto size = static_cast<std::ptrdiff_t>(bytes_.size());
  const auto end = bytes_.begin() + std::clamp<std::ptrdiff_t>(offset, 0, size);
  return 1 + static_cast<int>(std::count(bytes_.begin(), end, '\n'));
}

int XmlFile::line_of(const pugi::xml_node& node) const {
  return line_at(node.offset_debug());
}

std::int64_t XmlFile::number(const pugi::xml_node& node, const char* attribute,
                             std::int64_t missing, std::int64_t least, std::int64_t most) const {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return missing;
  const std::string_view text = found.value();
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || value < least ||
      value > most)
    fail(node, std::string(attribute) + "=\"" + FormatError::printable(text, 20) +
                   "\" is not a whole number from " + std::to_string(least) + " to " +
                   std::to_string(most));
  return value;
}

std::string xml_text(const pugi::xml_document& document) {
  StringWriter writer;
  document.save(writer, "  ", pugi::format_default, pugi::encoding_utf8);
  return std::move(writer.text);
}

}  // namespace gridlens
