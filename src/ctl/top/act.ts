/** Sends the requests that keys cause, and reports each outcome in one sentence. */
import { ApiProblem, type Client } from "../../client/client.ts";
import { failureOf } from "../program/failure.ts";
import { toneOf } from "../../core/model/status.ts";
import { lineTone, type Tone } from "./line.ts";
import { kindOf } from "./load.ts";
import type { Effect } from "./state.ts";
import { clean } from "./text.ts";

export interface Outcome {
  text: string;
  tone: Tone;
}

type RequestEffect = Exclude<Effect, { kind: "load" | "quit" }>;

/** The actor to record: the name passed with --by, or the key's own. */
export interface Actor {
  by: string | undefined;
  key: string;
  keySource: string | null;
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
    return { text: `${message.replace(/\.$/, "")}. Try: ${next}`, tone: "bad" };
  }
}

async function done(effect: RequestEffect, client: Client, actor: Actor): Promise<Outcome> {
  const by = actor.by === undefined ? {} : { by: actor.by };
  switch (effect.kind) {
    case "acknowledge": {
      const { id, number } = effect.incident;
      const { status, acknowledged_by } = await client.acknowledge(id, by);
      const who = clean(acknowledged_by ?? "somebody");
      if (status === "resolved") return { text: `#${number} is resolved already`, tone: "warn" };
      return who === clean(actor.by ?? actor.key)
        ? {
            text: `#${number} is acknowledged by ${who} (u gives it back)`,
            tone: "good",
          }
        : {
            text: `#${number} was acknowledged by ${who} already`,
            tone: "warn",
          };
    }
    case "unacknowledge": {
      const { id, number } = effect.incident;
      const { status } = await client.unacknowledge(id, by);
      return status === "open"
        ? { text: `#${number} is open again`, tone: "good" }
        : { text: `#${number} is ${status} already`, tone: "warn" };
    }
    case "resolve": {
      const { id, number } = effect.incident;
      await client.resolve(id, by);
      return { text: `#${number} is resolved`, tone: "good" };
    }
    case "note": {
      const { id, number } = effect.incident;
      await client.note(id, { text: effect.text, ...by });
      return {
        text: `The note is in the timeline of #${number}`,
        tone: "good",
      };
    }
    case "pause": {
      const { id, title } = effect.monitor;
      await client.pause(kindOf(effect.monitor), id);
      return {
        text: `${clean(title)} is paused until somebody resumes it (p)`,
        tone: "good",
      };
    }
    case "resume": {
      const { id, title } = effect.monitor;
      await client.resume(kindOf(effect.monitor), id);
      return { text: `${clean(title)} is watched again`, tone: "good" };
    }
    case "silence": {
      const { about, until, name } = effect;
      await client.createSilence({
        ...about,
        until,
        reason: "silenced in the terminal",
        ...by,
      });
      // The undo comes first: a narrow terminal cuts the name.
      return { text: `Silenced for 1 h (s ends it): ${clean(name)}`, tone: "good" };
    }
    case "end_silence":
      await client.endSilence(effect.silence_id);
      return { text: `Silence ended: ${clean(effect.name)}`, tone: "good" };
    case "check":
      return check(effect.monitor, client);
  }
}

async function check(
  { id, title }: { id: string; title: string },
  client: Client,
): Promise<Outcome> {
  const name = clean(title);
  try {
    const { status, status_reason, duration_ms } = await client.check(id);
    const why = status_reason ? `: ${clean(status_reason)}` : "";
    return {
      text: `${name}: checked, ${clean(status)} in ${duration_ms} ms${why}`,
      tone: lineTone(toneOf(status)),
    };
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
    // Either the monitor is gone, or the server is older than this.
    await client.get("health_check_monitors", id);
    return { text: "This server cannot check on demand", tone: "warn" };
  }
}
