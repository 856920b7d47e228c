import { joinPage } from "../../src/dashboard/pages/join.ts";
import { signInLinkPage } from "../../src/dashboard/pages/sign-in-link.ts";
import { describe, expect, it } from "vitest";
import { subscribeLink } from "../../src/core/access/invitation.ts";
import { inState, reachStates } from "../../src/core/explain/device-reach.ts";
import type { Reach } from "../../src/core/explain/reach.ts";
import type { Receipt } from "../../src/core/explain/receipt.ts";
import { html, safeLink } from "../../src/dashboard/html.ts";
import type { Frame } from "../../src/dashboard/layout.ts";
import { deletePage } from "../../src/dashboard/pages/delete.ts";
import { deliveriesPage, deliveryPage } from "../../src/dashboard/pages/deliveries.ts";
import { addPhonePage } from "../../src/dashboard/pages/add-phone.ts";
import { actionPage, actionTakenPage } from "../../src/dashboard/pages/action.ts";
import { actionVerbs } from "../../src/core/access/signed-action.ts";
import { closedPhonePage, phonePage } from "../../src/dashboard/pages/phone.ts";
import { errorPage } from "../../src/dashboard/pages/error.ts";
import { formPage } from "../../src/dashboard/pages/form.ts";
import { groupPage, groupsPage } from "../../src/dashboard/pages/groups.ts";
import { homePage, sentenceOf } from "../../src/dashboard/pages/home.ts";
import { incidentPage } from "../../src/dashboard/pages/incident.ts";
import { incidentsPage } from "../../src/dashboard/pages/incidents.ts";
import { monitorPage } from "../../src/dashboard/pages/monitor.ts";
import { peoplePage, personPage } from "../../src/dashboard/pages/people.ts";
import { checkPage } from "../../src/dashboard/pages/check.ts";
import { statusPage } from "../../src/dashboard/pages/status.ts";
import { silencesPage } from "../../src/dashboard/pages/silences.ts";
import { systemPage } from "../../src/dashboard/pages/system.ts";
import { keyPage, outsideErrorPage, signInPage } from "../../src/dashboard/sign-in.ts";
import { uptimeOf } from "../../src/dashboard/uptime.ts";
import {
  alertGroup,
  device,
  healthMonitor,
  incident,
  night,
  notification,
  parent,
  result,
  silence,
  subject,
  webhookMonitor,
} from "../support/builders.ts";

