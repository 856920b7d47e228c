#!/usr/bin/env python3
"""The health endpoint of python.py in Flask."""

import os

from flask import Flask, jsonify
from werkzeug.serving import make_server

from python import latest_report, start_checks

app = Flask(__name__)
# Each worker process of a server runs the checks for itself.
start_checks()


@app.get("/health")
def health():
    status, report = latest_report()
    return jsonify(report), status, {"Cache-Control": "no-store"}


if __name__ == "__main__":
    server = make_server("127.0.0.1", int(os.environ.get("PORT", 8090)), app, threaded=True)
    print(f"http://127.0.0.1:{server.server_port}/health", flush=True)
    server.serve_forever()
