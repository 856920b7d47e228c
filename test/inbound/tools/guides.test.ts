/** The templates that the guides print for other tools, filled as the tool fills them. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { blocksOf } from "../../support/blocks.ts";
import { alertOf, contentsOf } from "../samples.ts";
import { toolBodies } from "./bodies.ts";

const root = new URL("../../../", import.meta.url).pathname;
const guides = globSync("src/guide/*.md", { cwd: root }).map((path) =>
  readFileSync(root + path, "utf8"),
);

const templates = guides
  .flatMap((text) => blocksOf(text))
  .filter(({ attributes }) => attributes["reads"] !== undefined)
  .map(({ attributes, text }) => ({ format: attributes["reads"]!, text }));

/** The names of the members that a template writes: of JSON, of a list of parameters, or of a script. */
function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/"(\w+)":/g)].map(([, name]) => name!);
  if (quoted.length > 0) return quoted;
  const passed = [...text.matchAll(/--arg (\w+) /g)].map(([, name]) => name!);
  if (passed.length > 0) return passed;
  const listed = /"""([\s\S]*?)"""|\{ (\w+(?:, \w+)+) \}/.exec(text);
  if (listed) return (listed[1] ?? listed[2]!).split(/[,\s]+/);
  return [...text.matchAll(/^(\w+) +\S/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== "url");
}

test("every tool whose body is a template has one in a guide", () => {
  expect(templates.map(({ format }) => format).toSorted()).toEqual(
    "checkmk datadog home-assistant icinga librenms monit netdata new-relic proxmox site24x7 uptimerobot zabbix".split(
      " ",
    ),
  );
});

describe.each(templates)("the template for $format", ({ format, text }) => {
  const bodies = toolBodies.find((one) => one.format === format)!;
  const names = namesIn(text);
  /** The body of the template, with the values of a body that this tool sends. */
  const filled = (body: object) => {
    const values = body as Record<string, unknown>;
    return Object.fromEntries(
      names.filter((name) => name in values).map((name) => [name, values[name]]),
    );
  };

  test("writes each member that its bodies have here", () => {
    const known = [bodies.firing, bodies.repeated, bodies.resolved!].flatMap(Object.keys);
    expect(known.filter((name) => !names.includes(name))).toEqual([]);
  });

  test("opens, repeats and resolves one incident", () => {
    const firing = alertOf(filled(bodies.firing));
    expect(contentsOf(filled(bodies.firing)).format).toBe(format);
    expect(firing).toEqual(alertOf(bodies.firing));
    expect(alertOf(filled(bodies.repeated)).identity).toBe(firing.identity);
    expect(alertOf(filled(bodies.resolved!))).toMatchObject({
      status: "resolved",
      identity: firing.identity,
    });
  });
});

const sent = guides.flatMap((text) =>
  blocksOf(text, "sh").flatMap((block) =>
    [...block.text.matchAll(/-d '(\{[\s\S]*?\})'/g)].map(([, body]) => body!),
  ),
);

test.each(sent)("the body that a guide sends is read without a surprise: %s", (body) => {
  const parsed = JSON.parse(body) as Record<string, unknown>;
  // Reports of errors go to a monitor.
  if (!("title" in parsed) && !("alerts" in parsed)) return;
  for (const alert of contentsOf(parsed).alerts) expect(alert.reported_status).toBeNull();
});
