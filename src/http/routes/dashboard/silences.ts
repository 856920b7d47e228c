/** Silences and maintenance, as pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Silence } from "../../../core/model/model.ts";
import { windowsOf } from "../../../core/silence/silenced.ts";
import { activeSilences } from "../../site/active-silences.ts";
import { segments } from "../../../dashboard/components/tabs.ts";
import { formPage } from "../../../dashboard/pages/form.ts";
import { silenceAside, type SilenceAside } from "../../../dashboard/silence-aside.ts";
import { silencesPage } from "../../../dashboard/pages/silences.ts";
import { callerOf } from "../../request/auth.ts";
import { timestamp } from "../../answer/present.ts";
import { notFound } from "../../answer/problem.ts";
import { sendPage } from "../../answer/pages.ts";
import {
  formField,
  modeOf,
  cronFaults,
  silenceBody,
  silenceFields,
  silenceModes,
  silenceSections,
  type SilenceMode,
} from "../../site/silence-form.ts";
import { silenceReach } from "../../site/silence-reach.ts";
import { allGroups, monitorsOf } from "../../site/lists.ts";
import {
  button,
  askApi,
  writeRoute,
  formOf,
  frameOf,
  goTo,
  localPath,
  mustAsk,
  page,
  refusal,
  type Site,
} from "../../site/site.ts";

/** Number of ended silences shown. */
const pastShown = 10;
/** Maximum number of choices. */
const maxSilences = 1000;

