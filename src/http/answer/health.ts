/**
 * The health of this service in the format that monitord itself reads: one monitord can watch another. Pure.
 */
import type { Outside } from "../../app/ports.ts";
import type { Vitals } from "../../store/reads/vitals.ts";
import { singleSignOnCheck } from "./health-providers.ts";
import { formatRange } from "../../core/gap/gap.ts";
import { formatBytes } from "../../core/text/bytes.ts";
import { plural } from "../../core/text/plural.ts";
import { standsFor } from "../../core/clock/timeline.ts";
import { formatDuration, formatShift } from "../../core/text/duration.ts";
import type { Instant } from "../../core/model/model.ts";
import {
  retentionNotice,
  uncaughtException,
  type HealthCheckName,
} from "../../core/status/remedies.ts";

/** Checks and pushes may wait this long before it is worth a word, and this long before it is a failure. */
const late = { warning: 30_000, failed: 120_000 };

export interface Check {
  name: HealthCheckName;
  label: string;
  status: "ok" | "warning" | "failed";
  notificationMessage: string;
  shortSummary: string;
  meta: Record<string, unknown>;
}

/** The report as of `now`. `database`: why it takes no writes, or null. */
export function healthReport(
  vitals: Vitals,
  outside: Outside,
  database: string | null,
  now: Instant,
): { finishedAt: number; checkResults: Check[] } {
  return {
    finishedAt: Math.floor(now / 1000),
    checkResults: [
      of("database", "Database", database === null ? "ok" : "failed", {
        summary: database === null ? "accepts writes" : "accepts no writes",
        message: database ?? "",
      }),
      ...diskCheck(outside),
      ...backupCheck(outside, now),
      ...provisioningCheck(outside, now),
      ...singleSignOnCheck(outside),
      waiting("checks", "Health checks on time", vitals.oldest_due_check_ms),
      uncheckedCheck(outside),
      waiting("pushes", "Pushes on time", vitals.oldest_due_push_ms),
      exceptionsCheck(outside),
      clockCheck(vitals),
      retentionCheck(vitals),
      network(outside, now),
      pushServers(outside),
      gapCheck(vitals, now),
      named("devices", "Devices", vitals.broken_devices.length, "rejected by their push server"),
      named(
        "alert_groups",
        "Alert groups",
        vitals.unreachable_groups.length,
        "without a member who can be reached",
      ),
      named(
        "coverage",
        "Somebody is on call",
        vitals.uncovered_groups.length,
        "with hours without anybody in the next 7 days",
      ),
      named(
        "schedules",
        "Schedules without gaps",
        vitals.uncovered_schedules.length,
        "with nobody on call at some time in the next 7 days",
      ),
      reached(vitals),
      named(
        "drills",
        "People answer drills",
        vitals.unanswered_drills.length,
        "did not answer a drill",
      ),
      named(
        "inbound",
        "Inbound URLs of alert groups",
        vitals.failing_urls.length,
        "rejecting what is sent to them",
      ),
    ],
  };
}

/** The report while the database is unavailable. */
export function databaseAway(now: Instant): ReturnType<typeof healthReport> {
  return {
    finishedAt: Math.floor(now / 1000),
    checkResults: [
      of("database", "Database", "failed", {
        summary: "away",
        message: "The database does not answer.",
      }),
    ],
  };
}

function of(
  name: HealthCheckName,
  label: string,
  status: Check["status"],
  { summary, message }: { summary: string; message: string },
): Check {
  return {
    name,
    label,
    status,
    notificationMessage: message,
    shortSummary: summary,
    meta: {},
  };
}

const statusOfDisk = { ok: "ok", low: "warning", full: "failed", unwritable: "failed" } as const;

function diskCheck({ disk }: Outside): Check[] {
  if (disk === null) return [];
  const { state, sentence, room } = disk;
  const check = of("disk", "Disk", statusOfDisk[state], {
    summary: `${formatBytes(room.free)} free of ${formatBytes(room.size)}`,
    message: state === "ok" ? "" : sentence,
  });
  return [{ ...check, meta: { free_bytes: room.free, size_bytes: room.size } }];
}

/** A day, and time to make one, ms. */
const oldBackup = 26 * 3600_000;

/** Readable without a key: the reason, which names files, is in the log. */
function backupCheck({ backup }: Outside, now: Instant): Check[] {
  if (!backup) return [];
  const { made_at, problem } = backup;
  const age = made_at === null ? null : formatDuration(now - made_at);
  const isLate = made_at !== null && now - made_at > oldBackup;
  const late = isLate ? `The newest backup is ${age} old.` : "";
  return [
    of("backup", "Daily backup", problem !== null || isLate ? "warning" : "ok", {
      summary: age === null ? "none yet" : `${age} old`,
      message: problem === null ? late : "The last backup failed; the log says why.",
    }),
  ];
}

/** Readable without a key: the mistakes, which name files and resources, are in the log. */
function provisioningCheck({ provisioning }: Outside, now: Instant): Check[] {
  if (!provisioning) return [];
  const { applied_at, mistakes } = provisioning;
  const applied =
    applied_at === null ? "not applied" : `applied ${formatDuration(now - applied_at)} ago`;
  return [
    of("provisioning", "Provisioned manifests", mistakes > 0 ? "warning" : "ok", {
      summary: mistakes > 0 ? plural(mistakes, "mistake") : applied,
      message:
        mistakes > 0
          ? `Manifests could not be applied (${plural(mistakes, "mistake")}); what was applied before stays. The log names each.`
          : "",
    }),
  ];
}

