# Bad pictures, clips and puzzle texts: tables of inputs, each made by its test, with the line and the exit status that
# the program must give.
find_package(nlohmann_json REQUIRED)
find_package(JPEG REQUIRED)
find_package(PNG REQUIRED)
find_package(GIF REQUIRED)
pkg_check_modules(WEBP_MAKER REQUIRED IMPORTED_TARGET libwebp libwebpmux)
add_library(tests_inputs STATIC inputs_common.cpp inputs_pictures.cpp inputs_image_cases.cpp inputs_clips.cpp inputs_clip_cases.cpp)
target_link_libraries(
  tests_inputs
  PUBLIC tests_run_program core_capture core_record core_resources opencv_imgproc opencv_imgcodecs opencv_videoio
         nlohmann_json::nlohmann_json GTest::gtest
  PRIVATE JPEG::JPEG PNG::PNG GIF::GIF PkgConfig::WEBP_MAKER gridlens_options)
gridlens_test(image_faults_test SOURCES inputs_image_test.cpp LINKS tests_inputs SHARDS 4)
gridlens_test(clip_faults_test SOURCES inputs_clip_test.cpp inputs_stop_test.cpp LINKS tests_inputs SHARDS 6)
gridlens_test(text_faults_test SOURCES inputs_text_test.cpp LINKS tests_inputs SHARDS 3)
gridlens_test(read_batch_test SOURCES read_batch_test.cpp LINKS tests_inputs SHARDS 2)
gridlens_test(command_line_test SOURCES command_line_test.cpp LINKS tests_inputs SHARDS 2)
gridlens_test(convert_program_test SOURCES convert_test.cpp LINKS tests_inputs SHARDS 1)
gridlens_test(show_recording_test SOURCES show_recording_test.cpp LINKS tests_inputs tests_simulator SHARDS 1)
gridlens_test(contract_test SOURCES contract_test.cpp LINKS tests_inputs SHARDS 2)
target_compile_definitions(contract_test PRIVATE GRIDLENS_IMAGES="${PROJECT_SOURCE_DIR}/tests/blackbox/images")
