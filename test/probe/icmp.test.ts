/**
 * Pings: what is read of the programs that there are, what they are called with, and programs in place of `ping` that hang,
 * lie or never stop printing. Where the real one is installed it is used, too.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { Fetched, Probed } from "../../src/core/health/prober.ts";
import { readPing } from "../../src/probe/ping-output.ts";
import { createPings } from "../../src/probe/pings.ts";
import type { ProberOptions } from "../../src/probe/prober.ts";
import { pingOf, probe, proberOf } from "../support/probing.ts";

/** Pings with `script`. */
function pinged(
  script: string,
  fields: Partial<Probed> = {},
  options: Partial<ProberOptions> = {},
  url = "icmp://127.0.0.1",
): Promise<Fetched> {
  return probe(url, fields, proberOf({ pingPath: pingOf(script), ...options }));
}

const summary = (received: number) =>
  `--- 127.0.0.1 ping statistics ---\n1 packets transmitted, ${received} received, ${received ? 0 : 100}% packet loss, time 0ms`;
const reply = `echo "64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=12.6 ms"; echo "${summary(1)}"`;
const silence = `echo "${summary(0)}"; exit 1`;

describe("the output of", () => {
  test.each<[string, string, string, ReturnType<typeof readPing>]>([
    [
      "iputils",
      `PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.
64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=9.87 ms

--- 192.0.2.1 ping statistics ---
1 packets transmitted, 1 received, 0% packet loss, time 0ms
rtt min/avg/max/mdev = 9.870/9.870/9.870/0.000 ms`,
      "",
      { kind: "reply", ms: 9.87 },
    ],
    [
      "iputils without a time in the line of the reply",
      `8 bytes from 192.0.2.1: icmp_seq=1 ttl=57

--- 192.0.2.1 ping statistics ---
1 packets transmitted, 1 received, 0% packet loss, time 0ms`,
      "",
      { kind: "reply", ms: null },
    ],
    [
      "BusyBox",
      `PING 192.0.2.1 (192.0.2.1): 56 data bytes
64 bytes from 192.0.2.1: seq=0 ttl=57 time=10.222 ms

--- 192.0.2.1 ping statistics ---
1 packets transmitted, 1 packets received, 0% packet loss
round-trip min/avg/max = 10.222/10.222/10.222 ms`,
      "",
      { kind: "reply", ms: 10.222 },
    ],
    [
      "BSD and macOS",
      `PING 192.0.2.1 (192.0.2.1): 56 data bytes
64 bytes from 192.0.2.1: icmp_seq=0 ttl=57 time=11.001 ms

--- 192.0.2.1 ping statistics ---
1 packets transmitted, 1 packets received, 0.0% packet loss
round-trip min/avg/max/stddev = 11.001/11.001/11.001/0.000 ms`,
      "",
      { kind: "reply", ms: 11.001 },
    ],
    [
      "a quiet one",
      `1 packets transmitted, 1 packets received, 0.0% packet loss
round-trip min/avg/max/std-dev = 3/3/3/0 ms`,
      "",
      { kind: "reply", ms: 3 },
    ],
    [
      "iputils, of a host that is away",
      `From 192.0.2.9 icmp_seq=1 Destination Host Unreachable

--- 192.0.2.1 ping statistics ---
1 packets transmitted, 0 received, +1 errors, 100% packet loss, time 0ms`,
      "",
      { kind: "silence", reason: "Destination Host Unreachable" },
    ],
    [
      "iputils, over IPv6",
      "From 2001:db8::1 icmp_seq=1 Destination unreachable: No route\n0 received",
      "",
      { kind: "silence", reason: "Destination unreachable: No route" },
    ],
    [
      "BSD, of a loop",
      "92 bytes from 192.0.2.9: Time to live exceeded\n1 packets transmitted, 0 packets received",
      "",
      { kind: "silence", reason: "Time to live exceeded" },
    ],
    [
      "macOS, of a host that is away",
      "",
      "ping: sendto: Host is down",
      { kind: "silence", reason: "Host is down" },
    ],
    ["silence", summary(0), "", { kind: "silence", reason: null }],
    [
      "iputils without a network",
      "",
      "ping: connect: Network is unreachable",
      { kind: "no-route" },
    ],
    [
      "iputils without permission",
      "",
      "ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\nping: => missing cap_net_raw+p capability or setuid?",
      { kind: "refused", line: "socket: Operation not permitted" },
    ],
    [
      "BusyBox without permission",
      "PING 192.0.2.1 (192.0.2.1): 56 data bytes",
      "ping: permission denied (are you root?)",
      { kind: "refused", line: "permission denied (are you root?)" },
    ],
    [
      "a firewall on this machine",
      summary(0),
      "ping: sendmsg: Operation not permitted",
      { kind: "refused", line: "sendmsg: Operation not permitted" },
    ],
    [
      "a program with other options",
      "",
      "/bin/ping: invalid option -- '4'\nTry 'ping --help'.",
      { kind: "unknown", line: "invalid option -- '4'" },
    ],
    [
      "a router whose words are no text",
      `From 10.0.0.1 icmp_seq=1 Destination Host Unreachable\u0000${"x".repeat(300)}\n${summary(0)}`,
      "",
      {
        kind: "silence",
        reason: `Destination Host Unreachable\ufffd${"x".repeat(166)}…`,
      },
    ],
    ["another program", "pong\n", "", { kind: "unknown", line: "pong" }],
    ["nothing", "", "", { kind: "unknown", line: "" }],
  ])("%s", (_, stdout, stderr, output) => {
    expect(readPing(stdout, stderr)).toEqual(output);
  });
});

