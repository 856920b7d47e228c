import { expect, test } from "vitest";
import { plannedWork } from "../../../src/core/status/planned-work.ts";
import { night, silence } from "../../support/builders.ts";

const hour = 3_600_000;
const day = 24 * hour;
const systems = [
  { name: "Shop", behind: [{ id: "shop", alert_group_id: "g" }] },
  { name: "Search", behind: [{ id: "search", alert_group_id: "h" }] },
];
const planned = (from: number, more = {}) =>
  silence({ alert_group_id: null, from, until: from + hour, inserted_at: night - day, ...more });

test("planned work of the next seven days is found by system, soonest first, and that of one time is one", () => {
  const later = planned(night + 2 * day, { alert_group_id: "g" });
  const soon = [
    planned(night + day, { monitor_id: "search" }),
    planned(night + day, { monitor_id: "shop" }),
    planned(night + day, { monitor_id: "shop", until: night + day + 2 * hour }),
  ];
  const left = [
    planned(night - hour, { monitor_id: "shop" }),
    planned(night + 7 * day + 1, { monitor_id: "shop" }),
    planned(night + day, { monitor_id: "another" }),
  ];
  expect(plannedWork([later, ...soon, ...left], systems, night)).toEqual([
    { from: night + day, until: night + day + hour, systems: ["Shop", "Search"] },
    { from: night + day, until: night + day + 2 * hour, systems: ["Shop"] },
    { from: night + 2 * day, until: night + 2 * day + hour, systems: ["Shop"] },
  ]);
});

test("maintenance that comes back has each of its times", () => {
  const nightly = planned(night - day, {
    monitor_id: "shop",
    until: null,
    cron: "0 1 * * *",
    duration_minutes: 30,
  });
  const found = plannedWork([nightly], systems, night);
  expect(found).toHaveLength(7);
  expect(found[0]).toEqual({
    from: night + 22 * hour,
    until: night + 22.5 * hour,
    systems: ["Shop"],
  });
});
