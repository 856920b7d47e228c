/**
 * Apprise itself, which posts to the URL of a group. `SENDERS_PYTHON` is a Python that has the package `apprise`; skipped
 * without it.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

const python = process.env["SENDERS_PYTHON"] ?? "";
const run = promisify(execFile);

let side: HttpSide;
beforeAll(async () => {
  side = await startHttp();
});
afterAll(() => side.end());

const program = `
import sys, apprise
url, kind, title, body = sys.argv[1:]
sender = apprise.Apprise()
sender.add(url)
sys.exit(0 if sender.notify(title=title, body=body, notify_type=kind) else 1)
`;

test.skipIf(python === "")(
  "Apprise opens an incident, resolves it, and keeps its news",
  async () => {
    const made = await side.api("POST", "/alert_groups", { title: "Apprise" });
    const url = new URL(made.json.webhook_url as string);
    const target = `json://${url.host}${url.pathname}`;
    const send = (kind: string, title: string, body: string) =>
      run(python, ["-c", program, target, kind, title, body]);
    const incidents = async () =>
      (await side.api("GET", "/incidents")).json as { title: string; status: string }[];

    await send("success", "Backup of db1", "Finished in 3 min");
    await send("info", "Backup of db1", "Started");
    expect(await incidents()).toEqual([]);

    await send("failure", "Backup of db1", "No space left");
    await send("warning", "Backup of db1", "Little space left");
    expect(await incidents()).toMatchObject([{ title: "Backup of db1", status: "open" }]);

    await send("success", "Backup of db1", "Finished in 3 min");
    expect(await incidents()).toMatchObject([{ title: "Backup of db1", status: "resolved" }]);

    await send("info", "Disk", "The check of /var failed");
    expect(await incidents()).toMatchObject([
      { status: "resolved" },
      { title: "Disk", status: "open" },
    ]);

    const formats = (await side.api("GET", "/inbound_events")).json as { format: string }[];
    expect(new Set(formats.map(({ format }) => format))).toEqual(new Set(["apprise"]));
  },
);
