/** The report of uptime: monitors, incidents and pages of a month or another period. */
import { IncidentSource, MonitorKind } from "../enumerations.ts";
import { GivenInstant, Nullable, Shape, Timestamp, Type, type Static } from "../schema.ts";

const Ms = (description: string) => Type.Integer({ minimum: 0, description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const MaybeMs = (description: string) => Nullable(Type.Number({ minimum: 0, description }));
const Share = (description: string) =>
  Nullable(Type.Number({ minimum: 0, maximum: 1, description }));
const datePattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";
const Day = () => Type.String({ pattern: datePattern, description: "A day of `timezone`." });

/** Parts of a time, as the API names them. */
const times = {
  up_ms: Ms("Time up, outside of maintenance; degraded is up."),
  degraded_ms: Ms("The part of it that was degraded."),
  down_ms: Ms("Time failing, outside of maintenance."),
  maintenance_ms: Ms("Observed time within announced maintenance."),
  maintenance_down_ms: Ms("The part of it that was failing."),
  paused_ms: Ms("Time paused; not observed, as the next two."),
  gap_ms: Ms("Time of monitoring gaps."),
  unknown_ms: Ms("Time before the monitor existed or had a result, or that is no longer kept."),
};

const uptime = {
  uptime: Share(
    "Share of the observed time outside of maintenance in which it was not failing, cut to six decimals: 1 is uninterrupted uptime. null: none was observed.",
  ),
  uptime_with_maintenance: Share("The same with the time of maintenance."),
  observed_ms: Ms("up_ms, down_ms and maintenance_ms together."),
  ...times,
  outage_count: Count("Outages with time outside of maintenance. A monitoring gap splits none."),
  longest_ms: Ms("The longest outage, as far as it was observed."),
};

const UptimeFigures = Shape("UptimeFigures", uptime);

const Outage = Shape("Outage", {
  from: Timestamp("When it was first seen in the period."),
  to: Timestamp("When it was last seen."),
  down_ms: Ms("Time failing, outside of maintenance."),
  maintenance_ms: Ms("The same within maintenance."),
  gap_ms: Ms("Monitoring gaps between."),
  ended: Type.Boolean({ description: "False: it lasts at the end of the period." }),
});

const UptimeDay = Shape("UptimeDay", {
  date: Day(),
  ...times,
  outages: Count("Outages on this day."),
});

const UptimeMonitor = Shape("UptimeMonitor", {
  monitor_id: Type.String(),
  kind: MonitorKind(),
  external_id: Nullable(Type.String()),
  title: Type.String(),
  public_title: Nullable(Type.String({ description: "Its name on status pages." })),
  alert_group_id: Type.String(),
  project: Nullable(Type.String()),
  inserted_at: Timestamp("When it was created."),
  ...uptime,
  outages: Type.Array(Outage, { description: "Oldest first." }),
  days: Type.Array(UptimeDay, {
    description: "The days that were not wholly up; on all others it was.",
  }),
});

const UptimeSet = Shape("UptimeSet", {
  id: Nullable(
    Type.String({
      description: "Id of the group, or name of the project; null: monitors without a project.",
    }),
  ),
  title: Type.String(),
  monitors: Count("How many."),
  ...uptime,
});

const Spread = Shape("Spread", {
  count: Count("Durations that were measured."),
  mean_ms: MaybeMs("null: none was measured, as in the next two."),
  median_ms: MaybeMs("The middle one."),
  longest_ms: MaybeMs("The longest."),
});

const IncidentFigures = Shape("IncidentFigures", {
  incidents: Count("Incidents that opened in the period."),
  urgent: Count("Those of priority 1."),
  unacknowledged: Count("Resolved without an acknowledgement."),
  acknowledged: Spread,
  urgent_acknowledged: Spread,
  resolved: Spread,
});

const pages = {
  pages: Count("Pages and reminders that a push server accepted; those to several phones are one."),
  reminders: Count("Pages after the first one of an incident."),
  night_pages: Count("Pages between 22:00 and 07:00 in the time zone of each person."),
};

const NoisySource = Shape("NoisySource", {
  source: IncidentSource(),
  source_id: Type.String(),
  title: Type.String({ description: "Title of the monitor, or of the alert." }),
  incidents: Count("Incidents that opened in the period."),
  unacknowledged: Count("Resolved without an acknowledgement."),
  pages: pages.pages,
  reminders: pages.reminders,
});

const PagedPerson = Shape("PagedPerson", {
  user_id: Type.String(),
  name: Type.String(),
  timezone: Type.String({
    description: "Time zone of the person; that of the report where they have none.",
  }),
  ...pages,
  nights: Type.Array(
    Shape("PagedNight", {
      date: Type.String({ pattern: datePattern, description: "The day on which the night ends." }),
      pages: Count("Pages in this night."),
      first: Timestamp("The first one."),
      last: Timestamp("The last one."),
    }),
  ),
});

export const UptimeReport = Shape("UptimeReport", {
  title: Type.String({ description: "The group, project or monitor, or `All monitors`." }),
  from: Timestamp("Beginning of the period."),
  to: Timestamp("End of the period; not part of it."),
  timezone: Type.String({ description: "IANA time zone of days and months." }),
  month: Nullable(Type.String({ description: "`2026-10`; null: another period." })),
  under_way: Type.Boolean({ description: "The period has not ended: `to` is now." }),
  kept_since: Nullable(
    Timestamp("Changes of status before are no longer kept; null: the period is later."),
  ),
  all: UptimeFigures,
  groups: Type.Array(UptimeSet, { description: "Worst first, as the next two." }),
  projects: Type.Array(UptimeSet),
  monitors: Type.Array(UptimeMonitor),
  incidents: IncidentFigures,
  incident_days: Type.Array(
    Shape("IncidentDay", {
      date: Day(),
      incidents: Count("Incidents that opened on it."),
      urgent: Count("Those of priority 1."),
    }),
    { description: "Days with an incident." },
  ),
  pages: Shape("PageFigures", pages),
  noisiest: Type.Array(NoisySource, { description: "Most pages first; 20 at most." }),
  people: Type.Array(PagedPerson, { description: "Most pages at night first." }),
  maintenance: Type.Array(
    Shape("AnnouncedMaintenance", {
      from: Timestamp("Beginning."),
      to: Timestamp("End."),
      reason: Type.String(),
      announced_at: Timestamp("When it was declared."),
    }),
    { description: "Planned work that concerned one of the monitors." },
  ),
  gaps: Type.Array(Shape("UptimeGap", { from: Timestamp("Beginning."), to: Timestamp("End.") }), {
    description: "Monitoring gaps.",
  }),
  before: Nullable(
    Shape("MonthBefore", {
      month: Type.String(),
      incidents: Count("Incidents that opened in it."),
      unacknowledged: Count("Resolved without an acknowledgement."),
      pages: pages.pages,
      night_pages: pages.night_pages,
    }),
  ),
});
export type UptimeReport = Static<typeof UptimeReport>;

export const reportParameters = {
  month: Type.Optional(
    Type.String({
      pattern: "^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$",
      description:
        "A month of `timezone`: `2026-10`. Left out, without `from`: the last one that ended.",
    }),
  ),
  from: Type.Optional(GivenInstant("Beginning of another period than a month.")),
  to: Type.Optional(GivenInstant("Its end, at most 366 days later; default: now.")),
  timezone: Type.Optional(
    Type.String({ maxLength: 64, description: "IANA time zone of days and months; default: UTC." }),
  ),
  alert_group_id: Type.Optional(Type.String({ description: "Only this group." })),
  project: Type.Optional(Type.String({ description: "Only what this project declares." })),
  monitor_id: Type.Optional(Type.String({ description: "Only this monitor." })),
  format: Type.Optional(
    Type.Enum(["json", "csv"], {
      title: "ReportFormat",
      description: "csv: the monitors as a table; also with `Accept: text/csv`. Default: json.",
    }),
  ),
} as const;
