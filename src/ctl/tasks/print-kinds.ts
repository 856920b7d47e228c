/** Resources of several kinds: a table for each, or one document with a list for each. */
import type { Answered } from "../../client/client.ts";
import type { ResourceKind } from "../../core/model/model.ts";
import type { Call } from "../call/call.ts";
import { wrongInput } from "../call/failure.ts";
import type { Printable } from "../call/print.ts";
import { documented, jsonLine, structured } from "../call/structured.ts";

type One = Answered[ResourceKind];

/** The resources of one kind, and how they are printed. */
export interface OfKind extends Printable<One> {
  kind: ResourceKind;
  resources: readonly One[];
}

/** Prints all of them; kinds without resources are named in documents alone. */
export async function printKinds(
  { io, options, style }: Call,
  all: readonly OfKind[],
): Promise<void> {
  if (options["json"] !== undefined || options["watch"] === true)
    throw wrongInput(
      "usage",
      "--json and --watch take one kind",
      "name one, or use -o json: a list for each kind",
    );
  const format = options.output;
  const document = Object.fromEntries(all.map(({ kind, resources }) => [kind, resources]));
  const written = await structured(documented(document), format);
  if (written !== null) return io.stdout.write(written);
  const some = all.filter(({ resources }) => resources.length > 0);
  if (format === "jsonl")
    for (const { kind, resources } of some)
      for (const one of resources) io.stdout.write(`${jsonLine({ kind, ...one })}\n`);
  else if (format === "name")
    for (const { name, resources } of some)
      for (const one of resources) io.stdout.write(`${name!(one)}\n`);
  else
    io.stdout.write(
      some
        .map(
          ({ kind, resources, text }) =>
            `${style.bold(kind)}\n${text(resources, format === "wide")}`,
        )
        .join("\n"),
    );
  if (some.length === 0) io.stderr.write("None.\n");
}
