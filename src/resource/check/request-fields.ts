/** The fields of a health check monitor about its request. */
import { defaultsTo, optional, Type } from "../field.ts";

/** Methods of a request. */
export const methods = ["GET", "HEAD", "POST"] as const;
export type Method = (typeof methods)[number];

/** The addresses of a name that are connected to. */
export const ipVersions = ["any", "ipv4", "ipv6"] as const;
export type IpVersion = (typeof ipVersions)[number];

/** The section of forms. */
const section = "answer";

export const requestFields = {
  ip_version: defaultsTo(
    "any",
    Type.Enum([...ipVersions], {
      title: "IpVersion",
      description:
        "The addresses that are connected to. `any`: the first that answers, as in a browser.",
    }),
    {
      label: "IP version",
      help: "Any: the first address that answers counts. A monitor for IPv4 and one for IPv6 notice when only one of them works.",
      options: { any: "Any", ipv4: "IPv4 alone", ipv6: "IPv6 alone" },
      section,
    },
  ),
  request_headers: defaultsTo(
    {},
    Type.Record(
      Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$" }),
      Type.String({ maxLength: 4096 }),
      {
        title: "RequestHeaders",
        maxProperties: 100,
        description:
          "Headers sent with every fetch. Values are secrets: they are answered as `***`, and `***` sent back keeps what is stored. They belong to the origin of the URL: for another origin, set them again.",
      },
    ),
    {
      label: "Request headers",
      help: "Sent with every check, one per line. Values are secrets and shown as ***. For another server they are given again.",
      section,
      secret: "values",
    },
  ),
  method: defaultsTo(
    "GET",
    Type.Enum([...methods], { title: "Method", description: "Method of the request." }),
    {
      label: "Method",
      section,
    },
  ),
  request_body: optional(
    Type.String({
      minLength: 1,
      maxLength: 65_536,
      description:
        "Body of a POST, sent as text/plain unless `request_headers` has a Content-Type. Over WebSocket the message that is sent. Not a secret: every reader of the monitor can see it.",
    }),
    {
      label: "Request body",
      help: "Sent with POST, or as a message over WebSocket. Everyone who can see the monitor can read it.",
      input: "lines",
      section,
    },
  ),
  redirects_allowed: defaultsTo(
    10,
    Type.Integer({
      minimum: 0,
      maximum: 20,
      description:
        "How many redirects are followed, with the cookies that they set. 0: a redirect is the answer.",
    }),
    { label: "Redirects", unit: "at most", help: "", section },
  ),
};
