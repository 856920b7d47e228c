import type { Run } from "../../call/call.ts";
import { readDeclaration } from "../../declare/declare.ts";
import { exitCodes } from "../../call/exit.ts";
import { meaning, wrongInput } from "../../call/failure.ts";
import { driftText } from "../../output/drift.ts";
import { sameFlags } from "../../declare/same-flags.ts";
import type { Drift } from "../../../api/ownership.ts";
import { redact } from "../../connect/redact.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Shows drift from the files or, with a project alone, from its last apply. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const project = options["project"] as string | undefined;
  const files = options["file"] as string[] | undefined;
  if (project !== undefined && files !== undefined)
    throw wrongInput(
      "usage",
      "--project compares with what was applied last, -f with files",
      "leave one of them out",
    );
  const declared = project === undefined ? await readDeclaration(call) : null;
  const client = await call.client();
  const found = await client
    .send("POST /drift", {
      body: declared ? declared.declaration : { project: project!, last_applied: true },
    })
    .catch(
      meaning({
        404: {
          exit: exitCodes.input,
          code: "not_found",
          next: "check the name, or compare with files: monitorctl drift -f PATH",
        },
      }),
    );
  const drift = redact(found, declared?.secrets ?? []) as Drift;
  if (!printedAsJson(call, drift)) {
    const { url } = await call.target();
    const flags = `${declared ? "" : " -f FILE"}${sameFlags(options)}`;
    const against = declared
      ? "the files"
      : `what ${drift.applied_by ?? "somebody"} applied at ${drift.applied_at ?? "some time"}`;
    io.stdout.write(driftText(drift, against, flags, url, io.now(), style));
  }
  return drift.changes.length > 0 ? exitCodes.differences : exitCodes.done;
};
