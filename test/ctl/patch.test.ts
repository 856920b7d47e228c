/** What was changed on the server, accepted into the files that declare it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
beforeEach(async () => {
  http = await startHttp();
  place = newPlace({ MONITORCTL_URL: http.siteUrl, MONITORCTL_API_KEY: http.keys.admin });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await http.end();
});

const ctl = (...args: string[]) => place.inside(args);
const text = (name: string) => readFileSync(join(place.folder, name), "utf8");

const file = `# The shop, as the team keeps it.
version: 1
project: shop

defaults:
  health_check_monitors: { interval_seconds: 30 }

alert_groups:
  - external_id: oncall # the only one
    title:   "On call"

  - { external_id: day, title: Day, description: Office hours }

health_check_monitors:
  # The shop itself.
  - external_id: www
    title: Website
    url: https://\${HOST:-shop.example.com}/health
    alert_group: oncall
    timeout_seconds: 5   # more is an outage
    description: >-
      The front page,
      as people see it.

  - external_id: api
    title: API
    url: https://api.example.com/health
    alert_group: oncall
`;

async function change(kind: string, external_id: string, body: object): Promise<void> {
  const all = (await http.api("GET", `/${kind}`)).json as { id: string; external_id: string }[];
  const { id } = all.find((one) => one.external_id === external_id)!;
  const { status, text: answer } = await http.api("PUT", `/${kind}/${id}`, body);
  expect(status, answer).toBe(200);
}

test("writes each difference where it stands, and leaves comments and formatting", async () => {
  place.write("monitors.yaml", file);
  expect((await ctl("apply", "--yes")).code).toBe(0);
  await change("health_check_monitors", "www", {
    interval_seconds: 60,
    timeout_seconds: 10,
    description: null,
  });
  await change("health_check_monitors", "api", { interval_seconds: 120, slow_above_ms: 800 });
  await change("alert_groups", "day", { title: "Day: office", description: null });
  await change("alert_groups", "oncall", { escalate_after_minutes: 20 });

  const { code, stdout, stderr } = await ctl("export", "--patch");
  expect(stderr).toMatch(/^8 differences written to 1 file/m);
  expect(stdout).toContain("monitors.yaml:20: health_check_monitors www: timeout_seconds\n");
  expect(code).toBe(0);
  expect(text("monitors.yaml")).toMatchInlineSnapshot(`
    "# The shop, as the team keeps it.
    version: 1
    project: shop

    defaults:
      health_check_monitors: { interval_seconds: 30 }

    alert_groups:
      - external_id: oncall # the only one
        title:   "On call"
        escalate_after_minutes: 20

      - { external_id: day, title: "Day: office", description: null }

    health_check_monitors:
      # The shop itself.
      - external_id: www
        title: Website
        url: https://\${HOST:-shop.example.com}/health
        interval_seconds: 60
        alert_group: oncall

      - external_id: api
        title: API
        url: https://api.example.com/health
        slow_above_ms: 800
        interval_seconds: 120
        alert_group: oncall
    "
  `);
  expect((await ctl("drift")).stdout).toContain("No drift");
});

test("names the variables that a value of the server takes the place of", async () => {
  place.write("monitors.yaml", file.replace("title: Website", 'title: "Web ${STAGE:-eu} ${N:-1}"'));
  expect((await ctl("apply", "--yes")).code).toBe(0);
  await change("health_check_monitors", "www", { title: "Changed by hand" });
  expect((await ctl("export", "--patch")).stdout).toBe(
    "monitors.yaml:17: health_check_monitors www: title, in place of ${STAGE:-eu} and ${N:-1}\n",
  );
});

test("takes out what is gone, and adds what the project has beside the files", async () => {
  place.write("monitors.yaml", file);
  expect((await ctl("apply", "--yes")).code).toBe(0);
  const all = (await http.api("GET", "/health_check_monitors")).json as {
    id: string;
    external_id: string;
  }[];
  await http.api(
    "DELETE",
    `/health_check_monitors/${all.find((m) => m.external_id === "api")!.id}`,
  );
  place.write(
    "night.yaml",
    "version: 1\nproject: shop\nalert_groups:\n  - { external_id: night, title: Night }\n",
  );
  expect((await ctl("apply", "-f", "night.yaml")).code).toBe(0);

  expect((await ctl("export", "--patch", "-f", "monitors.yaml")).code).toBe(0);
  expect(text("monitors.yaml")).not.toContain("API");
  expect(text("monitors.yaml").slice(-200)).toMatchInlineSnapshot(`
    "call
        timeout_seconds: 5   # more is an outage
        description: >-
          The front page,
          as people see it.
    ---
    version: 1
    project: shop

    alert_groups:
      - external_id: night
        title: Night
    "
  `);
  expect((await ctl("drift", "-f", "monitors.yaml")).stdout).toContain("No drift");
});

test("a list that the files manage stays managed when the server has none of it any more", async () => {
  const managed = `version: 1
project: shop
users:
  - { external_id: ada, email: ada@example.com }
schedules:
  - { external_id: primary, title: Primary, people: [ada@example.com] }
alert_groups:
  - external_id: oncall
    title: On call
    members: [ada@example.com]
    schedules: [primary]
`;
  place.write("monitors.yaml", managed);
  expect((await ctl("apply", "--yes")).code).toBe(0);
  const [group] = (await http.api("GET", "/alert_groups")).json as { id: string }[];
  const [ada] = (await http.api("GET", "/users")).json as { id: string }[];
  const [primary] = (await http.api("GET", "/schedules")).json as { id: string }[];
  await http.api("DELETE", `/alert_groups/${group!.id}/members/${ada!.id}`);
  await http.api("DELETE", `/alert_groups/${group!.id}/schedules/${primary!.id}`);
  expect((await ctl("export", "--patch")).code).toBe(0);
  expect(text("monitors.yaml")).toBe(
    managed.replace("[ada@example.com]\n    schedules: [primary]", "[]\n    schedules: []"),
  );
  expect((await ctl("drift", "-f", "monitors.yaml")).stdout).toContain("No drift");
});

test("names secrets, which the server does not tell, and exits with 2", async () => {
  place.write(
    "monitors.yaml",
    file.replace(
      "    title: API",
      "    title: API\n    request_headers: { Authorization: Bearer one }",
    ),
  );
  expect((await ctl("apply", "--yes")).code).toBe(0);
  await change("health_check_monitors", "api", {
    request_headers: { Authorization: "Bearer two" },
  });
  const { code, stderr } = await ctl("export", "--patch");
  expect(stderr).toContain("not written: health_check_monitors api: request_headers is a secret");
  expect(code).toBe(2);
  expect(text("monitors.yaml")).toContain("Bearer one");
});

test("lists a difference whose writing would change another resource, and exits with 2", async () => {
  const anchored = file
    .replace("title: Website", "title: &t Website")
    .replace("title: API", "title: *t")
    .replaceAll("\n", "\r\n");
  place.write("monitors.yaml", anchored);
  expect((await ctl("apply", "--yes")).code).toBe(0);
  await change("health_check_monitors", "www", { title: "Changed by hand", slow_above_ms: 800 });
  const { code, stdout, stderr } = await ctl("export", "--patch");
  expect(stderr).toBe(
    "not written: health_check_monitors www: title would change health_check_monitors api, too\n" +
      "1 difference written to 1 file. Look at them, and compare again: monitorctl drift\n",
  );
  expect(stdout).toBe("monitors.yaml:18: health_check_monitors www: slow_above_ms\n");
  expect(code).toBe(2);
  expect(text("monitors.yaml")).toBe(
    anchored.replace("/health\r\n", "/health\r\n    slow_above_ms: 800\r\n"),
  );
});

test("patches an included file, as the file that includes it reads it", async () => {
  place.write("monitors.yaml", "version: 1\nproject: shop\ninclude: [more/www.yaml]\n");
  const included = file.replace("project: shop\n", "").replace("title: API", "title: &t API");
  place.write("more/www.yaml", included);
  expect((await ctl("apply", "--yes")).code).toBe(0);
  await change("health_check_monitors", "api", { title: "Changed" });
  const { code, stderr } = await ctl("export", "--patch");
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(text("more/www.yaml")).toBe(included.replace("&t API", "&t Changed"));
});
