import type { IncidentModel } from "../../src/dashboard/incident/model.ts";
import { joinPage } from "../../src/dashboard/pages/join.ts";
import { signInLinkPage } from "../../src/dashboard/settings/sign-in-link.ts";
import { describe, expect, it } from "vitest";
import { subscribeLink } from "../../src/core/access/invitation.ts";
import type { Receipt } from "../../src/core/explain/receipt.ts";
import { html, safeLink } from "../../src/dashboard/html.ts";
import { deletePage } from "../../src/dashboard/pages/delete.ts";
import { auditPage } from "../../src/dashboard/settings/audit.ts";
import { deliveriesPage, deliveryPage } from "../../src/dashboard/activity/deliveries.ts";
import { tryPage } from "../../src/dashboard/pages/try.ts";
import { notificationsPage } from "../../src/dashboard/activity/notifications.ts";
import { addPhonePage } from "../../src/dashboard/pages/add-phone.ts";
import { actionPage, actionTakenPage } from "../../src/dashboard/pages/action.ts";
import { actionVerbs } from "../../src/core/access/signed-action.ts";
import { closedPhonePage, phonePage } from "../../src/dashboard/pages/phone.ts";
import { errorPage } from "../../src/dashboard/pages/error.ts";
import { formPage } from "../../src/dashboard/pages/form.ts";
import { overviewPage } from "../../src/dashboard/pages/overview.ts";
import { incidentPage } from "../../src/dashboard/pages/incident.ts";
import { incidentsPage } from "../../src/dashboard/pages/incidents.ts";
import type { MonitorRow } from "../../src/dashboard/board/model.ts";
import { monitorsPage } from "../../src/dashboard/pages/monitors.ts";
import { checkPage } from "../../src/dashboard/pages/check.ts";
import { statusPage } from "../../src/dashboard/public/page.ts";
import { silencesPage } from "../../src/dashboard/pages/silences.ts";
import { firstRunPage } from "../../src/dashboard/start/first-run.ts";
import { nothingTyped } from "../../src/dashboard/start/model.ts";
import {
  confirmedPage,
  confirmPage,
  subscribePage,
  unsubscribePage,
} from "../../src/dashboard/public/subscribe.ts";
import { statusPagesPage } from "../../src/dashboard/status-pages/list.ts";
import { statusPagePage } from "../../src/dashboard/status-pages/page.ts";
import { keysPage } from "../../src/dashboard/settings/keys.ts";
import { peopleSettings } from "../../src/dashboard/settings/people.ts";
import { youPage } from "../../src/dashboard/settings/you.ts";
import { provePage } from "../../src/dashboard/prove.ts";
import { servicePage } from "../../src/dashboard/settings/service.ts";
import { outsideErrorPage, signInPage } from "../../src/dashboard/sign-in.ts";
import {
  alertGroup,
  device,
  healthMonitor,
  incident,
  member,
  night,
  notification,
  silence,
  statusPage as pageOf,
  user as userOf,
} from "../support/builders.ts";
import { evil, evilLink, expectSafe, frame, hostileSubject, reach } from "./hostile.ts";

