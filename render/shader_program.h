#pragma once

#include <epoxy/gl.h>

#include <opencv2/core/matx.hpp>
#include <string>

namespace gridlens {

// A vertex and a fragment shader of shaders/, compiled and linked in the current context.
class ShaderProgram {
 public:
  // `vertex_file`, `fragment_file`: names in the folder shaders/. Throws GlError with the file's
  // name and the driver's log in one line, or std::runtime_error when a file is missing.
  ShaderProgram(const std::string& vertex_file, const std::string& fragment_file);
  // As above from sources; the names are for messages.
  ShaderProgram(const std::string& vertex_name, const std::string& vertex_source,
                const std::string& fragment_name, const std::string& fragment_source);
  ~ShaderProgram();
  ShaderProgram(const ShaderProgram&) = delete;
  ShaderProgram& operator=(const ShaderProgram&) = delete;

  void use() const;
  // Location of a uniform; throws GlError when the program has none of that name.
  [[nodiscard]] GLint uniform(const char* name) const;

 private:
  void link(GLuint vertex, GLuint fragment);
  GLuint id_ = 0;
  std::string name_;
};

// Sets a mat3 uniform of the program in use from a row-major matrix.
void set_uniform(GLint location, const cv::Matx33d& matrix);

}  // namespace gridlens
