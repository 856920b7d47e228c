/** Prints the previous and the new owner of resources, one line each. */
import type { Ownership } from "../../api/ownership.ts";
import { wordOf } from "../../resource/resources.ts";
import type { Style } from "../output/style.ts";
import { linesText } from "../output/table.ts";

export function ownershipText({ resources }: Ownership, style: Style): string {
  return linesText(
    resources.map(({ kind, id, external_id, title, from, to }) => [
      { text: style.sign.done, paint: style.green },
      wordOf(kind),
      { text: external_id ?? id, paint: style.bold },
      `${from ?? "(no project)"} ${style.sign.arrow} ${to ?? "(no project)"}`,
      title,
    ]),
    "",
  );
}
