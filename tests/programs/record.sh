#!/usr/bin/env bash
# Builds the programs of this folder with nvcc, runs them on this machine's GPU, and writes NAME.out for
# each into a folder:
#
#   tests/programs/record.sh FOLDER [NAME ...]
#
# Needs the CUDA Toolkit in /usr/local/cuda (or $CUDA_HOME) and a GPU. NAME.log has what the compiler and
# the program wrote elsewhere. Fails if one does not compile, or ends with another exit code than its own.
set -uo pipefail
programs=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
toolkit=${CUDA_HOME:-/usr/local/cuda}
export LD_LIBRARY_PATH=$toolkit/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}  # of NVRTC

trimmed() {
    local text=$1
    text=${text#"${text%%[! ]*}"}
    printf '%s' "${text%"${text##*[! ]}"}"
}

# build <row> <folder for the programs> <folder for the logs>
build() {
    local -a cells
    IFS='|' read -ra cells <<<"$1"
    local name flags file
    name=$(trimmed "${cells[0]}")
    flags=$(trimmed "${cells[4]}")
    local -a files=("$programs/$name.cu")
    for file in ${cells[1]}; do files+=("$programs/$file"); done
    # shellcheck disable=SC2086 # flags are words
    "$toolkit/bin/nvcc" -std=c++17 -arch=native -o "$2/$name" "${files[@]}" $flags >"$3/$name.log" 2>&1 ||
        printf '%s: does not compile; see %s\n' "$name" "$3/$name.log"
}

# run <row> <folder of the programs> <folder for the outputs>: nothing, or what is wrong.
run() {
    local -a cells
    IFS='|' read -ra cells <<<"$1"
    local name input expected status=0
    name=$(trimmed "${cells[0]}")
    input=$(trimmed "${cells[6]}")
    expected=$(trimmed "${cells[7]:-}")
    [[ -x $2/$name ]] || return 0 # told when it was built
    # shellcheck disable=SC2086 # arguments are words
    timeout 60 "$2/$name" ${cells[5]} <"${input:+$programs/}${input:-/dev/null}" >"$3/$name.out" \
        2>>"$3/$name.log" || status=$?
    ((status == ${expected:-0})) || printf '%s: exit code %d\n' "$name" $status
}

if [[ ${1:-} == --row ]]; then
    build "$2" "$3" "$4"
    exit
fi
[[ $# -ge 1 ]] || {
    printf 'usage: record.sh FOLDER [NAME ...]\n' >&2
    exit 2
}
mkdir -p "$1"
outputs=$(cd "$1" && pwd)
shift
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
rows=()
while IFS= read -r row; do
    [[ -n $row && $row != \#* ]] || continue
    name=$(trimmed "${row%%|*}")
    (($# == 0)) || [[ " $* " == *" $name "* ]] || continue
    rows+=("$row")
done <"$programs/programs.txt"
problems=$(
    printf '%s\0' "${rows[@]}" |
        xargs -0 -I '{}' -P "$(nproc)" "${BASH_SOURCE[0]}" --row '{}' "$built" "$outputs"
    for row in "${rows[@]}"; do run "$row" "$built" "$outputs"; done
)
printf '%d programs recorded in %s\n' ${#rows[@]} "$outputs"
[[ -z $problems ]] || {
    printf '%s\n' "$problems"
    exit 1
}
