import type { Run } from "../../call/call.ts";
import { durationOf, instantText } from "../../input/duration.ts";
import { plural } from "../../../core/text/plural.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { printedAsJson } from "../../call/structured.ts";

const known = ["read", "respond", "write", "admin"] as const;
type Scope = (typeof known)[number];

/** Makes an API key and prints it alone, this once. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const scopes = scopesOf(options["scopes"] ?? options["scope"]);
  const { expires } = options;
  const projects = options["project"] as string[] | undefined;
  const ends =
    expires === undefined ? null : instantText(io.now() + durationOf("--expires", expires));
  const client = await call.client();
  const made = await client.send("POST /api_keys", {
    body: {
      name: args[0]!,
      scopes,
      ...(projects && { projects }),
      ...(ends === null ? {} : { expires_at: ends }),
    },
  });
  if (printedAsJson(call, made)) return exitCodes.done;
  io.stdout.write(`${made.key}\n`);
  io.stderr.write(
    `${style.sign.done} "${made.name}" has scope ${made.scopes.join(", ")}${made.projects === null ? "" : ` in ${plural(made.projects.length, "project").replace(/^1 /, "")} ${made.projects.join(", ")}`}${made.expires_at ? ` until ${made.expires_at}` : ""}. The key is shown this once.\n`,
  );
  return exitCodes.done;
};

function scopesOf(given: unknown): Scope[] {
  if (typeof given !== "string") return ["read", "write"];
  return given.split(",").map((word) => {
    const scope = known.find((one) => one === word.trim());
    if (scope) return scope;
    throw wrongInput(
      "usage",
      `unknown scope "${word}"`,
      "--scopes takes read, respond, write and admin, with commas between them",
    );
  });
}
