#!/usr/bin/env python3
"""The health endpoint of python.py in Django. In a project: `health` into views.py, its path into urls.py."""

import os
from wsgiref.simple_server import make_server

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path

from python import latest_report, start_checks

# Each worker process of a server runs the checks for itself.
start_checks()


def health(request):
    status, report = latest_report()
    return JsonResponse(report, status=status, headers={"Cache-Control": "no-store"})


urlpatterns = [path("health", health)]

if __name__ == "__main__":
    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1"])
    django.setup()
    port = int(os.environ.get("PORT", 8090))
    server = make_server("127.0.0.1", port, get_wsgi_application())
    print(f"http://127.0.0.1:{server.server_port}/health", flush=True)
    server.serve_forever()
