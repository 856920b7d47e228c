import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLookup, type Lookup } from "../../src/probe/lookup.ts";
import { startDns, type Dns } from "../support/dns.ts";

let dns: Dns;
let folder: string;
let lookup: Lookup;

beforeAll(async () => {
  dns = await startDns({
    "shop.example.com": {
      a: ["192.0.2.1", "192.0.2.2"],
      aaaa: ["2001:db8::5"],
    },
    "four.example.com": { a: ["192.0.2.4"] },
    "six.example.com": { aaaa: ["2001:db8::6"] },
    "empty.example.com": {},
    "broken.example.com": "fail",
    "silent.example.com": "silent",
    "db.cluster.example": { a: ["192.0.2.9"] },
  });
  folder = mkdtempSync(join(tmpdir(), "lookup-"));
  writeFileSync(
    join(folder, "hosts"),
    "127.0.0.1 localhost\n# 1.2.3.4 commented\n10.0.0.7\tPrinter printer.lan # in the hall\n::7 printer.lan\nnonsense here\n",
  );
  writeFileSync(
    join(folder, "resolv.conf"),
    "nameserver 127.0.0.1\nsearch svc.example. cluster.example\noptions ndots:2\n",
  );
  lookup = createLookup({
    hostsFile: join(folder, "hosts"),
    resolvConf: join(folder, "resolv.conf"),
    servers: [dns.server],
    timeout: 150,
  });
});
afterAll(async () => {
  await dns.stop();
  rmSync(folder, { recursive: true });
});

describe("lookup", () => {
  test.each([
    ["shop.example.com", ["192.0.2.1", "192.0.2.2", "2001:db8::5"]],
    ["SHOP.example.com.", ["192.0.2.1", "192.0.2.2", "2001:db8::5"]],
    ["four.example.com", ["192.0.2.4"]],
    ["six.example.com", ["2001:db8::6"]],
    ["printer", ["10.0.0.7"]],
    ["printer.lan", ["10.0.0.7", "::7"]],
    ["localhost", ["127.0.0.1"]],
    ["app.localhost", ["127.0.0.1", "::1"]],
    ["db", ["192.0.2.9"]],
  ])("%s has every address that is known", async (name, addresses) => {
    expect(await lookup(name)).toEqual({ ok: true, addresses });
  });

  test.each([
    ["nowhere.example.com", "DNS: no such host nowhere.example.com"],
    ["empty.example.com", "DNS: no such host empty.example.com"],
    ["commented", "DNS: no such host commented"],
    ["broken.example.com", "DNS: no answer for broken.example.com (server failure)"],
    ["silent.example.com", "DNS: no answer for silent.example.com (timed out)"],
  ])("%s fails with a reason", async (name, reason) => {
    expect(await lookup(name)).toMatchObject({ ok: false, reason });
  });

  test("a name with a dot in it is not searched for where the file does not say how many it may have", async () => {
    const resolvConf = join(folder, "plain.conf");
    writeFileSync(resolvConf, "nameserver 127.0.0.1\nsearch cluster.example\n");
    const hostsFile = join(folder, "hosts");
    const plain = createLookup({ hostsFile, resolvConf, servers: [dns.server], timeout: 150 });
    expect(await plain("db")).toEqual({ ok: true, addresses: ["192.0.2.9"] });
    const before = dns.queries.length;
    expect(await plain("db.nowhere")).toMatchObject({ ok: false });
    expect(dns.queries.slice(before).toSorted()).toEqual(["A db.nowhere", "AAAA db.nowhere"]);
  });

  test("a name with a dot at its end is not searched for", async () => {
    const before = dns.queries.length;
    expect(await lookup("db.")).toMatchObject({ ok: false });
    expect(dns.queries.slice(before).toSorted()).toEqual(["A db", "AAAA db"]);
  });

  test("a silent name keeps no other name waiting", async () => {
    const silent = Array.from({ length: 16 }, () =>
      lookup("silent.example.com").then(() => "silent"),
    );
    const first = await Promise.race([...silent, lookup("four.example.com").then(() => "four")]);
    expect(first).toBe("four");
    await Promise.all(silent);
  });

  test("files that are not there are empty", async () => {
    const bare = createLookup({
      hostsFile: join(folder, "no"),
      resolvConf: join(folder, "no"),
      servers: [dns.server],
    });
    expect(await bare("localhost")).toEqual({
      ok: true,
      addresses: ["127.0.0.1", "::1"],
    });
    expect(await bare("db")).toMatchObject({ ok: false });
  });
});
