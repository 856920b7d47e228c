/** The form of a status page in the dashboard: every step is a form that is sent, without a script. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { location, signIn } from "../support/visitor.ts";

let http: HttpSide;
let browser: Awaited<ReturnType<typeof signIn>>;
let group: { id: string };
beforeEach(async () => {
  http = await startHttp({ path: "/mon" });
  browser = await signIn(http, http.keys.write, "/mon");
  group = (await http.api("POST", "/alert_groups", { title: "Shop" })).json;
  for (const title of ["Checkout API", "Payments", "Payment failures"])
    await http.api("POST", "/webhook_monitors", { title, alert_group_id: group.id });
});
afterEach(() => http.end());

/** The inputs of a page as a browser sends them, with other values and a pressed button. */
function filled(
  page: string,
  more: Record<string, string> = {},
): Record<string, string | string[]> {
  const values: Record<string, string[]> = {};
  const text = (value: string) =>
    value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
  for (const [tag] of page.matchAll(/<input\b[^>]*>/g)) {
    const [, name] = /\bname="([^"]*)"/.exec(tag) ?? [];
    if (name === undefined || (tag.includes('type="checkbox"') && !tag.includes("checked")))
      continue;
    (values[name] ??= []).push(text(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ""));
  }
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => name !== "csrf"));
  return { ...own, public: "unlisted", ...more };
}

const names = (page: string) =>
  [...page.matchAll(/name="s\.\d+\.y\.\d+\.name" value="([^"]*)"/g)].map(([, name]) => name);
const stored = async () => (await http.api("GET", "/status_pages")).json;

describe("the form of a status page", () => {
  it("adds what is typed, asks when it is unclear, and leads to the published page", async () => {
    const path = "/status_pages/new";
    let page = (await browser.get(path)).text;
    const press = async (more: Record<string, string>) => {
      const answer = await browser.post(path, filled(page, more));
      page = answer.text;
      return answer;
    };
    await press({ "s.0.add": "checkout", move: "s.0.add" });
    expect(names(page)).toEqual(["Checkout API"]);
    // Enter adds, and publishes nothing.
    await press({ "s.0.add": "shop (whole group)", show: "true" });
    expect(names(page)).toEqual(["Checkout API", "Shop"]);
    await press({ "s.0.add": "pay", move: "s.0.add" });
    expect(page).toContain("Several have “pay” in their titles");
    const [, pick] = /name="move" value="(s\.0\.pick\.wh:[^"]+)"/.exec(page)!;
    await press({ move: pick! });
    expect(names(page)).toHaveLength(3);
    await press({ "s.0.add": "nothing like it", move: "s.0.add" });
    expect(page).toContain("No monitor or group has “nothing like it” in its title.");
    await press({ "s.0.add": "", move: "s.0.y.2.up" });
    await press({ move: "s.0.y.0.down" });
    await press({ move: "s.0.y.2.drop" });
    expect(names(page)).toHaveLength(2);
    expect(await stored()).toEqual([]);
    const preview = await press({ title: "Acme", preview: "true" });
    expect(preview.text).toContain('<main class="public"');
    expect(await stored()).toEqual([]);
    page = (await browser.post(path, { ...filled((await browser.get(path)).text) })).text;
    expect(page).toContain("Not saved");
  });

  it("saves sections, names, descriptions and parts, and keeps them when it is opened again", async () => {
    const made = await browser.post("/status_pages/new", {
      ...filled((await browser.get(`/status_pages/new?group=${group.id}`)).text),
      title: "Acme status",
      slug: "acme",
      "s.0.title": "Shop",
      "s.0.y.0.name": "Checkout",
      "s.0.y.0.description": "Cart and orders",
      "s.0.y.1.add": "Payments",
    });
    expect(location(made)).toBe(`${http.siteUrl}/status/acme`);
    const [page] = await stored();
    expect(page.sections).toMatchObject([
      {
        title: "Shop",
        systems: [
          {
            name: "Checkout",
            description: "Cart and orders",
            webhook_monitors: [expect.any(String)],
          },
          { name: "Payment failures", webhook_monitors: [expect.any(String), expect.any(String)] },
          { name: "Payments" },
        ],
      },
    ]);
    const form = (await browser.get(`/status_pages/${page.id}/edit`)).text;
    const unchanged = await browser.post(`/status_pages/${page.id}/edit`, {
      ...filled(form),
      title: "Acme status",
      description: "",
    });
    expect(location(unchanged)).toContain(`/status_pages/${page.id}`);
    expect((await stored())[0].sections).toEqual(page.sections);
    const dropped = page.sections[0].systems[1].webhook_monitors[0];
    await browser.post(`/status_pages/${page.id}/edit`, {
      ...filled((await browser.get(`/status_pages/${page.id}/edit`)).text),
      "s.0.y.1.without": `wh:${dropped}`,
    });
    const left = (await stored())[0].sections[0].systems[1].webhook_monitors;
    expect(left).toEqual(page.sections[0].systems[1].webhook_monitors.slice(1));
  });

  it("is refused to a reader, and takes no monitor of another organization", async () => {
    const reader = await signIn(http, http.keys.read, "/mon");
    expect((await reader.get("/status_pages/new")).status).toBe(403);
    const foreign = await http.call("POST", "/api/v1/alert_groups", {
      key: http.stranger,
      body: { title: "Theirs" },
    });
    const refused = await browser.post("/status_pages/new", {
      ...filled((await browser.get("/status_pages/new")).text),
      title: "X",
      "s.0.title": "S",
      "s.0.y.0.name": "Stolen",
      "s.0.y.0.ref": `ag:${foreign.json.id}`,
    });
    expect(refused.status).toBe(422);
    expect(await stored()).toEqual([]);
  });
});