describe("a ping", () => {
  test("is an answer with its round trip, and no phase of a connection", async () => {
    expect(await pinged(reply)).toEqual({
      kind: "connected",
      seen: expect.objectContaining({
        address: "127.0.0.1",
        timing: { dns: null, connect: null, tls: null, first_byte: null, total: 13 },
      }),
    });
  });

  test.each([
    ["icmp://shop.test", "-4 -n -c 1 10.0.0.7"],
    ["icmp://[fd12:3456::7]", "-6 -n -c 1 fd12:3456::7"],
    ["icmp://0x0a000007", "-4 -n -c 1 10.0.0.7"],
  ])(
    "of %s has fixed arguments, an address in numbers, and nothing of the environment",
    async (url, args) => {
      const folder = pingOf(`echo "$*" > "$here/args"; export -p > "$here/env"; ${reply}`);
      const lookup = () => Promise.resolve({ ok: true as const, addresses: ["10.0.0.7"] });
      const prober = proberOf({ pingPath: folder, lookup });
      expect(await probe(url, {}, prober)).toMatchObject({ kind: "connected" });
      expect(readFileSync(join(folder, "args"), "utf8").trim()).toBe(args);
      const names = [...readFileSync(join(folder, "env"), "utf8").matchAll(/export (\w+)/g)];
      expect(
        names.map(([, name]) => name).filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name!)),
      ).toEqual(["LC_ALL", "PATH"]);
    },
  );

  test.each([
    ["when the first is lost", silence],
    [
      "when this machine has one family",
      `echo "ping: connect: Network is unreachable" >&2; exit 2`,
    ],
  ])("is sent once more to the other family of addresses %s", async (_, first) => {
    const folder = pingOf(`echo "$5" >> "$here/sent"; case "$1" in -4) ${first};; esac; ${reply}`);
    const addresses = ["10.0.0.7", "10.0.0.8", "fd12:3456::7"];
    const lookup = () => Promise.resolve({ ok: true as const, addresses });
    expect(
      await probe("icmp://shop.test", {}, proberOf({ pingPath: folder, lookup })),
    ).toMatchObject({ kind: "connected", seen: { address: "fd12:3456::7" } });
    expect(readFileSync(join(folder, "sent"), "utf8").trim().split("\n")).toHaveLength(2);
  });

  test.each<[string, string, object]>([
    ["that is lost twice", silence, { reason: "no answer to a ping", unreachable: true }],
    [
      "that a router answers",
      `echo "From 10.0.0.1 icmp_seq=1 Destination Host Unreachable"; ${silence}`,
      { reason: "Destination Host Unreachable", unreachable: true },
    ],
    [
      "without a network",
      `echo "ping: connect: Network is unreachable" >&2; exit 2`,
      { reason: "network unreachable", unreachable: true, undecided: true },
    ],
    [
      "without permission",
      `echo "ping: socket: Operation not permitted" >&2; exit 2`,
      {
        reason:
          "monitord is not permitted to ping: see “Let monitord ping” in the guide endpoints (socket: Operation not permitted)",
        undecided: true,
      },
    ],
    ["that answers nonsense", "echo pong", { reason: "ping answered: pong", undecided: true }],
    ["that says nothing", "exit 3", { reason: "ping printed nothing", undecided: true }],
  ])("%s is a failure", async (_, script, expected) => {
    const fetched = await pinged(script);
    expect(fetched).toMatchObject({ kind: "failure", during: "answer", ...expected });
    expect("undecided" in fetched).toBe("undecided" in expected);
  });

  test("of a name that does not exist, or of a refused address, starts no process", async () => {
    const folder = pingOf(`touch "$here/started"; ${reply}`);
    const lookup = () =>
      Promise.resolve({ ok: false as const, reason: "DNS: no such host a.test" });
    const prober = proberOf({ pingPath: folder, lookup });
    expect(await probe("icmp://a.test", {}, prober)).toMatchObject({ during: "dns" });
    const reason = "address 169.254.169.254 is not allowed: cloud metadata";
    expect(await probe("icmp://169.254.169.254", {}, prober)).toMatchObject({
      reason,
      undecided: true,
    });
    expect(existsSync(join(folder, "started"))).toBe(false);
  });
});

