/** The configuration table of the README, made from the options themselves. */
import { allOptions, usageOf, variableOf } from "../../src/daemon/options.ts";

export function optionTable(): string {
  const rows = allOptions.map((option) => {
    const cells = [
      `\`${usageOf(option)}\``,
      `\`${variableOf(option.name)}\`${option.secret ? " or `…_FILE`" : ""}`,
      option.default === null ? "" : `\`${option.default}\``,
      option.help,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return ["| flag | environment | default | meaning |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}
