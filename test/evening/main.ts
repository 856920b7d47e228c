/**
 * `npm run evening -- [--ntfy-url URL] [--token TOKEN]`: a phone's whole evening against an ntfy server, or against our
 * fake of one. Exit 1 when a message was not as it must be. README.md has more.
 */
import { parseArgs } from "node:util";
import { startPhone } from "../support/phone.ts";
import { playEvening } from "./evening.ts";

const { values } = parseArgs({
  options: { "ntfy-url": { type: "string" }, token: { type: "string" } },
});
const fake = values["ntfy-url"] === undefined ? await startPhone() : null;
const url = new URL(values["ntfy-url"] ?? fake!.url);
const basic = Buffer.from(
  `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`,
);
const authorization = values.token
  ? `Bearer ${values.token}`
  : url.username === ""
    ? null
    : `Basic ${basic.toString("base64")}`;
[url.username, url.password] = ["", ""];

const server = { url: url.href.replace(/\/$/, ""), authorization };
const { faults, cannot } = await playEvening(server, (text) => console.log(text));
await fake?.stop();
console.log(
  `\n${cannot.length === 0 ? "The server keeps each promise" : `The server keeps all but ${cannot.length} promises`} of its documentation that was asked for.`,
);
console.log(faults.length === 0 ? "✓ Every message came as it must." : `✗ ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
