import { describe, expect, it, test } from "vitest";
import { rules, tidy } from "../../../src/core/declare/rules.ts";
import { defaultsOf } from "../../../src/resource/field.ts";
import { healthCheckMonitor } from "../../../src/resource/health-check-monitor.ts";

const web = { url: "https://shop.example.com/", expect: "http" };
const tcp = { url: "tcp://db.example.com:5432" };
const tls = { url: "tls://mail.example.com:465" };
const ws = { url: "wss://shop.example.com/live" };
const icmp = { url: "icmp://router.example.com" };
const dns = { url: "dns:///example.com?type=MX" };

const faultsOf = (fields: object) =>
  rules("health_check_monitors", {
    ...defaultsOf(healthCheckMonitor.fields),
    title: "Shop",
    url: "https://shop.example.com/health",
    ...fields,
  });
const said = (fields: object) =>
  faultsOf(fields).map(({ field, code, message }) => `${field} ${code}: ${message}`);

describe("the URL of a check", () => {
  it.each([
    [{}, []],
    [tcp, []],
    [tls, []],
    [dns, []],
    [{ url: "dns://192.0.2.53/example.com" }, []],
    [{ url: "tcp://db.example.com" }, ["url format"]],
    [{ url: "tcp://db.example.com:1 " }, ["url format"]],
    [{ url: "tcp://db.example.com:1#a" }, ["url format"]],
    [{ url: "ftp://db.example.com" }, ["url format"]],
    [{ url: "tls://169.254.169.254:443" }, ["url address"]],
    [{ url: "dns://169.254.169.254/example.com" }, ["url address"]],
    [{ url: "http://169.254.169.254/" }, ["url address"]],
  ])("%j", (fields, faults) => {
    expect(faultsOf(fields).map(({ field, code }) => `${field} ${code}`)).toEqual(faults);
  });
});

test.each([
  ["tcp://ntfy.sh:1", "starts with http:// or https://"],
  ["https://ntfy.sh /", "spaces"],
  ["https://", "valid host"],
])("the server of a device is a URL of http or https as ever, unlike %s", (server, words) => {
  const [fault] = rules("devices", { kind: "ntfy", target: "ada", server });
  expect(fault).toMatchObject({ field: "server", message: expect.stringContaining(words) });
});

describe("a field without a meaning for the URL or the answer", () => {
  it.each([
    [{ ...tcp, expect: "http" }, ["expect: needs a URL of http or https"]],
    [
      { ...tls, request_headers: { Accept: "a" } },
      ["request_headers: needs a URL of http, https, ws or wss"],
    ],
    [
      { method: "POST", accepted_statuses: "200", body_contains: "a", body_lacks: "b" },
      [
        "method: needs expect: http",
        "accepted_statuses: needs expect: http",
        "body_contains: needs expect: http, or a URL of ws or wss",
        "body_lacks: needs expect: http, or a URL of ws or wss",
      ],
    ],
    [{ ...web, staleness_threshold_minutes: 5 }, []],
    [{ request_body: "a" }, ["request_body: needs expect: http, or a URL of ws or wss"]],
    [{ ...web, request_body: "a" }, ["request_body: needs method: POST"]],
    [{ ...web, method: "POST", request_body: "a" }, []],
    [
      { ...web, method: "HEAD", body_contains: "a" },
      ["body_contains: needs method: GET or POST, because the answer to HEAD has no body"],
    ],
    [{ ...dns, dns_answers: ["a"], slow_above_ms: 5 }, []],
    [{ ...tcp, dns_answers: ["a"] }, ["dns_answers: needs a URL of dns"]],
    [{ slow_above_ms: 5, watch_certificate: true, certificate_warning_days: 30 }, []],
    [
      { certificate_warning_days: 30 },
      [
        "certificate_warning_days: needs a certificate that is watched: tls, wss, or https with watch_certificate",
      ],
    ],
    [{ ...web, certificate_warning_days: 30 }, []],
    [{ ...tls, certificate_failing_days: 1 }, []],
    [
      { ...web, watch_certificate: false, certificate_failing_days: 1 },
      [
        "certificate_failing_days: needs a certificate that is watched: tls, wss, or https with watch_certificate",
      ],
    ],
    [{ ...tcp, watch_certificate: true }, ["watch_certificate: needs a URL of https, wss or tls"]],
    [{ ...tcp, watch_certificate: false }, []],
    [{ ...ws, request_headers: { Origin: "a" }, request_body: "a", body_contains: "b" }, []],
    [{ ...ws, watch_certificate: true, slow_above_ms: 5, certificate_warning_days: 30 }, []],
    [{ ...ws, expect: "http", accepted_statuses: "101" }, ["expect: needs a URL of http or https"]],
    [{ ...ws, accepted_statuses: "101" }, ["accepted_statuses: needs expect: http"]],
    [{ ...icmp, slow_above_ms: 5 }, []],
    [{ ...icmp, watch_certificate: true }, ["watch_certificate: needs a URL of https, wss or tls"]],
    [{ ...icmp, body_contains: "a" }, ["body_contains: needs expect: http, or a URL of ws or wss"]],
    [{ ...icmp, invert: true }, []],
    [{ ...web, invert: true, watch_certificate: false }, []],
    [
      {
        ...tls,
        invert: true,
        watch_certificate: true,
        certificate_warning_days: 30,
        slow_above_ms: 5,
      },
      [
        "certificate_warning_days: needs a certificate that is watched: tls, wss, or https with watch_certificate",
        "slow_above_ms: cannot be used with invert, which asks only whether the check fails",
        "watch_certificate: cannot be used with invert, which asks only whether the check fails",
      ],
    ],
  ])("%j", (fields, faults) => {
    expect(faultsOf(fields).map(({ field, message }) => `${field}: ${message}`)).toEqual(faults);
  });
});

describe("expectations", () => {
  const condition = (comparison: string, value?: unknown) => ({
    ...web,
    body_json: [{ pointer: "/a", comparison, ...(value === undefined ? {} : { value }) }],
  });
  it.each([
    [
      { ...web, certificate_failing_days: 22 },
      "certificate_failing_days range: must be at most certificate_warning_days: the warning comes first",
    ],
    [
      { ...web, accepted_statuses: "200, 399-300" },
      "accepted_statuses format: must be HTTP statuses and ranges of them, for example 200-299,401",
    ],
    [condition("exists", 5), "body_json[0].value unused: must be left out with exists"],
    [condition("equals"), "body_json[0].value required: is required with equals"],
    [condition("above", "many"), "body_json[0].value type: must be a number with above"],
  ])("%j cannot be", (fields, fault) => {
    expect(said(fields)).toEqual([fault]);
  });

  it.each([
    condition("exists"),
    condition("equals", null),
    condition("at_most", "5.5"),
    condition("below", 5),
    condition("contains", "text"),
    { ...web, accepted_statuses: "200-299, 301,401" },
  ])("%j can be", (fields) => {
    expect(said(fields)).toEqual([]);
  });

  it("has one order of keys, so that another order in a manifest is no change", () => {
    const body_json = [{ value: 5, comparison: "equals", pointer: "/a" }];
    const tidied = tidy({ body_json });
    expect(JSON.stringify(tidied.body_json)).toBe(
      '[{"pointer":"/a","comparison":"equals","value":5}]',
    );
    const misshapen = { body_json: ["a", null, []] } as object;
    expect(tidy(misshapen)).toEqual(misshapen);
    expect(tidy({ title: "Shop" })).toEqual({ title: "Shop" });
  });
});
