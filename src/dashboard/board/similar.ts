/** Folds incidents that are alike into one row: alerts of one rule, monitors that fail for one reason. Pure. */
import type { Incident } from "../../core/model/model.ts";
import type { IncidentRow } from "./model.ts";

/** The number of incidents from which on similar ones are folded. */
const minSimilar = 3;

/** Incidents that are alike, in their order. */
export interface Similar {
  /** The rule or the reason that they have in common. */
  name: string;
  cards: readonly IncidentRow[];
}

/** The name of the rule of an alert, or the reason of the failure; null: it has neither. */
function commonName({ details, summary }: Incident): string | null {
  const labels = details["labels"];
  const rule =
    typeof labels === "object" && labels !== null && "alertname" in labels
      ? labels.alertname
      : null;
  return typeof rule === "string" && rule !== "" ? rule : summary || null;
}

/** Incidents one by one, but those that are alike at the place of their first. */
export function foldSimilar(cards: readonly IncidentRow[]): (IncidentRow | Similar)[] {
  const keyOf = ({ incident }: IncidentRow) => {
    const name = commonName(incident);
    const { alert_group_id, priority_level, status } = incident;
    return name === null ? null : JSON.stringify([alert_group_id, priority_level, status, name]);
  };
  const alike = Map.groupBy(cards, keyOf);
  return cards.flatMap((card): (IncidentRow | Similar)[] => {
    const key = keyOf(card);
    const some = alike.get(key) ?? [];
    if (key === null || some.length < minSimilar) return [card];
    return some[0] === card ? [{ name: commonName(card.incident)!, cards: some }] : [];
  });
}
