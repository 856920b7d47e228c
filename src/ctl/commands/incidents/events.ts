import type { Run } from "../../call/call.ts";
import { statuses, type Status } from "../../../core/model/status.ts";
import { statusMark } from "../../output/mark.ts";
import { momentOf } from "../../input/duration.ts";
import { eventReader, type Event } from "../../tasks/events.ts";
import { findOne, monitorKinds } from "../../input/find-one.ts";
import type { Style } from "../../output/style.ts";
import { tableText } from "../../output/table.ts";
import { print, type Printable } from "../../call/print.ts";
import { again, checkEndless } from "../../tasks/watch.ts";

/** Shows past events, oldest first; with `--follow` also new ones as they happen. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const follow = options["follow"] === true;
  if (follow) checkEndless(call, "--follow");
  const since = momentOf("--since", String(options["since"]), io.now());
  const client = await call.client();
  const target = args[0] ? await findOne(client, args[0], monitorKinds) : null;
  const read = eventReader(client, target, since, (count) =>
    io.stderr.write(
      `The statuses of ${count} monitors are left out; name one to see its own: monitorctl events KIND/ID\n`,
    ),
  );
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
