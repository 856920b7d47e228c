/** `monitord systemd`: checks its flags and prints a unit for them. */
import { accessSync, constants } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { flagOf, isHidden } from "../../core/model/option.ts";
import { allOptions } from "../config/options.ts";
import { unitText } from "../systemd/unit.ts";
import type { Origins } from "../config/config.ts";
import { failed, environment, err, out, readSources, type Invocation } from "./invocation.ts";

export async function run(invocation: Invocation): Promise<number> {
  const read = readSources(invocation);
  if (!read) {
    const file = invocation.flags["config"];
    if (typeof file === "string" && !isReadable(file))
      err(
        `The unit opens the folders that ${file} names. Make it on the machine of the service, as a user who may read the file: sudo monitord systemd --config ${file}`,
      );
    return 78;
  }
  const flags = allOptions.flatMap((option) => {
    const value = invocation.flags[flagOf(option)];
    if (value === undefined) return [];
    const { type } = option;
    const isPath =
      isHidden(option) || type.kind === "path" || (type.kind === "list" && type.of === "path");
    const words = [value].flat().map((word) => (isPath ? resolve(word) : word));
    return [{ option, words }];
  });
  const command = [process.execPath, "--", resolve(process.argv[1]!)];
  const dataDir = folderOf("data-dir", read.origins);
  const backups = folderOf("backup-dir", read.origins);
  const stateDirectory = dataDir === undefined || dataDir === "/var/lib/monitord";
  out(
    unitText({
      command: [
        ...command,
        ...flags
          .filter(({ option }) => !isHidden(option))
          .flatMap(({ option, words }) => [`--${flagOf(option)}`, ...words]),
      ],
      user: invocation.options["user"] ?? "monitord",
      credentials: flags
        .filter(({ option }) => isHidden(option))
        .map(({ option, words: [file = ""] }) => ({ name: option.name, file })),
      writable: [...(stateDirectory ? [] : [dataDir]), ...(backups === undefined ? [] : [backups])],
      stateDirectory,
    }).trimEnd(),
  );
  const hidden = command.find((path) => /^\/(home|root|run\/user)\//.test(path));
  if (hidden !== undefined)
    err(
      `monitord: the unit hides ${hidden}, because of ProtectHome=yes. Install it below /usr or /opt.`,
    );
  const variables = Object.keys(environment()).filter((name) => name.startsWith("MONITORD_"));
  if (variables.length > 0)
    failed(`not in the unit: ${variables.join(", ")}. Use flags, or Environment= in a drop-in.`);
  return 0;
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** A folder as the service will find it; undefined: neither a flag nor the file names it. */
function folderOf(name: string, origins: Origins): string | undefined {
  const origin = [...origins].find(([option]) => option.name === name)?.[1];
  if (!origin || origin.from === "STATE_DIRECTORY" || origin.from.startsWith("MONITORD_")) return;
  const folder = String(origin.value);
  if (origin.from === `--${name}`) return resolve(folder);
  if (!isAbsolute(folder))
    err(`monitord: ${origin.from}: the service runs in /, and "${folder}" is /${folder} there.`);
  // The working directory of a service is the root.
  return resolve("/", folder);
}
