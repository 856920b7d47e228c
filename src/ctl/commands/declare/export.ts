import { eachKind } from "../../../resource/resources.ts";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Client } from "../../../client/client.ts";
import type { Declaration } from "../../../api/declaration.ts";
import { idsIn } from "../../../resource/references.ts";
import { resourceKinds, type ResourceKind } from "../../../core/model/model.ts";
import { exported, type Answered } from "../../../manifest/export.ts";
import { manifestText } from "../../../manifest/text.ts";
import type { Call, Run } from "../../call/call.ts";
import { directoryOf, readAll, withMembers, type Lists } from "../../declare/stored.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
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
  const written = exported(project, chosen, directoryOf(all));
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

/** The project that was named, or the only one. */
function projectOf({ options }: Call, all: Lists): string {
  const named = (options["project"] ?? options["declaredProject"]) as string | undefined;
  const projects = [
    ...new Set(resourceKinds.flatMap((kind) => all[kind].map((r) => r["project"]))),
  ].filter((project) => typeof project === "string");
  if (named !== undefined) {
    // A server without projects exports everything.
    const knows = resourceKinds.some((kind) => all[kind].some((r) => "project" in r));
    if (!knows || projects.includes(named)) return named;
    throw wrongInput(
      "unknown_project",
      `nothing belongs to a project "${named}"; known: ${projects.join(", ") || "none"}`,
      "look at the name, or take resources into it: monitorctl adopt KIND/ID --project NAME",
    );
  }
  if (projects.length === 1) return projects[0]!;
  throw wrongInput(
    "which_project",
    projects.length === 0
      ? "nothing here belongs to a project yet"
      : `the server has ${projects.length} projects: ${projects.join(", ")}`,
    projects.length === 0
      ? "take resources into one first: monitorctl adopt KIND/ID --project NAME"
      : "name one with --project",
  );
}

async function choose(
  { options }: Call,
  client: Client,
  all: Lists,
  project: string,
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
  const groups = await withMembers(
    client,
    mine("alert_groups").filter(({ id }) => !group || id === group.id),
  );
  const members = new Set(groups.flatMap((one) => one.members.map((m) => m.email.toLowerCase())));
  const ofGroup = (kind: ResourceKind) =>
    mine(kind).filter(
      (r) =>
        !group ||
        idsIn(kind, r).some(
          ({ to, targets }) => to === "alert_groups" && targets.includes(group.id),
        ),
    );
  return {
    ...eachKind(ofGroup),
    users: mine("users").filter(({ email }) => !group || members.has(String(email).toLowerCase())),
    alert_groups: groups,
  };
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

/** Names unmanaged resources: a first manifest should usually include them. */
function noteLeftOut({ io }: Call, all: Lists, project: string): void {
  const nobodys = resourceKinds.flatMap((kind) =>
    all[kind]
      .filter((r) => r["project"] === null)
      .map(({ external_id, id }) => `${kind}/${external_id ?? id}`),
  );
  if (nobodys.length === 0) return;
  const shown = nobodys.slice(0, 5).join(" ");
  io.stderr.write(
    `${plural(nobodys.length, "resource")} of no project left out; to take them in: monitorctl adopt ${shown}${nobodys.length > 5 ? " …" : ""} --project ${project}\n`,
  );
}

/** A file for each kind; none is written when one of them is there already. */
function writeFiles({ io }: Call, folder: string, declaration: Declaration): void {
  const files = resourceKinds.flatMap((kind) => {
    const items = declaration[kind];
    if (!items) return [];
    const { project } = declaration;
    const path = join(folder, `${kind}.yaml`);
    return [{ path, text: manifestText({ project, [kind]: items }) }];
  });
  const there = files.find(({ path }) => existsSync(resolve(io.cwd, path)));
  if (there)
    throw wrongInput(
      "exists",
      `${there.path} is there already; nothing was written`,
      "name another folder with --dir",
    );
  mkdirSync(resolve(io.cwd, folder), { recursive: true });
  for (const { path, text } of files) {
    writeFileSync(resolve(io.cwd, path), text);
    io.stderr.write(`Wrote ${path}\n`);
  }
}
