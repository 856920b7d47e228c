/** `monitorctl doctor` on set-ups as people have them: one sentence and one exit code for each. */
import { createServer, type Server } from "node:http";
import { createServer as createTls } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusing } from "../support/free-port.ts";
import { makeCertificate } from "../support/certificate.ts";
import { minutes, startWorld, topic, type World } from "../support/world.ts";
import { newPlace, type Place } from "./run.ts";

let place: Place;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place[Symbol.dispose]());

/** Runs doctor against `url`; `now`: the clock of the terminal. */
async function doctor(url: string, key: string, now = Date.now()) {
  const env = { MONITORCTL_URL: url, MONITORCTL_API_KEY: key };
  const { code, stdout } = await place.typed(["doctor"], "", { env, now });
  const lines = stdout.trimEnd().split("\n");
  return { code, stdout, verdict: lines.at(-1) };
}

describe("between here and a server", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const listen = async (server: Server): Promise<string> => {
    servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test("a wrong port is unreachable", async () => {
    const { code, stdout, verdict } = await doctor(`http://${refusing.address}`, "mon_x");
    expect(code).toBe(9);
    expect(verdict).toBe("Not ready: reachable: connection refused (is monitord running?).");
    expect(stdout).toContain(
      "try: check that monitord runs there, or pass another server with --url",
    );
  });

  test("a wrong name is named", async () => {
    const { code, stdout } = await doctor("http://nosuch.invalid", "mon_x");
    expect(code).toBe(9);
    expect(stdout).toContain("try: check the name, or pass another server with --url");
  });

  test("https to a port of plain http says to use http", async () => {
    const at = await listen(createServer((_, response) => response.end("{}")));
    const { code, stdout, verdict } = await doctor(`https://${at}`, "mon_x");
    expect(code).toBe(9);
    expect(verdict).toBe("Not ready: reachable: TLS: the port does not speak TLS.");
    expect(stdout).toContain(`try: the port seems to serve plain http, so use http://${at}`);
  });

  test("http to a port of TLS says to use https", async () => {
    const at = await listen(createTls(makeCertificate("IP:127.0.0.1")));
    const { code, stdout } = await doctor(`http://${at}`, "mon_x");
    expect(code).toBe(9);
    expect(stdout).toContain(`https://${at}`);
  });

  test("a certificate of an unknown CA says how to trust it", async () => {
    const at = await listen(createTls(makeCertificate("IP:127.0.0.1")));
    const { code, stdout } = await doctor(`https://${at}`, "mon_x");
    expect(code).toBe(9);
    expect(stdout).toContain("try: trust its CA: --ca-file PATH, or MONITORCTL_CA_FILE");
  });

  test("a CA of one's own is trusted by flag, by variable, and by the context that was signed in with it", async () => {
    const made = makeCertificate("IP:127.0.0.1");
    const scopes = ["read"];
    const key = { id: "k", name: "test", scopes, expires_at: null };
    const at = await listen(
      createTls(made, (_, response) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify({ key, scopes })),
      ),
    );
    const url = `https://${at}`;
    place.write("ca.pem", made.cert);
    const login = await place.spawned(["login", url, "--with-key", "--ca-file", "ca.pem"], {
      input: "mon_x",
    });
    expect([login.code, login.stderr]).toEqual([0, ""]);
    expect((await place.spawned(["api", "GET", "/me"])).stdout).toContain('"test"');
    const env = { MONITORCTL_URL: url, MONITORCTL_API_KEY: "mon_x", XDG_CONFIG_HOME: "/none" };
    expect((await place.spawned(["api", "GET", "/me"], { env })).stderr).toContain("TLS: ");
    const byVariable = { ...env, MONITORCTL_CA_FILE: "ca.pem" };
    expect((await place.spawned(["api", "GET", "/me"], { env: byVariable })).code).toBe(0);
    const wrong = await place.spawned(["whoami", "--ca-file", "no.pem"], { env });
    expect([wrong.code, wrong.stderr.split("\n")[0]]).toEqual([
      3,
      expect.stringMatching(/^error\[ca_file\] the CA file .*no\.pem cannot be used: ENOENT/),
    ]);
  });

  test("an expired certificate says to renew it", async () => {
    const at = await listen(createTls(makeCertificate("IP:127.0.0.1", -1)));
    const { code, stdout } = await doctor(`https://${at}`, "mon_x");
    expect(code).toBe(9);
    expect(stdout).toMatch(/renew the certificate|--ca-file/);
  });

  test("a proxy without its monitord is not taken for a wrong address", async () => {
    const at = await listen(
      createServer((_, response) => response.writeHead(502).end("<h1>Bad Gateway</h1>")),
    );
    const { code, stdout, verdict } = await doctor(`http://${at}`, "mon_x");
    expect(code).toBe(9);
    expect(verdict).toBe(
      "Not ready: reachable: HTTP 502: a proxy answers, but monitord behind it does not.",
    );
    expect(stdout).toContain("try: check that monitord runs behind the proxy");
  });
});

