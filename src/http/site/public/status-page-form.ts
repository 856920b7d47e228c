/** The form of a status page: its systems, and a preview of the page. */
import type { FastifyRequest } from "fastify";
import type { StatusPage } from "../../../core/model/model.ts";
import type { MonitorLine } from "../../../core/model/monitor-line.ts";
import type { Sections, System } from "../../../core/status/status-page.ts";
import type { Html } from "../../../dashboard/html.ts";
import { statusPage } from "../../../dashboard/public/page.ts";
import { systemsEditor, type EditedTarget } from "../../../dashboard/status-pages/editor.ts";
import { baseOf } from "../../answer/pages.ts";
import { callerOf } from "../../request/auth.ts";
import { allGroups } from "../lists.ts";
import { formOf, type Site } from "../site.ts";
import { publishedPage } from "./published.ts";
import {
  afterPress,
  emptySystem,
  referenceText,
  sectionLines,
  type Target,
  type Unclear,
} from "./systems-form.ts";

/** Monitors that are offered at most; their datalist is sent with the form. */
const mostOffered = 1000;
/** Monitors of a group that become systems of their own in a new page. */
const mostFilled = 30;

interface Known {
  targets: Target[];
  monitors: ReadonlyMap<string, MonitorLine>;
}

/** Everything that systems can stand for. */
async function knownTargets(site: Site, org_id: string): Promise<Known> {
  const [monitors, groups] = await Promise.all([
    site.store.read.board_monitors({
      org_id,
      search: null,
      statuses: null,
      alert_group_ids: null,
      order: "title",
      limit: mostOffered,
      offset: 0,
    }),
    allGroups(site, org_id),
  ]);
  const counts = Map.groupBy(monitors, ({ title }) => title);
  return {
    monitors: new Map(monitors.map((one) => [one.id, one])),
    targets: [
      ...monitors.map(({ kind, id, title, group_title, alert_group_id }) => ({
        list: kind,
        id,
        title,
        label: counts.get(title)!.length === 1 ? title : `${title} · ${group_title ?? ""}`,
        group_id: alert_group_id,
      })),
      ...groups.map(({ id, title }) => ({
        list: "alert_groups" as const,
        id,
        title,
        label: `${title} (whole group)`,
        group_id: null,
      })),
    ],
  };
}

/** The inputs that a page would fill from a group: each monitor is a system, or the whole group is one. */
function filledFrom(group_id: string, { targets }: Known): Sections {
  const group = targets.find(({ list, id }) => list === "alert_groups" && id === group_id);
  if (!group) return [];
  const own = targets.filter((one) => one.group_id === group_id);
  const systemOf = ({ list, id, title }: Target): System => ({
    ...emptySystem(title.slice(0, 100)),
    [list]: [id],
  });
  const systems = own.length > mostFilled ? [systemOf(group)] : own.map(systemOf);
  const names = new Set<string>();
  for (const one of systems) {
    while (names.has(one.name)) one.name += " 2";
    names.add(one.name);
  }
  return [{ title: group.title.slice(0, 100), systems }];
}

/** Applies the pressed button of a form, which is read as any other form from then on. */
export async function pressSystems(site: Site, request: FastifyRequest): Promise<Unclear | null> {
  const { targets } = await knownTargets(site, callerOf(request).org_id);
  const form = withoutDropped(formOf(request));
  const { sections, unclear } = afterPress(form, targets);
  form.set("sections", sectionLines(sections));
  request.body = form;
  return unclear;
}

/** The form without the references that are ticked to be removed. */
function withoutDropped(form: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams();
  for (const [name, value] of form) {
    const [, at] = /^(s\.\d+\.y\.\d+)\.ref$/.exec(name) ?? [];
    if (at === undefined || !form.getAll(`${at}.without`).includes(value))
      after.append(name, value);
  }
  return after;
}

/** The systems of the form as its field. `body`: as the API takes it; null: a new page, perhaps from a group. */
export async function systemsField(
  site: Site,
  request: FastifyRequest,
  {
    body,
    unclear,
    faults,
  }: {
    body: Record<string, unknown> | null;
    unclear: Unclear | null;
    faults: readonly { field: string; message: string }[];
  },
): Promise<Html> {
  const known = await knownTargets(site, callerOf(request).org_id);
  const { group } = request.query as { group?: unknown };
  const own = body?.["sections"] as Sections | undefined;
  const filled = typeof group === "string" && !own ? filledFrom(group, known) : (own ?? []);
  const byReference = new Map(
    known.targets.map((one) => [referenceText(one.list, one.id), one] as const),
  );
  const [, pressed] = /^s\.(\d+)\.(?:y|add|pick)\b/.exec(formOf(request).get("move") ?? "") ?? [];
  return systemsEditor({
    pressed: pressed === undefined ? null : Number(pressed),
    sections: filled.length === 0 ? [{ title: "Systems", systems: [] }] : filled,
    targetsOf: (system) =>
      (["health_check_monitors", "webhook_monitors", "alert_groups"] as const).flatMap((list) =>
        system[list].map((id): EditedTarget => {
          const reference = referenceText(list, id);
          const target = byReference.get(reference);
          return {
            reference,
            title:
              target === undefined
                ? "not listed here"
                : list === "alert_groups"
                  ? target.label
                  : target.title,
            status: known.monitors.get(id)?.status ?? null,
          };
        }),
      ),
    labels: known.targets.flatMap(({ list, label, title }) =>
      list === "alert_groups" ? [label, `${title} (each monitor)`] : [label],
    ),
    unclear: unclear && {
      ...unclear,
      targets: unclear.targets.map(({ list, id, label }) => ({
        reference: referenceText(list, id),
        label,
      })),
    },
    faults: faults.filter(({ field }) => field.startsWith("sections")),
  });
}

/** The page as it would be, from a form that was not saved. */
export async function previewOf(
  site: Site,
  request: FastifyRequest<{ Params: { id?: string } }>,
  body: Partial<StatusPage>,
): Promise<string> {
  const now = site.clock.now();
  const page = await publishedPage(
    site.store,
    {
      id: request.params.id ?? "",
      org_id: callerOf(request).org_id,
      title: body.title || "Status page",
      slug: "preview",
      description: body.description ?? null,
      timezone: body.timezone ?? "UTC",
      public: "unlisted",
      mail_updates: body.mail_updates ?? false,
      sections: body.sections ?? [],
      inserted_at: now,
      has_logo: false,
    },
    now,
  );
  return statusPage({ ...page, base: baseOf(site), siteUrl: site.siteUrl(), served: page.now });
}
