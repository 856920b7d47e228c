import { manifestSchema } from "../../../manifest/json-schema.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { writeOut } from "../../call/write-file.ts";

/** Prints the JSON schema of manifests, for editors. */
export const run: Run = async ({ io, options }) => {
  const text = `${JSON.stringify(manifestSchema(), null, 2)}\n`;
  const out = options["out"] as string | undefined;
  if (out === undefined) io.stdout.write(text);
  else {
    writeOut(io.cwd, out, text);
    io.stderr.write(
      `Wrote ${out}. At the head of a manifest: # yaml-language-server: $schema=${out}\n`,
    );
  }
  return exitCodes.done;
};
