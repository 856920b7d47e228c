/** Whether each command of the programs has a line. */
import { clientProgram, leavesOf } from "../support/guide-tables.ts";
import { demo, lines } from "./commands.ts";
import type { Place } from "./install.ts";
import { runs } from "./shell.ts";

/** A sentence for each command of the programs that no line runs. */
export async function commandsWithoutLine(place: Place): Promise<string[]> {
  const all = [
    ...leavesOf(clientProgram()).map(([path]) => path),
    ...(await leavesOfDaemon(place, "monitord")),
  ];
  const texts = [...Object.values(lines).flat(), demo].map(({ run }) => `${run} `);
  return all
    .filter((command) => !texts.some((text) => text.includes(`${command} `)))
    .map((command) => `"${command}" has no line in test/package/commands.ts`);
}

/** The commands that its help names, with those below others. */
async function leavesOfDaemon(place: Place, path: string): Promise<string[]> {
  const { output } = await runs(`${path} --help`, place.home, place.env);
  const [, list = ""] = output.split("\nCommands:\n");
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name!);
  const below = await Promise.all(
    names
      .filter((name) => name !== "help")
      .map(async (name) => leavesOfDaemon(place, `${path} ${name}`)),
  );
  return below.length === 0 ? [path] : below.flat();
}
