/** Manifests of `--provision`: applied at the start and on SIGHUP; a mistake stops nothing. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { clientOf } from "../support/daemon-client.ts";
import { runMonitord, startMonitord, type Running } from "../support/process.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-provision-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const key = makeKey((size) => new Uint8Array(size));

function declare(...titles: string[]): void {
  mkdirSync(path("shop"), { recursive: true });
  writeFileSync(
    path("shop/groups.yaml"),
    `version: 1
project: shop
alert_groups:
${titles.map((title) => `  - { external_id: ${title.toLowerCase().replaceAll(/\W/g, "")}, title: "${title}" }`).join("\n")}
`,
  );
}

const start = (env: Record<string, string> = {}) =>
  startMonitord(["--data-dir", path("data"), "--provision", path("shop")], {
    MONITORD_BOOTSTRAP_API_KEY: key,
    ...env,
  });

/** Resolves when `text` stands in the output, `times` times. */
async function hear({ output, child }: Running, text: string, times = 1): Promise<void> {
  while (output().split(text).length <= times) await once(child.stdout!, "data");
}

async function titles({ url }: Running): Promise<(string | null)[]> {
  const { api } = clientOf(() => url, key);
  const groups = await api<{ title: string }[]>("GET", "/alert_groups");
  return groups.map(({ title }) => title).toSorted();
}

/** The sub-check of monitord's own health. */
async function health({ url }: Running): Promise<unknown> {
  const answer = (await (await fetch(`${url}/health`)).json()) as {
    checkResults: { name: string; status: string; notificationMessage: string }[];
  };
  return answer.checkResults.find(({ name }) => name === "provisioning");
}

test("makes what the files declare, and deletes what they no longer declare", async () => {
  declare("Night", "Day");
  const daemon = await start();
  await hear(daemon, "shop: 2 changes");
  expect(await titles(daemon)).toEqual(["Day", "Night"]);
  expect(await health(daemon)).toMatchObject({ status: "ok" });

  declare("Night", "Week");
  daemon.child.kill("SIGHUP");
  await hear(daemon, "shop: 2 changes", 2);
  expect(await titles(daemon)).toEqual(["Night", "Week"]);

  const { api } = clientOf(() => daemon.url, key);
  const events = await api<{ actor: string; action: string }[]>("GET", "/audit_events");
  expect(
    events.filter(({ actor }) => actor === "provisioning").map(({ action }) => action),
  ).toEqual(expect.arrayContaining(["create", "delete"]));
  await daemon.stop();
});

test("goes on with what was applied last when a file has mistakes, and names them", async () => {
  declare("Night");
  const daemon = await start();
  await hear(daemon, "shop: 1 change");

  writeFileSync(path("shop/groups.yaml"), "version: 1\nproject: shop\nalert_grups: []\n");
  daemon.child.kill("SIGHUP");
  await hear(daemon, "not provisioned: ");
  expect(daemon.output()).toMatch(/not provisioned: \S+groups\.yaml:3:1: unknown field/);
  expect(await titles(daemon)).toEqual(["Night"]);
  expect(await health(daemon)).toMatchObject({
    status: "warning",
    notificationMessage: expect.stringContaining("1 mistake") as string,
  });
  expect((await fetch(`${daemon.url}/readyz`)).ok).toBe(true);
  await daemon.stop();

  const checked = await runMonitord(["config", "check", "--provision", path("shop")]);
  expect(checked).toMatchObject({ code: 78 });
  expect(checked.stderr).toContain("groups.yaml:3:1");
});

test("names what only the server can tell, with its place in the file", async () => {
  writeFileSync(
    path("shop"),
    `version: 1
project: shop
webhook_monitors:
  - external_id: errors
    title: Errors
    alert_group: elsewhere
`,
  );
  const daemon = await start();
  await hear(daemon, "not provisioned: ");
  expect(daemon.output()).toMatch(/not provisioned: \S+shop:6:\d+: .*elsewhere/);
  await daemon.stop();
});

test("takes the variables of the process, but none of monitord's own", async () => {
  declare("${TEAM}", "${MONITORD_BOOTSTRAP_API_KEY}");
  const daemon = await start({ TEAM: "Night" });
  await hear(daemon, "not provisioned: ");
  expect(daemon.output()).toContain("MONITORD_BOOTSTRAP_API_KEY is not set");
  expect(daemon.output()).not.toContain("TEAM is not set");
  await daemon.stop();
});
