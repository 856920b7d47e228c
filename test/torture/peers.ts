/**
 * `peers`: pages of people whose push server works, first alone, and then beside a push server that hangs, 64 names that
 * no DNS server answers, 1,000 endpoints that accept and never answer, a mail server that hangs at one stage after the
 * other, and browsers that never read their stream of events. Prints the times of both from one run.
 *
 * It runs in a network that has only `lo`, where no name is ever asked for outside this machine.
 */
import { createSocket } from "node:dgram";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../../src/client/client.ts";
import { startPhone } from "../support/phone.ts";
import { isReady, startMonitord } from "../support/process.ts";
import { startSmtp } from "../support/smtp.ts";
import { aboutOf } from "./cast.ts";
import type { History } from "./history.ts";
import { prepareRun, verdictOf, type Outcome, type RunOptions, type Scenario } from "./service.ts";

const names = 64;
const endpoints = 1000;
const ports = 50;
const browsers = 20;
const stages = ["connect", "sender", "recipient", "message"] as const;

export const peers: Scenario = async (options) => {
  const interfaces = [...readFileSync("/proc/net/dev", "utf8").matchAll(/^ *([^ :]+):/gm)];
  if (interfaces.every(([, name]) => name === "lo")) return run(options);
  const folder = mkdtempSync(join(tmpdir(), "monitord-torture-"));
  const resolv = join(folder, "resolv.conf");
  writeFileSync(resolv, "nameserver 127.0.0.1\n");
  const script = 'ip link set lo up && mount --bind "$0" /etc/resolv.conf && exec "$@"';
  const inside = ["--net", "--mount", "sh", "-c", script, resolv];
  if (spawnSync("unshare", [...inside, "true"]).status !== 0) {
    options.say("Without namespaces (unshare, root), no peer is tried.");
    return { figures: {}, violations: [] };
  }
  const again = [...inside, process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync("unshare", again, { stdio: "inherit" });
  rmSync(folder, { recursive: true });
  return process.exit(status ?? 1);
};

async function run({ seed, seconds, say }: RunOptions): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), "monitord-torture-"));
  const prepared = await prepareRun(seed);
  let asked = 0;
  const silent = createSocket("udp4", () => void asked++).bind(53, "127.0.0.1");
  const hanging = await startPhone();
  hanging.hang();
  const mail = await startSmtp();
  const daemon = await startMonitord(["--data-dir", dataDir], {
    ...prepared.env,
    MONITORD_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MONITORD_MAIL_FROM: "monitord@example.org",
  });
  const open: Socket[] = [];
  const servers = await Promise.all(Array.from({ length: ports }, () => acceptAndHang(open)));
  try {
    await isReady(daemon);
    const torture = await prepared.start(
      daemon.url,
      { groups: 200, fires: 0 },
      { senders: 2, pause: 50, causes: 150 },
    );
    torture.moved(daemon.url);
    const alone = { from: Date.now(), to: Date.now() + (seconds / 2) * 1000 };
    await sleep(alone.to - alone.from);
    say("alone is over");

    const client = createClient({ url: daemon.url, apiKey: torture.key, timeout: 300_000 });
    const group = await makeOthers(client, hanging.url, servers.map(portOf));
    for (let i = 0; i < browsers; i++) open.push(neverReads(daemon.url, torture.key));
    while (hanging.attempts() === 0 || open.length < 200) await sleep(100);
    say("everything hangs");
    const beside = { from: Date.now(), to: Date.now() + (seconds / 2) * 1000 };
    for (let i = 0; Date.now() < beside.to; i++) {
      for (const stage of stages) mail.failWith(stage, null);
      mail.failWith(stages[i % stages.length]!, "hang");
      await client.request("post", `/alert_groups/${group}/drills`, {}).catch(() => null);
      await sleep(Math.min(5000, Math.max(0, beside.to - Date.now())));
    }

    for (const stage of stages) mail.failWith(stage, null);
    mail.goOn();
    hanging.failWith(null);
    for (const server of servers) server.close();
    await client.request("delete", `/alert_groups/${group}?cascade=true`).catch(() => null);
    const history = ofTheCast(await torture.finish());
    const [before, after] = [alone, beside].map((phase) => timesOf(history, phase));
    const outcome = verdictOf(history);
    const inTheWay = { asked, hung: hanging.attempts(), mails: mail.attempts() };
    const idle = Object.entries(inTheWay).flatMap(([what, count]) =>
      count === 0 ? [`no peer was in the way: ${what} 0`] : [],
    );
    return {
      ...outcome,
      violations: [...outcome.violations, ...idle],
      figures: {
        ...outcome.figures,
        pages_alone: before!.length,
        median_alone_ms: at(before!, 0.5),
        p99_alone_ms: at(before!, 0.99),
        pages_beside: after!.length,
        median_beside_ms: at(after!, 0.5),
        p99_beside_ms: at(after!, 0.99),
        "p99_beside_÷_alone": Math.round((at(after!, 0.99) / at(before!, 0.99)) * 100) / 100,
        names_asked: asked,
        hanging_connections: open.length,
        pushes_that_hung: hanging.attempts(),
        mails_that_hung: mail.attempts(),
      },
    };
  } finally {
    for (const socket of open) socket.destroy();
    for (const server of servers) server.close();
    await daemon.kill();
    await mail.stop();
    await hanging.stop();
    await prepared.phone.stop();
    silent.close();
    rmSync(dataDir, { recursive: true });
  }
}

