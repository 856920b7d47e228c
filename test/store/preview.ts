/** What a database of the preview holds, as the store reads it after it was brought up to date. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Store } from "../../src/app/store.ts";
import type { Dialect } from "../../src/store/migrations/migrations.ts";

/** SQL that makes such a database. */
export const previewOf = (dialect: Dialect): string =>
  readFileSync(new URL(`../fixtures/preview.${dialect}.sql`, import.meta.url), "utf8");

/** When it was copied. */
export const copiedAt = Date.UTC(2026, 10, 21, 4, 9);

export async function expectWhatThePreviewStored({ read }: Store): Promise<void> {
  const [organization] = await read.organizations();
  const page = { org_id: organization!.id, limit: 500, after: null };

  const monitors = await read.resources("health_check_monitors", page, copiedAt);
  expect(monitors.map(({ title, subject }) => [title, subject.status])).toEqual([
    ["App 1", "down"],
    ["App 2", "up"],
    ["App 3", "up"],
    ["App 4", "down"],
    ["App 5", "up"],
    ["App 6", "up"],
    ["App 7", "down"],
    ["App 8", "up"],
    ["Depends on App 1", "down"],
  ]);
  const groups = await read.resources("alert_groups", page, copiedAt);
  expect(groups.map(({ title, subject }) => [title, subject.status])).toEqual([
    ["On call", "ok"],
    ["Office hours", "ok"],
    ["Alertmanager", "ok"],
    ["Refusing", "failing"],
  ]);
  const about = new Map([...monitors, ...groups].map(({ title, subject }) => [title, subject]));
  expect(about.get("App 2")).toMatchObject({
    reason_code: "offline",
    status_reason: "monitord itself seems to be offline",
  });
  expect(about.get("App 1")).toMatchObject({ reason_code: null, lease_node: null });
  expect(about.get("App 6")?.lease_node).toMatch(/^f2d2cc7a-.{27}$/);
  expect(about.get("Refusing")).toMatchObject({ refused_in_row: 4, fetch_attempts: 0 });
  const app1 = monitors.find(({ title }) => title === "App 1");
  expect(about.get("Depends on App 1")?.suppression).toMatchObject({
    by: [{ id: app1!.id, title: "App 1" }],
    reason: "Database: gone",
  });

  const notifications = await read.notifications(page);
  const [period] = await read.blind_periods({ limit: 10, after: null });
  const [digest] = notifications.filter(({ batch_kind }) => batch_kind === "digest");
  expect(digest!.batch_key).toBe(`${digest!.device_id}/${Date.UTC(2026, 10, 21, 9)}`);
  const [storm] = notifications.filter(({ batch_kind }) => batch_kind === "storm");
  expect(storm!.batch_key).toBe(storm!.device_id);
  const [blind] = notifications.filter(({ batch_kind }) => batch_kind === "blind");
  expect(blind!.batch_key).toBe(period!.id);
  expect(
    new Set(
      notifications
        .filter(({ incident_id }) => incident_id === null)
        .map(({ transition }) => transition),
    ),
  ).toEqual(new Set(["test", "drill", "offline"]));
  expect(
    new Set(
      notifications
        .filter(({ alert_group_id }) => alert_group_id === null)
        .map(({ transition }) => transition),
    ),
  ).toEqual(new Set(["test"]));

  const [onCall] = groups;
  expect(await read.members(page.org_id, onCall!.id)).toMatchObject([
    { email: "ada@example.com", devices: 1 },
  ]);
  expect(await read.drills({ ...page, alert_group_id: onCall!.id })).toHaveLength(1);

  const incidents = await read.incidents(page);
  const [acknowledged] = incidents.filter(({ status }) => status === "acknowledged");
  expect(acknowledged).toMatchObject({ title: "DiskFull", acknowledged_by: "Ada" });
  const found = await read.incident(page.org_id, acknowledged!.id);
  expect(found!.notifications.map(({ transition, state }) => [transition, state])).toEqual([
    ["opened", "delivered"],
    ["acknowledged", "delivered"],
  ]);
  const last = await read.incident(page.org_id, incidents.at(-1)!.id);
  expect(last!.timeline.map(({ kind }) => kind)).toContain("opened");
  expect(period).toMatchObject({ reason: "stopped" });
  expect(await read.inbound_events(page)).toHaveLength(5);
  expect(await read.silences(page, copiedAt)).toMatchObject([{ reason: "maintenance" }]);
  expect((await read.audit_events(page)).length).toBeGreaterThan(0);
}
