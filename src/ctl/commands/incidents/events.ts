import type { Client } from "../../../client/client.ts";
import type { Options, Run } from "../../call/call.ts";
import { statuses, type Status } from "../../../core/model/status.ts";
import { statusMark } from "../../output/mark.ts";
import { momentOf } from "../../input/duration.ts";
import { eventReader, type Event, type EventFilter } from "../../tasks/events.ts";
import { incidentId } from "../../input/incident-id.ts";
import { targetOf } from "../../input/target.ts";
import type { Style } from "../../output/style.ts";
import { tableText } from "../../output/table.ts";
import { print, type Printable } from "../../call/print.ts";
import { again, checkEndless } from "../../tasks/watch.ts";

/** Shows past events, oldest first; with `--follow` also new ones as they happen. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const follow = options["follow"] === true;
  if (follow) checkEndless(call, "--follow");
  const { since: typed } = options;
  const ofIncident = args[0] !== undefined && /^(incidents?\/|#)/.test(args[0]);
  const since =
    ofIncident && typed === undefined
      ? 0
      : momentOf("--since", typeof typed === "string" ? typed : "24h", io.now());
  const client = await call.client();
  const filter = ofIncident
    ? { incident_id: incidentId(args[0]!) }
    : await filterOf(client, args[0], options);
  const read = eventReader(client, filter, since);
  let first = true;
  const how: Printable<Event> = {
    text: (events) => eventsText(events, first, style),
    empty: `Nothing happened since ${new Date(since).toISOString().slice(0, 16)}Z. Look further back: --since 30d`,
  };
  if (!follow) {
    return print(call, await read(), how);
  }
  return again(call, async () => {
    const events = await read();
    if (events.length > 0) await print(call, events, how);
    first &&= events.length === 0;
  });
};

/** The monitor that is named, the group and the project of the flags. */
async function filterOf(
  client: Client,
  typed: string | undefined,
  { group, project }: Options,
): Promise<EventFilter> {
  return {
    ...(await targetOf(client, { monitor: typed, group })),
    ...(typeof project === "string" && { project }),
  };
}

/** The last column is the text, so that later lines align well enough without a second heading. */
function eventsText(events: readonly Event[], heading: boolean, style: Style): string {
  const widths = { subject: 20, event: 14 };
  return tableText(
    heading ? ["AT", "SUBJECT".padEnd(widths.subject), "EVENT".padEnd(widths.event), "TEXT"] : [],
    events.map(({ at, subject, event, text, actor }) => [
      at,
      subject.padEnd(widths.subject),
      { text: event.padEnd(widths.event), paint: colourOf(event, style) },
      event === "note" && actor ? `${actor}: ${text}` : text,
    ]),
    style,
  );
}

function colourOf(event: string, style: Style): (text: string) => string {
  if (event in statuses) return statusMark(event as Status, style)[1];
  if (["opened", "refused"].includes(event)) return style.red;
  return event === "delivered" ? style.green : (text) => text;
}
