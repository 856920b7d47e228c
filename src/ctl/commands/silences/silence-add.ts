import type { SilenceCreate } from "../../../api/silences.ts";
import type { Client } from "../../../client/client.ts";
import { kindsWith } from "../../../resource/resources.ts";
import { limits } from "../../../resource/schema.ts";
import type { Call, Options, Run } from "../../call/call.ts";
import { comingOf, durationOf, instantText } from "../../input/duration.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { silenceText } from "../../output/silence.ts";
import { targetOf } from "../../input/target.ts";
import { namesOfSilenced } from "../../tasks/silenced.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Silences a monitor, a group, alerts with certain labels, or everything. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const times = timesOf(call);
  const wide = widthOf(options);
  const client = await call.client();
  const made = await client.send("POST /silences", {
    body: {
      ...times,
      ...wide,
      ...(await targetOf(client, options)),
      ...(await sourcesOf(client, options["project"])),
      reason: String(options["reason"]),
      ...(typeof options["by"] === "string" ? { by: options["by"] } : {}),
    },
  });
  if (!printedAsJson(call, made)) {
    const names = await namesOfSilenced(client, [made]);
    io.stdout.write(
      `${style.green(style.sign.done)} ${silenceText(made, names)}\nTo end it sooner: monitorctl silence end ${made.id}\n`,
    );
  }
  return exitCodes.done;
};

/** The monitors and groups of a project, as they are now: one that is declared later is not silenced. */
async function sourcesOf(
  client: Client,
  project: unknown,
): Promise<Pick<SilenceCreate, "source_ids">> {
  if (typeof project !== "string") return {};
  const lists = await Promise.all(
    kindsWith("subject").map((kind) => client.send(`GET /${kind}`, { query: { project } })),
  );
  const source_ids = lists.flat().map(({ id }) => id);
  if (source_ids.length > limits.silenced)
    throw wrongInput(
      "too_many",
      `project ${project} has ${source_ids.length} monitors and groups, and one silence takes ${limits.silenced}`,
      "silence its groups: --group NAME, once for each",
    );
  if (source_ids.length > 0) return { source_ids };
  throw wrongInput(
    "not_found",
    `no monitor and no alert group belongs to a project "${project}"`,
    "list them: monitorctl get all",
  );
}

/** When: once from now on or from a moment on, or again and again. */
function timesOf({ io, options }: Call): Partial<SilenceCreate> {
  const { for: lasting, until, from, cron, duration, timezone } = options;
  if (typeof cron === "string") {
    if (duration === undefined)
      throw wrongInput(
        "usage",
        "--cron needs --duration, the length of each window",
        `for example --cron "${cron}" --duration 1h`,
      );
    const minutes = Math.round(durationOf("--duration", duration) / 60_000);
    return {
      cron,
      duration_minutes: minutes,
      ...(typeof timezone === "string" ? { timezone } : {}),
      ...(typeof until === "string" ? { until: comingOf("--until", until, io.now()) } : {}),
    };
  }
  const stray = duration !== undefined ? "--duration" : "--timezone";
  if (duration !== undefined || timezone !== undefined)
    throw wrongInput(
      "usage",
      `${stray} is for what comes back, and --cron is not there`,
      "set its length with: --for 2h",
    );
  if (lasting === undefined && until === undefined && options["untilRecovered"] !== true)
    throw wrongInput(
      "usage",
      "no duration given",
      "add --for 2h, --until 2026-12-31T18:00, --until-recovered or --cron",
    );
  const begins = typeof from === "string" ? comingOf("--from", from, io.now()) : null;
  const start = begins === null ? io.now() : Date.parse(begins);
  return {
    ...(begins === null ? {} : { from: begins }),
    ...(lasting === undefined ? {} : { until: instantText(start + durationOf("--for", lasting)) }),
    ...(typeof until === "string" ? { until: comingOf("--until", until, io.now()) } : {}),
    ...(options["untilRecovered"] === true ? { until_recovered: true } : {}),
  };
}

/** The labels; fails when no target is given at all. */
function widthOf(options: Options): Partial<SilenceCreate> {
  const matchers = (options["match"] ?? []) as string[];
  const narrow =
    ["monitor", "group", "project"].some((flag) => options[flag] !== undefined) ||
    matchers.length > 0;
  if (!narrow && options["everything"] !== true)
    throw wrongInput(
      "usage",
      "say what to silence",
      "add --monitor KIND/ID, --group ID, --project NAME or --match LABEL=VALUE; or --everything",
    );
  if (narrow && options["everything"] === true)
    throw wrongInput(
      "usage",
      "--everything leaves nothing to narrow down",
      "leave it out, or leave out --monitor, --group, --project and --match",
    );
  return matchers.length > 0 ? { matchers } : {};
}
