# gridlens_room(NAME SOURCES ... LINKS ...): a static library named after its folder (core/puzzle is core_puzzle).
# Includes are written from the repository root: #include "core/puzzle/grid.h". With GRIDLENS_UNITY sixteen files are
# compiled as one, so file-local names differ within a room.
add_library(gridlens_options INTERFACE)
target_compile_options(gridlens_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
# GCC 12 suspects the standard library's own strings and vectors when it optimises (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(gridlens_options INTERFACE -Wno-restrict -Wno-free-nonheap-object)
  if(GRIDLENS_UNITY)
    # Sources are included there, so a class of theirs looks as if it stood in a header.
    target_compile_options(gridlens_options INTERFACE -Wno-subobject-linkage)
  endif()
endif()
if(GRIDLENS_WERROR)
  target_compile_options(gridlens_options INTERFACE -Werror)
endif()
if(GRIDLENS_SANITIZE)
  target_compile_options(gridlens_options INTERFACE -fsanitize=${GRIDLENS_SANITIZE}
                                                    -fno-omit-frame-pointer)
  if(GRIDLENS_SANITIZE MATCHES "address.*undefined")
    # They take half of the time to compile. The address sanitizer sees an access through null or beyond an object; a
    # misaligned one and a wrong dynamic type are given up.
    target_compile_options(gridlens_options INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
  endif()
  target_link_options(gridlens_options INTERFACE -fsanitize=${GRIDLENS_SANITIZE})
endif()

function(gridlens_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${GRIDLENS_UNITY} UNITY_BUILD_BATCH_SIZE 16)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ROOM_LINKS} PRIVATE gridlens_options)
endfunction()

# gridlens_quick_build(): what the folder and those below it compile from here on runs once a command or once a key, so
# that optimising it takes longer than it saves.
macro(gridlens_quick_build)
  add_compile_options($<$<CONFIG:Release>:-O1>)
endmacro()

# gridlens_test(NAME SOURCES ... LINKS ... [SHARDS N]): a GoogleTest program; each of its cases becomes a CTest test. A
# program of unit tests is one test, and a program with SHARDS is N tests that share its cases: loading OpenCV a thousand
# times took longer than the cases. Its label is its folder in tests/ (`ctest -L unit`), and the target FOLDER_tests
# builds the programs of that label. Unit tests without a part of the window have the label "core" too. Cases of suites
# named Long... are there with GRIDLENS_LONG_TESTS alone.
function(gridlens_test name)
  cmake_parse_arguments(TEST "" "SHARDS" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LINKS} GTest::gtest GTest::gtest_main gridlens_options)
  # A test's own code is run once: optimising it takes longer than it saves.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(GRIDLENS_UNITY)
    target_precompile_headers(${name} REUSE_FROM tests_headers)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # A precompiled standard library no longer counts as a system's header in what the optimiser suspects.
      target_compile_options(${name} PRIVATE -Wno-array-bounds -Wno-stringop-overflow)
    endif()
  endif()
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  if(TEST_SHARDS)
    foreach(shard RANGE 1 ${TEST_SHARDS})
      math(EXPR index "${shard} - 1")
      add_test(NAME ${name}.${shard} COMMAND ${name})
      set_tests_properties(${name}.${shard} PROPERTIES LABELS ${folder} COST 100
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${TEST_SHARDS};GTEST_SHARD_INDEX=${index}")
    endforeach()
  elseif(folder STREQUAL "unit")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS unit)
    if(NOT "${TEST_LINKS}" MATCHES "app_|render")
      set_tests_properties(${name} PROPERTIES LABELS "unit;core")
      if(NOT TARGET core_tests)
        add_custom_target(core_tests)
      endif()
      add_dependencies(core_tests ${name})
    endif()
  else()
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 TEST_FILTER "-Long*" PROPERTIES LABELS ${folder})
    if(GRIDLENS_LONG_TESTS)
      gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 TEST_FILTER "Long*" TEST_LIST ${name}_long PROPERTIES LABELS long)
    endif()
  endif()
  if(NOT TARGET ${folder}_tests)
    add_custom_target(${folder}_tests)
  endif()
  add_dependencies(${folder}_tests ${name})
endfunction()
