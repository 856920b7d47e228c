/** The real dashboard in a real terminal, against a real daemon. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type Client } from "../../../src/client/client.ts";
import { runMonitord, startMonitord, type Running } from "../../support/process.ts";
import { hasTmux, openTerminal, type Terminal } from "../../support/terminal.ts";
import { newPlace, type Place } from "../run.ts";
import { monitorctl } from "../../support/programs.ts";

const top = `'${process.execPath}' '${monitorctl}' top; echo ended=$?`;

describe.skipIf(!hasTmux)("in a terminal", () => {
  let daemon: Running;
  let place: Place;
  let terminal: Terminal;
  let client: Client;
  const dataDir = () => ["--data-dir", join(place.folder, "server")];

  beforeAll(async () => {
    place = newPlace();
    daemon = await startMonitord(dataDir());
    const { stdout } = await runMonitord([
      "keys",
      "create",
      "--name",
      "laptop",
      "--scopes",
      "admin",
      ...dataDir(),
    ]);
    const apiKey = /mon_\w+/.exec(stdout)![0];
    client = createClient({ url: daemon.url, apiKey });
    const { id: alert_group_id } = await client.send("POST /alert_groups", {
      body: {
        title: "On call",
      },
    });
    for (const title of ["Checkout", "决算 nightly", "Search"])
      await client.send("POST /health_check_monitors", {
        body: {
          title,
          url: "http://127.0.0.1:1/health",
          alert_group_id,
          fetch_retries: 0,
          interval_seconds: 86_400,
        },
      });
    await client.send("POST /webhook_monitors", {
      body: {
        title: "Shop errors",
        alert_group_id,
      },
    });
    terminal = openTerminal({
      columns: 80,
      rows: 24,
      cwd: place.folder,
      env: {
        ...place.env,
        MONITORCTL_URL: daemon.url,
        MONITORCTL_API_KEY: apiKey,
        TERM: "screen-256color",
      },
    });
    terminal.type(`echo before; ${top}`);
    terminal.press("Enter");
  });
  afterAll(async () => {
    terminal?.[Symbol.dispose]();
    await daemon?.stop();
    place?.[Symbol.dispose]();
  });

  // One story: each test goes on where the one before it ended.
  test("it says what is wrong, which server this is, and with whose key", async () => {
    await terminal.shows("3 unacknowledged incidents, 3 failing, 1 healthy");
    const screen = await terminal.shows(/▸✗ #1 .* is down +reached nobody +connection refused/);
    expect(screen).toContain("● live");
    expect(screen).toContain(`${daemon.url} · laptop (admin)`);
    expect(screen).not.toContain("before");
  });

  test("only what changed is written again", async () => {
    const file = join(place.folder, "written");
    terminal.record(file);
    const clock = /\d\d:\d\d:\d\d/.exec(terminal.screen())![0];
    const later = `(?!${clock})\\d\\d:\\d\\d:\\d\\d`;
    await terminal.shows(new RegExp(later));
    terminal.press("Down");
    await terminal.shows(/\n▸✗ #2/);
    const written = readFileSync(file, "utf8");
    expect(written).not.toContain("\u001b[2J");
    expect(written).not.toContain("Shop errors");
  });

  test("an incident is acknowledged, and it says who has it", async () => {
    const title = /▸✗ #2 .*?([^ ]+(?: nightly)?) is down/.exec(terminal.screen())![1]!;
    terminal.press("a");
    await terminal.shows("#2 is acknowledged by laptop");
    const screen = await terminal.shows("Incidents: 2 unacknowledged, 1 acknowledged");
    expect(screen).toContain("acked by laptop");
    const { status, title: stored } = await client.send("GET /incidents/:id", { id: "2" });
    expect(status).toBe("acknowledged");
    expect(stored).toContain(title);
  });

  test("and given back, and taken again", async () => {
    terminal.press("u");
    await terminal.shows("#2 is open again");
    await terminal.shows("Incidents: 3 unacknowledged");
    expect((await client.send("GET /incidents/:id", { id: "2" })).status).toBe("open");
    terminal.press("a");
    await terminal.shows("Incidents: 2 unacknowledged, 1 acknowledged");
  });

  test("a note is written into the timeline", async () => {
    terminal.press("n");
    await terminal.shows("Note for #2:");
    terminal.type("q is not quit here, 家");
    await terminal.shows("quit here, 家");
    terminal.press("Enter");
    await terminal.shows("The note is in the timeline of #2");
    const { timeline } = await client.send("GET /incidents/:id", { id: "2" });
    expect(timeline.at(-1)?.text).toBe("q is not quit here, 家");
  });

  test("the filter finds what is meant, wide characters too", async () => {
    terminal.press("/");
    await terminal.shows("Filter: ");
    terminal.type("决算");
    const screen = await terminal.shows("(1 of 3 match the filter)");
    expect(screen).toContain("(1 of 4 match the filter)");
    expect(screen).not.toContain("Checkout");
    terminal.press("Enter");
    await terminal.shows("(escape ends it)");
  });

  test("the details have the timeline, who was told, and the monitor", async () => {
    terminal.press("Enter");
    const screen = await terminal.shows("Timeline, newest first");
    expect(screen).toContain("Nobody was notified: the alert group had nobody to page");
    expect(screen).toContain("every 86400 s");
    terminal.press("Escape");
    await terminal.shows("Monitors: 1");
    terminal.press("Escape");
    await terminal.shows("Monitors: 4");
  });

  test("it fits a terminal of another size", async () => {
    terminal.resize(160, 50);
    await terminal.shows(/● live\n.*\d\d:\d\d:\d\d\n/);
    const wide = await terminal.shows("R resolve");
    expect(wide.split("\n")[0]!.length).toBeGreaterThan(150);
    terminal.resize(34, 7);
    await terminal.shows(/^2 unacknowledged/);
    terminal.resize(80, 24);
    await terminal.shows("? help  q quit");
  });

  test("a monitor is paused and resumed, and its check is run", async () => {
    terminal.press("p");
    await terminal.shows(/Pause .*\? +h for 1 hour +y until somebody resumes it +n no/);
    terminal.press("y");
    await terminal.shows("is paused until somebody resumes it (u undoes)");
    await terminal.shows("1 paused");
    terminal.press("u");
    await terminal.shows("is watched again");
    await terminal.shows(/\d failing, \d healthy/);
    terminal.press("p", "h");
    await terminal.shows("is paused for an hour");
    await terminal.shows("1 paused");
    terminal.press("p");
    await terminal.shows("is watched again");
    terminal.press("r");
    await terminal.shows(": checked, down");
  });

  test("s silences, and asks whether that is to end when pressed again", async () => {
    terminal.press("s");
    await terminal.shows(/Silenced for 1 h \(u undoes\): /);
    await terminal.shows(/silenced until [-\d ]*\d\d:\d\d:\d\d/);
    terminal.press("s");
    await terminal.shows(/End the silence of .* by laptop\? +y yes +n no/);
    terminal.press("n", "s", "y");
    await terminal.shows("Silence ended: ");
    expect(await client.send("GET /silences", { query: { current: true } })).toEqual([]);
  });

  test("resolving asks first", async () => {
    terminal.press("G", "g", "R");
    await terminal.shows(/Resolve #\d+ .*\? +y yes +n no/);
    terminal.press("x", "n");
    await terminal.shows("enter details");
    const before = await client.send("GET /incidents", { query: { status: ["resolved"] } });
    terminal.press("R", "y");
    await terminal.shows(/#\d+ is resolved/);
    expect(await client.send("GET /incidents", { query: { status: ["resolved"] } })).toHaveLength(
      before.length + 1,
    );
    terminal.press("u");
    await terminal.shows(/#\d+ is open again/);
    expect(await client.send("GET /incidents", { query: { status: ["resolved"] } })).toHaveLength(
      before.length,
    );
  });

  test("several are marked, and answered together", async () => {
    terminal.press("g", "Space", "Space");
    await terminal.shows("2 marked");
    terminal.press("s");
    await terminal.shows(/Silence 2 for an hour: done \(u undoes\)/);
    expect(await client.send("GET /silences", { query: { current: true } })).toHaveLength(2);
    terminal.press("u");
    await terminal.shows("End 2 silences: done");
    expect(await client.send("GET /silences", { query: { current: true } })).toEqual([]);
  });

  test("monitors are put in order, and together by group", async () => {
    terminal.press("o");
    await terminal.shows(/Monitors: \d+, slowest first/);
    terminal.press("o", "o", "o", "t");
    await terminal.shows(/[▹▿] .*: \d+ monitors?/);
    terminal.press("t");
  });

  test("a server that is gone is said at once, with the age of what is shown; then it catches up", async () => {
    await daemon.kill();
    await terminal.shows(/✗ \d+ s ago: .*○ \d+ s old\n.*! trying again: cannot reach/);
    terminal.press("a");
    await terminal.shows("cannot reach");
    daemon = await startMonitord(["--port", new URL(daemon.url).port, ...dataDir()]);
    const screen = await terminal.shows("● live");
    expect(screen).not.toContain("trying again");
  });

  test("after quitting the terminal is as it was", async () => {
    terminal.press("q");
    const screen = await terminal.shows("ended=0");
    expect(screen).toContain("before");
    expect(screen).not.toContain("Monitors:");
    terminal.type("stty -a | tr ' ;' '\\n\\n' | grep -x -- '-*echo\\|-*icanon'");
    terminal.press("Enter");
    await terminal.shows(/\nicanon\necho\n/);
  });

  test("so it is after an interrupt", async () => {
    terminal.type(`clear; ${top}`);
    terminal.press("Enter");
    await terminal.shows("● live");
    terminal.press("C-c");
    expect(await terminal.shows("ended=0")).not.toContain("● live");
  });

  test("so it is after SIGTERM, of which the process dies", async () => {
    // In a file: on the screen the dashboard would cover it.
    const pid = join(place.folder, "pid");
    terminal.type(
      `clear; '${process.execPath}' -e 'process.argv = ["", "", "top"]; fs.writeFileSync("${pid}", String(process.pid)); import("${monitorctl}")'; echo ended=$?`,
    );
    terminal.press("Enter");
    await terminal.shows("● live");
    process.kill(Number(readFileSync(pid, "utf8")), "SIGTERM");
    expect(await terminal.shows("ended=143")).not.toContain("● live");
  });
});
