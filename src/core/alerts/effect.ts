/** The effect of an alert in words, before it is delivered. Pure. */
import type { Verdict } from "../command/alert.ts";

const effects: Record<Verdict, (number: number | null) => string> = {
  opened: () => "opens an incident",
  repeated: (number) => `repeats incident #${number}`,
  duplicate: (number) => `repeats incident #${number}`,
  resolved: (number) => `resolves incident #${number}`,
  "late resolve ignored (firing again)": (number) =>
    `changes nothing: incident #${number} began after this resolve`,
  "resolve without an open incident": () => "opens nothing: no incident is open for it",
  acknowledged: (number) => `acknowledges incident #${number}`,
  "acknowledge without an open incident": () => "changes nothing: no incident is open for it",
};

/** `resolves incident #12`; `number`: of the open incident of the alert; null: none. */
export const effectOf = (verdict: Verdict, number: number | null): string =>
  effects[verdict](number);
