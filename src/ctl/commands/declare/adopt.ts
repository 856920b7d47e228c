import type { Call, Run } from "../../call/call.ts";
import { confirm } from "../../input/confirm.ts";
import { exitCodes } from "../../call/exit.ts";
import { canAsk } from "../../io.ts";
import { ownershipText } from "../../declare/ownership.ts";
import { plural } from "../../../core/text/plural.ts";
import { findSeveral, type Named } from "../../input/find-several.ts";
import { quoted } from "../../output/shell.ts";
import { printResult, wantsJson } from "../../call/structured.ts";

/** Makes a project the owner of resources, so that its manifest can declare them. */
export const run: Run = async (call) => {
  const { args, options, style } = call;
  const project = options["project"] as string;
  const client = await call.client();
  const { named, all } = await findSeveral(client, args);
  await confirmed(call, project, named);
  const resources = named.map(({ kind, id, external_id, title }) => ({
    kind,
    id,
    ...(external_id === null ? { external_id: freeName(title, id, all.get(kind)!) } : {}),
  }));
  const done = await client.send("POST /adopt", { body: { project, resources } });
  printResult(
    call,
    done,
    () =>
      `${ownershipText(done, style)}Put them into a manifest: monitorctl export --project ${quoted(project)}\n`,
  );
  return exitCodes.done;
};

/** Resources of another project are taken over only after a confirmation. */
async function confirmed(call: Call, project: string, named: readonly Named[]): Promise<void> {
  const others = named.filter((n) => n.project !== null && n.project !== project);
  const asks = canAsk(call.io, call.options) && !wantsJson(call);
  if (others.length === 0 && !asks) return;
  const owners = [...new Set(others.map((n) => n.project))].join(", ");
  const taken = others.length > 0 ? `, ${others.length} of them from ${owners}` : "";
  await confirm(call, `Take ${plural(named.length, "resource")} for project ${project}${taken}?`);
}

/** An external id for a resource that has none: its title, as ids are usually written. */
function freeName(title: string, id: string, others: readonly Named[]): string {
  const slug = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const taken = others.some(({ external_id }) => external_id === slug);
  return slug === "" || taken ? `${slug || "resource"}-${id.slice(-6)}` : slug;
}
