# gridlens_room(NAME SOURCES ... LINKS ...): a static library named after its folder (core/puzzle is core_puzzle).
# Includes are written from the repository root: #include "core/puzzle/grid.h".
add_library(gridlens_options INTERFACE)
target_compile_options(gridlens_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(GRIDLENS_WERROR)
  target_compile_options(gridlens_options INTERFACE -Werror)
endif()
if(GRIDLENS_SANITIZE)
  target_compile_options(gridlens_options INTERFACE -fsanitize=${GRIDLENS_SANITIZE}
                                                    -fno-omit-frame-pointer)
  target_link_options(gridlens_options INTERFACE -fsanitize=${GRIDLENS_SANITIZE})
endif()

function(gridlens_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ROOM_LINKS} PRIVATE gridlens_options)
endfunction()

# gridlens_test(NAME SOURCES ... LINKS ...): a GoogleTest program; each of its cases becomes a CTest test.
function(gridlens_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LINKS} GTest::gtest GTest::gtest_main gridlens_options)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()
