/** What must hold for any declaration, asked of the real service with random ones. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Declaration, Plan } from "../../src/api/declaration.ts";
import { anyDeclaration } from "../support/declarations.ts";
import { startHttp, type HttpSide } from "../support/http.ts";
import type { Drift } from "../../src/api/ownership.ts";
import { manifestText, plainValue } from "../../src/manifest/text.ts";
import { newPlace, type Place } from "./run.ts";

let http: HttpSide;
let place: Place;
beforeAll(async () => {
  http = await startHttp();
  place = newPlace({
    MONITORCTL_URL: http.siteUrl,
    MONITORCTL_API_KEY: http.keys.admin,
  });
});
afterAll(async () => {
  place[Symbol.dispose]();
  await http.end();
});
beforeEach(() => clear());

/** Takes everything away, protected or not. */
async function clear(): Promise<void> {
  for (const { id, escalate_to } of (await http.api("GET", "/alert_groups")).json as {
    id: string;
    escalate_to: string | null;
  }[])
    if (escalate_to !== null) await http.api("PUT", `/alert_groups/${id}`, { escalate_to: null });
  for (const { id, depends_on } of (await http.api("GET", "/health_check_monitors")).json as {
    id: string;
    depends_on: string[];
  }[])
    if (depends_on.length > 0)
      await http.api("PUT", `/health_check_monitors/${id}`, { depends_on: [] });
  for (const kind of ["webhook_monitors", "health_check_monitors", "alert_groups", "users"])
    for (const { id } of (await http.api("GET", `/${kind}`)).json as {
      id: string;
    }[])
      await http.api("DELETE", `/${kind}/${id}`);
}

async function planned(body: object): Promise<Plan> {
  const answer = await http.api("POST", "/plan", { ...body, prune: true });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Plan;
}
async function applied(body: object): Promise<void> {
  const answer = await http.api("POST", "/apply", body);
  expect(answer.status, answer.text).toBe(200);
}
const changing = (plan: Plan) => plan.changes.filter(({ action }) => action !== "unchanged");
/** Without what may keep another declaration from pruning it: protection, and members that it leaves alone. */
const free = (declaration: Declaration): Declaration => {
  const text = JSON.stringify(declaration, (name, value: unknown) =>
    name === "protect" ? false : value,
  );
  const copy = JSON.parse(text) as Declaration;
  for (const group of copy.alert_groups ?? []) group.members ??= [];
  return copy;
};
const anyFree = anyDeclaration("shop").map(free);
/** What monitorctl says of wrong files. */
interface Refused {
  error?: { issues: { resource: string }[] };
}

const runs = { numRuns: 25, endOnFailure: true };

test("plan, apply, plan: the second plan is empty", async () => {
  await fc.assert(
    fc.asyncProperty(anyFree, anyFree, async (first, second) => {
      await clear();
      await applied(first);
      const plan = await planned(second);
      await applied({
        ...second,
        prune: true,
        prune_max: 1000,
        revision: plan.revision,
      });
      expect(changing(await planned(second))).toEqual([]);
    }),
    runs,
  );
});

test("a plan of what was exported is empty, whatever else there is", async () => {
  await fc.assert(
    fc.asyncProperty(anyDeclaration("shop"), fc.boolean(), async (declaration, inFolder) => {
      await clear();
      await applied(declaration);
      await http.api("POST", "/alert_groups", { title: "of nobody" });
      const out = `out-${http.clock.now()}-${Math.trunc(performance.now() * 1000)}`;
      const args = ["export", "--project", "shop"];
      const done = await place.inside(inFolder ? [...args, "--dir", out] : args);
      expect(done.code, done.stderr).toBe(0);
      if (!inFolder) place.write(out, done.stdout);
      const plan = await place.inside(["plan", "-f", out, "--prune", "--exit-code"]);
      expect(`${plan.stdout}${plan.stderr}`).toContain("Nothing to do");
      expect(plan.code).toBe(0);
    }),
    runs,
  );
});

test("a manifest into which the server's state is written has no drift but in secrets", async () => {
  await fc.assert(
    fc.asyncProperty(anyFree, anyFree, async (here, there) => {
      await clear();
      await applied(here);
      const body = { ...there, prune: true, prune_max: 1000 };
      expect((await http.api("POST", "/apply", body)).status).toBe(200);
      place.write("patch.yaml", manifestText(plainValue(here) as Record<string, unknown>));
      const { stderr } = await place.inside(["export", "--patch", "-f", "patch.yaml"]);
      const { stdout } = await place.inside(["drift", "-f", "patch.yaml", "-o", "json"]);
      const { changes = [], error } = JSON.parse(stdout) as Partial<Drift> & Refused;
      for (const { kind, external_id } of changes)
        expect(stderr).toContain(`not written: ${kind} ${external_id}`);
      // A URL that is a secret stays as it was, and the other fields may not fit it. The issue names it as the file does.
      for (const { resource } of error?.issues ?? [])
        expect(stderr).toContain(`not written: ${resource.replaceAll("$$", "$")}: url`);
    }),
    runs,
  );
});

test("two applies at once end as one of them", async () => {
  await fc.assert(
    fc.asyncProperty(anyFree, anyFree, async (one, other) => {
      await clear();
      const options = { prune: true, prune_max: 1000 };
      const answers = await Promise.all(
        [one, other].map((declaration) =>
          http.api("POST", "/apply", {
            ...declaration,
            ...options,
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const left = await Promise.all([one, other].map((d) => planned(d)));
      expect(left.some((plan) => changing(plan).length === 0)).toBe(true);
    }),
    runs,
  );
});

test("a plan is refused once anything has moved, and nothing is changed", async () => {
  await fc.assert(
    fc.asyncProperty(anyFree, anyFree, async (first, second) => {
      await clear();
      await applied(first);
      const { revision } = await planned(second);
      await http.api("POST", "/alert_groups", { title: "meanwhile" });
      const before = await planned(first);
      const refused = await http.api("POST", "/apply", {
        ...second,
        revision,
      });
      expect(refused.status).toBe(409);
      expect(await planned(first)).toEqual(before);
    }),
    runs,
  );
});
