/** Somebody with one of everything that a verb can be about, in the organization of the actor. */
import { night, newSession, scheduleSpec, silence, statusPage } from "../support/builders.ts";
import { alert, arrival, beat, delivered, groupSpec, packed } from "../support/builders.ts";
import { accepted, minute, reading, type Given } from "./contract/given.ts";
import { showing } from "./contract/status-pages.ts";
import { newSubscription } from "../support/browser-subscription.ts";

/** The value of an outcome; throws why there is none. */
function valueOf<T>(outcome: { ok: true; value: T } | { ok: false }): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

export const later = night + 60 * minute;
/** When everybody's report of the month is due. */
const reportDue = Date.parse("2026-12-01T08:00:00Z");
export type Furnished = Awaited<ReturnType<typeof furnish>>;

/** What two of them have in common: the provider that knows their people. */
export const rules = {
  name: "Provider",
  issuer: "https://id.example.com",
  organization: null,
  allowed_domains: [],
  roles: [],
  default_role: null,
  users: "invited" as const,
  link_by_email: "verified" as const,
};
export const claimsOf = (tag: string) => ({
  sub: tag,
  email: `ada-${tag}@example.com`,
  email_verified: true,
  name: "Ada",
  groups: "missing" as const,
});

/** Its names end in `tag`, which no other one may have. */
export async function furnish(given: Given, tag: string) {
  const { store, saved, addDevice, check, claimPushes, settle, incidents } = given;
  const actor = { ...given.actor };
  const by = { actor, now: night };
  const author = { by: "Ada" };
  const person = async (name: string) =>
    await saved("users", {
      email: `${name}-${tag}@example.com`,
      name,
      role: "viewer",
      external_id: null,
      timezone: null,
      protect: false,
      monthly_report: true,
    });
  const [ada, bo] = [await person("ada"), await person("bo")];
  const group = await saved("alert_groups", groupSpec({ title: `G ${tag}` }));
  const help = await saved("alert_groups", groupSpec({ title: `H ${tag}` }));
  for (const name of ["ada", "bo"])
    await store.run("add_member", {
      ...by,
      group_id: group.id,
      email: `${name}-${tag}@example.com`,
    });
  const { device } = valueOf(await addDevice(ada.id, `ada-${tag}`));
  valueOf(await addDevice(bo.id, `bo-${tag}`));
  const browser = newSubscription().device;
  const at = `https://push.example.com/${tag}`;
  const spare = valueOf(await addDevice(ada.id, at, browser)).device;

  await store.run("claim_monthly_report", { limit: 9, now: night });
  while ((await store.run("claim_monthly_report", { limit: 9, now: reportDue })).claimed);

  const alert_group_id = group.id;
  const url = `https://${tag}.example.com/health`;
  const monitor = await given.health({ title: `M ${tag}`, url, alert_group_id });
  const depends_on = [monitor.id];
  const child = await given.health({ title: `C ${tag}`, url, alert_group_id, depends_on });
  const errors = await given.webhook({ title: `W ${tag}`, alert_group_id });
  const job = await given.webhook({
    title: `J ${tag}`,
    alert_group_id,
    heartbeat_interval_seconds: 3600,
  });
  const signaled = (signal: "start" | "log", rid: string) =>
    store.run("command", {
      subject_id: job.id,
      command: { kind: "signaled", beat: beat({ signal, rid }) },
      now: night,
    });
  await signaled("start", "one");
  await signaled("log", "one");

  const { id: page_id } = await saved("status_pages", {
    ...without(statusPage({ slug: null, title: tag, mail_updates: true }), "id"),
    sections: showing(tag, monitor.id),
  });
  await check(reading("failed"), night);
  await given.report(errors.id, night + minute, 3);
  const deliveries = [
    packed({
      delivered: delivered([alert()]),
      arrival: arrival({ org_id: actor.org_id, target_kind: "alert_group", target_id: group.id }),
    }),
  ];
  await store.run("deliver", { subject_id: group.id, deliveries });
  const ofGroup = { org_id: actor.org_id, limit: 9, after: null, target_id: group.id };
  const [delivery] = await store.read.recent_deliveries(ofGroup);
  const open = await incidents();
  const ofMonitor = open.find(({ source_id }) => source_id === monitor.id)!;
  const ofErrors = open.find(({ source_id }) => source_id === errors.id)!;
  const ofAlert = open.find(({ source_id }) => source_id === group.id)!;
  const update = { ...by, by: "Ada", title: null, state: null, incident_id: ofMonitor.id };
  for (const message of ["One.", "Two."])
    valueOf(await store.run("publish", { ...update, message }));
  const { timeline } = (await store.read.incident(actor.org_id, ofMonitor.id))!;
  const updates = timeline.filter(({ kind }) => kind === "published");
  const ask = (email: string) =>
    store.run("ask_to_subscribe", { page_id, email: `${email}@${tag}.example`, now: night });
  await ask("cy");
  await ask("di");
  const subscribers = await store.read.subscribers({
    org_id: actor.org_id,
    page_id,
    limit: 9,
    after: null,
  });
  await store.run("confirm_subscription", {
    id: subscribers[0]!.id,
    asked_at: subscribers[0]!.asked_at,
    by: { request_id: null, client_address: "192.0.2.1", agent: "Mail" },
    now: night,
  });
  const planned = [{ from: later, until: later + minute, systems: [tag] }];
  await store.run("announce_planned", { page_id, planned, now: night });

  const schedule = await saved(
    "schedules",
    scheduleSpec({ title: `S ${tag}`, people: [ada.id, bo.id], start: "2026-11-16" }),
  );
  const place = { group_id: help.id, schedule_id: schedule.id, turn: "now" as const };
  valueOf(await store.run("set_group_schedule", { ...by, ...place, given: {} }));
  const cover = { mode: "cover" as const, instead_of_user_id: ada.id, reason: null };
  const asked = [{ ...cover, user_id: bo.id, from: night + minute, until: later }];
  const covered = valueOf(
    await store.run("add_overrides", { ...by, schedule_id: schedule.id, asked, dry: false }),
  );
  const feed = valueOf(
    await store.run("create_calendar_feed", {
      ...by,
      hash: `feed ${tag}`,
      schedule_id: schedule.id,
      user_id: null,
    }),
  );
  const quiet = valueOf(
    await store.run("create_silence", {
      ...by,
      silence: silence({ monitor_id: job.id, from: night, until: null }),
    }),
  );
  const mark = valueOf(
    await store.run("add_mark", {
      ...by,
      mark: {
        at: night,
        text: tag,
        url: null,
        by: "Ada",
        alert_group_id: null,
        monitor_id: job.id,
      },
    }),
  );
  const own = await access(given, tag, ada.id, bo.id);
  const now = night + 2 * minute;
  for (let due = await claimPushes(now); due.length > 0; due = await claimPushes(now))
    for (const { claims } of due) await settle(claims, accepted, now);
  await underWay(given, { ofErrors, ofAlert, device, user_id: bo.id, group_id: help.id });
  const gone = await saved("status_pages", {
    ...without(statusPage({ slug: null, title: `gone ${tag}` }), "id"),
  });
  valueOf(await given.remove("status_pages", gone.id));
  return {
    tag,
    by,
    author,
    ada,
    bo,
    group,
    help,
    device,
    spare,
    monitor,
    child,
    errors,
    job,
    page_id,
    subscribers,
    ofMonitor,
    ofErrors,
    ofAlert,
    schedule,
    place,
    override: covered.overrides[0]!,
    feed,
    quiet,
    mark,
    deliveries,
    delivery: delivery!,
    updates,
    ...own,
  };
}

