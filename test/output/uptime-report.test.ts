/** The report of uptime in the terminal, as Markdown and as a page: foreign text is neither markup nor a control. */
import { describe, expect, it } from "vitest";
import type { UptimeReport } from "../../src/api/reports/uptime.ts";
import { minute, hour } from "../../src/core/text/units.ts";
import { figuresOf, noTimes } from "../../src/core/uptime/uptime.ts";
import { uptimeHtml } from "../../src/ctl/output/report/uptime-html.ts";
import { uptimeMarkdown, uptimeTable } from "../../src/ctl/output/report/uptime.ts";
import { styleOf } from "../../src/ctl/output/style.ts";

const plain = styleOf({ color: false, ascii: false });
const evil = "<img src=x onerror=alert(1)> | `x` \u001b[2J\u202e";
const figures = (down: number) =>
  figuresOf({
    ...noTimes,
    up_ms: 745 * hour - down - 22 * minute,
    down_ms: down,
    gap_ms: 22 * minute,
    outages: down > 0 ? 1 : 0,
    longest_ms: down,
  });
const spread = { count: 1, mean_ms: 5 * minute, median_ms: 2 * minute, longest_ms: 8 * minute };
const none = { count: 0, mean_ms: null, median_ms: null, longest_ms: null };

const report = (more: Partial<UptimeReport> = {}): UptimeReport => ({
  title: evil,
  from: "2026-09-30T22:00:00Z",
  to: "2026-10-31T23:00:00Z",
  timezone: "Europe/Berlin",
  month: "2026-10",
  under_way: false,
  kept_since: null,
  all: figures(31 * minute),
  groups: ["g1", "g2"].map((id) => ({ id, title: evil, monitors: 1, ...figures(0) })),
  projects: [],
  monitors: [
    {
      monitor_id: "m",
      kind: "health_check_monitors",
      external_id: null,
      title: evil,
      public_title: null,
      alert_group_id: "g1",
      project: null,
      inserted_at: "2026-01-01T00:00:00Z",
      ...figures(31 * minute),
      outages: [],
      days: [],
    },
  ],
  incidents: {
    incidents: 2,
    urgent: 1,
    unacknowledged: 1,
    acknowledged: spread,
    urgent_acknowledged: none,
    resolved: spread,
  },
  incident_days: [],
  pages: { pages: 3, reminders: 2, night_pages: 1 },
  noisiest: [
    {
      source: "alert_group",
      source_id: "g1",
      title: evil,
      incidents: 1,
      unacknowledged: 0,
      pages: 3,
      reminders: 2,
    },
  ],
  people: [
    {
      user_id: "u",
      name: evil,
      timezone: "UTC",
      pages: 3,
      reminders: 2,
      night_pages: 1,
      nights: [],
    },
  ],
  maintenance: [],
  gaps: [],
  before: null,
  ...more,
});

/** It moves no cursor, and turns no text around. */
function expectCalm(text: string) {
  expect(text).not.toContain("\u001b");
  expect(text).not.toContain("\u202e");
}

describe("a report of uptime", () => {
  it("is a table for each part in the terminal", () => {
    const text = uptimeTable(report(), plain);
    expect(text).toContain("October 2026");
    expect(text).toContain("745 h: clocks went back on 25 Oct · Europe/Berlin · 1 monitor");
    expect(text).toContain("1 outage, 31 min down.");
    expect(text).toMatch(/GROUP +MONITORS +UPTIME/);
    expect(text).toMatch(/99\.93 % +99\.93 % +31 min +1 +31 min +22 min monitoring gap/);
    expect(text).toContain("Acknowledged after: median 2 min, mean 5 min, longest 8 min");
    expect(text).not.toContain("Priority 1 acknowledged");
    expect(text).toContain("reminders: 2 of 3 pages");
    expectCalm(text);
  });

  it("is Markdown whose cells hold foreign text", () => {
    const text = uptimeMarkdown(report());
    expect(text).toContain("# \\<img src=x onerror=alert(1)\\> \\| \\`x\\`");
    expect(text).toContain("| Monitor | Uptime | With maintenance | Down |");
    expect(text.split("\n").filter((line) => line.startsWith("| Monitor |"))).toHaveLength(1);
    expectCalm(text);
  });

  it("is a page that loads nothing, with foreign text as text", () => {
    const text = uptimeHtml(report());
    expect(text).toContain("<title>&lt;img src=x onerror=alert(1)&gt;");
    expect(text).not.toMatch(/<(img|script|link)|https?:/);
    expectCalm(text);
    expect(text).toContain("@page { size: A4;");
  });

  it("of a month that is under way, or of which parts are no longer kept, says so", () => {
    const text = uptimeTable(
      report({
        under_way: true,
        kept_since: "2026-10-10T00:00:00Z",
        groups: [],
        noisiest: [],
        people: [],
      }),
      plain,
    );
    expect(text).toContain("October 2026 so far");
    expect(text).toContain("Status changes before 2026-10-10T00:00:00Z are no longer kept");
    expect(text).not.toMatch(/GROUP|PERSON/);
  });
});
