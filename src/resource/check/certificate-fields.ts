/** The fields of a health check monitor about certificates: the server's, its authorities, and one for the server. */
import { defaultsTo, optional, Type } from "../field.ts";

/** The section of forms. */
const section = "answer";

export const certificateFields = {
  watch_certificate: optional(
    Type.Boolean({
      description:
        "Whether the end of the certificate is watched. Default: yes for `expect: http` over https, for wss and for tls, no for `expect: health`, where true adds the sub-check `monitord.certificate`. Not watched with `invert`.",
    }),
    {
      label: "Watch the certificate",
      help: "Default: yes for pages over https, for wss and for tls, no for health reports.",
      section,
    },
  ),
  certificate_warning_days: defaultsTo(
    21,
    Type.Integer({
      minimum: 0,
      maximum: 365,
      description:
        "A certificate that ends within this many days is a warning. Default: a third of its lifetime, if that is less.",
    }),
    { label: "Certificate: warn", unit: "days before its end", help: "", section },
  ),
  certificate_failing_days: defaultsTo(
    7,
    Type.Integer({
      minimum: 0,
      maximum: 365,
      description:
        "A certificate that ends within this many days has failed. Default: a tenth of its lifetime, if that is less.",
    }),
    { label: "Certificate: fail", unit: "days before its end", help: "", section },
  ),
  tls_ca: optional(
    Type.String({
      minLength: 1,
      maxLength: 65_536,
      description:
        "Authorities that the server's certificate must come from, instead of those that monitord trusts: PEM. For https, wss and tls, redirects included.",
    }),
    {
      label: "Certificate authorities",
      help: "PEM. The server's certificate must come from one of them.",
      input: "lines",
      section,
    },
  ),
  tls_client_cert: optional(
    Type.String({
      minLength: 1,
      maxLength: 65_536,
      description:
        "The certificate to show to a server that asks for one, and its private key: PEM, the key not encrypted. A secret, answered as `***`, which keeps it. It is only for the origin of the URL: for another origin, set it again.",
    }),
    {
      label: "Client certificate",
      help: "PEM: certificate and private key, one after the other.",
      input: "lines",
      section,
      secret: "whole",
    },
  ),
};
