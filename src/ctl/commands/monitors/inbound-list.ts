import { kindsWith } from "../../../resource/resources.ts";
import type { InboundEvent } from "../../../api/inbound.ts";
import type { Client } from "../../../client/client.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { findOne, nameOf } from "../../input/find-one.ts";
import { ageText } from "../../output/age.ts";
import { inColumns } from "../../output/table.ts";
import { print } from "../../call/print.ts";

const kinds = kindsWith("hasAddress");

/** The columns for people; programs get all fields. */
const defaultRows = 50;

/** Lists the stored inbound events, newest first. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const target = args[0] ? await findOne(client, args[0], kinds) : null;
  const events = await client.send("GET /inbound_events", {
    query: {
      order: "desc",
      ...(target ? { target_id: target.resource.id } : {}),
    },
  });
  const names = await namesOf(client);
  await print(call, events, {
    name: ({ id }) => id,
    text: (some, wide) => {
      const rows = some.slice(0, wide ? undefined : defaultRows);
      const left = some.length - rows.length;
      return (
        inColumns<InboundEvent>(style, [
          ["ID", ({ id }) => id],
          ["RECEIVED", ({ received_at }) => `${ageText(received_at, io.now())} ago`],
          ["TARGET", (event) => names.get(event.target_id) ?? event.target_kind],
          ["ANSWER", (event) => answerCell(event, style.red)],
          ["FORMAT", ({ format }) => format ?? "-", "spare"],
          ["REASON", ({ reason }) => reason ?? "", "spare"],
        ])(rows) + (left > 0 ? `and ${left} earlier ones: monitorctl inbound list -o wide\n` : "")
      );
    },
    empty:
      "Nothing was kept. Error reports that were taken are in their incident: monitorctl incidents",
  });
  return exitCodes.done;
};

function answerCell({ http_status, replayed_at }: InboundEvent, paint: (text: string) => string) {
  const text = `${http_status}${replayed_at ? ", replayed" : ""}`;
  return http_status >= 400 && !replayed_at ? { text, paint } : text;
}

async function namesOf(client: Client): Promise<Map<string, string>> {
  const lists = await Promise.all(
    kinds.map(async (kind) =>
      (await client.send(`GET /${kind}`)).map((r) => [r.id, nameOf(kind, r)] as const),
    ),
  );
  return new Map(lists.flat());
}
