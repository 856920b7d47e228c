/**
 * Answers that break the rules of HTTP, or come near it, each beside the verdict of curl in the same run: both read the
 * answer, or neither does. What differs on purpose says why, and the guide does.
 */
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/health/health.ts";
import { readProbe } from "../../src/core/health/probe-reading.ts";
import { healthMonitor } from "../support/builders.ts";
import { verdictOfCurl } from "../support/other-servers.ts";
import { installed } from "../support/proxies.ts";
import { answering, asked, bytesOf, probePage, proberOf } from "../support/probing.ts";
import { answers, many, redirecting, two } from "./odd-answers.ts";

/** The answers that monitord judges otherwise than curl, and why. Each reason is in the guide. */
const differ: Record<string, string> = {
  "90 kB of headers": "Headers over 64 KiB",
  "90 kB of headers with LF alone": "Headers over 64 KiB",
  "gzip that is none": "Answer is not valid gzip",
  "a status line and no more": "Connection closed before the answer was complete",
};

async function verdictsOf(onConnection: (socket: Socket) => void) {
  const server = await bytesOf(onConnection);
  const url = `http://${server.address}/`;
  const monitor = healthMonitor({ url, expect: "http", fetch_retries: 0 });
  const fetched = await proberOf().fetch(monitor);
  const reading = readProbe(monitor, fetched, 0);
  const { status, reason } = judge(reading, monitor, 0);
  return { curl: await verdictOfCurl(url), status, reason: reason ?? "", fetched };
}

describe.skipIf(!installed("curl", "--version"))("an answer beside curl", () => {
  test.each([
    ...Object.entries(answers).map(([name, bytes]) => [name, answering(bytes)] as const),
    ...Object.entries(redirecting).map(([name, by]) => [`redirects ${name}`, asked(by)] as const),
  ])("%s", async (name, onConnection) => {
    const { curl, status, reason, fetched } = await verdictsOf(onConnection);
    const read = status === "up" || status === "degraded";
    if (differ[name] === undefined) expect({ read, reason }).toEqual({ read: curl, reason });
    else {
      expect({ read, curl }).toEqual({ read: false, curl: true });
      expect(reason).toBe(differ[name]);
    }
    // Every failure has a reason of its own, and no answer is read leniently without a word.
    if (status === "degraded") expect(reason).toContain("The answer breaks the rules of HTTP: ");
    if (fetched.kind === "failure") expect(fetched.reason).not.toContain("monitord");
  });
});

test("an answer that is read leniently names each rule that it breaks", async () => {
  const server = await bytesOf(
    answering(`http/1.1  200 OK\nX-A : \x01\n${many(2, two)}Content-Encoding: none\n\nhi`),
  );
  const page = await probePage(`http://${server.address}/`);
  expect(page).toMatchObject({ kind: "answer", http_status: 200, body: "hi" });
  expect(page.seen.odd).toMatchInlineSnapshot(`
    [
      "a line that does not end with CR and LF",
      "HTTP in lower case",
      "several spaces before the status",
      "a space before the colon of a header",
      "a control character in a header",
      "Content-Length twice",
      "an unknown Content-Encoding",
    ]
  `);
});
