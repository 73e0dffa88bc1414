#!/bin/sh
# Makes ../digits.onnx from nothing: data, training, cross-validation, evaluation. Takes hours; each step is left out
# when its result is there already. GRIDLENS_SHARED: the folder that holds data/ (default ../shared beside the
# repository); GRIDLENS_TRAIN_DIR: where everything goes (default build/train); JOBS: processes (default: all cores).
set -eu
cd "$(dirname "$0")"
out="${GRIDLENS_TRAIN_DIR:-$(cd ../.. && pwd)/build/train}"
jobs="${JOBS:-$(nproc)}"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1  # processes, not threads
python="/usr/bin/python3"

made() { # made FILE COMMAND...: runs the command unless the file is there
  file="$out/$1"
  shift
  if [ -e "$file" ]; then echo "have $file"; else echo "+ $*" && "$@"; fi
}
generate() { made "$1.npz" $python generate_data.py synthetic --name "$1" --processes "$jobs" "$2" "$3" "$4" "$5" $6; }

./install_packages.sh
generate synthetic_training_a --pages 4500 --seed 0 ""
generate synthetic_training_b --pages 4000 --seed 1 ""
generate synthetic_training_c --pages 4000 --seed 2 ""
generate synthetic_validation --pages 300 --seed 0 --validation
generate synthetic_calibration --pages 150 --seed 7 --validation
made photos.npz $python generate_data.py photos --variants 7 --processes "$jobs"

# The base has seen no photo: pages and MNIST digits alone.
pages="synthetic_training_a synthetic_training_b synthetic_training_c"
made base1.pt $python train.py --synthetic synthetic_training_a --samples 1500000 --stop 3000 --mined 0.3 --clean-from 0.4 \
  --out base1.pt
# shellcheck disable=SC2086
made base.pt $python train.py --synthetic $pages --samples 2600000 --start base1.pt --rate 3e-3 --warm-up 0.05 \
  --mined 0.3 --clean-from 0 --processes 2 --out base.pt
# With photos: for the cross-validation on each fold's other photos, for the file on those of split.json's other side.
for side in 0 1 2 split; do
  # shellcheck disable=SC2086
  made "tuned_$side.pt" $python train.py --processes 2 --synthetic $pages --photos photos --hold-out "$side" --start base.pt \
    --samples 400000 --rate 1e-3 --warm-up 0.1 --clean-from 0 --out "tuned_$side.pt"
done
for fold in 0 1 2; do
  mkdir -p "$out/folds/$fold"
  made "folds/$fold/digits.onnx" $python export.py --weights "tuned_$fold.pt" --out "$out/folds/$fold/digits.onnx"
  echo "== fold $fold"
  $python evaluate.py --onnx "$out/folds/$fold/digits.onnx" --hold-out "$fold" --plain
done
$python export.py --weights tuned_split.pt --hold-out split
$python evaluate.py --worst "$out/worst.png"
