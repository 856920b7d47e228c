import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Client } from "../../../client/client.ts";
import type { Declaration } from "../../../api/declaration.ts";
import { manifestName, namesIn, toNames } from "../../../resource/references.ts";
import { resourceKinds, type ResourceKind } from "../../../core/model/model.ts";
import { exported, type Answered } from "../../../manifest/export.ts";
import { manifestText } from "../../../manifest/text.ts";
import type { Call, Run } from "../../call/call.ts";
import { isOfGroup } from "../../declare/of-group.ts";
import { directoryOf, readAll, withLists, type Lists } from "../../declare/stored.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { makeFolder, notWritten, writeOut } from "../../call/write-file.ts";
import { patch } from "../../declare/patch-files.ts";
import { kindOf } from "../../input/kinds.ts";
import { plural } from "../../../core/text/plural.ts";
import { jsonText, wantsJson } from "../../call/structured.ts";

/** Writes the resources of a server as a manifest whose plan is empty. */
export const run: Run = async (call) => {
  const { io, options } = call;
  if (options["patch"] === true) return patch(call);
  const client = await call.client();
  const all = await readAll(client);
  const project = projectOf(call, all);
  const chosen = await choose(call, client, all, project);
  noteLeftOut(call, all, project);
  const written = exported(project, chosen, directoryOf(all, chosen));
  const { declaration, variables } = written;
  const folder = options["dir"] as string | undefined;
  if (folder !== undefined) writeFiles(call, folder, declaration);
  else
    io.stdout.write(
      wantsJson(call) ? jsonText({ version: 1, ...declaration }) : manifestText(declaration),
    );
  if (variables.length > 0)
    io.stderr.write(
      `${plural(variables.length, "secret")} stayed on the server; as long as ${variables.length === 1 ? "its variable is" : "their variables are"} not set, the stored one is kept: ${variables.join(", ")}\n`,
    );
  return exitCodes.done;
};

/** The project that was named, or that of the group; null: resources of no project. */
function projectOf({ options }: Call, all: Lists): string | null {
  const named = (options["project"] ?? options["declaredProject"]) as string | undefined;
  const projects = projectsIn(all);
  if (named !== undefined) {
    // A server without projects exports everything.
    const knows = resourceKinds.some((kind) => all[kind].some((r) => "project" in r));
    if (!knows || projects.includes(named)) return named;
    throw wrongInput(
      "unknown_project",
      `nothing belongs to a project "${named}"; known: ${projects.join(", ") || "none"}`,
      "check the name, or take resources into it: monitorctl adopt KIND/ID --project NAME",
    );
  }
  const group = groupOf(all, options["group"] as string | undefined);
  if (group) return (group["project"] as string | null | undefined) ?? null;
  const isUnmanaged = resourceKinds.some((kind) =>
    all[kind].some((r) => (r["project"] ?? null) === null),
  );
  if (isUnmanaged || projects.length === 0) return null;
  throw wrongInput(
    "which_project",
    `every resource belongs to a project: ${projects.join(", ")}`,
    "name one with --project",
  );
}

const projectsIn = (all: Lists): string[] => [
  ...new Set(
    resourceKinds
      .flatMap((kind) => all[kind].map((r) => r["project"]))
      .filter((project) => typeof project === "string"),
  ),
];

async function choose(
  { options }: Call,
  client: Client,
  all: Lists,
  project: string | null,
): Promise<Partial<Lists>> {
  const only = options["kind"] === undefined ? null : kindOf(options["kind"] as string);
  const group = groupOf(all, options["group"] as string | undefined);
  const mine = (kind: ResourceKind) =>
    only !== null && kind !== only
      ? []
      : all[kind].filter(
          (r) =>
            r.external_id !== null &&
            // A server that knows no projects has one for all.
            (!("project" in r) || r["project"] === project),
        );
  const people = await peopleOf(client, all, group);
  const fits = (kind: ResourceKind, one: Answered) => {
    if (group === null) return true;
    return kind === "users" ? people.has(manifestName(kind, one)) : isOfGroup(kind, one, group.id);
  };
  const chosen: Partial<Lists> = {};
  for (const kind of resourceKinds)
    chosen[kind] = await withLists(
      client,
      kind,
      mine(kind).filter((one) => fits(kind, one)),
    );
  return chosen;
}

/** The names of the users that a group refers to. */
async function peopleOf(client: Client, all: Lists, group: Answered | null): Promise<Set<string>> {
  if (group === null) return new Set();
  const groups = await withLists(client, "alert_groups", [group]);
  const directory = directoryOf(all, { alert_groups: groups });
  const referrals = groups.flatMap((one) =>
    namesIn("alert_groups", toNames("alert_groups", one, directory)),
  );
  return new Set(referrals.flatMap(({ to, targets }) => (to === "users" ? targets : [])));
}

function groupOf(all: Lists, name: string | undefined): Answered | null {
  if (name === undefined) return null;
  const found = all.alert_groups.find(({ id, external_id }) => external_id === name || id === name);
  if (found) return found;
  throw wrongInput(
    "not_found",
    `no alert group "${name}"`,
    "list them: monitorctl get alert_groups",
  );
}

/** Names resources that a first manifest should usually include: those of no project, or without a name. */
function noteLeftOut({ io }: Call, all: Lists, project: string | null): void {
  const left = resourceKinds.flatMap((kind) =>
    all[kind]
      .filter((r) => r["project"] === null && (project !== null || r.external_id === null))
      .map(({ external_id, id }) => `${kind}/${external_id ?? id}`),
  );
  const shown = left.slice(0, 5).join(" ");
  const adopt = `monitorctl adopt ${shown}${left.length > 5 ? " …" : ""} --project ${project ?? "NAME"}`;
  const which = project === null ? "without an external_id" : "of no project";
  if (left.length > 0)
    io.stderr.write(
      `${plural(left.length, "resource")} ${which} left out; to take them in: ${adopt}\n`,
    );
  if (project !== null) return;
  const projects = projectsIn(all);
  if (projects.length > 0)
    io.stderr.write(
      `Resources of ${projects.join(", ")} are left out; to export those: --project NAME\n`,
    );
  io.stderr.write(
    "The manifest names no project. Before it is applied, add a line: project: NAME\n",
  );
}

/** A file for each kind; none is written when one of them is there already. */
function writeFiles({ io }: Call, folder: string, declaration: Declaration): void {
  const files = resourceKinds.flatMap((kind) => {
    const items = declaration[kind];
    if (!items) return [];
    const path = join(folder, `${kind}.yaml`);
    const { project } = declaration as { project?: string };
    return [{ path, text: manifestText({ ...(project && { project }), [kind]: items }) }];
  });
  const there = files.find(({ path }) => existsSync(resolve(io.cwd, path)));
  if (there)
    throw wrongInput(
      "exists",
      `${there.path} is there already; nothing was written`,
      "name another folder with --dir",
    );
  try {
    makeFolder(resolve(io.cwd, folder));
  } catch (error) {
    throw notWritten(folder, error, "name another folder with --dir");
  }
  for (const { path, text } of files) {
    writeOut(io.cwd, path, text);
    io.stderr.write(`Wrote ${path}\n`);
  }
}
