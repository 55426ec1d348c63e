"""Uses an API server through the stock Python client and through others that people use, and says of each step
what came of it.

    python3 main.py --kubeconfig FILE [--only NAME]
"""

import argparse
import sys

import every_api
import of_asyncio
import of_dynamic
import of_kr8s
import of_lightkube
import of_watches
import of_writes
import report

PARTS = {
    "every_api": every_api.use,
    "writes": of_writes.use,
    "watches": of_watches.use,
    "dynamic": of_dynamic.use,
    "asyncio": of_asyncio.use,
    "kr8s": of_kr8s.use,
    "lightkube": of_lightkube.use,
}

parser = argparse.ArgumentParser()
parser.add_argument("--kubeconfig", required=True)
parser.add_argument("--only", choices=PARTS)
options = parser.parse_args()
for name, use in PARTS.items():
    if options.only in (None, name):
        use(options.kubeconfig)
sys.exit(1 if report.bad else 0)
