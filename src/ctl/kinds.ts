/** The kinds of resource as people may type them. */
import { resourceKinds, type ResourceKind } from "../core/model.ts";
import { nearest } from "../core/nearest.ts";
import { wrongInput } from "./failure.ts";

const shortNames: Record<string, ResourceKind> = {
  user: "users",
  ag: "alert_groups",
  alert_group: "alert_groups",
  hc: "health_check_monitors",
  health_check_monitor: "health_check_monitors",
  wh: "webhook_monitors",
  webhook_monitor: "webhook_monitors",
};

/** The kind that was typed: its name in the API, the same in the singular, or a short name. */
export function kindOf(typed: string): ResourceKind {
  const word = typed.toLowerCase().replaceAll("-", "_");
  const known = resourceKinds.find((kind) => kind === word) ?? shortNames[word];
  if (known) return known;
  const meant = nearest(word, [...resourceKinds, ...Object.keys(shortNames)]);
  throw wrongInput(
    "unknown_kind",
    `there is no kind "${typed}"${meant ? `, did you mean "${meant}"?` : ""}`,
    `one of: ${resourceKinds.join(", ")} (users, ag, hc, wh)`,
  );
}
