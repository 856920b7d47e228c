/** Contexts, where keys are kept, and what is said when nothing works. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asMember, group, me, member, user } from "../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /me": ({ authorization }) =>
      authorization === "Bearer mon_good"
        ? { body: me() }
        : problem(401, "The API key is not known."),
    "GET /openapi.json": {
      body: { info: { title: "monitord", version: "1.0.0" } },
    },
    "GET /livez": { body: "ok" },
    "GET /readyz": { body: "ok" },
    "GET /health": { body: { checkResults: [] } },
    "GET /users": { body: [user()] },
    "GET /alert_groups": { body: [group()] },
    "GET /alert_groups/g1/who": {
      body: {
        at: "2026-11-21T03:00:00Z",
        priority: 1,
        people: [
          {
            user_id: "u1",
            name: "Ada",
            state: "reached",
            told: true,
            sentence: "Ada would be told at once.",
            ...asMember,
            devices: [{ device_id: "d1", name: null, gates: [] }],
          },
        ],
      },
    },
    "GET /alert_groups/g1/members": { body: [member()] },
  });
  place = newPlace();
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const typed = (...args: string[]) => place.typed(args, "");
const signIn = (name: string) =>
  place.typed(["login", api.url, "--with-key", "--context", name], "mon_good\n");
const file = () => join(place.folder, "config/monitorctl/contexts.json");

describe("contexts", () => {
  test("are listed, chosen, renamed and forgotten", async () => {
    await signIn("a");
    await signIn("b");
    expect((await typed("context", "list")).stdout).toBe(
      `   NAME  SERVER${" ".repeat(api.url.length - 6)}  KEY IN\n   a     ${api.url}  file\n*  b     ${api.url}  file\n`,
    );
    expect((await typed("context", "use", "a")).code).toBe(0);
    expect((await typed("whoami")).stdout).toContain("from context a");
    expect((await typed("context", "rename", "a", "b")).code).toBe(3);
    expect((await typed("context", "rename", "a", "c")).code).toBe(0);
    expect((await typed("context", "delete", "b")).code).toBe(0);
    const { stdout } = await typed("context", "list", "-o", "json");
    expect(JSON.parse(stdout)).toEqual([{ name: "c", url: api.url, current: true, key: "file" }]);
    expect(stdout).not.toContain("mon_good");
  });

  test("that are mistyped are named", async () => {
    await signIn("production");
    for (const args of [
      ["context", "use", "prodution"],
      ["context", "rename", "prodution", "x"],
      ["context", "delete", "prodution"],
      ["whoami", "--context", "prodution"],
    ]) {
      const { code, stderr } = await typed(...args);
      expect(code).toBe(3);
      expect(stderr).toContain('did you mean "production"?');
    }
  });
});

describe("the keychain", () => {
  /** A secret-tool that keeps what it is given in a file, and writes down how it was called. */
  const tool = (body: string) => {
    const path = place.write("bin/secret-tool", `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
    place.env["PATH"] = `${join(place.folder, "bin")}:${place.env["PATH"]}`;
    place.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere";
    place.env["MONITORCTL_KEYCHAIN"] = "secret-tool";
  };
  const working = `echo "$@" >> "$HOME/calls"
for last; do :; done
case "$1" in
  store) cat > "$HOME/kept-$last" ;;
  lookup) cat "$HOME/kept-$last" ;;
  clear) rm "$HOME/kept-$last" ;;
