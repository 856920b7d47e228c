import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as answers from "../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";
import { monitorctl } from "../support/programs.ts";

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  const named = (
    of: (fields: { id: string; external_id: string }) => object,
    ...ids: string[]
  ) => ({
    body: ids.map((id) => of({ id, external_id: id })),
  });
  api = await startFakeApi({
    "GET /users": named(answers.user, "ada"),
    "GET /alert_groups": named(answers.group, "oncall", "not plain"),
    "GET /health_check_monitors": named(answers.health, "shop", "api"),
    "GET /webhook_monitors": {
      body: [answers.webhook({ id: "errors", external_id: "errors", project: "shop" })],
    },
    "GET /silences": { body: [{ id: "s-1" }], from: "any server" },
    "GET /users/ada/devices": { body: [{ id: "d-1" }], from: "any server" },
    "GET /api_keys": { body: [{ name: "ci" }], from: "any server" },
    "GET /incidents": ({ path }) => ({
      body: path.includes("unresolved=true") ? [answers.incident({ number: 12 })] : [],
    }),
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const complete = async (...words: string[]) => {
  const { code, stdout, stderr } = await place.typed(
    // However busy the machine of this test is.
    ["__complete", "--timeout", "30", "--", ...words],
    "",
  );
  expect([code, stderr]).toEqual([0, ""]);
  return stdout.split("\n").slice(0, -1);
};

describe("what fits", () => {
  test.each([
    [["inc"], ["incidents", "incident"]],
    [
      ["keys", ""],
      ["list", "create", "revoke"],
    ],
    [
      ["get", "h"],
      ["hc", "health_check_monitors"],
    ],
    [
      ["get", "hc", ""],
      ["shop", "api"],
    ],
    [["get", "health_check_monitors", "shop", "a"], ["api"]],
    [
      ["describe", "hc/"],
      ["hc/shop", "hc/api"],
    ],
    [["pause", "wh/errors", "hc/s"], ["hc/shop"]],
    [["ack", ""], ["12"]],
    [["wait", "inc"], ["incident/12"]],
    [
      ["get", "hc", "-o", "js"],
      ["json", "jsonl"],
    ],
    [["incidents", "--group", ""], ["oncall"]],
    [["status", "--ex"], ["--exit-code"]],
    [["devices", "list", ""], ["ada"]],
    [["help", "keys", "c"], ["create"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", "powershell"],
    ],
    [["run", "wh/errors", "--", "l"], []],
    [["run", ""], ["wh/errors"]],
    [
      ["check", "run", ""],
      ["hc/shop", "hc/api"],
    ],
    [
      ["get", "hc", "--status", "d"],
      ["down", "degraded"],
    ],
    [["explain", "hc.interval"], ["hc.interval_seconds"]],
    [["explain", "webhook_monitors.grace"], ["webhook_monitors.grace_minutes"]],
    [["silence", "end", ""], ["s-1"]],
    [["export", "--project", ""], ["shop"]],
    [["devices", "remove", "ada", ""], ["d-1"]],
    [["keys", "revoke", ""], ["ci"]],
    [
      ["import", "up"],
      ["uptime-kuma", "uptimerobot"],
    ],
    [["__c"], []],
    [["nothing", ""], []],
  ])("at the end of %j is %j", async (words, expected) => {
    expect(await complete(...words)).toEqual(expected);
  });

  test("keeps an empty last word that is marked, for shells that leave it out", async () => {
    const marked = async (word: string) =>
      (
        await place.typed(
          ["__complete", "--timeout", "30", "--marked", "--", "get", "hc", word],
          "",
        )
      ).stdout;
    expect(await marked("_")).toBe("shop\napi\n");
    expect(await marked("_sh")).toBe("shop\n");
    expect((await place.typed(["completion", "powershell"], "")).stdout).toContain(
      "Register-ArgumentCompleter -Native -CommandName monitorctl",
    );
  });

  test("is remembered for half a minute, apart for each key", async () => {
    await complete("describe", "hc/");
    const asked = api.asked.length;
    expect(await complete("pause", "hc/")).toEqual(["hc/shop", "hc/api"]);
    expect(api.asked).toHaveLength(asked);
    place.env["MONITORCTL_API_KEY"] = "mon_other";
    await complete("pause", "hc/");
    expect(api.asked.length).toBeGreaterThan(asked);
  });

  test("is nothing when there is no server, none is named, or it refuses", async () => {
    api.answers["GET /users"] = problem(500, "Broken.");
    expect(await complete("describe", "")).toEqual([]);
    place.env["MONITORCTL_URL"] = "http://127.0.0.1:9";
    expect(await complete("describe", "")).toEqual([]);
    place.env["MONITORCTL_URL"] = "";
    expect(await complete("describe", "")).toEqual([]);
    place.write("config/monitorctl/contexts.json", "{");
    expect(await complete("describe", "")).toEqual([]);
  });
});

const has = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

describe("the scripts", () => {
  /** A monitorctl that can be found, and that knows its own commands without a server. */
  const install = () => {
    const path = place.write(
      "bin/monitorctl",
      `#!/bin/sh\nexec ${process.execPath} ${monitorctl} "$@"\n`,
    );
    chmodSync(path, 0o755);
    return {
      ...place.env,
      PATH: `${join(place.folder, "bin")}:${place.env["PATH"]}`,
      MONITORCTL_URL: "",
    };
  };
  const run = (shell: string, script: string) =>
    execFileSync(shell, ["-c", script], {
      env: install(),
      encoding: "utf8",
    }).trim();

  test.skipIf(!has("bash"))("bash completes with its own", () => {
    const said = run(
      "bash",
      `eval "$(monitorctl completion bash)"
       COMP_WORDS=(monitorctl keys ""); COMP_CWORD=2; _monitorctl
       echo "\${COMPREPLY[@]}"
       complete -p monitorctl`,
    );
    expect(said).toBe("list create revoke\ncomplete -o default -F _monitorctl monitorctl");
    const also = run(
      "bash",
      `eval "$(monitorctl completion bash)"
       for last in "import up" "get hc --status sta" "explain hc.interval"; do
         COMP_WORDS=(monitorctl $last); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _monitorctl
         echo "\${COMPREPLY[@]}"
       done`,
    );
    expect(also).toBe("uptime-kuma uptimerobot\nstale\nhc.interval_seconds");
  });

  test.skipIf(!has("zsh"))("zsh can read its own", () => {
    const said = run(
      "zsh",
      `autoload -U compinit; compinit -u -D
       eval "$(monitorctl completion zsh)"
       compadd() { print -r -- "\${(@P)2}" }
       words=(monitorctl keys ""); CURRENT=3; _monitorctl
       words=(monitorctl import up); CURRENT=3; _monitorctl
       words=(monitorctl explain hc.interval); CURRENT=3; _monitorctl`,
    );
    expect(said).toBe("list create revoke\nuptime-kuma uptimerobot\nhc.interval_seconds");
  });

  test.skipIf(!has("fish"))("fish completes with its own", () => {
    const said = run(
      "fish",
      `monitorctl completion fish | source; complete -C "monitorctl keys " | sort
       complete -C "monitorctl import up" | sort; complete -C "monitorctl explain hc.interval"`,
    );
    expect(said).toBe("create\nlist\nrevoke\nuptime-kuma\nuptimerobot\nhc.interval_seconds");
  });

  test("there is none for other shells", async () => {
    const { code, stderr } = await place.typed(["completion", "fis"], "");
    expect(code).toBe(3);
    expect(stderr).toContain('did you mean "fish"?');
  });
});
