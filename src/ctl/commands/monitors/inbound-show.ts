import type { InboundEvent } from "../../../api/inbound.ts";
import { pingFormat } from "../../../core/model/event.ts";
import type { Run } from "../../call/call.ts";
import { section } from "../../output/incident.ts";
import type { Style } from "../../output/style.ts";
import { linesText } from "../../output/table.ts";
import { visible } from "../../output/text.ts";
import { printOne } from "../../call/print.ts";

/** Shows one delivery with its headers and its body. */
export const run: Run = async (call) => {
  const client = await call.client();
  const event = await client.send("GET /inbound_events/:id", { id: call.args[0]! });
  return printOne(call, event, (one) => eventText(one, call.style));
};

function eventText(event: InboundEvent, style: Style): string {
  const { headers, body } = event;
  const rows: [string, string | null | undefined][] = [
    ["received", event.received_at],
    ["target", `${event.target_kind} ${event.target_id}`],
    ["answer", `HTTP ${event.http_status}`],
    ["reason", event.reason],
    ["sender", event.unauthenticated ? "not authenticated" : null],
    ["format", event.format],
    ["alerts", event.accepted?.toString()],
    ["content type", event.content_type],
    ["replayed", event.replayed_at],
  ];
  return [
    linesText(
      rows.flatMap(([label, value]) =>
        value == null ? [] : [[{ text: label, paint: style.dim }, value]],
      ),
      "",
    ),
    ...(headers ? [section("Headers", style), linesText(Object.entries(headers), "  ")] : []),
    section("Body", style),
    `${visible(pretty(body))}\n`,
    // Neither would do anything else than before.
    event.http_status === 400 || event.format === pingFormat
      ? ""
      : `\nHandle it once more: monitorctl inbound replay ${event.unauthenticated ? "--unauthenticated " : ""}${event.id}\n`,
  ].join("");
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
