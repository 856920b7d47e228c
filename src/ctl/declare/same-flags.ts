/** The flags of a command line that a further command for the same files and server needs, too. */
import { isSecret } from "../../manifest/variables.ts";
import type { Options } from "../call/call.ts";
import { quoted } from "../../core/text/shell.ts";

/** By the name of the option. */
const texts = {
  context: "--context",
  url: "--url",
  caFile: "--ca-file",
  clientCert: "--client-cert",
  clientKey: "--client-key",
} as const;

/** ` -f monitors --vars prod.env`; empty: none was named. Values of secrets are not repeated. */
export function sameFlags(options: Options): string {
  const many = (name: string, flag: string, value: (text: string) => string = quoted) =>
    ((options[name] || []) as string[]).map((text) => `${flag} ${value(text)}`);
  const words = [
    ...many("file", "-f"),
    ...many("vars", "--vars"),
    ...many("var", "--var", (text) => {
      const [name = "", ...value] = text.split("=");
      return isSecret(name, value.join("=")) ? `${name}=…` : quoted(text);
    }),
    ...(options["env"] === false ? ["--no-env"] : many("env", "--env")),
    ...(options["allowOutsideFiles"] === true ? ["--allow-outside-files"] : []),
    ...Object.entries(texts).flatMap(([name, flag]) =>
      typeof options[name] === "string" ? [`${flag} ${quoted(options[name])}`] : [],
    ),
    ...(options.insecure === true ? ["--insecure"] : []),
  ];
  return words.map((word) => ` ${word}`).join("");
}
