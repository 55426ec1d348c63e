#!/usr/bin/env bash
# Runs the reference's script of kubectl tests in a copy of its files, the first argument, against the server at
# SECURE_API_PORT of the loopback, which takes the script's tokens.
set -o errexit -o nounset -o pipefail
cd "$1"
export KUBE_ROOT=$1 ALLOW_SKEW=1
source hack/lib/init.sh
source hack/lib/test.sh
source test/cmd/legacy-script.sh
export PATH=$1/_output/bin:$PATH

# Nothing is built here, and the server has a store of its own.
make() { :; }
kube::etcd::start() { :; }
kube::etcd::stop() { :; }
kube::etcd::cleanup() { :; }

setup
# Without the annotation nobody would own a field of it.
kubectl create -f - <<'N'
{"kind": "Node", "apiVersion": "v1", "metadata": {"name": "127.0.0.1", "annotations": {"save-managers": "true"}}, "status": {"capacity": {"memory": "1Gi"}}}
N
export SUPPORTED_RESOURCES=("*")
runTests
