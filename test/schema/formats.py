"""
Values of the formats that the API document names: http URLs that can be parsed, and instants that have not passed.
And no text that only the spaces around it make too long: they are dropped before it is judged.
"""
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



def trimmed_is_wrong_as_well(value):
    """Whether no title, name or address in a body is too long by its spaces alone, which no schema can say."""
    if isinstance(value, list):
        return all(map(trimmed_is_wrong_as_well, value))
    if not isinstance(value, dict):
        return True
    texts = [value.get(name) for name in ("email", "name", "title")]
    spaced = [text for text in texts if isinstance(text, str) and text != text.strip()]
    return all(len(text) <= 254 for text in spaced) and all(map(trimmed_is_wrong_as_well, value.values()))


@schemathesis.hook
def filter_body(context, body):
    return trimmed_is_wrong_as_well(body)
