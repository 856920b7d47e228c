/** The report of on-call duty, of an incident over a handoff: a page, a reminder and an acknowledgement, each with its person. */
import { beforeEach, expect, test } from "vitest";
import type { OnCallReport } from "../../src/api/on-call/report.ts";
import { startWorld, type World } from "../support/world.ts";

const at = (time: string) => Date.parse(`2026-12-07T${time}:00Z`);
let world: World;
let primary: { id: string };
const ids: Record<string, string> = {};
const until = (time: string) => world.pass(at(time) + 1000 - world.clock.now());

beforeEach(async () => {
  world = await startWorld({ start: at("06:00") });
  for (const name of ["ada", "bob"]) {
    const body = { email: `${name}@example.com`, name };
    ids[name] = (await world.api<{ id: string }>("POST", "/users", body)).id;
    // One page rings two phones.
    for (const phone of [name, `${name}-2`])
      await world.api("POST", `/users/${ids[name]}/devices`, { kind: "ntfy", target: phone });
  }
  primary = await world.api("POST", "/schedules", {
    title: "Primary",
    timezone: "Europe/Berlin",
    start: "2026-11-30",
    people: [ids["ada"], ids["bob"]],
  });
  return () => world.end();
});

test("counts pages and reminders for the person on call then, and the wait for an acknowledgement", async () => {
  const group = await world.api<{ id: string }>("POST", "/alert_groups", {
    title: "Oncall",
    priority_level: 1,
    repeat_minutes: 5,
    repeat_limit: 12,
  });
  await world.api("PUT", `/alert_groups/${group.id}/schedules/${primary.id}`, {});
  const fields = { title: "Shop", alert_group_id: group.id, error_rate_window_minutes: 600 };
  const monitor = await world.api<{ id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    fields,
  );
  await until("07:50");
  await world.report(monitor, "boom");
  await world.settle();
  await until("07:55");
  await until("08:00");
  await until("08:02");
  const [incident] = await world.api<{ id: string }[]>("GET", "/incidents");
  await world.api("POST", `/incidents/${incident!.id}/acknowledge`, { by: "bob" });
  await until("09:00");
  const report = await world.api<OnCallReport>(
    "GET",
    "/reports/on_call?from=2026-12-07T06:00:00Z&until=2026-12-07T09:00:00Z",
  );
  expect(report.from).toBe("2026-12-07T06:00:00Z");
  expect(report.schedules).toEqual([
    {
      schedule_id: primary.id,
      schedule: "Primary",
      people: 2,
      hours: 3,
      gap_hours: 0,
      flags: ["few_people"],
    },
  ]);
  const load = { incidents: 1, night_pages: 0, night_hours: 0, weekend_hours: 0, shifts: 1 };
  expect(report.people).toMatchObject([
    { ...load, name: "ada", hours: 2, above_share: 0.5, pages: 2, reminders: 1, escalated: 0 },
    { ...load, name: "bob", hours: 1, above_share: -0.5, pages: 1, reminders: 0 },
  ]);
  expect(report.people[0]).toMatchObject({ median_minutes: null });
  expect(report.people[1]!.median_minutes).toBeGreaterThan(1.9);
  expect(report.people[1]!.worst_minutes).toBeLessThan(2.2);
});

test("is about the past, of a year at most", async () => {
  const asked = (query: string) =>
    world.api("GET", `/reports/on_call${query}`).then(
      () => "answered",
      (error: Error) => /\b422\b.*(?:past|year)/.exec(error.message)?.[0].slice(0, 3),
    );
  expect(await asked("")).toBe("answered");
  expect(await asked("?until=2026-12-08T00:00:00Z")).toBe("422");
  expect(await asked("?from=2025-11-01T00:00:00Z")).toBe("422");
  expect(await asked("?from=2026-12-07T05:00:00Z&until=2026-12-07T05:00:00Z")).toBe("422");
});
