import { describe, expect, it } from "vitest";
import { html, safeLink } from "../../src/dashboard/html.ts";
import type { Frame } from "../../src/dashboard/layout.ts";
import { deletePage } from "../../src/dashboard/pages/delete.ts";
import {
  deliveriesPage,
  deliveryPage,
} from "../../src/dashboard/pages/deliveries.ts";
import { errorPage } from "../../src/dashboard/pages/error.ts";
import { formPage } from "../../src/dashboard/pages/form.ts";
import { groupPage, groupsPage } from "../../src/dashboard/pages/groups.ts";
import { homePage, sentenceOf } from "../../src/dashboard/pages/home.ts";
import { incidentPage } from "../../src/dashboard/pages/incident.ts";
import { incidentsPage } from "../../src/dashboard/pages/incidents.ts";
import { monitorPage } from "../../src/dashboard/pages/monitor.ts";
import { peoplePage, personPage } from "../../src/dashboard/pages/people.ts";
import { systemPage } from "../../src/dashboard/pages/system.ts";
import {
  keyPage,
  outsideErrorPage,
  signInPage,
} from "../../src/dashboard/sign-in.ts";
import { uptimeOf } from "../../src/dashboard/uptime.ts";
import {
  alertGroup,
  device,
  healthMonitor,
  incident,
  night,
  result,
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
  may: { write: true, admin: true },
  path: `/?search=${evil}`,
  done: evil,
};

const hostileIncident = incident({
  title: evil,
  summary: evil,
  acknowledged_at: night,
  acknowledged_by: evil,
  resolved_at: night,
  resolved_reason: evil,
  details: { [evil]: evil, link: evilLink, nested: { [evil]: [evil] } },
});
const told = {
  incident_id: "i",
  transition: "opened" as const,
  state: "refused" as const,
  person: evil,
  device: evil,
  delivered_at: night,
  last_error: evil,
};
const hostileSubject = subject({
  status_reason: evil,
  paused_at: night,
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
};
const card = {
  incident: {
    ...hostileIncident,
    status: "open" as const,
    acknowledged_at: null,
  },
  source_title: evil,
  group_title: evil,
  told: [told],
};
const about = {
  group_title: evil,
  uptimes: [{ over: "last 24 h", uptime }],
  history,
  incidents: [hostileIncident],
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
      },
    ],
    filter: { search: evil, status: evil, group: evil, page: 2 },
    more: true,
    groups: [{ id: evil, title: evil }],
    troubles: [evil],
    steps: [{ done: false, text: html`${evil}` }],
  }),
  incident: incidentPage(frame, {
    incident: hostileIncident,
    source_title: evil,
    group_title: evil,
    timeline: [{ at: night, kind: "note", text: evil, actor: evil }],
    told: [told],
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
    ...about,
  }),
  groups: groupsPage(frame, { groups: [group], unreachable: new Set() }),
  group: groupPage(frame, {
    group,
    webhook_url: evil,
    members: [{ user_id: "u", email: evil, name: evil, devices: 0 }],
    others: [{ email: evil, name: evil }],
    monitors: [{ kind: "webhook_monitors", id: "m", title: evil }],
    incidents: [hostileIncident],
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
    broken_devices: [{ user_email: evil, name: evil, reason: evil }],
    nodes: [{ name: evil, version: evil, started_at: night, seen_at: night }],
    database: evil,
  }),
  form: formPage(frame, {
    title: evil,
    action: "/x",
    cancel: "/",
    submit: evil,
    fields: (["text", "headers", "secret", "flag", "days"] as const).map(
      (kind) => ({
        name: kind,
        label: evil,
        help: evil,
        required: false,
        input: { kind },
        advanced: false,
      }),
    ),
    values: Object.fromEntries(
      ["text", "headers", "secret", "days"].map((name) => [name, [evil]]),
    ),
    faults: [
      { field: "text", message: evil },
      { field: evil, message: evil },
    ],
    project: evil,
    version: 1,
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
  error: errorPage(frame, { title: evil, detail: evil }),
  "sign in": signInPage("/mon", { code: evil, next: evil, problem: evil }),
  key: keyPage("/mon", evil, evil),
  "error outside": outsideErrorPage("/mon", { title: evil, detail: evil }),
};

describe.each(Object.entries(pages))("the page %s", (_name, text) => {
  it("shows hostile text as text", () => {
    expect(text).toContain("&lt;script&gt;alert(1)");
    expect(
      text.replaceAll('<script src="/mon/assets/live.js" defer>', ""),
    ).not.toMatch(/<script|<img/i);
  });

  it("has no attribute that runs or styles anything, and no link but to the web", () => {
    // Outside of quoted values, where hostile text may say what it likes.
    const tags = [
      ...text.matchAll(
        /<[a-z][^\s>]*((?:\s+[^\s"'>=]+(?:="[^"]*")?)*)\s*\/?>/g,
      ),
    ];
    expect(tags.length).toBeGreaterThan(5);
    for (const [, attributes = ""] of tags)
      for (const [, name, value] of attributes.matchAll(
        /([^\s"'>=]+)(?:="([^"]*)")?/g,
      )) {
        expect(name).not.toMatch(/^(on|style$)/i);
        if (name === "href" || name === "action" || name === "src")
          expect(value).toMatch(/^(\/mon(\/|\?|$)|#|https?:)/);
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

it("keeps what stands in a body as it came, spaces and all", () => {
  expect(pages["delivery"]).toContain("\n    indented</pre>");
});

it("links to the web and to nothing else", () => {
  expect(safeLink("https://example.com/a?b=1")).toBe(
    "https://example.com/a?b=1",
  );
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
      text: "2 incidents that nobody has taken, 1 acknowledged, 2 monitors down, 39 up.",
      tab: "(2) ",
    });
  });

  it("says that all is well only when it is, and when the service itself is well too", () => {
    expect(sentenceOf({ ...model, counts: [up] })).toMatchObject({
      tone: "good",
      text: "All is well: 39 up.",
    });
    expect(
      sentenceOf({ ...model, counts: [up], troubles: ["checks late"] }).tone,
    ).toBe("warn");
    expect(sentenceOf(model)).toMatchObject({
      tone: "idle",
      text: "nothing is monitored yet.",
    });
  });

  it("does not count what is paused as down", () => {
    expect(
      sentenceOf({
        ...model,
        counts: [{ status: "down", paused: true, count: 1 }, up],
      }).text,
    ).toBe("All is well: 39 up, 1 paused.");
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
    expect(shown).toMatch(/<\/span> flapping<\/span ?>/);
    expect(shown).toMatch(/Flapping since <time [^>]+>10 min ago<\/time>/);
    expect(shown).toContain("after 30 min without a change");
    expect(shown).toContain("an incident after 3 bad checks in a row");
    expect(page({})).not.toContain("flapping");
  });
});
