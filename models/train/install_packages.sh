#!/bin/sh
# Installs what training needs on Debian 12: PyTorch, ONNX and the typefaces of the synthetic pages.
# Only for people who train; building and running GridLens needs none of this.
set -eu

python="python3-torch python3-onnx python3-opencv python3-numpy python3-pil"

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

missing=""
for package in $python $text $handwriting; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

sudo=""
[ "$(id -u)" -eq 0 ] || sudo="sudo"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update
# shellcheck disable=SC2086
$sudo apt-get install -y --no-install-recommends $missing
