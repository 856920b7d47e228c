/** Maps the typed names of kinds of resources to the kinds. */
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import { didYouMean } from "../../core/text/nearest.ts";
import { factsOf, wordOf } from "../../resource/resources.ts";
import { wrongInput } from "../call/failure.ts";

/** Kinds that other commands list. */
const otherLists = ["incidents", "devices", "keys"];

/** As people type the kind of a resource: `hc/shop`. */
export const shortOf = (kind: ResourceKind): string => factsOf(kind).short;

/** The names of a kind: that in the API, the same in the singular, and the short one. */
const namesOf = new Map(
  resourceKinds.flatMap((kind) =>
    [kind, shortOf(kind), wordOf(kind)].map((name) => [name, kind] as const),
  ),
);

const nameIn = (typed: string) => typed.toLowerCase().replaceAll("-", "_");

/** Whether the word is a name of a kind. */
export const isKind = (typed: string): boolean => namesOf.has(nameIn(typed));

/** The kind that was typed, by any of its names. */
export function kindOf(typed: string): ResourceKind {
  const word = nameIn(typed);
  const known = namesOf.get(word);
  if (known) return known;
  const elsewhere = otherLists.find((list) => list === `${word}s`) ?? word;
  if (otherLists.includes(elsewhere))
    throw wrongInput(
      "unknown_kind",
      `${elsewhere} have a command of their own`,
      elsewhere === "incidents" ? "monitorctl incidents" : `monitorctl ${elsewhere} list`,
    );
  throw wrongInput(
    "unknown_kind",
    `unknown kind "${typed}"${didYouMean(word, [...namesOf.keys()])}`,
    `one of: ${resourceKinds.join(", ")} (${resourceKinds.map(shortOf).join(", ")})`,
  );
}