export function silencePages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get("/silences", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const now = clock.now();
    const [{ standing, active }, past] = await Promise.all([
      activeSilences(site, org_id, now),
      store.read.ended_silences({ org_id, now, limit: pastShown }),
    ]);
    const inForceNow = new Set(active.map(({ id }) => id));
    // Maintenance between two windows is still to come.
    const isNow = ({ id, from, cron }: Silence) =>
      from <= now && (cron === null || inForceNow.has(id));
    const beginsAt = (one: Silence) => windowsOf(one, now, 1)[0]?.from ?? one.from;
    const ids = [...standing, ...past]
      .flatMap((one) => [one.monitor_id, one.alert_group_id, ...one.source_ids])
      .filter((id) => id !== null);
    return sendPage(
      reply,
      silencesPage(frameOf(site, request), {
        current: standing.filter(isNow),
        coming: standing.filter((one) => !isNow(one)).toSorted((a, b) => beginsAt(a) - beginsAt(b)),
        idle: new Set(
          standing.filter((one) => isNow(one) && !inForceNow.has(one.id)).map(({ id }) => id),
        ),
        past,
        places: await store.read.places(org_id, [...new Set(ids)]),
      }),
    );
  });

  app.get<{ Querystring: Record<string, string | string[]> }>(
    "/silences/new",
    page("write"),
    async (request, reply) => {
      const parameter = (name: string) => {
        const value = request.query[name];
        return typeof value === "string" ? value : "";
      };
      const about = await aboutOf(site, callerOf(request).org_id, parameter("about"));
      const { options, zones } = await choices(request, about);
      const mode = parameter("mode");
      return showForm(request, reply, {
        mode: Object.hasOwn(silenceModes, mode) ? (mode as SilenceMode) : "now",
        options,
        back: parameter("back"),
        values: {
          about: [about?.value ?? ""],
          lasts: ["1h"],
          timezone: [zones.get(about?.value ?? "") ?? frameOf(site, request).zone],
        },
        aside: await silenceReach(
          site,
          callerOf(request).org_id,
          new URLSearchParams({ about: about?.value ?? "" }),
        ),
      });
    },
  );

  app.post("/silences/new", writeRoute("respond"), async (request, reply) => {
    const form = formOf(request);
    const now = clock.now();
    const typed = form.get("about") ?? "";
    const listed = (await choices(request, null)).options;
    const picked = listed.find(({ label }) => label === typed.trim())?.value;
    const about = await aboutOf(
      site,
      callerOf(request).org_id,
      typed.trim() === "Everything" ? "everything" : (picked ?? typed),
    );
    if (about) form.set("about", about.value);
    const again = async (faults: { field: string; message: string }[], status: number) =>
      showForm(request, reply.code(status), {
        mode: modeOf(form.get("lasts") ?? ""),
        options: (await choices(request, about)).options,
        back: form.get("back") ?? "",
        values: Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)])),
        faults,
        aside: await silenceReach(site, callerOf(request).org_id, form),
      });
    if (form.has("show")) return again(cronFaults(form, now), 200);
    const { body, faults } = silenceBody(form, now);
    if (faults.length > 0) return again(faults, 422);
    const answer = await askApi(site, request, "POST", "/silences", {
      body,
    });
    if (answer.ok) return goTo(site, reply, form.get("back") || "/silences", "silenced");
    if (answer.status !== 422) throw refusal(answer);
    return again(
      answer.faults.map((one) => ({ ...one, field: formField(one.field) })),
      422,
    );
  });

  button(app, site, "/silences/:id/correct", {
    scope: "respond",
    asks: "PUT /silences/:id",
    body: (form) => ({ reason: form.get("reason")?.trim() ?? "" }),
    done: "saved",
    back: "/silences",
  });
  button(app, site, "/silences/:id/end", {
    scope: "respond",
    asks: "DELETE /silences/:id",
    done: "unsilenced",
    back: "/silences",
  });

  // Takes the end of a silence back: a new one like it, until `until`.
  app.post<{ Params: { id: string } }>(
    "/silences/:id/again",
    writeRoute("respond"),
    async (request, reply) => {
      const form = formOf(request);
      const { org_id } = callerOf(request);
      const ended = await store.read.silence(org_id, request.params.id);
      if (!ended) throw notFound("silence");
      await mustAsk(site, request, "POST", "/silences", {
        body: {
          monitor_id: ended.monitor_id,
          alert_group_id: ended.alert_group_id,
          source_ids: ended.source_ids,
          key: ended.key,
          matchers: ended.matchers,
          from: ended.from > clock.now() ? timestamp(ended.from) : null,
          until: form.get("until") || null,
          until_recovered: ended.until_recovered,
          cron: ended.cron,
          duration_minutes: ended.duration_minutes,
          timezone: ended.timezone,
          reason: ended.reason,
        },
      });
      return goTo(site, reply, form.get("back") ?? "/silences", "silenced");
    },
  );

  /** The choices, and the time zone of each. */
  async function choices(request: FastifyRequest, chosen: { value: string; label: string } | null) {
    const { org_id } = callerOf(request);
    const [groups, monitors] = await Promise.all([
      allGroups(site, org_id),
      monitorsOf(store, org_id, null, maxSilences),
    ]);
    const zoneOfGroup = new Map(groups.map((one) => [one.id, one.timezone]));
    const options = [
      ...groups.map(({ id, title }) => ({
        value: `group:${id}`,
        label: `Group ${title}`,
      })),
      ...monitors.map(({ id, title }) => ({
        value: `monitor:${id}`,
        label: title,
      })),
    ];
    // Alerts are not listed: one is chosen where it is shown.
    if (chosen && !options.some(({ value }) => value === chosen.value))
      if (chosen.value.startsWith("alert:")) options.unshift(chosen);
    const zones = new Map<string, string | undefined>([
      ...groups.map(({ id, timezone }) => [`group:${id}`, timezone] as const),
      ...monitors.map(
        ({ id, alert_group_id }) => [`monitor:${id}`, zoneOfGroup.get(alert_group_id)] as const,
      ),
    ]);
    return { options: distinct(options), zones };
  }

  function showForm(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: {
      mode: SilenceMode;
      options: { value: string; label: string }[];
      back: string;
      values: Record<string, string[]>;
      faults?: { field: string; message: string }[];
      aside: SilenceAside | null;
    },
  ): FastifyReply {
    const back = shown.back === "" ? "/silences" : localPath(shown.back);
    const frame = frameOf(site, request);
    const length = silenceModes[shown.mode].lasts;
    return sendPage(
      reply,
      formPage(frame, {
        title: "New silence",
        above: [["/silences", "Maintenance"]],
        cancel: back,
        choice: segments(
          "Kind of silence",
          Object.entries(silenceModes).map(([mode, { title }]) => ({
            label: title,
            href: `${frame.base}/silences/new?${new URLSearchParams({ mode, about: shown.values["about"]?.[0] ?? "", back }).toString()}`,
            chosen: mode === shown.mode,
          })),
        ),
        action: "/silences/new",
        submit: "Silence",
        sections: silenceSections,
        fields: silenceFields(shown.mode, shown.options),
        values: shown.values,
        faults: shown.faults ?? [],
        project: null,
        version: null,
        hidden: { back, ...(length === null ? {} : { lasts: length }) },
        // The reach follows the fields.
        absent: new Set(),
        shows: "Show what it would silence",
        aside: silenceAside(frame, shown.aside),
      }),
    );
  }
}

/** The choices with labels that differ: one of several equal titles has the end of its id behind it. */
function distinct(
  options: readonly { value: string; label: string }[],
): { value: string; label: string }[] {
  const counts = Map.groupBy(options, ({ label }) => label);
  return options.map(({ value, label }) =>
    counts.get(label)!.length === 1
      ? { value, label }
      : { value, label: `${label} (${value.slice(-6)})` },
  );
}

/** The target in an address or a form, as a choice; an incident stands for its monitor or its one alert. */
async function aboutOf(
  { store }: Site,
  org_id: string,
  about: string,
): Promise<{ value: string; label: string } | null> {
  const id = /^incident:([\w-]{1,64})$/.exec(about)?.[1];
  if (id === undefined)
    return about === "" ? null : { value: about, label: "One alert of a group" };
  const row = await store.read.incident(org_id, id);
  if (!row) return null;
  const { source, source_id, key, title } = row.incident;
  return source === "alert_group"
    ? { value: `alert:${source_id}:${key}`, label: `Alert ${title}` }
    : { value: `monitor:${source_id}`, label: title };
}
