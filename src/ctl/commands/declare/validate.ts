import { doneLine } from "../../output/style.ts";
import type { Issue } from "../../../manifest/issue.ts";
import { resourceKinds } from "../../../core/model/model.ts";
import type { Declaration } from "../../../api/declaration.ts";
import type { Run } from "../../call/call.ts";
import { invalidFiles, parseFiles, refuseTooLarge } from "../../declare/declare.ts";
import { exitCodes } from "../../call/exit.ts";
import { warningsText } from "../../output/issues.ts";
import { inRepository, issuesInActions } from "../../tasks/github.ts";
import { codeQuality, sarif, type Finding } from "../../output/ci/findings.ts";
import { version } from "../../call/version.ts";
import { wordOf } from "../../../resource/resources.ts";
import { plural } from "../../../core/text/plural.ts";
import { oneLine } from "../../output/text.ts";
import { documented, jsonText, wantsJson } from "../../call/structured.ts";

/** Looks for every mistake that can be found without a server. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const parsed = await parseFiles(call);
  const mistakes = parsed.ok ? [] : parsed.issues;
  const strict = options["strict"] === true;
  const issues = strict ? [...mistakes, ...parsed.warnings] : mistakes;
  const warnings = strict ? [] : parsed.warnings;
  const exit = issues.length === 0 ? exitCodes.done : exitCodes.input;
  if (wantsJson(call)) {
    const shown = {
      valid: issues.length === 0,
      issues: issues satisfies Issue[],
      warnings: warnings satisfies Issue[],
    };
    io.stdout.write(jsonText(documented(shown)));
    return exit;
  }
  if (options.output === "github") {
    io.stdout.write(issuesInActions(io, issues));
    return exit;
  }
  if (options.output === "sarif" || options.output === "code-quality") {
    const findings = [
      ...issues.map((issue): Finding => ({ ...issue, level: "error" })),
      ...warnings.map((issue): Finding => ({ ...issue, level: "warning" })),
    ];
    const pathOf = (file: string) => inRepository(io, file);
    io.stdout.write(
      jsonText(
        options.output === "sarif"
          ? sarif(findings, pathOf, version)
          : codeQuality(findings, pathOf),
      ),
    );
    return exit;
  }
  if (!parsed.ok || issues.length > 0) throw invalidFiles(issues, warnings);
  const { declaration, names } = parsed;
  refuseTooLarge(declaration);
  io.stderr.write(warningsText(warnings, style));
  io.stdout.write(
    doneLine(
      style,
      `No mistakes in ${plural(names.length, "file")}: project ${oneLine(declaration.project)}, ${contents(declaration)}.${elsewhere(warnings.filter(({ code }) => code === "undeclared").length)}`,
    ),
  );
  return exit;
};

function elsewhere(names: number): string {
  return names === 0
    ? ""
    : ` The server must have ${plural(names, "name")} that these files do not declare; --strict refuses that.`;
}

function contents(declaration: Declaration): string {
  const parts = resourceKinds.flatMap((kind) => {
    const count = declaration[kind]?.length ?? 0;
    return count > 0 ? [plural(count, wordOf(kind))] : [];
  });
  return parts.length > 0 ? parts.join(", ") : "nothing declared";
}
