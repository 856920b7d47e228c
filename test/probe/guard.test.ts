import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Scheme } from "../../src/core/health/endpoint.ts";
import { makeCertificate } from "../support/certificate.ts";
import type { Attempt, Result } from "./guard-in-namespace.ts";

const unshare = ["--user", "--map-root-user", "--net"];
const canUnshare = spawnSync("unshare", [...unshare, "ip", "link"]).status === 0;

/** The outcomes in a network where every address answers. */
function outcomes(attempts: Attempt[]): Result[] {
  const program = fileURLToPath(new URL("./guard-in-namespace.ts", import.meta.url));
  const output = execFileSync("unshare", [...unshare, process.execPath, program], {
    input: JSON.stringify(attempts),
    encoding: "utf8",
  });
  return JSON.parse(output) as Result[];
}

/** A URL of each scheme to `host`; the server listens on port 53, over TCP and UDP. */
const schemes: Record<Scheme, (host: string) => string> = {
  http: (host) => `http://${host}:53/`,
  https: (host) => `https://${host}:53/`,
  ws: (host) => `ws://${host}:53/`,
  wss: (host) => `wss://${host}:53/`,
  tcp: (host) => `tcp://${host}:53`,
  tls: (host) => `tls://${host}:53`,
  icmp: (host) => `icmp://${host}`,
  dns: (host) => `dns://${host}:53/example.com`,
};

/** Addresses that only this machine or its networks reach, in the notations that reach them. */
const inside = [
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "2130706433",
  "0177.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "0",
  "10.0.0.1",
  "10.1.2.3",
  "10.96.0.10",
  "10.255.255.255",
  "172.16.0.1",
  "172.17.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.168.178.1",
  "192.168.255.254",
  "100.64.0.1",
  "100.127.255.254",
  "169.254.1.1",
  "169.254.170.2",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:10.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fc00::1]",
  "[fd12:3456::1]",
  "[fe80::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[100::1]",
];

/** Refused to a single organization too. */
const metadata = [
  "169.254.169.254",
  "0xa9fea9fe",
  "168.63.129.16",
  "100.100.100.200",
  "[fd00:ec2::254]",
  "[::ffff:169.254.169.254]",
];

/** Notations of an IPv4 address: all lead to it, or to a translator in front of it. */
function notationsOf(address: string): string[] {
  const bytes = address.split(".").map(Number);
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const words = `${hex.slice(0, 4)}:${hex.slice(4)}`;
  return [
    address,
    String(Number(`0x${hex}`)),
    `0x${hex}`,
    bytes.map((byte) => `0${byte.toString(8)}`).join("."),
    `[::ffff:${words}]`,
    `[64:ff9b::${words}]`,
    `[2002:${words}::]`,
  ];
}

describe.skipIf(!canUnshare)("the address guard, where every address can be reached", () => {
  const hosts = [
    ...new Set(
      [...inside, ...metadata].flatMap((host) =>
        /^(?:\d+\.){3}\d+$/.test(host) && !host.startsWith("0177") ? notationsOf(host) : [host],
      ),
    ),
  ].slice(0, 200);

  test.each(Object.entries(schemes))("refuses 200 of 200 hosts over %s", (_, urlOf) => {
    const attempts = hosts.map((host): Attempt => ({ url: urlOf(host), profile: "multi" }));
    expect(attempts).toHaveLength(200);
    const results = outcomes(attempts);
    const wrong = attempts
      .map(({ url }, index) => ({ url, ...results[index]! }))
      .filter(({ outcome, arrived }) => arrived > 0 || !outcome.includes("is not allowed"));
    expect(wrong).toEqual([]);
  });

  test("refuses 200 of 200 hosts to a redirect, and to a monitor with certificates of its own", () => {
    const { key, cert } = makeCertificate("DNS:monitord");
    const own = { tls_ca: cert, tls_client_cert: cert + key };
    const attempts = hosts.flatMap((host): Attempt[] => [
      {
        url: "http://8.8.8.8:53/",
        profile: "multi",
        timeout_seconds: 10,
        sends: `HTTP/1.1 302 Found\r\nLocation: http://${host}:53/\r\nContent-Length: 0\r\n\r\n`,
      },
      { url: `https://${host}:53/`, profile: "multi", ...own },
      { url: `tls://${host}:53`, profile: "multi", ...own },
    ]);
    const wrong = outcomes(attempts).filter(
      ({ outcome, arrived }, index) =>
        arrived > (index % 3 === 0 ? 1 : 0) || !outcome.includes("is not allowed"),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ["a lenient reading", "http", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi"],
    ["an answer that broke off", "http", ""],
    // The alert "no application protocol".
    ["HTTP/2", "https", "\x15\x03\x03\x00\x02\x02\x78"],
    ["a redirect to the same name", "http", "HTTP/1.1 302 Found\r\nLocation: /a\r\n\r\n"],
  ])("refuses a name that leads elsewhere at the second try, for %s", (_, scheme, sends) => {
    const second = (address: string) =>
      outcomes([
        {
          url: `${scheme}://shop.test:53/`,
          profile: "multi",
          answers: [["8.8.8.8"], [address]],
          sends,
          timeout_seconds: 10,
        },
      ])[0]!;
    expect(second("8.8.4.4").arrived).toBeGreaterThan(1);
    for (const address of ["127.0.0.1", "169.254.169.254"]) {
      const { outcome, arrived } = second(address);
      expect([outcome, arrived]).toEqual([expect.stringContaining("is not allowed"), 1]);
    }
  });

  test.each(Object.entries(schemes))("refuses names over %s by their addresses", (_, urlOf) => {
    const url = urlOf("shop.test");
    const answers = [
      ["127.0.0.1"],
      ["8.8.8.8", "127.0.0.1"],
      ["2606:4700::1111", "169.254.169.254"],
      ["::ffff:10.0.0.1"],
    ];
    const results = outcomes(
      answers.map((addresses) => ({ url, profile: "multi", answers: [addresses] })),
    );
    for (const { outcome, arrived } of results)
      expect([outcome, arrived]).toEqual([expect.stringContaining("is not allowed"), 0]);
  });

  test.each(Object.entries(schemes))("lets public addresses through over %s", (scheme, urlOf) => {
    const literals = ["8.8.8.8", "[2606:4700::1111]"].map((host): Attempt => ({
      url: urlOf(host),
      profile: "multi",
    }));
    // A name is resolved once: an address that would come next is neither judged nor connected to.
    const name: Attempt = {
      url: urlOf("shop.test"),
      profile: "multi",
      answers: [["8.8.8.8"], ["127.0.0.1"]],
    };
    for (const { outcome, arrived } of outcomes([...literals, name])) {
      expect(arrived).toBeGreaterThan(0);
      expect(outcome).not.toContain("is not allowed");
      if (scheme === "tcp" || scheme === "icmp") expect(outcome).toBe("connected");
    }
  });

  test("refuses metadata to a single organization, and lets its own networks through", () => {
    const own = ["127.0.0.1", "10.0.0.1", "[fd12:3456::1]"];
    const urls = Object.values(schemes);
    const all = (list: string[]) =>
      outcomes(
        urls.flatMap((urlOf) =>
          list.map((host): Attempt => ({ url: urlOf(host), profile: "single" })),
        ),
      );
    for (const { outcome, arrived } of all(metadata))
      expect([outcome, arrived]).toEqual([expect.stringContaining("is not allowed"), 0]);
    for (const { arrived } of all(own)) expect(arrived).toBeGreaterThan(0);
  });
});
