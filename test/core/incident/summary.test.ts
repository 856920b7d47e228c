import { expect, it } from "vitest";
import { incidentSummary, summaryText } from "../../../src/core/incident/summary.ts";
import type { Entry } from "../../../src/core/incident/folded-timeline.ts";
import { incident } from "../../support/builders.ts";

const at = (text: string) => Date.parse(text);
const opened_at = at("2026-11-19T01:14:00Z");
const resolved_at = at("2026-11-19T02:09:00Z");
const note = (time: string, actor: string | null, text: string): Entry => ({
  kind: "note",
  at: at(time),
  actor,
  text,
  user_id: null,
  public_state: null,
  edited_at: null,
});
const over = incident({
  number: 88,
  title: "Payments gateway is down",
  summary: "HTTP 503",
  status: "resolved",
  opened_at,
  resolved_at,
  resolved_reason: "up for 2 checks",
});
const phases = {
  failed_at: null,
  opened_at,
  accepted_at: opened_at + 4000,
  acknowledged_at: at("2026-11-19T01:31:00Z"),
  acknowledged_by: "Ada",
  recovered_at: at("2026-11-19T02:07:00Z"),
  resolved_at,
};

it("tells the story of an incident in the zone of its reader", () => {
  const parts = incidentSummary(
    {
      incident: over,
      phases,
      broken: [
        { name: "Database", text: "connection refused" },
        { name: "Queue", text: "" },
      ],
      escalations: [{ title: "Management", at: at("2026-11-19T01:29:00Z") }],
      changes: [{ at: at("2026-11-18T22:52:00Z"), text: "shop 4.11.2 (CI)" }],
      timeline: [
        note("2026-11-19T01:38:00Z", "Ada", "limit lowered"),
        note("2026-11-19T01:40:00Z", null, "ok."),
      ],
    },
    "Europe/Berlin",
  );
  expect(summaryText(parts)).toBe(
    [
      "#88 Payments gateway is down: open from Thu 19 Nov 2026 02:14 to 03:09 (Europe/Berlin), 55 min.",
      "What was broken: Database: connection refused. Queue.",
      "Who knew: First page accepted 02:14. Escalated to Management 02:29. Acknowledged by Ada 02:31, after 17 min.",
      "What changed before: Wed 18 Nov 23:52 shop 4.11.2 (CI).",
      "How it ended: Up again 03:07. Resolved 03:09: up for 2 checks.",
      "Notes: 02:38 Ada: limit lowered. 02:40 a deleted user: ok.",
    ].join("\n\n"),
  );
});

it("says what never happened", () => {
  const nothing = {
    ...phases,
    accepted_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    recovered_at: null,
  };
  const text = (more: object, own: object) =>
    summaryText(
      incidentSummary(
        {
          incident: { ...over, ...more },
          phases: { ...nothing, ...own },
          broken: [],
          escalations: [],
          changes: [],
          timeline: [],
        },
        "UTC",
      ),
    );
  expect(text({ resolved_reason: null }, {})).toBe(
    [
      "#88 Payments gateway is down: open from Thu 19 Nov 2026 01:14 to 02:09 (UTC), 55 min.",
      "What was broken: HTTP 503.",
      "Who knew: No page was accepted. Never acknowledged.",
      "What changed before: No known change.",
      "How it ended: Resolved 02:09: no reason given.",
    ].join("\n\n"),
  );
  expect(text({ summary: "" }, { acknowledged_at: opened_at + 60_000 })).toMatch(
    /What was broken: Payments gateway is down\.[^]*Acknowledged by a deleted user 01:15, after 1 min/,
  );
});
