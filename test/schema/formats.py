"""Values of the formats that the API document names: http URLs that can be parsed, and instants that have not passed."""
import datetime

import schemathesis
from hypothesis import strategies as st

hosts = st.sampled_from(["shop.example.com", "10.0.0.1:8080", "[2001:db8::1]", "ada:secret@push.example.com"])
paths = st.text("abcXYZ019-._~/?=&", max_size=40)
schemathesis.openapi.format(
    "iri",
    st.builds(lambda scheme, host, path: f"{scheme}://{host}/{path}", st.sampled_from(["http", "https"]), hosts, paths),
)
schemathesis.openapi.format(
    "date-time",
    st.datetimes(datetime.datetime(2100, 1, 1), datetime.datetime(9000, 1, 1)).map(lambda at: f"{at.isoformat()}Z"),
)
