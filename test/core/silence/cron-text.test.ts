import { expect, test } from "vitest";
import { cronText, maintenanceText } from "../../../src/core/silence/cron-text.ts";
import { daysText } from "../../../src/core/text/days.ts";

test.each([
  ["0 2 * * SUN", "every Sunday 02:00"],
  ["30 4 * * 7", "every Sunday 04:30"],
  ["0 10 * * *", "every day 10:00"],
  ["0 10 * * 0-7", "every day 10:00"],
  ["5 9 * * mon-fri", "Mon to Fri 09:05"],
  ["5 9  * * 1,3,5", "Mon, Wed, Fri 09:05"],
  ["0 0 * * 6,0", "Sat, Sun 00:00"],
  ["0 10 1 * *", "on day 1 of every month 10:00"],
  ["@weekly", "every Sunday 00:00"],
  ["@daily", "every day 00:00"],
  ["0 * * * *", "every hour at :00"],
  ["5  * * * *", "every hour at :05"],
  ["@hourly", "every hour at :00"],
  ["*/5 * * * *", "every 5 min"],
  ["@monthly", "on day 1 of every month 00:00"],
])("%s is %s", (cron, text) => {
  expect(cronText(cron)).toBe(text);
});

test.each([
  "*/45 * * * *",
  "*/0 * * * *",
  "0 2 1 1 *",
  "0 2 1 * MON",
  "0 2 * * MON,5L",
  "0 2 * * FRI-MON",
  "0 2 * * FOO",
  "@yearly",
])("%s has no words, and stays as it is", (cron) => {
  expect(cronText(cron)).toBe(cron);
});

test("a maintenance window says from when to when, or how long it is", () => {
  const text = (cron: string, duration_minutes: number) =>
    maintenanceText({ cron, duration_minutes, timezone: "Europe/Berlin" });
  expect(text("0 2 * * SUN", 120)).toBe("every Sunday 02:00–04:00 (Europe/Berlin)");
  expect(text("0 23 * * SUN", 120)).toBe("every Sunday 23:00–01:00 (Europe/Berlin)");
  expect(text("0 2 * * SUN", 2880)).toBe("every Sunday 02:00 for 2 days (Europe/Berlin)");
  expect(text("*/5 * * * *", 1)).toBe("every 5 min for 1 min (Europe/Berlin)");
});

test("days are named as a range where they follow each other, and no days are all days", () => {
  expect(daysText([])).toBe("every day");
  expect(daysText([6, 0])).toBe("Sat, Sun");
  expect(daysText([5, 6, 0])).toBe("Fri to Sun");
});
