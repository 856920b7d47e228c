import type { AuditEvent } from "../../../api/keys.ts";
import { actorText, changeText } from "../../../core/text/actor.ts";
import type { Run } from "../../call/call.ts";
import { ageText } from "../../output/age.ts";
import { inColumns } from "../../output/table.ts";
import { print } from "../../call/print.ts";

/** Lists the last changes with their actors, newest first. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  const events: AuditEvent[] = await client.send("GET /audit_events", {
    query: {
      order: "desc",
      limit: Number(options["limit"]),
    },
  });
  return print(call, events, {
    name: ({ id }) => id,
    text: inColumns<AuditEvent>(style, [
      ["TIME", ({ at }) => `${ageText(at, io.now())} ago`],
      ["ACTOR", actorText],
      ["ADDRESS", ({ client_address }) => client_address ?? "-"],
      ["CHANGE", changeText],
      ["KEY", ({ key_id }) => key_id ?? "-", "wide"],
      ["SESSION", ({ session_id }) => session_id ?? "-", "wide"],
      ["REQUEST", ({ request_id }) => request_id ?? "-", "wide"],
    ]),
    empty: "The audit log is empty.",
  });
};
