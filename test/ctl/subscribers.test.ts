/** Subscribers of status pages, from the command line, against a real server. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { exitCodes } from "../../src/ctl/call/exit.ts";
import { startWorld, type World } from "../support/world.ts";
import { newPlace, type Place } from "./run.ts";

let world: World;
let place: Place;
let page_id: string;
const ctl = (...args: string[]) => place.inside(args);
const ask = (email: string) =>
  world.daemon.store.run("ask_to_subscribe", { page_id, email, now: world.clock.now() });

beforeEach(async () => {
  world = await startWorld();
  const page = await world.api<{ id: string }>("POST", "/status_pages", {
    external_id: "shop",
    title: "Shop",
    mail_updates: true,
  });
  page_id = page.id;
  place = newPlace({ MONITORCTL_URL: world.daemon.url, MONITORCTL_API_KEY: world.key });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await world.end();
});

test("are listed with their addresses, and whether they confirmed", async () => {
  expect((await ctl("subscribers", "list", "shop")).stderr).toContain("Nobody has subscribed");
  await ask("ada@customer.example");
  const { stdout } = await ctl("subscribers", "list", "shop");
  expect(stdout).toMatch(/EMAIL +ASKED +CONFIRMED\n(.*\n)?ada@customer\.example +\S.* ago +no\n/);
  expect((await ctl("subscribers", "list", "shop", "-o", "name")).stdout).toBe(
    "ada@customer.example\n",
  );
});

test("one is removed by its address in any spelling, after a question", async () => {
  await ask("ada@customer.example");
  await ask("bo@customer.example");
  const unknown = await ctl("subscribers", "remove", "shop", "eve@customer.example", "--yes");
  expect(unknown).toMatchObject({ code: exitCodes.input });
  expect(unknown.stderr).toContain("monitorctl subscribers list shop");
  const remove = ["subscribers", "remove", "shop", "Ada@Customer.example"];
  expect((await ctl(...remove)).code).toBe(exitCodes.unconfirmed);
  expect((await ctl(...remove, "--yes")).stdout).toContain("removed ada@customer.example");
  expect((await ctl("subscribers", "list", "shop", "-o", "name")).stdout).toBe(
    "bo@customer.example\n",
  );
});