/** People whose push server hangs and whose mails do, and monitors that all fail; the id of their group. */
async function makeOthers(
  client: ReturnType<typeof createClient>,
  server: string,
  hang: number[],
): Promise<string> {
  const numbered = (name: string, count: number, url: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => ({
      external_id: `${name}-${i}`,
      title: `${name}-${i}`,
      url: url(i),
      alert_group: "others",
      interval_seconds: 10,
    }));
  const emails = Array.from({ length: 10 }, (_, i) => `other-${i}@example.com`);
  const { changes } = await client.send("POST /apply", {
    body: {
      project: "others",
      users: emails.map((email, i) => ({ external_id: `other-${i}`, email })),
      alert_groups: [{ external_id: "others", title: "Others", members: emails }],
      health_check_monitors: [
        ...numbered("dead", names, (i) => `http://dead-${i}.example/`),
        ...numbered("hangs", endpoints, (i) => `http://127.0.0.1:${hang[i % hang.length]}/${i}`),
      ],
    },
  });
  const ids = new Map(changes.map(({ external_id, id }) => [external_id, id]));
  for (const [i, email] of emails.entries())
    await client.send("POST /users/:user_id/devices", {
      user_id: ids.get(`other-${i}`)!,
      body:
        i % 2 === 0
          ? { kind: "ntfy", target: `other-${i}`, server }
          : { kind: "email", target: email },
    });
  return ids.get("others")!;
}

async function acceptAndHang(open: Socket[]) {
  const server = createServer((socket) => {
    open.push(socket);
    socket.on("error", () => {}).on("data", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

/** A browser that asks for the stream of events and leaves all of it in the socket. */
function neverReads(url: string, key: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {}).pause();
  const lines = [
    "GET /api/v1/events HTTP/1.1",
    `host: ${hostname}`,
    `authorization: Bearer ${key}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return socket;
}

/** Without what is about the others, who are there to be in the way. */
function ofTheCast(history: History): History {
  const topics = new Set(history.targets.flatMap((target) => target.topics));
  return {
    ...history,
    incidents: Object.fromEntries(
      Object.entries(history.incidents).filter(([about]) => aboutOf(about) !== null),
    ),
    owed: history.owed.filter(({ topic }) => topics.has(topic)),
  };
}

/** How long after an alert was sent its page arrived, of those sent in a phase, ascending; ms. */
function timesOf({ alerts, messages }: History, { from, to }: { from: number; to: number }) {
  const pages = new Map(
    messages
      .filter(({ kind }) => kind === "page")
      .toReversed()
      .map(({ about, at: arrived }) => [about, arrived]),
  );
  return alerts
    .filter(({ sent_at, name }) => sent_at >= from && sent_at < to && pages.has(name))
    .map(({ sent_at, name }) => pages.get(name)! - sent_at)
    .toSorted((a, b) => a - b);
}

const at = (times: number[], part: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
