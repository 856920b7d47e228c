import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventLimits, type Alert } from "../../src/inbound/alert.ts";
import { formatNames, readDelivery } from "../../src/inbound/detect.ts";
import { bodyOf, now, samples } from "./samples.ts";
import { toolBodies } from "./tools/bodies.ts";

/** The same bodies on every run. */
const run = { seed: 20_261_121, numRuns: 400 };

const bodies: { body: unknown; format: string | null }[] = [
  ...samples
    .filter(({ format }) => format !== null)
    .map(({ file, format }) => ({ body: bodyOf(file), format })),
  ...toolBodies.flatMap(({ format, firing, resolved, test: tried }) =>
    [firing, resolved, tried].flatMap((body) => (body === null ? [] : [{ body, format }])),
  ),
];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Every object of a body, itself included. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [value as Record<string, unknown>, ...inside];
}

/** Names that mean something to a format, or to JavaScript. */
const names = [
  ...new Set([
    ...bodies.flatMap(({ body }) => objectsIn(body).flatMap(Object.keys)),
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "length",
    "checkResults",
    "title",
    "description",
  ]),
];
const odd = fc.oneof(
  fc.constantFrom<Json>(
    null,
    "",
    0,
    -1,
    1e308,
    [],
    {},
    true,
    "\ud800\u0000\u2028",
    "0001-01-01T00:00:00Z",
    "\u0007\u202e",
    "firing",
    "resolved",
    "http://[",
    "x".repeat(5_000),
  ),
  fc.jsonValue({ depthSize: "small" }) as fc.Arbitrary<Json>,
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    odd,
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie("value")), {
        maxLength: 8,
      })
      // Own members even of the name `__proto__`, as a parser makes them.
      .map((members) => Object.fromEntries(members) as Json),
  ),
})).value;

