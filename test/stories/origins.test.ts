/**
 * A key that can change monitors and devices makes the daemon send no stored secret to another origin: in the ways of
 * someone who knows the routes. `every-route.test.ts` tries all of them.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startStranger, type Stranger } from "../support/stranger.ts";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
let stranger: Stranger;
/** Everything that arrived at the new address. */
let heard: string[];
let elsewhere: string;
beforeAll(async () => {
  world = await startWorld();
  stranger = await startStranger();
  ({ url: elsewhere, heard } = stranger);
});
afterAll(async () => {
  await world.end();
  stranger.stop();
});

const secrets = ["canary-password", "canary-header", "canary-token", "canary-signature"];
const stored = () => ({
  title: "Shop",
  url: world.target.healthUrl.replace("://", "://ada:canary-password@"),
  request_headers: { "X-Secret": "canary-header" },
});

/** Calls the API, whether it is refused or not. */
const tried = (method: string, path: string, body: unknown) =>
  world.api(method, path, body).catch(() => null);

test("no stored secret is sent to another origin, in whatever way it is named", async () => {
  const group = await world.onCall({ external_id: "oncall" });
  const [user] = await world.api<{ id: string }[]>("GET", "/users");
  const monitor = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    ...stored(),
    alert_group_id: group.id,
    external_id: "shop",
  });
  const devices = `/users/${user!.id}/devices`;
  const phone = await world.api<{ id: string }>("POST", devices, {
    kind: "ntfy",
    target: "one-topic",
    server: world.phone.url.replace("://", "://ada:canary-password@"),
    access_token: "canary-token",
  });
  const hook = await world.api<{ id: string }>("POST", devices, {
    kind: "webhook",
    target: `${world.phone.url}/hook`,
    secret: "canary-signature-of-the-hook",
  });

  const addresses = [
    elsewhere,
    elsewhere.replace("://", "://ada:***@"),
    elsewhere.replace("://", "://***@"),
  ];
  for (const address of addresses) {
    const url = `${address}/health`;
    for (const headers of [undefined, { "X-Secret": "***" }]) {
      const fields = { url, ...(headers ? { request_headers: headers } : {}) };
      const whole = { title: "Shop", alert_group_id: group.id, external_id: "shop", ...fields };
      await tried("PUT", `/health_check_monitors/${monitor.id}`, fields);
      await tried("POST", "/health_check_monitors", whole);
      await tried("POST", "/checks", fields);
      const { alert_group_id: _, ...rest } = whole;
      const declared = { ...rest, alert_group: "oncall" };
      for (const adopt of [false, true])
        await tried("POST", "/apply", {
          project: "theirs",
          adopt,
          health_check_monitors: [declared],
        });
      await tried("POST", `/health_check_monitors/${monitor.id}/check`, undefined);
    }
    for (const access_token of [undefined, "***"]) {
      const fields = { server: address, ...(access_token ? { access_token } : {}) };
      await tried("PUT", `${devices}/${phone.id}`, fields);
      await tried("POST", `${devices}/${phone.id}/test`, undefined);
    }
    for (const secret of [undefined, "***"]) {
      await tried("PUT", `${devices}/${hook.id}`, {
        target: `${address}/hook`,
        ...(secret ? { secret } : {}),
      });
      await tried("PUT", `${devices}/${hook.id}`, {
        kind: "ntfy",
        target: "topic",
        server: address,
        ...(secret ? { access_token: secret } : {}),
      });
      await tried("POST", `${devices}/${hook.id}/test`, undefined);
    }
  }
  world.target.breakCheck("database", "gone");
  await world.pass(minutes(3));
  expect(heard.length).toBeGreaterThan(0);
  expect(secrets.filter((secret) => heard.join("\n").includes(secret))).toEqual([]);
});

test("nor by a redirect", async () => {
  heard.length = 0;
  const group = await world.onCall();
  const monitor = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    ...stored(),
    alert_group_id: group.id,
  });
  world.target.respond((_request, response) => {
    response.writeHead(302, { location: `${elsewhere}/redirected` }).end();
  });
  await world.api("POST", `/health_check_monitors/${monitor.id}/check`);
  expect(heard.join("\n")).toContain("/redirected");
  expect(secrets.filter((secret) => heard.join("\n").includes(secret))).toEqual([]);
});
