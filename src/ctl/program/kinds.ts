/** Maps the typed names of kinds of resources to the kinds. */
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import { didYouMean } from "../../core/text/nearest.ts";
import { wrongInput } from "../call/failure.ts";

/** Kinds that other commands list. */
const otherLists = ["incidents", "devices", "keys"];

const shortNames: Record<string, ResourceKind> = {
  user: "users",
  ag: "alert_groups",
  alert_group: "alert_groups",
  hc: "health_check_monitors",
  health_check_monitor: "health_check_monitors",
  wh: "webhook_monitors",
  webhook_monitor: "webhook_monitors",
};

/** As people type the kind of a resource: `hc/shop`. */
export const shortOf: Record<ResourceKind, string> = {
  users: "user",
  alert_groups: "ag",
  health_check_monitors: "hc",
  webhook_monitors: "wh",
};

/** The kind that was typed: its name in the API, the same in the singular, or a short name. */
export function kindOf(typed: string): ResourceKind {
  const word = typed.toLowerCase().replaceAll("-", "_");
  const known = resourceKinds.find((kind) => kind === word) ?? shortNames[word];
  if (known) return known;
  const elsewhere = otherLists.find((list) => list === `${word}s`) ?? word;
  if (otherLists.includes(elsewhere))
    throw wrongInput(
      "unknown_kind",
      `${elsewhere} have a command of their own`,
      elsewhere === "incidents" ? "monitorctl incidents" : `monitorctl ${elsewhere} list`,
    );
  const hint = didYouMean(word, [...resourceKinds, ...Object.keys(shortNames)]);
  throw wrongInput(
    "unknown_kind",
    `there is no kind "${typed}"${hint}`,
    `one of: ${resourceKinds.join(", ")} (users, ag, hc, wh)`,
  );
}
