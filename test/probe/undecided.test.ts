/**
 * Failures that do not say whether the target works, by scheme: a monitor that must fail is healthy on any other failure, and
 * never on these.
 */
import { describe, expect, test } from "vitest";
import { schemes, type Scheme } from "../../src/core/health/endpoint.ts";
import type { Fetched } from "../../src/core/health/prober.ts";
import type { LookupResult } from "../../src/probe/lookup.ts";
import { isUndecided } from "../../src/probe/reason.ts";
import { bytesOf, dnsOf, pingOf, probe, proberOf, targetOf } from "../support/probing.ts";

const urlOf: Record<Scheme, (host: string) => string> = {
  http: (host) => `http://${host}:1/`,
  https: (host) => `https://${host}:1/`,
  ws: (host) => `ws://${host}:1/`,
  wss: (host) => `wss://${host}:1/`,
  tcp: (host) => `tcp://${host}:1`,
  tls: (host) => `tls://${host}:1`,
  icmp: (host) => `icmp://${host}`,
  dns: (host) => `dns://${host}:1/example.com`,
};

/** Whether the failure of a probe says nothing about the target. */
function undecided(fetched: Fetched): boolean {
  if (fetched.kind !== "failure") throw new Error(JSON.stringify(fetched));
  return fetched.undecided === true;
}

const silent = `echo "1 packets transmitted, 0 received"`;
const proberWith = (answer: LookupResult | "silence") =>
  proberOf({
    pingPath: pingOf(silent),
    lookup: () => (answer === "silence" ? new Promise(() => {}) : Promise.resolve(answer)),
  });

describe.each(schemes)("over %s", (scheme) => {
  const of = (host: string, answer: LookupResult | "silence") =>
    probe(urlOf[scheme](host), { timeout_seconds: 0.3 }, proberWith(answer)).then(undecided);

  test("a refused address is undecided", async () => {
    expect(await of("169.254.169.254", "silence")).toBe(true);
    expect(await of("shop.test", { ok: true, addresses: ["169.254.169.254"] })).toBe(true);
  });

  test("a resolver that fails or never answers is undecided, a name that does not exist is not", async () => {
    const reason = "DNS: no answer for shop.test (timed out)";
    expect(await of("shop.test", { ok: false, reason, broken: true })).toBe(true);
    expect(await of("shop.test", "silence")).toBe(true);
    expect(await of("shop.test", { ok: false, reason: "DNS: no such host shop.test" })).toBe(false);
  });

  test("a target that refuses or is silent is not", async () => {
    expect(await of("127.0.0.1", "silence")).toBe(false);
  });
});

test("an answer beyond the limits of monitord is undecided, a broken one is not", async () => {
  const app = await targetOf();
  app.respond((_, response) => response.end("a".repeat(1024 * 1024 + 1)));
  expect(undecided(await probe(app.url))).toBe(true);
  app.respond((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("no"));
  expect(undecided(await probe(app.url))).toBe(false);
  const endless = await bytesOf((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n${"X-Header: 1\r\n".repeat(10_000)}`),
  );
  expect(undecided(await probe(`ws://${endless.address}/`))).toBe(true);
});

test("a resolver that the URL names is the target: its failure counts", async () => {
  const dns = await dnsOf({ "broken.test": "fail", "silent.test": "silent" });
  for (const name of ["broken.test", "silent.test", "nowhere.test"])
    expect(undecided(await probe(`dns://${dns.server}/${name}`, { timeout_seconds: 0.3 }))).toBe(
      false,
    );
});

test.each([
  ["ENETUNREACH", true],
  ["EADDRNOTAVAIL", true],
  ["EMFILE", true],
  ["EACCES", true],
  ["ECONNREFUSED", false],
  ["EHOSTUNREACH", false],
  ["ETIMEDOUT", false],
  ["ECONNRESET", false],
])("%s: undecided %s", (code, expected) => {
  const error = Object.assign(new Error("x"), { code });
  expect(isUndecided(error)).toBe(expected);
  expect(isUndecided(new AggregateError([error]))).toBe(expected);
});
