/** Sends the requests that keys cause, and reports each outcome in one sentence. */
import { deletedUser } from "../../core/text/person.ts";
import { ApiProblem, type Client } from "../../client/client.ts";
import { failureOf } from "../call/failure.ts";
import { toneOf } from "../../core/model/status.ts";
import { lineTone } from "./line.ts";
import { kindOf } from "./load.ts";
import type { Outcome, RequestEffect } from "./state.ts";
import { browse } from "../connect/browse.ts";
import { requestText } from "./several.ts";
import { clean } from "./text.ts";

/** The actor to record: the name passed with --by, or the key's own. */
export interface Actor {
  by: string | undefined;
  key: string;
  keySource: string | null;
  /** The program that opens URLs; absent: that of the platform. */
  browser: string | undefined;
}

/** Does it. Never rejects: that something was refused is a sentence too. */
export async function perform(
  effect: RequestEffect,
  client: Client,
  actor: Actor,
): Promise<Outcome> {
  try {
    return await done(effect, client, actor);
  } catch (error) {
    const { message, next } = failureOf(error, actor.keySource);
    return { text: `${message.replace(/\.$/, "")}. Try: ${next}`, tone: "bad", failed: true };
  }
}

async function done(effect: RequestEffect, client: Client, actor: Actor): Promise<Outcome> {
  const by = actor.by === undefined ? {} : { by: actor.by };
  switch (effect.kind) {
    case "acknowledge": {
      const { incident } = effect;
      const { id, number } = incident;
      const { status, acknowledged_by } = await client.send("POST /incidents/:id/acknowledge", {
        id,
        body: by,
      });
      const who = clean(acknowledged_by ?? deletedUser);
      if (status === "resolved") return { text: `#${number} is resolved already`, tone: "warn" };
      return who === clean(actor.by ?? actor.key)
        ? {
            text: `#${number} is acknowledged by ${who} (u undoes)`,
            tone: "good",
            undo: { kind: "unacknowledge", incident },
          }
        : { text: `#${number} was acknowledged by ${who} already`, tone: "warn" };
    }
    case "unacknowledge": {
      const { id, number } = effect.incident;
      const { status } = await client.send("POST /incidents/:id/unacknowledge", { id, body: by });
      return status === "open"
        ? { text: `#${number} is open again`, tone: "good" }
        : { text: `#${number} is ${status} already`, tone: "warn" };
    }
    case "resolve": {
      const { incident } = effect;
      await client.send("POST /incidents/:id/resolve", { id: incident.id, body: by });
      return {
        text: `#${incident.number} is resolved (u undoes)`,
        tone: "good",
        undo: { kind: "reopen", incident },
      };
    }
    case "reopen": {
      const { id, number } = effect.incident;
      await client.send("POST /incidents/:id/reopen", { id, body: by });
      return { text: `#${number} is open again`, tone: "good" };
    }
    case "note": {
      const { id, number } = effect.incident;
      await client.send("POST /incidents/:id/notes", { id, body: { text: effect.text, ...by } });
      return { text: `The note is in the timeline of #${number}`, tone: "good" };
    }
    case "pause": {
      const { monitor, until } = effect;
      await client.send(`POST /${kindOf(monitor)}/:id/pause`, {
        id: monitor.id,
        body: { until: until ?? undefined },
      });
      const end = until === null ? "until somebody resumes it" : "for an hour";
      return {
        text: `${clean(monitor.title)} is paused ${end} (u undoes)`,
        tone: "good",
        undo: { kind: "resume", monitor },
      };
    }
    case "resume": {
      const { monitor } = effect;
      await client.send(`POST /${kindOf(monitor)}/:id/resume`, { id: monitor.id });
      return {
        text: `${clean(monitor.title)} is watched again (u undoes)`,
        tone: "good",
        undo: { kind: "pause", monitor, until: monitor.paused_until ?? null },
      };
    }
    case "silence": {
      const { about, until, name } = effect;
      const { id } = await client.send("POST /silences", {
        body: {
          ...about,
          until,
          reason: "silenced in the terminal",
          ...by,
        },
      });
      // The undo comes first: a narrow terminal cuts the name.
      return {
        text: `Silenced for 1 h (u undoes): ${clean(name)}`,
        tone: "good",
        undo: { kind: "end_silence", name, silence_id: id },
      };
    }
    case "end_silence":
      await client.send("DELETE /silences/:id", { id: effect.silence_id });
      return { text: `Silence ended: ${clean(effect.name)}`, tone: "good" };
    case "check":
      return check(effect.monitor, client);
    case "browse":
      return (await browse(effect.url, actor.browser))
        ? { text: `Opened ${effect.url}`, tone: "good" }
        : { text: `No browser here. The page is ${effect.url}`, tone: "warn" };
    case "several":
      return several(effect.requests, client, actor);
  }
}

/** Requests under way at once for several rows. */
const atOnce = 8;

/** Does them all, and says how many were done, and why the first of the others was not. */
async function several(
  requests: readonly RequestEffect[],
  client: Client,
  actor: Actor,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < requests.length; from += atOnce)
    outcomes.push(
      ...(await Promise.all(
        requests.slice(from, from + atOnce).map((one) => perform(one, client, actor)),
      )),
    );
  const undone = outcomes.flatMap(({ undo }) => undo ?? []);
  const failed = outcomes.filter(({ failed }) => failed);
  const count = `${requests.length - failed.length} of ${requests.length} done`;
  const hint = undone.length > 0 ? " (u undoes)" : "";
  const text = `${requestText(requests)}: ${failed.length > 0 ? count : "done"}${hint}`;
  return {
    text: failed[0] ? `${text}. ${failed[0].text}` : text,
    tone: failed[0] ? "bad" : "good",
    ...(undone.length > 0 && { undo: { kind: "several", requests: undone } }),
  };
}

async function check(
  { id, title }: { id: string; title: string },
  client: Client,
): Promise<Outcome> {
  const name = clean(title);
  try {
    const { status, status_reason, duration_ms } = await client.send(
      "POST /health_check_monitors/:id/check",
      { id },
    );
    const why = status_reason ? `: ${clean(status_reason)}` : "";
    return {
      text: `${name}: checked, ${clean(status)} in ${duration_ms} ms${why}`,
      tone: lineTone(toneOf(status)),
    };
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
    // Either the monitor is gone, or the server is older than this.
    await client.send("GET /health_check_monitors/:id", { id });
    return { text: "This server cannot check on demand", tone: "warn" };
  }
}