/** In every text that comes from outside. */
const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&{{7*7}}\${7}`;
const evilLink = "javascript:alert(1)//https://x";

const frame: Frame = {
  base: "/mon",
  version: evil,
  now: night,
  csrf: "token",
  who: { name: evil, organization: evil },
  may: { respond: true, write: true, admin: true },
  path: `/?search=${evil}`,
  done: evil,
  zone: "UTC",
  theme: "dark",
  attention: 3,
};

const hostileIncident = incident({
  published_at: night,
  public_title: evil,
  pages_again: evil,
  title: evil,
  summary: evil,
  acknowledged_at: night,
  acknowledged_by: evil,
  resolved_at: night,
  resolved_reason: evil,
  details: { [evil]: evil, link: evilLink, nested: { [evil]: [evil] } },
});
/** Each state, of a person whose name and reasons are hostile. */
const reach: Reach = {
  people: reachStates.map((state) => ({
    ...inState(state, evil, night),
    user_id: evil,
    name: evil,
    device: evil,
    timezone: evil,
  })),
  reminder_at: night,
  escalation: { at: night, alert_group_id: evil, title: evil },
  timezone: evil,
};
const hostileSubject = subject({
  status_reason: evil,
  paused_at: night,
  suppression: {
    since: night,
    by: [{ id: evil, title: evil }],
    until: night,
    reason: evil,
    incident: { title: evil, summary: evil, occurrences: 0, details: {} },
  },
  results: [
    result({
      name: evil,
      label: evil,
      status: "crashed",
      reported_status: evil,
      notification_message: evil,
      short_summary: evil,
      meta: { [evil]: evil },
    }),
  ],
});
const monitor = {
  ...healthMonitor({ title: evil, url: evilLink, project: evil }),
  subject: hostileSubject,
};
const group = {
  ...alertGroup({ title: evil, timezone: evil, project: evil }),
  subject: subject({ status: "failing", status_reason: evil }),
};
const uptime = uptimeOf([], night - 1, night, 4);
const history = [
  {
    id: "h",
    subject_id: "s",
    at: night,
    status: "down",
    reason: evil,
  } as const,
];
const delivery = {
  id: "e",
  org_id: "o",
  target_kind: "alert_group",
  target_id: "t",
  received_at: night,
  http_status: 400,
  reason: evil,
  format: evil,
  accepted: 0,
  headers: { [evil]: evil },
  content_type: evil,
  size: 1,
  ring: "unauthenticated",
  replay_of: evil,
  replayed_at: night,
  body: `  ${evil}\n    indented`,
} as const;
const user = {
  id: "u",
  org_id: "o",
  external_id: evil,
  project: evil,
  version: 1,
  protect: false,
  inserted_at: night,
  updated_at: night,
  email: evil,
  name: evil,
  role: "editor" as const,
};
const quiet = {
  silence: silence({
    id: evil,
    reason: evil,
    created_by: evil,
    matchers: [evil],
    monitor_id: "m",
    alert_group_id: "g",
    key: evil,
    cron: evil,
    timezone: evil,
  }),
  until: night,
  maintenance: false,
};
const shutGate = {
  gate: "silence" as const,
  passed: false,
  reason: evil,
  closed: { until: night },
};
const receipt: Receipt = {
  user_id: "u",
  name: evil,
  sent_at: night,
  accepted_at: night,
  answered_at: night,
  answered_verb: "acknowledge",
  answered_device_id: "d",
  answered_device_name: evil,
  not_reached: [{ device_id: "d", name: evil, reason: evil }],
};
const explanation = {
  sentence: evil,
  people: [
    {
      user_id: evil,
      name: evil,
      reached: false,
      sentence: evil,
      receipt,
      devices: [
        {
          device_id: evil,
          name: evil,
          state: "held" as const,
          reached: false,
          sentence: evil,
          gates: [{ ...shutGate, at: night }],
          notifications: [
            {
              ...notification({ title: evil, last_error: evil }),
              attempts_made: [
                {
                  notification_id: evil,
                  attempt: 1,
                  started_at: night,
                  finished_at: null,
                  outcome: "refused" as const,
                  http_status: 403,
                  detail: evil,
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};
const who = {
  at: night,
  priority: 1,
  people: [
    {
      user_id: evil,
      name: evil,
      state: "held" as const,
      told: false,
      verdict: evil,
      sentence: evil,
      devices: [{ device_id: evil, name: evil, gates: [shutGate] }],
    },
  ],
  typed: { at: evil, priority: evil },
  problem: evil,
};
const card = {
  incident: {
    ...hostileIncident,
    status: "open" as const,
    acknowledged_at: null,
  },
  source_title: evil,
  group_title: evil,
  reach,
  quiet,
};
const about = {
  quiet,
  group_title: evil,
  uptimes: [{ over: "last 24 h", uptime }],
  history,
  incidents: [hostileIncident],
  dependencies: {
    parents: [parent({ id: evil, title: evil, status: "down" })],
    children: Array.from({ length: 21 }, (_, i) => ({
      kind: "webhook_monitors" as const,
      id: `${evil}${i}`,
      title: evil,
    })),
  },
};

const sentTest = {
  state: "refused" as const,
  inserted_at: night,
  delivered_at: null,
  attempts: 1,
  last_error: evil,
  perhaps_delivered: true,
};
const adding = {
  user_id: "u",
  person: evil,
  url: `https://mon.example.com/phone/${evil}`,
  path: "/users/u/phones/token",
  verified_at: night,
  expires_at: night,
  server: evil,
  topic: evil,
  test: sentTest,
  warning: evil,
};
const phone = {
  path: "/mon/phone/token",
  url: evil,
  person: evil,
  topic: evil,
  server: evil,
  link: subscribeLink("https://ntfy.sh", "topic", evil),
  test: sentTest,
  warnings: [evil],
  refused: evil,
  expires_at: night,
  now: night,
};

