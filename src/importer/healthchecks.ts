/** Imports the checks of Healthchecks: the answer of its API, `GET /api/v3/checks/`. Pure. */
import { cronFault } from "../core/silence/maintenance.ts";
import { Collected, within, type Imported } from "./collected.ts";
import { cronOf } from "./on-calendar.ts";
import { listOf, membersOf, numberOf, plainText } from "./values.ts";
import type { Fields } from "../resource/references.ts";

/** The answer of the API, or its list alone. */
export function fromHealthchecks(answer: unknown, project: string): Imported {
  const collected = new Collected({ hasVariables: false });
  for (const check of listOf(Array.isArray(answer) ? answer : membersOf(answer)["checks"]))
    add(collected, check);
  return collected.imported(project);
}

const standardTimeout = 86_400;
const standardGrace = 3600;

function add(collected: Collected, check: Fields): void {
  const title = plainText(check["name"]) ?? plainText(check["slug"]) ?? "Check";
  const expected = expectation(check);
  if (typeof expected === "string") return collected.leaveOut(title, expected);
  const remarks = ["has a new ping URL: monitorctl webhook url --ping NAME"];
  if (plainText(check["status"]) === "paused")
    remarks.push(
      check["manual_resume"] === true
        ? "was paused: pause it after the import"
        : "was paused until its next ping: pause it after the import, and resume it yourself, because a ping does not",
    );
  if (plainText(check["tags"]) !== null) remarks.push("has tags, which monitors do not have");
  if (check["methods"] === "POST") remarks.push("took POST alone; GET and HEAD count here too");
  if (["filter_subject", "filter_body", "filter_http_body"].some((name) => check[name] === true))
    remarks.push(
      "told success from failure by words in the body or mail: ping …/success and …/fail",
    );
  collected.add(
    "webhook_monitors",
    title,
    null,
    {
      ...expected,
      grace_minutes: within((numberOf(check["grace"]) ?? standardGrace) / 60, 1, 525_600),
      description: plainText(check["desc"])?.slice(0, 2000),
    },
    remarks,
    slugOf(check),
  );
}

/** The name that jobs ping it by; null: it has none. */
function slugOf(check: Fields): string | null {
  const slug = plainText(check["slug"]);
  return slug !== null && /^[\w-]{1,100}$/.test(slug) ? slug : null;
}

/** When a success is expected; or why that cannot be said here. */
function expectation(check: Fields): Fields | string {
  const schedule = plainText(check["schedule"])?.trim();
  if (schedule === undefined)
    return {
      expect_every_minutes: within(
        (numberOf(check["timeout"]) ?? standardTimeout) / 60,
        1,
        525_600,
      ),
    };
  const expect_timezone = plainText(check["tz"]) ?? "UTC";
  const cron = cronFault(schedule, expect_timezone) === null ? schedule : cronOf(schedule);
  return cron === null
    ? `its schedule cannot be written as a cron expression: ${schedule}`
    : { expect_cron: cron, expect_timezone };
}
