#!/usr/bin/env python3
"""Reports errors of a Python application. Copy `report_error` into yours; it needs no package.

MONITOR_WEBHOOK_URL=… python3 python.py "what happened"
"""

import http.client
import json
import os
import socket
import sys
import time
import traceback
import urllib.error
import urllib.request


def report_error(error, attempts=5):
    """Posts one report. True once it is stored, False when that is hopeless; never raises.

    It waits while monitord is away: call it in a thread where nobody may wait.
    """
    url = os.environ.get("MONITOR_WEBHOOK_URL", "")
    if not url:
        return False
    report = {
        "message": str(error),
        "source": socket.gethostname(),
        # Anything else is kept with the report.
        "traceback": "".join(traceback.format_exception(error)),
        "pid": os.getpid(),
    }
    request = urllib.request.Request(
        url,
        data=json.dumps(report).encode(),
        headers={"Content-Type": "application/json"},
        method="POST",
    )
    for attempt in range(1, attempts + 1):
        wait = attempt
        try:
            with urllib.request.urlopen(request, timeout=10):
                return True
        except urllib.error.HTTPError as answer:
            # Nothing changes by sending it again, except when the server is busy.
            if answer.code < 500 and answer.code != 429:
                return False
            retry_after = answer.headers.get("Retry-After", "")
            wait = int(retry_after) if retry_after.isdigit() else wait
        except (OSError, http.client.HTTPException):
            pass  # Not reachable at the moment.
        if attempt < attempts:
            time.sleep(min(wait, 30))
    return False


# Where an application calls it:
#   sys.excepthook = lambda kind, error, trace: report_error(error)

if __name__ == "__main__":
    if "MONITOR_WEBHOOK_URL" not in os.environ:
        sys.exit("Set MONITOR_WEBHOOK_URL to the webhook_url of your monitor.")
    try:
        raise RuntimeError(sys.argv[1] if len(sys.argv) > 1 else "Something failed")
    except RuntimeError as error:
        stored = report_error(error)
    print("reported" if stored else "not reported")
    sys.exit(0 if stored else 1)
