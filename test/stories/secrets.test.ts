/**
 * A database that somebody got hold of, without the key: no secret of any field stands in it. Which fields have
 * one, the descriptions say, so that a new one is asked for here.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { channelFields } from "../../src/channel/channel.ts";
import { channelOf, channelKinds } from "../../src/channel/registry.ts";
import type { Field } from "../../src/resource/field.ts";
import { described, type DescribedKind } from "../../src/resource/resources.ts";
import { newSubscription } from "../support/browser-subscription.ts";
import { makeCertificate } from "../support/certificate.ts";
import { minutes, seconds, startWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  const server = {
    host: "127.0.0.1",
    port: 9,
    tls: "optional",
    checked: false,
    login: null,
  } as const;
  const from = { name: "monitord", address: "monitord@example.com" };
  world = await startWorld({
    channels: { email: { server, from, name: null } },
    allowAddresses: ["127.0.0.1"],
  });
});
afterAll(() => world.end());

const canaries: string[] = [];
function canary(name: string): string {
  const text = `canary-${name.replaceAll(/\W|_/g, "-")}-${crypto.randomUUID().slice(0, 8)}`;
  canaries.push(text);
  return text;
}

/** A certificate with its key, of which a line is the canary. */
function clientCertificate(): string {
  const { key, cert } = makeCertificate("DNS:client.example");
  canaries.push(key.split("\n")[1]!);
  return cert + key;
}

/** A value of a field with a canary in its secret part; `base`: a URL. */
function secretValue(name: string, { secret, capability }: Field, base: string): unknown {
  if (name === "tls_client_cert") return clientCertificate();
  if (capability) return canary(name);
  switch (secret) {
    case "userinfo":
      return base.replace("://", `://user:${canary(name)}@`);
    case "values":
      return { "X-Secret": canary(name) };
    default:
      return canary(name);
  }
}

/** The fields with a secret of a kind, each with a canary. */
function secretsOf(kind: DescribedKind, base: string, only?: readonly string[]) {
  return Object.fromEntries(
    Object.entries(described[kind].fields as Record<string, Field>)
      .filter(([, { secret, capability }]) => secret !== undefined || capability)
      .filter(([name]) => only === undefined || only.includes(name))
      .filter(([name]) => name !== "tls_client_cert" || base.startsWith("https:"))
      .map(([name, field]) => [name, secretValue(name, field, base)]),
  );
}

test("holds no secret in plain text, whatever was done with the secrets", async () => {
  const group = await world.onCall({
    external_id: "oncall",
    webhook_auth: "bearer",
    ...secretsOf("alert_groups", world.target.healthUrl),
  });
  const [user] = await world.api<{ id: string }[]>("GET", "/users");

  const covered = new Set<string>();
  for (const kind of channelKinds) {
    const fields = ["target", ...channelOf(kind)!.takes];
    for (const name of fields) covered.add(name);
    const base = world.phone.url;
    const device: Record<string, unknown> = { kind, ...secretsOf("devices", base, fields) };
    if (kind === "webhook") device["target"] = `${base}/${canary("webhook-target")}`;
    if (kind === "webpush") {
      const { access_token, secret } = newSubscription().device;
      canaries.push(access_token, secret);
      const target = `${base}/${canary("webpush-target")}`;
      Object.assign(device, { target, access_token, secret });
    }
    if (kind === "email") device["target"] = `${canary("email-target")}@example.com`;
    if (kind !== "fcm") await world.api("POST", `/users/${user!.id}/devices`, device);
  }
  expect([...covered].toSorted()).toEqual(["target", ...channelFields].toSorted());
  await world.api("POST", `/users/${user!.id}/device_invitations`, {});

  const health = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "Shop",
    alert_group_id: group.id,
    ...secretsOf("health_check_monitors", world.target.healthUrl),
  });
  await world.api("POST", "/health_check_monitors", {
    title: "Away",
    alert_group_id: group.id,
    ...secretsOf("health_check_monitors", "https://127.0.0.1:9/health"),
  });
  await world.api("PUT", `/health_check_monitors/${health.id}`, { title: "The shop" });
  await world.api("POST", "/apply", {
    project: "shop",
    health_check_monitors: [
      {
        external_id: "declared",
        title: "Declared",
        alert_group: "oncall",
        ...secretsOf("health_check_monitors", world.target.healthUrl),
      },
    ],
  });

  const monitor = await world.api<{ id: string; webhook_id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    { title: "Errors", alert_group_id: group.id, error_rate_threshold: 1 },
  );
  canaries.push(monitor.webhook_id);
  const rotated = await world.api<{ webhook_id: string; webhook_url: string }>(
    "POST",
    `/webhook_monitors/${monitor.id}/rotate_webhook`,
  );
  const { webhook_id, webhook_url } = await world.api<typeof rotated>(
    "GET",
    `/alert_groups/${group.id}`,
  );
  canaries.push(rotated.webhook_id, webhook_id);
  await world.report(monitor);
  await world.report(rotated);
  const post = (authorization: string) =>
    fetch(`${world.daemon.url}${new URL(webhook_url).pathname}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "idempotency-key": "once" },
      body: JSON.stringify({ title: "An alert" }),
    });
  expect((await post(`Bearer ${canary("wrong-bearer")}`)).status).toBe(401);

  world.target.breakCheck("database", "gone");
  await world.pass(minutes(3));
  await world.api("POST", `/health_check_monitors/${health.id}/check`);
  const incidents = await world.api<{ id: string }[]>("GET", "/incidents");
  expect(incidents.length).toBeGreaterThan(1);
  await world.pass(seconds(30));
  const [device] = await world.api<{ id: string }[]>("GET", `/users/${user!.id}/devices`);
  canaries.push((await world.daemon.store.read.device_owner(device!.id))!.secret, world.key);

  const dump = await world.dump();
  expect(dump).toContain("The shop");
  expect(canaries.filter((text) => dump.includes(text))).toEqual([]);
});

test("goes on with all of them after a restart", async () => {
  const before = world.target.requests.length;
  await world.restart();
  await world.pass(minutes(2));
  const authorized = world.target.requests.slice(before).map(({ headers }) => headers["x-secret"]);
  expect(authorized.some((value) => canaries.includes(String(value)))).toBe(true);
});
