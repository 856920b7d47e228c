import { expect, test } from "vitest";
import { refusing } from "../support/free-port.ts";
import { dnsOf, probe, proberOf } from "../support/probing.ts";

test.each([
  ["A", ["192.0.2.1", "192.0.2.2"]],
  ["AAAA", ["2001:db8::1"]],
  ["CAA", ["0 issue letsencrypt.org"]],
  ["CNAME", ["shop.example.net"]],
  ["MX", ["10 mx1.example.com", "20 mx2.example.com"]],
  ["NS", ["ns1.example.com", "ns2.example.com"]],
  ["PTR", ["shop.example.com"]],
  ["SOA", ["ns1.example.com admin.example.com 2026112201 7200 3600 1209600 300"]],
  ["SRV", ["10 5 443 shop.example.com"]],
  ["TXT", [`v=DKIM1; p=${"A".repeat(300)}`, "v=spf1 -all"]],
])("a resolver is asked for %s, and its answers are sorted", async (type, texts) => {
  const records = { [type.toLowerCase()]: texts.toReversed() };
  const dns = await dnsOf({ "shop.example.com": records });
  const fetched = await probe(`dns://${dns.server}/Shop.Example.com?type=${type}`);
  expect(fetched).toMatchObject({
    kind: "resolved",
    type,
    answers: texts,
    seen: { address: dns.server, kept: false, protocol: null, certificate: null },
  });
  expect(fetched.seen.timing).toMatchObject({
    dns: expect.any(Number) as number,
    connect: null,
  });
  expect(dns.queries).toEqual([`${type} shop.example.com`]);
});

test("a truncated answer is asked for again over TCP", async () => {
  const dns = await dnsOf({ "shop.example.com": { a: ["192.0.2.1"], truncated: true } });
  expect(await probe(`dns://${dns.server}/shop.example.com`)).toMatchObject({
    answers: ["192.0.2.1"],
  });
  expect(dns.queries).toHaveLength(2);
});

test("a name without records of the type has no answers", async () => {
  const dns = await dnsOf({ "shop.example.com": { a: ["192.0.2.1"] } });
  expect(await probe(`dns://${dns.server}/shop.example.com?type=MX`)).toMatchObject({
    kind: "resolved",
    answers: [],
  });
});

test.each([
  ["nowhere.example.com", "no such name (NXDOMAIN)"],
  ["fails.example.com", "server failure (SERVFAIL)"],
  ["refuses.example.com", "the resolver refuses to answer (REFUSED)"],
  ["lies.example.com", "the answer is malformed"],
])("%s: %s", async (name, reason) => {
  const dns = await dnsOf({
    "fails.example.com": "fail",
    "refuses.example.com": "refuse",
    "lies.example.com": "lie",
  });
  const fetched = await probe(`dns://${dns.server}/${name}`);
  expect(fetched).toMatchObject({ kind: "failure", during: "dns", reason });
  expect(fetched).not.toHaveProperty("unreachable");
});

test("a silent resolver ends at the deadline", async () => {
  const dns = await dnsOf({ "shop.example.com": "silent" });
  expect(
    await probe(`dns://${dns.server}/shop.example.com`, { timeout_seconds: 0.3 }),
  ).toMatchObject({
    kind: "failure",
    during: "dns",
    reason: "timed out after 0.3 s while waiting for the resolver",
    unreachable: true,
    late: true,
  });
});

test("without a resolver there, says so", async () => {
  expect(await probe(`dns://${refusing.address}/shop.example.com`)).toMatchObject({
    reason: "no DNS server there",
    unreachable: true,
  });
});

test("the resolver may be named, and the guard judges its address", async () => {
  const dns = await dnsOf({ "shop.example.com": { a: ["192.0.2.1"] } });
  const port = dns.server.split(":")[1]!;
  const url = `dns://localhost:${port}/shop.example.com`;
  const lookup = () => Promise.resolve({ ok: true as const, addresses: ["127.0.0.1"] });
  expect(await probe(url, {}, proberOf({ lookup }))).toMatchObject({ answers: ["192.0.2.1"] });
  expect(await probe(url, {}, proberOf({ lookup, profile: () => "multi" }))).toMatchObject({
    kind: "failure",
    during: "connection",
    reason: "localhost is not allowed: it has an address that is not public",
  });
  const hanging = proberOf({ lookup: () => new Promise(() => {}) });
  expect(await probe(url, { timeout_seconds: 0.2 }, hanging)).toMatchObject({
    reason: "timed out after 0.2 s while looking up localhost",
    late: true,
  });
  expect(dns.queries).toHaveLength(1);
});

test("with several organizations, neither records nor addresses of the operator's network are shown", async () => {
  const multi = proberOf({
    profile: () => "multi",
    lookup: () => Promise.resolve({ ok: true as const, addresses: ["10.9.8.7"] }),
  });
  const urls = ["dns:///", "dns:///", "http://", "tcp://", "tls://", "icmp://"];
  const paths = ["db.corp.internal?type=TXT", "db.corp.internal", "/", ":1", ":1", ""];
  for (const [index, start] of urls.entries()) {
    const rest = paths[index]!;
    const url = start.startsWith("dns") ? start + rest : `${start}db.corp.internal${rest}`;
    const fetched = await probe(url, {}, multi);
    expect(fetched).toMatchObject({ kind: "failure", during: "connection" });
    expect(JSON.stringify(fetched)).not.toContain("10.9.8.7");
  }
});

test("answers are bounded, and are text", async () => {
  const many = Array.from({ length: 255 }, (_, index) => `192.0.2.${index}`);
  const dns = await dnsOf({
    "many.example.com": { a: many, truncated: true },
    "odd.example.com": { txt: ["\u0000\u0001", "x".repeat(5000)], truncated: true },
  });
  const fetched = await probe(`dns://${dns.server}/many.example.com`);
  expect(fetched.kind === "resolved" && fetched.answers).toEqual(many.toSorted());
  const odd = await probe(`dns://${dns.server}/odd.example.com?type=TXT`);
  const texts = odd.kind === "resolved" ? odd.answers : [];
  expect(texts.map((text) => text.length)).toEqual([1022, 2]);
  expect(texts[1]).toBe("\ufffd\u0001");
});

test("texts are read as UTF-8", async () => {
  const texts = ["f\u00fcr \u51b7", "plain"];
  const dns = await dnsOf({ "shop.example.com": { txt: texts } });
  const fetched = await probe(`dns://${dns.server}/shop.example.com?type=TXT`);
  expect(fetched).toMatchObject({ kind: "resolved", answers: texts });
});