describe("a program in place of ping", () => {
  test("that is not there is named with the next step", async () => {
    const prober = proberOf({ pingPath: "/nowhere" });
    expect(await probe("icmp://127.0.0.1", {}, prober)).toMatchObject({
      reason: expect.stringContaining("install iputils-ping"),
      undecided: true,
    });
  });

  test("that may not be started is a matter of permission", async () => {
    const folder = pingOf(reply);
    chmodSync(join(folder, "ping"), 0o644);
    expect(await probe("icmp://127.0.0.1", {}, proberOf({ pingPath: folder }))).toMatchObject({
      reason: expect.stringContaining("not permitted to ping"),
      undecided: true,
    });
  });

  /** Asks until the process in the file, and what it started, have ended. */
  const ended = (folder: string) =>
    expect
      .poll(
        () =>
          spawnSync("kill", ["-0", "--", `-${readFileSync(join(folder, "pid"), "utf8").trim()}`])
            .status,
      )
      .not.toBe(0);

  test("that hangs is killed with all that it started, twice, and the check ends in time", async () => {
    const folder = pingOf(
      `echo $$ > "$here/pid"; echo $$ >> "$here/pids"; trap "" TERM INT; /bin/sleep 1000 & wait`,
    );
    const prober = proberOf({ pingPath: folder });
    expect(await probe("icmp://127.0.0.1", { timeout_seconds: 0.6 }, prober)).toMatchObject({
      reason: "timed out after 0.6 s while waiting for the answer to a ping",
      late: true,
      unreachable: true,
    });
    await ended(folder);
    expect(readFileSync(join(folder, "pids"), "utf8").trim().split("\n")).toHaveLength(2);
  });

  test.each(["stdout", "stderr"])("that prints without end on %s is killed", async (stream) => {
    const to = stream === "stderr" ? ">&2" : "";
    const folder = pingOf(`echo $$ > "$here/pid"; exec /usr/bin/yes "64 bytes from" ${to}`);
    expect(await probe("icmp://127.0.0.1", {}, proberOf({ pingPath: folder }))).toMatchObject({
      reason: "ping printed more than 16 KiB",
      undecided: true,
    });
    await ended(folder);
  });

  test("is killed when the prober is closed", async () => {
    const folder = pingOf(`echo $$ > "$here/pid"; exec /bin/sleep 1000`);
    const prober = proberOf({ pingPath: folder });
    const fetching = probe("icmp://127.0.0.1", { timeout_seconds: 60 }, prober);
    await expect.poll(() => existsSync(join(folder, "pid"))).toBe(true);
    await prober.close();
    await ended(folder);
    void fetching;
  });
});

test("no more run at once than there are slots, and those that wait have their turn", async () => {
  const folder = pingOf(
    `echo x >> "$here/begun"; while [ ! -e "$here/go" ]; do /bin/sleep 0.05; done; ${reply}`,
  );
  const pings = createPings(folder, 4);
  onTestFinished(() => pings.close());
  const started = Array.from({ length: 6 }, () => pings.start("127.0.0.1"));
  const begun = () => readFileSync(join(folder, "begun"), "utf8").length / 2;
  await expect.poll(() => existsSync(join(folder, "begun")) && begun()).toBe(4);
  expect(started.filter((one) => one.hasBegun())).toHaveLength(4);
  started[5]!.abandon();
  writeFileSync(join(folder, "go"), "");
  expect(await Promise.all(started.slice(0, 5).map(({ reply: ms }) => ms))).toEqual([
    12.6, 12.6, 12.6, 12.6, 12.6,
  ]);
  expect(begun()).toBe(5);
});

/** A folder in which the real program is `ping`; null: it is not installed, or may not ping. */
function real(program: string): string | null {
  const [path] = spawnSync("which", [program], { encoding: "utf8" }).stdout.split("\n");
  if (!path) return null;
  const folder = mkdtempSync(join(tmpdir(), "ping-"));
  symlinkSync(path, join(folder, "ping"));
  return spawnSync(join(folder, "ping"), ["-n", "-c", "1", "127.0.0.1"]).status === 0
    ? folder
    : null;
}

describe.each(["ping", "busybox"])("the real %s", (program) => {
  const pingPath = real(program);
  afterAll(() => {
    if (pingPath !== null) rmSync(pingPath, { recursive: true });
  });

  test.skipIf(pingPath === null).each([
    ["icmp://127.0.0.1", "127.0.0.1"],
    ["icmp://[::1]", "::1"],
    ["icmp://localhost", "127.0.0.1"],
  ])("reaches this machine as %s", async (url, address) => {
    const prober = proberOf({ pingPath: pingPath! });
    expect(await probe(url, {}, prober)).toMatchObject({ kind: "connected", seen: { address } });
  });
});
