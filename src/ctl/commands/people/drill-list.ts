import type { Drill } from "../../../api/drills.ts";
import type { Run } from "../../call/call.ts";
import { findOfKind } from "../../input/find-one.ts";
import { withoutDevice } from "../../tasks/without-device.ts";
import { inColumns } from "../../output/table.ts";
import { print } from "../../call/print.ts";
import { personName } from "../../../core/text/person.ts";

/** Lists the drills of a group, with the members that responded and those that did not. */
export const run: Run = async (call) => {
  const { args, style, options } = call;
  const client = await call.client();
  const typed = args[0]!.replace(/^ag\//, "");
  const group = await findOfKind(client, "alert_groups", typed);
  const drills = await client.send("GET /alert_groups/:id/drills", { id: group.id });
  const people = ["json", "yaml", "name"].includes(options.output ?? "")
    ? []
    : await client.send("GET /users");
  const names = new Map(people.map((person) => [person.id, personName(person)]));
  const named = (ids: string[]) => ids.map((id) => names.get(id) ?? id).join(", ") || "-";
  const silent = new Set(drills.flatMap(({ unanswered }) => unanswered));
  const without = await withoutDevice(
    client,
    [...silent].filter((id) => names.has(id)),
  );
  const missing = ({ unanswered, ended_at }: Drill) =>
    unanswered
      .map((id) => {
        const state = without.has(id) ? " (no device)" : ended_at === null ? " (not yet)" : "";
        return `${names.get(id) ?? id}${state}`;
      })
      .join(", ");
  return print(call, drills, {
    name: ({ id }: Drill) => id,
    text: inColumns(style, [
      ["AT", ({ at }) => at],
      ["STARTED BY", ({ started_by }) => started_by ?? "schedule"],
      ["ANSWERED", ({ answered }) => named(answered.map(({ user_id }) => user_id))],
      [
        "NOT ANSWERED",
        (drill) =>
          drill.unanswered.length === 0
            ? "-"
            : {
                text: missing(drill),
                paint: drill.ended_at === null ? style.yellow : style.red,
              },
      ],
      ["ID", ({ id }) => id, "wide"],
    ]),
    empty: `"${group.title}" has had no drill. Start one: monitorctl drill run ${typed}`,
  });
};