describe("of a server", () => {
  let world: World;
  let group: { id: string };
  let user: { id: string };
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.end());
  const look = (key = world.key) => doctor(world.daemon.url, key);
  const put = (path: string, body: object) => world.api("PUT", path, body);

  // One story: each test goes on where the one before it ended.
  test("without users nobody can be paged", async () => {
    const { code, verdict } = await look();
    expect([code, verdict]).toEqual([10, "Reachable, but nobody can be paged: no users exist."]);
  });

  test("without alert groups nobody can be paged", async () => {
    user = await world.api("POST", "/users", { email: "ada@example.com", name: "Ada" });
    const { code, verdict } = await look();
    expect(code).toBe(10);
    expect(verdict).toBe("Reachable, but nobody can be paged: no alert groups exist.");
  });

  test("a group without members is named", async () => {
    group = await world.api("POST", "/alert_groups", { title: "On call", external_id: "oncall" });
    const { code, verdict } = await look();
    expect(code).toBe(10);
    expect(verdict).toBe('Reachable, but nobody can be paged: "On call" has no members.');
  });

  test("a member without a device is named, with the command that adds one", async () => {
    await world.api("POST", `/alert_groups/${group.id}/members`, { email: "ada@example.com" });
    const { code, stdout, verdict } = await look();
    expect(code).toBe(10);
    expect(verdict).toBe(
      'Reachable, but nobody can be paged: no member of "On call" has a device.',
    );
    expect(stdout).toMatch(/✗ {2}ag\/oncall .*\n +try: monitorctl devices add ada@example.com\n/);
  });

  test("a device that has answered no test is a warning", async () => {
    await world.api("POST", `/users/${user.id}/devices`, { kind: "ntfy", target: topic });
    const { code, stdout, verdict } = await look();
    expect(stdout).toMatch(/! {2}ag\/oncall +no device of "On call" is verified/);
    expect(stdout).toContain("try: monitorctl notify test ag/oncall");
    expect([code, verdict]).toEqual([0, "Ready to page."]);
  });

  test("priorities that reach no member are named", async () => {
    const rules = `/alert_groups/${group.id}/members/${user.id}`;
    await put(rules, { minimum_priority: 1 });
    const { code, stdout, verdict } = await look();
    expect(code).toBe(10);
    expect(verdict).toContain('"On call" reaches nobody (Ada: ');
    expect(stdout).toContain("try: monitorctl members set oncall");
    await put(rules, { minimum_priority: null });
  });

  test("contact hours that are closed now are a warning with their opening", async () => {
    const closed = new Date(world.clock.now() + 24 * 60 * minutes(1)).getUTCDay();
    await put(`/alert_groups/${group.id}`, { contact_days: [closed] });
    const { code, stdout } = await look();
    expect(stdout).toMatch(/nobody of "On call" is paged before 20\S+Z: outside the group's/);
    expect(code).toBe(0);
    await put(`/alert_groups/${group.id}`, { contact_days: [0, 1, 2, 3, 4, 5, 6] });
  });

  test("hours that leave nobody within those of an urgent group are a warning", async () => {
    const days = [0, 1, 2, 3, 4, 5, 6];
    const today = new Date().getUTCDay();
    const path = `/alert_groups/${group.id}/members/${user.id}`;
    await put(path, { contact_days: days.filter((one) => one !== (today + 3) % 7) });
    expect((await look()).stdout).not.toContain("notifies nobody");
    await put(`/alert_groups/${group.id}`, { priority_level: 1 });
    const { code, stdout } = await look();
    expect(stdout).toMatch(/! {2}ag\/oncall +"On call" notifies nobody every \w+day \(UTC\)\n/);
    expect(stdout).toContain(
      "try: Add a member for these hours, or widen the hours of one: monitorctl members list oncall",
    );
    expect(code).toBe(0);
    await put(path, { contact_days: null });
    await put(`/alert_groups/${group.id}`, { priority_level: 2 });
  });

  test("a device that its push server rejects reaches nobody", async () => {
    const [device] = await world.api<{ id: string }[]>("GET", `/users/${user.id}/devices`);
    world.phone.failWith(403, topic);
    await world.api("POST", `/users/${user.id}/devices/${device!.id}/test`);
    await world.settle();
    const { code, stdout, verdict } = await look();
    expect(code).toBe(10);
    expect(verdict).toContain('"On call" reaches nobody (Ada: the push server rejects the device');
    expect(stdout).toContain("devices        Devices: 1 rejected by their push server.\n");
    expect(stdout).toContain("try: Correct their topic, server or access token");
    world.phone.failWith(null, topic);
    await put(`/users/${user.id}/devices/${device!.id}`, { target: "another-topic" });
  });

  test("a second group without members is named, and does not hide that the first can be paged", async () => {
    const night = await world.api<{ id: string }>("POST", "/alert_groups", { title: "Night" });
    const { code, stdout, verdict } = await look();
    expect(stdout).toContain("1 of 2 groups can be paged");
    expect(verdict).toBe('Reachable, but 1 alert group cannot be paged: "Night" has no members.');
    expect(code).toBe(10);
    await world.api("DELETE", `/alert_groups/${night.id}`);
  });

  test("a group of a schedule is judged by the person on call", async () => {
    const schedule = { title: "Primary", external_id: "primary", people: [user.id] };
    const { id } = await world.api<{ id: string }>("POST", "/schedules", schedule);
    const backup = { title: "Backup", external_id: "backup", priority_level: 1 };
    const { id: of } = await world.api<{ id: string }>("POST", "/alert_groups", backup);
    await put(`/alert_groups/${of}/schedules/${id}`, {});
    const { stdout } = await look();
    expect(stdout).toContain("2 of 2 groups can be paged");
    expect(stdout).not.toContain("notifies nobody");
    expect(stdout).toContain('no device of "Backup" is verified');
    await put(`/alert_groups/${of}`, { escalate_to: group.id, escalate_after_minutes: 5 });
    await put(`/alert_groups/${of}/schedules/${id}?turn=next`, {});
    await world.api("DELETE", `/alert_groups/${of}/schedules/${id}`);
    const { verdict } = await look();
    expect(verdict).toContain('nobody is on call in "Backup"');
    await world.api("DELETE", `/alert_groups/${of}`);
    await world.api("DELETE", `/schedules/${id}`);
  });

  test("a key that can only read says so", async () => {
    const { id, key } = await world.api<{ id: string; key: string }>("POST", "/api_keys", {
      name: "reader",
      scopes: ["read"],
    });
    const reading = await look(key);
    expect(reading.stdout).toContain(
      '"reader" from MONITORCTL_API_KEY has scope read in default; it cannot acknowledge, test or apply',
    );
    expect([reading.code, reading.verdict]).toEqual([0, "Ready to page."]);
    await world.api("DELETE", `/api_keys/${id}`);
    const revoked = await look(key);
    expect(revoked.code).toBe(4);
    expect(revoked.verdict).toContain("This API key is unknown, expired or revoked");
    expect(revoked.stdout).toContain("try: unset MONITORCTL_API_KEY, or set it to a valid key");
  });

  test("a mistyped key is told from a revoked one", async () => {
    const { code, verdict } = await look("mon_x");
    expect(code).toBe(4);
    expect(verdict).toContain("Invalid API key: mistyped or truncated");
  });

  test("clocks that differ are a warning", async () => {
    const { code, stdout } = await doctor(world.daemon.url, world.key, Date.now() - minutes(10));
    expect(stdout).toMatch(/this clock and the server's differ by 60\d s/);
    expect(code).toBe(0);
  });
});

test("while the push server is away nobody can be paged", async () => {
  const world = await startWorld();
  await world.onCall();
  await world.phone.stop();
  await world.pass(minutes(10));
  const { code, stdout, verdict } = await doctor(world.daemon.url, world.key);
  await world.end();
  expect(verdict).toBe("Reachable, but nobody can be paged: No push can be sent through ntfy.");
  expect(stdout).toContain("try: Check the address and the credentials of the push server");
  expect(code).toBe(10);
});
