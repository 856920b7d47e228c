/** The pictured company on a real daemon, after a day of 26 hours that passed in a minute or two. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { hashKey, keyPrefix, makeKey } from "../../src/core/access/api-key.ts";
import { readConfig } from "../../src/daemon/config/config.ts";
import { startDaemon } from "../../src/daemon/daemon.ts";
import { MovableClock } from "../support/clock.ts";
import { startPhone } from "../support/phone.ts";
import { startApplications } from "./applications.ts";
import { jobs, passWithJobs } from "./jobs.ts";
import {
  endpoints,
  groups,
  monitors,
  people,
  refusedDevice,
  troubles,
  webhookMonitors,
} from "./company.ts";

export interface PicturedWorld {
  url: string;
  key: string;
  api: <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<T>;
  end(): Promise<void>;
}

const hour = 3_600_000;
const idOf = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** `dayHours`: how long its day was, at least one. */
export async function startPicturedWorld(dayHours = 26): Promise<PicturedWorld> {
  const end = Date.now();
  const clock = new MovableClock(end - dayHours * hour);
  const hoursLeft = () => (end - clock.now()) / hour;
  const phone = await startPhone();
  const applications = await startApplications(
    new Map(monitors.map(({ path, parts }) => [path, parts])),
    troubles,
    { now: () => clock.now(), hours: hoursLeft },
  );
  const dataDir = mkdtempSync(join(tmpdir(), "monitord-pictures-"));
  const read = readConfig({ flags: { port: "0" }, env: {}, readFile: () => "" });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const daemon = await startDaemon(
    {
      ...read.config,
      dataDir,
      secretsKeyFile: join(dataDir, "secrets.key"),
      allowAddresses: ["127.0.0.1"],
      apiRateLimit: 1_000_000,
      channels: { ...read.config.channels, ntfy: { url: phone.url, token: null } },
    },
    { log: pino({ level: "silent" }), machine: clock, random: () => 0.5, longestSleep: 150_000 },
  );
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const [organization] = await daemon.store.read.organizations();
  await daemon.store.run("create_key", {
    actor: { org_id: organization!.id, name: "pictures", request_id: null },
    name: "Ada Lovelace",
    hash: hashKey(key),
    prefix: keyPrefix(key),
    scopes: ["admin"],
    expires_at: null,
    now: clock.now(),
  });

  async function api<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> {
    const answer = await fetch(`${daemon.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  const pass = (hours: number) => clock.advance(hours * hour, () => daemon.resting());
  const report = async (id: string, message: string, more = {}) => {
    const answer = await fetch(`${daemon.url}/api/webhook/${id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message, source: "shop/cart.php:118", ...more }),
    });
    await answer.text();
  };

  await declareCompany(api, applications.urlOf);
  phone.failWith(403, idOf(refusedDevice));
  const webhooks = await api<{ title: string; webhook_id: string }[]>("GET", "/webhook_monitors");
  const idByTitle = new Map(webhooks.map(({ title, webhook_id }) => [title, webhook_id]));

  const done = new Set<number>();
  const ping = async (title: string, end: string, output: string) => {
    const url = `${daemon.url}/ping/${idByTitle.get(title)}/${end}`;
    await (await fetch(url, { method: "POST", body: output })).text();
  };
  // The day passes in pieces; each hour some errors are reported.
  for (let passed = 0; passed < dayHours - 0.4; passed += 0.4) {
    await passWithJobs(Math.min(0.4, dayHours - 0.4 - passed), { hoursLeft, pass, ping, done });
    const count = Math.round(2 + 2 * Math.sin(passed));
    for (let i = 0; i < count; i++)
      await report(idByTitle.get("PHP exceptions")!, "Deprecated: strlen(): passing null", {
        line: i,
      });
  }
  for (let i = 0; i < 48; i++) {
    const order = 41_200 + i;
    await report(
      idByTitle.get("Checkout errors")!,
      i % 3 === 2 ? "RangeError: negative price" : "TypeError: cart is null",
      { order, stack: ["Cart.total (shop/cart.php:118)", "Checkout.pay (shop/checkout.php:40)"] },
    );
    await pass(0.4 / 48);
  }
  const open = await api<{ id: string; title: string }[]>(
    "GET",
    "/incidents?unresolved=true&limit=100",
  );
  const of = (title: string) => open.find((one) => one.title.includes(title));
  const router = of("Router fra1");
  if (router) {
    await api("POST", `/incidents/${router.id}/acknowledge`, { by: "عمر الفاروق" });
    await api("POST", `/incidents/${router.id}/notes`, {
      text: "The uplink is gone; the provider knows: https://status.example.net/4711",
      by: "عمر الفاروق",
    });
  }
  for (const [state, message] of [
    ["investigating", "Some customers cannot complete checkout. We are looking into it."],
    ["identified", "We found the cause. Orders placed now may fail at payment."],
  ])
    await api("POST", `/incidents/${of("Checkout API")?.id ?? open[0]!.id}/publish`, {
      state,
      message,
      title: "Checkout fails for some customers",
    });
  const listed = await api<{ id: string; title: string; webhook_id: string }[]>(
    "GET",
    "/alert_groups",
  );
  const group = (title: string) => listed.find((one) => one.title === title)!;
  await alertsOf(daemon.url, group("Mobile").webhook_id, clock.now());
  const silence = (title: string, more: object) =>
    api("POST", "/silences", { ...more, alert_group_id: group(title).id });
  await silence("Corporate IT", {
    reason: "Badge readers are being replaced",
    until: new Date(clock.now() + 2 * hour).toISOString(),
  });
  await silence("Data & Analytics", {
    reason: "Warehouse reload",
    // Three days from now, so that it never holds what the pictures show.
    cron: `0 2 * * ${(new Date(clock.now()).getUTCDay() + 3) % 7}`,
    duration_minutes: 120,
    timezone: "Europe/Berlin",
  });
  await pass(0);
  return {
    url: daemon.url,
    key,
    api,
    async end() {
      await daemon.stop();
      await phone.stop();
      await applications.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Three alerts of an Alertmanager, and a body that nobody can read. */
async function alertsOf(url: string, webhook_id: string, now: number): Promise<void> {
  const post = async (body: string) => {
    const answer = await fetch(`${url}/api/webhook/${webhook_id}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    await answer.text();
  };
  const alerts = ["db-1", "db-2", "cache-3"].map((instance) => ({
    status: "firing",
    labels: { alertname: "InstanceDown", instance, severity: "warning" },
    annotations: { summary: `${instance} does not answer` },
    startsAt: new Date(now).toISOString(),
    endsAt: "0001-01-01T00:00:00Z",
    generatorURL: "https://prometheus.example.com/graph",
    fingerprint: instance,
  }));
  const body = { version: "4", groupKey: "{}", status: "firing", receiver: "monitord", alerts };
  await post(JSON.stringify(body));
  await post("<alert>no JSON</alert>");
}

/** Declares the company as `monitorctl apply` would. */
async function declareCompany(
  api: PicturedWorld["api"],
  urlOf: (path: string) => string,
): Promise<void> {
  const emailOf = new Map(people.map(({ email }) => [email.split("@")[0]!, email]));
  await api("POST", "/apply", {
    project: "acme",
    users: people.map(({ email, name }) => ({ external_id: email.split("@")[0], email, name })),
    alert_groups: groups.map(({ title, members, fields }) => {
      const { escalate_to, ...rest } = fields as { escalate_to?: string };
      return {
        external_id: idOf(title),
        title,
        members: members.map((name) => emailOf.get(name)),
        ...rest,
        ...(escalate_to === undefined ? {} : { escalate_to: idOf(escalate_to) }),
      };
    }),
    health_check_monitors: monitors
      .map(({ group, title, path }) => ({ group, title, url: urlOf(path) }))
      .concat(
        endpoints.map(({ group, title, fields }) => ({
          group,
          title,
          ...fields(new URL(urlOf("/"))),
        })),
      )
      .map(({ group, title, ...fields }) => ({
        external_id: idOf(title),
        title,
        alert_group: idOf(group),
        interval_seconds: title === "Checkout API" ? 120 : 480,
        timeout_seconds: 2,
        ...fields,
      })),
    schedules: [
      {
        external_id: "platform-week",
        title: "Platform week",
        timezone: "Europe/Berlin",
        people: ["ada", "omar", "grace"].map((name) => emailOf.get(name)),
      },
    ],
    webhook_monitors: webhookMonitors
      .map(({ group, title, threshold, minutes }) => ({
        external_id: idOf(title),
        title,
        alert_group: idOf(group),
        error_rate_threshold: threshold,
        error_rate_window_minutes: minutes,
      }))
      .concat(
        jobs.map(({ title, group, fields }) => ({
          external_id: idOf(title),
          title,
          alert_group: idOf(group),
          error_rate_threshold: 1,
          error_rate_window_minutes: 5,
          ...fields,
        })),
      ),
    status_pages: [
      {
        external_id: "acme",
        title: "Acme status",
        slug: "acme",
        description: "Shop, payments and platform of Acme",
        public: "listed",
        timezone: "Europe/Berlin",
        sections: ["Shop", "Platform", "Mobile"].map((group) => ({
          title: group,
          systems: [
            ...monitors
              .filter((one) => one.group === group)
              .map(({ title }) => ({ name: title, health_check_monitors: [idOf(title)] })),
            { name: `All of ${group}`, alert_groups: [idOf(group)] },
          ],
        })),
      },
    ],
  });
  const users = await api<{ id: string; email: string }[]>("GET", "/users");
  for (const { email, devices } of people)
    for (const name of devices)
      await api("POST", `/users/${users.find((user) => user.email === email)!.id}/devices`, {
        kind: "ntfy",
        name,
        target: idOf(name),
      });
}
