/** Status pages outlive a restart without their database: their snapshots on the disk of the node. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { SnapshotFiles } from "../../src/daemon/status/snapshot-files.ts";
import { until } from "../support/clock.ts";
import { isReady, startMonitord } from "../support/process.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "monitord-snapshots-"));
  return () => rmSync(folder, { recursive: true });
});
const files = () => join(folder, "status-pages");
const names = () => (existsSync(files()) ? readdirSync(files()) : []);

test("a page is shown after a restart without the database, and one that is off is forgotten", async () => {
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const own = ["--data-dir", folder];
  const start = async () => {
    const daemon = await startMonitord(own, { MONITORD_BOOTSTRAP_API_KEY: key });
    await isReady(daemon);
    return daemon;
  };
  const apart = () =>
    startMonitord([...own, "--database-url", "postgres://nobody@127.0.0.1:1/none"]);
  const call = async (url: string, method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return (await answer.json()) as { id: string };
  };

  let daemon = await start();
  const group = await call(daemon.url, "POST", "/alert_groups", { title: "Shop" });
  await call(daemon.url, "POST", "/webhook_monitors", { title: "Jobs", alert_group_id: group.id });
  const made = await call(daemon.url, "POST", "/status_pages", {
    title: "Shop",
    slug: "shop",
    logo: `data:image/svg+xml;base64,${Buffer.from(picture).toString("base64")}`,
    sections: [{ title: "All", systems: [{ name: "Jobs", alert_groups: [group.id] }] }],
  });
  await daemon.stop();
  // The first round of a start writes it.
  daemon = await start();
  await until(() => names().some((name) => name.endsWith(".gz")));
  const { as_of } = (await (await fetch(`${daemon.url}/status/shop.json`)).json()) as Page;
  await daemon.stop();
  expect(names()).toHaveLength(1);
  expect(statSync(join(files(), names()[0]!)).mode & 0o777).toBe(0o600);
  expect(statSync(files()).mode & 0o777).toBe(0o700);

  daemon = await apart();
  const get = (path: string) => fetch(`${daemon.url}${path}`);
  const shown = await get("/status/shop");
  expect(shown.status).toBe(200);
  expect(shown.headers.get("x-robots-tag")).toBe("noindex");
  expect(await shown.text()).toContain("<bdi>Jobs</bdi>");
  const json = (await (await get("/status/shop.json")).json()) as Page;
  expect(Date.parse(json.as_of)).toBeLessThanOrEqual(Date.parse(as_of));
  expect(json.systems).toMatchObject([{ name: "Jobs" }]);
  expect(await (await get("/status/shop/logo")).text()).toBe(picture);
  for (const path of ["/badge/shop.svg", "/badge/shop/jobs.svg", "/status/shop.atom"])
    expect((await get(path)).status, path).toBe(200);
  expect((await get("/status/other")).status).toBe(503);
  await daemon.stop();

  daemon = await start();
  await call(daemon.url, "PUT", `/status_pages/${made.id}`, { public: "off" });
  await daemon.stop();
  daemon = await start();
  await until(() => names().length === 0);
  await daemon.stop();
  daemon = await apart();
  expect((await get("/status/shop")).status).toBe(503);
  await daemon.stop();
});

interface Page {
  as_of: string;
  systems: object[];
}

test("a snapshot is whole or absent: no other version's, none that is cut, too large, or outside of the folder", async () => {
  const snapshots = new SnapshotFiles(folder, "1.0.0");
  expect(await snapshots.read("shop")).toBeNull();
  await snapshots.write("shop", "first");
  await snapshots.write("shop", "second");
  expect(await snapshots.read("shop")).toBe("second");
  expect(await new SnapshotFiles(folder, "1.0.1").read("shop")).toBeNull();
  writeFileSync(join(folder, "out.1.0.0.json.gz"), "x");
  for (const name of ["../out", "", "SHOP", "a/b"]) expect(await snapshots.read(name)).toBeNull();
  await snapshots.write("cut", "text");
  writeFileSync(join(files(), "cut.1.0.0.json.gz"), "x");
  expect(await snapshots.read("cut")).toBeNull();
  // A page that has become too large has no old snapshot either.
  await snapshots.write("shop", randomBytes(1_200_000).toString("base64"));
  expect(await snapshots.read("shop")).toBeNull();
  await snapshots.write("kept", "text");
  writeFileSync(join(files(), "kept.1.0.0.json.gz.77"), "part");
  await snapshots.keepOnly(["kept"]);
  expect(names()).toEqual(["kept.1.0.0.json.gz"]);
});