const pages: Record<string, string> = {
  home: homePage(frame, {
    counts: [{ status: "down", paused: false, count: 1 }],
    open: 1,
    acknowledged: 1,
    incidents: [card, { ...card, incident: hostileIncident }],
    monitors: [
      {
        ...monitor,
        ...hostileSubject,
        id: "m",
        kind: "health_check_monitors",
        project: evil,
        group_title: evil,
        results: hostileSubject.results ?? [],
        uptime,
        quiet,
      },
    ],
    silences: 2,
    filter: { search: evil, status: evil, group: evil, page: 2 },
    more: true,
    groups: [{ id: evil, title: evil }],
    troubles: [{ text: evil, path: "/system" }],
    steps: [{ done: false, text: html`${evil}` }],
  }),
  incident: incidentPage(frame, {
    incident: hostileIncident,
    guidance: { description: evil, runbook_url: `https://wiki.example.com/?${evil}` },
    source_title: evil,
    group_title: evil,
    timeline: [{ at: night, kind: "note", text: evil, actor: evil, user_id: null }],
    reach,
    quiet,
    status_page_url: "https://x",
    explanation,
    receipts: [receipt],
  }),
  incidents: incidentsPage(frame, {
    incidents: [hostileIncident],
    older: "before=1-x",
  }),
  "health check monitor": monitorPage(frame, {
    kind: "health_check_monitors",
    monitor,
    webhook_url: null,
    ...about,
  }),
  "webhook monitor": monitorPage(frame, {
    kind: "webhook_monitors",
    monitor: { ...webhookMonitor({ title: evil }), subject: hostileSubject },
    webhook_url: evil,
    runs: [],
    ...about,
  }),
  "webhook monitor that expects reports": monitorPage(frame, {
    kind: "webhook_monitors",
    monitor: {
      ...webhookMonitor({ title: evil, expect_every_minutes: 60 }),
      subject: {
        ...hostileSubject,
        expected_at: night + 60_000,
        last_success_at: night,
        last_duration_ms: 400,
      },
    },
    webhook_url: evil,
    runs: [
      {
        id: "r",
        monitor_id: "s",
        rid: null,
        started_at: night,
        ended_at: night + 400,
        duration_ms: 400,
        outcome: "fail",
        exit_code: 3,
        output: evil,
        at: night,
      },
    ],
    ...about,
  }),
  groups: groupsPage(frame, { groups: [group], unreachable: new Set() }),
  group: groupPage(frame, {
    group,
    webhook_url: evil,
    members: [
      {
        user_id: "u",
        email: evil,
        name: evil,
        devices: 1,
        outlook: { state: "refused", verdict: evil },
      },
    ],
    drills: {
      last: {
        drill: {
          id: "d",
          org_id: "org",
          alert_group_id: "g",
          at: night,
          started_by: evil,
          ends_at: night,
          ended_at: night,
        },
        people: [
          {
            drill_id: "d",
            org_id: "org",
            user_id: "u",
            answered_at: null,
            device_id: null,
          },
        ],
      },
      next_at: night,
      names: new Map([["u", evil]]),
    },
    others: [{ email: evil, name: evil }],
    monitors: [{ kind: "webhook_monitors", id: "m", title: evil }],
    incidents: [hostileIncident],
    quiet,
    who,
    page: {
      url: "https://x",
      badge_url: evil,
      badges: [{ title: evil, url: evil, uptime_url: evil }],
    },
  }),
  silences: silencesPage(frame, {
    current: [quiet.silence, silence({ reason: evil })],
    coming: [silence({ reason: evil, until_recovered: true, until: null })],
    past: [silence({ until: night - 1, reason: evil })],
    idle: new Set(),
    places: new Map([["m", { kind: "webhook_monitors", title: evil }]]),
  }),
  check: checkPage(frame, {
    title: evil,
    path: "/health_check_monitors/m",
    status: "down",
    status_reason: evil,
    http_status: 500,
    duration_ms: 3,
    results: [
      {
        name: evil,
        label: null,
        status: evil,
        notificationMessage: evil,
        shortSummary: evil,
        meta: { [evil]: evil },
      },
      ...["connection", "status", "certificate", "dns", "redirects"].map((name) => ({
        name: `monitord.${name}`,
        label: evil,
        status: "ok",
        notificationMessage: "",
        shortSummary: evil,
        meta: { address: evil, software: evil, subject: evil, names: [evil], answers: [evil] },
      })),
    ],
  }),
  "public status": statusPage({
    base: "/mon",
    title: evil,
    now: night,
    monitors: [
      { title: evil, state: "down", uptime },
      { title: evil, state: "maintenance", uptime },
    ],
    incidents: [
      {
        title: evil,
        opened_at: night,
        resolved_at: night,
        updates: [{ at: night, message: evil }],
      },
    ],
  }),
  people: peoplePage(frame, {
    people: [{ user, devices: [device({ name: evil })] }],
  }),
  person: personPage(frame, {
    user,
    devices: [
      device({
        name: evil,
        target: evil,
        server: evil,
        broken_at: night,
        broken_reason: evil,
      }),
    ],
  }),
  deliveries: deliveriesPage(frame, {
    deliveries: [delivery],
    titles: new Map([["t", evil]]),
    target: "t",
    older: null,
  }),
  delivery: deliveryPage(frame, { event: delivery, title: evil }),
  system: systemPage(frame, {
    checks: [
      {
        label: evil,
        status: "failed",
        shortSummary: evil,
        notificationMessage: evil,
      },
    ],
    unreachable_groups: [{ id: "g", title: evil }],
    unreached_incidents: [{ number: 7, title: evil, on_hold: true }],
    unanswered_drills: [{ alert_group_id: "g", title: evil, user_email: evil, since: night }],
    broken_devices: [{ user_email: evil, name: evil, reason: evil }],
    blind_periods: [{ id: "b", from: 0, to: night, reason: "stopped", settling_until: night }],
    channels: [{ kind: evil, problem: evil, looked_at: night }],
    nodes: [{ name: evil, version: evil, started_at: night, seen_at: night }],
    database: evil,
  }),
  form: formPage(frame, {
    title: evil,
    action: "/x",
    cancel: "/",
    submit: evil,
    fields: [
      ...(
        [
          "text",
          "headers",
          "priorities",
          "lines",
          "list",
          "conditions",
          "yes-no",
          "instant",
          "secret",
          "flag",
          "days",
        ] as const
      ).map((kind) => ({ kind })),
      {
        kind: "several" as const,
        options: [
          { value: evil, label: evil },
          { value: "", label: evil },
        ],
      },
    ].map((input) => ({
      name: input.kind,
      label: evil,
      help: evil,
      required: false,
      input,
      section: input.kind === "text" ? evil : null,
    })),
    values: Object.fromEntries(
      [
        "text",
        "headers",
        "priorities",
        "lines",
        "list",
        "conditions",
        "instant",
        "secret",
        "days",
        "several",
      ].map((name) => [name, [evil]]),
    ),
    faults: [
      { field: "text", message: evil },
      { field: evil, message: evil },
    ],
    project: evil,
    version: 1,
    hidden: { back: evil },
    preview: { name: "preview", label: evil, shown: html`<p>${evil}</p>` },
  }),
  delete: deletePage(frame, {
    what: "monitor",
    title: evil,
    action: "/x",
    cancel: "/",
    project: evil,
    consequences: evil,
    problem: evil,
  }),
  ...Object.fromEntries(
    (["open", "verified", "expired"] as const).map((status) => [
      `add phone, ${status}`,
      addPhonePage(frame, { ...adding, status }),
    ]),
  ),
  ...Object.fromEntries(
    (["android", "iphone", "other"] as const).map((platform) => [
      `phone, ${platform}`,
      phonePage("/mon", { ...phone, platform }),
    ]),
  ),
  ...Object.fromEntries(
    actionVerbs.map((verb) => [
      `action, ${verb}`,
      actionPage("/mon", {
        path: "/mon/actions/token",
        verb,
        person: evil,
        incident: hostileIncident,
        now: night,
      }),
    ]),
  ),
  "action taken": actionTakenPage("/mon", evil),
  error: errorPage(frame, { title: evil, detail: evil }),
  "sign in": signInPage("/mon", {
    code: evil,
    next: evil,
    returnsTo: evil,
    problem: { field: "code", text: evil },
    typed: { name: evil, email: evil },
  }),
  join: joinPage("/mon", { token: evil, person: evil, organization: evil, role: "viewer" }),
  "sign-in link": signInLinkPage(frame, { user, url: evil, expires_at: night, warning: evil }),
  key: keyPage("/mon", evil, evil),
  "error outside": outsideErrorPage("/mon", { title: evil, detail: evil }),
};