function fits(alert: Alert): void {
  const bytes = (text: string | null) => Buffer.byteLength(text ?? "");
  expect(bytes(alert.identity)).toBeLessThanOrEqual(eventLimits.identityBytes);
  expect(alert.identity).not.toBe("");
  expect(bytes(alert.title)).toBeLessThanOrEqual(eventLimits.titleBytes);
  expect(alert.title).toMatch(/^\S/);
  expect(bytes(alert.summary)).toBeLessThanOrEqual(eventLimits.summaryBytes);
  expect(alert.summary).toMatch(/^\S/);
  for (const word of [alert.severity, alert.value, alert.reported_status])
    expect(bytes(word)).toBeLessThanOrEqual(eventLimits.wordBytes);
  const labels = Object.entries(alert.labels);
  expect(labels.length).toBeLessThanOrEqual(eventLimits.labels);
  for (const [name, value] of labels) {
    expect(bytes(name)).toBeLessThanOrEqual(eventLimits.labelNameBytes);
    expect(bytes(value)).toBeLessThanOrEqual(eventLimits.labelValueBytes);
  }
  expect(alert.links.length).toBeLessThanOrEqual(eventLimits.links);
  for (const { url } of alert.links) expect(url).toMatch(/^https?:\/\//);
  for (const at of [alert.episode, alert.ended_at, alert.since])
    if (at !== null) expect(Number.isFinite(new Date(at).getTime())).toBe(true);
  const all = JSON.stringify(alert);
  expect(all).toBe(all.toWellFormed());
  expect(all).not.toMatch(/\\u0000|\\ud[89a-f]/);
}

function readsWell(body: unknown): void {
  const delivery = readDelivery(body, now);
  if (!delivery.ok) {
    expect(delivery.reason).toMatch(/^The body is .+\.$/);
    return;
  }
  expect(formatNames).toContain(delivery.format);
  for (const alert of delivery.alerts) fits(alert);
}

describe("whatever is sent", () => {
  test("any JSON is read without throwing, and what comes out is bounded and clean", () => {
    fc.assert(fc.property(json, readsWell), run);
  });

  test("so is a real body in which anything was put in place of anything", () => {
    const spoilt = fc
      .record({
        body: fc.constantFrom(...bodies.map(({ body }) => body)),
        at: fc.nat(),
        member: fc.nat(),
        value: json,
      })
      .map(({ body, at, member, value }) => {
        const copy = structuredClone(body);
        const objects = objectsIn(copy);
        const object = objects[at % objects.length]!;
        const own = Object.keys(object);
        if (own.length > 0) object[own[member % own.length]!] = value;
        return copy;
      });
    fc.assert(fc.property(spoilt, readsWell), run);
  });

  test("so is a body of each tool with a wrong type in place of each member", () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [String(i), i]));
    const deep: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const wrong = [null, 0, -1, true, "", "x".repeat(300_000), [], [[]], {}, [null], many, deep];
    for (const { firing, resolved, test: tried } of toolBodies)
      for (const body of [firing, resolved, tried].filter((one) => one !== null)) {
        const count = objectsIn(body).length;
        for (let at = 0; at < count; at++)
          for (const member of Object.keys(objectsIn(body)[at]!))
            for (const value of wrong) {
              const copy = structuredClone(body);
              objectsIn(copy)[at]![member] = value;
              readsWell(copy);
            }
      }
  });

  test("so is one with 100,000 more members, or a list of as many", () => {
    const more = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`n${i}`, "x"]));
    for (const { firing } of toolBodies) {
      readsWell({ ...firing, ...more });
      readsWell({ ...more, ...firing });
      for (const [name, value] of Object.entries(firing))
        if (typeof value === "object")
          readsWell({ ...firing, [name]: Array.from({ length: 100_000 }, () => value as object) });
    }
  });

  test("a message for a chat is, too", () => {
    const part = { title: "x", text: "y", fields: [{ title: "Host", value: "a" }] };
    let deep: object = part;
    for (let depth = 0; depth < 10_000; depth++) deep = { items: [deep], ...part };
    readsWell({ attachments: Array.from({ length: 100_000 }, () => part) });
    readsWell({ blocks: [deep] });
    readsWell({
      embeds: [{ title: "*".repeat(1_000_000), description: "<http:|".repeat(200_000) }],
    });
    readsWell({
      sections: [{ facts: Array.from({ length: 100_000 }, (_, i) => ({ name: i, value: i })) }],
    });
  });

  test("nesting is no danger, as deep as it can be parsed", () => {
    for (const depth of [64, 1_000, 100_000]) {
      for (const deep of [
        JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`),
        JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
      ]) {
        readsWell(deep);
        readsWell({ a: deep });
        readsWell({ version: "4", alerts: [{ labels: { a: deep } }] });
        readsWell({ alerts: [{ annotations: { a: deep }, status: deep }] });
        readsWell({
          event_definition_id: "1",
          event: { group_by_fields: { a: deep }, fields: deep },
        });
      }
    }
  });

  test("a body of one long text is read in one go", () => {
    for (const text of ["x", " ", "\n", " labels={", "], [ var='", " m=+1", "a_url"]) {
      const long = text.repeat(1_000_000 / text.length);
      readsWell({ alerts: [{ labels: { [long]: long, alertname: long } }] });
      readsWell({
        groupKey: long,
        version: "1",
        alerts: [{ valueString: long, annotations: { [long]: long } }],
      });
      readsWell({
        commonAnnotations: { summary: long },
        alerts: Array.from({ length: 100 }, () => ({})),
      });
      readsWell({ [long]: long });
    }
  });
});

describe("what means nothing changes nothing", () => {
  const known = bodies.filter(({ format }) => format !== "generic");

  /** The same body with members in another order, and with more of them. */
  function disturbed(
    value: unknown,
    order: (names: string[]) => string[],
    extra: Json,
    extendable = true,
  ): unknown {
    if (Array.isArray(value)) return value.map((item) => disturbed(item, order, extra));
    if (typeof value !== "object" || value === null) return value;
    const object = value as Record<string, unknown>;
    const members = order(Object.keys(object)).map((name) => [
      name,
      disturbed(object[name], order, extra, !maps.includes(name)),
    ]);
    return Object.fromEntries(extendable ? [["zz_new_member", extra], ...members] : members);
  }
  /** Objects whose members are values of their own: a new one would say something. */
  const maps = [
    "labels",
    "annotations",
    "groupLabels",
    "commonLabels",
    "commonAnnotations",
    "values",
    "tags",
    "fields",
    "group_by_fields",
    "custom_details",
    "details",
  ];

  test("the order of members, and members that nobody knows", () => {
    const cases = fc.record({
      sample: fc.constantFrom(...known),
      reverse: fc.boolean(),
      turn: fc.nat(20),
      extra: odd,
    });
    fc.assert(
      fc.property(cases, ({ sample, reverse, turn, extra }) => {
        const order = (own: string[]) => {
          const turned = [...own.slice(turn), ...own.slice(0, turn)];
          return reverse ? turned.toReversed() : turned;
        };
        expect(readDelivery(disturbed(sample.body, order, extra), now)).toEqual(
          readDelivery(sample.body, now),
        );
      }),
      run,
    );
  });
});
