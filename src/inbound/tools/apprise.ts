/**
 * Apprise's `json://` notifications (https://github.com/caronc/apprise/wiki/Notify_Custom_JSON). A success resolves the
 * incident that a failure under the same title opened. An information changes no incident, unless its words describe a
 * problem: `info` is also the default of Apprise.
 */
import type { Format } from "../alert.ts";
import { withoutState } from "../identity/without-state.ts";
import { firstText, isObject } from "../members.ts";
import { tellsOfFailure } from "../generic/well-again.ts";
import { contentsBy, nothing, type States } from "./tool.ts";

const states: States = {
  failure: "firing",
  warning: "firing",
  info: "firing",
  success: "resolved",
};

/** Words by which an information is about a problem, beside those of a failure. */
const alarming =
  /\b(?:full|low|high|alarm|alert|problem|warn\w*|expir\w*|unable|cannot|missing|exceed\w*|lost|dead|stopp\w*|crash\w*|exception|denied|refused|timeout|urgent|emergency|attention)\b/i;

export const apprise: Format = {
  name: "apprise",
  read: (body) => {
    if (!isObject(body) || !Object.hasOwn(body, "version") || !Object.hasOwn(body, "message"))
      return null;
    const type = typeof body.type === "string" ? body.type.toLowerCase() : "";
    if (!Object.hasOwn(states, type)) return null;
    const title = firstText(body, "title");
    const message = firstText(body, "message");
    const texts = [title, message].filter((text) => text !== null);
    const isAlarm = texts.some((text) => tellsOfFailure(text) || alarming.test(text));
    if (type === "info" && !isAlarm)
      return nothing(
        'The type "info" opens and resolves nothing. Send the type "warning" or "failure" to page.',
      );
    const name = title ?? message;
    return contentsBy("apprise", states, {
      state: type,
      thing: [name && withoutState(name)],
      name,
      texts: [message],
      severity: type,
    });
  },
};
