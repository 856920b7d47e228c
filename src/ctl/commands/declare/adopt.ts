import type { Client } from "../../../client/client.ts";
import { resourceKinds, type ResourceKind } from "../../../core/model/model.ts";
import { wrongInput } from "../../call/failure.ts";
import { kindOf } from "../../input/kinds.ts";
import { findOfKind } from "../../input/find-one.ts";
import { isOfGroup } from "../../declare/of-group.ts";
import type { Answered } from "../../../manifest/export.ts";
import { flagsChoose } from "../../tasks/carefully.ts";
import type { Call, Run } from "../../call/call.ts";
import { confirm } from "../../input/confirm.ts";
import { exitCodes } from "../../call/exit.ts";
import { canAsk } from "../../io.ts";
import { ownershipText } from "../../declare/ownership.ts";
import { plural } from "../../../core/text/plural.ts";
import { findSeveral, namedOf, type Named } from "../../input/find-several.ts";
import { quoted } from "../../../core/text/shell.ts";
import { printResult, wantsJson } from "../../call/structured.ts";

/** Makes a project the owner of resources, so that its manifest can declare them: those named, or those that flags choose. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const project = options["project"] as string;
  const filtered = flagsChoose(call, ["all", "group", "from"], "resource");
  if (!filtered && options["kind"] !== undefined)
    throw wrongInput(
      "usage",
      "--kind narrows down --all, --group or --from",
      "leave it out, or choose by one of them",
    );
  const client = await call.client();
  const { named, all } = filtered
    ? await chosen(call, client, project)
    : await findSeveral(client, call.args);
  if (named.length === 0) {
    io.stderr.write("No resource is left to adopt.\n");
    return exitCodes.done;
  }
  // Before a question, or in place of the change; otherwise the change is shown once it was made.
  const isShown = filtered && options["yes"] !== true;
  const names = new FreeNames(all);
  const resources = named.map((one) => ({ ...one, external_id: names.of(one) }));
  const planned = {
    resources: resources.map(({ project: from, ...one }) => ({ ...one, from, to: project })),
  };
  if (options["dryRun"] === true) {
    printResult(call, planned, () => ownershipText(planned, style));
    return exitCodes.done;
  }
  if (isShown && !wantsJson(call)) io.stdout.write(ownershipText(planned, style));
  if (filtered) await confirm(call, questionOf(project, named));
  else await confirmed(call, project, named);
  const adopted = await client.send("POST /adopt", {
    body: {
      project,
      resources: resources.map(({ kind, id, external_id }) => ({ kind, id, external_id })),
    },
  });
  printResult(
    call,
    adopted,
    () =>
      `${isShown ? "" : ownershipText(adopted, style)}${plural(named.length, "resource")} adopted. Put them into the manifest before the next apply --prune: monitorctl export --project ${quoted(project)}\n`,
  );
  return exitCodes.done;
};

/** Resources of no project, or of `--from`: all of them, or those of `--group` and `--kind`. */
async function chosen(
  { options }: Call,
  client: Client,
  project: string,
): Promise<{ named: Named[]; all: ReadonlyMap<ResourceKind, readonly Named[]> }> {
  const { group, from, kind: typed } = options;
  const kinds = typeof typed === "string" ? typed.split(",").map(kindOf) : resourceKinds;
  const group_id =
    typeof group === "string"
      ? (await findOfKind(client, "alert_groups", group.replace(/^ag\//, ""))).id
      : null;
  const owner = typeof from === "string" ? from : null;
  if (owner === project)
    throw wrongInput("usage", "--from and --project name the same project", "name two projects");
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const resources = await client.send(`GET /${kind}`);
      const isOf = (one: (typeof resources)[number]) =>
        group_id === null || isOfGroup(kind, one as unknown as Answered, group_id);
      const all = resources.map((one) => namedOf(kind, one));
      const fitting = new Set(resources.filter(isOf).map(({ id }) => id));
      return {
        kind,
        all,
        named: all.filter((one) => fitting.has(one.id) && one.project === owner),
      };
    }),
  );
  return {
    named: lists.flatMap(({ named }) => named),
    all: new Map(lists.map(({ kind, all }) => [kind, all])),
  };
}

/** Resources of another project are taken over only after a confirmation. */
async function confirmed(call: Call, project: string, named: readonly Named[]): Promise<void> {
  const others = named.some((n) => n.project !== null && n.project !== project);
  const asks = canAsk(call.io, call.options) && !wantsJson(call);
  if (others || asks) await confirm(call, questionOf(project, named));
}

function questionOf(project: string, named: readonly Named[]): string {
  const others = named.filter((n) => n.project !== null && n.project !== project);
  const owners = [...new Set(others.map((n) => n.project))].join(", ");
  const taken = others.length > 0 ? `, ${others.length} of them from ${owners}` : "";
  return `Take ${plural(named.length, "resource")} for project ${project}${taken}?`;
}

/** External ids for resources that have none: their titles, as ids are usually written. */
class FreeNames {
  private readonly taken: ReadonlyMap<ResourceKind, Set<string | null>>;

  constructor(all: ReadonlyMap<ResourceKind, readonly Named[]>) {
    this.taken = new Map(
      [...all].map(([kind, some]) => [kind, new Set(some.map(({ external_id }) => external_id))]),
    );
  }

  /** Its own, or one that no other resource of its kind has. */
  of({ kind, id, external_id, title }: Named): string {
    if (external_id !== null) return external_id;
    const slug = title
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60);
    const taken = this.taken.get(kind)!;
    const free = slug === "" || taken.has(slug) ? `${slug || "resource"}-${id.slice(-6)}` : slug;
    taken.add(free);
    return free;
  }
}