/** Readable without a key: only the kind of server, never its address. */
function pushServers({ channels }: Outside): Check {
  const away = channels.filter(({ problem }) => problem !== null);
  const kinds = (of: typeof channels) => of.map(({ kind }) => kind).join(", ");
  return of("push_servers", "Push servers", away.length === 0 ? "ok" : "failed", {
    summary:
      away.length > 0
        ? `${kinds(away)} cannot be reached`
        : channels.length > 0
          ? `${kinds(channels)} can be reached`
          : "none is used",
    message:
      away.length === 0
        ? ""
        : `No push can be sent through ${kinds(away)}; Settings in the dashboard says why.`,
  });
}

/** Readable without a key: only the numbers of incidents. */
function reached({ unreached_incidents }: Vitals): Check {
  const lost = unreached_incidents.filter(({ on_hold }) => !on_hold);
  const held = unreached_incidents.length - lost.length;
  const onHold = `${plural(held, "incident")} on hold until contact hours`;
  const numbers = lost.slice(0, 5).map(({ number }) => `#${number}`);
  const more = lost.length > numbers.length ? ` and ${lost.length - numbers.length} more` : "";
  const check = of(
    "incidents",
    "Open incidents have reached somebody",
    lost.length === 0 ? "ok" : "warning",
    {
      summary: [
        lost.length === 0 ? "all of them" : `${lost.length} reached nobody`,
        ...(held === 0 ? [] : [onHold]),
      ].join(", "),
      message:
        lost.length === 0 ? "" : `No page was accepted for incident ${numbers.join(", ")}${more}.`,
    },
  );
  return { ...check, meta: { unreached: lost.length, on_hold: held } };
}

function network({ offline_since }: Outside, now: Instant): Check {
  const away = offline_since === null ? "" : formatDuration(now - offline_since);
  return of("network", "Own network", away === "" ? "ok" : "failed", {
    summary: away === "" ? "reachable" : `unreachable for ${away}`,
    message: away === "" ? "" : "Neither monitors nor push servers can be reached from here.",
  });
}

function clockCheck({ clock }: Vitals): Check {
  const step = clock?.step ?? null;
  const by = step && formatShift(step.by);
  return of("clock", "Clock", step ? "warning" : "ok", {
    summary: step ? `stepped by ${by}` : "steady",
    message: step
      ? `The clock was stepped by ${by}. Monitoring goes on as before, and adopts the new time if it stands for ${formatDuration(standsFor)}.`
      : "",
  });
}

function retentionCheck({ clock }: Vitals): Check {
  const until = clock?.retention_waits_until ?? null;
  return of("retention", "Retention", until === null ? "ok" : "warning", {
    summary: until === null ? "on time" : "waits",
    message: until === null ? "" : retentionNotice(until),
  });
}

/** How long a monitoring gap is reported, ms. */
const recent = 3600_000;

function gapCheck({ blind_periods }: Vitals, now: Instant): Check {
  const last = blind_periods[0];
  const range = last ? formatRange(last, "UTC") : "";
  return of("blind_periods", "Monitoring gaps", last && now - last.to < recent ? "warning" : "ok", {
    summary: last ? range : "none in the last 24 h",
    message: last ? `Monitoring gap ${range}: ${last.reason}.` : "",
  });
}

function waiting(name: HealthCheckName, label: string, ms: number): Check {
  const status = ms >= late.failed ? "failed" : ms >= late.warning ? "warning" : "ok";
  return of(name, label, status, {
    summary: status === "ok" ? "on time" : `${formatDuration(ms)} late`,
    message: status === "ok" ? "" : `The oldest has been waiting for ${formatDuration(ms)}.`,
  });
}

/** Readable without a key: only a number, never names. Without a network no result counts. */
function uncheckedCheck({ unchecked = 0, offline_since }: Outside): Check {
  const count = offline_since === null ? unchecked : 0;
  const what = `${plural(count, "monitor")} not checked for three intervals`;
  return of("unchecked", "Every monitor is checked", count === 0 ? "ok" : "warning", {
    summary: count === 0 ? "all of them" : what,
    message: count === 0 ? "" : `${what}; \`monitord doctor\` names them.`,
  });
}

/** Readable without a key: only numbers; the log has the rest. */
function exceptionsCheck({ exceptions = [] }: Outside): Check {
  const recent = exceptions.filter((one) => one.recent > 0);
  const count = recent.reduce((sum, one) => sum + one.recent, 0);
  const uncaught = recent.some(({ where }) => where === uncaughtException);
  const places = recent.map((one) => `${one.where} ${one.recent}`).join(", ");
  return of("exceptions", "Exceptions", count === 0 ? "ok" : uncaught ? "failed" : "warning", {
    summary: count === 0 ? "none in the last hour" : places,
    message:
      count === 0
        ? ""
        : `${plural(count, "exception")} in the last hour (${places}); the log says what was thrown.`,
  });
}

function named(name: HealthCheckName, label: string, troubled: number, what: string): Check {
  return of(name, label, troubled === 0 ? "ok" : "warning", {
    summary: troubled === 0 ? "all healthy" : `${troubled} ${what}`,
    // Readable without a key: only a number, never names.
    message: troubled === 0 ? "" : `${troubled} ${what}; \`monitorctl doctor\` names them.`,
  });
}
