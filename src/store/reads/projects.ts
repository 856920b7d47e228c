/** Reads of the project that a request would change, for keys that are bound to projects. */
import type { ResourceKind } from "../../core/model/model.ts";
import { kindsWith, wordsOf } from "../../resource/resources.ts";
import { titleOf } from "../../core/text/person.ts";
import type { ChangedProject } from "../../core/access/key-projects.ts";
import type { SourceKind } from "../../resource/kinds.ts";
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import type { Reader } from "../queries/reader.ts";

/** An object that is about one resource. */
export type AboutKind = "incident" | "inbound_event" | "mark" | "override" | "silence";

/** A resource by its id, or by its external id. */
type Named = { id: string } | { external_id: string };

export const projectReads = (c: Context, read: Reader) => ({
  /** The project of a resource; null: none. */
  project_of: read((org_id: string, kind: ResourceKind, named: Named) =>
    ofResource(c, org_id, kind, named),
  ),

  /** The project of a resource that was deleted; null: none. */
  project_of_deleted: read(function* (
    org_id: string,
    kind: ResourceKind,
    id: string,
  ): Procedure<ChangedProject | null> {
    const kept = yield* c.of.deleted_resources.first({ id, org_id, kind });
    return kept ? { what: described(kind, kept.title), project: kept.project } : null;
  }),

  /** The project of the monitor or group with this id; null: none. */
  project_of_subject: read((org_id: string, id: string) => ofSubject(c, org_id, id)),

  /** The project of the resource that an object is about; null: none. */
  project_about: read(function* (
    org_id: string,
    kind: AboutKind,
    id: string,
  ): Procedure<ChangedProject | null> {
    const where = { id, org_id };
    switch (kind) {
      case "incident": {
        const incident = yield* c.of.incidents.first(where);
        if (!incident) return null;
        const source = yield* ofSubject(c, org_id, incident.source_id);
        return { what: `incident #${incident.number}`, project: source?.project ?? null };
      }
      case "inbound_event": {
        const event = yield* c.of.inbound_events.first(where);
        return event ? about("a delivery", yield* ofSubject(c, org_id, event.target_id)) : null;
      }
      case "override": {
        const override = yield* c.of.overrides.first(where);
        if (!override) return null;
        const id = override.schedule_id ?? "";
        return about("an override", yield* ofResource(c, org_id, "schedules", { id }));
      }
      case "mark": {
        const mark = yield* c.of.marks.first(where);
        if (!mark) return null;
        const id = mark.monitor_id ?? mark.alert_group_id ?? "";
        return about("a mark", yield* ofSubject(c, org_id, id));
      }
      case "silence": {
        const silence = yield* c.of.silences.first(where);
        if (!silence) return null;
        const { monitor_id, alert_group_id, source_ids } = silence;
        const subjects = [];
        for (const id of [monitor_id, alert_group_id, ...source_ids])
          if (id !== null) subjects.push(yield* ofSubject(c, org_id, id));
        const [first = null, ...others] = subjects;
        // A silence about several projects belongs to none of them.
        const isOfOne = others.every((one) => one?.project === first?.project);
        return about("a silence", isOfOne ? first : null);
      }
    }
  }),
});

const about = (what: string, of: ChangedProject | null): ChangedProject => ({
  what: of ? `${what} of ${of.what}` : what,
  project: of?.project ?? null,
});

const described = (kind: ResourceKind, title: string) => `${wordsOf(kind)} "${title}"`;

function* ofResource(
  c: Context,
  org_id: string,
  kind: ResourceKind,
  named: Named,
): Procedure<ChangedProject | null> {
  const row = yield* c.of[kind].first({ org_id, ...named });
  return row ? { what: described(kind, titleOf(row)), project: row.project } : null;
}

const subjectKinds: readonly (ResourceKind & `${SourceKind}s`)[] = [
  ...kindsWith("isMonitor"),
  "alert_groups",
];

function* ofSubject(c: Context, org_id: string, id: string): Procedure<ChangedProject | null> {
  for (const kind of subjectKinds) {
    const subject = yield* ofResource(c, org_id, kind, { id });
    if (subject) return subject;
  }
  return null;
}