describe.each(Object.entries(pages))("the page %s", (_name, text) => {
  it("shows hostile text as text", () => {
    expect(text).toContain("&lt;script&gt;alert(1)");
    expect(
      text.replaceAll(
        /<script\s+src="\/mon\/assets\/(live|charts|phone)\.js"(\s+data-page="[^"]*")?\s+defer\s*>/g,
        "",
      ),
    ).not.toMatch(/<script|<img/i);
  });

  it("has no attribute that runs or styles anything, and no link but to the web", () => {
    // Outside of quoted values, where hostile text may say what it likes.
    const tags = [...text.matchAll(/<[a-z][^\s>]*((?:\s+[^\s"'>=]+(?:="[^"]*")?)*)\s*\/?>/g)];
    expect(tags.length).toBeGreaterThan(5);
    for (const [, attributes = ""] of tags)
      for (const [, name, value] of attributes.matchAll(/([^\s"'>=]+)(?:="([^"]*)")?/g)) {
        expect(name).not.toMatch(/^(on|style$)/i);
        if (name === "href" || name === "action" || name === "src")
          expect(value).toMatch(/^(\/mon(\/|\?|$)|#|https?:|ntfy:\/\/)/);
      }
    // Every tag is whole: no quote of a value got out.
    expect(text.split("<").length - 1).toBe(
      [
        ...text.matchAll(
          /<!doctype html>|<\/[a-z0-9]+\s*>|<[a-z][a-z0-9]*(?:\s+[^\s"'>=]+(?:="[^"]*")?)*\s*\/?>/g,
        ),
      ].length,
    );
  });
});

describe("the page on the phone", () => {
  const shown = (more: object) => phonePage("/mon", { ...phone, platform: "other", ...more });
  const quiet = { person: "Ada", server: "https://ntfy.sh", topic: "t-1" };

  it("has what an iPhone needs to be typed, and a link for Android alone", () => {
    const text = shown({ ...quiet, link: "ntfy://ntfy.sh/t-1" });
    const [android, iphone] = text.split('id="iphone"');
    expect(android).toContain('href="ntfy://ntfy.sh/t-1"');
    expect(iphone).not.toContain("ntfy://");
    expect(iphone).toContain('<code class="copy">t-1</code>');
    expect(iphone).toContain("<em>Use another server</em> off");
    expect(shown(quiet)).not.toContain("upstream-base-url");
  });

  it("of a push server of one's own names the server, and what iPhones need of it", () => {
    const text = shown({ ...quiet, server: "https://push.example.com" });
    expect(text).toMatch(
      /Switch on <em>Use another server<\/em>, and put\s+<code class="copy">https:\/\/push\.example\.com<\/code>/,
    );
    expect(text).toContain("upstream-base-url");
    expect(shown({ ...quiet, link: null })).toContain("below a path");
  });

  it.each([
    [null, "No test was sent yet."],
    [{ state: "queued", last_error: null }, "on its way to ntfy.sh."],
    [{ state: "leased", last_error: null }, "on its way to ntfy.sh."],
    [{ state: "queued", last_error: "no route" }, "not taken the test yet: no"],
    [{ state: "refused", last_error: null }, "refused the test: no reason"],
    [{ state: "expired", last_error: "no route" }, "given up: no route"],
    [{ state: "dropped", last_error: null }, "The test was not sent."],
    [{ state: "delivered", delivered_at: night }, "ntfy.sh took the test"],
  ] as const)("of the test %j says: %s", (test, said) => {
    const text = shown({ ...quiet, test: test && { ...sentTest, ...test } });
    expect(text.replaceAll(/\s+/g, " ")).toContain(said);
  });

  it("asks whether a test arrived once one can have", () => {
    const button = ">I got it</button>";
    const asked = (more: object) =>
      shown({ ...quiet, test: { ...sentTest, ...more } }).includes(button);
    expect(asked({ perhaps_delivered: false })).toBe(false);
    expect(asked({ perhaps_delivered: true })).toBe(true);
    expect(asked({ perhaps_delivered: false, delivered_at: night })).toBe(true);
    expect(shown({ ...quiet, test: null })).not.toContain(button);
  });

  it.each(["verified", "expired", "unknown"] as const)(
    "when the link is %s, says so and nothing else",
    (why) => {
      const text = closedPhonePage("/mon", { why, at: night });
      expect(text).not.toMatch(/<form|<code|ntfy:/);
      expect(text).toMatch(/<h1>/);
    },
  );
});

it("keeps what stands in a body as it came, spaces and all", () => {
  expect(pages["delivery"]).toContain("\n    indented</pre>");
});

it("links to the web and to nothing else", () => {
  expect(safeLink("https://example.com/a?b=1")).toBe("https://example.com/a?b=1");
  for (const other of [evilLink, "data:text/html,x", "//x", "x", "", "ftp://x"])
    expect(safeLink(other), other).toBeNull();
});

describe("the sentence", () => {
  const model = {
    counts: [],
    open: 0,
    acknowledged: 0,
    incidents: [],
    monitors: [],
    filter: { search: "", status: "", group: "", page: 1 },
    more: false,
    groups: [],
    silences: 0,
    troubles: [],
    steps: [],
  };
  const up = { status: "up" as const, paused: false, count: 39 };

  it("says first what is wrong", () => {
    expect(
      sentenceOf({
        ...model,
        counts: [{ status: "down", paused: false, count: 2 }, up],
        open: 2,
        acknowledged: 1,
      }),
    ).toEqual({
      tone: "bad",
      text: "2 unacknowledged incidents, 1 acknowledged, 2 failing, 39 healthy.",
      tab: "(2) ",
    });
  });

  it("says that all is healthy only when it is, and when the service itself is well too", () => {
    expect(sentenceOf({ ...model, counts: [up] })).toMatchObject({
      tone: "good",
      text: "All healthy: 39 monitors.",
    });
    expect(
      sentenceOf({ ...model, counts: [up], troubles: [{ text: "checks late", path: "/system" }] })
        .tone,
    ).toBe("warn");
    expect(sentenceOf(model)).toMatchObject({
      tone: "idle",
      text: "No monitors yet.",
    });
  });

  it("says that something is silenced", () => {
    const said = (silences: number) => sentenceOf({ ...model, counts: [up], silences }).text;
    expect(said(1)).toBe("All healthy: 39 monitors. 1 silence is active.");
    expect(said(2)).toBe("All healthy: 39 monitors. 2 silences are active.");
  });

  it("does not count what is paused as down", () => {
    expect(
      sentenceOf({
        ...model,
        counts: [{ status: "down", paused: true, count: 1 }, up],
      }).text,
    ).toBe("All healthy: 39 monitors, 1 paused.");
  });
});

describe("a monitor that flaps", () => {
  const page = (more: Parameters<typeof subject>[0]) =>
    monitorPage(frame, {
      kind: "health_check_monitors",
      monitor: {
        ...healthMonitor({ confirmations: 3 }),
        subject: subject({ status: "up", ...more }),
      },
      webhook_url: null,
      ...about,
    }).replaceAll(/\s+/g, " ");

  it("says since when, and when it will have stopped", () => {
    const shown = page({ flapping_since: night - 600_000 });
    expect(shown).toContain("Flapping</span");
    expect(shown).toMatch(/Flapping since <time [^>]+>10 min ago<\/time>/);
    expect(shown).toContain("after 30 min without a change");
    expect(shown).toContain("pages after 3 bad checks");
    expect(page({})).not.toContain("flapping");
  });
});
