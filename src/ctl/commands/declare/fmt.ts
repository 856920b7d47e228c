import { plural } from "../../../core/text/plural.ts";
import { readManifests } from "../../../manifest/files.ts";
import { format } from "../../../manifest/format/format.ts";
import type { Issue } from "../../../manifest/issue.ts";
import type { ManifestFile } from "../../../manifest/source.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { writeOut } from "../../call/write-file.ts";
import { invalidFiles } from "../../declare/declare.ts";
import { readInput } from "../../io.ts";
import { oneLine } from "../../output/text.ts";
import { unifiedDiff } from "../../output/unified-diff.ts";

/** Formats the files that are named, in place, and prints the names of those that change. */
export const run: Run = async (call) => {
  const { io, options } = call;
  const paths = (options["file"] ?? []) as string[];
  const host = { cwd: io.cwd, input: () => readInput(io) };
  const files = await readManifests(host, { paths, outside: false });
  const changed = changes(files);
  const onlyLooks = options["check"] === true || options["diff"] === true;
  for (const { name, text, formatted } of changed) {
    if (options["diff"] === true) io.stdout.write(unifiedDiff(name, text, formatted));
    else if (name === input && !onlyLooks) continue;
    else {
      if (!onlyLooks)
        writeOut(io.cwd, name, formatted, { next: "see the changes with: monitorctl fmt --diff" });
      io.stdout.write(`${oneLine(name)}\n`);
    }
  }
  // The input goes to the output, with or without a change.
  const piped = onlyLooks ? undefined : files.find(({ name }) => name === input);
  if (piped) {
    const { formatted = piped.text } = changed.find(({ name }) => name === input) ?? {};
    io.stdout.write(formatted);
    return exitCodes.done;
  }
  io.stderr.write(summary(files.length, changed.length, onlyLooks));
  return options["check"] === true && changed.length > 0 ? exitCodes.differences : exitCodes.done;
};

/** The name of the input among files. */
const input = "(input)";

/** The files whose text changes; fails with the mistakes of those that cannot be read. */
function changes(files: readonly ManifestFile[]): (ManifestFile & { formatted: string })[] {
  const issues: Issue[] = [];
  const changed = files.flatMap((file) => {
    const result = format(file);
    if (result.ok) return result.text === file.text ? [] : [{ ...file, formatted: result.text }];
    issues.push(...result.issues);
    return [];
  });
  if (issues.length > 0) throw invalidFiles(issues, [], "Nothing was written.");
  return changed;
}

function summary(files: number, changed: number, onlyLooks: boolean): string {
  if (changed === 0) return `${plural(files, "file")}, all formatted.\n`;
  return onlyLooks
    ? `${changed} of ${plural(files, "file")} not formatted. Nothing was written: monitorctl fmt does.\n`
    : `${changed} of ${plural(files, "file")} formatted.\n`;
}