esac`;

  test("has the key, and the file does not", async () => {
    tool(working);
    const { stdout } = await signIn("local");
    expect(stdout).toContain("its key in the keychain (secret-tool)");
    expect(readFileSync(file(), "utf8")).not.toContain("mon_good");
    expect((await typed("whoami")).code).toBe(0);
    await typed("context", "rename", "local", "home");
    expect((await typed("whoami")).stdout).toContain("from context home");
    await typed("logout");
    // Arguments are seen by everybody on the machine.
    const calls = readFileSync(join(place.folder, "calls"), "utf8");
    expect(calls).toContain("clear service monitorctl account home");
    expect(calls).not.toContain("mon_good");
  });

  test.each([
    ["fails", "exit 1"],
    ["forgets", 'cat > /dev/null; test "$1" = store'],
    ["is not there", "exit 127"],
  ])("that %s is as good as none: the file has it, and it is said", async (_, body) => {
    tool(body);
    const { code, stdout } = await signIn("local");
    expect(code).toBe(0);
    expect(stdout).toContain("contexts.json, which only you can read");
    expect((await typed("whoami")).code).toBe(0);
  });

  test("that does not give the key any more says what to do", async () => {
    tool(working);
    await signIn("local");
    tool("exit 1");
    const { code, stderr } = await typed("whoami");
    expect(code).toBe(4);
    expect(stderr).toContain("which does not give it");
    expect(stderr).toContain(`monitorctl login ${api.url} --context local`);
  });
});

describe("doctor", () => {
  const steps = async (...args: string[]) => {
    const { code, stdout } = await typed("doctor", "-o", "json", ...args);
    const { steps: made } = JSON.parse(stdout) as {
      steps: { name: string; state: string; fix: string | null }[];
    };
    return {
      code,
      states: Object.fromEntries(made.map(({ name, state }) => [name, state])),
      fixes: made.flatMap(({ fix }) => fix ?? []),
    };
  };
  const all = {
    configuration: "ok",
    "server named": "ok",
    address: "ok",
    reachable: "ok",
    clock: "ok",
    key: "ok",
    "site address": "ok",
    health: "ok",
    "alert groups": "ok",
  };

  test("finds everything well", async () => {
    await signIn("local");
    place.env["TZ"] = "UTC";
    const { code, states, fixes } = await steps();
    // The clock of this test stands still in November.
    expect({ ...states, clock: "ok" }).toEqual(all);
    expect(code).toBe(0);
    expect(fixes.filter((fix) => !fix.includes("NTP"))).toEqual([]);
  });

  test("says each thing that is wrong, and how to mend it", async () => {
    await signIn("local");
    chmodSync(file(), 0o644);
    const expiring = me({ expires_at: "2026-11-25T00:00:00Z" });
    const server = { ...expiring.server, site_url: "http://localhost:8620" };
    api.answers["GET /me"] = { body: { ...expiring, server } };
    api.answers["GET /health"] = {
      body: {
        checkResults: [
          {
            name: "pushes",
            label: "Pushes on time",
            status: "failed",
            notificationMessage: "2 h late",
          },
          { name: "new", status: "failed", shortSummary: "of a later version" },
        ],
      },
    };
    const { code, states, fixes } = await steps();
    expect(states).toMatchObject({
      configuration: "warning",
      key: "warning",
      "site address": "warning",
      health: "warning",
      pushes: "failed",
      new: "warning",
    });
    expect(fixes).toContain(`chmod 600 ${file()}`);
    expect(fixes).toContain("On the server: monitord doctor");
    expect(code).toBe(10);
    const text = await typed("doctor");
    expect(text.stdout).toContain("Pushes on time: 2 h late");
    expect(text.stdout).toContain("Reachable, but nobody can be paged: 2 h late.\n");
  });

  test.each([
    ["a key that is refused", { MONITORCTL_API_KEY: "mon_bad" }, 4, "key"],
    ["no key", { MONITORCTL_API_KEY: "" }, 4, "key"],
    ["nothing at the port", { MONITORCTL_URL: "http://127.0.0.1:9" }, 9, "reachable"],
    ["a name that is none", { MONITORCTL_URL: "http://nosuch.invalid" }, 9, "address"],
    ["no server", { MONITORCTL_URL: "" }, 4, "server named"],
  ])("ends with the code of what fails first: %s", async (_, env, expected, failed) => {
    place.env["MONITORCTL_URL"] = api.url;
    place.env["MONITORCTL_API_KEY"] = "mon_good";
    Object.assign(place.env, env);
    const { code, states } = await steps();
    expect(code).toBe(expected);
    expect(states[failed]).toBe("failed");
    expect(Object.keys(states)).toEqual(Object.keys(all));
  });

  test("knows another program by its answer, and a server that is not ready", async () => {
    place.env["MONITORCTL_URL"] = api.url;
    place.env["MONITORCTL_API_KEY"] = "mon_good";
    api.answers["GET /readyz"] = { status: 503, body: "starting" };
    expect(await steps()).toMatchObject({ code: 10 });
    api.answers["GET /openapi.json"] = { body: "<html>" };
    expect(await steps()).toMatchObject({ code: 9 });
  });
});
