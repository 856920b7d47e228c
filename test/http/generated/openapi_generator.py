"""Reads each list through the package `made`, which openapi-generator made, and prints its length."""
import importlib
import json
import os
import pkgutil

import made
import made.api

for package in pkgutil.walk_packages(made.__path__, "made."):
    importlib.import_module(package.name)
configuration = made.Configuration(host=os.environ["API_URL"], access_token=os.environ["API_KEY"])
with made.ApiClient(configuration) as client:
    apis = [getattr(made.api, name)(client) for name in dir(made.api) if name.endswith("Api")]
    for operation, args in json.loads(os.environ["LISTS"]):
        api = next(api for api in apis if hasattr(api, operation))
        print(operation, len(getattr(api, operation)(*args)))
