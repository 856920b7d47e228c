/** The API document as programs read it: named types, each name and each enumeration once. */
import { resourceKinds } from "../../src/resource/kinds.ts";
import { wordOf } from "../../src/resource/resources.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { patternMessage } from "../../src/api/check.ts";
import { topicPattern } from "../../src/api/device-invitations.ts";
import { emailPattern, endpointPattern, urlPattern } from "../../src/api/schema.ts";
import { mapValues, nameTypes, type Json } from "../../src/http/answer/named-types.ts";
import { startHttp } from "../support/http.ts";

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: object[];
  requestBody?: { required: boolean };
  responses: Record<string, object>;
}

let text: string;
let operations: Operation[];
let schemas: Record<string, object>;
let parameters: Record<string, object>;
beforeAll(async () => {
  const http = await startHttp();
  text = (await http.call("GET", "/api/v1/openapi.json")).text;
  await http.end();
  const document = JSON.parse(text) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object>; parameters: Record<string, object> };
  };
  operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  ({ schemas, parameters } = document.components);
});

describe("the API document", () => {
  // Loaded by browsers and generators alone. People, keys, and requests for many at once took it over 320 kB, their filters
  // and what people change of themselves over 336 kB, status pages and reports over 357 kB, their subscribers over 370 kB,
  // members with rules of their own over 372 kB, IP versions and updates that are corrected over 373 kB,
  // subscriptions that browsers renew over 376 kB.
  it("takes at most 377 kB", () => {
    expect(text.length).toBeLessThanOrEqual(377_000);
  });

  it("names every operation once, as a verb and what it is done to", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+(_[a-z]+)+$/.test(id))).toEqual([]);
    for (const noun of ["alert_group", "health_check_monitor", "webhook_monitor", "user"])
      expect(ids).toEqual(
        expect.arrayContaining([
          `list_${noun}s`,
          ...["get", "create", "update", "delete"].map((verb) => `${verb}_${noun}`),
        ]),
      );
  });

  it("has words for a value that fits none of its patterns", () => {
    const patterns = new Set<string>();
    JSON.parse(text, (name, value: unknown) => {
      if (name === "pattern" && typeof value === "string") patterns.add(value);
      return value;
    });
    expect(patterns.size).toBeGreaterThan(15);
    for (const pattern of patterns)
      expect(patternMessage(pattern, "\u0001")).not.toContain(pattern);
  });

  it.each([
    [endpointPattern, "https://shop.example.com/health"],
    [endpointPattern, "icmp://router.example.com"],
    [urlPattern, "https://hooks.example.com/T0/B0"],
    [emailPattern, "ada@example.com"],
    [topicPattern, "ada-pages"],
  ])("names the spaces around a pasted value as its fault: %s, %s", (pattern, value) => {
    for (const pasted of [` ${value}`, `${value}\n`, ` ${value} `])
      expect(patternMessage(pattern, pasted)).toBe("must not begin or end with spaces");
    expect(patternMessage(pattern, " :// ")).not.toContain("spaces");
  });

  it("writes no type where it is used: bodies and responses refer to it", () => {
    for (const { operationId, requestBody, responses } of operations)
      for (const part of [...(requestBody ? [requestBody] : []), ...Object.values(responses)]) {
        expect(JSON.stringify(part).length, operationId).toBeLessThan(250);
        expect(JSON.stringify(part), operationId).not.toContain('"properties"');
      }
  });

  it("has each type once, and none that is not used", () => {
    const titled = Object.values(schemas).filter((schema) =>
      /"title":"/.test(JSON.stringify(schema)),
    );
    expect(titled).toEqual([]);
    for (const name of Object.keys(schemas))
      expect(text, name).toContain(`{"$ref":"#/components/schemas/${name}"`);
  });

  it("has no parameter with the name of a type, in any case", () => {
    const folded = (names: object) =>
      Object.keys(names).map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ""));
    const types = new Set(folded(schemas));
    expect(folded(parameters).filter((name) => types.has(name))).toEqual([]);
  });

  it("has each operation under one tag", () => {
    for (const { operationId, tags } of operations) expect(tags, operationId).toHaveLength(1);
  });

  it("has no two enumerations of the same values", () => {
    const sets = [...text.matchAll(/"enum":\[([^\]]*)\]/g)].map(([, values]) =>
      values!.split(",").toSorted().join(),
    );
    expect(sets.filter((values, i) => sets.indexOf(values) !== i)).toEqual([]);
  });

  it("names the constants of types so that none of two types are alike", () => {
    const constants = Object.values(schemas as Record<string, Json>).flatMap(
      (schema) => (schema["x-enum-varnames"] ?? []) as string[],
    );
    expect(constants).toContain("IncidentStatusOpen");
    expect(constants.filter((name, i) => constants.indexOf(name) !== i)).toEqual([]);
  });

  it("gives no pattern for an instant, whose format says it", () => {
    const instants = [...text.matchAll(/\{[^{}]*"format":"date-time"[^{}]*\}/g)];
    expect(instants.length).toBeGreaterThan(0);
    expect(instants.filter(([schema]) => schema.includes('"pattern"'))).toEqual([]);
  });

  it("says which requests can be conditional, and that 304 answers one", () => {
    const conditional = operations
      .filter(({ parameters }) => JSON.stringify(parameters ?? []).includes("if-"))
      .map(({ operationId }) => operationId);
    const nouns = resourceKinds.map(wordOf);
    for (const noun of nouns)
      for (const verb of ["get", "create", "update", "delete"])
        expect(conditional).toContain(`${verb}_${noun}`);
    const known = operations.filter(({ responses }) => "304" in responses);
    expect(known.map(({ operationId }) => operationId).toSorted()).toEqual(
      [...nouns, "device"].map((noun) => `get_${noun}`).toSorted(),
    );
  });

  it("names the formats of requests that the server enforces, and no others", () => {
    const formats = operations.flatMap(({ parameters, requestBody }) =>
      [...JSON.stringify([parameters, requestBody]).matchAll(/"format":"([^"]+)"/g)].map(
        ([, format]) => format,
      ),
    );
    const ofBodies = Object.entries(schemas)
      .filter(([name]) => /(Create|Update|Request|Pause|Declared\w+)$/.test(name))
      .flatMap(([, schema]) =>
        [...JSON.stringify(schema).matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format),
      );
    // An IRI is held to its pattern, and by `rules` to all that makes it a URL.
    expect(new Set([...formats, ...ofBodies])).toEqual(new Set(["date-time", "iri"]));
  });

  it("says of each body whether it can be left out, as the server means it", () => {
    const required = Object.fromEntries(
      operations.map(({ operationId, requestBody }) => [operationId, requestBody?.required]),
    );
    expect(required).toMatchObject({
      create_user: true,
      add_incident_note: true,
      acknowledge_incident: false,
      pause_webhook_monitor: false,
    });
  });
});

