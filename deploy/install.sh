#!/bin/sh
# Installs Footnoted with its models into a folder of its own: what the Dockerfile runs, and what runs without Docker.
#   deploy/install.sh /opt/footnoted            with the versions that the tests ran with
# Needs Python 3.11 or newer; PYTHON names another than python3. EXTRAS names what to install beside the server.
set -eu

home=${1:?"say where to install, such as /opt/footnoted"}
source=$(cd "$(dirname "$0")/.." && pwd)
extras=${EXTRAS-qdrant,postgres,openai,metrics,redis,traces}

"${PYTHON:-python3}" -m venv "$home"
"$home/bin/python" -m pip install --quiet --disable-pip-version-check uv
"$home/bin/python" -m uv pip install --quiet --compile-bytecode --python "$home/bin/python" \
    --constraint "$source/requirements.txt" "$source${extras:+[$extras]}"
# Installing is done; what did it stays out of the image.
"$home/bin/python" -m pip uninstall --quiet --yes uv
"$home/bin/python" -m pip uninstall --quiet --yes pip

FOOTNOTED_MODEL_DIR="$home/models" "$home/bin/footnoted" prepare
chmod -R a+rX,go-w "$home"
