import { nameOf } from "../../input/find-one.ts";
import type { DeletedResource } from "../../../api/deleted-resources.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import { quoted } from "../../output/shell.ts";
import { ageText } from "../../output/age.ts";
import { done, printResult } from "../../call/structured.ts";
import { linesText } from "../../output/table.ts";
import { oneLine } from "../../output/text.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { meaning, wrongInput } from "../../call/failure.ts";
import { kindOf } from "../../input/kinds.ts";

/** Restores a deleted resource; without a name: lists those that can be restored. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  const client = await call.client();
  const deleted = await client.send("GET /deleted_resources", { query: { order: "desc" } });
  const [typed] = args;
  if (typed === undefined) {
    printResult(call, deleted, () => listText(call, deleted));
    return exitCodes.done;
  }
  const { id, kind, external_id } = find(deleted, typed);
  const as = options["as"] as string | undefined;
  const name = nameOf(kind, { id, external_id: as ?? external_id });
  const restored = await client
    .send(`POST /${kind}/:id/restore`, { id, body: as === undefined ? {} : { external_id: as } })
    .catch(
      meaning({
        409: {
          code: "conflict",
          next: `give it another name: monitorctl restore ${quoted(typed)} --as NEW_ID`,
        },
        422: {
          code: "conflict",
          next: "restore first what it refers to: monitorctl restore",
        },
      }),
    );
  done(call, restored, `restored ${name}, with its history and URL`);
  io.stderr.write(
    "No project declares it: the next apply of a manifest that has it takes it over.\n",
  );
  return exitCodes.done;
};

function listText({ io, style }: Call, deleted: readonly DeletedResource[]): string {
  if (deleted.length === 0) return "Nothing was deleted in the last 7 days.\n";
  return linesText(
    [
      ["NAME", "TITLE", "DELETED", "BY", "RESTORABLE UNTIL"],
      ...deleted.map((one) => [
        nameOf(one.kind, one),
        oneLine(one.title),
        `${ageText(one.deleted_at, io.now())} ago`,
        oneLine(one.deleted_by),
        one.restorable_until,
      ]),
    ],
    "",
    style,
  );
}

/** The one that was deleted last under the typed KIND/ID, or under a bare name. */
function find(deleted: readonly DeletedResource[], typed: string): DeletedResource {
  const slash = typed.indexOf("/");
  const kind = slash > 0 ? kindOf(typed.slice(0, slash)) : null;
  const name = kind === null ? typed : typed.slice(slash + 1);
  const fits = (one: DeletedResource) =>
    (kind === null || one.kind === kind) &&
    [one.external_id, one.id, one.title].some((own) => own === name);
  const last = deleted.find(fits);
  if (last) return last;
  throw wrongInput(
    "not_found",
    `nothing of the name "${typed}" was deleted in the last 7 days${didYouMean(
      typed,
      deleted.map((one) => nameOf(one.kind, one)),
    )}`,
    "see what can be restored: monitorctl restore",
  );
}
