/** Adding a phone in a real terminal, against a real daemon. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { read, squaresOf } from "../support/qr.ts";
import { hasTmux, openTerminal, type Terminal } from "../support/terminal.ts";
import { startWorld, type World } from "../support/world.ts";
import { newPlace, type Place } from "./run.ts";
import { monitorctl } from "../support/programs.ts";

const add = `clear; '${process.execPath}' '${monitorctl}' devices add ada@example.com; echo ended=$?`;
const site = "https://mon.example.com";

describe.skipIf(!hasTmux)("in a terminal", () => {
  let world: World;
  let place: Place;
  let terminal: Terminal;

  beforeAll(async () => {
    place = newPlace();
    world = await startWorld({ siteUrl: site });
    await world.api("POST", "/users", { email: "ada@example.com" });
    terminal = openTerminal({
      columns: 80,
      rows: 24,
      cwd: place.folder,
      env: {
        ...place.env,
        MONITORCTL_URL: world.daemon.url,
        MONITORCTL_API_KEY: world.key,
        TERM: "screen-256color",
      },
    });
  });
  afterAll(async () => {
    terminal?.[Symbol.dispose]();
    await world?.end();
    place?.[Symbol.dispose]();
  });

  const start = async () => {
    terminal.type(add);
    terminal.press("Enter");
    const screen = await terminal.shows("waiting for the phone…");
    const lines = screen.split("\n");
    const code = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith("Scan this")),
    );
    // Light squares at the end of a line are spaces, which the terminal does not keep.
    const width = Math.max(...code.map((line) => line.length)) + 4;
    return {
      link: /https:\S+/.exec(screen)![0],
      scanned: read(squaresOf(code.map((line) => `${line.padEnd(width)}\n`).join(""), true)),
    };
  };

  test("the whole code is on the screen, and what becomes of the phone beneath it", async () => {
    const { link, scanned } = await start();
    expect(scanned).toBe(link);
    const page = link.replace(site, world.daemon.url);
    await fetch(`${page}/test`, { method: "POST" });
    await world.settle();
    await terminal.shows("took the test at");
    expect(world.phone.messages()).toHaveLength(1);
    await fetch(`${page}/arrived`, { method: "POST" });
    const screen = await terminal.shows("ended=0");
    expect(screen).toMatch(/✓ The phone of ada@example\.com rings: verified/);
    expect(screen).not.toContain("took the test");
  });

  test("an interrupt ends the waiting, and the link goes on working", async () => {
    const { link } = await start();
    terminal.press("C-c");
    const screen = await terminal.shows("ended=130");
    expect(screen).toContain("the link still works until");
    const page = link.replace(site, world.daemon.url);
    expect((await fetch(page)).status).toBe(200);
  });
});
