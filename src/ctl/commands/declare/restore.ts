import { nameOf } from "../../input/find-one.ts";
import type { RestoredResource } from "../../../api/routes/several-bodies.ts";
import type { Client } from "../../../client/client.ts";
import { instantText, momentOf } from "../../input/duration.ts";
import { actCarefully, flagsChoose } from "../../tasks/carefully.ts";
import type { DeletedResource } from "../../../api/deleted-resources.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import { quoted } from "../../../core/text/shell.ts";
import { ageText } from "../../output/age.ts";
import { done, printResult } from "../../call/structured.ts";
import { linesText } from "../../output/table.ts";
import { oneLine } from "../../output/text.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes, type ExitCode } from "../../call/exit.ts";
import { meaning, wrongInput } from "../../call/failure.ts";
import { kindOf } from "../../input/kinds.ts";

/** Restores deleted resources: those that are named, or those that flags choose. With neither: lists them. */
export const run: Run = async (call) => {
  const { args, options } = call;
  const flags = ["project", "kind", "since"].filter((flag) => options[flag] !== undefined);
  const chosen = flags.length > 0 || options["all"] === true;
  if (chosen || args.length > 1) return restoreSeveral(call);
  const client = await call.client();
  const deleted = await client.send("GET /deleted_resources", { query: { order: "desc" } });
  const [typed] = args;
  if (typed === undefined) {
    printResult(call, deleted, () => listText(call, deleted));
    return exitCodes.done;
  }
  return options["dryRun"] === true
    ? restoreSeveral(call)
    : restoreOne(call, client, find(deleted, typed), typed);
};

async function restoreOne(
  call: Call,
  client: Client,
  { id, kind, external_id }: DeletedResource,
  typed: string,
): Promise<ExitCode> {
  const as = call.options["as"] as string | undefined;
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
  call.io.stderr.write(unmanaged);
  return exitCodes.done;
}

const unmanaged =
  "No project declares restored resources: the next apply of a manifest that has them takes them over.\n";

/** Several in one request: each is restored after those that it refers to, and one that cannot be keeps no other back. */
async function restoreSeveral(call: Call): Promise<ExitCode> {
  const { io, options, style } = call;
  const filtered = flagsChoose(call, ["project", "kind", "since", "all"], "resource");
  if (options["as"] !== undefined)
    throw wrongInput("usage", "--as is for one resource", "leave it out, or name that one alone");
  const { project, kind, since } = options;
  const client = await call.client();
  const which = filtered
    ? {
        filter: {
          ...(typeof project === "string" && { project }),
          ...(typeof kind === "string" && { kind: kindOf(kind) }),
          ...(typeof since === "string" && {
            since: instantText(momentOf("--since", since, io.now())),
          }),
        },
      }
    : { ids: await idsOf(client, call.args) };
  const left: RestoredResource[] = [];
  const code = await actCarefully(call, {
    noun: "deleted resource",
    line: (one: RestoredResource, isDry) =>
      `${nameOf(one.kind, one)} ${isDry ? "would be restored" : "restored"}`,
    send: async (more) => {
      const restored = await client.send("POST /deleted_resources/restore", {
        body: { ...which, ...more },
      });
      left.splice(0, left.length, ...restored.filter(({ changed }) => !changed));
      return restored;
    },
  });
  for (const one of left)
    io.stderr.write(
      `${style.yellow(style.sign.warn)} ${nameOf(one.kind, one)} is not restored: ${oneLine(one.reason ?? "")}\n`,
    );
  if (left.length > 0) return exitCodes.conflict;
  if (options["dryRun"] !== true) io.stderr.write(unmanaged);
  return code;
}

async function idsOf(client: Client, names: readonly string[]): Promise<string[]> {
  const deleted = await client.send("GET /deleted_resources", { query: { order: "desc" } });
  return names.map((typed) => find(deleted, typed).id);
}

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
