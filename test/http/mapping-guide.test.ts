/** The example of the guide, as it stands there, gives what stands there. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { startHttp, type HttpSide } from "../support/http.ts";

const guide = readFileSync(new URL("../../src/guide/mapping.md", import.meta.url), "utf8");
const written = (name: string) =>
  new RegExp(`cat > ${name} <<'END'\n([\\s\\S]*?)\n *END\n`).exec(guide)![1]!;
/** The queries of the table of examples that have no words around them. */
const queries = /\| query +\| selects[\s\S]*?\n\n/.exec(guide)![0];

let http: HttpSide;
let id: string;
beforeAll(async () => {
  http = await startHttp();
  ({ id } = (await http.api("POST", "/alert_groups", { title: "G" })).json);
});
afterAll(() => http.end());

test("the body and the mapping of the guide make its alerts", async () => {
  const mapping = parse(written("mapping.yaml")) as object;
  const { json } = await http.api("POST", `/alert_groups/${id}/try_body`, {
    body: written("body.json"),
    mapping,
  });
  const shown = json.alerts.map((alert: Record<string, string>) =>
    ["status", "title", "text", "identity", "severity", "effect"].map((name) => alert[name]),
  );
  expect(shown).toHaveLength(2);
  for (const text of shown.flat()) expect(guide).toContain(text);
  const manifest = /inbound_mapping:\n([\s\S]*?)\n *```/.exec(guide)![1]!;
  expect(parse(manifest)).toEqual(mapping);
});

test("every query of its table can be saved", async () => {
  const texts = [...queries.matchAll(/^\| (.*?) +\| /gm)]
    .slice(2)
    .flatMap(([, cell]) => [...cell!.matchAll(/`` (.+?) ``|`([^`]+)`/g)])
    .map(([, double, single]) => (double ?? single!).replaceAll("\\|", "|"));
  expect(texts.length).toBeGreaterThan(10);
  for (const title of texts) {
    const saved = await http.api("PUT", `/alert_groups/${id}`, { inbound_mapping: { title } });
    expect([title, saved.status]).toEqual([title, 200]);
  }
});
