#!/usr/bin/env python3
"""A health endpoint in Python. Copy CHECKS and run_checks into your application; no package is needed.

flask_app.py, django_app.py and fastapi_app.py serve the same report.
"""

import json
import os
import shutil
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def usage(label, percent, warning, failed):
    used = round(percent)
    status = "failed" if used >= failed else "warning" if used >= warning else "ok"
    return {
        "label": label,
        "status": status,
        "notificationMessage": "" if status == "ok" else f"{label}: {used} % used.",
        "shortSummary": f"{used} %",
        "meta": {"used_percent": used},
    }


def disk():
    total, used, _ = shutil.disk_usage("/")
    return usage("Disk space", 100 * used / total, 80, 95)


def load():
    return usage("Load", 100 * os.getloadavg()[1] / os.cpu_count(), 200, 1000)


def database():
    host, port = os.environ["DATABASE"].split(":")
    started = time.monotonic()
    try:
        socket.create_connection((host, int(port)), timeout=2).close()
    except OSError as error:
        message = f"Could not connect: {error}"
        return {"label": "Database", "status": "failed", "notificationMessage": message}
    summary = f"{round(1000 * (time.monotonic() - started))} ms"
    return {"label": "Database", "status": "ok", "shortSummary": summary}


# Each check returns its result. One that raises has crashed.
CHECKS = {"disk": disk, "load": load}
if "DATABASE" in os.environ:
    CHECKS["database"] = database


def run_check(name, check):
    try:
        return {"name": name, **check()}
    except Exception as error:
        return {"name": name, "status": "crashed", "notificationMessage": repr(error)}


def run_checks():
    results = [run_check(name, check) for name, check in CHECKS.items()]
    return {"finishedAt": int(time.time()), "checkResults": results}


report = run_checks()


def keep_checking():
    global report
    while True:
        time.sleep(30)
        report = run_checks()


def start_checks():
    threading.Thread(target=keep_checking, daemon=True).start()


def latest_report():
    """What the checks found when they last ran, and the HTTP status that says so to load balancers."""
    broken = any(r["status"] in ("failed", "crashed") for r in report["checkResults"])
    return (503 if broken else 200), report


class Endpoint(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path.split("?")[0] != "/health":
            self.send_error(404)
            return
        status, latest = latest_report()
        body = json.dumps(latest).encode()
        # monitord reads the report with any status.
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    start_checks()
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8090))), Endpoint)
    print(f"http://127.0.0.1:{server.server_port}/health", flush=True)
    server.serve_forever()