const hostilePage = pageOf({
  title: evil,
  description: evil,
  sections: [
    {
      title: evil,
      systems: [
        {
          name: evil,
          description: evil,
          health_check_monitors: [],
          webhook_monitors: [],
          alert_groups: [],
        },
      ],
    },
  ],
});
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
const hostileGroup = alertGroup({ id: "g", title: evil, escalate_after_minutes: 5 });
const monitor = {
  ...healthMonitor({ title: evil, url: evilLink, project: evil }),
  subject: hostileSubject,
};
const uptime = { good: null, outages: 0, longest_ms: 0 };
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
const delivered = {
  number: 7,
  title: evil,
  status: "open",
  opened_by: "e",
  resolved_by: null,
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
const hostileMark = {
  id: "m",
  at: night,
  text: evil,
  url: evilLink,
  by: evil,
  monitor_id: null,
  alert_group_id: null,
};
const explanation = {
  timezone: evil,
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
  browser: { key: evil, host: null, isOffered: true },
  expires_at: night,
  now: night,
  zone: "UTC",
};

const hostileRow = {
  ...monitor,
  ...hostileSubject,
  id: "m",
  kind: "health_check_monitors" as const,
  group_title: evil,
  uptime,
  quiet,
  spans: [{ from: night - 1, to: night, state: "down", note: evil }],
  response_ms: 1,
} satisfies MonitorRow;

const hostileModel: IncidentModel = {
  incident: hostileIncident,
  guidance: { description: evil, runbook_url: `https://wiki.example.com/?${evil}` },
  source_title: evil,
  group_title: evil,
  heirs: { users: [{ id: evil, name: evil }], groups: [{ id: evil, name: evil }] },
  timeline: [
    {
      id: "n",
      at: night,
      kind: "note",
      text: evil,
      actor: evil,
      user_id: null,
      public_state: null,
      edited_at: null,
    },
    ...Array.from({ length: 2 }, () => ({
      id: "p",
      at: night,
      kind: "published" as const,
      text: evil,
      actor: evil,
      user_id: null,
      public_state: "identified" as const,
      edited_at: night,
    })),
    ...Array.from({ length: 3 }, () => ({
      id: "r",
      at: night,
      kind: "repeated" as const,
      text: evil,
      actor: evil,
      user_id: null,
      public_state: null,
      edited_at: null,
    })),
  ],
  reach,
  quiet,
  status_pages: [{ title: evil, url: "https://x" }],
  explanation,
  ladder: [{ group: { id: "g", title: evil }, at: night, people: explanation.people }],
  past: null,
  monitor: null,
  deliveries: [{ id: evil, received_at: night }],
  changes: [
    { kind: "mark", at: night, mark: hostileMark },
    { kind: "incident", at: night, incident: hostileIncident },
  ],
  titles: new Map(),
};

const pages: Record<string, string> = {
  overview: overviewPage(frame, {
    counts: [{ status: "down", paused: false, count: 1 }],
    open: 1,
    unreached: [{ on_hold: true }, { on_hold: false }],
    acknowledged: 1,
    incidents: [card, card, card, { ...card, incident: hostileIncident }],
    opened: [night],
    groups: [
      {
        id: "g",
        title: evil,
        counts: [{ status: "down", paused: false, count: 1 }],
        unreachable: true,
        spans: [],
        monitors: [hostileRow],
      },
      {
        id: evil,
        title: evil,
        counts: [{ status: "up", paused: false, count: 1 }],
        unreachable: false,
        spans: [],
        monitors: null,
      },
    ],
    group_total: 2,
    on_call: [
      {
        group: hostileGroup,
        roster: { group: hostileGroup, people: [], silences: [] },
        escalates_to: evil,
      },
    ],
    silences: 2,
    quiet,
    query: { search: evil, state: evil, open: [evil] },
    troubles: [{ text: evil, path: "/system" }],
    set_up: false,
  }),
  incident: incidentPage(frame, hostileModel),
  "incident, resolved": incidentPage(frame, {
    ...hostileModel,
    incident: { ...hostileIncident, status: "resolved", resolved_at: night, resolved_reason: evil },
    past: {
      phases: {
        failed_at: night - 3000,
        opened_at: night - 2000,
        accepted_at: null,
        acknowledged_at: night - 1000,
        acknowledged_by: evil,
        recovered_at: null,
        resolved_at: night,
      },
      usual: { acknowledge_ms: 1000, resolve_ms: null },
      broken: [
        {
          name: evil,
          label: evil,
          look: "down",
          text: evil,
          from: night - 2000,
          to: null,
          spans: [],
        },
      ],
      passed: { passed: 1, total: 2 },
      similar: [hostileIncident],
    },
  }),
  incidents: incidentsPage(frame, {
    query: { tab: "", search: evil, group: evil, priority: "", range: "" },
    incidents: [hostileIncident],
    rows: [card, card, card, { ...card, incident: hostileIncident }],
    total: 2,
    opened: [],
    groups: [{ id: evil, title: evil }],
    older: evil,
  }),
  monitors: monitorsPage(frame, {
    query: { search: evil, state: "", group: evil, order: "", page: "2" },
    monitors: [hostileRow],
    offset: 50,
    total: 101,
    groups: [{ id: evil, title: evil }],
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
    siteUrl: "https://mon.example.com",
    slug: "shop",
    title: evil,
    description: evil,
    hasLogo: true,
    isListed: true,
    sendsMails: true,
    zone: "UTC",
    now: night,
    served: night,
    planned: [{ from: night + 60_000, until: night + 120_000, systems: [evil] }],
    since: night - 40 * 86_400_000,
    sections: [
      {
        title: evil,
        systems: [
          { name: evil, description: evil, state: "down", last: null, uptime, days: [] },
          { name: evil, description: null, state: "maintenance", last: null, uptime, days: [] },
          { name: evil, description: null, state: "unknown", last: "down", uptime, days: [] },
        ],
      },
    ],
    incidents: (["identified", "resolved"] as const).map((state) => ({
      id: "x",
      title: evil,
      state,
      opened_at: night - 60_000,
      ended_at: state === "resolved" ? night : null,
      systems: [evil],
      retitled_at: night,
      corrected_at: night,
      updates: [{ at: night, message: evil, state, edited_at: night }],
    })),
  }),
  "status pages": statusPagesPage(frame, [
    { page: hostilePage, url: "https://x" },
    { page: { ...hostilePage, public: "off" }, url: null },
  ]),
  "status page": statusPagePage(frame, {
    page: hostilePage,
    addresses: {
      id: "p",
      title: evil,
      url: "https://x",
      badge: { title: evil, url: "https://x/mon/badge/b.svg", page_url: "https://x" },
      systems: [],
    },
    subscribers: {
      counts: { confirmed: 1, unconfirmed: 1 },
      newest: [
        {
          id: evil,
          org_id: "o",
          page_id: "p",
          email: evil,
          email_hash: "h",
          mailbox_hash: "h",
          inserted_at: 0,
          asked_at: 0,
          asks: 1,
          ask_due: false,
          confirmed_at: 0,
          seen: 0,
          attempts: 0,
          first_at: null,
          retry_at: null,
          refusals: 0,
        },
      ],
      isOpen: true,
      hasMail: true,
    },
  }),
  "subscribe to a status page": subscribePage("/mon", {
    slug: "shop",
    title: evil,
    email: evil,
    fault: "must be an email address",
  }),
  "confirm a subscription": confirmPage("/mon", evil, "/mon/subscriptions/x/confirm"),
  "subscription confirmed": confirmedPage("/mon", { title: evil, slug: "shop" }),
  "end a subscription": unsubscribePage("/mon", evil, "/mon/subscriptions/x/unsubscribe"),
  deliveries: deliveriesPage(frame, {
    query: { target: "t", outcome: evil },
    deliveries: [delivery],
    titles: new Map([["t", evil]]),
    targets: [{ id: evil, title: evil }],
    incidents: [delivered],
    older: evil,
  }),
  try: tryPage(frame, {
    group: { id: "g", title: evil },
    typed: { body: evil, mapping: evil },
    tried: {
      format: evil,
      reason: null,
      left_out: 1,
      remarks: [evil],
      alerts: [
        {
          effect: evil,
          incident_number: 7,
          title: evil,
          text: evil,
          status: "firing",
          identity: evil,
          severity: evil,
          priority_level: 1,
          labels: { [evil]: evil },
          links: [{ name: evil, url: evilLink }],
        },
      ],
      recent: [{ delivery_id: delivery.id, difference: evil }],
    },
    people: () => [],
    faults: [{ field: "mapping.title", message: evil }],
    events: [delivery],
  }),
  "try, refused": tryPage(frame, {
    group: { id: "g", title: evil },
    typed: { body: evil, mapping: "" },
    tried: { format: null, reason: evil, left_out: 0, remarks: [], alerts: [], recent: [] },
    people: () => [],
    faults: [],
    events: [],
  }),
  delivery: deliveryPage(frame, { event: delivery, title: evil, incidents: [delivered] }),
  notifications: notificationsPage(frame, {
    query: { state: "held", user: evil },
    notifications: [
      {
        notification: notification({ state: "refused", last_error: evil, title: evil }),
        person: evil,
        device: evil,
        incident: { number: 7, title: evil },
      },
    ],
    people: [{ id: evil, name: evil }],
    older: evil,
  }),
  audit: auditPage(frame, {
    query: { actor: evil, kind: evil },
    events: [
      {
        id: "a",
        org_id: "o",
        at: night,
        actor: evil,
        key_id: null,
        key_name: evil,
        session_id: evil,
        account: null,
        client_address: evil,
        action: evil,
        object_kind: "users",
        object_id: evil,
        object_title: evil,
        request_id: null,
        agent: evil,
        changes: [{ field: evil, from: evil, to: evil, kind: evil, title: evil, times: 2 }],
        part_of: null,
        counts: { [evil]: 2 },
      },
    ],
    actors: [evil],
    kinds: [evil],
    titles: new Map(),
    older: evil,
  }),
  service: servicePage(frame, {
    checks: [
      {
        name: "incidents",
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
    minutes: [{ at: night, checks: 1, latest_check_ms: 2, pushes: 3 }],
    database: evil,
  }),
  start: firstRunPage(frame, {
    person: null,
    others: false,
    rings: false,
    devices: 0,
    invitation: null,
    group: null,
    monitor: null,
    test: null,
    typed: {
      name: evil,
      email: evil,
      url: evilLink,
      tried: {
        status: "down",
        status_reason: evil,
        http_status: 500,
        duration_ms: 1,
        results: null,
        proposal: { expect: evil, because: evil },
      },
      faults: [{ field: "url", code: "invalid", message: evil }],
    },
  }),
  "start, half done": firstRunPage(frame, {
    person: { id: "u", name: evil },
    others: true,
    rings: true,
    devices: 1,
    invitation: {
      url: evilLink,
      status: "open",
      expires_at: night,
      server: evil,
      topic: evil,
      test: null,
      warning: evil,
    },
    group: { id: "g", title: evil },
    monitor: { kind: "webhook_monitors", id: "m", title: evil, webhook_url: evilLink },
    test: { incident: hostileIncident, reach },
    typed: nothingTyped,
  }),
  you: youPage(frame, {
    user: userOf({
      id: evil,
      name: evil,
      email: evil,
      project: evil,
      timezone: evil,
      role: "admin",
    }),
    declared: ["name"],
    profile: {
      fields: [
        {
          name: "timezone",
          label: evil,
          help: evil,
          required: false,
          optional: true,
          input: { kind: "timezone" },
          section: "person",
        },
      ],
      values: { timezone: [evil] },
      faults: [
        { field: "timezone", message: evil },
        { field: "other", message: evil },
      ],
    },
    devices: [device({ name: evil, target: evil, kind: "email", broken_reason: evil })],
    places: [{ group: hostileGroup, member: member({ user_id: evil }) }],
    passkeys: [],
    connections: [
      {
        slug: "acme",
        name: evil,
        issuer: evil,
        identity: {
          id: evil,
          org_id: "o",
          user_id: evil,
          issuer: evil,
          sub: evil,
          email: evil,
          groups: [evil],
          last_used_at: night,
          inserted_at: night,
        },
      },
    ],
    sessions: [],
    problem: evil,
  }),
  prove: provePage("/mon", {
    csrf: evil,
    next: evil,
    kept: { path: evil, fields: [[evil, evil]] },
    ways: {
      passkey: true,
      key: true,
      providers: [{ slug: "acme", name: evil, away: false }],
      mail: evil,
    },
    sent: true,
    problem: evil,
  }),
  people_settings: peopleSettings(frame, {
    people: [],
    groups: [{ id: evil, title: evil }],
    mails: true,
    invitations: [
      {
        user: userOf({ name: evil, email: evil, role: "viewer" }),
        link: {
          id: evil,
          org_id: "o",
          user_id: evil,
          hash: "h",
          recovery: false,
          made_by: evil,
          mailed_at: night,
          mail_problem: evil,
          used_at: null,
          expires_at: night,
          inserted_at: night,
        },
      },
    ],
    withPasskey: new Set(),
    problem: evil,
    sessions: [
      {
        id: "s",
        name: evil,
        user_id: null,
        seen_at: night,
        inserted_at: night,
        own: true,
        passkey: evil,
        agent: evil,
        client_address: evil,
        method: "passkey",
        new_device: true,
      },
    ],
  }),
  keys: keysPage(frame, {
    keys: [
      {
        id: "k",
        org_id: "o",
        name: evil,
        prefix: evil,
        hash: "h",
        inserted_at: night,
        scopes: ["read"],
        projects: [evil],
        user_id: null,
        person: null,
        made_by: evil,
        expires_at: night,
        revoked_at: null,
        last_used_at: night,
        last_used_address: evil,
      },
    ],
    created: evil,
    problem: evil,
    typed: { name: evil, scope: evil, projects: evil, expires: evil },
    people_declared_by: [evil],
  }),
  form: formPage(frame, {
    title: evil,
    action: "/x",
    above: [["/", evil]],
    sections: [{ key: "one", title: evil, about: evil, folded: true }],
    submit: evil,
    fields: [
      ...(
        [
          "text",
          "headers",
          "priorities",
          "queries",
          "lines",
          "list",
          "conditions",
          "instant",
          "secret",
          "flag",
          "days",
        ] as const
      ).map((kind) => ({ kind })),
      { kind: "yes-no" as const, options: [{ value: evil, label: evil }] },
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
      optional: true,
      input,
      section: "one",
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
    preview: { name: "preview", label: evil, field: "text", shown: html`<p>${evil}</p>` },
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
  "phone, browser": phonePage("/mon", {
    ...phone,
    platform: "other",
    browser: { key: evil, host: evil, isOffered: false },
  }),
  ...Object.fromEntries(
    actionVerbs.map((verb) => [
      `action, ${verb}`,
      actionPage("/mon", {
        path: "/mon/actions/token",
        verb,
        person: evil,
        incident: hostileIncident,
        now: night,
        zone: "UTC",
      }),
    ]),
  ),
  "action taken": actionTakenPage("/mon", evil),
  error: errorPage(frame, { title: evil, detail: evil }),
  "sign in": signInPage("/mon", {
    code: evil,
    next: evil,
    returnsTo: evil,
    problem: { field: "passkey", text: evil },
    passkeys: true,
    providers: [{ slug: "acme", name: evil, away: true }],
    providersOnly: false,
    kept: { path: "/users", fields: [[evil, evil]] },
    typed: { name: evil, email: evil },
  }),
  join: joinPage("/mon", { token: evil, person: evil, organization: evil, role: "viewer" }),
  "sign-in link": signInLinkPage(frame, {
    user,
    url: evil,
    expires_at: night,
    mail_problem: evil,
    warning: evil,
  }),
  "error outside": outsideErrorPage("/mon", { title: evil, detail: evil }),
};

describe.each(Object.entries(pages))("the page %s", (_name, text) => {
  it("shows hostile text as text, and has no attribute that runs or styles anything", () => {
    expectSafe(text);
  });
});

it("the page of a setup code promises the role alone: another admin may exist", () => {
  const model = { code: "ABCD", next: "/", returnsTo: null, problem: null, passkeys: false };
  const text = signInPage("/mon", {
    ...model,
    providers: [],
    providersOnly: false,
    kept: null,
    typed: { name: "", email: "" },
  });
  expect(text).toContain("The setup code makes you an admin.");
});

describe("the page on the phone", () => {
  const shown = (more: object) => phonePage("/mon", { ...phone, platform: "other", ...more });
  const quiet = { person: "Ada", server: "https://ntfy.sh", topic: "t-1" };

  it("speaks of no app once a browser is added", () => {
    const browser = { key: "k", host: "push.example.com", isOffered: false };
    const text = shown({ ...quiet, browser });
    expect(text).toContain("push.example.com rejected the test");
    expect(text).not.toContain("ntfy");
    expect(text).toContain("The browser is running.");
  });

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
      /Switch on <em>Use another server<\/em>, and enter\s+<code class="copy">https:\/\/push\.example\.com<\/code>/,
    );
    expect(text).toContain("upstream-base-url");
    expect(shown({ ...quiet, link: null })).toContain("below a path");
  });

  it.each([
    [null, "No test sent yet."],
    [{ state: "queued", last_error: null }, "Sending the test to ntfy.sh…"],
    [{ state: "leased", last_error: null }, "Sending the test to ntfy.sh…"],
    [{ state: "queued", last_error: "no route" }, "not accepted the test yet: no"],
    [{ state: "refused", last_error: null }, "rejected the test: no reason"],
    [{ state: "expired", last_error: "no route" }, "The test expired: no route"],
    [{ state: "dropped", last_error: null }, "The test was not sent."],
    [{ state: "delivered", delivered_at: night }, "ntfy.sh accepted the test"],
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
      const text = closedPhonePage("/mon", { why, at: night }, { now: night, zone: "UTC" });
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
