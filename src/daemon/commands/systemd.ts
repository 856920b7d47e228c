/** `monitord systemd`: checks its flags and prints a unit for them. */
import { resolve } from "node:path";
import { flagOf, isHidden } from "../../core/model/option.ts";
import { allOptions } from "../config/options.ts";
import { unitText } from "../systemd/unit.ts";
import { failed, configured, environment, err, out, type Invocation } from "./invocation.ts";

export async function run(invocation: Invocation): Promise<number> {
  if (!configured(invocation)) return 78;
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
  const dataDir = flags.find(({ option }) => option.name === "data-dir")?.words[0];
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
      writable: [
        ...(stateDirectory ? [] : [dataDir]),
        ...flags.filter(({ option }) => option.name === "backup-dir").flatMap(({ words }) => words),
      ],
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
