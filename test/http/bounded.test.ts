/** The work of a request has a bound, whatever its body: it is refused before it takes other requests' time. */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { check } from "../../src/api/check.ts";
import { PlanRequest } from "../../src/api/declaration.ts";
import { AdoptRequest } from "../../src/api/ownership.ts";
import { forms } from "../../src/api/routes/forms.ts";
import { limits, Type } from "../../src/resource/schema.ts";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
/** The verbs of the store that ran. */
let verbs: string[] = [];
beforeAll(async () => {
  http = await startHttp({
    wrap: (store) => ({
      ...store,
      run: ((verb: string, input: never) => {
        if (verb !== "touch_key") verbs.push(verb);
        return store.run(verb as never, input);
      }) as typeof store.run,
    }),
  });
});
afterAll(() => http.end());

const times = <T>(count: number, item: T): T[] => Array<T>(count).fill(item);
const unknownNames = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, 1]));

/** Asks with a body; the fields of its faults, and the verbs that it ran. */
async function ask(path: string, body: unknown, key: string | null = http.keys.admin) {
  verbs = [];
  const { status, json } = await http.call("POST", `/api/v1${path}`, { key, body });
  const errors = (json.errors ?? []) as { field: string; code: string }[];
  return { status, errors, detail: json.detail as string, verbs };
}

describe("a declaration", () => {
  const more = "More than 100 fields are invalid; errors has the first 100.";

  it.each(["/plan", "/apply", "/drift"])(
    "is refused by %s at its first hundred faults of form, before any rule runs",
    async (path) => {
      for (const item of [{}, 1, unknownNames(3)]) {
        const body = { project: "p", alert_groups: times(4000, item) };
        const { status, errors, detail, verbs: ran } = await ask(path, body);
        expect([status, errors.length, detail, ran]).toEqual([422, 100, more, []]);
        expect(errors[99]!.field).toMatch(/^alert_groups\[\d+\]/);
      }
    },
  );

  it("with a hundred faults has those of its rules in the same answer", async () => {
    const wrong = Array.from({ length: 100 }, (_, i) => ({ external_id: `g${i}`, title: 1 }));
    const unsound = { external_id: "last", title: "Last", timezone: "Mars/Base" };
    const body = { project: "p", alert_groups: [...wrong, unsound] };
    const { errors, verbs: ran } = await ask("/plan", body);
    expect([errors.length, ran]).toEqual([100, ["apply"]]);
    const { errors: fewer } = await ask("/plan", {
      project: "p",
      alert_groups: [...wrong.slice(1), unsound],
    });
    expect(fewer.at(-1)).toMatchObject({ field: "alert_groups[99].timezone" });
  });

  it("names the first hundred faults of its rules, too", async () => {
    const unknown = Array.from({ length: 5000 }, (_, i) => ({
      external_id: `m${i}`,
      title: "Shop",
      url: "https://shop.example.com/",
      alert_group: `g${i}`,
      depends_on: Array.from({ length: 20 }, (_one, j) => `nothing-${i}-${j}`),
    }));
    const { errors, detail } = await ask("/plan", { project: "p", health_check_monitors: unknown });
    expect([errors.length, detail]).toEqual([100, more]);
  });

  it.each(["/plan", "/apply", "/drift"])(
    "of more resources than one request takes is refused by %s, and told the way",
    async (path) => {
      const body = {
        project: "p",
        users: times(5000, {}),
        webhook_monitors: times(6001, {}),
      };
      const { status, errors, detail, verbs: ran } = await ask(path, body);
      expect([status, errors[0]!.code, ran]).toEqual([422, "too_many_changes", []]);
      expect(detail).toBe(
        "The body: declares 11001 resources, and one request takes 11000: divide them between several projects",
      );
    },
  );

  it("is held to its number of values, whatever they are, packed or not", async () => {
    const bodies = ["{},", "1,", '"",', "[],", '{"a":1},'].map(
      (item) => `{"project":"p","users":[{"a":[${item.repeat(8 * limits.valuesOfMiB)}0]}]}`,
    );
    for (const body of bodies)
      for (const packed of [false, true]) {
        const answer = await http.call("POST", "/api/v1/plan", {
          key: http.keys.read,
          body: packed ? new Uint8Array(gzipSync(body)) : body,
          headers: {
            "content-type": "application/json",
            ...(packed && { "content-encoding": "gzip" }),
          },
        });
        expect([answer.status, answer.json.detail]).toEqual([
          413,
          "The JSON has more than 256000 values.",
        ]);
      }
  });

  it("is not read when it has a number of a million digits", async () => {
    const answer = await http.call("POST", "/api/v1/plan", {
      key: http.keys.read,
      body: `[${"1".repeat(1_000_000)}]`,
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, answer.json.detail]).toEqual([
      413,
      "A number in the JSON has more than 1000 digits.",
    ]);
  });
});

