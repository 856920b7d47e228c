import { describe, expect, test } from "vitest";
import { reportLetter, type MailedReport } from "../../../src/core/uptime/report-letter.ts";
import { figuresOf, noTimes, together, type Uptime } from "../../../src/core/uptime/uptime.ts";
import { hour } from "../../../src/core/text/units.ts";

const from = "2026-10-01T00:00:00Z";
const to = "2026-11-01T00:00:00Z";
const length = Date.parse(to) - Date.parse(from);
const figures = (down_ms: number, more: Partial<Uptime> = {}): Uptime => ({
  ...noTimes,
  up_ms: length - down_ms,
  down_ms,
  outages: down_ms > 0 ? 1 : 0,
  longest_ms: down_ms,
  ...more,
});

function report(all: Record<string, Uptime>, more: Partial<MailedReport> = {}): MailedReport {
  return {
    title: "All monitors",
    from,
    to,
    all: figuresOf(together(Object.values(all))),
    monitors: Object.entries(all).map(([title, one]) => ({ title, ...figuresOf(one) })),
    incidents: { incidents: 25 },
    pages: { pages: 54, night_pages: 13 },
    before: { month: "2026-09", incidents: 31 },
    gaps: [],
    ...more,
  };
}
const site = "https://mon.example.com";
const about = { to: "ada@example.com", user_id: "u1", month: "2026-10", csv: "a\r\n", site };
const shown = (of: MailedReport, more: Partial<typeof about> = {}) =>
  reportLetter(of, { ...about, ...more });

const some = { Search: figures(4 * hour), Shop: figures(hour), Blog: figures(0) };

test("a report by mail says in its subject how the month went", () => {
  const letter = shown(report(some));
  expect(letter).toMatchObject({
    to: "ada@example.com",
    subject: "All monitors in October 2026: 2 of 3 monitors had an outage",
    heading: "All monitors in October 2026",
    preview: "2 of 3 monitors had an outage. Uptime 99.77 %, 25 incidents, 54 pages.",
    link: { url: `${site}/reports?month=2026-10` },
    other: { url: `${site}/reports.csv?month=2026-10` },
    settings: `${site}/settings/you`,
    id: "report.2026-10.u1",
    file: { name: "uptime-2026-10.csv", text: "a\r\n" },
    report: { more: "Longest down: Search (4 h), Shop (1 h)." },
  });
  expect(letter.report!.figures).toEqual([
    { label: "Uptime", value: "99.77 %", note: "" },
    { label: "Incidents", value: "25", note: "September 31" },
    { label: "Pages", value: "54", note: "13 at night" },
  ]);
});

test("a month without outages, and one without monitors, are said as plainly", () => {
  expect(shown(report({ Blog: figures(0) })).subject).toBe(
    "All monitors in October 2026: no outage",
  );
  const none = shown(report({}));
  expect(none.subject).toBe("All monitors in October 2026: no monitors");
  expect(none.report!.rows).toEqual([]);
});

describe("the rows of a mail", () => {
  test("are all monitors, if they are four", () => {
    const { rows } = shown(report({ ...some, Wiki: figures(0) })).report!;
    expect(rows).toEqual([
      { title: "Search", uptime: "99.46 %", down: "4 h", share: 1 },
      { title: "Shop", uptime: "99.86 %", down: "1 h", share: 0.25 },
      { title: "Blog", uptime: "100 %", down: "–", share: 0 },
      { title: "Wiki", uptime: "100 %", down: "–", share: 0 },
    ]);
  });

  test("of more are the worst three, and the others together, without a bar", () => {
    const more = { ...some, Wiki: figures(0), Unseen: figures(0, { up_ms: 0 }) };
    const { rows } = shown(report(more)).report!;
    expect(rows.map(({ title }) => title)).toEqual(["Search", "Shop", "Blog", "2 others"]);
    expect(rows[3]).toEqual({ title: "2 others", uptime: "100 %", down: "–", share: 0 });
    const down = { ...more, Wiki: figures(4 * hour) };
    expect(shown(report(down)).report!.rows[3]).toMatchObject({ down: "4 h", share: 0 });
  });
});

test("time in maintenance, gaps and a first month are said, as far as they belong to it", () => {
  const maintained = figures(0, {
    up_ms: length - hour,
    maintenance_ms: hour,
    maintenance_down_ms: hour,
  });
  const { report: said } = shown(
    report(
      { Shop: maintained },
      {
        before: null,
        gaps: [
          { from: "2026-09-30T23:00:00Z", to: "2026-10-01T00:20:00Z" },
          { from: "2026-10-14T12:00:00Z", to: "2026-10-14T12:02:00Z" },
        ],
      },
    ),
  );
  expect(said!.figures.map(({ note }) => note)).toEqual([
    "99.86 % with maintenance",
    "",
    "13 at night",
  ]);
  expect(said!.foot).toBe("Monitoring gaps: 22 min. They count neither as up nor as down.");
});

test("a dashboard that people do not reach is linked nowhere", () => {
  const letter = shown(report(some), { site: null as never });
  expect(letter.link).toBeNull();
  expect(JSON.stringify(letter)).not.toContain("http");
});
