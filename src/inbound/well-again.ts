/**
 * Recognizes a body that only reports a recovery. Conservative: each state in the body must be one of the
 * words below, or its text must begin with a mark of recovery and hold no mark of failure. All other bodies
 * fire, because a page too many is better than one too few.
 */
import { firstText, type Foreign } from "./members.ts";

/** Members that hold a state. */
const stateNames = ["status", "state", "alert_status", "new_state"];

const healthyWord =
  /^(?:ok|okay|up|resolved?|recover(?:ed|y)|normal|healthy|operational|cleared|passing|green)$/i;

/** True for a state, in any case, that is healthy in each tool that uses the word. */
export const isHealthyWord = (state: string): boolean => healthyWord.test(state);

/** `✅ Shop`, `[shop] [✅ Up] 200 - OK`, `RESOLVED: disk full`, `[OK] disk`. */
const recovery =
  /^(?:\[[^\]]{1,100}\]\s*)?(?:✅|🟢|💚|\[\s*(?:✅\s*)?(?:up|ok|resolved|recovered)\s*\]|(?:resolved|recovered|recovery|ok)\s*:)/iu;
const failure = /❌|🔴|🚨|🔥|⚠|\b(?:down|firing|failed|critical|alerting)\b/iu;

/** `text`: its title, or its text when it has none. */
export function isWellAgain(body: Foreign, text: string | null): boolean {
  const states = stateNames.flatMap((name) => firstText(body, name) ?? []);
  if (states.length > 0) return states.every(isHealthyWord);
  return text !== null && recovery.test(text) && !failure.test(text);
}
