#include "render/shader_program.h"

#include <algorithm>
#include <array>

#include "core/resources/resources.h"
#include "render/gl_error.h"

namespace gridlens {
namespace {

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && (text.back() == ' ' || text.back() == '\0')) text.pop_back();
  return text;
}

class Shader {
 public:
  Shader(GLenum kind, const std::string& name, const std::string& source)
      : id_(glCreateShader(kind)) {
    const char* text = source.c_str();
    glShaderSource(id_, 1, &text, nullptr);
    glCompileShader(id_);
    GLint ok = GL_FALSE;
    glGetShaderiv(id_, GL_COMPILE_STATUS, &ok);
    if (ok == GL_TRUE) return;
    GLint length = 0;
    glGetShaderiv(id_, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    glGetShaderInfoLog(id_, length, nullptr, log.data());
    glDeleteShader(id_);
    throw GlError("shader " + name + " does not compile: " + one_line(log));
  }
  ~Shader() { glDeleteShader(id_); }
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;
  [[nodiscard]] GLuint id() const { return id_; }

 private:
  GLuint id_;
};

}  // namespace

ShaderProgram::ShaderProgram(const std::string& vertex_file, const std::string& fragment_file)
    : ShaderProgram(vertex_file, read_resource("shaders/" + vertex_file), fragment_file,
                    read_resource("shaders/" + fragment_file)) {}

ShaderProgram::ShaderProgram(const std::string& vertex_name, const std::string& vertex_source,
                             const std::string& fragment_name, const std::string& fragment_source)
    : name_(vertex_name + " + " + fragment_name) {
  const Shader vertex(GL_VERTEX_SHADER, vertex_name, vertex_source);
  const Shader fragment(GL_FRAGMENT_SHADER, fragment_name, fragment_source);
  link(vertex.id(), fragment.id());
}

void ShaderProgram::link(GLuint vertex, GLuint fragment) {
  id_ = glCreateProgram();
  glAttachShader(id_, vertex);
  glAttachShader(id_, fragment);
  glLinkProgram(id_);
  glDetachShader(id_, vertex);
  glDetachShader(id_, fragment);
  GLint ok = GL_FALSE;
  glGetProgramiv(id_, GL_LINK_STATUS, &ok);
  if (ok == GL_TRUE) return;
  GLint length = 0;
  glGetProgramiv(id_, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  glGetProgramInfoLog(id_, length, nullptr, log.data());
  glDeleteProgram(id_);
  id_ = 0;
  throw GlError("shaders " + name_ + " do not link: " + one_line(log));
}

ShaderProgram::~ShaderProgram() {
  if (id_ != 0) glDeleteProgram(id_);
}

void ShaderProgram::use() const {
  glUseProgram(id_);
}

GLint ShaderProgram::uniform(const char* name) const {
  const GLint location = glGetUniformLocation(id_, name);
  if (location < 0) throw GlError("shaders " + name_ + " have no uniform '" + name + "'");
  return location;
}

void set_uniform(GLint location, const cv::Matx33d& matrix) {
  std::array<float, 9> values{};
  for (int i = 0; i < 9; ++i)
    values[static_cast<std::size_t>(i)] = static_cast<float>(matrix.val[i]);
  glUniformMatrix3fv(location, 1, GL_TRUE, values.data());
}

}  // namespace gridlens