/** Pushes that have not left, and answers that have not come. */
async function underWay(
  { store, actor }: Given,
  of: {
    ofErrors: { id: string };
    ofAlert: { id: string };
    device: { id: string };
    user_id: string;
    group_id: string;
  },
) {
  const by = { actor: { ...actor }, author: { by: "Ada" }, now: night + 3 * minute };
  const { user_id, group_id } = of;
  const named = { user_ids: [user_id], alert_group_ids: [group_id] };
  valueOf(await store.run("ask_to_help", { ...by, incident_id: of.ofErrors.id, ...named }));
  const to = { user_id: null, alert_group_id: group_id };
  valueOf(await store.run("hand_over", { ...by, incident_id: of.ofAlert.id, ...to }));
  const pressed = { incident_id: of.ofErrors.id, device_id: of.device.id, now: by.now };
  await store.run("answer", { ...pressed, verb: "snooze" });
  valueOf(await store.run("start_drill", { ...by, group_id }));
  await store.run("notify_shifts", { limit: 9, now: by.now });
}

/** What a person signs in with, and is signed in by. */
async function access({ store, actor }: Given, tag: string, user_id: string, other: string) {
  const by = { actor: { ...actor }, now: night };
  const expires_at = later;
  const ofKey = { prefix: "mon_abc", scopes: ["write" as const], expires_at: null, user_id };
  const key = await store.run("create_key", { ...by, ...ofKey, name: tag, hash: `key ${tag}` });
  const link = async (of: string, hash: string) =>
    valueOf(await store.run("invite_user", { ...by, user_id: of, hash, expires_at }));
  await link(user_id, `link ${tag}`);
  const spareLink = await link(other, `spare link ${tag}`);
  const passkey = valueOf(
    await store.run("add_passkey", {
      ...by,
      user_id,
      passkey: { credential_id: tag, public_key: "key", counter: 1, name: "Firefox" },
    }),
  );
  const session = (n: number) => newSession(`session ${n} ${tag}`, night);
  for (const n of [1, 2])
    await store.run("sign_in_by_provider", {
      ...by,
      rules,
      claims: claimsOf(tag),
      connects: null,
      session: session(n),
      id_token: "token",
      sid: `${n} ${tag}`,
    });
  const { id, org_id, name } = key;
  for (const n of [3, 4])
    await store.run("begin_session", { session: session(n), key: { id, org_id, name }, name });
  const device = { user_id, name: "Pixel", server: null };
  const invite = async (hash: string) => {
    const target = hash.replaceAll(" ", "-");
    return valueOf(
      await store.run("invite_device", { ...by, ...device, target, hash, expires_at }),
    );
  };
  const invitation = await invite(`invited ${tag}`);
  const invited = { hash: `invited ${tag}`, called: "Pixel", request_id: null };
  valueOf(await store.run("test_invited", { ...invited, now: night }));
  const spareInvitation = await invite(`spare invited ${tag}`);
  await store.run("create_setup_code", { ...by, hash: `setup ${tag}`, expires_at });
  const program = { host: "host", program: "monitorctl", client_address: "192.0.2.1", expires_at };
  const codes = { hash: `device ${tag}`, user_hash: `user ${tag}` };
  await store.run("begin_device_authorization", { ...codes, ...program, now: night });
  await store.run("keep_form_answer", { key: `form ${tag}`, location: "/", now: night });
  const state = {
    hash: `state ${tag}`,
    org_id: by.actor.org_id,
    issuer: rules.issuer,
    errand: "sign_in" as const,
    browser: `browser ${tag}`,
    nonce: "nonce",
    verifier: "verifier",
    next: "/",
    form: null,
    session: null,
    user_id: null,
    expires_at,
    inserted_at: night,
  };
  await store.run("begin_provider_sign_in", state);
  const [identity] = await store.read.identities(by.actor.org_id, user_id);
  return { state, key, spareLink, passkey, invitation, spareInvitation, identity: identity! };
}

const without = <T extends object, K extends keyof T>(row: T, name: K): Omit<T, K> => {
  const { [name]: _, ...rest } = row;
  return rest;
};
