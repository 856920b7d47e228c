import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { linesText } from "../../output/table.ts";
import { printResult } from "../../call/structured.ts";

/** Shows the settings of the organization, or changes them. */
export const run: Run = async (call) => {
  const { peopleDeclaredBy: typed } = call.options;
  const client = await call.client();
  const projects = typed as string[] | undefined;
  const settings = projects
    ? await client.send("PUT /organization", {
        body: { people_declared_by: projects.filter((name) => name !== "none") },
      })
    : await client.send("GET /organization");
  printResult(call, settings, () =>
    linesText(
      [
        ["organization", settings.name],
        ["people declared by", settings.people_declared_by.join(", ") || "administrators only"],
      ],
      "",
    ),
  );
  return exitCodes.done;
};
