/** Words of other programs (terraform, kubectl, pdctl), and the ones of this. */
import { isKind } from "../input/kinds.ts";

/** By command. A command of two words comes before its first. */
const commands: Readonly<Record<string, string>> = {
  "state list": "monitorctl get all --project NAME",
  "state show": "monitorctl describe KIND/ID",
  create: "monitorctl apply -f FILE, or users add, keys create and silence add",
  deploy: "monitorctl apply",
  format: "monitorctl fmt",
  lint: "monitorctl validate",
  list: "monitorctl get KIND, or monitorctl incidents",
  logs: "monitorctl events",
  ls: "monitorctl get KIND, or monitorctl incidents",
  mute: "monitorctl silence add, or monitorctl pause KIND/ID",
  refresh: "monitorctl drift",
  show: "monitorctl describe KIND/ID, or monitorctl incident NUMBER",
  snooze: "monitorctl ack NUMBER --for 1h",
  state: "monitorctl get all --project NAME",
  unmute: "monitorctl silence end ID, or monitorctl resume KIND/ID",
};

/** By option, without its dashes. */
const options: Readonly<Record<string, string>> = {
  "auto-approve": "write --yes",
  "detailed-exitcode": "write --exit-code",
  force: "write --yes",
  out: "write --out FILE",
  target: "name a smaller manifest: one apply is one project",
  var: "write --var NAME=value",
  "var-file": "write --vars FILE",
};

/** The next step for a command line that was not understood, with its message; null: none is known. */
export function otherWords(argv: readonly string[], message: string): string | null {
  if (message.startsWith("unknown command")) {
    const words = argv.filter((word) => !word.startsWith("-"));
    return commands[words.slice(0, 2).join(" ")] ?? commands[words[0] ?? ""] ?? null;
  }
  if (message.startsWith("too many arguments")) {
    const at = argv.findIndex(isKind);
    const name = argv[at + 1];
    if (at > 0 && name?.startsWith("-") === false) return `write ${argv[at]}/${name}`;
  }
  for (const word of argv) {
    const [, name = ""] = /^-(-?[a-z][a-z-]+)(?:=|$)/.exec(word) ?? [];
    // With two dashes it may be an option of this program.
    const known = options[name.replace(/^-/, "")];
    if (known !== undefined && (!name.startsWith("-") || !ours.has(name.slice(1)))) return known;
  }
  return null;
}

/** Options of this program among them. */
const ours = new Set(["out", "var", "detailed-exitcode"]);
