#!/bin/sh
# Makes ../digits.onnx from nothing: data, training, cross-validation, evaluation. Takes hours; each step is left out
# when its result is there already. GRIDLENS_SHARED: the folder that holds data/ (default ../shared beside the
# repository); GRIDLENS_TRAIN_DIR: where everything goes (default build/train); JOBS: processes (default: all cores).
# REHEARSE=100: every step with a hundredth of its pages and samples, in minutes, into rehearsal/ there and leaving
# ../digits.onnx alone: shows that all steps fit together; its network is worth nothing.
set -eu
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
out="${GRIDLENS_TRAIN_DIR:-$root/build/train}"
model="$root/models/digits.onnx"
rehearse="${REHEARSE:-1}"
if [ "$rehearse" -gt 1 ]; then
  mkdir -p "$out/rehearsal"
  [ -e "$out/rehearsal/sources" ] || ln -s ../sources "$out/rehearsal/sources"
  ./install_packages.sh
  out="$out/rehearsal"
  model="$out/digits.onnx"
fi
export GRIDLENS_TRAIN_DIR="$out"
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
  made "$name.npz" $python generate_data.py synthetic --name "$name" --pages "$((count / rehearse))" --seed "$seed" \
    --processes "$jobs" "$@"
}
# train OUT SAMPLES OPTION...: a round of training
train() {
  weights="$1" samples="$2"
  shift 2
  made "$weights" $python train.py --samples "$((samples / rehearse))" --out "$weights" "$@"
}

[ "$rehearse" -gt 1 ] || ./install_packages.sh
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
pages synthetic_training_l 5000 11
pages synthetic_training_m 5000 12
pages synthetic_training_n 5000 13
pages synthetic_training_o 5000 14
pages synthetic_training_p 4000 15 --letters
pages synthetic_validation 300 0 --validation
pages synthetic_calibration 150 7 --validation
made photos.npz $python generate_data.py photos --variants "$((rehearse > 1 ? 1 : 8))" --processes "$jobs"

t=synthetic_training_
# The base has seen no photo: pages and MNIST digits alone. (The first round is broken off with its rate still high.)
train base1.pt 1500000 --synthetic ${t}a --stop "$((3000 / rehearse))" --mined 0.3 --clean-from 0.4
train base2.pt 2600000 --processes 2 --synthetic ${t}a ${t}b ${t}c --start base1.pt --rate 3e-3 --warm-up 0.05 \
  --mined 0.3 --clean-from 0
train base.pt 800000 --processes 2 --synthetic ${t}a ${t}b ${t}c ${t}d ${t}e --start base2.pt --rate 2e-3 --warm-up 0.05 \
  --mined 0.3 --clean-from 0
# tune SIDE SAMPLES PROCESSES: with all photos but those of that side
tune() {
  train "tuned_$1.pt" "$2" --processes "$3" --synthetic ${t}b ${t}d ${t}e ${t}f ${t}g --photos photos --photo-share 0.5 \
    --hold-out "$1" --start base.pt --rate 1.5e-3 --warm-up 0.1 --clean-from 0
}
# The cross-validation: each fold read by a network that saw the photos of the other two.
for fold in 0 1 2; do
  tune "$fold" 400000 1
  train "final_$fold.pt" 500000 --synthetic ${t}d ${t}e ${t}f ${t}g ${t}j ${t}k --photos photos --photo-share 0.45 \
    --hold-out "$fold" --start "tuned_$fold.pt" --rate 1.5e-3 --warm-up 0.1 --clean-from 0
  mkdir -p "$out/folds/$fold"
  made "folds/$fold/digits.onnx" $python export.py --weights "final_$fold.pt" --out "$out/folds/$fold/digits.onnx"
  echo "== fold $fold"
  $python evaluate.py --onnx "$out/folds/$fold/digits.onnx" --hold-out "$fold" --plain
done
# The file itself: a longer tuning on the training side of split.json, once more with many small letters, once more with
# reshaped typefaces, and at last on all kinds of pens.
tune split 700000 2
train letters.pt 600000 --processes 2 --synthetic ${t}d ${t}e ${t}f ${t}g ${t}h ${t}i --photos photos --photo-share 0.4 \
  --hold-out split --start tuned_split.pt --rate 1.5e-3 --warm-up 0.1 --clean-from 0
train final.pt 1000000 --processes 2 --synthetic ${t}d ${t}e ${t}f ${t}g ${t}h ${t}i ${t}j ${t}k --photos photos \
  --photo-share 0.35 --hold-out split --start letters.pt --rate 1.5e-3 --warm-up 0.1 --clean-from 0
train pens.pt 8000000 --processes 2 --synthetic ${t}l ${t}m ${t}n ${t}o ${t}p --photos photos --photo-share 0.35 \
  --hold-out split --start final.pt --rate 1.5e-3 --warm-up 0.1 --clean-from 0
mkdir -p "$out/before"
made before/digits.onnx $python export.py --weights final.pt --hold-out split --out "$out/before/digits.onnx"
$python export.py --weights pens.pt --average-with "$out/before/digits.onnx" --hold-out split --out "$model"
# The glance, in the same file.
made glance.pt $python glance.py train --samples "$((4500000 / rehearse))" --synthetic ${t}d ${t}e ${t}f ${t}g ${t}h ${t}i \
  --hold-out split --out glance.pt
$python glance.py graft --weights glance.pt --onnx "$model"
$python evaluate.py --onnx "$model" --worst "$out/worst.png"
