import { doneLine } from "../../output/style.ts";
import type { Client } from "../../../client/client.ts";
import { resourceKinds, type ResourceKind } from "../../../core/model/model.ts";
import { plural } from "../../../core/text/plural.ts";
import { factsOf } from "../../../resource/resources.ts";
import { confirm } from "../../input/confirm.ts";
import { findOne, type FoundResource } from "../../input/find-one.ts";
import { declaredAt } from "../../declare/declared-at.ts";
import { quoted } from "../../../core/text/shell.ts";
import { printResult } from "../../call/structured.ts";
import { oneLine } from "../../output/text.ts";
import { titleOf } from "../../../core/text/person.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { Failure, meaning } from "../../call/failure.ts";

type Found = FoundResource<ResourceKind>;

/** Deletes unmanaged resources, after showing what else ends with them. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const targets = new Map<string, Found>();
  for (const typed of args) {
    const hit = await findOne(client, typed, resourceKinds);
    targets.set(hit.resource.id, hit);
  }
  const gone = [...targets.values()].toSorted(referrersFirst);
  for (const hit of gone) await refuseKept(call, hit);
  for (const hit of gone)
    io.stderr.write(`${hit.name}  ${oneLine(titleOf(hit.resource))}: ${await lost(client, hit)}\n`);
  await confirm(call, `Delete ${plural(gone.length, "resource")}?`);
  for (const hit of gone) await remove(client, hit);
  printResult(call, { deleted: gone.map(({ kind, resource: { id } }) => ({ kind, id })) }, () =>
    gone.map(({ name }) => doneLine(style, `deleted ${name}`)).join(""),
  );
  const [first] = gone;
  io.stderr.write(
    `To undo it within 7 days, with history and URLs: monitorctl restore ${quoted(first!.name)}\n`,
  );
  return exitCodes.done;
};

/** Monitors before their groups, groups before their members. */
function referrersFirst(a: Found, b: Found): number {
  return resourceKinds.indexOf(b.kind) - resourceKinds.indexOf(a.kind);
}

/** Fails for protected resources, and for those that a manifest would recreate. */
async function refuseKept(call: Call, { kind, name, resource }: Found): Promise<void> {
  const { project, protect } = resource;
  if (protect === true)
    throw new Failure(`${name} is protected; nothing was deleted`, {
      exit: exitCodes.conflict,
      code: "protected",
      next: project
        ? "apply it with protect: false first"
        : `monitorctl api PUT /${kind}/${resource.id} -d '{"protect":false}'`,
    });
  if (project)
    throw new Failure(
      `${name} is declared by project ${project}, whose next apply would create it again; nothing was deleted`,
      {
        exit: exitCodes.conflict,
        code: "owned",
        next: `take it out of ${(await declaredAt(call, kind, resource)) ?? "its manifest"} and run monitorctl apply --prune, or first: monitorctl detach ${quoted(name)}`,
      },
    );
}

/** The loss for people, as a sentence. */
async function lost(client: Client, { kind, resource }: Found): Promise<string> {
  const { ends } = factsOf(kind);
  if (kind !== "users") return ends;
  const devices = await client.send("GET /users/:user_id/devices", { user_id: resource.id });
  return `${plural(devices.length, "device")} and ${ends}`;
}

const remove = (client: Client, { kind, resource, name }: Found) =>
  client.send(`DELETE /${kind}/:id`, { id: resource.id }).catch(
    meaning({
      409: {
        code: "in_use",
        message: (said) => `${name} is still needed: ${said}`,
        next: "name what needs it too, or change that first: monitorctl edit KIND/ID",
      },
    }),
  );
