/** `monitorctl export --patch`: writes changes on the server into the files that declare them. */
import { plural } from "../../core/text/plural.ts";
import { resourceKinds } from "../../resource/kinds.ts";
import { exported } from "../../manifest/export.ts";
import { patched } from "../../manifest/patch.ts";
import { rereading } from "../../manifest/patch-net.ts";
import type { Call } from "../call/call.ts";
import { exitCodes, type ExitCode } from "../call/exit.ts";
import { wrongInput } from "../call/failure.ts";
import { writeOut } from "../call/write-file.ts";
import { filesOf, invalidFiles } from "./declare.ts";
import { directoryOf, readAll, withLists, type Lists } from "./stored.ts";

/** Writes each difference into its file, and prints the place of each. */
export async function patch(call: Call): Promise<ExitCode> {
  const { io, options } = call;
  const other = ["project", "kind", "group", "dir"].find((name) => options[name] !== undefined);
  if (other !== undefined || options["file"]?.toString() === "-")
    throw wrongInput(
      "usage",
      "--patch changes the files of -f alone",
      "monitorctl export --patch -f monitors.yaml",
    );
  const { files, surroundings } = await filesOf(call);
  const reread = rereading(files, surroundings);
  const parsed = reread(new Map());
  if (!parsed.ok) throw invalidFiles(parsed.issues);
  const { declaration, places } = parsed;
  const client = await call.client();
  const { changes } = await client.send("POST /drift", { body: declaration });
  const all = await readAll(client);
  const lists: Partial<Lists> = {};
  for (const kind of resourceKinds)
    lists[kind] = await withLists(
      client,
      kind,
      all[kind].filter(({ external_id }) => external_id !== null),
    );
  const live = exported(declaration.project, lists, directoryOf(all, lists)).declaration;
  const { texts, done, left } = patched(places, changes, live, reread);
  for (const [name, text] of texts) writeOut(io.cwd, name, text);
  for (const line of done) io.stdout.write(`${line}\n`);
  for (const line of left) io.stderr.write(`not written: ${line}\n`);
  io.stderr.write(
    changes.length === 0
      ? "The files match the server; nothing was written.\n"
      : done.length === 0
        ? "Nothing was written.\n"
        : `${plural(done.length, "difference")} written to ${plural(texts.size, "file")}. Look at them, and compare again: monitorctl drift\n`,
  );
  return left.length > 0 ? exitCodes.differences : exitCodes.done;
}
