import type { AuditEvent } from "../../../api/keys.ts";
import { actorText, changeText } from "../../../core/text/actor.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { ageText } from "../../output/age.ts";
import { tableText } from "../../output/table.ts";
import { print } from "../../output/print.ts";

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
  await print(call, events, {
    name: ({ id }) => id,
    text: (some, wide) =>
      tableText(
        ["TIME", "ACTOR", "ADDRESS", "CHANGE", ...(wide ? ["KEY", "SESSION", "REQUEST"] : [])],
        some.map((event) => [
          `${ageText(event.at, io.now())} ago`,
          actorText(event),
          event.client_address ?? "-",
          changeText(event),
          ...(wide ? [event.key_id ?? "-", event.session_id ?? "-", event.request_id ?? "-"] : []),
        ]),
        style,
      ),
    empty: "The audit log is empty.",
  });
  return exitCodes.done;
};
