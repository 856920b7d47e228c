/** Several daemons on one database: whichever is asked, and whichever does the work. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKey } from "../../src/core/access/api-key.ts";
import { startPhone, type Phone } from "../support/phone.ts";
import { dropDatabases, freshDatabase } from "../support/postgres.ts";
import { isReady, runMonitord, startMonitord, type Running } from "../support/process.ts";
import { startTarget, type Target } from "../support/target.ts";

const topic = "ada-phone";

describe("two daemons on one database", () => {
  let databaseUrl: string;
  let phone: Phone;
  let target: Target;
  let nodes: [Running, Running];
  const key = makeKey((size) => crypto.getRandomValues(new Uint8Array(size)));
  const start = () =>
    startMonitord([], {
      MONITORD_DATABASE_URL: databaseUrl,
      MONITORD_NTFY_URL: phone.url,
      MONITORD_BOOTSTRAP_API_KEY: key,
    });

  beforeAll(async () => {
    databaseUrl = await freshDatabase();
    phone = await startPhone();
    target = await startTarget({ now: () => Date.now() });
    // At once, on an empty database: one makes the tables, the other waits for it.
    nodes = await Promise.all([start(), start()]);
    await Promise.all(nodes.map(isReady));
  });
  afterAll(async () => {
    for (const node of nodes) await node.kill();
    await phone.stop();
    await target.stop();
    await dropDatabases();
  });

  const ask = async (node: 0 | 1, method: string, path: string, body?: unknown, as = key) => {
    const answer = await fetch(`${nodes[node].url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${as}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: (text === "" ? null : JSON.parse(text)) as never,
    };
  };
  const made = async <T = { id: string }>(node: 0 | 1, path: string, body: unknown) => {
    const { status, body: answer } = await ask(node, "POST", path, body);
    if (status >= 300) throw new Error(JSON.stringify(answer));
    return answer as T;
  };
  const patiently = async <T>(look: () => Promise<T | undefined | false>) => {
    for (let i = 0; i < 200; i++) {
      const found = await look();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("it never came");
  };
  let called: Promise<{ id: string }> | undefined;
  const onCall = () =>
    (called ??= (async () => {
      const group = await made(0, "/alert_groups", { title: "On call" });
      const user = await made(1, "/users", { email: "ada@example.com" });
      await made(0, `/users/${user.id}/devices`, {
        kind: "ntfy",
        target: topic,
      });
      await made(1, `/alert_groups/${group.id}/members`, {
        email: "ada@example.com",
      });
      return group;
    })());

  test("share one organization and one key", async () => {
    const [a, b] = await Promise.all([ask(0, "GET", "/me"), ask(1, "GET", "/me")]);
    expect(a.body["organization"]).toEqual(b.body["organization"]);
  });

  test("make one resource of forty racing requests with one external_id", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        ask((i % 2) as 0 | 1, "POST", "/alert_groups", {
          title: "Racing",
          external_id: "racing",
        }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(39);
  });

  test("count the reports of one monitor together, and page once", async () => {
    const monitor = await made<{ id: string; webhook_id: string }>(0, "/webhook_monitors", {
      title: "Errors",
      alert_group_id: (await onCall()).id,
      error_rate_threshold: 150,
    });
    const post = async (node: 0 | 1) =>
      (
        await fetch(`${nodes[node].url}/api/webhook/${monitor.webhook_id}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ message: "Payment failed" }),
        })
      ).status;
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => post((i % 2) as 0 | 1)),
    );
    expect(new Set(answers)).toEqual(new Set([202]));
    const { body } = await ask(1, "GET", `/webhook_monitors/${monitor.id}`);
    expect(body).toMatchObject({ status: "firing", errors_in_window: 300 });
    await phone.waitFor(({ message }) => message.includes("Payment failed"));
    const incidents = (await ask(0, "GET", "/incidents")).body as {
      id: string;
    }[];
    expect(incidents).toHaveLength(1);

    const [{ id }] = incidents as [{ id: string }];
    await ask(1, "POST", `/incidents/${id}/acknowledge`, { by: "Ada" });
    expect((await ask(0, "GET", `/incidents/${id}`)).body).toMatchObject({
      status: "acknowledged",
      acknowledged_by: "Ada",
    });
    expect(
      phone.messages(topic).filter(({ tags }) => tags.includes("rotating_light")),
    ).toHaveLength(1);
  });

  test("check a monitor, and each sees what the other found", async () => {
    const monitor = await made(1, "/health_check_monitors", {
      title: "Shop",
      url: target.healthUrl,
      alert_group_id: (await onCall()).id,
    });
    for (const node of [0, 1] as const)
      await patiently(async () => {
        const path = `/health_check_monitors/${monitor.id}`;
        return (await ask(node, "GET", path)).body["status"] === "up";
      });
  });

  test("refuse a key at once that the other one revoked", async () => {
    const { key: other, id } = await made<{ id: string; key: string }>(0, "/api_keys", {
      name: "ci",
      scopes: ["read"],
    });
    expect((await ask(1, "GET", "/me", undefined, other)).status).toBe(200);
    await ask(0, "DELETE", `/api_keys/${id}`);
    expect((await ask(1, "GET", "/me", undefined, other)).status).toBe(401);
  });

  test("take a one-time code once, whoever is asked", async () => {
    const { stderr, stdout } = await runMonitord(["setup-code"], {
      MONITORD_DATABASE_URL: databaseUrl,
    });
    const code = /code {2}(\S+)/.exec(stdout + stderr)![1]!;
    const login = (node: 0 | 1) =>
      fetch(`${nodes[node].url}/api/v1/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code, name: "laptop" }),
      }).then(async (answer) => {
        await answer.text();
        return answer.ok;
      });
    const taken = await Promise.all([login(0), login(1), login(0), login(1)]);
    expect(taken.filter((ok) => ok)).toHaveLength(1);
  });

  test("know each other; one that ends goes, one that is killed is missed", async () => {
    const count = async () => ((await ask(0, "GET", "/nodes")).body["nodes"] as object[]).length;
    expect(await count()).toBe(2);
    expect(await nodes[1].stop()).toBe(0);
    expect(await count()).toBe(1);
    nodes[1] = await start();
    expect(await count()).toBe(2);
    await nodes[1].kill();
    await patiently(async () => (await count()) === 1);
    expect(nodes[0].output()).toContain("its checks are taken over");
    nodes[1] = await start();
  });
});

test("the first node makes the key file that it is to have", async () => {
  const folder = mkdtempSync(join(tmpdir(), "monitord-first-"));
  const file = join(folder, "secrets.key");
  const node = await startMonitord([], {
    MONITORD_DATABASE_URL: await freshDatabase(),
    MONITORD_SECRETS_KEY_FILE: file,
  });
  await isReady(node);
  expect(existsSync(file)).toBe(true);
  expect(await node.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

test.each([
  [
    "from a newer version",
    "insert into migrations values ('9999-tomorrow.sql', 0, '9.9.0')",
    /newer version of monitord \(it has 9999-tomorrow\.sql\): start monitord 9\.9\.0 or newer/,
  ],
  [
    "without a column",
    "alter table subjects drop column measured",
    /does not have the tables of monitord \S+ \(it has no subjects\.measured\)/,
  ],
  [
    "with a column that each row needs",
    "alter table silences add column hat text not null",
    /does not have the tables of monitord \S+ \(it has silences\.hat\)/,
  ],
])("a database %s is refused in one sentence", async (_, change, sentence) => {
  const { Client } = await import("pg");
  const url = await freshDatabase();
  const first = await startMonitord([], { MONITORD_DATABASE_URL: url });
  await isReady(first);
  await first.stop();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("alter table users add column shoe text");
  await client.query(change);
  await client.end();
  const env = { MONITORD_DATABASE_URL: url };
  const { code, stderr } = await runMonitord(["serve", "--port", "0"], env);
  expect(code).toBe(78);
  expect(stderr).toMatch(sentence);
  const folder = mkdtempSync(join(tmpdir(), "monitord-copy-"));
  const copy = ["copy", "--from", "postgres", "--to", "sqlite", "--data-dir", folder];
  expect(await runMonitord(copy, env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(sentence),
  });
  rmSync(folder, { recursive: true });
});
