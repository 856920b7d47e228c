import { createServer, type Server, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { issueCertificate, makeAuthority } from "../support/certificate.ts";
import { startDns } from "../support/dns.ts";
import { startTarget } from "../support/target.ts";
import { frame, socketsOf } from "../support/websocket.ts";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface SubCheck {
  name: string;
  label: string;
  status: string;
  notificationMessage: string | null;
  shortSummary: string | null;
  meta: Record<string, unknown>;
}
interface Monitor {
  id: string;
  status: string;
  status_reason: string | null;
  checks_total: number;
  checks_passing: number;
  checked_at: string;
  finished_at: string;
  last_report_at: string;
  last_results: SubCheck[];
}

let world: World;
afterEach(() => world.end());

/** A group on call, and a monitor in it that has been checked once. */
async function watched(fields: Record<string, unknown>, start?: number) {
  world = await startWorld(start === undefined ? {} : { start });
  const group = await world.onCall();
  const { id } = await world.api<Monitor>("POST", "/health_check_monitors", {
    title: "Shop",
    url: world.target.healthUrl,
    alert_group_id: group.id,
    ...fields,
  });
  await world.pass(seconds(1));
  return {
    id,
    shown: () => world.api<Monitor>("GET", `/health_check_monitors/${id}`),
    change: (to: object) => world.api("PUT", `/health_check_monitors/${id}`, to),
  };
}
const pushes = () =>
  world.phone.messages(topic).map(({ title, message }) => `${title}: ${message}`);
const names = ({ last_results }: Monitor) =>
  last_results.map(({ name, status }) => `${name} ${status}`);

test("a page is down by its status after the retry, up again, and shows what was seen", async () => {
  const page = await startTarget();
  let status = 200;
  page.respond((_, response) =>
    response.writeHead(status, { "content-type": "text/html" }).end("Welcome"),
  );
  const monitor = await watched({
    url: `${page.url}/start`,
    expect: "http",
    body_contains: "Welcome",
    staleness_threshold_minutes: null,
    interval_seconds: 600,
  });
  const up = await monitor.shown();
  expect(up).toMatchObject({
    status: "up",
    status_reason: null,
    checks_total: 4,
    checks_passing: 4,
  });
  expect(names(up)).toEqual([
    "monitord.connection ok",
    "monitord.status ok",
    "monitord.body ok",
    "monitord.response_time ok",
  ]);
  expect(up.last_results[0]!.meta).toMatchObject({ address: `127.0.0.1:${page.port}` });
  expect(up.last_results.at(-1)!.meta).toMatchObject({ total_ms: expect.any(Number) });

  // Checks are made at a phase of the interval that comes from the monitor's id: two minutes after one of them,
  // the next one and its retry are within ten minutes.
  while ((await monitor.shown()).checked_at === up.checked_at) await world.pass(minutes(1));
  await world.pass(minutes(2));

  // Twice as long as a report may be old: what was seen is as old as the check.
  await world.pass(minutes(20));
  expect((await monitor.shown()).status).toBe("up");

  status = 503;
  const before = page.requests.length;
  await world.pass(minutes(10));
  const down = await monitor.shown();
  expect(down).toMatchObject({ status: "down", status_reason: "HTTP 503", checks_passing: 2 });
  expect(down.last_report_at).toBe(down.checked_at);
  expect(page.requests.length - before).toBe(2);
  expect(pushes()).toEqual([expect.stringMatching(/^Shop is down: HTTP 503/)]);

  status = 200;
  await world.pass(minutes(10));
  expect((await monitor.shown()).status).toBe("up");
  expect(pushes()[1]).toMatch(/^Shop is up again/);
  await page.stop();
});

test("a page that is checked for a report is down, and is proposed to be watched as a page", async () => {
  const page = await startTarget();
  page.respond((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome"),
  );
  const monitor = await watched({ url: page.url });
  const first = await world.api("POST", `/health_check_monitors/${monitor.id}/check`);
  expect(first).toMatchObject({
    status: "down",
    status_reason: "Not a health report: the body is not JSON",
    results: null,
    proposal: { expect: "http", because: "answers 200 with HTML" },
  });
  const second = await world.api("POST", "/checks", { url: page.url, expect: "http" });
  expect(second).toMatchObject({
    status: "up",
    http_status: 200,
    checks_total: 3,
    results: [{ label: "Connection" }, { label: "Status" }, { label: "Response time" }],
    proposal: null,
  });
  await page.stop();
});

test("a certificate that ends in 20 days is seen and pages nobody, one that ends in 6 days pages", async () => {
  const trusted = getCACertificates("default");
  const authority = makeAuthority("Test");
  setDefaultCACertificates([...trusted, authority.cert]);
  const page = await startTarget({ tls: issueCertificate(authority, "IP:127.0.0.1", 20) });
  // Those of the fields themselves are less for certificates that live for days.
  const thresholds = { certificate_warning_days: 22, certificate_failing_days: 8 };
  const monitor = await watched({ url: page.url, expect: "http", ...thresholds }, Date.now());
  expect(await monitor.shown()).toMatchObject({
    status: "degraded",
    status_reason: expect.stringMatching(/^Certificate ends in (19|20) days \(\d+ \w+( \d+)?\)$/),
  });
  expect(pushes()).toEqual([]);

  page.renew(issueCertificate(authority, "IP:127.0.0.1", 6));
  page.closeIdle();
  await world.pass(minutes(2));
  const down = await monitor.shown();
  expect(down).toMatchObject({
    status: "down",
    status_reason: expect.stringMatching(/^Certificate ends in [56] days /),
  });
  expect(down.last_results.find(({ label }) => label === "Certificate")).toMatchObject({
    status: "failed",
    meta: { issuer: "CN=Test", names: ["127.0.0.1"] },
  });
  expect(pushes()).toEqual([
    expect.stringMatching(/^Shop is down: Certificate ends in [56] days \(/),
  ]);

  await page.stop();
  setDefaultCACertificates(trusted);
});

test("beside a health report, response time and certificate are sub-checks when asked for", async () => {
  const monitor = await watched({});
  await monitor.change({ slow_above_ms: 60_000 });
  await world.pass(seconds(1));
  const shown = await monitor.shown();
  expect(names(shown)).toEqual(["database ok", "cache ok", "monitord.response_time ok"]);
  expect(shown).toMatchObject({ status: "up", checks_total: 3, checks_passing: 3 });

  await monitor.change({ slow_above_ms: null });
  await world.pass(minutes(2));
  expect(await monitor.shown()).toMatchObject({ status_reason: null, checks_total: 2 });
});

/** A port that can be opened and closed. */
function port() {
  const sockets = new Set<Socket>();
  return {
    listen: (at: number): Promise<Server> =>
      new Promise((resolve) => {
        const server = createServer((socket) => sockets.add(socket));
        server.listen(at, "127.0.0.1", () => resolve(server));
      }),
    close: (server: Server) =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(resolve);
      }),
  };
}

test("a TCP port is down when it closes, and up again when it opens", async () => {
  const { listen, close } = port();
  const open = await listen(0);
  const { port: at } = open.address() as { port: number };
  const monitor = await watched({ url: `tcp://127.0.0.1:${at}` });
  expect(names(await monitor.shown())).toEqual([
    "monitord.connection ok",
    "monitord.response_time ok",
  ]);

  await close(open);
  await world.pass(minutes(2));
  expect(await monitor.shown()).toMatchObject({
    status: "down",
    status_reason: `Connection refused (127.0.0.1:${at})`,
    checks_total: 1,
  });
  expect(pushes()).toEqual([expect.stringMatching(/^Shop is down: Connection refused/)]);

  const again = await listen(at);
  await world.pass(minutes(2));
  expect((await monitor.shown()).status).toBe("up");
  await close(again);
});

test("a port that must be closed is down while it is open, and confirmed like any failure", async () => {
  const { listen, close } = port();
  const open = await listen(0);
  const { port: at } = open.address() as { port: number };
  await close(open);
  const url = `tcp://127.0.0.1:${at}`;
  const monitor = await watched({ url, invert: true, confirmations: 2, fetch_retries: 0 });
  const up = await monitor.shown();
  expect(up).toMatchObject({
    status: "up",
    status_reason: null,
    checks_total: 2,
    checks_passing: 2,
  });
  expect(names(up)).toEqual(["monitord.connection ok", "monitord.inverted ok"]);
  expect(up.last_results[1]).toMatchObject({
    label: "Must fail",
    shortSummary: `Fails, as it must: Connection refused (127.0.0.1:${at})`,
  });

  const again = await listen(at);
  const failing = () => monitor.shown().then(({ status_reason }) => status_reason);
  for (let i = 0; i < 30 && (await failing()) === null; i++) await world.pass(seconds(5));
  expect(await failing()).toBe(
    "Accepts connections, which it must not (failed check 1 of 2, no incident yet)",
  );
  expect(pushes()).toEqual([]);
  await world.pass(minutes(1));
  expect(await failing()).toBe("Accepts connections, which it must not");
  expect(pushes()).toEqual(["Shop is down: Accepts connections, which it must not"]);

  await close(again);
  await world.pass(minutes(2));
  expect((await monitor.shown()).status).toBe("up");
  expect(pushes()[1]).toMatch(/^Shop is up again/);
});

test("a WebSocket is down when it answers another message, or none", async () => {
  let answer: string | null = '{"status": "ok"}';
  const server = await socketsOf((socket, { accepted }) => {
    socket.write(accepted());
    socket.on("data", () => answer !== null && socket.write(frame(1, answer)));
  });
  const monitor = await watched({
    url: `ws://${server.address}/live`,
    request_body: "status?",
    body_json: [{ pointer: "/status", comparison: "equals", value: "ok" }],
    timeout_seconds: 1,
  });
  expect(names(await monitor.shown())).toEqual([
    "monitord.connection ok",
    "monitord.status ok",
    "monitord.body ok",
    "monitord.response_time ok",
  ]);
  answer = '{"status": "on fire"}';
  await world.pass(minutes(2));
  expect((await monitor.shown()).status_reason).toBe("/status is “on fire”, expected “ok”");
  answer = null;
  await world.pass(minutes(2));
  expect((await monitor.shown()).status_reason).toBe("No message within 1 s");
});

test("a name is down while its resolver lacks an expected answer", async () => {
  const dns = await startDns({ "shop.example.com": { a: ["192.0.2.1", "192.0.2.2"] } });
  const monitor = await watched({
    url: `dns://${dns.server}/shop.example.com?type=A`,
    dns_answers: ["192.0.2.2"],
  });
  const up = await monitor.shown();
  expect(up.status).toBe("up");
  expect(up.last_results[0]).toMatchObject({
    label: "DNS",
    shortSummary: "192.0.2.1, 192.0.2.2",
    meta: { type: "A", answers: ["192.0.2.1", "192.0.2.2"] },
  });

  dns.set({ "shop.example.com": { a: ["192.0.2.1"] } });
  await world.pass(minutes(2));
  expect((await monitor.shown()).status_reason).toBe("The answers lack “192.0.2.2”");

  dns.set({});
  await world.pass(minutes(2));
  expect((await monitor.shown()).status).toBe("down");
  expect(pushes()).toHaveLength(1);
  await dns.stop();
});
