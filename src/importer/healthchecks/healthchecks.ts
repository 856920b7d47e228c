/** Imports the checks of Healthchecks: the answer of its API, `GET /api/v3/checks/`. Pure. */
import { cronFault } from "../../core/silence/maintenance.ts";
import { Collected, type Imported } from "../collected.ts";
import { fitter, type Fit } from "../fit.ts";
import { cronOf } from "./on-calendar.ts";
import { isOn, listOf, membersOf, numberOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** The checks in the answer of the API, or in its list alone. */
export const healthchecksOf = (answer: unknown): Fields[] =>
  listOf(Array.isArray(answer) ? answer : membersOf(answer)["checks"]);

/** Makes a declaration of the answer; it can have the channels too, as `GET /api/v3/channels/` answers them. */
export function fromHealthchecks(answer: unknown, project: string): Imported {
  const collected = new Collected();
  const channels = listOf(membersOf(answer)["channels"]);
  const used = new Set<string>();
  for (const check of healthchecksOf(answer)) {
    for (const id of (plainText(check["channels"]) ?? "").split(",")) used.add(id);
    add(collected, check);
  }
  used.delete("");
  for (const { id, name, kind } of channels.filter((one) =>
    used.delete(plainText(one["id"]) ?? ""),
  ))
    collected.note(
      plainText(name) ?? plainText(id) ?? "Channel",
      `was notified by ${plainText(kind) ?? "an integration"}; the API does not say where: add a device with monitorctl devices add`,
    );
  if (used.size > 0)
    collected.note(
      "Channels",
      `${used.size} of its integrations were notified: add devices with monitorctl devices add`,
    );
  return collected.imported(project);
}

const standardTimeout = 86_400;
const standardGrace = 3600;

function add(collected: Collected, check: Fields): void {
  const title = plainText(check["name"]) ?? plainText(check["slug"]) ?? "Check";
  const remarks = ["has a new ping URL: monitorctl webhook url --ping NAME"];
  const fit = fitter("webhook_monitors", remarks);
  const expected = expectation(check, fit);
  if (typeof expected === "string") return collected.leaveOut(title, expected);
  if (plainText(check["status"]) === "paused")
    remarks.push(
      isOn(check["manual_resume"])
        ? "was paused: pause it after the import"
        : "was paused until its next ping: pause it after the import, and resume it yourself, because a ping does not",
    );
  if (plainText(check["tags"]) !== null)
    remarks.push(`has tags, which monitors do not have: ${plainText(check["tags"])}`);
  if (check["methods"] === "POST") remarks.push("took POST alone; GET and HEAD count here too");
  if (["filter_subject", "filter_body", "filter_http_body"].some((name) => isOn(check[name])))
    remarks.push(
      "told success from failure by words in the body or mail: ping …/success and …/fail",
    );
  const grace = numberOf(check["grace"]) ?? standardGrace;
  collected.add(
    "webhook_monitors",
    title,
    null,
    {
      ...expected,
      grace_minutes: fit("grace_minutes", grace / 60, `grace ${grace} s`),
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
function expectation(check: Fields, fit: Fit): Fields | string {
  const schedule = plainText(check["schedule"])?.trim();
  if (schedule === undefined) {
    const timeout = numberOf(check["timeout"]) ?? standardTimeout;
    return {
      expect_every_minutes: fit("expect_every_minutes", timeout / 60, `timeout ${timeout} s`),
    };
  }
  const expect_timezone = plainText(check["tz"]) ?? "UTC";
  const cron = cronFault(schedule, expect_timezone) === null ? schedule : cronOf(schedule);
  return cron === null
    ? `its schedule cannot be written as a cron expression: ${schedule}`
    : { expect_cron: cron, expect_timezone };
}
