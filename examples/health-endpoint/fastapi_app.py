#!/usr/bin/env python3
"""The health endpoint of python.py in FastAPI."""

import os
import socket

import uvicorn
from fastapi import FastAPI
from fastapi.responses import JSONResponse

from python import latest_report, start_checks

app = FastAPI()
# Each worker process of a server runs the checks for itself.
start_checks()


@app.get("/health")
async def health():
    status, report = latest_report()
    return JSONResponse(report, status, headers={"Cache-Control": "no-store"})


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(os.environ.get("PORT", 8090))))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/health", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
