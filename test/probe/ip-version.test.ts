import { describe, expect, test } from "vitest";
import type { Probed } from "../../src/core/health/prober.ts";
import { bytesOf, pingOf, probe, proberOf, targetOf } from "../support/probing.ts";

/** The addresses of names. Servers listen at 127.0.0.1 alone. */
const names: Record<string, string[]> = {
  "both.test": ["::1", "127.0.0.1"],
  "four.test": ["127.0.0.1"],
  "six.test": ["::1"],
};
const prober = (pingPath?: string) =>
  proberOf({
    lookup: (host) => Promise.resolve({ ok: true, addresses: names[host]! }),
    ...(pingPath !== undefined && { pingPath }),
  });

/** What a monitor of each IP version finds at `url`. */
const foundAt = async (url: string, pingPath?: string) => {
  const of = async (ip_version: NonNullable<Probed["ip_version"]>) => {
    const fetched = await probe(url, { expect: "http", ip_version }, prober(pingPath));
    return fetched.kind;
  };
  return { any: await of("any"), ipv4: await of("ipv4"), ipv6: await of("ipv6") };
};

describe("a server that answers at one of its two addresses", () => {
  test("over HTTP is found at that one, and not at the other", async () => {
    const { port } = await targetOf();
    expect(await foundAt(`http://both.test:${port}/`)).toEqual({
      any: "answer",
      ipv4: "answer",
      ipv6: "failure",
    });
  });

  test("over TCP is found at that one, and not at the other", async () => {
    const { address } = await bytesOf();
    const port = address.split(":").at(-1)!;
    expect(await foundAt(`tcp://both.test:${port}`)).toEqual({
      any: "connected",
      ipv4: "connected",
      ipv6: "failure",
    });
  });

  test("by ping is found at that one, and not at the other", async () => {
    const folder = pingOf(
      `case "$*" in *::1*) echo "1 packets transmitted, 0 received"; exit 1;; esac
       echo "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=12.6 ms"
       echo "1 packets transmitted, 1 received, 0% packet loss, time 0ms"`,
    );
    expect(await foundAt("icmp://both.test", folder)).toEqual({
      any: "connected",
      ipv4: "connected",
      ipv6: "failure",
    });
  });
});

test("a name without an address of the version is said to have none", async () => {
  const { port } = await targetOf();
  const url = `http://four.test:${port}/`;
  expect(await probe(url, { ip_version: "ipv6" }, prober())).toMatchObject({
    kind: "failure",
    during: "dns",
    reason: expect.stringContaining("four.test has no IPv6 address") as string,
  });
});

test("a redirect leads to addresses of the version alone", async () => {
  const app = await targetOf();
  app.respond((_, response) =>
    response.writeHead(302, { location: `http://six.test:${app.port}/` }).end(),
  );
  const url = `http://both.test:${app.port}/`;
  expect(await probe(url, { ip_version: "ipv4" }, prober())).toMatchObject({
    kind: "failure",
    reason: expect.stringContaining("six.test has no IPv4 address") as string,
  });
});
