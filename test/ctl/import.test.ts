/** `monitorctl import` beside what it imports: its files, secrets, refusals and hostile input. */
import { readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseManifest } from "../../src/manifest/manifest.ts";
import { nowhere } from "../../src/manifest/variables.ts";
import { newPlace, type Place } from "./run.ts";

let place: Place;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place[Symbol.dispose]());

const read = (name: string) => readFileSync(join(place.folder, name), "utf8");
const shop = (more: string) =>
  `endpoints: [{ name: Shop, url: "https://shop.example.com/", conditions: ["[STATUS] == 200"], ${more} }]\n`;

test("names what can be imported from", async () => {
  const { code, stderr } = await place.inside(["import", "nagios", "x"]);
  expect([code, stderr]).toEqual([3, expect.stringContaining("gatus, healthchecks, uptime-kuma")]);
});

describe("secrets", () => {
  const secrets = shop(`headers: { Authorization: "Bearer s3cr3t" }`);

  test("are in a file of their own beside the manifest, and the next step that is printed works", async () => {
    place.write("config.yaml", secrets);
    const args = ["import", "gatus", "config.yaml", "--out", "m.yaml"];
    const { code, stderr } = await place.inside(args);
    expect(code).toBe(0);
    expect(read("m.yaml")).toContain('Authorization: "${SHOP_AUTHORIZATION}"');
    expect(read("m.vars")).toContain("SHOP_AUTHORIZATION='Bearer s3cr3t'\n");
    expect(
      ["m.yaml", "m.vars"].map((name) => statSync(join(place.folder, name)).mode & 0o777),
    ).toEqual([0o600, 0o600]);
    const [, next = ""] = /Next: monitorctl (.*?) && /.exec(stderr) ?? [];
    expect(next).toBe("validate -f m.yaml --vars m.vars");
    expect((await place.inside(next.split(" "))).code).toBe(0);
    expect(stderr).toContain("&& monitorctl apply -f m.yaml --vars m.vars");
  });

  test("are not printed with a manifest that is: their names are, and the options that write them", async () => {
    place.write("config.yaml", secrets);
    const { code, stdout, stderr } = await place.inside(["import", "gatus", "config.yaml"]);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain("s3cr3t");
    expect(stderr).toContain(
      "1 secret not printed: SHOP_AUTHORIZATION. --out FILE or --vars-out FILE",
    );
    await place.inside(["import", "gatus", "config.yaml", "--vars-out", "own.vars"]);
    expect(read("own.vars")).toContain("SHOP_AUTHORIZATION='Bearer s3cr3t'");
  });

  test("keep every character, through the file of variables and the manifest", async () => {
    const values = [
      "'",
      "`",
      "\"'`",
      "it's `x`",
      "a # b",
      " x=y ",
      "\\n",
      "$X ${Y} $$",
      "pa$word$",
      "$${A}",
      "12345",
      "true",
      "end\\",
    ];
    place.write(
      "config.yaml",
      JSON.stringify({
        endpoints: values.map((value, index) => ({
          name: `m${index}`,
          url: "https://a.example.com/",
          conditions: ["[STATUS] == 200"],
          headers: { Token: value.replaceAll("$", "$$$$") },
        })),
      }),
    );
    await place.inside(["import", "gatus", "config.yaml", "--out", "m.yaml"]);
    const parsed = parseManifest([{ name: "m.yaml", text: read("m.yaml") }], {
      ...nowhere,
      variables: parseEnv(read("m.vars")),
    });
    expect(parsed).toMatchObject({
      declaration: {
        health_check_monitors: values.map((value) => ({ request_headers: { Token: value } })),
      },
    });
  });

  test.each<[what: string, monitor: object, value: string]>([
    ["a header", { headers: { "X-Api-Key": "v4lue" } }, "v4lue"],
    ["the password of a URL", { url: "https://ada:v4lue@a.example.com/" }, "v4lue"],
    ["the user of a URL without a password", { url: "https://v4lue@a.example.com/" }, "v4lue"],
    ["a parameter", { url: "https://a.example.com/?page=1&access_token=v4lue" }, "v4lue"],
    ["a member of a body", { method: "POST", body: '{"user":"ada","password":"v4lue"}' }, "v4lue"],
    ["a field of a form", { method: "POST", body: "user=ada&client_secret=v4lue" }, "v4lue"],
    ["an element of XML", { method: "POST", body: "<a><apiKey>v4lue</apiKey></a>" }, "v4lue"],
  ])("are found in %s", async (_, monitor, value) => {
    place.write(
      "config.yaml",
      JSON.stringify({
        endpoints: [
          { name: "a", url: "https://a.example.com/", conditions: ["[STATUS] == 200"], ...monitor },
        ],
      }),
    );
    await place.inside(["import", "gatus", "config.yaml", "--out", "m.yaml"]);
    expect(read("m.yaml")).not.toContain(value);
    expect(read("m.vars")).toContain(`='${value}'`);
  });

  test("are not seen in names that only resemble theirs", async () => {
    place.write(
      "config.yaml",
      shop(
        `url: "https://a.example.com/?author=ada&keyword=shoes&monkey=1", headers: { Accept: text/html }`,
      ).replace('url: "https://shop.example.com/", ', ""),
    );
    const { stderr } = await place.inside(["import", "gatus", "config.yaml", "--out", "m.yaml"]);
    expect(stderr).not.toContain("secret");
  });
});

