/** What is wrong with a text that does not fit a pattern of the API, in words. */
import { topicPattern } from "./device-invitations.ts";
import {
  cursorPattern,
  emailPattern,
  titlePattern,
  endpointPattern,
  schemeFault,
  urlPattern,
} from "./schema.ts";

/** By pattern, as the descriptions have them. */
const messages: Record<string, string> = {
  [cursorPattern]: "must be the cursor of a Link header, as it was",
  [urlPattern]: "must be an absolute URL that starts with http:// or https://",
  [emailPattern]: "must be an email address: name@host",
  [topicPattern]: "must be an ntfy topic: 1 to 64 letters, digits, - and _",
  "^[a-z0-9-]{3,63}$": "must be 3 to 63 lower-case letters, digits and dashes",
  "^(?:/(?:[^~/]|~[01])*)*$": "must be a JSON pointer, such as /queue/length",
  "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$": "must be the name of a header",
  "^[A-Za-z0-9-]{1,128}$": "must be the name of a header: letters, digits and dashes",
  "^20[2-9]\\d-\\d{2}-\\d{2}$": "must be a date as YYYY-MM-DD, from 2020 to 2099",
  "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "must be a date as YYYY-MM-DD",
  "^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$": "must be a month as YYYY-MM",
  "^\\d{1,15}\\.\\d{1,15}$": "must be the id of an event, as the stream sent it",
  "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$": "must be a UUID",
};

/** The fault of a value that does not fit the pattern: the end of a sentence whose subject is the field. */
export function patternMessage(pattern: string | RegExp, value: unknown): string {
  const text = String(pattern);
  if (text === endpointPattern) return schemeFault(String(value));
  if (text === titlePattern && String(value).trim() === "") return "must not be empty";
  const known = messages[text];
  if (known !== undefined) return known;
  if (text.includes("u0000")) return "must not contain control characters";
  if (text.includes("[0-5]")) return "must be a time as HH:MM:SS";
  if (text.includes("data:image/")) return "must be a data: URL in Base64 of a picture";
  return `must match ${text}`;
}
