/** `monitord systemd`: checks its flags and prints a unit for them. */
import { accessSync, constants } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { flagOf, isHidden, type Option } from "../../core/model/option.ts";
import { parse, type GivenValue } from "../config/option-value.ts";
import { allOptions } from "../config/options.ts";
import { isInHome, openings, type NamedPath } from "../systemd/openings.ts";
import { unitText } from "../systemd/unit.ts";
import { failed, environment, err, out, readSources, type Invocation } from "./invocation.ts";

/** The folder that `StateDirectory=` makes. */
const stateFolder = "/var/lib/monitord";

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
    const isPath = isHidden(option) || "use" in option.type;
    const words = [value].flat().map((word) => (isPath ? resolve(word) : word));
    return [{ option, words }];
  });
  const command = [process.execPath, "--", resolve(process.argv[1]!)];
  const paths = [...read.origins].flatMap(([option, origin]) => pathsOf(option, origin));
  const dataDir = paths.find(({ option }) => option.name === "data-dir")?.path;
  const stateDirectory = dataDir === undefined || dataDir === stateFolder;
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
      opened: openings(paths, stateDirectory ? stateFolder : null),
      stateDirectory,
    }).trimEnd(),
  );
  const hidden = command.find(isInHome);
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

/** The paths of an option as the service will find them; a variable is none of the service's. */
function pathsOf(option: Option, origin: GivenValue | null): (NamedPath & { option: Option })[] {
  if (!("use" in option.type) || !origin) return [];
  const { use } = option.type;
  const { from } = origin;
  if (from === "STATE_DIRECTORY" || from.startsWith("MONITORD_")) return [];
  const words = [parse(option, origin)].flat().map(String);
  if (from === `--${flagOf(option)}`)
    return words.map((word) => ({ option, use, path: resolve(word) }));
  return words.map((word) => {
    if (!isAbsolute(word))
      err(`monitord: ${from}: the service runs in /, and "${word}" is /${word} there.`);
    // The working directory of a service is the root.
    return { option, use, path: resolve("/", word) };
  });
}
