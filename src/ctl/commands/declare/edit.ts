import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "../../../client/client.ts";
import { resourceKinds, type ResourceKind } from "../../../core/model/model.ts";
import { exported, type Answered } from "../../../manifest/export.ts";
import { manifestText } from "../../../manifest/text.ts";
import { redactPlan } from "../../connect/redact.ts";
import { plannerOf, readDeclaration, type Declared } from "../../declare/declare.ts";
import { directoryOf, readAll, withLists } from "../../declare/stored.ts";
import { confirmPlan } from "../../input/confirm.ts";
import { findOne, type FoundResource } from "../../input/find-one.ts";
import { quoted } from "../../../core/text/shell.ts";
import { ask, canAsk } from "../../io.ts";
import { planText, summaryText } from "../../output/plan.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes, type ExitCode } from "../../call/exit.ts";
import { Failure, failureOf, failureText, wrongInput } from "../../call/failure.ts";

/** Opens a resource as a manifest in the editor, shows the changes, asks, and applies them. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  if (!canAsk(io, options) && options["yes"] !== true)
    throw new Failure("edit opens an editor, which needs a terminal", {
      exit: exitCodes.unconfirmed,
      code: "unconfirmed",
      next: "monitorctl export > monitors.yaml, change it, and monitorctl apply monitors.yaml",
    });
  const client = await call.client();
  const target = await findOne(client, args[0]!, resourceKinds);
  const before = await manifestOf(client, target);
  const folder = mkdtempSync(join(tmpdir(), "monitorctl-edit-"));
  const path = join(folder, "edit.yaml");
  writeFileSync(path, before, { mode: 0o600 });
  let isDone = false;
  try {
    const code = await edited(call, client, target, path, before);
    isDone = true;
    return code;
  } finally {
    // Changes that were not applied are kept.
    if (isDone || readFileSync(path, "utf8") === before) rmSync(folder, { recursive: true });
  }
};

/** The resource alone as a manifest of its project. */
async function manifestOf(
  client: Client,
  { kind, resource, name }: FoundResource<ResourceKind>,
): Promise<string> {
  const { project } = resource;
  if (!project)
    throw wrongInput(
      "no_project",
      `${name} belongs to no project, and edit changes what a project declares`,
      `monitorctl adopt ${quoted(name)} --project NAME, or change single fields: monitorctl api PUT /${kind}/${resource.id} -d '{…}'`,
    );
  const all = await readAll(client);
  const chosen = { [kind]: await withLists(client, kind, [resource as unknown as Answered]) };
  return manifestText(exported(project, chosen, directoryOf(all, chosen)).declaration);
}

/** Lets the user edit until the text is valid; a failure keeps the file and names it. */
async function edited(
  call: Call,
  client: Client,
  target: FoundResource<ResourceKind>,
  path: string,
  before: string,
): Promise<ExitCode> {
  const { io, options, style } = call;
  for (;;) {
    openEditor(call, path);
    if (readFileSync(path, "utf8") === before) {
      io.stderr.write("Nothing was changed.\n");
      return exitCodes.done;
    }
    try {
      return await applied(call, client, target, path);
    } catch (error) {
      const failure = failureOf(error, null);
      io.stderr.write(`Your changes are in ${path}\n`);
      if (failure.code === "unconfirmed" || !canAsk(io, options)) throw failure;
      io.stderr.write(failureText(failure, style));
      const again = await ask(io, "Edit it again? [Y/n] ");
      if (again === null || /^no?$/i.test(again)) throw failure;
    }
  }
}

function openEditor({ io }: Call, path: string): void {
  const editor = io.env["VISUAL"] || io.env["EDITOR"] || "vi";
  // Through a shell: the variable may hold arguments, such as `code --wait`.
  const { status } = spawnSync(`${editor} ${quoted(path)}`, {
    shell: true,
    stdio: "inherit",
    env: { ...io.env },
    cwd: io.cwd,
  });
  if (status === 0) return;
  throw wrongInput(
    "editor",
    `the editor "${editor}" failed; nothing was changed`,
    "name another one: EDITOR=nano monitorctl edit KIND/ID",
  );
}

async function applied(
  call: Call,
  client: Client,
  target: FoundResource<ResourceKind>,
  path: string,
): Promise<ExitCode> {
  const { io, style } = call;
  const declared = await readDeclaration({ ...call, options: { ...call.options, file: [path] } });
  refuseOthers(declared, target);
  const planner = plannerOf(call, client, declared, { adopt: false });
  const { url } = await call.target();
  const shown = redactPlan(await planner.plan(), declared.secrets);
  io.stdout.write(planText(shown, url, declared.places.lineOf, style));
  if (shown.changes.every(({ action }) => action === "unchanged")) return exitCodes.done;
  await confirmPlan(call, shown);
  io.stdout.write(summaryText(redactPlan(await planner.apply(shown), declared.secrets), style));
  io.stderr.write(
    `Change it in the manifest of project ${target.resource.project} too: its next apply undoes this otherwise.\n`,
  );
  return exitCodes.done;
}

/** Fails unless the file declares the same resource, and no other one. */
function refuseOthers(
  { declaration }: Declared,
  { kind, resource, name }: FoundResource<ResourceKind>,
): void {
  const declared = resourceKinds.flatMap((one) =>
    (declaration[one] ?? []).map(({ external_id }) => `${one}/${external_id}`),
  );
  const same = declared.length === 1 && declared[0] === `${kind}/${resource.external_id}`;
  if (same && declaration.project === resource.project) return;
  throw wrongInput(
    "other_resource",
    `the file must declare ${name} of project ${resource.project}, and nothing else`,
    `for another external_id: monitorctl rename ${quoted(name)} NEW_ID`,
  );
}