describe("naming types", () => {
  const documentOf = (...types: object[]) => ({
    paths: mapValues(Object.fromEntries(types.entries()), (schema) => ({
      get: { responses: { 200: { content: { "application/json": { schema } } } } },
    })),
  });
  const typesOf = (...types: object[]) =>
    (nameTypes(documentOf(...types), {})["components"] as { schemas: unknown }).schemas;

  it("refuses two different types of one name", () => {
    const thing = { title: "Thing", type: "object", properties: { id: { type: "string" } } };
    expect(() => typesOf(thing, { ...thing, properties: {} })).toThrow('have the title "Thing"');
    expect(typesOf(thing, { ...thing })).toEqual({
      Thing: { type: "object", properties: { id: { type: "string" } } },
    });
  });

  it("keeps at its place what a place says, and writes null as generators read it", () => {
    const word = { title: "Word", enum: ["a", "b"] };
    const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
    const properties = {
      plain: orNull({ type: "string", description: "D", maxLength: 3 }),
      word: { ...word, readOnly: true, description: "W" },
      wordOrNull: orNull({ ...word, description: "N" }),
    };
    expect(typesOf({ title: "Thing", type: "object", properties })).toEqual({
      Word: { type: "string", enum: ["a", "b"], "x-enum-varnames": ["WordA", "WordB"] },
      Thing: {
        type: "object",
        properties: {
          plain: { type: ["string", "null"], description: "D", maxLength: 3 },
          word: { $ref: "#/components/schemas/Word", readOnly: true, description: "W" },
          wordOrNull: {
            description: "N",
            anyOf: [{ $ref: "#/components/schemas/Word" }, { type: "null" }],
          },
        },
      },
    });
  });
});
