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
# pages NAME PAGES SEED [OPTION...]: rendered pages
pages() {
  name="$1" count="$2" seed="$3"
  shift 3
  made "$name.npz" $python generate_data.py synthetic --name "$name" --pages "$count" --seed "$seed" --processes "$jobs" "$@"
}

./install_packages.sh
pages synthetic_training_a 4500 0
pages synthetic_training_b 4000 1
pages synthetic_training_c 4000 2
pages synthetic_training_d 1600 3
pages synthetic_training_e 1600 4
pages synthetic_training_f 1600 5
pages synthetic_training_g 1600 6
pages synthetic_training_h 1100 7 --letters
pages synthetic_training_i 1100 8 --letters
pages synthetic_training_j 1900 9
pages synthetic_training_k 1300 10 --letters
pages synthetic_validation 300 0 --validation
pages synthetic_calibration 150 7 --validation
made photos.npz $python generate_data.py photos --variants 7 --processes "$jobs"

t=synthetic_training_
# The base has seen no photo: pages and MNIST digits alone.
made base1.pt $python train.py --synthetic ${t}a --samples 1500000 --stop 3000 --mined 0.3 --clean-from 0.4 --out base1.pt
made base2.pt $python train.py --processes 2 --synthetic ${t}a ${t}b ${t}c --samples 2600000 --start base1.pt \
  --rate 3e-3 --warm-up 0.05 --mined 0.3 --clean-from 0 --out base2.pt
made base.pt $python train.py --processes 2 --synthetic ${t}a ${t}b ${t}c ${t}d ${t}e --samples 800000 --start base2.pt \
  --rate 2e-3 --warm-up 0.05 --mined 0.3 --clean-from 0 --out base.pt
# tune SIDE SAMPLES PROCESSES: with all photos but those of that side
tune() {
  made "tuned_$1.pt" $python train.py --processes "$3" --synthetic ${t}b ${t}d ${t}e ${t}f ${t}g --photos photos \
    --photo-share 0.5 --hold-out "$1" --samples "$2" --start base.pt --rate 1.5e-3 --warm-up 0.1 --clean-from 0 \
    --out "tuned_$1.pt"
}
# The cross-validation: each fold read by a network that saw the photos of the other two.
for fold in 0 1 2; do
  tune "$fold" 400000 1
  made "final_$fold.pt" $python train.py --synthetic ${t}d ${t}e ${t}f ${t}g ${t}j ${t}k --photos photos \
    --photo-share 0.45 --hold-out "$fold" --samples 500000 --start "tuned_$fold.pt" --rate 1.5e-3 --warm-up 0.1 \
    --clean-from 0 --out "final_$fold.pt"
  mkdir -p "$out/folds/$fold"
  made "folds/$fold/digits.onnx" $python export.py --weights "final_$fold.pt" --out "$out/folds/$fold/digits.onnx"
  echo "== fold $fold"
  $python evaluate.py --onnx "$out/folds/$fold/digits.onnx" --hold-out "$fold" --plain
done
# The file itself: a longer tuning on the training side of split.json, once more with many small letters, and once more
# with reshaped typefaces.
tune split 700000 2
made letters.pt $python train.py --processes 2 --synthetic ${t}d ${t}e ${t}f ${t}g ${t}h ${t}i --photos photos \
  --photo-share 0.4 --hold-out split --samples 600000 --start tuned_split.pt --rate 1.5e-3 --warm-up 0.1 --clean-from 0 \
  --out letters.pt
made final.pt $python train.py --processes 2 --synthetic ${t}d ${t}e ${t}f ${t}g ${t}h ${t}i ${t}j ${t}k --photos photos \
  --photo-share 0.35 --hold-out split --samples 1000000 --start letters.pt --rate 1.5e-3 --warm-up 0.1 --clean-from 0 \
  --out final.pt
$python export.py --weights final.pt --hold-out split
# The glance, in the same file.
made glance.pt $python glance.py train --synthetic ${t}d ${t}e ${t}f ${t}g ${t}h ${t}i --hold-out split --out glance.pt
$python glance.py graft --weights glance.pt
$python evaluate.py --worst "$out/worst.png"
