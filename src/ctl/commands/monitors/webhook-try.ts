import { resolve } from "node:path";
import { readFileSync } from "node:fs";
import type { TriedBody, TryBody } from "../../../api/try-body.ts";
import type { Client } from "../../../client/client.ts";
import type { Call, Run } from "../../call/call.ts";
import { wrongInput } from "../../call/failure.ts";
import { printOne } from "../../call/print.ts";
import { findOne } from "../../input/find-one.ts";
import { readInput, type Io } from "../../io.ts";
import { plural } from "../../../core/text/plural.ts";
import type { Style } from "../../output/style.ts";
import { linesText, type Cell } from "../../output/table.ts";
import { oneLine } from "../../output/text.ts";

/** Tries a body at an alert group; it is not saved. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const { file, delivery, mapping } = options;
  if ((typeof file === "string") === (typeof delivery === "string"))
    throw wrongInput(
      "usage",
      "one body is tried: a file, or a delivery",
      "monitorctl webhook try ag/oncall -f body.json, or --delivery ID",
    );
  const client = await call.client();
  const body: TryBody = {
    ...(typeof file === "string" && { body: await textOf(io, file) }),
    ...(typeof delivery === "string" && { delivery_id: delivery }),
    ...(typeof mapping === "string" && {
      mapping: await mappingIn(await textOf(io, mapping)),
      recent: true,
    }),
  };
  const id = await groupOf(call, client);
  const tried = await client.send("POST /alert_groups/:id/try_body", { id, body });
  return printOne(call, tried, (one) => triedText(one, style));
};

/** The id of the group that is named, or that the delivery was posted to, or of the only one. */
async function groupOf({ args, options }: Call, client: Client): Promise<string> {
  if (args[0] !== undefined) return (await findOne(client, args[0], ["alert_groups"])).resource.id;
  const { delivery } = options;
  if (typeof delivery === "string")
    return (await client.send("GET /inbound_events/:id", { id: delivery })).target_id;
  const groups = await client.send("GET /alert_groups");
  if (groups.length === 1) return groups[0]!.id;
  throw wrongInput("usage", "the alert group is missing", "name one: monitorctl get ag");
}

async function textOf(io: Io, path: string): Promise<string> {
  if (path === "-") return (await readInput(io)).toString("utf8");
  try {
    return readFileSync(resolve(io.cwd, path), "utf8");
  } catch (error) {
    throw wrongInput(
      "no_file",
      `${path} cannot be read: ${(error as Error).message}`,
      "check the path",
    );
  }
}

/** A mapping in YAML or JSON, alone or as the field of a group. */
async function mappingIn(text: string): Promise<NonNullable<TryBody["mapping"]>> {
  const { parse } = await import("yaml");
  try {
    const value = parse(text, { maxAliasCount: 0 }) as { inbound_mapping?: object } | null;
    return (value?.inbound_mapping ?? value ?? {}) as NonNullable<TryBody["mapping"]>;
  } catch (error) {
    throw wrongInput(
      "usage",
      `the mapping is not YAML: ${(error as Error).message}`,
      "write it as in a manifest, for example title: event.name",
    );
  }
}

function triedText(
  { format, reason, alerts, left_out, remarks, recent }: TriedBody,
  style: Style,
): string {
  const head =
    reason === null
      ? `Read as ${format}: ${plural(alerts.length, "alert")}${left_out > 0 ? `, ${left_out} left out` : ""}. Nothing is saved.`
      : style.red(`It would be refused: ${oneLine(reason)}`);
  return [
    `${head}\n`,
    ...remarks.map((remark) => `${style.dim(style.sign.arrow)} ${oneLine(remark)}\n`),
    ...alerts.map((alert) => {
      const paint = alert.status === "firing" ? style.red : style.green;
      const rows: [string, string | null][] = [
        ["text", alert.text],
        ["identity", alert.identity],
        ["severity", alert.severity],
        ["priority", String(alert.priority_level)],
        ...alert.links.map(({ name, url }): [string, string] => [name, url]),
        ["effect", alert.effect],
      ];
      const cells = rows.flatMap(([label, value]): Cell[][] =>
        value === null ? [] : [[{ text: label, paint: style.dim }, value]],
      );
      return `\n${paint(alert.status)}  ${style.bold(oneLine(alert.title))}\n${linesText(cells, "  ")}`;
    }),
    ...(recent.length === 0 ? [] : [recentText(recent)]),
  ].join("");
}

/** The last inbound events that another mapping changes. */
function recentText(recent: TriedBody["recent"]): string {
  const different = recent.filter(({ difference }) => difference !== null);
  const rows = different.map(({ delivery_id, difference }) => [delivery_id, oneLine(difference!)]);
  const read = `With this mapping ${recent.length - different.length} of the last ${plural(recent.length, "inbound event")} read as before`;
  return rows.length === 0 ? `\n${read}.\n` : `\n${read}:\n${linesText(rows, "  ")}`;
}
