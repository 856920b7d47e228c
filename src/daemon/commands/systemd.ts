/** `monitord systemd`: checks its flags and prints a unit for them. */
import { accessSync, constants } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { flagOf, isHidden, type Option } from "../../core/model/option.ts";
import { filesOf } from "../../store/postgres/hosts.ts";
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
  const paths = [...read.origins].flatMap(([option, origin]) =>
    pathsOf(option, origin, read.issuerFiles),
  );
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

/**
 * The paths that an option names, itself or by its value, as the service will find them. A variable is none of the
 * service's.
 */
function pathsOf(
  option: Option,
  origin: GivenValue | null,
  issuerFiles: readonly string[],
): (NamedPath & { option: Option })[] {
  if (!origin || origin.from === "STATE_DIRECTORY" || origin.from.startsWith("MONITORD_"))
    return [];
  const { type } = option;
  const words = [parse(option, origin)].flat().map(String);
  // The working directory of a service is the root.
  const inRoot = (path: string): string => {
    if (!isAbsolute(path))
      err(`monitord: ${origin.from}: the service runs in /, and "${path}" is /${path} there.`);
    return resolve("/", path);
  };
  const read = (path: string) => ({ option, use: "reads file" as const, path });
  if (type.kind === "database") return words.flatMap(filesOf).map(inRoot).map(read);
  if (!("use" in type)) return [];
  const isFlag = origin.from === `--${flagOf(option)}`;
  const paths = words.map((word) => (isFlag ? resolve(word) : inRoot(word)));
  const named = option.name === "oidc-config" ? issuerFiles : [];
  return [
    ...paths.map((path) => ({ option, use: type.use, path })),
    ...named.map((file) => read(resolve(dirname(paths[0]!), file))),
  ];
}
