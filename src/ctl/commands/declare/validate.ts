import type { Issue } from "../../../manifest/issue.ts";
import { resourceKinds } from "../../../core/model/model.ts";
import type { Declaration } from "../../../api/declaration.ts";
import type { Run } from "../../program/call.ts";
import { invalidFiles, parseFiles } from "../../declare/declare.ts";
import { exitCodes } from "../../program/exit.ts";
import { issuesInActions } from "../../tasks/github.ts";
import { nouns } from "../../output/plan.ts";
import { plural } from "../../../core/text/plural.ts";
import { oneLine } from "../../output/text.ts";
import { jsonText, wantsJson } from "../../output/structured.ts";

/** Looks for every mistake that can be found without a server. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const parsed = await parseFiles(call);
  const issues = parsed.ok ? [] : parsed.issues;
  const exit = parsed.ok ? exitCodes.done : exitCodes.input;
  if (wantsJson(call)) {
    const shown = { valid: parsed.ok, issues: issues satisfies Issue[] };
    io.stdout.write(jsonText(shown));
    return exit;
  }
  if (options.output === "github") {
    io.stdout.write(issuesInActions(io, issues));
    return exit;
  }
  if (!parsed.ok) throw invalidFiles(parsed.issues);
  const { declaration, names } = parsed;
  io.stdout.write(
    `${style.green(style.sign.done)} No mistakes in ${plural(names.length, "file")}: project ${oneLine(declaration.project)}, ${contents(declaration)}.\n`,
  );
  return exit;
};

function contents(declaration: Declaration): string {
  const parts = resourceKinds.flatMap((kind) => {
    const count = declaration[kind]?.length ?? 0;
    return count > 0 ? [plural(count, nouns[kind])] : [];
  });
  return parts.length > 0 ? parts.join(", ") : "nothing declared";
}
