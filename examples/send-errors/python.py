#!/usr/bin/env python3
"""Reports errors of a Python application. Copy ErrorReporter into yours; it needs no package.

MONITOR_WEBHOOK_URL=… python3 python.py "what happened"
"""

import http.client
import json
import logging
import os
import queue
import random
import socket
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
import uuid


class ErrorReporter(logging.Handler):
    """Posts reports from a thread of its own, so that reporting never delays the application.

    It is a handler of `logging`, which Django, Flask and FastAPI use too.
    """

    def __init__(self, url, level=logging.ERROR):
        super().__init__(level)
        self.url = url
        self.queue = queue.Queue(100)
        threading.Thread(target=self._send, daemon=True).start()

    def emit(self, record):
        """Queues a line of the log, and drops it with a line on stderr when the queue is full."""
        report = {"message": record.getMessage(), "source": record.name}
        if record.exc_info and record.exc_info[1]:
            # Other members are stored with the report.
            report["traceback"] = "".join(traceback.format_exception(record.exc_info[1]))
        try:
            self.queue.put_nowait(report)
        except queue.Full:
            self._dropped(report, "the queue is full")

    def post(self, report):
        """Tries for a minute at most. Returns whether the report is stored; never raises."""
        deadline = time.monotonic() + 60
        request = urllib.request.Request(
            self.url,
            data=json.dumps(report).encode(),
            # A report sent twice counts once.
            headers={"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())},
            method="POST",
        )
        attempt = 0
        while True:
            # Half to all of 1, 2, 4, 8, 16 seconds: senders do not all retry at once.
            wait = 2 ** min(attempt, 4) * random.uniform(0.5, 1)
            try:
                with urllib.request.urlopen(request, timeout=10):
                    return True
            except urllib.error.HTTPError as answer:
                # Sending it again does not help, unless the server is busy.
                if answer.code < 500 and answer.code != 429:
                    return self._dropped(report, f"HTTP {answer.code}")
                retry_after = answer.headers.get("Retry-After", "")
                wait = int(retry_after) if retry_after.isdigit() else wait
            except (OSError, http.client.HTTPException):
                pass  # Not reachable at the moment.
            if time.monotonic() + wait > deadline:
                return self._dropped(report, "not reachable for a minute")
            time.sleep(wait)
            attempt += 1

    def _send(self):
        while True:
            report = self.queue.get()
            self.post(report)
            self.queue.task_done()

    def _dropped(self, report, why):
        print(f"error report dropped, {why}: {report['message']}", file=sys.stderr)
        return False


# Create it once in your application:
#   logging.getLogger().addHandler(ErrorReporter(os.environ["MONITOR_WEBHOOK_URL"]))

if __name__ == "__main__":
    if not os.environ.get("MONITOR_WEBHOOK_URL"):
        sys.exit("Set MONITOR_WEBHOOK_URL to the webhook_url of your monitor.")
    reporter = ErrorReporter(os.environ["MONITOR_WEBHOOK_URL"])
    message = sys.argv[1] if len(sys.argv) > 1 else "Something failed"
    # In an application, logging an error does not wait. This program waits.
    if not reporter.post({"message": message, "source": socket.gethostname()}):
        sys.exit(1)
    print("reported")
