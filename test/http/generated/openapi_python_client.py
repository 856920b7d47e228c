"""Reads each list through the package `made`, which openapi-python-client made, and prints its length."""
import importlib
import json
import os
import pkgutil

import made.api
from made import AuthenticatedClient

client = AuthenticatedClient(base_url=os.environ["API_URL"], token=os.environ["API_KEY"], raise_on_unexpected_status=True)
modules = {name.split(".")[-1]: name for _, name, _ in pkgutil.walk_packages(made.api.__path__, "made.api.")}
for operation, args in json.loads(os.environ["LISTS"]):
    print(operation, len(importlib.import_module(modules[operation]).sync(*args, client=client)))