test("a body with as many resources as one request may name has no more values than are read", async () => {
  const resources = times(limits.named, { kind: "users", id: "0" });
  for (const path of ["/adopt", "/detach"]) {
    const { status } = await ask(path, { project: "p", resources });
    expect([path, status]).not.toEqual([path, 413]);
  }
});

describe("names that no schema knows", () => {
  it("are compared with the known ones for one answer, not all of them", async () => {
    const names = unknownNames(9_000);
    for (const path of ["/alert_groups", "/checks", "/health_check_monitors"]) {
      const { status, errors, verbs: ran } = await ask(path, names);
      expect([path, status, errors.length, ran]).toEqual([path, 422, 100, []]);
    }
  });

  it("are refused unread when there are too many to make objects of", async () => {
    const { status, detail } = await ask("/alert_groups", unknownNames(20_000));
    expect([status, detail]).toEqual([413, "The JSON has more than 10000 different names."]);
  });

  it("are no matter for who has no key: 4 KiB are enough for a code", async () => {
    const { status, detail } = await ask("/login", unknownNames(1000), null);
    expect([status, detail]).toEqual([
      413,
      "The body is larger than the 4 kB that this URL takes.",
    ]);
  });
});

describe("a check of a shape", () => {
  /** A list that counts how many of its entries were looked at. */
  function counted(length: number, item: unknown): { list: unknown[]; seen: () => number } {
    let seen = 0;
    const list = new Proxy(times(length, item), {
      get(target, name, receiver) {
        if (typeof name === "string" && /^\d+$/.test(name)) seen++;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    return { list, seen: () => seen };
  }

  test("ends with the faults that an answer names and one more", () => {
    const { list, seen } = counted(8000, { external_id: "" });
    expect(check(PlanRequest, { project: "p", alert_groups: list })).toHaveLength(101);
    expect(seen()).toBeLessThan(300);
  });

  test("names the fault of an object whose fields have none", () => {
    const some = Type.Object({ a: Type.Optional(Type.String()) }, { minProperties: 1 });
    const holder = Type.Object({ some: Type.Union([some, Type.Null()]) });
    expect(check(holder, { some: {} })).toEqual([
      { field: "some", code: "length", message: "must not be empty" },
    ]);
  });

  test("does not enter a list or an object with more entries than its schema allows", () => {
    const shapes = [
      [AdoptRequest, { project: "p" }, "resources", 100_000],
      [forms.health_check_monitors.create, {}, "depends_on", 1000],
      [forms.alert_groups.create, {}, "contact_days", 1000],
    ] as const;
    for (const [schema, rest, name, length] of shapes) {
      const { list, seen } = counted(length, {});
      const faults = check(schema, { ...rest, [name]: list });
      expect(faults).toContainEqual(expect.objectContaining({ field: name, code: "length" }));
      expect(faults.filter(({ field }) => field.startsWith(`${name}[`))).toEqual([]);
      expect(seen()).toBeLessThan(10);
    }
    const request_headers = unknownNames(1000);
    expect(check(forms.health_check_monitors.create, { request_headers })).toContainEqual({
      field: "request_headers",
      code: "length",
      message: "must have at most 100 entries",
    });
  });
});
