# Sourced by the scripts of this folder. Where the first argument asks for help, prints the comment that the script
# begins with, and ends it.
case "${1:-}" in
  -h | --help)
    sed -n '2,/^[^#]/s/^#\( \|$\)//p' "$0"
    exit
    ;;
esac
