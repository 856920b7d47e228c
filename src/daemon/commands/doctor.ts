/**
 * `monitord doctor`: checks the configuration step by step and prints how to fix each finding. Exits with
 * 1 on an error.
 */
import { existsSync } from "node:fs";
import type { Store } from "../../app/store.ts";
import type { Instant } from "../../core/model/model.ts";
import type { UncheckedMonitor } from "../../store/reads/checks.ts";
import { allChannels } from "../../channel/registry.ts";
import { NotInUse } from "../../store/copy/mark.ts";
import { whyFileNotInUse } from "../../store/sqlite/mark.ts";
import { canShrink, unusable } from "../../store/sqlite/verify.ts";
import { createPusher, openSenders } from "../../channel/senders.ts";
import { rulesOf } from "../../core/access/address.ts";
import { diskRemedy, hasRoomForReserve, seenDisk } from "../../core/disk/room.ts";
import { reserveFile, roomIn } from "../../store/sqlite/reserve.ts";
import { healthChecks, type HealthCheckName } from "../../core/status/remedies.ts";
import { formatRange } from "../../core/gap/gap.ts";
import { gapText } from "../../core/on-call/coverage-text.ts";
import { machineClock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import { askService, serviceUrl } from "./ask-service.ts";
import { runningPid } from "../lock.ts";
import { modeOf } from "./secrets.ts";
import { configured, out, withStore, type Invocation } from "./invocation.ts";
import { databaseFileOf, shownDatabase } from "../open-store.ts";
import { networkDisk, networkDiskRemedy } from "../disk/network-disk.ts";
import { version } from "../../store/migrations/version.ts";

type Finding = { mark: "✓" | "!" | "✗"; text: string; fix?: string };

export async function run(invocation: Invocation): Promise<number> {
  const config = configured(invocation);
  if (!config) return 78;
  const findings: Finding[] = [
    { mark: "✓", text: "configuration" },
    // Only a database file is inspected here: a database server has its own tools for operators.
    ...(config.databaseUrl === null
      ? [...database(config), space(config), ...network(config)]
      : []),
    keyFile(config),
    site(config),
    await daemon(config),
    ...(await channels(config)),
    ...(await people(invocation, config)),
  ];
  for (const [index, { mark, text, fix }] of findings.entries()) {
    // A remedy of several findings is printed once, after the last of them.
    const isLast = findings[index + 1]?.fix !== fix;
    out(`${mark} ${text}${fix && isLast ? `\n    ${fix}` : ""}`);
  }
  return findings.some(({ mark }) => mark === "✗") ? 1 : 0;
}

function database(config: Config): Finding[] {
  const file = databaseFileOf(config);
  if (!existsSync(file))
    return [
      {
        mark: "!",
        text: `database: none yet in ${config.dataDir}`,
        fix: "Start monitord once.",
      },
    ];
  const problem = unusable(file);
  const why = problem === null ? whyFileNotInUse(file) : null;
  if (why !== null) return [notInUse(file, why)];
  if (problem === null && !canShrink(file))
    return [
      {
        mark: "!",
        text: `database ${file}: rebuilt by another program, it never gives back the space of deleted rows`,
        fix: "Stop monitord, and restore a backup of it: monitord backup FILE, then monitord restore FILE",
      },
    ];
  return problem === null
    ? [{ mark: "✓", text: `database ${file}` }]
    : [
        {
          mark: "✗",
          text: `database ${file} ${problem}`,
          fix: "Restore the latest backup: monitord restore FILE",
        },
      ];
}

/** A database that was moved, or holds an incomplete copy. */
const notInUse = (shown: string, why: string): Finding => ({
  mark: "✗",
  text: `database ${shown}: no monitord starts on it`,
  fix: why,
});

/** Whether its key fits the database, the database says when it is opened. */
function keyFile({ secretsKeyFile: file }: Config): Finding {
  if (!existsSync(file))
    return {
      mark: "!",
      text: `secrets key file ${file}: none yet`,
      fix: "Start monitord once; it makes one. A database from elsewhere needs its own file there.",
    };
  const mode = modeOf(file);
  return mode === "600" || mode === "400"
    ? { mark: "✓", text: `secrets key file ${file}, readable for this user alone` }
    : {
        mark: "✗",
        text: `secrets key file ${file}: its mode is ${mode}, others can read it`,
        fix: `chmod 600 ${file}`,
      };
}

function space({ dataDir }: Config): Finding {
  if (!existsSync(dataDir))
    return { mark: "!", text: `data directory ${dataDir} is not there yet` };
  const room = roomIn(dataDir);
  // A database without its reserve has met a full disk.
  const file = databaseFileOf({ dataDir });
  const full = existsSync(file) && !existsSync(reserveFile(file)) && !hasRoomForReserve(room);
  const { state, sentence } = seenDisk({ room, failure: null, full }, "ok");
  const mark = { ok: "✓", low: "!", full: "✗", unwritable: "✗" } as const;
  return { mark: mark[state], text: sentence, ...(state !== "ok" && { fix: diskRemedy }) };
}

function network({ dataDir }: Config): Finding[] {
  const text = networkDisk(dataDir);
  return text === null ? [] : [{ mark: "!", text, fix: networkDiskRemedy }];
}

function site({ siteUrl, ...config }: Config): Finding {
  const url = siteUrl ?? serviceUrl(config);
  return /\/\/(localhost|127\.|\[::1\])/.test(url)
    ? {
        mark: "!",
        text: `site URL ${url}: reachable from this machine only`,
        fix: "Set --site-url to the address that applications and phones use.",
      }
    : { mark: "✓", text: `site URL ${url}` };
}

async function daemon(config: Config): Promise<Finding> {
  const at = serviceUrl(config);
  const answer = await askService(config, "/readyz");
  if (answer.status === 200) return { mark: "✓", text: `daemon on ${at}` };
  const pid = answer.status === null ? runningPid(config.dataDir) : null;
  if (pid !== null)
    return {
      mark: "!",
      text: `daemon: nothing answers on ${at}, but pid ${pid} runs on ${config.dataDir}`,
      fix: "Run doctor with the options and variables of the service, above all --host and --port.",
    };
  return answer.status === null
    ? { mark: "!", text: `daemon: nothing answers on ${at}`, fix: "Start it." }
    : { mark: "✗", text: `daemon on ${at}: ${answer.text}` };
}

/** Asks every channel that the operator configured a server for. */
async function channels({ channels: settings, allowAddresses }: Config): Promise<Finding[]> {
  const senders = await openSenders(settings, {
    now: () => machineClock.read().wall,
    profile: () => "single",
    exceptions: rulesOf(allowAddresses),
    userAgent: `monitord/${version}`,
    site: () => null,
  });
  const findings: Finding[] = [];
  for (const [kind, channel] of allChannels) {
    const given = settings[kind];
    const diagnosis = given && channel.diagnosis(given);
    const problem = await senders[kind]?.check?.();
    if (!diagnosis || problem === undefined) continue;
    const { what, fix } = diagnosis;
    findings.push(
      problem === null
        ? { mark: "✓", text: what }
        : { mark: "✗", text: `${what}: ${problem}`, fix },
    );
  }
  await createPusher(senders).close();
  return findings;
}

/** Monitors that are named in a row before the others are only counted. */
const mostNamed = 20;

async function uncheckedMonitors(store: Pick<Store, "read">, now: Instant) {
  const all: UncheckedMonitor[] = [];
  for (let after: string | null = ""; after !== null;) {
    const { found, next }: { found: UncheckedMonitor[]; next: string | null } =
      await store.read.unchecked({ after, now });
    all.push(...found);
    after = next;
  }
  return all;
}

/** The remedy of a sub-check, and the guide about it. */
const fixOf = (name: HealthCheckName): string =>
  `${healthChecks[name].remedy}\n    Read: monitorctl guide ${healthChecks[name].guide}`;

async function people(invocation: Invocation, config: Config): Promise<Finding[]> {
  const onServer = config.databaseUrl !== null;
  const file = databaseFileOf(config);
  if (!onServer && (!existsSync(file) || whyFileNotInUse(file) !== null)) return [];
  const findings: Finding[] = [];
  const reading = withStore(invocation, async ({ store, now }) => {
    const vitals = await store.read.vitals(now);
    for (const period of vitals.blind_periods)
      findings.push({
        mark: "!",
        text: `monitoring gap ${formatRange(period, "UTC")}: ${period.reason}`,
        fix: fixOf("blind_periods"),
      });
    for (const { title, reason } of vitals.failing_urls)
      findings.push({
        mark: "!",
        text: `alert group "${title}" refuses what is sent to its URL: ${reason}`,
        fix: fixOf("inbound"),
      });
    for (const group of vitals.unreachable_groups)
      findings.push({
        mark: "✗",
        text: `alert group "${group.title}" (${group.external_id ?? group.id}): nobody can be reached`,
        fix: fixOf("alert_groups"),
      });
    for (const { title, timezone, gap } of vitals.uncovered_groups)
      findings.push({
        mark: "!",
        text: `alert group "${title}" notifies nobody ${gapText(gap, timezone, now)}`,
        fix: fixOf("coverage"),
      });
    for (const { title, times, timezone } of vitals.uncovered_schedules)
      findings.push({
        mark: "!",
        text: `schedule "${title}" has nobody on call ${times} (${timezone})`,
        fix: fixOf("schedules"),
      });
    for (const { number, title, on_hold } of vitals.unreached_incidents)
      if (!on_hold)
        findings.push({
          mark: "✗",
          text: `incident #${number} "${title}" has reached nobody`,
          fix: fixOf("incidents"),
        });
    for (const { title, user_email, since } of vitals.unanswered_drills)
      findings.push({
        mark: "!",
        text: `${user_email} of alert group "${title}" has not answered the drill of ${new Date(since).toISOString().slice(0, 16)}Z`,
        fix: fixOf("drills").replace("USER", user_email),
      });
    for (const device of vitals.broken_devices)
      findings.push({
        mark: "!",
        text: `device ${device.name ?? device.id} of ${device.user_email}: ${device.reason}`,
        fix: fixOf("devices"),
      });
    const unchecked = await uncheckedMonitors(store, now);
    for (const { title, checked_at } of unchecked.slice(0, mostNamed))
      findings.push({
        mark: "!",
        text: `monitor "${title}" is not checked: ${checked_at === null ? "never" : `last at ${new Date(checked_at).toISOString().slice(0, 16)}Z`}`,
        fix: fixOf("unchecked"),
      });
    if (unchecked.length > mostNamed)
      findings.push({
        mark: "!",
        text: `${unchecked.length - mostNamed} more monitors are not checked`,
        fix: fixOf("unchecked"),
      });
    return 0;
  });
  const code = await reading.catch((error: unknown) => {
    if (error instanceof NotInUse) return error.message;
    throw error;
  });
  if (typeof code === "string") return [notInUse(shownDatabase(config), code)];
  if (onServer)
    findings.unshift(
      code === 0
        ? { mark: "✓", text: `database ${shownDatabase(config)}` }
        : {
            mark: "✗",
            text: `database ${shownDatabase(config)}`,
            fix: "Check --database-url, and that the server runs and lets this machine in.",
          },
    );
  return findings;
}
