/**
 * Opens every page of a company whose hours were bad, as a reader in Berlin, and compares its sentences with the API and
 * with each other.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Incident } from "../../src/core/model/model.ts";
import { nearTime } from "../../src/dashboard/chart/times.ts";
import { startPicturedWorld, type PicturedWorld } from "../pictures/world.ts";
import { encoded } from "../support/visitor.ts";

const zone = "Europe/Berlin";
/** Pages that a crawl from the overview reaches, and that show other things than this company. */
const elsewhere = /^\/(api|assets|guide|logout|badges)\b|^\/manifest|\.(ics|csv)\b/;
const maxPages = 400;

interface Page {
  path: string;
  text: string;
}

let world: PicturedWorld;
const pages: Page[] = [];
beforeAll(async () => {
  world = await startPicturedWorld(4);
  const cookie = `${await signedIn()}; zone=${encodeURIComponent(zone)}`;
  const paths = ["/"];
  for (let i = 0; i < paths.length && i < maxPages; i++) {
    const path = paths[i]!;
    const answer = await fetch(world.url + path, { headers: { cookie, accept: "text/html" } });
    const text = await answer.text();
    expect(answer.status, path).toBe(200);
    pages.push({ path, text });
    for (const [, link = ""] of text.matchAll(/<a[^>]* href="(\/[^"#]*)/g)) {
      const next = link.replaceAll("&amp;", "&");
      if (!elsewhere.test(next) && !paths.includes(next)) paths.push(next);
    }
  }
}, 240_000);
afterAll(() => world.end());

async function signedIn(): Promise<string> {
  const answer = await fetch(`${world.url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: world.url },
    body: encoded({ code: world.key, name: "Ada Lovelace" }),
  });
  return (answer.headers.get("set-cookie") ?? "").split(";")[0]!;
}

/** The text that a reader sees, without text that is quoted as it came. */
const seenIn = (text: string) =>
  text
    .slice(text.indexOf("<main"))
    .replaceAll(/<(pre|code|textarea|title|option|label)\b[^>]*>[^]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

const pageOf = (path: string): Page => {
  const page = pages.find((one) => one.path === path);
  if (!page) throw new Error(`no link leads to ${path}`);
  return page;
};
/** `pattern` finds a number. */
const numberIn = ({ text }: Page, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
const incidents = (query: string) => world.api<Incident[]>("GET", `/incidents?limit=200${query}`);
const statusOf = /<span class="pill [a-z]+">.*?<\/svg>\s*([A-Z][a-z]+)/;

describe("on every page", () => {
  it("a link from the overview leads to each kind of page", () => {
    expect(pages.length).toBeGreaterThan(60);
    for (const part of ["/incidents/", "/health_check_monitors/", "/alert_groups/", "/users/"])
      expect(pages.some(({ path }) => path.startsWith(part))).toBe(true);
  });

  it("a time is one of the reader, without seconds and without another zone", () => {
    const odd = pages.flatMap(({ path, text }) => {
      const own = seenIn(text.replaceAll(/<bdi>[^]*?<\/bdi>/g, " "));
      return [
        ...(seenIn(text).match(/.{20}\d\d:\d\d UTC/g) ?? []),
        // The wall says to the second as of when it is, and when it is old.
        ...(own.match(/.{14}(?<!as of |old: )\d\d:\d\d:\d\d/g) ?? []),
      ].map((found) => `${path}: ${found}`);
    });
    expect(odd).toEqual([]);
  });

  it("the text of a time is that of its instant", () => {
    for (const { path, text } of pages) {
      const now = numberIn({ path, text }, /data-now="(\d+)"/);
      for (const [, at = "", shown] of text.matchAll(
        /<time datetime="([^"]+)"[^>]* data-exact\s*>([^<]*)</g,
      ))
        expect(shown, path).toBe(nearTime(Date.parse(at), { now, zone }));
    }
  });

  it("the number of unacknowledged incidents is that of the API", async () => {
    const { length } = await incidents("&status=open");
    expect(length).toBeGreaterThan(3);
    const badge = /unacknowledged: <\/span>(\d+)/;
    for (const page of pages.filter(({ text }) => text.includes('id="nav"')))
      expect(numberIn(page, badge), page.path).toBe(length);
    expect(numberIn(pageOf("/"), /data-open="(\d+)"/)).toBe(length);
    expect(pageOf("/").text).toContain(`${length} incidents need attention`);
  });
});

describe("the overview", () => {
  it("counts the incidents that reached nobody as the health report and its own rows do", async () => {
    const health = await (await fetch(`${world.url}/health`)).json();
    const { checkResults } = health as {
      checkResults: { name: string; meta: { unreached: number; on_hold: number } }[];
    };
    const { unreached, on_hold } = checkResults.find(({ name }) => name === "incidents")!.meta;
    const { text } = pageOf("/");
    expect(numberIn(pageOf("/"), /(\d+) of them reached nobody/)).toBe(unreached);
    expect(numberIn(pageOf("/"), /(\d+) on hold until/)).toBe(on_hold);
    expect(unreached).toBeGreaterThan(0);
    expect(text.match(/class="inc [^"]*alone/g)?.length).toBe(unreached);
  });
});

describe("the pages of one thing", () => {
  it("an incident is in the state of the API, in the list and on its own page", async () => {
    const words = { open: "Open", acknowledged: "Acknowledged", resolved: "Resolved" };
    for (const { number, status, title } of await incidents("")) {
      const page = pages.find(({ path }) => path === `/incidents/${number}`);
      if (!page) continue;
      expect(statusOf.exec(page.text)?.[1], title).toBe(words[status]);
      expect(page.text.includes("What was broken"), title).toBe(status === "resolved");
      expect(page.text.includes("During the incident"), title).toBe(
        status === "resolved" && !page.path.includes("alert"),
      );
    }
  });

  it("a monitor is in the state of the API, and so is its row", async () => {
    const monitors = await world.api<{ id: string; title: string; status: string }[]>(
      "GET",
      "/health_check_monitors?limit=200",
    );
    let compared = 0;
    for (const { id, title, status } of monitors) {
      const page = pages.find(({ path }) => path === `/health_check_monitors/${id}`);
      if (!page) continue;
      compared++;
      const word = statusOf.exec(page.text)?.[1];
      expect(word?.toLowerCase(), title).toBe(status === "healthy" ? "up" : status);
    }
    expect(compared).toBeGreaterThan(5);
  });
});