describe("files that are there already", () => {
  const run = (...more: string[]) => {
    place.write("config.yaml", shop("headers: { Token: abc }"));
    return place.inside(["import", "gatus", "config.yaml", "--out", "m.yaml", ...more]);
  };

  test.each(["m.yaml", "m.vars"])("%s: neither file is written", async (name) => {
    place.write(name, "mine");
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([3, expect.stringContaining(`${name} is there already`)]);
    expect(read(name)).toBe("mine");
    expect(() => read(name === "m.yaml" ? "m.vars" : "m.yaml")).toThrow("ENOENT");
  });

  test("are replaced when that is asked for, with a mode of their own, and never through a link", async () => {
    place.write("theirs", "theirs");
    place.write("m.yaml", "old");
    symlinkSync(join(place.folder, "theirs"), join(place.folder, "m.vars"));
    expect((await run("--overwrite")).code).toBe(0);
    expect(read("theirs")).toBe("theirs");
    expect(read("m.vars")).toContain("='abc'");
    expect(statSync(join(place.folder, "m.vars")).mode & 0o777).toBe(0o600);
  });
});

describe("a file with nothing to import is refused with the next step", () => {
  test.each<[tool: string, file: string, text: string, said: string]>([
    [
      "gatus",
      "compose.yaml",
      "services: { web: { image: nginx } }\nvolumes: {}\n",
      "it has services, volumes",
    ],
    ["gatus", "empty.yaml", "", "has no monitors of gatus"],
    ["gatus", "none.yaml", "endpoints: []\n", "has no monitors of gatus"],
    ["gatus", "page.yaml", "<!doctype html><html><body>404</body></html>", "page.yaml"],
    ["gatus", "absent.yaml", "\0", "no such file"],
    ["healthchecks", "error.json", '{"error": "wrong api key"}', 'it says: "wrong api key"'],
    ["healthchecks", "none.json", '{"checks": []}', "has no monitors of healthchecks"],
    ["healthchecks", "page.json", "<html><title>Log in</title></html>", "a page of HTML or XML"],
    ["healthchecks", "cut.json", '{"checks": [{"name"', "cannot be read"],
    ["healthchecks", "null.json", "null", "has no monitors of healthchecks"],
    [
      "uptime-kuma",
      "text.db",
      "hello, this is no database at all, and longer than its header".repeat(9),
      "not a database",
    ],
    ["uptime-kuma", "empty.db", "", "it has no table of monitors"],
  ])("%s: %s", async (tool, file, text, said) => {
    if (text !== "\0") place.write(file, text);
    const { code, stdout, stderr } = await place.inside(["import", tool, file, "--out", "m.yaml"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/\n {2}try: .+/);
    expect(() => read("m.yaml")).toThrow("ENOENT");
  });

  test("an empty folder, and one of files of another kind", async () => {
    place.write("folder/README.md", "x");
    const { code, stderr } = await place.inside(["import", "gatus", "folder"]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("ends in .yaml or .yml")]);
  });
});

describe("hostile input ends with a sentence", () => {
  const refused = async (tool: string, file: string, said: string) => {
    const { code, stderr } = await place.inside(["import", tool, file]);
    expect([code, stderr]).toEqual([3, expect.stringContaining(said)]);
  };

  test("aliases of aliases", async () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array(10).fill(`*l${at}`).join(", ")}]\n`,
    );
    place.write("bomb.yaml", `l0: &l0 [x]\n${levels.join("")}endpoints: *l12\n`);
    await refused("gatus", "bomb.yaml", "aliases of aliases make the document too large");
  });

  test.each(["a: &a [*a]\nendpoints: *a\n", "endpoints: &a\n  - <<: &b { c: *b }\n    name: x\n"])(
    "an anchor that holds itself",
    async (text) => {
      place.write("cycle.yaml", text);
      await refused("gatus", "cycle.yaml", "cycle.yaml");
    },
  );

  test("a file that is nested deeply", async () => {
    place.write("deep.yaml", `endpoints: ${"[".repeat(50_000)}`);
    await refused("gatus", "deep.yaml", "nested too deeply");
  });

  test("a mistake of YAML is shown at its place, with the variable as it was written", async () => {
    place.write("config.yaml", "endpoints:\n  - name: $NAME\n   url: $URL/${X}\n");
    await refused("gatus", "config.yaml", "3 |    url: ${URL}/${X}");
  });

  test("a view in place of the table of monitors, and text where numbers are", async () => {
    const path = join(place.folder, "view.db");
    const database = new Database(path);
    database.exec(
      "create view monitor as with recursive n(id) as (select 1 union all select id + 1 from n) select * from n",
    );
    database.close();
    await refused("uptime-kuma", "view.db", "it has no table of monitors");
    const odd = new Database(join(place.folder, "odd.db"));
    odd.exec(`create table monitor (id, name, type, weight, url, interval, maxretries, headers, accepted_statuscodes_json, parent, port, hostname);
      insert into monitor values (1, x'00ff', 'http', 1, 'https://a.example.com/', 'often', -3, '[1', '{"a":1}', 1, 'x', null);
      insert into monitor values (2, '${"n".repeat(5000)}', 'port', 1, null, 1e308, 9e9, null, null, 3, 70000, 'h');
      insert into monitor values (3, null, null, null, null, null, null, null, null, 2, null, null);`);
    odd.close();
    const { code, stdout, stderr } = await place.inside(["import", "uptime-kuma", "odd.db"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("3 monitors, 1 imported")]);
    place.write("odd.yaml", stdout);
    expect((await place.inside(["validate", "odd.yaml"])).code).toBe(0);
  });

  test("ten thousand endpoints are imported, all of the same name", async () => {
    place.write(
      "many.yaml",
      `endpoints:\n${'  - { name: x, url: "tcp://a.example.com:1", conditions: ["[CONNECTED] == true"] }\n'.repeat(10_000)}`,
    );
    const { code, stdout, stderr } = await place.inside(["import", "gatus", "many.yaml"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("10000 monitors, 10000 imported")]);
    expect(stdout).toContain("external_id: x-10000\n");
  });
});
