#!/bin/sh
# Shows attnviz in the menus of this person's desktop and opens .attnviz files with it; --remove takes that back.
# The program stays in the folder where this script is.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
case ${1:-} in
'' | --remove) ;;
*)
    echo "usage: install.sh [--remove]" >&2
    exit 2
    ;;
esac

for icon in "$here"/share/icons/attnviz-*.png; do
    size=${icon##*-}
    size=${size%.png}
    folder=$share/icons/hicolor/${size}x$size/apps
    rm -f "$folder/attnviz.png"
    [ "${1:-}" = --remove ] || { mkdir -p "$folder" && cp "$icon" "$folder/attnviz.png"; }
done
rm -f "$share/icons/hicolor/scalable/apps/attnviz.svg" "$share/applications/attnviz.desktop" \
    "$share/mime/packages/attnviz.xml"
if [ "${1:-}" != --remove ]; then
    mkdir -p "$share/icons/hicolor/scalable/apps" "$share/applications" "$share/mime/packages"
    cp "$here/share/icons/attnviz.svg" "$share/icons/hicolor/scalable/apps/attnviz.svg"
    cp "$here/share/attnviz.xml" "$share/mime/packages/attnviz.xml"
    # A desktop entry is unescaped twice: a backslash becomes four, two stand before " ` $, and a percent sign is doubled.
    path=$(printf '%s' "$here/attnviz" | sed -e 's/\\/\\\\\\\\/g' -e 's/["`$]/\\\\&/g' -e 's/%/%%/g')
    while IFS= read -r line; do
        case $line in
        Exec=*) printf 'Exec="%s" %%f\n' "$path" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$here/share/attnviz.desktop" >"$share/applications/attnviz.desktop"
fi
# Desktops without these tools find the files by themselves.
if command -v update-mime-database >/dev/null && [ -d "$share/mime/packages" ]; then
    update-mime-database "$share/mime"
fi
if command -v update-desktop-database >/dev/null && [ -d "$share/applications" ]; then
    update-desktop-database "$share/applications"
fi
