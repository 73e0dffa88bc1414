// gridlens_score: what `gridlens live --jsonl` said, against a generated clip's truth.
#include <CLI/CLI.hpp>
#include <iostream>

#include "tests/simulator/score.h"

int main(int argc, char** argv) {
  CLI::App app{"Scores the JSON lines of `gridlens live` against a clip's truth"};
  std::string truth, jsonl;
  bool json = false;
  app.add_option("--truth", truth, "truth file of gridlens_generate")->required();
  app.add_option("--jsonl", jsonl, "output of gridlens live --jsonl")->required();
  app.add_flag("--json", json, "one JSON object instead of text");
  CLI11_PARSE(app, argc, argv);
  try {
    using namespace gridlens::generator;
    const Score result = score(read_truth(truth), read_predictions(jsonl));
    std::cout << (json ? to_json(result) + "\n" : to_text(result));
  } catch (const std::exception& error) {
    std::cerr << "gridlens_score: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
